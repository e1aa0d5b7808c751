/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cuts of a path that is none: what holds at loop heads and entries of functions, and how little of it is enough. Back
 * from the last cut, what is needed at one is the goal of the part before it; a cut at which too little holds is left
 * out.
 *
 * Invariant: what is needed at a cut holds whenever the path comes there, and with the part behind it implies the
 * goals. Source: Henzinger, Jhala, Majumdar, McMillan 2004, Abstractions from proofs; Junker 2004, QuickXplain (the
 * preferred conditions).
 */
#include "newton.h"

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
    cwi_id owner;
    return pred_is_usable(g->n->x, e, &owner) && (!owner || owner == g->func);
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
    pred_question_begin(n);
    for (size_t i = 0; i < n->conditions.count; i++)
        if (n->conditions.items[i].step < cut->at)
            pred_question_add(n, n->conditions.items[i].first, true);
    for (size_t i = 0; i < l->candidates.count; i++) {
        const struct cwi_expr *e = pred_taken_back(&t, l->candidates.items[i]);
        holds[i] = !pred_has_lost(e);
        terms[i] = holds[i] ? pred_truth(x, e) : 0;
    }
    size_t before = n->question.count;
    uint32_t count;
    const uint32_t *used = pred_used(x, &count);
    smt_term axioms = pred_axioms(x, used, count);
    while (!is_known && base_budget_ask(x->options->budget) == BUDGET_LEFT) {
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
    pred_question_begin(n);
    for (size_t i = 0; i + 1 < p->conditions.count; i++)
        pred_question_add(n, p->conditions.items[i], true);
    const struct cwi_expr *goal = p->conditions.items[p->conditions.count - 1];
    if (goal)
        pred_question_add(n, goal, false);
    else
        vec_push(&n->question, smt_const(n->x->smt, 1, 1));
    for (size_t i = 0; i < p->needed.count; i++)
        pred_question_add(n, p->at->candidates.items[p->needed.items[i]], true);
    for (size_t i = 0; i < most; i++)
        pred_question_add(n, p->at->candidates.items[p->may.items[i]], true);
    return pred_question_ask(n);
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

/* A condition at a point, and what it is at each before that, as far as `to`. */
static void want_back(struct newton *n, const struct cwi_expr *e, uint32_t from, uint32_t to)
{
    pred_atoms(n->x, e, pred_want, n);
    while (from > to) {
        const struct cwi_expr *before = pred_path_before(&n->p, --from, e);
        if (before != e)
            pred_atoms(n->x, before, pred_want, n);
        e = before;
    }
}

/* The predicates of a part that is understood. */
static void want_part(struct part *p, const struct cwi_expr *goal)
{
    bool *used = ARENA_ARRAY(p->n->x->arena, bool, p->steps.count + 1);
    for (size_t i = 0; i < p->steps.count; i++)
        used[i] = smt_in_core(p->n->x->smt, i);
    for (size_t i = 0; i < p->needed.count; i++)
        pred_atoms(p->n->x, p->at->candidates.items[p->needed.items[i]], pred_want, p->n);
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

void pred_explain_cuts(struct newton *n, bool is_thorough)
{
    if (!is_thorough) {
        find_locations(n);
        find_always(n);
    }
    explain(n, is_thorough);
}

void pred_free_locations(struct newton *n)
{
    for (size_t i = 0; i < n->locations.count; i++) {
        vec_free(&n->locations.items[i].places);
        vec_free(&n->locations.items[i].texts);
        vec_free(&n->locations.items[i].candidates);
    }
    vec_free(&n->locations);
}
