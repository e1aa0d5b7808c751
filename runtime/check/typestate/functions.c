/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known of functions: where their locals are read, what they see of the rest, which of them matter.
 */
#include "private.h"

#include <stdlib.h>

bool typestate_is_local(const struct cwi_var *v, cwi_id func)
{
    return cwi_is_automatic(v) && v->owner == func;
}

/* ---- liveness ---------------------------------------------------------------------------------------------------- */

struct reading {
    struct search *x;
    cwi_id func;
    uint8_t *live;
};

/* Only its name leads to it. */
static bool is_private(const struct search *x, cwi_id var, cwi_id func)
{
    const struct cwi_var *v = cwi_var_of(x->u, var);
    return typestate_is_local(v, func) && !v->is_address_taken;
}

static bool add_read(void *reading, const struct cwi_expr *e)
{
    struct reading *r = reading;
    if (e->kind == CWI_VAR && is_private(r->x, e->ref, r->func))
        r->live[r->x->local[e->ref]] = 1;
    return true;
}

static void read_stmt(struct reading *r, const struct cwi_stmt *s)
{
    bool writes_all =
        (s->kind == CWI_ASSIGN || s->kind == CWI_CALL || s->kind == CWI_END) && s->lhs && s->lhs->kind == CWI_VAR;
    if (writes_all && is_private(r->x, s->lhs->ref, r->func))
        r->live[r->x->local[s->lhs->ref]] = 0;
    else if (s->lhs)
        cwi_expr_walk(s->lhs, add_read, r);
    if (s->rhs)
        cwi_expr_walk(s->rhs, add_read, r);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], add_read, r);
}

/* False: nothing new. */
static bool read_block(struct search *x, struct function *f, cwi_id func, uint32_t b, uint32_t locals, uint8_t *live)
{
    const struct cwi_block *block = &cwi_func_of(x->u, func)->blocks[b];
    const struct cwi_stmt *last = &block->stmts[block->count - 1];
    struct reading r = {x, func, live};
    memset(live, 0, locals);
    for (uint32_t i = 0; i < cwi_way_count(last); i++)
        for (uint32_t k = 0; k < locals; k++)
            live[k] |= f->is_live[cwi_way_target(last, i)][k];
    for (uint32_t i = block->count; i-- > 0;)
        read_stmt(&r, &block->stmts[i]);
    bool grew = memcmp(live, f->is_live[b], locals) != 0;
    memcpy(f->is_live[b], live, locals);
    return grew;
}

static void find_live(struct search *x, struct function *f, cwi_id func)
{
    const struct cwi_func *c = cwi_func_of(x->u, func);
    uint32_t locals = x->local_count[func];
    uint8_t *live = arena_zalloc(x->arena, locals + 1);
    f->is_live = ARENA_ARRAY(x->arena, uint8_t *, c->block_count);
    for (uint32_t b = 0; b < c->block_count; b++)
        f->is_live[b] = arena_zalloc(x->arena, locals + 1);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t b = c->block_count; b-- > 0;)
            grew |= read_block(x, f, func, b, locals, live);
    }
}

void typestate_drop_dead(struct search *x, cwi_id func, uint32_t block, struct working *w)
{
    const uint8_t *live = typestate_function(x, func)->is_live[block];
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++) {
        cwi_id var = x->states.cells.items[w->items[i].cell].var;
        if (!is_private(x, var, func) || live[x->local[var]])
            w->items[kept++] = w->items[i];
    }
    w->count = kept;
}

/* ---- one function ------------------------------------------------------------------------------------------------ */

const struct effect *typestate_effect(struct search *x, cwi_id func)
{
    struct function *f = &x->functions[func];
    if (!f->effect) {
        struct effect e = pt_effect_of(x->u, func, x->q->notes);
        f->effect = arena_copy(x->arena, &e, sizeof e);
    }
    return f->effect;
}

static bool is_target(const struct search *x, cwi_id func, uint32_t b)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    bool is = check_question_is_about_block(x->q->property, f, b);
    for (uint32_t i = 0; i < f->blocks[b].count && !is; i++)
        is = check_question_is_about_call(x->u, x->q->property, &f->blocks[b].stmts[i]);
    return is;
}

