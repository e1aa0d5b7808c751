/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls do to a state, and where it goes from there: those of the library, of what nobody knows, of bodies, and
 * what is called back.
 */
#include "private.h"

/* ---- calls of what has no body ----------------------------------------------------------------------------------- */

static struct known result_of(struct search *x, const struct working *w, const struct cwi_stmt *s,
                              const struct effect *e)
{
    if (!e->known || e->from_note || e->value_count)
        return known_nothing;
    if (e->result == EFFECT_ARGUMENT && e->arg < s->arg_count)
        return typestate_convert(x, typestate_eval(x, w, s->args[e->arg]), s->args[e->arg]->type, s->lhs->type);
    return e->result == EFFECT_VALUE ? typestate_range(x, s->lhs->type, e->lo, e->hi) : known_nothing;
}

/* All that the call writes lies where its arguments lead. */
static bool writes_arguments(struct search *x, const struct cg_call *c, const struct effect *e)
{
    bool only = !c->unknown && !c->calls_back && e->known && !e->from_note && !e->globals &&
                !(e->flags & EFFECT_ANY_MEMORY) && e->result != EFFECT_EARLIER &&
                !pt_effect_allocates(x->u, e, c->stmt);
    for (uint32_t i = 0; i < c->stmt->arg_count && only; i++)
        only = !pt_effect_writes_deep(x->u, e, c->stmt, i) && !pt_effect_calls(e, i) && !pt_effect_keeps(e, i);
    return only;
}

/* Only the array that an argument names is surely all that is written: a pointer to the first member of a structure, in
 * a variable, may stand for the structure. */
static bool may_reach(struct search *x, const struct cwi_stmt *s, const struct effect *e, uint32_t i, struct cell c)
{
    const struct cwi_expr *named = cwi_converted(s->args[i]);
    const struct effect_param *p = effect_param(e, i);
    const struct cwi_expr *size =
        p->size_arg >= 0 && (uint32_t)p->size_arg < s->arg_count ? cwi_converted(s->args[p->size_arg]) : NULL;
    bool is_array = named->kind == CWI_ADDR && named->a->kind == CWI_FIELD && named->a->type;
    if (is_array && size && size->kind == CWI_CONST) /* it may be that of several members */
        is_array = (uint64_t)size->value <= cwi_type_of(x->u, named->a->type)->size;
    if (is_array)
        return pt_may_reach(x->pt, x->func, s->args[i], c.var, c.offset, c.size);
    struct pt_set set = pt_may_point(x->pt, x->func, s->args[i]);
    return set.unknown || pt_set_has(set, pt_of_var(x->pt, c.var));
}

static bool is_argument_to(struct search *x, const struct cwi_stmt *s, const struct effect *e, struct cell c)
{
    bool may = false;
    for (uint32_t i = 0; i < s->arg_count && !may; i++)
        may = pt_effect_writes(x->u, e, s, i) && may_reach(x, s, e, i, c);
    return may;
}

static void forget_written(struct search *x, struct working *w, const struct cwi_stmt *s, const struct call_info *info)
{
    cwi_id callee = info->call->callee_count == 1 ? info->call->callees[0] : 0;
    const struct effect *e = callee && !cwi_func_of(x->u, callee)->block_count ? typestate_effect(x, callee) : NULL;
    bool by_bytes = e && writes_arguments(x, info->call, e);
    for (uint32_t k = 0; k < info->written_count; k++)
        for (size_t i = w->count; i-- > 0;) {
            struct cell c = x->states.cells.items[w->items[i].cell];
            if (c.var == info->written[k] && (!by_bytes || is_argument_to(x, s, e, c)))
                typestate_set(w, w->items[i].cell, known_nothing);
        }
}

static void finish_call(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s,
                        struct known result)
{
    if (s->lhs)
        typestate_assign(x, w, s->lhs, result);
    typestate_add(x, i->context, i->block, i->index + 1, w);
}

void typestate_forget_call(struct search *x, struct working *w, const struct cwi_stmt *s)
{
    const struct call_info *info = typestate_call_info(x, x->func, s);
    forget_written(x, w, s, info);
    for (uint32_t k = 0; k < info->call->callee_count; k++)
        typestate_renew_by(x, w, info->call->callees[k]);
    if (info->call->unknown)
        typestate_renew_any(x, w);
}

/* The call is behind, and gave this. Somebody may jump before that is stored. */
static void go_on(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s,
                  struct known result)
{
    typestate_forget_call(x, w, s);
    if (x->jumps_anywhere)
        typestate_jump(x, i->context, w);
    finish_call(x, i, w, s, result);
}

/* The call jumps, having written what it writes. */
static void jump_out_of(struct search *x, const struct item *i, const struct working *before, const struct cwi_stmt *s)
{
    struct working w = typestate_copy(before);
    typestate_forget_call(x, &w, s);
    typestate_jump(x, i->context, &w);
    vec_free(&w);
}

/* What nobody knows may jump instead: it may have been given where to. */
static void go_on_or_jump(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s,
                          struct known result)
{
    jump_out_of(x, i, w, s);
    go_on(x, i, w, s, result);
}

static void forget_body(struct search *x, struct working *w, cwi_id callee)
{
    struct pt_set written = pt_mod(x->pt, callee);
    for (size_t k = w->count; k-- > 0;) {
        cwi_id var = x->states.cells.items[w->items[k].cell].var;
        if (!x->is_key[var] && pt_set_has(written, pt_of_var(x->pt, var)))
            typestate_set(w, w->items[k].cell, known_nothing);
    }
    typestate_renew_by(x, w, callee);
}

/* The same for a function in which nothing happens that is asked about. */
static void pass_by(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s, cwi_id callee)
{
    forget_body(x, w, callee);
    if (x->functions[callee].may_leave)
        typestate_jump(x, i->context, w);
    finish_call(x, i, w, s, known_nothing);
}

