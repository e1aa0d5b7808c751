/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room values: segments, sets under construction, views of interned sets, and the pool.
 *
 * Everything inside computes with mathematical integers (`wide`), so that no bound ever wraps by accident: a w-bit
 * value is its mathematical value, and wrapping is the one explicit step vs_image_add.
 */
#ifndef CWOLF_VALUES_PRIVATE_H
#define CWOLF_VALUES_PRIVATE_H

#include "runtime/base/gcd.h"
#include "runtime/values/values.h"

#include <float.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* {x in [lo .. hi] : bit (x mod k) of mask is set}, x mod k in 0 .. k-1; lo <= hi; k in 1 .. 64; k == 1 means mask
 * == 1. A tight segment has lo and hi in the set. `zero` fills the padding, so that segments can be hashed and compared
 * as bytes. */
struct seg {
    wide lo, hi;
    uint64_t mask;
    uint32_t k, zero;
};

/* A set under construction: segments in any order, overlapping as they like. Released by vs_set_finish or vec_free. */
struct set VEC(struct seg);

struct target {
    uint32_t object;
    vs offsets; /* of vs_offset_type; never VS_BOTTOM */
};

/* An interned set. Numbers: segments in normal form (normal.c). Pointers: targets ordered by object. What is symbolic
 * has the segments of its set. */
struct node {
    uint64_t hash;
    uint32_t count;
    uint32_t is_pointer : 1, symbol : 31; /* symbol: index in the pool's; 0: a set */
    union {
        const struct seg *segs;
        const struct target *targets;
    };
};

struct memo {
    uint64_t key; /* operator and types; 0 is an empty place */
    vs a, b, result;
};

struct vs_pool {
    struct vs_limits limits;
    bool any_rounding; /* vs_pool_any_rounding */
    struct arena *arena;
    struct VEC(struct node) nodes; /* the handle is the index */
    uint32_t *table;               /* handles by hash; 0 is empty */
    size_t mask;
    struct VEC(struct vs_symbol) symbols; /* the first is none */
    struct memo *memos;
    size_t memo_mask, memo_used;
    int64_t (*size)(void *context, uint32_t object);
    void *size_context;
    bool (*is_summary)(void *context, uint32_t object);
    void *summary_context;
};

/* The set of a handle. */
static inline vs plain(const struct vs_pool *p, vs v)
{
    if (v <= VS_TOP || vs_is_small(v) || !p->nodes.items[v].symbol)
        return v;
    return p->symbols.items[p->nodes.items[v].symbol].set;
}

/* ---- types (segment.c) ------------------------------------------------------------------------------------------- */

/* Floating-point formats that the machine this runs on computes in exactly as they say; sets of others are VS_BOTTOM
 * and VS_TOP. */
static inline bool is_float(struct vs_type t)
{
    bool is_plain = FLT_EVAL_METHOD == 0 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53 && LDBL_MANT_DIG == 64;
#ifndef __x86_64__
    is_plain = false; /* the layout of 80 bits */
#endif
    return t.kind == VS_FLOAT && is_plain && (t.bits == 32 || t.bits == 64 || t.bits == 80);
}
/* Sets of integers and of floating-point numbers have segments, of the latter over ordinals (float.h). */
static inline bool is_number(struct vs_type t)
{
    return t.kind == VS_INT || is_float(t);
}
static inline wide float_infinity(struct vs_type t) /* the ordinal of +inf */
{
    return t.bits == 32 ? 0x7f800000 : t.bits == 64 ? (wide)0x7ff0000000000000 : (wide)0x7fff << 63;
}
/* Types without bounds: a bound of a segment is at most `FINITE` from zero, or stands for infinity, `INFINITY_AT` from
 * zero. No segment begins and ends at infinity (vs_set_finish). */
