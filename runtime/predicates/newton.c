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
#include "newton.h"

enum { MOST_NODES = 20, MOST_CORE = 40, MOST_WANTED = 16 };

/* ---- asking ------------------------------------------------------------------------------------------------------ */

void pred_question_begin(struct newton *n)
{
    n->question.count = 0;
    n->x->used.count = 0;
}

void pred_question_add(struct newton *n, const struct cwi_expr *e, bool holds)
{
    smt_term t = pred_truth(n->x, e);
    vec_push(&n->question, holds ? t : smt_unary(n->x->smt, CWI_LOGNOT, t));
}

/* Of the conditions that were added, and what holds in every state. */
enum smt_answer pred_question_ask(struct newton *n)
{
    uint32_t count;
    const uint32_t *used = pred_used(n->x, &count);
    smt_term axioms = pred_axioms(n->x, used, count);
    if (axioms)
        vec_push(&n->question, axioms);
    return base_budget_ask(n->x->options->budget) ? SMT_UNKNOWN
                                                  : smt_check(n->x->smt, n->question.items, n->question.count);
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
    pred_question_begin(n);
    for (size_t i = 0; i < n->conditions.count; i++)
        if (i != without && n->conditions.items[i].is_core)
            pred_question_add(n, n->conditions.items[i].first, true);
    return pred_question_ask(n);
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

bool pred_is_usable(const struct abstraction *x, const struct cwi_expr *e, cwi_id *owner)
{
    cwi_id func;
    *owner = 0;
    return !pred_has_lost(e) && !pred_has_result(e) && !pred_names_local(x, e, true) && pred_nodes(e) <= MOST_NODES &&
           !mixes(x, e, owner) && !pred_fault(x, e, &func);
}

void pred_want(void *context, const struct cwi_expr *atom)
{
    struct newton *n = context;
    struct wanted w = {.e = pred_normal(n->x, atom)};
    cwi_id owner;
    if (!pred_is_usable(n->x, w.e, &owner))
        return;
    n->x->used.count = 0;
    w.term = pred_truth(n->x, w.e);
    w.unknowns = pred_used(n->x, &w.unknown_count);
    if (w.unknown_count && !is_known(n, &w))
        vec_push(&n->wanted, w);
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
    pred_explain_cuts(n, is_thorough);
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
    pred_free_locations(&n);
    vec_free(&n.conditions);
    vec_free(&n.wanted);
    vec_free(&n.question);
    enum budget_end end = base_budget_ask(x->options->budget);
    return !end ? ST_OK
                : diag_set(d, end == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                           "the budget was used up while predicates were looked for");
}
