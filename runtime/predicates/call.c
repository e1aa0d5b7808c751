/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls. Arguments of a procedure are what the predicates on its formal parameters are before the call; it returns what
 * those on its result are. Afterwards predicates of the caller on places that the callee may write are found anew from
 * all others, the results among them, and then the result is assigned. Functions without a body change what points-to
 * says and return any value in their range.
 *
 * Source: Ball, Podelski, Rajamani 2001, section 9.1; Ball et al., PLDI 2001, 4.5.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

struct calling {
    struct abstraction *x;
    const struct pred_ids *scope;
    const struct cwi_stmt *stmt;
    struct place at;
};

static void set_all(struct abstraction *x, const struct pred_ids *preds, struct place at)
{
    struct bool_name *names = ARENA_ARRAY(x->arena, struct bool_name, preds->count);
    struct bool_expr **values = ARENA_ARRAY(x->arena, struct bool_expr *, preds->count);
    for (size_t i = 0; i < preds->count; i++) {
        names[i] = (struct bool_name){x->preds.items[preds->items[i]].v.name, at};
        values[i] = pred_constant(x, BOOL_STAR);
    }
    pred_assign_all(x, names, values, preds->count, at);
}

/* ---- functions with a body --------------------------------------------------------------------------------------- */

static void call_procedure(struct calling *c, cwi_id callee)
{
    struct abstraction *x = c->x;
    const struct pred_func *f = &x->funcs[callee];
    struct VEC(struct bool_expr *) args = {0};
    struct VEC(struct bool_name) names = {0};
    for (size_t i = 0; i < f->own.count; i++) {
        const struct pred_variable v = x->preds.items[f->own.items[i]].v;
        if (v.is_formal)
            vec_push(&args, pred_choice(x, pred_cover(x, c->scope, pred_before_call(x, callee, c->stmt, v.expr))));
    }
    for (size_t i = 0; i < f->results.count; i++)
        vec_push(&names, ((struct bool_name){x->preds.items[f->results.items[i]].v.name, c->at}));
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_CALL, c->at);
    b->callee = (struct bool_name){x->program->procs[f->proc]->name, c->at};
    bool_stmt_args(x->program, b, args.items, args.count);
    bool_stmt_names(x->program, b, names.items, names.count);
    vec_free(&args);
    vec_free(&names);
}

/* The caller's own predicates that the call may change, and all others that it knows. */
static void find_changed(struct calling *c, struct pt_set killed, struct pred_ids *changed, struct pred_ids *known)
{
    struct abstraction *x = c->x;
    struct pred_change change = {.func = x->func, .killed = killed};
    for (size_t i = 0; i < c->scope->count; i++) {
        const struct pred p = x->preds.items[c->scope->items[i]];
        if (p.v.func && pred_before(x, &change, p.v.expr) != p.v.expr)
            vec_push(changed, c->scope->items[i]);
        else
            vec_push(known, c->scope->items[i]);
    }
}

static void set_calling(struct calling *c)
{
    struct bool_name name = {PRED_CALLING, c->at};
    struct bool_expr *value = pred_constant(c->x, BOOL_TRUE);
    pred_assign_all(c->x, &name, &value, 1, c->at);
}

/* Those that changed, from those that are known afterwards. */
static void update_own(struct calling *c, const struct pred_ids *changed, const struct pred_ids *known)
{
    struct abstraction *x = c->x;
    struct VEC(struct bool_name) names = {0};
    struct VEC(struct bool_expr *) values = {0};
    for (size_t i = 0; i < changed->count; i++) {
        const struct pred p = x->preds.items[changed->items[i]];
        vec_push(&names, ((struct bool_name){p.v.name, c->at}));
        vec_push(&values, pred_choice(x, pred_cover(x, known, p.v.expr)));
    }
    if (x->funcs[x->func].has_calling) {
        vec_push(&names, ((struct bool_name){PRED_CALLING, c->at}));
        vec_push(&values, pred_constant(x, BOOL_FALSE));
    }
    pred_assign_all(x, names.items, values.items, names.count, c->at);
    vec_free(&names);
    vec_free(&values);
}

static bool uses(const struct cwi_expr *e, cwi_id var)
{
    return e && ((e->kind == CWI_VAR && e->ref == var) || uses(e->a, var) || uses(e->b, var) || uses(e->c, var));
}

/* A result that speaks of parameters, in the caller's names after the call: where the arguments still have the values
 * that were handed over. NULL: they may not. */
