/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * newton: is a path one of the program, and if not, which predicates say so?
 *
 * All conditions of the path are taken back to its beginning, where a solver is asked. If they contradict each other,
 * cuts (loop heads, entries of functions) get relations that hold there and are enough for what follows: first those
 * that hold each time the path comes to the place, then any, else the cut is left out. What is needed at a cut is the
 * goal of the part before it. Predicates are the goals, the branches that the solver used, and what both are at each
 * point between.
 *
 * Sources: Ball, Rajamani 2002, Generating abstract explanations of spurious counterexamples in C programs; Henzinger,
 * Jhala, Majumdar, McMillan 2004, Abstractions from proofs (a predicate for each point of the path).
 */
#include "path.h"

enum { MOST_NODES = 20, MOST_CORE = 40, MOST_WANTED = 16 };

/* A condition of the path, before its step and at the beginning. */
struct condition {
    uint32_t step;
    const struct cwi_expr *first;
    bool is_core;
};
struct conditions VEC(struct condition);
/* A place of the program at which there are cuts. */
struct location {
    cwi_id func;
    uint32_t block;
    struct pred_exprs places, texts, candidates;
    bool *always;    /* by candidate: it holds at each cut here */
    bool *inductive; /* and after each turn of the loop, if it did before */
};
struct wanted {
    const struct cwi_expr *e;
    smt_term term;
    const uint32_t *unknowns;
    uint32_t unknown_count;
};
struct newton {
    struct abstraction *x;
    struct path p;
    struct conditions conditions;
    struct VEC(struct location) locations;
    struct VEC(struct wanted) wanted;
    struct VEC(smt_term) question;
};

/* ---- asking ------------------------------------------------------------------------------------------------------ */

static void question_begin(struct newton *n)
{
    n->question.count = 0;
    n->x->used.count = 0;
}

static void question_add(struct newton *n, const struct cwi_expr *e, bool holds)
{
    smt_term t = pred_truth(n->x, e);
    vec_push(&n->question, holds ? t : smt_unary(n->x->smt, CWI_LOGNOT, t));
}

/* Of the conditions that were added, and what holds in every state. */
static enum smt_answer question_ask(struct newton *n)
{
    uint32_t count;
    const uint32_t *used = pred_used(n->x, &count);
    smt_term axioms = pred_axioms(n->x, used, count);
    if (axioms)
        vec_push(&n->question, axioms);
    return budget_ask(n->x->options->budget) ? SMT_UNKNOWN : smt_check(n->x->smt, n->question.items, n->question.count);
}

/* ---- the path as a whole ----------------------------------------------------------------------------------------- */

static void find_conditions(struct newton *n)
{
    for (uint32_t i = 0; i < n->p.steps.count; i++)
        if (n->p.steps.items[i].kind == PATH_ASSUME) {
            struct condition c = {.step = i, .first = pred_path_at_start(&n->p, i, n->p.steps.items[i].condition)};
            vec_push(&n->conditions, c);
        }
}

static enum smt_answer ask_core(struct newton *n, size_t without)
{
    question_begin(n);
    for (size_t i = 0; i < n->conditions.count; i++)
        if (i != without && n->conditions.items[i].is_core)
            question_add(n, n->conditions.items[i].first, true);
    return question_ask(n);
}

/* Those conditions without which the rest is possible, late ones rather than early ones. */
static void shrink_core(struct newton *n)
{
    size_t left = 0, k = 0;
    for (size_t i = 0; i < n->conditions.count; i++) {
        n->conditions.items[i].is_core = smt_in_core(n->x->smt, k++);
        left += n->conditions.items[i].is_core;
    }
    for (size_t i = 0; i < n->conditions.count && left <= MOST_CORE; i++)
        if (n->conditions.items[i].is_core && ask_core(n, i) == SMT_UNSAT)
            n->conditions.items[i].is_core = false;
}

static void take_inputs(struct newton *n, struct pred_path *out)
{
    struct VEC(int64_t) values = {0};
    for (size_t i = 0; i < n->p.inputs.count; i++) {
        const struct path_input *in = &n->p.inputs.items[i];
        const struct cwi_type *t = cwi_type_of(n->x->u, in->value->type);
        uint64_t v = smt_value(n->x->smt, pred_term(n->x, in->value));
        if (t->is_signed && t->bits < 64 && v >> (t->bits - 1) & 1)
            v |= ~UINT64_C(0) << t->bits;
        if (in->is_given)
            vec_push(&values, (int64_t)v);
    }
    out->input_count = (uint32_t)values.count;
    out->inputs = vec_to_arena(&values, n->x->arena);
    vec_free(&values);
}