#define FINITE      ((wide)INT64_MAX - 1)
#define INFINITY_AT ((wide)1 << 100)
static inline bool is_unbounded(struct vs_type t)
{
    return t.kind == VS_INT && t.range != VS_BOUNDED;
}
static inline wide type_min(struct vs_type t)
{
    if (is_unbounded(t))
        return -INFINITY_AT;
    if (t.kind == VS_FLOAT)
        return -float_infinity(t) - 1;
    return t.is_signed ? -((wide)1 << (t.bits - 1)) : 0;
}
static inline wide type_max(struct vs_type t)
{
    if (is_unbounded(t))
        return INFINITY_AT;
    if (t.kind == VS_FLOAT)
        return float_infinity(t) + 1; /* NaN */
    return ((wide)1 << (t.bits - (t.is_signed ? 1 : 0))) - 1;
}
/* The value of type t with the low bits of x. */
static inline wide wrap(struct vs_type t, wide x)
{
    if (is_unbounded(t))
        return x;
    uint64_t m = t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << t.bits) - 1;
    uint64_t low = (uint64_t)x & m;
    return t.is_signed && low >> (t.bits - 1) ? (wide)low - ((wide)1 << t.bits) : (wide)low;
}
/* Between the int64_t of the public header and mathematical values. */
static inline wide from_raw(struct vs_type t, int64_t v)
{
    if (t.kind == VS_FLOAT)
        return v;
    return wrap(t, (wide)v);
}
static inline int64_t to_raw(wide x)
{
    return x > (wide)UINT64_MAX ? INT64_MAX : x < INT64_MIN ? INT64_MIN : (int64_t)(uint64_t)x;
}
static inline bool same_type(struct vs_type a, struct vs_type b)
{
    return a.kind == b.kind && a.bits == b.bits && a.is_signed == b.is_signed && a.range == b.range;
}
/* Integers of t's width and signedness: of a pointer its offsets. */
static inline bool is_int(struct vs_type t)
{
    return t.kind == VS_INT;
}

/* ---- segments (segment.c) ---------------------------------------------------------------------------------------- */

static inline uint64_t full_mask(uint32_t k)
{
    return k >= 64 ? UINT64_MAX : ((uint64_t)1 << k) - 1;
}
static inline uint32_t residue(wide x, uint32_t k)
{
    if (k == 1)
        return 0;
    if (!(k & (k - 1)))
        return (uint32_t)x & (k - 1);
    if (x >= 0 && (uwide)x >> 64 == 0)
        return (uint32_t)((uint64_t)x % k);
    wide r = (int64_t)x == x ? (wide)((int64_t)x % (int64_t)k) : x % (wide)k; /* 64 bits divide much faster than 128 */
    return (uint32_t)(r < 0 ? r + (wide)k : r);
}
static inline bool seg_has(const struct seg *s, wide x)
{
    return x >= s->lo && x <= s->hi && (s->k == 1 || s->mask >> residue(x, s->k) & 1);
}
static inline struct seg seg_of(wide lo, wide hi)
{
    return (struct seg){.lo = lo, .hi = hi, .mask = 1, .k = 1};
}
uint64_t vs_mask_shift(uint64_t mask, uint32_t k, wide by);     /* residues of x + by */
uint64_t vs_mask_negate(uint64_t mask, uint32_t k);             /* residues of -x */
uint64_t vs_mask_sum(uint64_t a, uint64_t b, uint32_t k);       /* residues of x + y */
uint64_t vs_mask_change(uint64_t mask, uint32_t k, uint32_t m); /* residues mod m, where m divides k or k divides m */
bool vs_seg_tighten(struct seg *s);                             /* false: it is empty */
uint64_t vs_seg_count(const struct seg *s);                     /* saturated */
uint64_t vs_seg_residues(const struct seg *s, uint32_t m);      /* exactly the residues mod m <= 64 that occur */
bool vs_seg_first(const struct seg *s, wide from, wide *x);     /* the first element >= from */
bool vs_seg_last(const struct seg *s, wide from, wide *x);      /* the last element <= from */
bool vs_seg_meet(const struct seg *a, const struct seg *b, uint32_t largest,
                 struct seg *out);                            /* contains the intersection */
bool vs_segs_touch(const struct seg *a, const struct seg *b); /* exactly: the intersection is not empty */
struct seg vs_seg_negate(const struct seg *s);
struct seg vs_seg_shifted(const struct seg *s, wide by);

/* ---- sets (set.c, normal.c) -------------------------------------------------------------------------------------- */

void vs_set_add(struct set *s, wide lo, wide hi, uint32_t k, uint64_t mask); /* nothing when lo > hi or mask is 0 */
void vs_set_range(struct set *s, wide lo, wide hi);
void vs_set_segs(struct set *s, const struct seg *segs, size_t count);
/* Interns what was collected, clipped to the type, and releases it. */
vs vs_set_finish(struct vs_pool *p, struct vs_type t, struct set *s);
/* Flat: sorted, disjoint, tight, any number of segments; coarser only where the cap on moduli demands it. */
void vs_set_flatten(const struct vs_limits *limits, struct set *s);
void vs_set_normalise(const struct vs_limits *limits, struct set *s); /* normal form, in place */
/* Set algebra on flat lists; results are to be flattened or finished. */
void vs_segs_meet(const struct vs_limits *limits, const struct seg *a, size_t na, const struct seg *b, size_t nb,
                  struct set *out);
void vs_segs_complement(const struct seg *a, size_t n, wide lo, wide hi, struct set *out);

