/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms, constant wherever their operands are: most of what a loop that is unrolled computes is known.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

static bool is_number(const struct merged *m, smt_term a, uint64_t *value)
{
    return smt_is_const(m->smt, a, value);
}

static smt_term must_be(struct merged *m, smt_term a)
{
    if (!a)
        check_merged_give_up(m, "an operation is not known to the solver");
    return a;
}

smt_term check_merged_const(struct merged *m, uint64_t value, unsigned width)
{
    return must_be(m, smt_const(m->smt, value, width));
}

smt_term check_merged_unknown(struct merged *m, unsigned width)
{
    return must_be(m, smt_unknown(m->smt, m->next_unknown++, width));
}

bool check_merged_is(struct merged *m, smt_term a, uint64_t value)
{
    uint64_t v;
    return is_number(m, a, &v) && v == value;
}

/* False: what C leaves open is left to the solver. */
static bool calculate(enum cwi_op op, bool is_signed, uint64_t a, uint64_t b, unsigned width, uint64_t *r)
{
    bool is_shift = op == CWI_SHL || op == CWI_SHR, is_quotient = op >= CWI_DIV && op <= CWI_FLOORMOD;
    if ((is_shift && b >= width) || (is_quotient && !b) || op == CWI_UNORDERED)
        return false;
    *r = cwi_operate(op, is_signed, width, cwi_extended(a, is_signed, width),
                     is_shift ? b : cwi_extended(b, is_signed, width));
    return true;
}

/* What needs no calculation; 0: nothing of the kind. */
static smt_term simplified(struct merged *m, enum cwi_op op, smt_term a, smt_term b)
{
    bool is_zero = check_merged_is(m, b, 0);
    switch (op) {
    case CWI_ADD:
    case CWI_PTRADD:
        return is_zero ? a : check_merged_is(m, a, 0) ? b : 0;
    case CWI_SUB:
    case CWI_SHL:
    case CWI_SHR:
        return is_zero ? a : 0;
    case CWI_MUL:
        return check_merged_is(m, b, 1) ? a : check_merged_is(m, a, 1) ? b : 0;
    case CWI_EQ:
    case CWI_LE:
    case CWI_GE:
        return a == b ? check_merged_const(m, 1, 1) : 0;
    case CWI_NE:
    case CWI_LT:
    case CWI_GT:
        return a == b ? check_merged_const(m, 0, 1) : 0;
    default:
        return 0;
    }
}

/* One of the two truth values is known. */
static smt_term cond_of_known(struct merged *m, smt_term condition, smt_term a, smt_term b)
{
    smt_term opposite = check_merged_not(m, condition);
    return check_merged_is(m, a, 1)   ? check_merged_or(m, condition, b)
           : check_merged_is(m, a, 0) ? check_merged_and(m, opposite, b)
           : check_merged_is(m, b, 1) ? check_merged_or(m, opposite, a)
                                      : check_merged_and(m, condition, a);
}

smt_term check_merged_cond(struct merged *m, smt_term condition, smt_term a, smt_term b)
{
    uint64_t x;
    if (a == b)
        return a;
    if (is_number(m, condition, &x))
        return x ? a : b;
    if (smt_width(m->smt, a) == 1 && smt_width(m->smt, condition) == 1 && (is_number(m, a, &x) || is_number(m, b, &x)))
        return cond_of_known(m, condition, a, b);
    return must_be(m, smt_cond(m->smt, condition, a, b));
}

/* ---- choices of numbers ------------------------------------------------------------------------------------------ */

enum { TREE = 64 };

/* It chooses from numbers alone, at most so many. */
static bool is_tree(const struct merged *m, smt_term x, uint32_t *left)
{
    uint64_t unused;
    smt_term condition, a, b;
    if (is_number(m, x, &unused))
        return true;
    if (!*left || !smt_is_cond(m->smt, x, &condition, &a, &b))
        return false;
    --*left;
    return is_tree(m, a, left) && is_tree(m, b, left);
}

static bool is_choice_of_numbers(const struct merged *m, smt_term x)
{
    uint32_t left = TREE;
    uint64_t unused;
    return !is_number(m, x, &unused) && is_tree(m, x, &left);
}

/* Where a number is chosen, a number is computed: an index becomes an address that is one of few. */
static smt_term binary_of_choice(struct merged *m, enum cwi_op op, bool is_signed, smt_term a, smt_term b)
{
    smt_term condition, x, y;
    if (smt_is_cond(m->smt, a, &condition, &x, &y)) {
        x = binary_of_choice(m, op, is_signed, x, b);
        return check_merged_cond(m, condition, x, binary_of_choice(m, op, is_signed, y, b));
    }
    if (smt_is_cond(m->smt, b, &condition, &x, &y)) {
        x = binary_of_choice(m, op, is_signed, a, x);
        return check_merged_cond(m, condition, x, binary_of_choice(m, op, is_signed, a, y));
    }
    return check_merged_binary(m, op, is_signed, a, b);
}

