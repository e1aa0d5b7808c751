/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * no-uninit: reads of what may never have been given a value.
 *
 * What set_bytes.c does not show to be set is looked at when it is read: what was never set is any value, so that a
 * narrower set was. Objects with static storage are set from the start, and stay so unless the program copies memory
 * without looking at it.
 *
 * Source: ISO C11, 6.2.4 and 6.7.9 (what is indeterminate), 6.3.2.1 (reading it).
 */
#include "runtime/avm/compile/compile.h"
#include "memory.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"
#include "runtime/avm/step.h"

#include <stdlib.h>

static bool is_static(const struct cwi_var *v)
{
    return v->linkage != CWI_AUTO && v->linkage != CWI_PARAM && v->linkage != CWI_TEMP;
}

/* ---- what is always set ------------------------------------------------------------------------------------------ */

static bool copies(struct avm *m, const struct cwi_stmt *s)
{
    if (s->kind == CWI_ASSIGN)
        return !has_type(avm_type(m, s->lhs->type)) && cwi_is_lvalue(s->rhs);
    if (s->kind != CWI_CALL)
        return s->kind == CWI_ASM || s->kind == CWI_FORGET;
    if (s->lhs && !has_type(avm_type(m, s->lhs->type)))
        return true;
    if (s->rhs->kind != CWI_FUNCREF || cwi_func_of(m->u, s->rhs->ref)->block_count)
        return s->rhs->kind != CWI_FUNCREF;
    struct effect e = pt_effect_of(m->u, s->rhs->ref, m->notes);
    bool copies = !e.known;
    for (uint32_t i = 0; i < s->arg_count; i++)
        copies |= effect_letter(&e, i) == 'c';
    return copies;
}

void avm_find_copies(struct avm *m)
{
    for (cwi_id f = 1; avm_asks(m, AVM_DOUBT_UNSET) && f < m->u->funcs.count && !m->copies_memory; f++) {
        const struct cwi_func *x = cwi_func_of(m->u, f);
        for (uint32_t b = 0; b < x->block_count && m->calls->funcs[f].reachable; b++)
            for (uint32_t i = 0; i < x->blocks[b].count; i++)
                m->copies_memory |= copies(m, &x->blocks[b].stmts[i]);
    }
}

static bool is_var_set(const struct avm *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    bool is_scalar = has_type(avm_type(m, v->type)) && !v->is_address_taken;
    return is_static(v) && (m->objects[var].is_constant || is_scalar || !m->copies_memory);
}

static bool is_always_set(struct comp *k, const struct cwi_expr *e)
{
    struct avm *m = k->m;
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    if (e->kind == CWI_VAR)
        return is_var_set(m, e->ref);
    struct pt_set set = pt_may_point(m->points, k->fn->func, e->a);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind != PT_VAR || !is_var_set(m, o.id))
            return false;
    }
    return set.count && !set.unknown;
}

/* ---- what is looked at when it is read --------------------------------------------------------------------------- */

static void look_at_places(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e);

static void look_at(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    struct buf text = {0};
    if (has_type(avm_type(k->m, e->type)) && !avm_comp_is_set(k->set, e) && !is_always_set(k, e)) {
        const char *filler = avm_comp_set_filler(k->set, e);
        avm_print_condition(k->m, e, &text);
        buf_puts(&text, " may be read here before it is given a value");
        if (filler)
            buf_printf(&text, ": '%s' surely gives it one only where a test of its result says so", filler);
        avm_comp_op(k, (struct op){.kind = OP_SET,
                                   .stmt = s,
                                   .value = avm_lower(k->m, e),
                                   .text = arena_str(k->m->arena, buf_str(&text))});
        buf_free(&text);
    }
    look_at_places(k, s, e);
}

