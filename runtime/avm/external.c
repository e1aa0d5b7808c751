/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions without a body: what they forget, what they return.
 *
 * The result is left in the result register; a result that is an input is left pending there.
 */
#include "machine.h"

static vs clip(struct avm *m, struct vs_type t, int64_t lo, int64_t hi)
{
    int64_t least = vs_type_min(t), most = vs_type_max(t);
    if (lo == INT64_MIN || vs_value_less(t, lo, least))
        lo = least;
    if (hi == INT64_MAX || vs_value_less(t, most, hi))
        hi = most;
    if (!t.is_signed && lo < 0)
        lo = 0;
    return vs_interval(m->pool, t, lo, hi);
}

vs avm_declared(struct avm *m, const struct note_interval *values, uint32_t count, struct vs_type t)
{
    vs r = VS_BOTTOM;
    for (uint32_t i = 0; i < count; i++)
        r = vs_join(m->pool, t, r, clip(m, t, values[i].lo, values[i].hi));
    return count ? r : VS_TOP;
}

static vs block(struct avm *m, const struct cwi_stmt *site, struct vs_type t)
{
    uint64_t key = (uint64_t)(uintptr_t)site;
    uint32_t id;
    if (!map64_get(&m->site_of, key, &id)) {
        id = (uint32_t)m->site_of.count;
        map64_put(&m->site_of, key, id);
    }
    return vs_ptr(m->pool, t, OBJECT_HEAP | id, vs_small(0));
}

static vs compute_result(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    const struct effect *e = call->effect;
    struct vs_type t = call->t;
    if (!has_type(t) || t.kind == VS_FLOAT)
        return VS_TOP;
    if (e->value_count && t.kind == VS_INT)
        return avm_declared(m, e->values, e->value_count, t);
    switch (e->result) {
    case EFFECT_VALUE: {
        if (t.kind != VS_INT)
            return VS_TOP;
        int64_t hi = e->hi;
        if (e->hi_arg >= 0 && (uint32_t)e->hi_arg < call->arg_count) {
            const struct node *n = call->args[e->hi_arg];
            vs v = n->t.kind == VS_INT ? avm_eval(m, s, n) : VS_TOP;
            if (v > VS_TOP && vs_max(m->pool, n->t, v) >= 0 && vs_max(m->pool, n->t, v) < hi)
                hi = vs_max(m->pool, n->t, v);
        }
        return clip(m, t, e->lo, hi);
    }
    case EFFECT_ARGUMENT:
        if (e->arg < call->arg_count && !memcmp(&call->args[e->arg]->t, &t, sizeof t))
            return avm_eval(m, s, call->args[e->arg]);
        return VS_TOP;
    case EFFECT_NEW:
        return t.kind == VS_PTR ? vs_join(m->pool, t, vs_null(m->pool, t), block(m, op->stmt, t)) : VS_TOP;
    default:
        return VS_TOP;
    }
}

static vs result(struct avm *m, struct work *s, const struct op *op)
{
    return op->call->is_fixed ? op->call->fixed : compute_result(m, s, op);
}

void avm_prepare_external(struct avm *m, const struct op *op, struct call *call)
{
    const struct effect *e = call->effect;
    for (uint32_t i = 0; i < call->arg_count; i++)
        call->writes |= effect_writes(m->u, e, op->stmt, i);
    bool from_arguments =
        !e->value_count && (e->result == EFFECT_ARGUMENT || (e->result == EFFECT_VALUE && e->hi_arg >= 0));
    if (!from_arguments) {
        call->fixed = compute_result(m, NULL, op);
        call->is_fixed = true;
    }
}

bool avm_external(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    const struct effect *e = call->effect;
    if (e->flags & EFFECT_ASSUME) {
        s->partial = true;
        if (call->arg_count && !avm_constrain(m, s, call->args[0], true))
            return false;
    }
    vs v = result(m, s, op);
    if (e->flags & EFFECT_ANY_MEMORY) {
        avm_forget_escaped(m, s);
        for (uint32_t i = 0; i < call->arg_count; i++)
            if (call->args[i]->t.kind == VS_PTR)
                avm_forget_pointee(m, s, call->args[i]);
        s->partial = true; /* it may not return */
        avm_lose(m, op->stmt->at, m->code.items[s->w[W_PC]].fn ? m->code.items[s->w[W_PC]].fn->func : 0,
                 arena_printf(m->step_arena, "nothing is known about '%s': it may change everything it can reach "
                              "('#pragma cwolf external' says what it does)", avm_call_name(m, op->stmt)));
    } else if (e->result == EFFECT_EARLIER) {
        avm_forget_written(m, s, op->stmt);
    } else if (call->writes) {
        for (uint32_t i = 0; i < call->arg_count; i++)
            if (effect_writes(m->u, e, op->stmt, i))
                avm_forget_pointee(m, s, call->args[i]);
    }
    s->w[W_RESULT] = v;
    s->w[W_PENDING] &= ~(1u << RESULT_BIT);
    if ((e->flags & EFFECT_INPUT) && call->t.kind == VS_INT && !vs_is_small(v) && v != VS_BOTTOM)
        s->w[W_PENDING] |= 1u << RESULT_BIT;
    return v != VS_BOTTOM || !has_type(call->t);
}