static void call_outside(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s,
                         cwi_id callee)
{
    const struct effect *e = typestate_effect(x, callee);
    const struct cwi_func *f = cwi_func_of(x->u, callee);
    /* Of a model, the room for functions does not matter: how many are registered is not followed, so that any of them
     * may run at the end, however often. */
    if (e->flags & EFFECT_UNSEEN && cwi_is_model(x->u, s->at.file))
        return;
    bool returns_again = e->flags & (EFFECT_SETJMP | EFFECT_SHARES); /* where vfork's child ends is like a jump */
    if (f->block_count || pt_effect_is_unseen(e, s) || f->is_absent || (f->is_returns_twice && !returns_again)) {
        typestate_give_up(x, s->at, "what this call does is not modelled");
        return;
    }
    if (e->flags & EFFECT_LONGJMP) {
        typestate_jump(x, i->context, w);
        return;
    }
    if (returns_again)
        typestate_land(x, i);
    bool may_return = !(e->flags & (EFFECT_NORETURN | EFFECT_ERROR)) && !f->is_noreturn;
    if (!may_return && typestate_may_jump(e))
        jump_out_of(x, i, w, s);
    if (!may_return)
        return;
    struct known result = s->lhs ? result_of(x, w, s, e) : known_nothing;
    if (returns_again)
        result = known_number(0);
    (typestate_may_jump(e) ? go_on_or_jump : go_on)(x, i, w, s, result);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static void call_body(struct search *x, const struct item *i, const struct working *before, const struct cwi_stmt *s,
                      cwi_id callee, bool is_callback)
{
    const struct cwi_func *f = cwi_func_of(x->u, callee);
    struct known values[64];
    uint32_t count = s->arg_count < 64 ? s->arg_count : 64;
    for (uint32_t k = 0; k < count && !is_callback; k++) {
        cwi_id type = k < f->param_count ? cwi_var_of(x->u, f->params[k])->type : s->args[k]->type;
        values[k] = typestate_convert(x, typestate_eval(x, before, s->args[k]), s->args[k]->type, type);
    }
    typestate_enter(x, i, before, callee, is_callback ? NULL : values, is_callback ? 0 : count, is_callback);
}

static bool is_among(const struct cg_call *c, cwi_id func)
{
    for (uint32_t k = 0; k < c->callee_count; k++)
        if (c->callees[k] == func)
            return true;
    return false;
}

/* The callee that the call surely has; 0: any of those that it may have. */
static cwi_id sure_callee(struct search *x, const struct working *w, const struct cwi_stmt *s, const struct cg_call *c)
{
    struct known f = typestate_eval(x, w, s->rhs);
    return f.kind == KNOWN_FUNCTION && is_among(c, f.ref) ? f.ref : 0;
}

static void call_one(struct search *x, const struct item *i, const struct working *before, const struct cwi_stmt *s,
                     cwi_id callee)
{
    struct working w = typestate_copy(before);
    const struct effect *e = typestate_effect(x, callee);
    bool has_body = cwi_func_of(x->u, callee)->block_count && !e->from_note && !(e->flags & EFFECT_ASSUME);
    if (!has_body)
        call_outside(x, i, &w, s, callee);
    else if (x->functions[callee].is_relevant)
        call_body(x, i, &w, s, callee, false);
    else
        pass_by(x, i, &w, s, callee);
    vec_free(&w);
}

/* Before the first of the calls that the library, or somebody who is not known, makes, and between them: it has written
 * some of what it writes, and called some of the functions that are passed by. */
static struct working amidst(struct search *x, const struct working *before, struct call_info *info)
{
    const struct cg_call *c = info->call;
    struct working w = typestate_copy(before);
    typestate_find_disturbed(x, x->func, info);
    for (uint32_t k = 0; k < info->disturbed_count; k++)
        typestate_forget_var(&x->states, &w, info->disturbed[k]);
    for (uint32_t k = 0; k < c->callee_count; k++)
        if (cwi_func_of(x->u, c->callees[k])->block_count && !x->functions[c->callees[k]].is_relevant)
            forget_body(x, &w, c->callees[k]);
    if (c->unknown)
        typestate_renew_any(x, &w);
    return w;
}

static void call_back(struct search *x, const struct item *i, const struct working *before, const struct cwi_stmt *s,
                      struct call_info *info)
{
    const struct cg_call *c = info->call;
    struct working w = amidst(x, before, info);
    bool may_leave = c->unknown;
    for (uint32_t k = 0; k < c->callee_count; k++)
        if (cwi_func_of(x->u, c->callees[k])->block_count && x->functions[c->callees[k]].is_relevant)
            call_body(x, i, &w, s, c->callees[k], true);
        else
            may_leave |= x->functions[c->callees[k]].may_leave;
    if (may_leave)
        typestate_jump(x, i->context, &w);
    vec_free(&w);
}

void typestate_call(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s)
{
    struct call_info *info = typestate_call_info(x, x->func, s);
    if (!info) {
        typestate_give_up(x, s->at, "it is not known what is called here");
        return;
    }
    const struct cg_call *c = info->call;
    cwi_id sure = sure_callee(x, w, s, c);
    if (c->calls_back && !(sure && cwi_func_of(x->u, sure)->block_count))
        call_back(x, i, w, s, info);
    if (sure) {
        call_one(x, i, w, s, sure);
        return;
    }
    for (uint32_t k = 0; k < c->callee_count && !x->given_up; k++)
        call_one(x, i, w, s, c->callees[k]);
    if (c->unknown || !c->callee_count)
        go_on_or_jump(x, i, w, s, known_nothing);
}
