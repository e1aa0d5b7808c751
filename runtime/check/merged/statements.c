/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements that are no terminators; functions without a body.
 */
#include "private.h"

static bool is_number_type(const struct merged *m, cwi_id type)
{
    enum cwi_type_kind k = cwi_type_of(m->q->u, type)->kind;
    return k == CWI_INT || k == CWI_PTR;
}

static void assign(struct merged *m, struct state *s, const struct cwi_stmt *x)
{
    if (x->text)
        check_merged_give_up(m, "variable arguments");
    if (is_number_type(m, x->lhs->type)) {
        struct kind a = check_merged_kind(m, x->lhs->type), b = check_merged_kind(m, x->rhs->type);
        if (a.is_pointer != b.is_pointer || a.width != b.width)
            check_merged_give_up(m, "a value of another kind is assigned");
        struct value v = check_merged_eval(m, s, x->rhs);
        struct spot to = check_merged_spot(m, s, x->lhs);
        check_merged_store(m, s, &to, x->lhs->type, v);
        return;
    }
    if (x->rhs->kind != CWI_CONST && !cwi_is_lvalue(x->rhs))
        check_merged_give_up(m, "a structure that is computed");
    struct spot to = check_merged_spot(m, s, x->lhs), from = {0};
    if (x->rhs->kind != CWI_CONST)
        from = check_merged_spot(m, s, x->rhs);
    check_merged_copy(m, s, &to, x->rhs->kind != CWI_CONST ? &from : NULL, x->lhs->type);
}

/* ---- functions without a body ------------------------------------------------------------------------------------ */

static smt_term within(struct merged *m, smt_term v, int64_t lo, int64_t hi)
{
    smt_term a = check_merged_binary(m, CWI_LE, true, check_merged_const(m, (uint64_t)lo, 64), v);
    return check_merged_and(m, a, check_merged_binary(m, CWI_LE, true, v, check_merged_const(m, (uint64_t)hi, 64)));
}

/* Any value of the type that the function may give. */
static struct value any_result(struct merged *m, struct state *s, const struct effect *e, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(m->q->u, type);
    if (t->kind != CWI_INT)
        check_merged_give_up(m, "a function without a body gives a pointer, or a fraction");
    struct value v = {.term = check_merged_unknown(m, check_merged_width(m, type)), .multiple = 1};
    if (!e->value_count || (t->bits == 64 && !t->is_signed))
        return v;
    smt_term wide = check_merged_convert(m, v.term, t->is_signed, 64), fine = check_merged_const(m, 0, 1);
    for (uint32_t i = 0; i < e->value_count; i++)
        fine = check_merged_or(m, fine, within(m, wide, e->values[i].lo, e->values[i].hi));
    s->guard = check_merged_guarded(m, s->guard, fine);
    return v;
}

/* It does nothing but return, or not to return. */
static bool does_nothing(const struct merged *m, const struct effect *e, const struct cwi_stmt *x)
{
    const uint64_t harmless = EFFECT_NORETURN | EFFECT_ERROR | EFFECT_INPUT | EFFECT_PURE | EFFECT_CONST | EFFECT_EXIT |
                              EFFECT_HANDLERS | EFFECT_ASSUME;
    if (!e->known || e->flags & ~harmless || e->globals ||
        (e->result != EFFECT_VALUE && e->result != EFFECT_ANY_RESULT))
        return false;
    for (uint32_t i = 0; i < x->arg_count; i++)
        if (effect_letter(e, i) != '-' || cwi_type_of(m->q->u, x->args[i]->type)->kind != CWI_INT)
            return false;
    return true;
}

/* The program ends here; what it has asked for to be done then is not followed. */
static void leave(struct merged *m, struct state **s)
{
    check_merged_release(m, *s);
    *s = NULL;
}

static void call_out(struct merged *m, struct state **s, const struct cwi_stmt *x, cwi_id func)
{
    struct effect e = pt_effect_of(m->q->u, func, m->q->given);
    if (!does_nothing(m, &e, x))
        check_merged_give_up(m, "a function without a body is called");
    smt_term holds = check_merged_const(m, 1, 1);
    for (uint32_t i = 0; i < x->arg_count; i++) {
        struct value v = check_merged_eval(m, *s, x->args[i]);
        if (!i && e.flags & EFFECT_ASSUME)
            holds = check_merged_truth(m, v.term);
    }
    if (e.flags & (EFFECT_NORETURN | EFFECT_EXIT)) {
        if (!(e.flags & EFFECT_NORETURN))
            check_merged_give_up(m, "a function that may end the program");
        leave(m, s);
        return;
    }
    (*s)->guard = check_merged_guarded(m, (*s)->guard, holds);
    if (x->lhs) {
        struct value v = any_result(m, *s, &e, x->lhs->type);
        struct spot to = check_merged_spot(m, *s, x->lhs);
        check_merged_store(m, *s, &to, x->lhs->type, v);
    }
}