/* ---- predicates that are wanted ---------------------------------------------------------------------------------- */

static bool has_equal(struct newton *n, smt_term a, const uint32_t *unknowns, uint32_t count, const struct wanted *w)
{
    smt_term differ = smt_binary(n->x->smt, CWI_NE, false, a, w->term);
    smt_term agree = smt_binary(n->x->smt, CWI_EQ, false, a, w->term);
    if (a == w->term || smt_unary(n->x->smt, CWI_LOGNOT, a) == w->term)
        return true;
    if (count != w->unknown_count || (count && memcmp(unknowns, w->unknowns, count * sizeof *unknowns)))
        return false;
    return smt_check(n->x->smt, &differ, 1) == SMT_UNSAT || smt_check(n->x->smt, &agree, 1) == SMT_UNSAT;
}

static bool is_known(struct newton *n, const struct wanted *w)
{
    for (size_t i = 0; i < n->wanted.count; i++)
        if (has_equal(n, w->term, w->unknowns, w->unknown_count, &n->wanted.items[i]))
            return true;
    for (size_t i = 0; i < n->x->preds.count; i++) {
        const struct pred *p = &n->x->preds.items[i];
        struct wanted known = {p->v.expr, p->term, p->unknowns, p->unknown_count};
        if (p->v.kind == PRED_GIVEN && has_equal(n, w->term, w->unknowns, w->unknown_count, &known))
            return true;
    }
    return false;
}

/* Locals of one function at most: else nobody sees all that it names. */
static bool mixes(const struct abstraction *x, const struct cwi_expr *e, cwi_id *owner)
{
    if (!e)
        return false;
    if (e->kind == CWI_VAR && pred_is_local(x, e->ref)) {
        cwi_id of = cwi_var_of(x->u, e->ref)->owner;
        bool is_other = *owner && *owner != of;
        *owner = of;
        return is_other;
    }
    return mixes(x, e->a, owner) || mixes(x, e->b, owner) || mixes(x, e->c, owner);
}

static bool is_usable(const struct abstraction *x, const struct cwi_expr *e)
{
    cwi_id owner = 0, func;
    return !pred_has_lost(e) && !pred_has_result(e) && !pred_names_local(x, e, true) && pred_nodes(e) <= MOST_NODES &&
           !mixes(x, e, &owner) && !pred_fault(x, e, &func);
}

static void want(void *context, const struct cwi_expr *atom)
{
    struct newton *n = context;
    struct wanted w = {.e = pred_normal(n->x, atom)};
    if (!is_usable(n->x, w.e))
        return;
    n->x->used.count = 0;
    w.term = pred_truth(n->x, w.e);
    w.unknowns = pred_used(n->x, &w.unknown_count);
    if (w.unknown_count && !is_known(n, &w))
        vec_push(&n->wanted, w);
}

/* A condition at a point, and what it is at each before that, as far as `to`. */
static void want_back(struct newton *n, const struct cwi_expr *e, uint32_t from, uint32_t to)
{
    pred_atoms(n->x, e, want, n);
    while (from > to) {
        const struct cwi_expr *before = pred_path_before(&n->p, --from, e);
        if (before != e)
            pred_atoms(n->x, before, want, n);
        e = before;
    }
}

/* ---- what may hold at a cut -------------------------------------------------------------------------------------- */

static struct location *location_of(struct newton *n, const struct path_cut *c)
{
    for (size_t i = 0; i < n->locations.count; i++)
        if (n->locations.items[i].func == c->func && n->locations.items[i].block == c->block)
            return &n->locations.items[i];
    vec_push(&n->locations, ((struct location){.func = c->func, .block = c->block}));
    return &n->locations.items[n->locations.count - 1];
}

static void add_once(struct pred_exprs *v, const struct cwi_expr *e)
{
    for (size_t i = 0; i < v->count; i++)
        if (cwi_expr_equal(v->items[i], e))
            return;
    vec_push(v, e);
}

struct gathering {
    struct newton *n;
    cwi_id func;
    struct pred_exprs *out;
};

/* It names nothing local but what is the function's. */
static bool is_seen(const struct gathering *g, const struct cwi_expr *e)
{
    cwi_id owner = 0;
    return is_usable(g->n->x, e) && !mixes(g->n->x, e, &owner) && (!owner || owner == g->func);
}

