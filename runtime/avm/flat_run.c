/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running flat code. An instruction computes singletons that are small in place and leaves everything else to what
 * evaluates trees (eval.c): the result is that of avm_eval and avm_store, for any values. States with pending inputs
 * are not run this way.
 */
#include "eval.h"
#include "flat.h"
#include "runtime/avm/memory/memory.h"

void avm_undo(struct work *s, struct undo *u)
{
    while (u->count) {
        u->count--;
        write_word(s, u->words[u->count].slot, u->words[u->count].was);
    }
}

static inline void remember(struct undo *u, const vs *w, uint32_t slot)
{
    if (!u)
        return;
    uint32_t i = u->count++;
    u->words[i].slot = slot;
    u->words[i].was = w[slot];
}

static inline vs small_or_pooled(struct avm *m, const struct flat *f, uint64_t x)
{
    int64_t c = f->is_signed ? (int64_t)(x << f->drop) >> f->drop : (int64_t)(x << f->drop >> f->drop);
    return vs_fits_small(c) ? vs_small(c) : vs_const(m->pool, ((const struct node *)f->what)->t, c);
}

/* Small values have few bits: only products of them can overflow an int. */
static inline vs product(struct avm *m, struct work *s, const struct flat *f, int64_t x, int64_t y)
{
    int64_t c = x * y;
    if (f->is_signed && (int64_t)((uint64_t)c << f->drop) >> f->drop != c)
        return avm_apply_binary(m, s, f->what, vs_small(x), vs_small(y));
    return small_or_pooled(m, f, (uint64_t)c);
}

static inline vs unary(struct avm *m, struct work *s, const struct flat *f, vs a)
{
    if (!vs_is_small(a) || f->kind == F_UNARY)
        return avm_apply_unary(m, s, f->what, a);
    uint64_t x = (uint64_t)vs_small_value(a);
    switch (f->kind) {
    case F_CONVERT:
        return small_or_pooled(m, f, x);
    case F_NEG:
        return small_or_pooled(m, f, -x);
    case F_BITNOT:
        return small_or_pooled(m, f, ~x);
    default:
        return vs_small(!x);
    }
}

static vs joined_arms(struct avm *m, const struct flat *f, const vs *w)
{
    const struct node *n = f->what;
    vs c = w[f->a];
    if (c == vs_small(0))
        return w[f->c];
    if (vs_is_small(c) || (c != VS_BOTTOM && !vs_contains(m->pool, n->a->t, c, 0)))
        return w[f->b];
    return vs_join(m->pool, n->t, w[f->b], w[f->c]);
}

/* Of a small integer. */
static inline int64_t index_of(const struct flat *f, vs a)
{
    return vs_small_value(a) * f->scale + f->offset;
}

/* False: nothing was stored, because the value cannot be or because `undo` does not reach what would change. */
static inline __attribute__((always_inline)) bool store(struct avm *m, struct work *s, const struct flat *f,
                                                        struct undo *undo, struct trace *trace)
{
    const vs *w = s->w;
    vs v;
    switch (f->kind) {
    case F_STORE:
        v = w[f->a];
        if (v == VS_BOTTOM)
            return false;
        remember(undo, w, f->to);
        write_word(s, f->to, vs_is_small(v) && f->c ? v : avm_round(m, f->what, v));
        if (trace)
            trace_write(trace, f->to, w[f->to]);
        return true;
    case F_STORE_ELEMENT:
        v = w[f->b];
        if (vs_is_small(w[f->a]) && vs_is_small(v)) {
            int64_t i = index_of(f, w[f->a]);
            if (i < 0 || i >= (int64_t)f->c) {
                m->trap = &avm_trap_bounds;
                m->trap_at = ((const struct target *)f->what)->src;
                return false;
            }
            remember(undo, w, f->first + (uint32_t)i);
            write_word(s, f->first + (uint32_t)i, v);
            if (trace)
                trace_write(trace, f->first + (uint32_t)i, v);
            return true;
        }
        break;
    default:
        v = w[f->a];
    }
    if (undo)
        undo->is_short = true;
    return v != VS_BOTTOM && !undo && avm_store(m, s, f->what, v);
}

/* What an operator gives for operands of any kind. */
static vs in_general(struct avm *m, struct work *s, const struct flat *f)
{
    vs a = s->w[f->a], b = s->w[f->b];
    return avm_apply_binary(m, s, f->what, f->swapped ? b : a, f->swapped ? a : b);
}

/* What the instruction is about to read. The trace is cut where that is not words alone. */
static void record(struct trace *t, const struct flat *f, const vs *w)
{
    const struct node *n = f->what;
    int64_t i = index_of(f, w[f->a]);
    bool is_index = vs_is_small(w[f->a]) && i >= 0 && i < (int64_t)f->c;
    if (f->kind != F_EVAL)
        trace_read(t, w, f->a);
    switch (f->kind) {
    case F_EVAL:
    case F_STORE_ANY:
        t->is_cut = true;
        return;
    case F_SELECT:
        if (w[f->a] != vs_small(0))
            trace_read(t, w, f->b);
        if (!vs_is_small(w[f->a]) || w[f->a] == vs_small(0))
            trace_read(t, w, f->c);
        return;
    case F_ELEMENT:
        if (is_index)
            trace_read(t, w, f->first + (uint32_t)i);
        t->is_cut |= !is_index;
        return;
    case F_STORE_ELEMENT:
        trace_read(t, w, f->b);
        t->is_cut |= !is_index || !vs_is_small(w[f->b]);
        return;
    default:
        if (f->kind > F_BINARY)
            return;
        trace_read(t, w, f->b);
        t->is_cut |= n->ta.kind == VS_PTR && n->tb.kind == VS_PTR && !vs_is_small(w[f->a]) && !vs_is_small(w[f->b]);
    }
}

