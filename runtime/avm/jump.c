/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * setjmp and longjmp. setjmp leaves in the buffer which one it was, and in a recursive function in which context;
 * longjmp goes to every setjmp in an active frame that the buffer may name, to all of them when its contents are not
 * known. Source: C11, 7.13.
 */
#include "eval.h"
#include "runtime/avm/memory/memory.h"
#include "prepare.h"
#include "step.h"

/* ---- what a buffer names ----------------------------------------------------------------------------------------- */

/* The type of the scalar with which a type begins; no_type(): it begins with none. */
static struct vs_type first_scalar(const struct avm *m, cwi_id type, uint64_t *size)
{
    const struct cwi_type *t = type ? cwi_type_of(m->u, type) : NULL;
    while (t && (t->kind == CWI_ARRAY || (t->kind == CWI_STRUCT && t->field_count && !t->fields[0].offset))) {
        type = t->kind == CWI_ARRAY ? t->of : t->fields[0].type;
        t = cwi_type_of(m->u, type);
    }
    if (!t || t->kind != CWI_INT || t->bits < 64)
        return no_type();
    *size = t->size;
    return avm_type(m, type);
}

struct target avm_jump_buffer(struct avm *m, const struct cwi_expr *buffer)
{
    const struct cwi_type *p = cwi_type_of(m->u, buffer->type);
    struct target to = {.kind = P_NONE};
    uint64_t size = 0;
    struct vs_type t = p->kind == CWI_PTR ? first_scalar(m, p->of, &size) : no_type();
    if (has_type(t))
        to = (struct target){
            .kind = P_MEM, .t = t, .size = size, .index = avm_lower(m, buffer), .type = p->of, .src = buffer};
    return to;
}

const struct node *avm_buffer_read(struct avm *m, const struct cwi_expr *buffer)
{
    struct target from = avm_jump_buffer(m, buffer);
    if (from.kind == P_NONE)
        return NULL;
    struct node *n = ARENA_NEW(m->arena, struct node);
    *n = (struct node){.kind = N_LOAD, .t = from.t, .v = VS_TOP, .size = from.size, .a = from.index, .src = buffer};
    return n;
}

/* `site`: a place in m->setjmps. */
static int64_t name_of(const struct avm *m, uint32_t site, vs ctx)
{
    cwi_id func = m->code.items[m->setjmps.items[site]].fn->func;
    return (int64_t)((uint64_t)site + 1 + (m->calls->funcs[func].recursive ? (uint64_t)ctx << 24 : 0));
}

bool avm_do_setjmp(struct avm *m, struct work *s, const struct op *op)
{
    set_result(s, vs_small(0));
    if (op->to.kind == P_NONE && op->value) /* a longjmp that sees another type there must not find what was before */
        avm_forget_pointee(m, s, op->value);
    if (op->to.kind == P_NONE)
        return true;
    return avm_store(m, s, &op->to, vs_const(m->pool, op->to.t, name_of(m, op->number, s->w[W_CTX])));
}

/* ---- longjmp ----------------------------------------------------------------------------------------------------- */

struct landing {
    uint32_t pc;
    bool is_here; /* in the frame of the jump itself */
    struct caller back;
};
struct jump {
    const struct code *code;
    const struct node *buffer; /* or NULL */
    vs value, named;           /* named: VS_TOP: nothing is known of the buffer */
    bool is_maybe;             /* nobody is sure of it */
    uint8_t *seen;             /* contexts */
    bool may_gain;             /* one of them may get more callers, which may hold another active setjmp */
    struct VEC(struct landing) landings;
};

static bool is_meant(const struct avm *m, const struct jump *j, uint32_t site, vs ctx)
{
    return j->named == VS_TOP || vs_contains(m->pool, j->buffer->t, j->named, name_of(m, site, ctx));
}

static void land(struct avm *m, const struct work *s, const struct jump *j, const struct landing *l, bool only)
{
    struct work *f = avm_fork(m, s);
    if (!l->is_here)
        avm_restore(m, f, &l->back);
    set_result(f, j->value);
    const struct cwi_expr *buffer = j->buffer ? j->buffer->src : NULL;
    if (!only)
        avm_chosen(f, false, buffer && buffer->kind == CWI_ADDR ? buffer->a : NULL, j->code->stmt, -1);
    avm_emit(m, f, l->pc, AVM_ONLY);
    avm_drop(m, f);
}