static bool gather_place(void *context, const struct cwi_expr *e)
{
    struct gathering *g = context;
    if (cwi_is_lvalue(e) && pred_is_number(g->n->x, e->type) && is_seen(g, e))
        add_once(g->out, e);
    return e->kind != CWI_ADDR;
}

static void gather_text(void *context, const struct cwi_expr *atom)
{
    struct gathering *g = context;
    const struct cwi_expr *e = pred_normal(g->n->x, atom);
    if (is_seen(g, e))
        add_once(g->out, e);
}

/* The places in what is left of the path behind each cut; what the path and the predicates compare. */
static void find_locations(struct newton *n)
{
    struct abstraction *x = n->x;
    for (size_t i = 1; i < n->p.cuts.count; i++) {
        const struct path_cut *c = &n->p.cuts.items[i];
        struct location *l = location_of(n, c);
        struct gathering places = {n, c->func, &l->places}, texts = {n, c->func, &l->texts};
        for (size_t k = 0; k < n->conditions.count; k++) {
            const struct condition *e = &n->conditions.items[k];
            const struct cwi_expr *written = n->p.steps.items[e->step].condition;
            if (e->is_core && e->step >= c->at)
                cwi_expr_walk(pred_path_back(&n->p, e->step, c->at, written), gather_place, &places);
            pred_atoms(x, written, gather_text, &texts);
        }
        for (size_t k = 0; k < x->preds.count; k++)
            if (x->preds.items[k].v.kind == PRED_GIVEN)
                gather_text(&texts, x->preds.items[k].v.expr);
    }
    for (size_t i = 0; i < n->locations.count; i++) {
        struct location *l = &n->locations.items[i];
        pred_candidates(x, &l->places, &l->texts, &l->candidates);
        l->always = ARENA_ARRAY(x->arena, bool, l->candidates.count + 1);
        l->inductive = ARENA_ARRAY(x->arena, bool, l->candidates.count + 1);
        memset(l->always, 1, l->candidates.count);
    }
}

/* Which candidates hold whenever the path comes to the cut: those that no state shows to be false. */
static void find_holding(struct newton *n, const struct path_cut *cut, const struct location *l, bool *holds)
{
    struct pred_taken t = {.p = &n->p, .from = cut->at, .to_start = true};
    struct abstraction *x = n->x;
    smt_term *terms = ARENA_ARRAY(x->arena, smt_term, l->candidates.count + 1);
    bool is_known = false;
    question_begin(n);
    for (size_t i = 0; i < n->conditions.count; i++)
        if (n->conditions.items[i].step < cut->at)
            question_add(n, n->conditions.items[i].first, true);
    for (size_t i = 0; i < l->candidates.count; i++) {
        const struct cwi_expr *e = pred_taken_back(&t, l->candidates.items[i]);
        holds[i] = !pred_has_lost(e);
        terms[i] = holds[i] ? pred_truth(x, e) : 0;
    }
    size_t before = n->question.count;
    uint32_t count;
    const uint32_t *used = pred_used(x, &count);
    smt_term axioms = pred_axioms(x, used, count);
    while (!is_known && budget_ask(x->options->budget) == BUDGET_LEFT) {
        smt_term some = 0;
        n->question.count = before;
        if (axioms)
            vec_push(&n->question, axioms);
        for (size_t i = 0; i < l->candidates.count; i++) {
            smt_term not = holds[i] ? smt_unary(x->smt, CWI_LOGNOT, terms[i]) : 0;
            some = !not ? some : !some ? not : smt_binary(x->smt, CWI_LOGOR, false, some, not );
        }
        if (!some)
            break;
        vec_push(&n->question, some);
        enum smt_answer a = smt_check(x->smt, n->question.items, n->question.count);
        is_known = a == SMT_UNSAT;
        if (a == SMT_UNKNOWN)
            break;
        for (size_t i = 0; i < l->candidates.count && a == SMT_SAT; i++)
            holds[i] = holds[i] && smt_value(x->smt, terms[i]);
    }
    for (size_t i = 0; i < l->candidates.count; i++)
        holds[i] = holds[i] && is_known;
    vec_free(&t.places);
}

/* ---- what is needed at a cut ------------------------------------------------------------------------------------- */

/* A part of the path: from a cut to a point at which the goal has to hold. */
struct part {
    struct newton *n;
    uint32_t from, to;
    struct pred_exprs conditions; /* of the part, at its beginning; the last: that the goal does not hold */
    struct VEC(uint32_t) steps;   /* of each condition */
    const struct location *at;    /* NULL: the beginning of the program */
    struct VEC(uint32_t) may;     /* candidates that may be used, best first */
    struct VEC(uint32_t) needed;
};

