/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Predicates that carry others: GCC computes through temporaries, which users cannot name, and C returns values that
 * have no name. For each statement that a temporary goes into, the condition on it that decides a predicate; for each
 * call, the conditions on the result. In rounds, until nothing is added or there are too many.
 *
 * Source: Ball et al., PLDI 2001, 4.5.2, return predicates; temporaries are this tool's.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

enum { MOST_DERIVED = 60, MOST_RESULTS = 24, MOST_CASES = 8, MOST_NODES = 60, DEEPEST = 4 };

static bool has_cases(const struct cwi_expr *e)
{
    return e && (e->kind == CWI_COND || has_cases(e->a) || has_cases(e->b) || has_cases(e->c));
}

/* Cases of aliases are left out: they would be carried round and round. */
static bool is_usable(const struct cwi_expr *e)
{
    return !pred_has_lost(e) && !has_cases(e) && pred_nodes(e) <= MOST_NODES;
}

static bool derive(struct abstraction *x, cwi_id func, const struct cwi_expr *e, uint32_t depth)
{
    struct pred_func *f = &x->funcs[func];
    cwi_id unused;
    if (!is_usable(e) || depth > DEEPEST || f->derived >= MOST_DERIVED || !pred_names_local(x, e, false) ||
        pred_fault(x, e, &unused))
        return false;
    bool is_new = pred_add(x, e, PRED_DERIVED, func, depth);
    f->derived += is_new;
    return is_new;
}

static bool add_result(struct abstraction *x, cwi_id callee, const struct cwi_expr *e, uint32_t depth)
{
    if (!is_usable(e) || depth > DEEPEST || !pred_has_result(e) || pred_names_local(x, e, false) ||
        x->funcs[callee].results.count >= MOST_RESULTS)
        return false;
    return pred_add(x, e, PRED_RESULT, callee, depth);
}

/* The function never changes the parameters that the tree names: what it says of them its callers know how to read. */
static bool keeps_formals(const struct abstraction *x, cwi_id func, const struct cwi_expr *e)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    if (!e)
        return true;
    if (e->kind != CWI_VAR || !pred_is_local(x, e->ref))
        return keeps_formals(x, func, e->a) && keeps_formals(x, func, e->b) && keeps_formals(x, func, e->c);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            struct pred_place p = {0};
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            if (s->lhs && s->kind != CWI_END)
                pred_place_of(x, s->lhs, &p);
            if (p.var == e->ref || s->kind == CWI_ASM)
                return false;
        }
    return !cwi_var_of(x->u, e->ref)->is_address_taken;
}

static bool reads_memory(const struct abstraction *x, const struct cwi_expr *e)
{
    return e && (e->kind == CWI_DEREF || (e->kind == CWI_VAR && !pred_is_local(x, e->ref)) || reads_memory(x, e->a) ||
                 reads_memory(x, e->b) || reads_memory(x, e->c));
}

