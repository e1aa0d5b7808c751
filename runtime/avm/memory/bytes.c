/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Overlapping access: values put together from the bits of several cells, and cells of which some bits are written.
 *
 * All of it is arithmetic on unsigned integers of 64 bits, so that sets of values are composed as well as single ones.
 * The order of bytes is the target's; on big-endian ones, and beyond 64 bits, only what is all zero is composed.
 */
#include "memory.h"

#include <math.h>

static const struct vs_type u64 = {VS_INT, 64, 0, VS_BOUNDED};

/* The bits of a single number of 32 or 64 bits. */
static bool float_bits(struct avm *m, struct vs_type t, vs v, uint64_t *bits)
{
    long double lo, hi;
    bool may_be_nan;
    if (!vs_float_range(m->pool, t, v, &lo, &hi, &may_be_nan) || may_be_nan || lo != hi || signbit(lo) != signbit(hi))
        return false;
    float f = (float)lo;
    double d = (double)lo;
    uint32_t narrow;
    memcpy(&narrow, &f, sizeof f);
    memcpy(bits, &d, sizeof d);
    *bits = t.bits == 32 ? narrow : *bits;
    return t.bits == 32 || t.bits == 64;
}

static vs float_of_bits(struct avm *m, struct vs_type t, uint64_t bits)
{
    float f;
    double d;
    uint32_t narrow = (uint32_t)bits;
    memcpy(&f, &narrow, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return t.bits == 32 ? vs_float(m->pool, t, f) : t.bits == 64 ? vs_float(m->pool, t, d) : VS_TOP;
}

static vs reread(struct avm *m, vs v, struct vs_type from, struct vs_type to)
{
    uint64_t bits;
    int64_t x;
    if (from.kind == VS_FLOAT && to.kind == VS_INT)
        return float_bits(m, from, v, &bits) ? avm_pattern(m, to, bits) : VS_TOP;
    if (from.kind == VS_INT && to.kind == VS_FLOAT)
        return vs_is_const(m->pool, from, v, &x) ? float_of_bits(m, to, (uint64_t)x) : VS_TOP;
    return VS_TOP;
}

vs avm_pattern(struct avm *m, struct vs_type t, uint64_t bits)
{
    struct vs_type machine = {t.kind, t.bits, t.range ? t.range == VS_UNBOUNDED : t.is_signed, VS_BOUNDED};
    vs v = vs_const(m->pool, machine, (int64_t)bits);
    if (t.range == VS_UNBOUNDED_UNSIGNED && bits >> (t.bits - 1) & 1)
        return VS_TOP;
    return t.range ? vs_unary(m->pool, VS_CONVERT, t, v, machine) : v;
}

vs avm_converted(struct avm *m, vs v, struct vs_type from, struct vs_type to)
{
    if (v <= VS_TOP || !memcmp(&from, &to, sizeof from))
        return v;
    if (!has_type(from))
        return VS_TOP;
    if (from.kind == VS_FLOAT || to.kind == VS_FLOAT) /* the same bits, seen otherwise */
        return from.bits == to.bits ? reread(m, v, from, to) : VS_TOP;
    return vs_unary(m->pool, VS_CONVERT, to, v, from);
}

uint64_t avm_span_first(const struct span *x)
{
    return x->offset * 8 + x->bit_pos;
}

uint64_t avm_span_width(const struct span *x)
{
    return x->bit_width ? x->bit_width : x->size * 8;
}

struct piece avm_piece_of(const struct span *x, vs v)
{
    uint64_t first = avm_span_first(x);
    return (struct piece){.bit = first, .from = first, .to = first + avm_span_width(x), .t = x->t, .v = v};
}

static vs constant(struct avm *m, uint64_t x)
{
    return vs_const(m->pool, u64, (int64_t)x);
}

static uint64_t mask(uint64_t bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static vs combined(struct avm *m, enum vs_op op, vs a, vs b)
{
    return vs_binary(m->pool, op, u64, a, u64, b, u64);
}

/* The bits of a value as a number. */
static vs bits_of(struct avm *m, const struct piece *p)
{
    struct vs_type plain = {VS_INT, p->t.bits, 0, VS_BOUNDED};
    uint64_t width = p->to - p->bit;
    if (!has_type(p->t) || p->t.bits > 64 || p->v == VS_TOP)
        return width < 64 ? vs_interval(m->pool, u64, 0, (int64_t)mask(width)) : VS_TOP;
    vs v = avm_converted(m, p->v, p->t, plain);
    return v == VS_TOP && plain.bits < 64 ? vs_interval(m->pool, u64, 0, (int64_t)mask(plain.bits))
                                          : avm_converted(m, v, plain, u64);
}

/* The part of it from bit `lo` to `hi` of the object, moved to where the access begins. */
static vs part_of(struct avm *m, const struct piece *p, uint64_t lo, uint64_t hi, uint64_t first)
{
    vs v = bits_of(m, p);
    if (lo > p->bit)
        v = combined(m, VS_SHR, v, constant(m, lo - p->bit));
    if (hi - lo < 64)
        v = combined(m, VS_AND, v, constant(m, mask(hi - lo)));
    return lo > first ? combined(m, VS_SHL, v, constant(m, lo - first)) : v;
}

vs avm_zero(struct avm *m, struct vs_type t)
{
    return t.kind == VS_PTR ? vs_null(m->pool, t) : vs_const(m->pool, t, 0);
}

vs avm_compose(struct avm *m, const struct span *x, const struct piece *pieces, size_t count, bool rest_is_zero)
{
    uint64_t first = avm_span_first(x), width = avm_span_width(x), covered = 0;
    vs all = vs_small(0);
    if (!has_type(x->t))
        return VS_TOP;
    if (!count && rest_is_zero)
        return avm_zero(m, x->t);
    if (m->u->big_endian || width > 64)
        return VS_TOP;
    for (size_t i = 0; i < count; i++) {
        const struct piece *p = &pieces[i];
        uint64_t lo = p->from > first ? p->from : first, hi = p->to < first + width ? p->to : first + width;
        if (lo >= hi)
            continue;
        if (p->v == VS_TOP && avm_asks(m, AVM_DOUBT_UNSET)) /* it may be what was never set */
            return VS_TOP;
        if (lo - p->bit >= 64)
            return VS_TOP;
        all = combined(m, VS_OR, all, part_of(m, p, lo, hi, first));
        covered += hi - lo;
    }
    if (covered < width && !rest_is_zero)
        return VS_TOP;
    struct vs_type shape = {VS_INT, (uint8_t)width, 0, VS_BOUNDED};
    vs v = avm_converted(m, all, u64, shape);
    return v == VS_TOP ? VS_TOP : avm_converted(m, v, shape, x->t);
}

vs avm_overlaid(struct avm *m, const struct span *cell, vs old, const struct span *x, vs v)
{
    struct piece low = avm_piece_of(cell, old), high = low, middle = avm_piece_of(x, v);
    low.to = middle.from < low.from ? low.from : middle.from;
    high.from = middle.to > high.to ? high.to : middle.to;
    struct piece pieces[] = {low, middle, high};
    return avm_compose(m, cell, pieces, 3, false);
}