static smt_term converted_choice(struct merged *m, smt_term a, bool is_signed, unsigned width)
{
    smt_term condition, x, y;
    if (!smt_is_cond(m->smt, a, &condition, &x, &y))
        return check_merged_convert(m, a, is_signed, width);
    x = converted_choice(m, x, is_signed, width);
    return check_merged_cond(m, condition, x, converted_choice(m, y, is_signed, width));
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

smt_term check_merged_binary(struct merged *m, enum cwi_op op, bool is_signed, smt_term a, smt_term b)
{
    uint64_t x, y, r;
    unsigned width = smt_width(m->smt, a);
    if (op == CWI_LOGAND)
        return check_merged_and(m, check_merged_truth(m, a), check_merged_truth(m, b));
    if (op == CWI_LOGOR)
        return check_merged_or(m, check_merged_truth(m, a), check_merged_truth(m, b));
    if (is_number(m, a, &x) && is_number(m, b, &y) && calculate(op, is_signed, x, y, width, &r))
        return check_merged_const(m, r, op >= CWI_EQ && op <= CWI_GE ? 1 : width);
    bool is_shift = op == CWI_SHL || op == CWI_SHR || op == CWI_ROTL || op == CWI_ROTR;
    smt_term simple = is_shift || smt_width(m->smt, b) == width ? simplified(m, op, a, b) : 0;
    if (simple)
        return simple;
    if ((is_number(m, a, &x) && is_choice_of_numbers(m, b)) || (is_number(m, b, &x) && is_choice_of_numbers(m, a)))
        return binary_of_choice(m, op, is_signed, a, b);
    if (op == CWI_NE)
        return check_merged_not(m, check_merged_binary(m, CWI_EQ, is_signed, a, b));
    return must_be(m, smt_binary(m->smt, op, is_signed, a, b));
}

smt_term check_merged_unary(struct merged *m, enum cwi_op op, smt_term a)
{
    uint64_t x;
    unsigned width = smt_width(m->smt, a);
    if (op == CWI_LOGNOT)
        return check_merged_not(m, check_merged_truth(m, a));
    if (is_number(m, a, &x) && (op == CWI_NEG || op == CWI_BITNOT))
        return check_merged_const(m, op == CWI_NEG ? 0 - x : ~x, width);
    return must_be(m, smt_unary(m->smt, op, a));
}

smt_term check_merged_convert(struct merged *m, smt_term a, bool is_signed, unsigned width)
{
    uint64_t x;
    if (is_number(m, a, &x))
        return check_merged_const(m, cwi_extended(x, is_signed, smt_width(m->smt, a)), width);
    if (smt_width(m->smt, a) != width && is_choice_of_numbers(m, a))
        return converted_choice(m, a, is_signed, width);
    return must_be(m, smt_convert(m->smt, a, is_signed, width));
}

/* ---- one bit ----------------------------------------------------------------------------------------------------- */

smt_term check_merged_not(struct merged *m, smt_term a)
{
    uint32_t r;
    uint64_t x;
    if (is_number(m, a, &x))
        return check_merged_const(m, !x, 1);
    if (base_map64_get(&m->negated, a, &r))
        return r;
    r = must_be(m, smt_unary(m->smt, CWI_LOGNOT, a));
    base_map64_put(&m->negated, a, r);
    base_map64_put(&m->negated, r, a);
    return r;
}

smt_term check_merged_and(struct merged *m, smt_term a, smt_term b)
{
    uint64_t x;
    if (is_number(m, a, &x))
        return x ? b : a;
    if (is_number(m, b, &x))
        return x ? a : b;
    if (a == b)
        return a;
    if (check_merged_not(m, a) == b)
        return check_merged_const(m, 0, 1);
    smt_term r = must_be(m, smt_binary(m->smt, CWI_LOGAND, false, a, b));
    base_map64_put(&m->first_part, r, a);
    base_map64_put(&m->last_part, r, b);
    return r;
}

bool check_merged_has_part(struct merged *m, smt_term a, smt_term part)
{
    uint32_t last;
    while (a != part && base_map64_get(&m->last_part, a, &last)) {
        if (last == part)
            return true;
        base_map64_get(&m->first_part, a, &a);
    }
    return a == part;
}

/* As a negated conjunction, so that the condition of the other way is found to be its opposite. */
smt_term check_merged_or(struct merged *m, smt_term a, smt_term b)
{
    return check_merged_not(m, check_merged_and(m, check_merged_not(m, a), check_merged_not(m, b)));
}

smt_term check_merged_equal(struct merged *m, smt_term a, smt_term b)
{
    return check_merged_binary(m, CWI_EQ, false, a, b);
}

smt_term check_merged_truth(struct merged *m, smt_term a)
{
    unsigned width = smt_width(m->smt, a);
    return width == 1 ? a : check_merged_not(m, check_merged_equal(m, a, check_merged_const(m, 0, width)));
}
