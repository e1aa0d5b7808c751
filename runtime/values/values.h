/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * values: sets of C values, and every C operator on them.
 *
 * A value set is a finite union of segments; a segment is an interval together with a set of residues modulo k. It
 * stands for a set of values of one type: integers of 1 to 64 bits, signed (two's complement) or unsigned, or pointers,
 * or floating-point numbers. Operators over-approximate: the result contains the image of every concrete choice that
 * does not trap, and is exactly that image wherever the caps on segments and moduli allow. Arithmetic wraps.
 *
 * Sets are interned in a pool: a `vs` is a 32-bit handle, and two sets of one type are equal exactly when their handles
 * are (each set has one normal form). Handles never move or die before their pool. The handle alone does not carry the
 * type: every call says which type is meant. Bit 31 set means a singleton: the low 31 bits are the value, sign-extended
 * to 64 bits and truncated to the type; this must be the handle of every singleton that fits, so engines may build and
 * read it inline (vs_small, vs_is_small, vs_small_value).
 *
 * A set of floating-point numbers is a union of intervals, -0 standing just below +0, and perhaps NaN (one value: sign
 * and payload are not known). Formats are binary32, binary64 and the 80 bits of x86; sets of 128 bits are VS_BOTTOM and
 * VS_TOP and nothing else. Numbers are rounded to nearest: two singletons give the one result that the machine gives,
 * intervals are rounded outwards (vs_pool_any_rounding: all directions). Excess precision, contraction (a * b + c
 * rounded once) and flushing of denormal numbers are not known here. Handles of singletons below 2^30 are small for
 * them too, but vs_small_value has no meaning.
 *
 * Nothing here knows programs: objects that pointers point into are opaque 32-bit ids of the caller's. Results depend
 * on the arguments and the pool's limits only, never on what was computed before.
 */
#ifndef CWOLF_VALUES_H
#define CWOLF_VALUES_H

#include "runtime/base/base.h"

typedef uint32_t vs; /* a handle into a pool */

enum vs_kind { VS_INT, VS_PTR, VS_FLOAT };
struct vs_type {
    uint8_t kind;      /* enum vs_kind */
    uint8_t bits;      /* integers 1..64; pointers 16, 32 or 64; floats 32, 64, 80, 128 */
    uint8_t is_signed; /* integers only */
    uint8_t range;     /* integers only: enum vs_range */
};
/* Of a type that is not VS_BOUNDED a value is any integer, `is_signed` is 1 and nothing wraps: a set that reaches
 * INT64_MIN or INT64_MAX has everything beyond it too, and is no singleton. Width and signedness still say what a
 * conversion to the type leaves alone; of another value it may make anything. */
enum vs_range { VS_BOUNDED, VS_UNBOUNDED, VS_UNBOUNDED_UNSIGNED };

enum { VS_BOTTOM = 0, VS_TOP = 1 }; /* the empty set; every value of the type (pointers: anything, dangling included) */
#define VS_SMALL_BIT 0x80000000u

/* A constant c (as sign-extended 64 bits for signed types, zero-extended for unsigned) is small when it fits in 31 bits
 * signed. */
static inline bool vs_fits_small(int64_t c)
{
    return c >= -(1 << 30) && c < (1 << 30);
}
static inline vs vs_small(int64_t c)
{
    return VS_SMALL_BIT | ((uint32_t)c & 0x7fffffffu);
}
static inline bool vs_is_small(vs v)
{
    return v >> 31;
}
static inline int64_t vs_small_value(vs v)
{
    return (int32_t)(v << 1) >> 1;
}

struct vs_limits {
    uint32_t segments;  /* most segments of a set, default 64; beyond it neighbours with the smallest gaps are joined */
    uint32_t modulus;   /* largest modulus, default 64; beyond it residues are dropped */
    uint32_t enumerate; /* small sets are computed by enumerating at most this many results or pairs; 0 switches that
                         * off */
    uint32_t targets;   /* most objects of a pointer set, default 64; beyond it: VS_TOP */
};
struct vs_pool;
struct vs_pool *vs_pool_new(const struct vs_limits *limits); /* NULL: the defaults */
void vs_pool_free(struct vs_pool *p);
size_t vs_pool_bytes(const struct vs_pool *p);
/* Whether floating-point results are rounded in any direction from now on, because the program may change it. */
void vs_pool_any_rounding(struct vs_pool *p, bool any);

/* ---- making and reading integer sets ----------------------------------------------------------------------------- */

/* Values are passed as int64_t: sign-extended for signed types, the zero-extended bit pattern for unsigned ones (so
 * that an unsigned 64-bit value above INT64_MAX appears negative; compare with vs_value_less). */
vs vs_const(struct vs_pool *p, struct vs_type t, int64_t value); /* truncated to the type; of a float: this number */
vs vs_interval(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi); /* in the type's order; lo > hi: bottom */
/* Bit r of `residues`: x mod k == r with residues in 0..k-1 of the mathematical value; k <= 64. */
vs vs_congruent(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi, uint32_t k, uint64_t residues);
bool vs_is_const(const struct vs_pool *p, struct vs_type t, vs v, int64_t *value);
bool vs_is_top(const struct vs_pool *p, struct vs_type t, vs v);
int64_t vs_min(const struct vs_pool *p, struct vs_type t, vs v); /* v not bottom; in the type's order */
int64_t vs_max(const struct vs_pool *p, struct vs_type t, vs v);
uint64_t vs_count(const struct vs_pool *p, struct vs_type t, vs v); /* number of values, saturated at UINT64_MAX */
bool vs_contains(const struct vs_pool *p, struct vs_type t, vs v, int64_t value);
int64_t vs_type_min(struct vs_type t);
int64_t vs_type_max(struct vs_type t);
static inline bool vs_value_less(struct vs_type t, int64_t a, int64_t b)
{
    return t.is_signed ? a < b : (uint64_t)a < (uint64_t)b;
}
/* The same as singletons, of floats too; not of pointers. */
size_t vs_singletons(struct vs_pool *p, struct vs_type t, vs v, vs *out, size_t limit);
/* vs_contains of a float: this number; 0 is either zero. */
/* Calls `each` for every maximal interval of the set in ascending order (a segment with residues gives its hull and k,
 * residues), until it returns false. */
void vs_segments(const struct vs_pool *p, struct vs_type t, vs v,
                 bool (*each)(void *context, int64_t lo, int64_t hi, uint32_t k, uint64_t residues), void *context);
/* The values in ascending order into out[], at most `limit`; returns how many there are, or limit + 1 when there are
 * more. */
size_t vs_values(const struct vs_pool *p, struct vs_type t, vs v, int64_t *out, size_t limit);

/* ---- floating-point sets ----------------------------------------------------------------------------------------- */

vs vs_float(struct vs_pool *p, struct vs_type t, long double x); /* x rounded to nearest; NaN is a value too */
/* The numbers from lo to hi, rounded outwards to the type (none when lo > hi or one is NaN), and perhaps NaN. */
vs vs_float_interval(struct vs_pool *p, struct vs_type t, long double lo, long double hi, bool may_be_nan);
/* The least and the greatest number of v and whether NaN is in it; false: v has no number. Of 128 bits -inf and inf. */
bool vs_float_range(const struct vs_pool *p, struct vs_type t, vs v, long double *lo, long double *hi,
                    bool *may_be_nan);

/* ---- lattice ----------------------------------------------------------------------------------------------------- */

vs vs_join(struct vs_pool *p, struct vs_type t, vs a, vs b);
vs vs_meet(struct vs_pool *p, struct vs_type t, vs a, vs b);        /* contains the intersection */
vs vs_complement(struct vs_pool *p, struct vs_type t, vs v);        /* contains every value outside v */
vs vs_minus(struct vs_pool *p, struct vs_type t, vs a, vs b);       /* contains a without b */
bool vs_leq(const struct vs_pool *p, struct vs_type t, vs a, vs b); /* a is a subset of b; exact */
/* Grows only the growing side; chains are finite. */
vs vs_widen(struct vs_pool *p, struct vs_type t, vs before, vs after);
/* Widening keeps the largest common modulus and sends a side that grew to 0, then -1, then the bound of the type. Of
 * floats, a side goes to 1, 0, -0, -1, the greatest finite number, infinity. */

/* ---- symbols ----------------------------------------------------------------------------------------------------- */

/* A value that is "symbol s plus c": s names a value that is not known, of `bits` bits, c is added modulo 2^bits, and
 * where the value's type is wider the sum is extended. Its set says what the value may be; every function of this room
 * takes a symbolic handle for that set, and none gives one back but these, and vs_join and vs_meet of a handle with
 * itself, vs_join with VS_BOTTOM. Who holds symbols sees to it that one id means one value. */
struct vs_symbol {
    uint32_t id;
    int64_t offset; /* c, sign-extended */
    uint8_t bits;
    bool extends_sign;
    struct vs_type t; /* of the value: an integer */
    vs set;
};
/* The handle; of a set with one value, or none, the set itself. */
vs vs_symbolic(struct vs_pool *p, const struct vs_symbol *s);
bool vs_symbol_of(const struct vs_pool *p, vs v, struct vs_symbol *out); /* false: v is a set */
vs vs_plain(const struct vs_pool *p, vs v);                              /* the set alone */

/* ---- operators --------------------------------------------------------------------------------------------------- */

enum vs_op {
    /* one operand */
    VS_NEG,
    VS_BITNOT,
    VS_LOGNOT,
    VS_ABS,
    VS_CONVERT, /* CONVERT: from the operand's type to the result's */
    /* two operands of the result's type (shifts: any integer type on the right) */
    VS_ADD,
    VS_SUB,
    VS_MUL,
    VS_DIV,
    VS_MOD,
    VS_AND,
    VS_OR,
    VS_XOR,
    VS_SHL,
    VS_SHR,
    VS_MIN,
    VS_MAX,
    VS_ROTL,
    VS_ROTR,
    VS_FLOORDIV,
    VS_CEILDIV,
    VS_EXACTDIV,
    VS_FLOORMOD,
    /* two operands of one type; the result is 0 or 1 in the result's type */
    VS_EQ,
    VS_NE,
    VS_LT,
    VS_LE,
    VS_GT,
    VS_GE,
    VS_LOGAND,
    VS_LOGOR,
    VS_UNORDERED, /* one of them is NaN: never of integers */
    VS_OPS
};
extern const char *const vs_op_names[VS_OPS]; /* as C spells them where it does: "+", "&&" */

/* x/0, x%0, minint/-1 trap and contribute nothing. Shifts by a negative amount or by the width and more may give any
 * value of the type (C leaves them undefined); rotations too. VS_SHR is arithmetic on signed types. minint % -1
 * contributes 0, as GCC folds it, although vs_traps counts it: machines may trap. EXACTDIV computes as DIV. VS_CONVERT
 * to one bit truncates: a conversion to _Bool is VS_NE with 0. Operands whose type is not the result's are converted to
 * it first, except under comparisons (which compare mathematical values) and as amounts of shifts. Floats have NEG,
 * ABS, LOGNOT, CONVERT, ADD, SUB, MUL, DIV, MIN, MAX and the comparisons, where NaN makes all false but NE and
 * UNORDERED; the rest gives VS_TOP. Of NaN, and of two zeros, MIN and MAX give either. Division by a floating-point
 * zero does not trap. CONVERT of a float that the integer type does not have gives any value. */
vs vs_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta);
vs vs_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b, struct vs_type tb);
/* Whether some choice of operands traps (division by zero, minint/-1): 0 never, 1 for some, 2 always. */
int vs_traps(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b, struct vs_type tb);
/* Whether some choice overflows the signed result type (or shifts too far): the same scale. 0 is certain and 2 is
 * certain; 1 stands for "some, perhaps all" where the sets are too large to be enumerated. */