/* ---- functions with a body --------------------------------------------------------------------------------------- */

/* Narrow numbers are passed and given back as wider ones. */
static struct value as_type(struct merged *m, struct value v, cwi_id from, cwi_id to)
{
    const struct cwi_type *x = cwi_type_of(m->q->u, from), *y = cwi_type_of(m->q->u, to);
    if (x->kind != y->kind || !is_number_type(m, from))
        check_merged_give_up(m, "a parameter or result is neither an integer nor a pointer");
    v.term = check_merged_convert(m, v.term, x->is_signed, y->bits);
    return v;
}

/* All of them are computed before the first is stored. */
static void pass_arguments(struct merged *m, struct state *s, const struct cwi_stmt *x, const struct cwi_func *f)
{
    struct value *values = ARENA_ARRAY(m->round, struct value, x->arg_count + 1);
    for (uint32_t i = 0; i < x->arg_count; i++)
        values[i] =
            as_type(m, check_merged_eval(m, s, x->args[i]), x->args[i]->type, cwi_var_of(m->q->u, f->params[i])->type);
    for (uint32_t i = 0; i < x->arg_count; i++) {
        struct spot to = {.var = f->params[i]};
        check_merged_store(m, s, &to, cwi_var_of(m->q->u, f->params[i])->type, values[i]);
    }
}

/* The result's cell is empty afterwards, whoever wants it: another call may end without one. */
static void take_result(struct merged *m, struct state *s, const struct cwi_stmt *x, cwi_id func)
{
    cwi_id type = cwi_type_of(m->q->u, cwi_func_of(m->q->u, func)->type)->of;
    if (!is_number_type(m, type)) {
        if (x->lhs)
            check_merged_give_up(m, "a result is neither an integer nor a pointer");
        return;
    }
    struct value *cell = check_merged_value(m, s, check_merged_result(m, func)), v = *cell;
    *cell = (struct value){0};
    if (!x->lhs)
        return;
    if (!v.term || v.unset)
        check_merged_give_up(m, "a function ends without a result");
    struct spot to = check_merged_spot(m, s, x->lhs);
    check_merged_store(m, s, &to, x->lhs->type, as_type(m, v, type, x->lhs->type));
}

static void call_one(struct merged *m, struct state **s, const struct cwi_stmt *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(m->q->u, func);
    if (!f->block_count) {
        call_out(m, s, x, func);
        return;
    }
    if (x->arg_count != f->param_count || cwi_type_of(m->q->u, f->type)->is_variadic || f->is_nested || f->extra)
        check_merged_give_up(m, "a function is called with other arguments than it has parameters");
    if (m->is_active[func])
        check_merged_give_up(m, "a function calls itself");
    pass_arguments(m, *s, x, f);
    *s = check_merged_call(m, *s, func);
    if (*s)
        take_result(m, *s, x, func);
}

/* Through a pointer: each function that it may be is called where it is that one. */
static void call_any(struct merged *m, struct state **s, const struct cwi_stmt *x)
{
    struct value p = check_merged_eval(m, *s, x->rhs);
    struct state *after = NULL;
    if (!p.may)
        check_merged_give_up(m, "which function is called is not known");
    check_merged_pin(m, *s, p, false);
    for (uint32_t i = 0; i < p.may->count; i++) {
        const struct object *o = &m->objects.items[p.may->list[i].object];
        if (!o->func || p.may->list[i].offset)
            check_merged_give_up(m, "which function is called is not known");
        struct state *one = check_merged_clone(m, *s);
        struct value f = check_merged_function(m, o->func);
        one->guard = check_merged_guarded(m, one->guard, check_merged_equal(m, p.term, f.term));
        if (check_merged_is_nowhere(m, one)) {
            check_merged_release(m, one);
            continue;
        }
        if (cwi_func_of(m->q->u, o->func)->type != cwi_type_of(m->q->u, x->rhs->type)->of)
            check_merged_give_up(m, "a function is called as one of another type");
        call_one(m, &one, x, o->func);
        after = check_merged_meet(m, after, one);
    }
    check_merged_release(m, *s);
    *s = after;
}

void check_merged_statement(struct merged *m, struct state **s, const struct cwi_stmt *x)
{
    switch (x->kind) {
    case CWI_ASSIGN:
        assign(m, *s, x);
        return;
    case CWI_CALL:
        if (x->rhs->kind == CWI_FUNCREF)
            call_one(m, s, x, x->rhs->ref);
        else
            call_any(m, s, x);
        return;
    case CWI_END:
        if (x->lhs->kind != CWI_VAR)
            check_merged_give_up(m, "a part of a variable ends");
        check_merged_end(m, *s, x->lhs->ref);
        return;
    default:
        check_merged_give_up(m, "a statement that is not followed");
    }
}