struct function *typestate_function(struct search *x, cwi_id func)
{
    struct function *f = &x->functions[func];
    const struct cwi_func *c = cwi_func_of(x->u, func);
    if (f->is_prepared)
        return f;
    f->is_prepared = true;
    f->is_target = arena_zalloc(x->arena, c->block_count + 1);
    for (uint32_t b = 0; b < c->block_count; b++)
        f->is_target[b] = is_target(x, func, b);
    const struct cg_func *g = &x->calls->funcs[func];
    for (uint32_t i = 0; i < g->call_count; i++) {
        base_map64_put(&f->calls, (uintptr_t)g->calls[i].stmt, (uint32_t)f->infos.count);
        vec_push(&f->infos, ((struct call_info){.call = &g->calls[i]}));
    }
    find_live(x, f, func);
    return f;
}

static void see(struct search *x, bool *sees, struct pt_set set)
{
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(x->pt, set.objects[i]);
        if (o.kind == PT_VAR)
            sees[o.id] = true;
    }
}

const bool *typestate_sees(struct search *x, cwi_id func)
{
    struct function *f = typestate_function(x, func);
    if (f->sees)
        return f->sees;
    f->sees = arena_zalloc(x->arena, x->u->vars.count);
    see(x, f->sees, pt_ref(x->pt, func));
    see(x, f->sees, pt_mod(x->pt, func));
    for (uint32_t i = 0; i < x->q->key_count; i++)
        f->sees[x->q->keys[i]] = true;
    return f->sees;
}

/* All that the call does to the program's memory is to end a block, which no variable is. */
static bool only_frees(struct search *x, const struct cwi_stmt *call)
{
    cwi_id callee = call->rhs->kind == CWI_FUNCREF ? call->rhs->ref : 0;
    const struct effect *e = callee ? typestate_effect(x, callee) : NULL;
    bool only = e && e->known && e->flags & EFFECT_FREE && !(e->flags & EFFECT_ANY_MEMORY) && !e->globals &&
                !cwi_func_of(x->u, callee)->block_count;
    for (uint32_t i = 0; i < call->arg_count && only; i++)
        only = effect_letter(e, i) == 'z' || effect_letter(e, i) == '-';
    return only;
}

static const cwi_id *followed_of(struct search *x, struct pt_set set, uint32_t *count)
{
    struct VEC(cwi_id) vars = {0};
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(x->pt, set.objects[i]);
        if (o.kind == PT_VAR && x->is_followed[o.id] && !x->is_key[o.id])
            vec_push(&vars, o.id);
    }
    *count = (uint32_t)vars.count;
    const cwi_id *kept = vec_to_arena(&vars, x->arena);
    vec_free(&vars);
    return kept;
}

struct call_info *typestate_call_info(struct search *x, cwi_id func, const struct cwi_stmt *call)
{
    struct function *f = typestate_function(x, func);
    uint32_t n;
    if (!base_map64_get(&f->calls, (uintptr_t)call, &n))
        return NULL;
    struct call_info *info = &f->infos.items[n];
    if (info->is_written_known)
        return info;
    struct pt_set set = only_frees(x, call) ? (struct pt_set){0} : pt_stmt_mod(x->pt, func, call);
    info->written = followed_of(x, set, &info->written_count);
    info->is_written_known = true;
    return info;
}

void typestate_find_disturbed(struct search *x, cwi_id func, struct call_info *info)
{
    if (!info->is_disturbed_known)
        info->disturbed = followed_of(x, pt_stmt_own_mod(x->pt, func, info->call->stmt), &info->disturbed_count);
    info->is_disturbed_known = true;
}

void typestate_functions_free(struct search *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count; f++) {
        base_map64_free(&x->functions[f].calls);
        vec_free(&x->functions[f].infos);
        vec_free(&x->functions[f].contexts);
        vec_free(&x->functions[f].joined);
        vec_free(&x->functions[f].renews);
    }
}

/* ---- which matter ------------------------------------------------------------------------------------------------ */

