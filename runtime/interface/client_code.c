/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The code of the most general client: an endless loop that calls any interface function.
 *
 *     (head): switch (input) { case 0: mark_0(); result = f(arguments); if (condition) goto (error); goto (head); ... }
 *
 * The mark of a raw call is its label; an error condition that holds leads to the block (error). In Roy 2010
 * this most general client is implicit.
 */
#include "runtime/cwi/edit.h"
#include "runtime/interface/private.h"

/* ---- inputs and marks -------------------------------------------------------------------------------------------- */

static const struct cwi_expr *reference(struct iface_client *c, cwi_id func)
{
    struct cwi_type t = {.kind = CWI_PTR,
                         .of = cwi_func_of(c->u, func)->type,
                         .bits = c->u->pointer_bits,
                         .size = c->u->pointer_bits / 8u};
    return cwi_expr_func(c->a, cwi_add_type(c->u, &t), func);
}

/* A function elsewhere whose result is any value of the range; all of its type when that is NULL. */
static cwi_id add_input(struct iface_client *c, const char *name, cwi_id type, const struct note_interval *range)
{
    struct cwi_type t = {.kind = CWI_FUNC, .of = type, .size = CWI_UNKNOWN};
    cwi_id func = cwi_add_func(
        c->u,
        &(struct cwi_func){
            .name = name, .asm_name = name, .linkage = CWI_EXTERN, .type = cwi_add_type(c->u, &t), .is_leaf = true});
    struct note *n = iface_client_add_note(c, NOTE_INPUT);
    n->u.input.func = func;
    n->u.input.values = range;
    n->u.input.count = range ? 1 : 0;
    struct note *e = iface_client_add_note(c, NOTE_EXTERNAL);
    e->u.external.func = func;
    e->u.external.says_reads = e->u.external.says_writes = e->u.external.refills = true;
    return func;
}

/* A call of it that the graph shows as a label. */
static cwi_id add_mark(struct iface_client *c, uint32_t call)
{
    const char *name = arena_printf(c->a, "call %u", call);
    cwi_id func = add_input(c, name, cwi_add_type(c->u, &(struct cwi_type){.kind = CWI_VOID}), NULL);
    struct note *n = iface_client_add_note(c, NOTE_LABEL);
    n->u.label.event = (struct note_event){.kind = EV_CALL, .func = func};
    n->u.label.name = name;
    return func;
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

struct emitting {
    struct iface_client *c;
    struct cwi_func *f;
    struct cwi_place at;
    struct VEC(struct cwi_stmt) code;
    uint32_t head, error, tail; /* tail: where a call that returned goes on */
};

static void emit_call(struct emitting *e, cwi_id func, const struct cwi_expr **args, uint32_t count,
                      const struct cwi_expr *lhs)
{
    vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_CALL,
                                          .at = e->at,
                                          .lhs = lhs,
                                          .rhs = reference(e->c, func),
                                          .args = args,
                                          .arg_count = count}));
}

/* The code so far becomes block `b`, or a block of its own: its number. */
static uint32_t close_block(struct emitting *e, uint32_t b)
{
    if (b == UINT32_MAX)
        b = cwi_add_block(e->c->a, e->f, e->code.items, (uint32_t)e->code.count);
    e->f->blocks[b].stmts = vec_to_arena(&e->code, e->c->a);
    e->f->blocks[b].count = (uint32_t)e->code.count;
    e->code.count = 0;
    return b;
}

static uint32_t open_block(struct emitting *e)
{
    struct cwi_stmt nothing = {.kind = CWI_UNREACHABLE, .at = e->at};
    return cwi_add_block(e->c->a, e->f, &nothing, 1);
}

static const struct cwi_expr *temporary(struct emitting *e, cwi_id type)
{
    cwi_id v = cwi_add_var(e->c->u, &(struct cwi_var){.linkage = CWI_TEMP, .type = type, .owner = e->c->func});
    return cwi_expr_var(e->c->a, e->c->u, v);
}

