/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The path, the lasso or the tree behind a verdict: a winning strategy is followed from the initial state. Where the
 * winner moves, one move is enough; where the loser does, all moves matter. Strategies are computed again, with
 * choices, for the components that the walk comes through; where it spreads from what is decided, the first way found
 * is a shortest one.
 */
#include "runtime/logic/explain.h"

enum { MOST_STEPS = 10000, MOST_BRANCHES = 20 };
enum { SHOWN, ON_THE_WAY }; /* the latter plus the number of the step that comes next */

struct explainer {
    struct solution *s;
    struct arena *arena;
    struct VEC(struct logic_step) steps;
    struct game *games; /* by component; winner == NULL: not solved again yet */
    struct map64 met;   /* by equation and state */
    size_t most, branches;
    enum status status;
    struct diag *diag;
};
struct walk {
    uint32_t equation, state, depth;
    bool value;
    const char *fact; /* the last one that was told */
};

static const struct equation *equation_of(const struct explainer *x, uint32_t number)
{
    return &x->s->y->eq.items[number];
}

static bool value_of(const struct explainer *x, uint32_t equation, uint32_t state)
{
    return bit_get(x->s->value[equation], state);
}

static void add_step(struct explainer *x, const struct walk *w, enum logic_step_kind kind, const char *text)
{
    uint32_t origin = model_origin(x->s->m, w->state);
    struct logic_step step = {.kind = kind, .depth = w->depth, .state = origin, .target = origin, .text = text};
    vec_push(&x->steps, step);
}