/* The landings in a function, in the context that `back` leads to or else in the current one. */
static void find_in(struct avm *m, struct jump *j, cwi_id func, vs ctx, const struct caller *back)
{
    for (uint32_t x = 0; x < m->setjmps.count; x++) {
        uint32_t pc = m->setjmps.items[x];
        if (m->code.items[pc].fn->func != func || !is_meant(m, j, x, ctx))
            continue;
        struct landing l = {.pc = pc, .is_here = !back};
        if (back)
            l.back = *back;
        vec_push(&j->landings, l);
    }
}

static void climb(struct avm *m, struct jump *j, uint32_t ctx)
{
    if (!ctx || j->seen[ctx])
        return;
    j->seen[ctx] = 1;
    if (avm_gains_callers(m, ctx)) {
        avm_remember_return(m, ctx);
        j->may_gain = true;
    }
    for (size_t i = 0; i < m->contexts.items[ctx].callers.count; i++) {
        struct caller k = m->contexts.items[ctx].callers.items[i];
        if (k.frame == NO_FRAME)
            continue;
        find_in(m, j, m->code.items[k.pc].fn->func, k.ctx, &k);
        climb(m, j, k.ctx);
    }
}

/* What is run is a handler: it stands on frames that are not here, and of which some may hold an active setjmp. */
static bool stands_on_others(const struct avm *m)
{
    bool does = false;
    for (uint32_t i = 0; i < m->world->async_count && m->cfg.async; i++)
        does |= m->world->async[i].func == m->cfg.async && !m->world->async[i].is_new;
    return does;
}

static void end_elsewhere(struct avm *m, struct work *s, const struct jump *j)
{
    bool is_out = j->named == VS_TOP && stands_on_others(m) && avm_has_setjmp(m);
    if (!is_out && (j->landings.count || j->is_maybe))
        return;
    struct work *f = avm_fork(m, s);
    avm_end_unknown(m, f, j->code->stmt,
                    !is_out       ? "longjmp finds no active setjmp"
                    : j->is_maybe ? "what nobody knows may jump out of the handler"
                                  : "longjmp may jump out of the handler");
    avm_drop(m, f);
}

/* Landings are found before the first of them runs on, which may make contexts, and callers of those that were seen. */
static void jump(struct avm *m, struct work *s, struct jump *j)
{
    const struct code *c = j->code;
    find_in(m, j, c->fn->func, s->w[W_CTX], NULL);
    size_t here = j->landings.count;
    j->seen = base_mem_zalloc(m->contexts.count);
    climb(m, j, s->w[W_CTX]);
    free(j->seen);
    end_elsewhere(m, s, j);
    if (avm_asks(m, AVM_DOUBT_BOUNDS) && j->landings.count > here) /* nobody follows what lived in the frames between */
        avm_doubt(m, s, AVM_DOUBT_BOUNDS, c->stmt ? c->stmt->rhs : NULL, false);
    for (size_t i = 0; i < j->landings.count; i++)
        land(m, s, j, &j->landings.items[i], j->landings.count == 1 && !j->may_gain && !j->is_maybe);
    vec_free(&j->landings);
}

void avm_do_longjmp(struct avm *m, struct work *s, const struct code *c)
{
    struct vs_type t = c->value ? c->value->t : no_type();
    vs v = c->value ? avm_eval(m, s, c->value) : VS_TOP;
    if (t.kind == VS_INT && vs_contains(m->pool, t, v, 0))
        v = vs_join(m->pool, t, vs_minus(m->pool, t, v, vs_small(0)), vs_small(1)); /* longjmp(b, 0) returns 1 */
    vs named = c->buffer ? avm_eval(m, s, c->buffer) : VS_TOP;
    bool is_set = c->buffer && named > VS_TOP && !vs_contains(m->pool, c->buffer->t, named, 0);
    if (!is_set && named != VS_BOTTOM && avm_asks(m, AVM_DOUBT_BOUNDS)) /* by no setjmp, perhaps */
        avm_doubt(m, s, AVM_DOUBT_BOUNDS, c->stmt ? c->stmt->rhs : NULL, false);
    if (named == VS_BOTTOM)
        avm_end_in_error(m, s, c->stmt);
    else
        jump(m, s, &(struct jump){.code = c, .buffer = c->buffer, .value = v, .named = named, .is_maybe = c->is_maybe});
}

void avm_may_jump(struct avm *m, struct work *s, const struct code *c)
{
    if (c->call->may_jump)
        jump(m, s, &(struct jump){.code = c, .value = VS_TOP, .named = VS_TOP, .is_maybe = true});
}
