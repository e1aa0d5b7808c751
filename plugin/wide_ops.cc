/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operators on integers of 128 bits, as operators on their halves.
 *
 * Halves of signed sums and differences overflow exactly where these do, so that the machine sees it; what errs
 * otherwise is said by an operation on 64 bits whose value nobody reads. Quotients whose operands need more than 64
 * bits are lost, unless the divisor has 32. Source: Warren, Hacker's Delight, 2-16 and 8-2 (carries, high products).
 */
#include "plugin/wide.h"

/* ---- expressions of 64 bits -------------------------------------------------------------------------------------- */

tree wide_half(bool is_unsigned)
{
    return is_unsigned ? long_long_unsigned_type_node : long_long_integer_type_node;
}

const struct cwi_expr *wide_number(int64_t value, bool is_unsigned)
{
    return expr_const(type_id(wide_half(is_unsigned)), value);
}

/* What GIMPLE calls a conversion, of a number of 64 bits at most. */
const struct cwi_expr *wide_as(tree type, const struct cwi_expr *x)
{
    return op_unary(NOP_EXPR, type, NULL_TREE, x);
}

static const struct cwi_expr *unsign(const struct cwi_expr *x)
{
    return wide_as(wide_half(true), x);
}

/* In the type of x. */
static const struct cwi_expr *both(tree_code code, const struct cwi_expr *x, const struct cwi_expr *y)
{
    return op_binary(code, wide_half(!type_of(x->type)->is_signed), x, y);
}

static const struct cwi_expr *is(tree_code code, const struct cwi_expr *x, const struct cwi_expr *y)
{
    return op_binary(code, boolean_type_node, x, y);
}

static const struct cwi_expr *is_negative(const struct cwi_expr *x)
{
    return is(LT_EXPR, x, expr_const(x->type, 0));
}

/* 0 or -1, in the type of x. */
static const struct cwi_expr *sign(const struct cwi_expr *x)
{
    return type_of(x->type)->is_signed ? both(RSHIFT_EXPR, x, wide_number(63)) : expr_const(x->type, 0);
}

static bool is_signed(struct halves a)
{
    return type_of(a.hi->type)->is_signed;
}

struct halves wide_saved(struct halves a)
{
    return {saved(a.lo), saved(a.hi)};
}

static struct halves choice(const struct cwi_expr *c, struct halves a, struct halves b)
{
    return {expr_choice(c, a.lo, b.lo), expr_choice(c, a.hi, b.hi)};
}

static struct halves lost(bool is_unsigned, const char *why)
{
    return {expr_lost(type_id(wide_half(true)), why), expr_lost(type_id(wide_half(is_unsigned)), why)};
}

struct halves wide_extended(const struct cwi_expr *x, bool is_unsigned)
{
    bool extends_sign = type_of(x->type)->kind == CWI_INT && type_of(x->type)->is_signed;
    x = saved(wide_as(wide_half(!extends_sign), x));
    return {unsign(x), wide_as(wide_half(is_unsigned), sign(x))};
}

/* ---- sums, products ---------------------------------------------------------------------------------------------- */

/* One of the ways to add the carry overflows just where the whole does. */
static struct halves sum(struct halves a, struct halves b)
{
    const struct cwi_expr *lo = saved(both(PLUS_EXPR, a.lo, b.lo));
    const struct cwi_expr *carry = saved(wide_as(wide_half(!is_signed(a)), is(LT_EXPR, lo, a.lo)));
    const struct cwi_expr *one = both(PLUS_EXPR, both(PLUS_EXPR, a.hi, carry), b.hi);
    if (!is_signed(a))
        return {lo, one};
    return {lo, expr_choice(is_negative(a.hi), one, both(PLUS_EXPR, both(PLUS_EXPR, b.hi, carry), a.hi))};
}

static struct halves difference(struct halves a, struct halves b)
{
    const struct cwi_expr *lo = saved(both(MINUS_EXPR, a.lo, b.lo));
    const struct cwi_expr *borrow = saved(wide_as(wide_half(!is_signed(a)), is(LT_EXPR, a.lo, b.lo)));
    const struct cwi_expr *one = both(MINUS_EXPR, both(MINUS_EXPR, a.hi, b.hi), borrow);
    if (!is_signed(a))
        return {lo, one};
    return {lo, expr_choice(is_negative(a.hi), one, both(MINUS_EXPR, both(MINUS_EXPR, a.hi, borrow), b.hi))};
}

struct halves wide_negated(struct halves a)
{
    return difference({wide_number(0), wide_number(0, !is_signed(a))}, a);
}