/* A handle, or a pointer to a function, may go there where others find it, or to the caller. */
static bool moves_handle(struct search *x, cwi_id func, const struct cwi_stmt *s)
{
    bool is_kept = (s->kind == CWI_ASSIGN && s->lhs->kind != CWI_VAR) ||
                   (s->kind == CWI_ASSIGN && !is_private(x, s->lhs->ref, func)) || s->kind == CWI_RETURN;
    if (is_kept && s->rhs && cwi_is_func_pointer(x->u, s->rhs->type))
        return true;
    if (!is_kept || !x->handles.count || !s->rhs || cwi_type_of(x->u, s->rhs->type)->kind != CWI_PTR)
        return false;
    struct pt_set set = pt_may_point(x->pt, func, s->rhs);
    for (size_t i = 0; i < x->handles.count; i++)
        if (pt_set_has(set, pt_of_var(x->pt, x->handles.items[i])))
            return true;
    return false;
}

static bool is_odd_callee(struct search *x, cwi_id callee)
{
    const struct cwi_func *f = cwi_func_of(x->u, callee);
    const struct effect *e = typestate_effect(x, callee);
    if (f->block_count)
        return e->from_note;
    return e->flags & (EFFECT_SETJMP | EFFECT_LONGJMP | EFFECT_SHARES | EFFECT_UNSEEN) || f->is_returns_twice ||
           f->is_absent;
}

static bool is_odd(struct search *x, cwi_id func, const struct cwi_stmt *s)
{
    bool is = x->is_key[check_fact_var(s->lhs)] || s->kind == CWI_FORGET ||
              (s->kind == CWI_ASM && s->clobbers_memory) || moves_handle(x, func, s) ||
              (x->has_blocks && typestate_renewed_block(x, s)) || cwi_goes_on_unseen(s);
    return is || (s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && is_odd_callee(x, s->rhs->ref));
}

static bool is_odd_function(struct search *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    bool is = false;
    for (uint32_t b = 0; b < f->block_count && !is; b++) {
        is = is_target(x, func, b);
        for (uint32_t i = 0; i < f->blocks[b].count && !is; i++)
            is = is_odd(x, func, &f->blocks[b].stmts[i]);
    }
    for (uint32_t i = 0; i < x->calls->funcs[func].callee_count && !is; i++)
        is = is_odd_callee(x, x->calls->funcs[func].callees[i]);
    struct pt_set mod = x->holders.count && !is ? pt_mod(x->pt, func) : (struct pt_set){0};
    for (size_t i = 0; i < x->holders.count && !is; i++)
        is = pt_set_has(mod, pt_of_var(x->pt, x->holders.items[i]));
    return is;
}

/* ---- what is so of a function where it is of one that it calls ----------------------------------------------------
 */

static bool *is_relevant(struct function *f)
{
    return &f->is_relevant;
}

static bool *may_leave(struct function *f)
{
    return &f->may_leave;
}

static void spread(struct search *x, bool *(*is)(struct function *f))
{
    const struct callgraph *g = x->calls;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = 0; i < g->reachable_count; i++) {
            bool *f = is(&x->functions[g->bottom_up[i]]);
            const struct cg_func *c = &g->funcs[g->bottom_up[i]];
            for (uint32_t k = 0; k < c->callee_count && !*f; k++)
                grew |= *f = *is(&x->functions[c->callees[k]]);
        }
    }
}

/* ---- which a jump may leave -------------------------------------------------------------------------------------- */

static bool is_left_itself(struct search *x, cwi_id func)
{
    const struct cg_func *g = &x->calls->funcs[func];
    bool is = !cwi_func_of(x->u, func)->block_count && typestate_may_jump(typestate_effect(x, func));
    for (uint32_t i = 0; i < g->call_count && !is; i++)
        is = g->calls[i].unknown || !g->calls[i].callee_count;
    return is;
}

void typestate_find_leaving(struct search *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        x->functions[f].may_leave = is_left_itself(x, f);
    spread(x, may_leave);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

void typestate_find_relevant(struct search *x)
{
    const struct callgraph *g = x->calls;
    for (cwi_id i = 1; i < x->u->vars.count; i++)
        if (!x->is_key[i] && cwi_is_of_rule(cwi_var_of(x->u, i)))
            vec_push(&x->handles, i);
    for (uint32_t i = 0; i < g->reachable_count; i++)
        x->functions[g->bottom_up[i]].is_relevant = is_odd_function(x, g->bottom_up[i]);
    spread(x, is_relevant);
}
