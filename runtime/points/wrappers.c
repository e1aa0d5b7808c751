/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that allocate for their callers, as xmalloc does: the block of each call of one is an object of its own.
 */
#include "runtime/points/private.h"

#include <stdlib.h>

struct wrapper {
    struct pt *pt;
    cwi_id func;
    const struct cwi_stmt *call; /* that allocates */
    bool *is_block;              /* by variable: it holds the block, or null */
    bool is_one, grew;
};

static bool is_null(const struct cwi_expr *e)
{
    return e->kind == CWI_CONST && !e->value;
}

/* A pointer that nobody else can get at. */
static bool is_plain_local(const struct wrapper *w, const struct cwi_expr *e)
{
    const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(w->pt->unit, e->ref) : NULL;
    return v && cwi_is_automatic(v) && v->owner == w->func && !v->is_address_taken && !v->is_volatile &&
           cwi_type_of(w->pt->unit, v->type)->kind == CWI_PTR;
}

static bool is_param(const struct wrapper *w, cwi_id var)
{
    const struct cwi_func *f = cwi_func_of(w->pt->unit, w->func);
    bool is = false;
    for (uint32_t i = 0; i < f->param_count; i++)
        is |= f->params[i] == var;
    return is;
}

/* The block or null may come from there: variables that it comes from are found. */
static void come_from(struct wrapper *w, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (is_null(e))
        return;
    w->is_one &= is_plain_local(w, e) && !is_param(w, e->ref);
    if (w->is_one && !w->is_block[e->ref])
        w->grew = w->is_block[e->ref] = true;
}

static bool holds_block(const struct wrapper *w, const struct cwi_expr *e)
{
    return e && e->kind == CWI_VAR && w->is_block[e->ref];
}

static bool allocates(struct wrapper *w, const struct cwi_stmt *s)
{
    cwi_id callee = pt_direct(s->rhs);
    if (!callee)
        return false;
    callee = w->pt->body_of[callee];
    if (cwi_func_of(w->pt->unit, callee)->block_count)
        return pt_wrapped_call(w->pt, callee);
    const struct effect *e = pt_effect(w->pt, callee);
    return e->known && !e->from_note && e->result == EFFECT_NEW;
}

static void find_source(void *wrapper, const struct cwi_stmt *s)
{
    struct wrapper *w = wrapper;
    if (s->kind == CWI_RETURN && s->rhs)
        come_from(w, s->rhs);
    if (!holds_block(w, s->lhs) || s->kind == CWI_END)
        return;
    bool is_call = s->kind == CWI_CALL && allocates(w, s) && (!w->call || w->call == s);
    if (is_call)
        w->call = s;
    else if (s->kind == CWI_ASSIGN && s->rhs && !s->text)
        come_from(w, s->rhs);
    else
        w->is_one = false;
}

/* ---- what else is done with it ----------------------------------------------------------------------------------- */

struct uses {
    const struct wrapper *w;
    bool found;
};

static bool find_use(void *uses, const struct cwi_expr *e)
{
    struct uses *u = uses;
    u->found |= holds_block(u->w, e);
    return true;
}

static bool is_used_in(const struct wrapper *w, const struct cwi_expr *e)
{
    struct uses u = {w, false};
    cwi_expr_walk(e, find_use, &u);
    return u.found;
}

static bool is_test(const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (e->kind == CWI_UNARY && e->op == CWI_LOGNOT)
        return is_test(e->a);
    return e->kind == CWI_VAR || (e->kind == CWI_BINARY && (e->op == CWI_EQ || e->op == CWI_NE) &&
                                  cwi_converted(e->a)->kind == CWI_VAR && is_null(cwi_converted(e->b)));
}