static void take(struct explainer *x, struct walk *w, uint64_t t)
{
    uint32_t to = model_target(x->s->m, w->state, t);
    add_step(x, w, LOGIC_STEP, NULL);
    x->steps.items[x->steps.count - 1].transition = t;
    x->steps.items[x->steps.count - 1].target = model_origin(x->s->m, to);
    w->equation = equation_of(x, w->equation)->child[0];
    w->state = to;
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

static void put_literal(const struct explainer *x, const struct equation *e, uint32_t state, struct buf *out)
{
    const struct atom *a = &x->s->m->atoms.items[e->atom];
    uint8_t value = model_value(x->s->m, state, e->atom);
    buf_puts(out, out->size ? ", " : "");
    if (a->is_event)
        buf_printf(out, value == LTS_TRUE ? "%s just happened" : "%s did not just happen", a->name);
    else
        buf_printf(out, "%s is %s", a->name, value == LTS_TRUE ? "true" : value == LTS_FALSE ? "false" : "unknown");
}

/* A modality of all labels on a constant: whether there is a transition. */
static void put_transition(const struct explainer *x, const struct equation *e, bool value, struct buf *out)
{
    bool any = (e->op == EQ_DIAMOND) == value, certain = wants_must(x->s, e->op) && x->s->m->is_modal;
    buf_printf(out, "%sthere is %s transition%s", out->size ? ", " : "", any ? "a" : "no",
               !any && certain ? " that is certain" : "");
}

/* The literals, and modalities on constants, that give an equation its value. */
static void put_facts(const struct explainer *x, uint32_t equation, uint32_t state, bool value, struct buf *out)
{
    const struct equation *e = equation_of(x, equation);
    if (e->op == EQ_LITERAL)
        put_literal(x, e, state, out);
    if (is_modal_op(e->op))
        put_transition(x, e, value, out);
    for (uint32_t i = 0; !is_modal_op(e->op) && i < e->count; i++) {
        if (value_of(x, e->child[i], state) != value)
            continue;
        put_facts(x, e->child[i], state, value, out);
        if (is_easy(e->op, value))
            return;
    }
}

static void tell_facts(struct explainer *x, struct walk *w, const struct buf *facts)
{
    if (!facts->size || (w->fact && !strcmp(w->fact, buf_str(facts))))
        return;
    w->fact = arena_strn(x->arena, buf_str(facts), facts->size);
    add_step(x, w, LOGIC_FACT, w->fact);
}

/* ---- moves of the winner ----------------------------------------------------------------------------------------- */

/* What the strategy does, as a position of the component's game; NO_CHOICE: any move that keeps the value. */
static uint32_t chosen(struct explainer *x, const struct walk *w)
{
    const struct equation *e = equation_of(x, w->equation);
    struct game *g = &x->games[e->component];
    uint32_t local;
    if (!x->s->y->components.items[e->component].is_recursive)
        return NO_CHOICE;
    if (!g->winner && x->status == ST_OK)
        x->status = logic_game_solve(x->s, e->component, true, g, x->diag);
    if (x->status != ST_OK || !base_map64_get(&g->local, w->equation, &local))
        return NO_CHOICE;
    return g->choice[(size_t)local * g->states + w->state];
}

static void choose_child(struct explainer *x, struct walk *w)
{
    const struct equation *e = equation_of(x, w->equation);
    uint32_t choice = chosen(x, w), best = UINT32_MAX;
    if (choice != NO_CHOICE) {
        const struct game *g = &x->games[e->component];
        w->equation = g->equation[choice / g->states];
        return;
    }
    int rank = 3; /* without modalities, outside, inside */
    for (uint32_t i = 0; i < e->count; i++) {
        const struct equation *c = equation_of(x, e->child[i]);
        int its = !c->is_deep ? 0 : c->component != e->component ? 1 : 2;
        if (value_of(x, e->child[i], w->state) == w->value && its < rank) {
            rank = its;
            best = e->child[i];
        }
    }
    w->equation = best;
}

static void choose_transition(struct explainer *x, struct walk *w)
{
    const struct equation *e = equation_of(x, w->equation);
    uint32_t choice = chosen(x, w), target = choice == NO_CHOICE ? 0 : choice % x->s->m->states;
    for (uint64_t t = model_row(x->s->m, w->state); t < model_row_end(x->s->m, w->state); t++) {
        uint32_t to = model_target(x->s->m, w->state, t);
        if (transition_counts(x->s, e, w->state, t) &&
            (choice != NO_CHOICE ? to == target : value_of(x, e->child[0], to) == w->value)) {
            take(x, w, t);
            return;
        }
    }
}

/* ---- moves of the loser ------------------------------------------------------------------------------------------ */

static void walk(struct explainer *x, struct walk w);

/* Why something is true everywhere would be the whole system; what is not shown goes without saying. */
static bool may_branch(struct explainer *x, const struct walk *w)
{
    return !w->value && x->branches++ < MOST_BRANCHES;
}

/* Of two modalities on one equation, <>X and []X, the one that all transitions matter for says more; one on a constant
 * says that there is a transition, or none, which one on something else shows. */
static bool says_less(const struct explainer *x, const struct equation *e, const struct equation *c, bool value)
{
    if (!is_modal_op(c->op))
        return false;
    for (uint32_t i = 0; i < e->count; i++) {
        const struct equation *other = equation_of(x, e->child[i]);
        if (other == c || !is_modal_op(other->op) || equation_of(x, other->child[0])->op <= EQ_FALSE)
            continue;
        bool constant = equation_of(x, c->child[0])->op <= EQ_FALSE;
        if (constant || (other->child[0] == c->child[0] && is_easy(c->op, value)))
            return true;
    }
    return false;
}

/* All children matter. Returns whether the walk goes on, along the only one with modalities. */
static bool follow_children(struct explainer *x, struct walk *w)
{
    const struct equation *e = equation_of(x, w->equation);
    struct buf facts = {0};
    struct VEC(uint32_t) deep = {0};
    for (uint32_t i = 0; i < e->count; i++) {
        const struct equation *c = equation_of(x, e->child[i]);
        if (says_less(x, e, c, w->value))
            continue;
        if (c->is_deep)
            vec_push(&deep, e->child[i]);
        else
            put_facts(x, e->child[i], w->state, w->value, &facts);
    }
    tell_facts(x, w, &facts);
    buf_free(&facts);
    bool goes_on = deep.count == 1;
    if (goes_on)
        w->equation = deep.items[0];
    for (size_t i = 0; !goes_on && i < deep.count && may_branch(x, w); i++) {
        struct walk down = {deep.items[i], w->state, w->depth + 1, w->value, NULL};
        add_step(x, &down, LOGIC_BRANCH, NULL);
        walk(x, down);
    }
    vec_free(&deep);
    return goes_on;
}

static const char *why_none(const struct explainer *x, const struct walk *w)
{
    if (model_row(x->s->m, w->state) == model_row_end(x->s->m, w->state))
        return "has no transition";
    return x->s->m->is_modal && wants_must(x->s, equation_of(x, w->equation)->op)
               ? "has no such transition that is certain"
               : "has no such transition";
}

static bool follow_transitions(struct explainer *x, struct walk *w)
{
    const struct equation *e = equation_of(x, w->equation);
    uint64_t count = 0, last = 0, end = model_row_end(x->s->m, w->state);
    for (uint64_t t = model_row(x->s->m, w->state); t < end; t++)
        if (transition_counts(x->s, e, w->state, t)) {
            count++;
            last = t;
        }
    if (!count)
        add_step(x, w, LOGIC_END, why_none(x, w));
    if (count == 1)
        take(x, w, last);
    for (uint64_t t = model_row(x->s->m, w->state); count > 1 && t < end; t++) {
        struct walk down = {w->equation, w->state, w->depth + 1, w->value, w->fact};
        if (!transition_counts(x->s, e, w->state, t))
            continue;
        if (!may_branch(x, w))
            break;
        add_step(x, &down, LOGIC_BRANCH, NULL);
        take(x, &down, t);
        walk(x, down);
    }
    return count == 1;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

/* Whether the walk ends here because it was here before, or has become too long. */
static bool is_over(struct explainer *x, const struct walk *w, uint64_t place)
{
    uint32_t met;
    if (x->steps.count >= x->most || x->status != ST_OK) {
        add_step(x, w, LOGIC_CUT, "the rest is left out");
        return true;
    }
    if (!base_map64_get(&x->met, place, &met))
        return false;
    add_step(x, w, met >= ON_THE_WAY ? LOGIC_LOOP : LOGIC_SEEN, NULL);
    if (met >= ON_THE_WAY)
        x->steps.items[x->steps.count - 1].again = met - ON_THE_WAY;
    return true;
}

static void walk(struct explainer *x, struct walk w)
{
    struct VEC(uint64_t) way = {0};
    for (bool goes_on = true; goes_on;) {
        const struct equation *e = equation_of(x, w.equation);
        uint64_t place = (uint64_t)w.equation * x->s->m->states + w.state;
        if (!e->is_deep) {
            struct buf facts = {0};
            put_facts(x, w.equation, w.state, w.value, &facts);
            tell_facts(x, &w, &facts);
            buf_free(&facts);
            break;
        }
        if (is_over(x, &w, place))
            break;
        base_map64_put(&x->met, place, ON_THE_WAY + (uint32_t)x->steps.count);
        vec_push(&way, place);
        bool easy = is_easy(op_at(x->s, e, w.state), w.value);
        if (easy && is_modal_op(e->op))
            choose_transition(x, &w);
        else if (easy)
            choose_child(x, &w);
        else
            goes_on = is_modal_op(e->op) ? follow_transitions(x, &w) : follow_children(x, &w);
    }
    for (size_t i = 0; i < way.count; i++)
        base_map64_put(&x->met, way.items[i], SHOWN);
    vec_free(&way);
}

/* A tree that is too large to show is left out. */
static void cut_branches(struct explainer *x)
{
    size_t i = 0;
    while (x->steps.items[i].kind != LOGIC_BRANCH)
        i++;
    struct logic_step *s = &x->steps.items[i];
    s->kind = LOGIC_CUT;
    s->depth--;
    s->text = "all ways on from here matter; they are too many to show";
    x->steps.count = i + 1;
}

enum status logic_explain(struct solution *s, bool value, const struct logic_options *o, struct arena *a,
                          struct logic_answer *out, struct diag *d)
{
    struct explainer x = {.s = s, .arena = a, .diag = d};
    x.most = o->max_steps && o->max_steps < MOST_STEPS ? o->max_steps : MOST_STEPS;
    x.games = base_mem_zalloc(s->y->components.count * sizeof *x.games);
    walk(&x, (struct walk){s->y->root, s->m->initial, 0, value, NULL});
    if (x.branches > MOST_BRANCHES && !value)
        cut_branches(&x);
    for (size_t i = 0; i < s->y->components.count; i++)
        if (x.games[i].winner)
            logic_game_free(&x.games[i]);
    free(x.games);
    base_map64_free(&x.met);
    if (x.status == ST_OK) {
        out->count = x.steps.count;
        out->steps = vec_to_arena(&x.steps, a);
    }
    vec_free(&x.steps);
    return x.status;
}