static const struct cwi_expr *emit_argument(struct emitting *e, const struct iface_function *f, uint32_t i,
                                            uint32_t kind, const struct iface_probe *probe)
{
    const struct iface_argument *x = &f->args[i];
    if (x->fixed)
        return x->fixed;
    if (probe && x->kind_count)
        return cwi_expr_const(e->c->a, x->type, probe->values[i]);
    const char *param = x->param ? cwi_var_of(e->c->u, x->param)->name : NULL;
    const char *name =
        arena_printf(e->c->a, "argument %s of %s", param ? param : "", cwi_func_of(e->c->u, f->func)->name);
    const struct cwi_expr *t = temporary(e, x->type);
    emit_call(e, add_input(e->c, name, x->type, x->kind_count ? &x->kinds[kind] : NULL), NULL, 0, t);
    return t;
}

static void emit_condition(struct emitting *e, uint32_t *block, const struct cwi_expr *cond)
{
    uint32_t next = open_block(e);
    vec_push(&e->code, cwi_if(e->c->a, e->at, cond, e->error, next));
    close_block(e, *block);
    *block = next;
}

static struct cwi_stmt assign(const struct emitting *e, cwi_id var, int64_t value)
{
    const struct cwi_expr *to = cwi_expr_var(e->c->a, e->c->u, var);
    return (struct cwi_stmt){
        .kind = CWI_ASSIGN, .at = e->at, .lhs = to, .rhs = cwi_expr_const(e->c->a, to->type, value)};
}

/* Keeps whether the call returned 0, if the client looks; ends the block: its successor. */
static uint32_t emit_look(struct emitting *e, uint32_t block, const struct iface_function *f)
{
    struct iface_client *c = e->c;
    vec_push(&e->code, assign(e, c->zero, 0));
    if (!f->looks)
        return block;
    uint32_t next = open_block(e);
    struct cwi_stmt yes[2] = {assign(e, c->zero, 1), cwi_goto(c->a, e->at, next)};
    const struct cwi_expr *result = cwi_expr_var(c->a, c->u, f->result);
    const struct cwi_expr *is_zero =
        cwi_expr_binary(c->a, CWI_EQ, cwi_int_type(c->u, 1, false), result, cwi_expr_const(c->a, result->type, 0));
    vec_push(&e->code, cwi_if(c->a, e->at, is_zero, cwi_add_block(c->a, e->f, yes, 2), next));
    close_block(e, block);
    return next;
}

static uint32_t emit_raw_call(struct emitting *e, uint32_t call)
{
    struct iface_client *c = e->c;
    uint32_t kinds[MOST_ARGUMENTS];
    const struct iface_probe *probe = call < c->call_count ? NULL : &c->probes.items[call - c->call_count];
    const struct iface_function *f = iface_client_call(c, probe ? probe->call : call, kinds);
    const struct cwi_expr **args = ARENA_ARRAY(c->a, const struct cwi_expr *, f->arg_count + 1);
    uint32_t first = open_block(e), block = first;
    emit_call(e, add_mark(c, call), NULL, 0, NULL);
    block = open_block(e);
    vec_push(&e->code, cwi_goto(c->a, e->at, block));
    close_block(e, first);
    cwi_add_label(c->a, &e->f->blocks[block],
                  iface_client_called); /* so that a state stands here: what errs is the call's */
    for (uint32_t i = 0; i < f->arg_count; i++)
        args[i] = emit_argument(e, f, i, kinds[i], probe);
    const struct cwi_expr *result = f->result ? cwi_expr_var(c->a, c->u, f->result) : f->keeps;
    emit_call(e, f->func, args, f->arg_count, result);
    if (f->result && f->keeps)
        vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_ASSIGN, .at = e->at, .lhs = f->keeps, .rhs = result}));
    for (size_t i = 0; i < c->errors.count; i++)
        if (!c->errors.items[i].about || c->errors.items[i].about == f)
            emit_condition(e, &block, c->errors.items[i].expr);
    if (c->zero)
        block = emit_look(e, block, f);
    if (f->result) /* it is no part of the state */
        vec_push(&e->code, ((struct cwi_stmt){.kind = CWI_ASSIGN,
                                              .at = e->at,
                                              .lhs = result,
                                              .rhs = cwi_type_of(c->u, result->type)->kind == CWI_FLOAT
                                                         ? cwi_expr_lost(c->a, result->type, "a result")
                                                         : cwi_expr_const(c->a, result->type, 0)}));
    vec_push(&e->code, cwi_goto(c->a, e->at, e->tail));
    close_block(e, block);
    return first;
}