static void look_for_others(void *wrapper, const struct cwi_stmt *s)
{
    struct wrapper *w = wrapper;
    bool is_given = holds_block(w, s->lhs), is_tested = s->kind == CWI_IF && is_test(s->rhs);
    if (s->lhs && !is_given)
        w->is_one &= !is_used_in(w, s->lhs);
    if (s->rhs && !(is_given && s->kind == CWI_ASSIGN) && s->kind != CWI_RETURN && !is_tested)
        w->is_one &= !is_used_in(w, s->rhs);
    for (uint32_t i = 0; i < s->arg_count; i++)
        w->is_one &= !is_used_in(w, s->args[i]);
    w->is_one &= s->kind != CWI_FORGET;
}

static const struct cwi_stmt *find(struct pt *pt, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    struct wrapper w = {.pt = pt, .func = func, .is_one = true, .grew = true};
    if (!f->type || cwi_type_of(pt->unit, cwi_type_of(pt->unit, f->type)->of)->kind != CWI_PTR || f->is_weak)
        return NULL;
    w.is_block = base_mem_zalloc(pt->unit->vars.count);
    while (w.grew && w.is_one) {
        w.grew = false;
        cwi_func_walk(f, find_source, &w);
    }
    if (w.is_one && w.call)
        cwi_func_walk(f, look_for_others, &w);
    free(w.is_block);
    return w.is_one ? w.call : NULL;
}

const struct cwi_stmt *pt_wrapped_call(struct pt *pt, cwi_id func)
{
    struct pt_wrapper *k = &pt->wrappers[func];
    if (!k->is_known) {
        k->is_known = true; /* and it is none meanwhile, for one that calls itself */
        k->call = find(pt, func);
    }
    return k->call;
}

/* ---- how much it is asked for ------------------------------------------------------------------------------------ */

struct assignment {
    cwi_id var;
    bool found;
};

static void find_assignment(void *assignment, const struct cwi_stmt *s)
{
    struct assignment *a = assignment;
    a->found |= s->kind == CWI_ASM || (s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == a->var);
}

/* What the parameter is in this call; -1: that is not known. */
static int64_t argument(struct pt *pt, const struct cwi_func *f, cwi_id param, const struct cwi_stmt *call)
{
    struct assignment a = {.var = param};
    cwi_func_walk(f, find_assignment, &a);
    for (uint32_t i = 0; i < f->param_count && i < call->arg_count; i++) {
        const struct cwi_expr *e = cwi_converted(call->args[i]);
        if (f->params[i] == param && e->kind == CWI_CONST && !a.found && !cwi_var_of(pt->unit, param)->is_address_taken)
            return e->value;
    }
    return -1;
}

/* A sum or product of parameters and constants, up to that of an int; -1: it is none, or not known. */
static int64_t value_in(struct pt *pt, const struct cwi_func *f, const struct cwi_expr *e, const struct cwi_stmt *call)
{
    int64_t a, b, r = -1;
    e = cwi_converted(e);
    if (e->kind == CWI_CONST)
        r = e->value;
    else if (e->kind == CWI_VAR)
        r = argument(pt, f, e->ref, call);
    if (e->kind != CWI_BINARY || (e->op != CWI_MUL && e->op != CWI_ADD))
        return r <= INT32_MAX ? r : -1;
    a = value_in(pt, f, e->a, call);
    b = value_in(pt, f, e->b, call);
    r = e->op == CWI_MUL ? a * b : a + b;
    return a < 0 || b < 0 || r > INT32_MAX ? -1 : r;
}

uint64_t pt_wrapped_size(struct pt *pt, cwi_id func, const struct cwi_stmt *call)
{
    const struct cwi_stmt *site = pt_wrapped_call(pt, func);
    cwi_id callee = pt->body_of[pt_direct(site->rhs)];
    const char *name = cwi_func_of(pt->unit, callee)->block_count ? NULL : pt_effect(pt, callee)->name;
    int64_t size = 1;
    if (!name || (strcmp(name, "malloc") != 0 && strcmp(name, "calloc") != 0))
        return 0;
    for (uint32_t i = 0; i < site->arg_count; i++) {
        int64_t n = value_in(pt, cwi_func_of(pt->unit, func), site->args[i], call);
        size = n < 0 || size * n > INT32_MAX ? 0 : size * n;
    }
    return (uint64_t)size;
}
