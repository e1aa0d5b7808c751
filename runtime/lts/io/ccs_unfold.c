/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CCS terms to states, by the rules of transition of Milner's "Communication and Concurrency" (section 2.5).
 *
 * The transitions of a term are computed once and kept: moves[first .. first+count) for each term that was evaluated. A
 * parallel composition has as many components as were written between its bars; any two of them may communicate.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/io/ccs.h"

#include "runtime/lts/control.h"

#include <stdlib.h>

enum { DEEPEST = 3000 };
static const size_t largest_pool = (size_t)1 << 28; /* words of all terms: 1 GB */

struct move {
    ccs_action action;
    uint32_t term;
};
struct range {
    size_t first;
    uint32_t count;
    bool done;
};
struct unfolding {
    struct ccs_file *f;
    struct diag *d;
    const char *name; /* of what is unfolded */
    struct place at;
    struct VEC(struct move) moves;
    struct VEC(struct range) known; /* by term */
    uint32_t depth;
};

static enum status evaluate(struct unfolding *u, uint32_t term);

/* Terms grow while rules are applied: `known` follows them. */
static struct range *range_of(struct unfolding *u, uint32_t term)
{
    while (u->known.count <= term)
        vec_push(&u->known, (struct range){0});
    return &u->known.items[term];
}

static void add_move(struct unfolding *u, ccs_action action, uint32_t term)
{
    vec_push(&u->moves, ((struct move){action, term}));
}

static uint32_t make_term(struct unfolding *u, enum ccs_kind kind, uint32_t first, uint32_t second)
{
    uint32_t args[2] = {first, second};
    return io_ccs_term(&u->f->terms, kind, args, 2);
}

/* ---- one rule for each operator ---------------------------------------------------------------------------------- */

static void copy_moves(struct unfolding *u, uint32_t term)
{
    struct range r = *range_of(u, term);
    for (uint32_t i = 0; i < r.count; i++) {
        struct move m = u->moves.items[r.first + i];
        add_move(u, m.action, m.term);
    }
}

static void restrict_moves(struct unfolding *u, uint32_t restriction, uint32_t inner)
{
    const uint32_t *names = (const void *)base_intern_str(u->f->restrictions, restriction);
    size_t n = base_intern_len(u->f->restrictions, restriction) / sizeof *names;
    struct range r = *range_of(u, inner);
    for (uint32_t i = 0; i < r.count; i++) {
        struct move m = u->moves.items[r.first + i];
        if (m.action == CCS_TAU || !sorted_has_u32(names, n, m.action >> 1))
            add_move(u, m.action, make_term(u, T_RESTRICT, restriction, m.term));
    }
}

static void relabel_moves(struct unfolding *u, uint32_t relabelling, uint32_t inner)
{
    const uint64_t *pair = (const void *)base_intern_str(u->f->relabellings, relabelling);
    size_t n = base_intern_len(u->f->relabellings, relabelling) / sizeof *pair;
    struct range r = *range_of(u, inner);
    for (uint32_t i = 0; i < r.count; i++) {
        struct move m = u->moves.items[r.first + i];
        size_t at = lower_bound_u64(pair, 0, n, (uint64_t)(m.action >> 1) << 32);
        if (m.action != CCS_TAU && at < n && pair[at] >> 32 == m.action >> 1)
            m.action = (ccs_action)pair[at] ^ (m.action & 1);
        add_move(u, m.action, make_term(u, T_RELABEL, relabelling, m.term));
    }
}

/* The rows of an automaton over its list of steps. */
static void index_automaton(struct ccs_automaton *a)
{
    uint32_t *from = base_mem_alloc((a->steps.count + 1) * sizeof *from);
    for (size_t i = 0; i < a->steps.count; i++)
        from[i] = a->steps.items[i].from;
    a->order = base_mem_alloc((a->steps.count + 1) * sizeof *a->order);
    a->first = base_list_by_key(from, (uint32_t)a->steps.count, a->states, a->order);
    free(from);
}

static void automaton_moves(struct unfolding *u, uint32_t automaton, uint32_t state)
{
    struct ccs_automaton *a = &u->f->automaton.items[automaton];
    if (!a->first)
        index_automaton(a);
    for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++) {
        const struct ccs_automaton_step *step = &a->steps.items[a->order[i]];
        add_move(u, step->action, make_term(u, T_AUT, automaton, step->to));
    }
}

/* A parallel term whose components are being replaced: the term itself can move in memory while others are made. */
struct components {
    struct VEC(uint32_t) list;
};