int vs_overflows(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                 struct vs_type tb);

/* Backwards: given that op(a, b) lies in `r`, narrows *a and *b to subsets that still hold every solution (never larger
 * than before). Either may become VS_BOTTOM: no solution. */
void vs_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta);
void vs_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta, vs *b,
                    struct vs_type tb);

/* ---- pointers ---------------------------------------------------------------------------------------------------- */

/* A pointer set is a set of (object, offset set): offsets are signed integer sets of the pointer's width, in bytes.
 * Object 0 is the absolute object: its offsets are addresses, so null is (0, {0}) and a pointer made from an integer is
 * (0, address). */
/* An absolute address that fits is a small handle like an integer's: vs_null is vs_small(0), vs_const of a pointer type
 * makes one. An integer set of more than 4096 values that is converted to a pointer is VS_TOP: it may stem from an
 * object's address. */
enum { VS_ABSOLUTE = 0 };
struct vs_type vs_offset_type(struct vs_type pointer);
vs vs_ptr(struct vs_pool *p, struct vs_type t, uint32_t object, vs offsets);
vs vs_null(struct vs_pool *p, struct vs_type t);
size_t vs_ptr_targets(const struct vs_pool *p, vs v); /* number of objects, the absolute one too; SIZE_MAX for VS_TOP */
uint32_t vs_ptr_object(const struct vs_pool *p, vs v, size_t i);
vs vs_ptr_offsets(const struct vs_pool *p, vs v, size_t i);
vs vs_ptr_add(struct vs_pool *p, struct vs_type t, vs pointer, vs offset); /* offset of vs_offset_type(t) */
/* Calls `each` for the objects that a handle of any type leads to, the absolute one too: none for numbers. */
void vs_objects(const struct vs_pool *p, vs v, void (*each)(void *context, uint32_t object), void *context);
/* Replaces objects: map returns the new id, or VS_DROP to leave the target out. */
#define VS_DROP UINT32_MAX
vs vs_ptr_map(struct vs_pool *p, struct vs_type t, vs v, uint32_t (*map)(void *context, uint32_t object),
              void *context);