/* The product of two words, of which each quarter is one of half words. */
static struct halves product_of_words(const struct cwi_expr *x, const struct cwi_expr *y)
{
    const struct cwi_expr *half = wide_number(32), *mask = wide_number(0xffffffff);
    const struct cwi_expr *x0 = saved(both(BIT_AND_EXPR, x, mask)), *x1 = saved(both(RSHIFT_EXPR, x, half)),
                          *y0 = saved(both(BIT_AND_EXPR, y, mask)), *y1 = saved(both(RSHIFT_EXPR, y, half));
    const struct cwi_expr *low = both(MULT_EXPR, x0, y0);
    const struct cwi_expr *one = saved(both(PLUS_EXPR, both(MULT_EXPR, x1, y0), both(RSHIFT_EXPR, low, half)));
    const struct cwi_expr *two = saved(both(PLUS_EXPR, both(MULT_EXPR, x0, y1), both(BIT_AND_EXPR, one, mask)));
    const struct cwi_expr *high = both(PLUS_EXPR, both(MULT_EXPR, x1, y1), both(RSHIFT_EXPR, one, half));
    return {both(MULT_EXPR, x, y), both(PLUS_EXPR, high, both(RSHIFT_EXPR, two, half))};
}

/* It is a signed number of 64 bits. */
static const struct cwi_expr *is_word(struct halves a)
{
    return is(EQ_EXPR, a.hi, sign(wide_as(wide_half(false), a.lo)));
}

struct halves wide_product(struct halves a, struct halves b, bool is_never_large)
{
    struct halves low = product_of_words(a.lo, b.lo);
    const struct cwi_expr *crossed =
        both(PLUS_EXPR, both(MULT_EXPR, a.lo, unsign(b.hi)), both(MULT_EXPR, unsign(a.hi), b.lo));
    if (is_signed(a) && !is_never_large) { /* where none of them is short nobody knows */
        const struct cwi_expr *some = expr_lost(type_id(boolean_type_node), "whether a product of 128 bits overflows");
        emit_overflow_if(expr_choice(is(TRUTH_AND_EXPR, is_word(a), is_word(b)), expr_const(some->type, 0), some));
    }
    return {low.lo, wide_as(wide_half(!is_signed(a)), both(PLUS_EXPR, low.hi, crossed))};
}

/* ---- quotients --------------------------------------------------------------------------------------------------- */

static struct halves magnitude(struct halves a)
{
    if (!is_signed(a))
        return a;
    struct halves plain = {a.lo, unsign(a.hi)};
    return wide_saved(choice(saved(is_negative(a.hi)), wide_negated(plain), plain));
}

static struct halves with_sign(struct halves a, const struct cwi_expr *negative)
{
    struct halves r = choice(negative, wide_negated(a), a);
    return {r.lo, wide_as(wide_half(false), r.hi)};
}

/* By a divisor below 2^32, digit by digit of that base; d is not 0. */
static struct halves long_division(tree_code code, struct halves x, const struct cwi_expr *d)
{
    const struct cwi_expr *half = wide_number(32), *mask = wide_number(0xffffffff);
    auto next = [&](const struct cwi_expr *rest, const struct cwi_expr *digit) {
        return saved(both(BIT_IOR_EXPR, both(LSHIFT_EXPR, rest, half), digit));
    };
    const struct cwi_expr *two = next(saved(both(TRUNC_MOD_EXPR, x.hi, d)), both(RSHIFT_EXPR, x.lo, half));
    const struct cwi_expr *three = next(saved(both(TRUNC_MOD_EXPR, two, d)), both(BIT_AND_EXPR, x.lo, mask));
    if (code == TRUNC_MOD_EXPR)
        return {both(TRUNC_MOD_EXPR, three, d), wide_number(0)};
    return {both(BIT_IOR_EXPR, both(LSHIFT_EXPR, both(TRUNC_DIV_EXPR, two, d), half), both(TRUNC_DIV_EXPR, three, d)),
            both(TRUNC_DIV_EXPR, x.hi, d)};
}