/* The variables that the condition names hold anything; where it is false there is no start. */
static void emit_initial(struct emitting *e)
{
    struct iface_client *c = e->c;
    struct iface_naming x = {0};
    uint32_t stop = open_block(e);
    e->f->blocks[stop].stmts[0] = (struct cwi_stmt){.kind = CWI_RETURN, .at = e->at};
    cwi_expr_walk(c->initial, iface_client_name_var, &x);
    for (size_t i = 0; i < x.vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(c->u, x.vars.items[i]);
        emit_call(e, add_input(c, arena_printf(c->a, "initial %s", v->name), v->type, NULL), NULL, 0,
                  cwi_expr_var(c->a, c->u, x.vars.items[i]));
    }
    vec_free(&x.vars);
    vec_push(&e->code, cwi_if(c->a, e->at, c->initial, e->head, stop));
    close_block(e, 0);
}

static void emit_head(struct emitting *e)
{
    struct iface_client *c = e->c;
    uint32_t count = c->call_count + (uint32_t)c->probes.count;
    cwi_id type = cwi_int_type(c->u, 32, true);
    struct note_interval *range = ARENA_NEW(c->a, struct note_interval);
    *range = (struct note_interval){0, (int64_t)count - 1};
    const struct cwi_expr *t = temporary(e, type);
    struct cwi_stmt s = {.kind = CWI_SWITCH, .at = e->at, .rhs = t, .target_count = 1, .case_count = count - 1};
    s.targets = ARENA_ARRAY(c->a, uint32_t, 1);
    s.cases = ARENA_ARRAY(c->a, struct cwi_case, count);
    for (uint32_t i = 1; i < count; i++)
        s.cases[i - 1] = (struct cwi_case){.lo = i, .hi = i, .target = emit_raw_call(e, i)};
    s.targets[0] = emit_raw_call(e, 0);
    emit_call(e, add_input(c, "call", type, range), NULL, 0, t);
    vec_push(&e->code, s);
    close_block(e, e->head);
    cwi_add_label(c->a, &e->f->blocks[e->head], iface_client_head);
}

/* A state that stands for several values of a cell is cut into one for each. */
static uint32_t emit_focus(struct emitting *e, const struct iface_focus *focus, uint32_t next)
{
    struct iface_client *c = e->c;
    struct cwi_stmt s = {.kind = CWI_SWITCH, .at = e->at, .rhs = focus->cell, .target_count = 1};
    uint32_t block = open_block(e);
    s.targets = ARENA_ARRAY(c->a, uint32_t, 1);
    s.targets[0] = next;
    s.cases = ARENA_ARRAY(c->a, struct cwi_case, focus->count + 1);
    for (; s.case_count < focus->count; s.case_count++) {
        struct note_interval v = focus->values[s.case_count];
        struct cwi_stmt on = cwi_goto(c->a, e->at, next);
        s.cases[s.case_count] = (struct cwi_case){v.lo, v.hi, cwi_add_block(c->a, e->f, &on, 1), NULL};
    }
    vec_push(&e->code, s);
    return close_block(e, block);
}

void iface_client_emit(struct iface_client *c)
{
    struct emitting e = {.c = c, .f = cwi_func_of(c->u, c->func), .at = cwi_func_of(c->u, c->func)->at};
    e.f->block_count = 0;
    open_block(&e);
    e.head = open_block(&e);
    e.error = open_block(&e);
    e.tail = e.head;
    for (size_t i = 0; i < c->focus.count; i++)
        e.tail = emit_focus(&e, &c->focus.items[i], e.tail);
    e.f->blocks[e.error].stmts[0] = (struct cwi_stmt){.kind = CWI_RETURN, .at = e.at};
    cwi_add_label(c->a, &e.f->blocks[e.error], iface_client_error);
    if (c->initial) {
        emit_initial(&e);
    } else {
        vec_push(&e.code, cwi_goto(c->a, e.at, e.head));
        close_block(&e, 0);
    }
    emit_head(&e);
    vec_free(&e.code);
}