/* What a function says of memory by way of its parameters, for its callers to know afterwards. */
static void return_formals(struct abstraction *x, cwi_id func)
{
    for (size_t i = 0; i < x->funcs[func].own.count && func != x->entry; i++) {
        const struct pred_variable v = x->preds.items[x->funcs[func].own.items[i]].v;
        if (v.kind == PRED_GIVEN && v.is_formal && reads_memory(x, v.expr) && keeps_formals(x, func, v.expr) &&
            x->funcs[func].results.count < MOST_RESULTS)
            pred_add(x, v.expr, PRED_RESULT, func, 1);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool from_assignment(struct abstraction *x, const struct pred_ids *scope, const struct pred_change *c)
{
    bool any = false;
    if (!pred_names_local(x, c->rhs, true) && !pred_names_local(x, c->lhs, true))
        return false;
    for (size_t i = 0; i < scope->count; i++) {
        const struct cwi_expr *e = x->preds.items[scope->items[i]].v.expr, *q = pred_before(x, c, e);
        if (q != e && pred_names_local(x, q, true))
            any |= derive(x, c->func, q, x->preds.items[scope->items[i]].depth + 1);
    }
    return any;
}

static bool from_call(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s, cwi_id func,
                      cwi_id callee)
{
    bool any = false;
    struct pred_change c = {.func = func, .lhs = s->lhs};
    c.rhs = s->lhs ? pred_result(x, s->lhs->type) : NULL;
    for (size_t i = 0; s->lhs && i < scope->count; i++) {
        const struct cwi_expr *e = x->preds.items[scope->items[i]].v.expr, *q = pred_before(x, &c, e);
        if (q != e)
            any |= add_result(x, callee, q, x->preds.items[scope->items[i]].depth + 1);
    }
    for (size_t i = 0; i < x->funcs[callee].own.count; i++) {
        const struct pred_variable v = x->preds.items[x->funcs[callee].own.items[i]].v;
        const struct cwi_expr *q = v.is_formal ? pred_before_call(x, callee, s, v.expr) : NULL;
        if (q && pred_names_local(x, q, true))
            any |= derive(x, func, q, x->preds.items[x->funcs[callee].own.items[i]].depth + 1);
    }
    return any;
}

static bool from_return(struct abstraction *x, const struct cwi_stmt *s, cwi_id func)
{
    bool any = false;
    for (size_t i = 0; s->rhs && i < x->funcs[func].results.count; i++) {
        const struct cwi_expr *e = x->preds.items[x->funcs[func].results.items[i]].v.expr;
        any |= derive(x, func, pred_before_return(x, s->rhs, e),
                      x->preds.items[x->funcs[func].results.items[i]].depth + 1);
    }
    return any;
}

static bool from_branch(struct abstraction *x, const struct cwi_stmt *s, cwi_id func)
{
    bool any = false;
    cwi_id truth = cwi_int_type(x->u, 1, false);
    if (!pred_names_local(x, s->rhs, true) || !pred_is_number(x, s->rhs->type))
        return false;
    if (s->kind == CWI_IF)
        return derive(x, func, s->rhs, 1);
    for (uint32_t i = 0; i < s->case_count && i < MOST_CASES; i++)
        if (s->cases[i].lo == s->cases[i].hi)
            any |= derive(x, func,
                          cwi_expr_binary(x->arena, CWI_EQ, truth, s->rhs,
                                          cwi_expr_const(x->arena, s->rhs->type, s->cases[i].lo)),
                          1);
    return any;
}

static bool from_stmt(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s, cwi_id func)
{
    bool any = false;
    struct pred_change c = {.func = func, .lhs = s->lhs, .rhs = s->rhs};
    if (s->kind == CWI_ASSIGN)
        return from_assignment(x, scope, &c);
    if (s->kind == CWI_IF || s->kind == CWI_SWITCH)
        return from_branch(x, s, func);
    if (s->kind == CWI_RETURN)
        return from_return(x, s, func);
    if (s->kind != CWI_CALL)
        return false;
    struct pt_set targets = pt_targets(x->pt, func, s);
    for (uint32_t i = 0; i < targets.count; i++) {
        cwi_id callee = pt_object_of(x->pt, targets.objects[i]).id;
        if (x->funcs[callee].is_in)
            any |= from_call(x, scope, s, func, callee);
    }
    return any;
}

void pred_derive(struct abstraction *x)
{
    struct pred_ids scope = {0};
    for (cwi_id func = 1; func < x->u->funcs.count; func++)
        if (x->funcs[func].is_in)
            return_formals(x, func);
    for (bool any = true; any;) {
        any = false;
        for (cwi_id func = 1; func < x->u->funcs.count; func++) {
            const struct cwi_func *f = cwi_func_of(x->u, func);
            for (uint32_t b = 0; x->funcs[func].is_in && b < f->block_count; b++)
                for (uint32_t i = 0; i < f->blocks[b].count; i++) {
                    pred_scope(x, func, &scope);
                    any |= from_stmt(x, &scope, &x->funcs[func].blocks[b].stmts[i], func);
                }
        }
    }
    vec_free(&scope);
}