static struct halves quotient(tree_code code, struct halves a, struct halves b)
{
    bool is_unsigned = !is_signed(a);
    emit_division_by(both(BIT_IOR_EXPR, b.lo, unsign(b.hi)));
    if (!is_unsigned) { /* the least number by -1 */
        const struct cwi_expr *least =
            is(TRUTH_AND_EXPR, is(EQ_EXPR, a.lo, wide_number(0)), is(EQ_EXPR, a.hi, wide_number(INT64_MIN, false)));
        const struct cwi_expr *by_one =
            is(TRUTH_AND_EXPR, is(EQ_EXPR, b.lo, wide_number(-1)), is(EQ_EXPR, b.hi, wide_number(-1, false)));
        emit_overflow_if(is(TRUTH_AND_EXPR, least, by_one));
    }
    struct halves x = magnitude(a), y = magnitude(b);
    const struct cwi_expr *are_words =
        saved(is(TRUTH_AND_EXPR, is(EQ_EXPR, x.hi, wide_number(0)), is(EQ_EXPR, y.hi, wide_number(0))));
    const struct cwi_expr *divisor = saved(both(MAX_EXPR, y.lo, wide_number(1))); /* 0 has been seen to be none */
    const struct cwi_expr *is_digit =
        saved(is(TRUTH_AND_EXPR, is(EQ_EXPR, y.hi, wide_number(0)), is(LE_EXPR, y.lo, wide_number(0xffffffff))));
    struct halves by_digit = long_division(code, x, saved(both(MIN_EXPR, divisor, wide_number(0xffffffff))));
    struct halves by_word = {both(code, x.lo, divisor), wide_number(0)};
    struct halves r = wide_saved(choice(is_digit, by_digit, by_word));
    if (!is_unsigned)
        r = with_sign(
            r, saved(code == TRUNC_MOD_EXPR ? is_negative(a.hi) : is(NE_EXPR, is_negative(a.hi), is_negative(b.hi))));
    const struct cwi_expr *can = saved(is(TRUTH_OR_EXPR, is_digit, are_words));
    return choice(can, r, lost(is_unsigned, "a quotient of more than 64 bits"));
}

/* ---- shifts ------------------------------------------------------------------------------------------------------ */

/* In four cases: by 0, by less than a word, by a word and more, by too much. */
struct halves wide_shifted(tree_code code, struct halves a, const struct cwi_expr *n)
{
    bool is_unsigned = !is_signed(a), is_left = code == LSHIFT_EXPR;
    const struct cwi_expr *hi = unsign(a.hi), *rest = both(MINUS_EXPR, wide_number(64), n),
                          *more = both(MINUS_EXPR, n, wide_number(64));
    struct halves few, many;
    if (is_left) {
        few.lo = both(LSHIFT_EXPR, a.lo, n);
        few.hi = both(BIT_IOR_EXPR, both(LSHIFT_EXPR, hi, n), both(RSHIFT_EXPR, a.lo, rest));
        few.hi = wide_as(wide_half(is_unsigned), few.hi);
        many = {wide_number(0), wide_as(wide_half(is_unsigned), both(LSHIFT_EXPR, a.lo, more))};
    } else {
        few.lo = both(BIT_IOR_EXPR, both(RSHIFT_EXPR, a.lo, n), both(LSHIFT_EXPR, hi, rest));
        few.hi = both(RSHIFT_EXPR, a.hi, n);
        many = {unsign(both(RSHIFT_EXPR, a.hi, more)), sign(a.hi)};
    }
    if (n->kind == CWI_CONST) {
        uint64_t by = n->value;
        return by == 0 ? a : by < 64 ? few : by < 128 ? many : lost(is_unsigned, "a shift by too much");
    }
    struct halves large = choice(is(LT_EXPR, n, wide_number(128)), many, lost(is_unsigned, "a shift by too much"));
    return choice(is(EQ_EXPR, n, wide_number(0)), a, choice(is(LT_EXPR, n, wide_number(64)), few, large));
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

const struct cwi_expr *wide_compared(tree_code code, struct halves a, struct halves b)
{
    if (code == EQ_EXPR || code == NE_EXPR)
        return is(code == EQ_EXPR ? TRUTH_AND_EXPR : TRUTH_OR_EXPR, is(code, a.lo, b.lo), is(code, a.hi, b.hi));
    tree_code strict = code == LE_EXPR ? LT_EXPR : code == GE_EXPR ? GT_EXPR : code;
    return is(TRUTH_OR_EXPR, is(strict, a.hi, b.hi), is(TRUTH_AND_EXPR, is(EQ_EXPR, a.hi, b.hi), is(code, a.lo, b.lo)));
}

struct halves wide_magnitude(struct halves a)
{
    return choice(saved(is_negative(a.hi)), wide_negated(a), a);
}

bool wide_binary(tree_code code, struct halves a, struct halves b, struct halves *r)
{
    switch (code) {
    case PLUS_EXPR:
        *r = sum(a, b);
        return true;
    case MINUS_EXPR:
        *r = difference(a, b);
        return true;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
        *r = quotient(code, a, b);
        return true;
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
        *r = {both(code, a.lo, b.lo), both(code, a.hi, b.hi)};
        return true;
    case MIN_EXPR:
    case MAX_EXPR:
        *r = choice(wide_compared(code == MIN_EXPR ? LT_EXPR : GT_EXPR, a, b), a, b);
        return true;
    default:
        return false;
    }
}