static const struct cwi_expr *in_callers_names(struct calling *c, cwi_id callee, const struct cwi_expr *e)
{
    struct abstraction *x = c->x;
    const struct cwi_func *f = cwi_func_of(x->u, callee);
    struct pred_change change = {.func = x->func, .killed = pt_mod(x->pt, callee)};
    for (uint32_t i = 0; i < f->param_count; i++)
        if (uses(e, f->params[i]) && (i >= c->stmt->arg_count || pred_has_lost(c->stmt->args[i]) ||
                                      pred_before(x, &change, c->stmt->args[i]) != c->stmt->args[i]))
            return NULL;
    const struct cwi_expr *seen = pred_before_call(x, callee, c->stmt, e);
    return pred_has_lost(seen) ? NULL : seen;
}

/* The results as predicates of the state after the call. */
static void see_results(struct calling *c, cwi_id callee, struct pred_ids *out)
{
    struct abstraction *x = c->x;
    const struct pred_ids *results = &x->funcs[callee].results;
    for (size_t i = 0; i < results->count; i++) {
        struct pred p = x->preds.items[results->items[i]];
        const struct cwi_expr *seen = pred_has_result(p.v.expr) ? NULL : in_callers_names(c, callee, p.v.expr);
        if (pred_has_result(p.v.expr)) {
            vec_push(out, results->items[i]);
        } else if (seen) {
            x->used.count = 0;
            p.term = pred_truth(x, seen);
            p.unknowns = pred_used(x, &p.unknown_count);
            p.is_seen_by_caller = true;
            vec_push(&x->preds, p);
            vec_push(out, (uint32_t)x->preds.count - 1);
        }
    }
}

static void call_body(struct calling *c, cwi_id callee)
{
    struct abstraction *x = c->x;
    struct pred_ids seen = {0}, changed = {0}, known = {0}, *results = &seen;
    find_changed(c, pt_mod(x->pt, callee), &changed, &known);
    if (changed.count && x->funcs[x->func].has_calling)
        set_calling(c);
    call_procedure(c, callee);
    see_results(c, callee, &seen);
    for (size_t i = 0; i < results->count; i++)
        vec_push(&known, results->items[i]);
    if (changed.count)
        update_own(c, &changed, &known);
    if (c->stmt->lhs) {
        struct pred_ids all = {0};
        for (size_t i = 0; i < c->scope->count; i++)
            vec_push(&all, c->scope->items[i]);
        for (size_t i = 0; i < results->count; i++)
            vec_push(&all, results->items[i]);
        struct pred_change store = {.func = x->func, .lhs = c->stmt->lhs, .rhs = pred_result(x, c->stmt->lhs->type)};
        pred_assign(x, &store, &all, c->at);
        vec_free(&all);
    }
    set_all(x, &x->funcs[callee].results, c->at);
    vec_free(&seen);
    vec_free(&changed);
    vec_free(&known);
}

/* ---- functions without ------------------------------------------------------------------------------------------- */

static const struct cwi_expr *between(struct abstraction *x, const struct cwi_expr *value, int64_t lo, int64_t hi)
{
    cwi_id truth = cwi_int_type(x->u, 1, false), wide = cwi_int_type(x->u, 64, true);
    const struct cwi_expr *e = pred_converted(x, value, wide);
    const struct cwi_expr *low = cwi_expr_binary(x->arena, CWI_GE, truth, e, cwi_expr_const(x->arena, wide, lo));
    const struct cwi_expr *high = cwi_expr_binary(x->arena, CWI_LE, truth, e, cwi_expr_const(x->arena, wide, hi));
    return cwi_expr_binary(x->arena, CWI_LOGAND, truth, low, high);
}

const struct cwi_expr *pred_range(struct abstraction *x, const struct effect *e, const struct cwi_expr *value)
{
    const struct cwi_expr *range = NULL;
    const struct cwi_type *t = value ? cwi_type_of(x->u, value->type) : NULL;
    if (!t || t->kind != CWI_INT || t->bits > 63 || !(e->from_note || e->known))
        return NULL;
    int64_t least = t->is_signed ? -(INT64_C(1) << (t->bits - 1)) : 0;
    int64_t most = (INT64_C(1) << (t->bits - t->is_signed)) - 1;
    for (uint32_t i = 0; i < e->value_count; i++) {
        const struct cwi_expr *one = between(x, value, e->values[i].lo, e->values[i].hi);
        if (e->values[i].lo < least || e->values[i].hi > most)
            return NULL;
        range = range ? cwi_expr_binary(x->arena, CWI_LOGOR, cwi_int_type(x->u, 1, false), range, one) : one;
    }
    if (!range && e->result == EFFECT_VALUE && e->lo >= least && e->hi <= most && !e->name)
        range = between(x, value, e->lo, e->hi);
    return range;
}