static void move_alone(struct unfolding *u, struct components *c, size_t i)
{
    struct range r = *range_of(u, c->list.items[i]);
    uint32_t before = c->list.items[i];
    for (uint32_t k = 0; k < r.count; k++) {
        struct move m = u->moves.items[r.first + k];
        c->list.items[i] = m.term;
        add_move(u, m.action, io_ccs_term(&u->f->terms, T_PAR, c->list.items, (uint32_t)c->list.count));
    }
    c->list.items[i] = before;
}

static void communicate(struct unfolding *u, struct components *c, size_t i, size_t j)
{
    uint32_t left = c->list.items[i], right = c->list.items[j];
    struct range a = *range_of(u, left), b = *range_of(u, right);
    for (uint32_t k = 0; k < a.count; k++) {
        struct move m = u->moves.items[a.first + k];
        for (uint32_t n = 0; m.action != CCS_TAU && n < b.count; n++) {
            struct move other = u->moves.items[b.first + n];
            if (other.action != (m.action ^ 1))
                continue;
            c->list.items[i] = m.term;
            c->list.items[j] = other.term;
            add_move(u, CCS_TAU, io_ccs_term(&u->f->terms, T_PAR, c->list.items, (uint32_t)c->list.count));
        }
    }
    c->list.items[i] = left;
    c->list.items[j] = right;
}