/* With a trace, compiled apart, what is read and written is recorded; what cannot be put back only as long as it is. */
static inline __attribute__((always_inline)) bool run_traced(struct avm *m, struct work *s, const struct flat *f,
                                                             const struct flat *end, struct undo *undo,
                                                             struct trace *trace)
{
    const vs *const w = s->w;
    for (; f < end; f++) {
        if (trace)
            record(trace, f, w);
        if (trace && trace->is_cut && !undo)
            return false;
        vs a = w[f->a], b = w[f->b], r;
        int64_t x = vs_small_value(a), y = vs_small_value(b);
        if (f->kind < F_BINARY && !vs_is_small(a & b)) {
            write_word(s, f->to, in_general(m, s, f));
            continue;
        }
        switch (f->kind) {
        case F_ADD:
            r = small_or_pooled(m, f, (uint64_t)x + (uint64_t)y);
            break;
        case F_SUB:
            r = small_or_pooled(m, f, (uint64_t)x - (uint64_t)y);
            break;
        case F_MUL:
            r = product(m, s, f, x, y);
            break;
        case F_AND:
            r = small_or_pooled(m, f, (uint64_t)x & (uint64_t)y);
            break;
        case F_OR:
            r = small_or_pooled(m, f, (uint64_t)x | (uint64_t)y);
            break;
        case F_XOR:
            r = small_or_pooled(m, f, (uint64_t)x ^ (uint64_t)y);
            break;
        case F_EQ:
            r = vs_small(x == y);
            break;
        case F_NE:
            r = vs_small(x != y);
            break;
        case F_LT:
            r = vs_small(x < y);
            break;
        case F_LT_UNSIGNED:
            r = vs_small((uint64_t)x < (uint64_t)y);
            break;
        case F_LE:
            r = vs_small(x <= y);
            break;
        case F_LE_UNSIGNED:
            r = vs_small((uint64_t)x <= (uint64_t)y);
            break;
        case F_LOGAND:
            r = vs_small(x && y);
            break;
        case F_LOGOR:
            r = vs_small(x || y);
            break;
        case F_BINARY:
            r = in_general(m, s, f);
            break;
        case F_CONVERT:
        case F_NEG:
        case F_BITNOT:
        case F_LOGNOT:
        case F_UNARY:
            r = unary(m, s, f, a);
            break;
        case F_SELECT:
            r = joined_arms(m, f, w);
            break;
        case F_ELEMENT:
            x = index_of(f, a);
            r = vs_is_small(a) && x >= 0 && x < (int64_t)f->c ? w[f->first + (uint32_t)x] : avm_eval(m, s, f->what);
            break;
        case F_EVAL:
            r = avm_eval(m, s, f->what);
            break;
        default:
            if (!store(m, s, f, undo, trace))
                return false;
            continue;
        }
        write_word(s, f->to, r);
    }
    return true;
}

static bool run(struct avm *m, struct work *s, const struct flat *f, const struct flat *end, struct undo *undo)
{
    return run_traced(m, s, f, end, undo, NULL);
}

bool avm_flat_store(struct avm *m, struct work *s, const struct op *op)
{
    return run(m, s, m->flat + op->flat_first, m->flat + op->flat_end, NULL);
}

vs avm_flat_value(struct avm *m, struct work *s, const struct code *c)
{
    if (!flat_has_value(c))
        return VS_TOP;
    if (c->is_plain)
        return avm_eval(m, s, c->value);
    run(m, s, m->flat + c->flat_end, m->flat + c->flat_value_end, NULL);
    return s->w[c->flat_value];
}

bool avm_flat_run(struct avm *m, struct work *s, const struct code *c, struct undo *undo, vs *value)
{
    if (!run(m, s, m->flat + c->flat_first, m->flat + c->flat_value_end, undo))
        return false;
    *value = flat_has_value(c) ? s->w[c->flat_value] : VS_TOP;
    return true;
}

bool avm_flat_record(struct avm *m, struct work *s, const struct code *c, uint32_t op, struct undo *undo, vs *value,
                     struct trace *t)
{
    uint32_t first = op < c->op_count ? c->ops[op].flat_first : c->flat_end;
    if (!run_traced(m, s, m->flat + first, m->flat + c->flat_value_end, undo, t))
        return false;
    *value = flat_has_value(c) ? s->w[c->flat_value] : VS_TOP;
    if (flat_has_value(c))
        trace_read(t, s->w, c->flat_value);
    return true;
}