static const struct cwi_expr *to_begin(struct part *p, uint32_t step, const struct cwi_expr *e)
{
    return p->at ? pred_path_back(&p->n->p, step, p->from, e) : pred_path_at_start(&p->n->p, step, e);
}

static void begin_part(struct part *p, const struct cwi_expr *goal)
{
    struct newton *n = p->n;
    p->conditions.count = p->steps.count = p->needed.count = 0;
    for (size_t i = 0; i < n->conditions.count; i++) {
        uint32_t step = n->conditions.items[i].step;
        if (step < p->from || step >= p->to)
            continue;
        vec_push(&p->conditions, to_begin(p, step, n->p.steps.items[step].condition));
        vec_push(&p->steps, step);
    }
    vec_push(&p->conditions, goal ? to_begin(p, p->to, goal) : NULL);
}

/* With the first `most` candidates, and those that are needed. */
static enum smt_answer ask_part(struct part *p, size_t most)
{
    struct newton *n = p->n;
    question_begin(n);
    for (size_t i = 0; i + 1 < p->conditions.count; i++)
        question_add(n, p->conditions.items[i], true);
    const struct cwi_expr *goal = p->conditions.items[p->conditions.count - 1];
    if (goal)
        question_add(n, goal, false);
    else
        vec_push(&n->question, smt_const(n->x->smt, 1, 1));
    for (size_t i = 0; i < p->needed.count; i++)
        question_add(n, p->at->candidates.items[p->needed.items[i]], true);
    for (size_t i = 0; i < most; i++)
        question_add(n, p->at->candidates.items[p->may.items[i]], true);
    return question_ask(n);
}

/* The fewest of the worst: those used are taken away from the worst on, as long as the rest is enough. */
static bool find_needed(struct part *p)
{
    size_t most = p->may.count, last = SIZE_MAX;
    for (;;) {
        if (ask_part(p, most) != SMT_UNSAT) {
            if (last == SIZE_MAX)
                return false;
            vec_push(&p->needed, p->may.items[last]);
            last = SIZE_MAX;
            continue;
        }
        size_t base = p->conditions.count + p->needed.count, worst = SIZE_MAX;
        for (size_t i = 0; i < most; i++)
            if (smt_in_core(p->n->x->smt, base + i))
                worst = i;
        if (worst == SIZE_MAX)
            return true;
        last = most = worst;
    }
}

/* The predicates of a part that is understood. */
static void want_part(struct part *p, const struct cwi_expr *goal)
{
    bool *used = ARENA_ARRAY(p->n->x->arena, bool, p->steps.count + 1);
    for (size_t i = 0; i < p->steps.count; i++)
        used[i] = smt_in_core(p->n->x->smt, i);
    for (size_t i = 0; i < p->needed.count; i++)
        pred_atoms(p->n->x, p->at->candidates.items[p->needed.items[i]], want, p->n);
    if (goal)
        want_back(p->n, goal, p->to, p->from);
    for (size_t i = p->steps.count; i-- > 0;)
        if (used[i])
            want_back(p->n, p->n->p.steps.items[p->steps.items[i]].condition, p->steps.items[i], p->from);
}

static bool try_part(struct part *p, const struct cwi_expr *goal, const bool *allowed)
{
    p->may.count = 0;
    for (size_t i = 0; p->at && i < p->at->candidates.count; i++)
        if (allowed[i])
            vec_push(&p->may, (uint32_t)i);
    begin_part(p, goal);
    return find_needed(p);
}

/* All goals from one cut; false: what holds there is not enough. The new goals are put into `needed`. */
static bool try_cut(struct newton *n, uint32_t cut, uint32_t to, const struct pred_exprs *goals,
                    struct pred_exprs *needed)
{
    const struct path_cut *c = &n->p.cuts.items[cut];
    struct part p = {.n = n, .from = cut ? c->at : 0, .to = to, .at = cut ? location_of(n, c) : NULL};
    bool *here = ARENA_ARRAY(n->x->arena, bool, p.at ? p.at->candidates.count + 1 : 1);
    const bool *allowed[] = {p.at ? p.at->inductive : here, p.at ? p.at->always : here, here};
    uint32_t tier = 0;
    bool found = true;
    needed->count = 0;
    smt_renew(n->x->smt);
    for (size_t i = 0; i < goals->count && found; i++) {
        found = try_part(&p, goals->items[i], allowed[tier]);
        while (!found && p.at && tier < 2) {
            if (++tier == 2)
                find_holding(n, c, p.at, here);
            found = try_part(&p, goals->items[i], allowed[tier]);
        }
        if (found)
            want_part(&p, goals->items[i]);
        for (size_t k = 0; k < p.needed.count && found; k++)
            add_once(needed, p.at->candidates.items[p.needed.items[k]]);
    }
    vec_free(&p.conditions);
    vec_free(&p.steps);
    vec_free(&p.may);
    vec_free(&p.needed);
    return found;
}