/* The segments of an interned set of numbers (VS_TOP: the whole type). Valid as long as the pool; not to be copied. */
struct view {
    const struct seg *segs;
    size_t count;
    struct seg one;
};
void vs_view_of(const struct vs_pool *p, struct vs_type t, vs v, struct view *out);
uint64_t vs_view_count(const struct view *v);
bool vs_view_plain(const struct view *v); /* no residues */
bool vs_view_has(const struct view *v, wide x);
static inline wide view_min(const struct view *v)
{
    return v->segs[0].lo;
}
static inline wide view_max(const struct view *v)
{
    return v->segs[v->count - 1].hi;
}
/* All values, count of them, into out. */
void vs_view_values(const struct view *v, wide *out);
vs vs_constant(struct vs_pool *p, wide x); /* x in its type */
vs vs_intern_segs(struct vs_pool *p, const struct seg *segs, size_t count);
vs vs_intern_targets(struct vs_pool *p, const struct target *targets, size_t count);

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* An image under construction: what operator rules write to. */
struct image {
    struct vs_type t; /* of the result */
    const struct vs_limits *limits;
    struct set set;
    uint64_t low64; /* filter: residues mod 64 that the result can have (bits.c) */
};
/* Adds a mathematical segment, wrapped into the type. */
void vs_image_add(struct image *im, wide lo, wide hi, uint32_t k, uint64_t mask);
void vs_image_all(struct image *im);

enum concrete { C_TRAPS, C_VALUE, C_ANY };
/* One choice of operands, which are of the types that the operator wants: the definition that everything is tested
 * against. */
enum concrete vs_concrete(enum vs_op op, struct vs_type result, wide a, wide b, wide *out);
bool vs_is_comparison(enum vs_op op); /* EQ .. UNORDERED */
bool vs_is_shift(enum vs_op op);      /* SHL SHR ROTL ROTR */
bool vs_is_division(enum vs_op op);

typedef void pair_rule(struct image *im, const struct seg *a, const struct seg *b);
pair_rule vs_rule_add, vs_rule_sub, vs_rule_mul, vs_rule_div, vs_rule_mod, vs_rule_floordiv, vs_rule_ceildiv,
    vs_rule_floormod;
pair_rule vs_rule_and, vs_rule_or, vs_rule_xor, vs_rule_shl, vs_rule_shr, vs_rule_rotl, vs_rule_rotr;
typedef void single_rule(struct image *im, const struct seg *a);
single_rule vs_rule_neg, vs_rule_bitnot, vs_rule_abs, vs_rule_convert;

/* unbounded.c: types without bounds. */
void vs_unbounded_clip(struct set *s);
void vs_unbounded_pair(struct image *im, enum vs_op op, const struct seg *a, const struct seg *b);
vs vs_unbounded_convert(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta);
bool vs_unbounded_fits(const struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta);
bool vs_unbounded_is_inverted(enum vs_op op); /* backwards, by whole sets */

/* Bits of a pattern that are known (value) or free, of w bits; added as values of the image's type. */
void vs_image_bits(struct image *im, uint64_t value, uint64_t free_bits);
/* Known and free bits that cover a set. */
void vs_view_bits(struct vs_type t, const struct view *v, uint64_t *value, uint64_t *free_bits);

vs vs_compare_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                     struct vs_type tb);
vs vs_float_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta);
vs vs_float_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                   struct vs_type tb);
void vs_float_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta);
void vs_float_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta,
                          vs *b, struct vs_type tb);
vs vs_float_widen(struct vs_pool *p, struct vs_type t, vs before, vs both);
vs vs_truths(struct vs_pool *p, struct vs_type t, bool no, bool yes); /* a subset of {0, 1} */
vs vs_pointer_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta);
vs vs_pointer_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                     struct vs_type tb);
void vs_pointer_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta);
void vs_pointer_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta,
                            vs *b, struct vs_type tb);
vs vs_pointer_join(struct vs_pool *p, struct vs_type t, vs a, vs b);
vs vs_pointer_meet(struct vs_pool *p, struct vs_type t, vs a, vs b);
vs vs_pointer_minus(struct vs_pool *p, struct vs_type t, vs a, vs b);
bool vs_pointer_leq(const struct vs_pool *p, struct vs_type t, vs a, vs b);
vs vs_pointer_widen(struct vs_pool *p, struct vs_type t, vs before, vs after);
void vs_pointer_truth(const struct vs_pool *p, vs v, bool *no, bool *yes);

/* vs_meet, but never outside a: where rounding would leave a, a itself. */
void vs_narrow(struct vs_pool *p, struct vs_type t, vs *a, vs with);
/* The same with a set under construction, which is released. */
void vs_narrow_set(struct vs_pool *p, struct vs_type t, vs *a, struct set *with);

#endif