/* VS_EQ .. VS_GE, VS_SUB on pointers, VS_LOGNOT, and VS_CONVERT between pointers and integers go through
 * vs_unary/vs_binary: distinct objects have distinct, non-null addresses whose order is not known (one past the end of
 * one object may equal the start of another, so == on offsets outside [0, size) of unknown size may be either: pass
 * sizes with vs_pool_sizes). An integer obtained from an object's address is VS_TOP of its type without 0 where the
 * width is kept. */
/* Objects that stand for several concrete ones (a summary of heap blocks): two pointers into one need not be equal, and
 * its distances are not known. */
void vs_pool_summaries(struct vs_pool *p, bool (*is_summary)(void *context, uint32_t object), void *context);
/* -1: not known. */
void vs_pool_sizes(struct vs_pool *p, int64_t (*size)(void *context, uint32_t object), void *context);

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* As users read it: "3", "[0 .. 9]", "{1, 3}", "not 0", "any", "[0 .. 30] = 0 mod 2", "&x", "&a + 12" (in bytes),
 * "null", ">= 10" and "<= -1" where a bound is the type's, "not in {1, 3}", "any = 1 mod 2", "nothing",
 * "{[0.5 .. 2.25], nan}"; more than 12 pieces are cut to nine and the last (of floats all are shown). `object_name` may
 * be NULL (then "&object7"). */
void vs_print(const struct vs_pool *p, struct vs_type t, vs v, struct buf *out,
              const char *(*object_name)(const void *context, uint32_t object), const void *context);

#endif