/* Back from cut to cut. */
static void explain(struct newton *n, bool is_thorough)
{
    struct pred_exprs goals = {0}, needed = {0};
    uint32_t to = (uint32_t)n->p.steps.count;
    vec_push(&goals, NULL); /* the end is not reached */
    for (size_t i = n->p.cuts.count; i-- > 0;) {
        if (is_thorough && i)
            continue;
        if (n->p.cuts.items[i].at >= to && i)
            continue;
        if (!try_cut(n, (uint32_t)i, to, &goals, &needed))
            continue;
        struct pred_exprs swapped = goals;
        goals = needed;
        needed = swapped;
        to = n->p.cuts.items[i].at;
        if (!goals.count)
            break; /* what is left contradicts itself */
    }
    vec_free(&goals);
    vec_free(&needed);
}

static void find_always(struct newton *n)
{
    for (size_t i = 1; i < n->p.cuts.count; i++) {
        struct location *l = location_of(n, &n->p.cuts.items[i]);
        bool *holds = ARENA_ARRAY(n->x->arena, bool, l->candidates.count + 1);
        smt_renew(n->x->smt);
        find_holding(n, &n->p.cuts.items[i], l, holds);
        for (size_t k = 0; k < l->candidates.count; k++)
            l->always[k] &= holds[k];
    }
    for (size_t i = 0; i < n->locations.count; i++) {
        struct location *l = &n->locations.items[i];
        memcpy(l->inductive, l->always, l->candidates.count);
        smt_renew(n->x->smt);
        pred_keep_inductive(n->x, l->func, l->block, l->candidates.items, l->candidates.count, l->inductive);
    }
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static void decide(struct newton *n, bool is_thorough, struct pred_path *out)
{
    find_conditions(n);
    smt_renew(n->x->smt);
    for (size_t i = 0; i < n->conditions.count; i++)
        n->conditions.items[i].is_core = true;
    enum smt_answer a = ask_core(n, SIZE_MAX);
    if (a == SMT_SAT) {
        out->kind = PRED_PATH_REAL;
        take_inputs(n, out);
        return;
    }
    if (a == SMT_UNKNOWN) {
        out->why = "the solver does not know whether it is possible";
        return;
    }
    out->kind = PRED_PATH_NOT;
    shrink_core(n);
    if (!is_thorough) {
        find_locations(n);
        find_always(n);
    }
    explain(n, is_thorough);
}

static void hand_over(struct newton *n, struct pred_path *out)
{
    const struct cwi_expr **added = ARENA_ARRAY(n->x->arena, const struct cwi_expr *, n->wanted.count + 1);
    for (size_t i = 0; i < n->wanted.count && i < MOST_WANTED; i++)
        added[out->added_count++] = n->wanted.items[i].e;
    out->added = added;
    out->decision_count = (uint32_t)n->p.decisions.count;
    out->decisions = vec_to_arena(&n->p.decisions, n->x->arena);
}

enum status pred_explain(struct abstraction *x, const struct pred_abstraction *made, const struct bool_answer *trace,
                         bool is_thorough, struct pred_path *out, struct diag *d)
{
    struct newton n = {.x = x, .p = {.x = x}};
    *out = (struct pred_path){.kind = PRED_PATH_UNCLEAR};
    pred_path_build(&n.p, made, trace);
    if (n.p.why)
        out->why = n.p.why;
    else
        decide(&n, is_thorough, out);
    hand_over(&n, out);
    pred_path_free(&n.p);
    for (size_t i = 0; i < n.locations.count; i++) {
        vec_free(&n.locations.items[i].places);
        vec_free(&n.locations.items[i].texts);
        vec_free(&n.locations.items[i].candidates);
    }
    vec_free(&n.conditions);
    vec_free(&n.locations);
    vec_free(&n.wanted);
    vec_free(&n.question);
    enum budget_end end = budget_ask(x->options->budget);
    return !end ? ST_OK
                : diag_set(d, end == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                           "the time was up while predicates were looked for");
}
