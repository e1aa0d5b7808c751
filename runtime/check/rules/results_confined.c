/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Local variables whose address is handed to nobody but functions that do not keep it: their own function can get at
 * them, and those for the time of the call.
 */
#include "runtime/check/rules/results.h"

struct confinement {
    const struct rule_compiler *c;
    uint64_t *keeps; /* by function: bit i: parameter i may be kept */
};
/* The address that is looked for: of a variable, or what a parameter holds. */
struct looked {
    const struct confinement *x;
    cwi_id var;
    bool is_param;
};

bool rule_result_address_of(const struct cwi_unit *u, const struct cwi_expr *e, struct result_cell *out)
{
    struct result_cell in = {0};
    *out = (struct result_cell){0};
    e = cwi_converted(e);
    for (; e->kind == CWI_BINARY && e->op == CWI_PTRADD && e->b->kind == CWI_CONST; e = cwi_converted(e->a))
        out->offset += (uint64_t)e->b->value;
    if (e->kind == CWI_ADDR && rule_result_cell_of(u, e->a, &in)) {
        out->root = in.root;
        out->is_led_to = in.is_led_to;
        out->offset += in.offset;
        return true;
    }
    out->root = e->ref;
    out->is_led_to = true;
    return e->kind == CWI_VAR && rule_result_is_register(u, e->ref);
}

static bool is_addressed(const struct looked *l, const struct cwi_expr *e)
{
    struct result_cell at;
    return rule_result_address_of(l->x->c->u, e, &at) && at.root == l->var && at.is_led_to == l->is_param;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static bool leaks(const struct looked *l, const struct cwi_expr *e);

static bool leaks_in_indices(const struct looked *l, const struct cwi_expr **e)
{
    bool does = false;
    for (; (*e)->kind == CWI_FIELD || (*e)->kind == CWI_INDEX; *e = (*e)->a)
        does |= (*e)->kind == CWI_INDEX && leaks(l, (*e)->b);
    return does;
}

/* What is read or written there is what the address leads to: that is no leak. */
static bool leaks_at(const struct looked *l, const struct cwi_expr *e)
{
    if (leaks_in_indices(l, &e))
        return true;
    return e->kind == CWI_DEREF && !(l->is_param && is_addressed(l, e->a)) && leaks(l, e->a);
}

static bool leaks(const struct looked *l, const struct cwi_expr *e)
{
    if (!e)
        return false;
    if (e->kind == CWI_VAR)
        return l->is_param && e->ref == l->var;
    if (cwi_is_lvalue(e))
        return leaks_at(l, e);
    if (e->kind == CWI_ADDR) {
        const struct cwi_expr *base = e->a;
        return leaks_in_indices(l, &base) ||
               (base->kind == CWI_DEREF ? leaks(l, base->a) : !l->is_param && base->ref == l->var);
    }
    if (e->kind == CWI_BINARY && e->op >= CWI_EQ && e->op <= CWI_GE)
        return (!is_addressed(l, e->a) && leaks(l, e->a)) || (!is_addressed(l, e->b) && leaks(l, e->b));
    return leaks(l, e->a) || leaks(l, e->b) || leaks(l, e->c);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool is_kept_by(const struct looked *l, const struct cwi_stmt *call, uint32_t i)
{
    const struct cwi_unit *u = l->x->c->u;
    const struct cwi_func *f = rule_callee_of(u, call);
    if (!f)
        return true;
    if (f->block_count)
        return i >= f->param_count || i >= 64 || l->x->keeps[call->rhs->ref] >> i & 1;
    struct effect e = pt_effect_of(u, call->rhs->ref, l->x->c->notes);
    bool is_kept = !e.known || i >= e.param_count || effect_letter(&e, i) != 'w' ||
                   e.flags & (EFFECT_CALLS_NOW | EFFECT_CALLS_LATER | EFFECT_ANY_MEMORY) ||
                   e.result == EFFECT_ANY_RESULT || (e.result >= EFFECT_ARGUMENT && e.result != EFFECT_NEW);
    for (uint32_t k = 0; k < call->arg_count; k++) /* what others lead to may be copied there */
        is_kept |= !strchr("-sw", effect_letter(&e, k));
    return is_kept;
}

static bool leaks_in(const struct looked *l, const struct cwi_stmt *s)
{
    if (s->kind == CWI_END)
        return false;
    if (s->kind == CWI_ASM || s->kind == CWI_FORGET || (s->kind == CWI_ASSIGN && s->text)) {
        bool mentions = cwi_expr_reads(s->lhs, l->var) || cwi_expr_reads(s->rhs, l->var);
        for (uint32_t i = 0; i < s->arg_count; i++)
            mentions |= cwi_expr_reads(s->args[i], l->var);
        return mentions;
    }
    if ((s->lhs && leaks_at(l, s->lhs)) || (s->rhs && leaks(l, s->rhs)) || (s->extra && leaks(l, s->extra)))
        return true;
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (is_addressed(l, s->args[i]) ? s->kind != CWI_CALL || is_kept_by(l, s, i) : leaks(l, s->args[i]))
            return true;
    return false;
}

static bool leaks_in_function(const struct looked *l, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(l->x->c->u, func);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            if (leaks_in(l, &f->blocks[b].stmts[i]))
                return true;
    return false;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* True: some parameter more may be kept. */
static bool find_kept(struct confinement *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, func);
    bool grows = false;
    for (uint32_t i = 0; i < f->param_count && i < 64; i++) {
        struct looked l = {x, f->params[i], true};
        bool is_known = x->keeps[func] >> i & 1;
        bool is_kept = is_known || !rule_result_is_register(x->c->u, l.var) || leaks_in_function(&l, func);
        x->keeps[func] |= (uint64_t)is_kept << i;
        grows |= is_kept && !is_known;
    }
    return grows;
}

struct others {
    const struct cwi_unit *u;
    cwi_id func;
    bool *is_confined;
};

static bool note_other(void *others, const struct cwi_expr *e)
{
    struct others *o = others;
    if (e->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(o->u, e->ref)) && cwi_var_of(o->u, e->ref)->owner != o->func)
        o->is_confined[e->ref] = false;
    return true;
}

static void note_others(void *others, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, note_other, others);
}

bool *rule_result_find_confined(const struct rule_compiler *c)
{
    const struct cwi_unit *u = c->u;
    struct confinement x = {c, ARENA_ARRAY(c->a, uint64_t, u->funcs.count)};
    bool *is_confined = ARENA_ARRAY(c->a, bool, u->vars.count), grows = true;
    while (grows) {
        grows = false;
        for (cwi_id f = 1; f < u->funcs.count; f++)
            grows |= find_kept(&x, f);
    }
    for (cwi_id v = 1; v < u->vars.count; v++) {
        const struct cwi_var *y = cwi_var_of(u, v);
        struct looked l = {&x, v, false};
        is_confined[v] = cwi_is_automatic(y) && y->owner && y->is_address_taken && !y->is_volatile &&
                         !y->is_register_asm && !leaks_in_function(&l, y->owner);
    }
    for (cwi_id f = 1; f < u->funcs.count; f++) { /* nested functions get at their frames */
        struct others o = {u, f, is_confined};
        cwi_func_walk(cwi_func_of(u, f), note_others, &o);
    }
    return is_confined;
}