static void parallel_moves(struct unfolding *u, uint32_t term)
{
    struct components c = {0};
    for (uint32_t i = 0; i < ccs_arity(&u->f->terms, term); i++)
        vec_push(&c.list, ccs_arg(&u->f->terms, term, i));
    struct components moving = {0}; /* the places of those that can do anything */
    for (size_t i = 0; i < c.list.count && u->f->terms.words <= largest_pool; i++) {
        move_alone(u, &c, i);
        if (range_of(u, c.list.items[i])->count)
            vec_push(&moving.list, (uint32_t)i);
    }
    for (size_t i = 0; i < moving.list.count && u->f->terms.words <= largest_pool; i++)
        for (size_t j = i + 1; j < moving.list.count; j++)
            communicate(u, &c, moving.list.items[i], moving.list.items[j]);
    vec_free(&moving.list);
    vec_free(&c.list);
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */

/* Everything whose moves a rule looks at is evaluated first. */
static enum status evaluate_parts(struct unfolding *u, uint32_t term)
{
    const struct ccs_terms *t = &u->f->terms;
    switch (ccs_kind_of(t, term)) {
    case T_CONST:
        return evaluate(u, u->f->process.items[ccs_arg(t, term, 0)].body);
    case T_RESTRICT:
    case T_RELABEL:
        return evaluate(u, ccs_arg(t, term, 1));
    case T_SUM:
    case T_PAR:
        for (uint32_t i = 0; i < ccs_arity(t, term); i++) {
            enum status st = evaluate(u, ccs_arg(t, term, i));
            if (st != ST_OK)
                return st;
        }
        return ST_OK;
    default:
        return ST_OK;
    }
}

static void apply_rule(struct unfolding *u, uint32_t term)
{
    const struct ccs_terms *t = &u->f->terms;
    switch (ccs_kind_of(t, term)) {
    case T_NIL:
        break;
    case T_PREFIX:
        add_move(u, ccs_arg(t, term, 0), ccs_arg(t, term, 1));
        break;
    case T_SUM:
        for (uint32_t i = 0; i < ccs_arity(t, term); i++)
            copy_moves(u, ccs_arg(t, term, i));
        break;
    case T_PAR:
        parallel_moves(u, term);
        break;
    case T_RESTRICT:
        restrict_moves(u, ccs_arg(t, term, 0), ccs_arg(t, term, 1));
        break;
    case T_RELABEL:
        relabel_moves(u, ccs_arg(t, term, 0), ccs_arg(t, term, 1));
        break;
    case T_CONST:
        copy_moves(u, u->f->process.items[ccs_arg(t, term, 0)].body);
        break;
    case T_AUT:
        automaton_moves(u, ccs_arg(t, term, 0), ccs_arg(t, term, 1));
        break;
    }
}

static enum status evaluate(struct unfolding *u, uint32_t term)
{
    if (range_of(u, term)->done)
        return ST_OK;
    if (++u->depth > DEEPEST)
        return diag_set(u->d, ST_LIMIT, u->at, "%s nests more than %d terms", u->name, DEEPEST);
    enum status st = evaluate_parts(u, term);
    u->depth--;
    if (st != ST_OK)
        return st;
    size_t first = u->moves.count;
    apply_rule(u, term);
    if (u->f->terms.words > largest_pool)
        return diag_set(u->d, ST_LIMIT, u->at, "the terms of %s need more than 1 GB", u->name);
    *range_of(u, term) = (struct range){first, (uint32_t)(u->moves.count - first), true};
    return ST_OK;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

/* The names that users see: 'a and a. */
struct labels {
    struct lts_builder *builder;
    struct VEC(uint32_t) of_action; /* label + 1; 0: not yet made */
};

static uint32_t label_of(struct labels *labels, const struct ccs_file *f, ccs_action action)
{
    if (action == CCS_TAU)
        return LTS_TAU;
    while (labels->of_action.count <= action)
        vec_push(&labels->of_action, 0);
    uint32_t *known = &labels->of_action.items[action];
    if (*known == 0) {
        struct buf name = {0};
        if (action & 1)
            buf_putc(&name, '\'');
        buf_add(&name, base_intern_str(f->names, action >> 1), base_intern_len(f->names, action >> 1));
        *known = lts_builder_label_n(labels->builder, name.data, name.size) + 1;
        buf_free(&name);
    }
    return *known - 1;
}

struct numbering {
    struct VEC(uint32_t) state_of; /* by term: state + 1, 0 for none */
    struct VEC(uint32_t) term_of;  /* by state */
};

static uint32_t state_of(struct numbering *n, uint32_t term)
{
    while (n->state_of.count <= term)
        vec_push(&n->state_of, 0);
    if (n->state_of.items[term] == 0) {
        vec_push(&n->term_of, term);
        n->state_of.items[term] = (uint32_t)n->term_of.count;
    }
    return n->state_of.items[term] - 1;
}

/* What has grown so far, the transitions in the builder included. */
static uint64_t bytes_held(const struct unfolding *u, const struct numbering *n)
{
    const struct ccs_terms *t = &u->f->terms;
    enum { BESIDE_WORDS = 32 };
    return t->words * sizeof(uint32_t) + (uint64_t)base_intern_count(t->shared) * BESIDE_WORDS +
           u->moves.capacity * (sizeof *u->moves.items + 3 * sizeof(uint32_t)) +
           u->known.capacity * sizeof *u->known.items + n->state_of.capacity * sizeof *n->state_of.items +
           n->term_of.capacity * sizeof *n->term_of.items;
}

static enum status explore(struct unfolding *u, struct labels *labels, struct numbering *n, uint32_t root,
                           const struct lts_control *c)
{
    uint32_t state_limit = control_states(c);
    state_of(n, root);
    for (uint32_t s = 0; s < n->term_of.count; s++) {
        if (s % 1024 == 0) {
            enum status go_on = lts_control_step(c, "unfolding", s, 0, u->d);
            if (go_on == ST_OK)
                go_on = lts_control_memory(c, bytes_held(u, n), u->name, u->d);
            if (go_on != ST_OK)
                return go_on;
        }
        uint32_t term = n->term_of.items[s];
        enum status st = evaluate(u, term);
        if (st != ST_OK)
            return st;
        struct range r = *range_of(u, term);
        for (uint32_t i = 0; i < r.count; i++) {
            struct move m = u->moves.items[r.first + i];
            lts_builder_add(labels->builder, s, label_of(labels, u->f, m.action), state_of(n, m.term), true, 0);
        }
        if (n->term_of.count > state_limit)
            return diag_set(u->d, ST_LIMIT, u->at, "%s has more than %u states (--max-states)", u->name, state_limit);
    }
    return ST_OK;
}

/* A process that is an automaton keeps the numbers of its states. */
static void take_automaton(const struct ccs_file *f, const struct ccs_automaton *a, struct labels *labels)
{
    for (size_t i = 0; i < a->steps.count; i++) {
        const struct ccs_automaton_step *step = &a->steps.items[i];
        lts_builder_add(labels->builder, step->from, label_of(labels, f, step->action), step->to, true, 0);
    }
    lts_builder_states(labels->builder, a->states);
}

enum status io_ccs_unfold(struct ccs_file *f, uint32_t root, const char *name, struct place at,
                          const struct lts_control *c, struct lts **out, struct diag *d)
{
    struct unfolding u = {.f = f, .d = d, .name = name, .at = at};
    struct labels labels = {.builder = lts_builder_new()};
    struct numbering n = {0};
    uint32_t initial = 0;
    enum status st = ST_OK;
    if (ccs_kind_of(&f->terms, root) == T_AUT) {
        const struct ccs_automaton *a = &f->automaton.items[ccs_arg(&f->terms, root, 0)];
        take_automaton(f, a, &labels);
        initial = a->start;
    } else {
        st = explore(&u, &labels, &n, root, c);
    }
    if (st == ST_OK)
        *out = lts_builder_finish(labels.builder, initial, false, false);
    else
        lts_builder_free(labels.builder);
    vec_free(&u.moves);
    vec_free(&u.known);
    vec_free(&labels.of_action);
    vec_free(&n.state_of);
    vec_free(&n.term_of);
    return st;
}