static void look_at_reads(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    if (!e)
        return;
    if (e->kind == CWI_ADDR) {
        look_at_places(k, s, e->a);
    } else if (cwi_is_lvalue(e)) {
        look_at(k, s, e);
    } else {
        look_at_reads(k, s, e->a);
        look_at_reads(k, s, e->b);
        look_at_reads(k, s, e->c);
    }
}

/* What is read to find the place. */
static void look_at_places(struct comp *k, const struct cwi_stmt *s, const struct cwi_expr *e)
{
    if (!e || e->kind == CWI_VAR)
        return;
    if (e->kind == CWI_DEREF)
        look_at_reads(k, s, e->a);
    else
        look_at_places(k, s, e->a);
    if (e->kind == CWI_INDEX)
        look_at_reads(k, s, e->b);
}

/* A value that nobody gave: of a parameter that the call does not name, of a function that returns none. */
static bool lacks_value(const struct comp *k, const struct cwi_stmt *s)
{
    const struct cwi_unit *u = k->m->u;
    const struct cwi_func *f = cwi_func_of(u, k->fn->func);
    if (s->kind == CWI_RETURN && !s->rhs)
        return cwi_type_of(u, cwi_type_of(u, f->type)->of)->kind != CWI_VOID && k->fn->func != k->m->program_entry;
    const struct cwi_func *callee =
        s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF ? cwi_func_of(u, s->rhs->ref) : NULL;
    return callee && callee->block_count && s->arg_count < callee->param_count;
}

void avm_comp_set_look(struct comp *k, const struct cwi_stmt *s)
{
    look_at_places(k, s, s->lhs);
    if (s->kind != CWI_FORGET && s->kind != CWI_END)
        look_at_reads(k, s, s->rhs);
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (s->kind == CWI_ASM && i < s->outputs)
            look_at_places(k, s, s->args[i]);
        else
            look_at_reads(k, s, s->args[i]);
    if (lacks_value(k, s))
        avm_comp_op(k, (struct op){.kind = OP_SET, .stmt = s, .text = "a value may be used that nobody gave"});
    avm_comp_set_after(k->set, s);
}

void avm_look_set(struct avm *m, struct work *s, const struct op *op)
{
    if (!op->value || avm_eval(m, s, op->value) == VS_TOP)
        avm_suspect(m, s, AVM_DOUBT_UNSET, op->stmt, op->text);
}

/* ---- what the library reads -------------------------------------------------------------------------------------- */

static bool is_pointee_set(struct avm *m, struct work *s, const struct node *pointer, bool is_string)
{
    enum { MOST = 4096 };
    uint8_t bytes[MOST];
    struct mem_place at;
    vs p = avm_eval(m, s, pointer);
    size_t n = pointer->t.kind == VS_PTR ? vs_ptr_targets(m->pool, p) : SIZE_MAX, i = 0;
    while (n != SIZE_MAX && i < n) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object != VS_ABSOLUTE && (object > OBJECT_ID || !is_var_set(m, object)))
            break;
        i++;
    }
    if (i == n)
        return true;
    struct work copy = *s; /* what this would say is said by the call */
    return is_string && avm_sure_place(m, &copy, pointer, 1, &at) && avm_read_bytes(m, &copy, at, MOST, true, bytes);
}

void avm_look_read(struct avm *m, struct work *s, const struct op *op)
{
    const struct effect *e = op->call->effect;
    for (uint32_t i = 0; avm_asks(m, AVM_DOUBT_UNSET) && i < op->call->arg_count; i++)
        if (effect_letter(e, i) != 's' && effect_letter(e, i) != 'z' && pt_effect_reads(e, i) &&
            op->call->args[i]->t.kind == VS_PTR &&
            !is_pointee_set(m, s, op->call->args[i], effect_param(e, i)->is_string))
            avm_suspect(m, s, AVM_DOUBT_UNSET, op->stmt,
                        arena_printf(m->step_arena,
                                     "what argument %u of '%s' points to may be read before it is given "
                                     "a value",
                                     i + 1, avm_call_name(m, op->stmt)));
}
