/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs that a Boolean program would not contain: others that run beside them, ways that no call and no branch
 * shows, code that is not seen. Each is named; nothing is abstracted then.
 */
#include "private.h"
#include "runtime/points/world.h"

struct refusing {
    struct abstraction *x;
    struct diag *d;
};

static enum status refuse(struct refusing *r, struct cwi_place at, const char *why)
{
    return diag_set(r->d, ST_BAD, cwi_place_text(r->x->u, at), "predicates cannot decide this program: %s", why);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static bool throws(const struct cwi_func *f)
{
    const char *symbol = f->asm_name ? f->asm_name : f->name ? f->name : "";
    return !strncmp(symbol, "__cxa_", 6) || !strncmp(symbol, "_Unwind_", 8) || !strncmp(symbol, "_Z", 2);
}

static enum status refuse_callee(struct refusing *r, const struct cwi_stmt *s, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(r->x->u, callee);
    struct effect e = pt_effect_of(r->x->u, callee, r->x->notes);
    if (f->block_count)
        return e.from_note ? refuse(r, s->at, "an annotation says what a function with a body does") : ST_OK;
    if (e.flags & (EFFECT_SETJMP | EFFECT_LONGJMP) || f->is_returns_twice)
        return refuse(r, s->at, "setjmp and longjmp are not followed");
    if (e.flags & EFFECT_SHARES || pt_effect_is_unseen(&e, s))
        return refuse(r, s->at, "what this call does is not modelled");
    if (e.flags & EFFECT_SENDS || pt_effect_signal(f->name ? f->name : "") >= 0)
        return refuse(r, s->at, "signals are sent, which may end it as abort does");
    if (throws(f))
        return refuse(r, s->at, "an exception may be thrown here");
    r->x->calls_unknown |= !e.known;
    return ST_OK;
}

static bool is_target(struct pt_set targets, pt_id object)
{
    for (uint32_t i = 0; i < targets.count; i++)
        if (targets.objects[i] == object)
            return true;
    return false;
}

static enum status refuse_call(struct refusing *r, cwi_id func, const struct cwi_stmt *s)
{
    struct abstraction *x = r->x;
    struct pt_set targets = pt_targets(x->pt, func, s);
    const struct cg_call *call = pt_cg_call_of(x->calls, func, s);
    enum status st = ST_OK;
    if (!call || targets.unknown || call->unknown)
        return refuse(r, s->at, "it is not known what is called here");
    for (uint32_t i = 0; i < call->callee_count && !st; i++) {
        cwi_id callee = call->callees[i];
        if (!is_target(targets, pt_of_func(x->pt, callee)) && cwi_func_of(x->u, callee)->block_count)
            return refuse(r, s->at, "a function without a body calls back here");
    }
    for (uint32_t i = 0; i < targets.count && !st; i++)
        st = refuse_callee(r, s, pt_object_of(x->pt, targets.objects[i]).id);
    return st;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool looks(void *context, const struct cwi_expr *e)
{
    struct abstraction *x = context;
    const struct cwi_type *t = e->type ? cwi_type_of(x->u, e->type) : NULL;
    bool is_sum = (e->kind == CWI_BINARY || e->kind == CWI_UNARY) && e->op != CWI_CONVERT;
    if (e->kind == CWI_VAR && cwi_var_of(x->u, e->ref)->linkage == CWI_EXTERN)
        x->foreign = e->ref;
    x->has_accesses |= e->kind == CWI_DEREF || (e->kind == CWI_INDEX && e->b->kind != CWI_CONST);
    x->has_divisions |= e->kind == CWI_BINARY && e->op >= CWI_DIV && e->op <= CWI_FLOORMOD && e->b->kind != CWI_CONST;
    x->has_signed |= is_sum && t && t->kind == CWI_INT && t->is_signed && e->op < CWI_AND;
    return true;
}

static enum status refuse_stmt(struct refusing *r, cwi_id func, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, looks, r->x);
    if (r->x->foreign)
        return refuse(r, s->at, "a variable is named here that something without a fragment defines");
    if (s->kind == CWI_CALL)
        return refuse_call(r, func, s);
    if (s->kind == CWI_FORGET && !s->lhs)
        return refuse(r, s->at, s->text ? s->text : "all memory may change here");
    if (s->kind == CWI_ASM && s->clobbers_memory && s->text && *s->text)
        return refuse(r, s->at, "assembler writes memory here");
    if (cwi_goes_on_unseen(s))
        return refuse(r, s->at, s->text);
    return ST_OK;
}

static enum status refuse_func(struct refusing *r, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(r->x->u, func);
    enum status st = ST_OK;
    if (f->is_trapping)
        return refuse(r, f->at, "signed overflow ends what was compiled with -ftrapv");
    if (f->is_nested || f->is_returns_twice || f->is_interrupt)
        return refuse(r, f->at, "nested functions, functions that return twice and interrupts are not followed");
    for (uint32_t b = 0; b < f->block_count && !st; b++)
        for (uint32_t i = 0; i < f->blocks[b].count && !st; i++)
            st = refuse_stmt(r, func, &f->blocks[b].stmts[i]);
    return st;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static enum status refuse_world(struct refusing *r)
{
    struct abstraction *x = r->x;
    const struct world *w = pt_world_find(x->arena, x->u, x->pt, x->calls, x->notes);
    if (w->async_count)
        return refuse(r, cwi_func_of(x->u, w->async[0].func)->at,
                      arena_printf(x->arena, "'%s' may run at any moment", cwi_func_of(x->u, w->async[0].func)->name));
    for (cwi_id v = 1; v < x->u->vars.count; v++)
        if (w->is_held[v])
            return refuse(r, cwi_var_of(x->u, v)->at, "the library may write this variable at any moment");
    return w->site_count ? refuse(r, w->sites[0]->at, "the library may write this block at any moment") : ST_OK;
}

enum status pred_refuse(struct abstraction *x, struct diag *d)
{
    struct refusing r = {x, d};
    enum status st = ST_OK;
    struct cwi_place nowhere = {0};
    if (x->u->pointer_bits != 64)
        return refuse(&r, nowhere, "its pointers do not have 64 bits");
    if (x->u->odd_start)
        return refuse(&r, nowhere, x->u->odd_start);
    if (pt_gave_up(x->pt))
        return refuse(&r, nowhere, "some pointers may lead anywhere");
    st = refuse_world(&r);
    for (cwi_id func = 1; func < x->u->funcs.count && !st; func++)
        if (x->funcs[func].is_in)
            st = refuse_func(&r, func);
    return st;
}