static void narrow_result(struct calling *c, const struct effect *e)
{
    const struct cwi_expr *lhs = c->stmt->lhs;
    const struct cwi_expr *range = lhs && lhs->kind == CWI_VAR ? pred_range(c->x, e, lhs) : NULL;
    if (range)
        pred_assume(c->x, c->scope, range, true, c->at);
}

static void call_external(struct calling *c, cwi_id callee, const struct effect *e)
{
    struct abstraction *x = c->x;
    const struct cwi_stmt *s = c->stmt;
    struct pred_change change = {.func = x->func, .lhs = s->lhs, .killed = pt_stmt_mod(x->pt, x->func, s)};
    if (e->flags & EFFECT_ASSERTS && s->arg_count) {
        pred_assume(x, c->scope, s->args[0], true, c->at);
        return;
    }
    if (e->flags & EFFECT_ASSUME && s->arg_count)
        pred_assume(x, c->scope, s->args[0], true, c->at);
    if (e->flags & EFFECT_SAME && s->lhs && s->arg_count && !(e->flags & EFFECT_ANY_MEMORY)) {
        change.rhs = pred_converted(x, s->args[0], s->lhs->type);
        change.killed.count = 0;
    }
    pred_assign(x, &change, c->scope, c->at);
    if (e->flags & EFFECT_NORETURN || cwi_func_of(x->u, callee)->is_noreturn)
        pred_stop(x, c->at);
    else
        narrow_result(c, e);
}

/* ---- the statement ----------------------------------------------------------------------------------------------- */

static void assert_argument(struct calling *c)
{
    struct abstraction *x = c->x;
    struct bool_expr *holds = pred_choice(x, pred_cover(x, c->scope, c->stmt->args[0]));
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_ASSERT, c->at);
    bool_stmt_args(x->program, b, &holds, 1);
}

/* What is an error by its name is one whether it has a body or not. */
static void call_one(struct calling *c, cwi_id callee)
{
    struct effect e = pt_effect_of(c->x->u, callee, c->x->notes);
    if (c->stmt->rhs->kind != CWI_FUNCREF)
        vec_push(&c->x->leads, ((struct pred_lead){callee, c->x->funcs[c->x->func].proc, c->x->proc->stmt_count}));
    if (e.flags & EFFECT_ERROR)
        pred_fail(c->x, c->at);
    if (e.flags & EFFECT_ASSERTS && c->stmt->arg_count)
        assert_argument(c);
    if (c->x->funcs[callee].is_in)
        call_body(c, callee);
    else
        call_external(c, callee, &e);
}

/* One of several functions, by free choice. */
static void call_some(struct calling *c, struct pt_set targets)
{
    struct abstraction *x = c->x;
    struct bool_target *to = ARENA_ARRAY(x->arena, struct bool_target, targets.count);
    for (uint32_t i = 0; i < targets.count; i++)
        to[i] = (struct bool_target){.name = arena_printf(x->arena, "w%u", x->label++), .at = c->at};
    const char *end = arena_printf(x->arena, "w%u", x->label++);
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_GOTO, c->at);
    bool_stmt_targets(x->program, b, to, targets.count);
    for (uint32_t i = 0; i < targets.count; i++) {
        bool_add_label(x->program, x->proc, to[i].name, c->at);
        pred_mark_way(x, i);
        call_one(c, pt_object_of(x->pt, targets.objects[i]).id);
        pred_jump(x, end, c->at);
    }
    bool_add_label(x->program, x->proc, end, c->at);
    bool_add_stmt(x->program, x->proc, BOOL_SKIP, c->at);
}

void pred_call(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    struct calling c = {x, scope, s, cwi_place_text(x->u, s->at)};
    struct pt_set targets = pt_targets(x->pt, x->func, s);
    if (!targets.count)
        pred_stop(x, c.at); /* the pointer leads to no function: undefined */
    else if (targets.count == 1)
        call_one(&c, pt_object_of(x->pt, targets.objects[0]).id);
    else
        call_some(&c, targets);
}
