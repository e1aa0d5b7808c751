/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What Z3 gets of a term: made when a question goes there, after its operands'. Many terms never do.
 */
#include "terms.h"

static Z3_sort bits_sort(struct smt *s, unsigned width)
{
    return s->z3.mk_bv_sort(s->c, width);
}

static Z3_ast number(struct smt *s, uint64_t value, unsigned width)
{
    return s->z3.mk_unsigned_int64(s->c, width < 64 ? value & ((1ull << width) - 1) : value, bits_sort(s, width));
}

static Z3_ast converted(struct smt *s, Z3_ast a, unsigned from, bool is_signed, unsigned width)
{
    return width < from    ? s->z3.mk_extract(s->c, width - 1, 0, a)
           : width == from ? a
           : is_signed     ? s->z3.mk_sign_ext(s->c, width - from, a)
                           : s->z3.mk_zero_ext(s->c, width - from, a);
}

static Z3_ast compared(struct smt *s, enum cwi_op op, bool is_signed, Z3_ast x, Z3_ast y)
{
    switch (op) {
    case CWI_EQ:
        return s->z3.mk_eq(s->c, x, y);
    case CWI_LT:
        return is_signed ? s->z3.mk_bvslt(s->c, x, y) : s->z3.mk_bvult(s->c, x, y);
    case CWI_LE:
        return is_signed ? s->z3.mk_bvsle(s->c, x, y) : s->z3.mk_bvule(s->c, x, y);
    default:
        return NULL;
    }
}

/* Truncating, and the quotient is one less (floor) or one more (ceiling) where the signs of remainder and divisor say
 * so. */
static Z3_ast rounded(struct smt *s, bool is_signed, bool is_floor, Z3_ast x, Z3_ast y, unsigned width)
{
    Z3_ast zero = number(s, 0, width), one = number(s, 1, width);
    Z3_ast q = is_signed ? s->z3.mk_bvsdiv(s->c, x, y) : s->z3.mk_bvudiv(s->c, x, y);
    Z3_ast r = is_signed ? s->z3.mk_bvsrem(s->c, x, y) : s->z3.mk_bvurem(s->c, x, y);
    Z3_ast is_exact = s->z3.mk_eq(s->c, r, zero);
    Z3_ast same = is_signed ? s->z3.mk_eq(s->c, s->z3.mk_bvslt(s->c, r, zero), s->z3.mk_bvslt(s->c, y, zero))
                            : s->z3.mk_eq(s->c, zero, zero);
    Z3_ast down = s->z3.mk_ite(s->c, same, q, s->z3.mk_bvsub(s->c, q, one));
    Z3_ast up = s->z3.mk_ite(s->c, same, s->z3.mk_bvadd(s->c, q, one), q);
    return s->z3.mk_ite(s->c, is_exact, q, is_floor ? down : up);
}

static Z3_ast least(struct smt *s, bool is_signed, Z3_ast x, Z3_ast y)
{
    return s->z3.mk_ite(s->c, compared(s, CWI_LT, is_signed, x, y), x, y);
}

static Z3_ast calculated(struct smt *s, enum cwi_op op, bool is_signed, Z3_ast x, Z3_ast y, unsigned width)
{
    const struct z3 *z = &s->z3;
    switch (op) {
    case CWI_ADD:
        return z->mk_bvadd(s->c, x, y);
    case CWI_SUB:
        return z->mk_bvsub(s->c, x, y);
    case CWI_MUL:
        return z->mk_bvmul(s->c, x, y);
    case CWI_DIV:
        return is_signed ? z->mk_bvsdiv(s->c, x, y) : z->mk_bvudiv(s->c, x, y);
    case CWI_MOD:
        return is_signed ? z->mk_bvsrem(s->c, x, y) : z->mk_bvurem(s->c, x, y);
    case CWI_FLOORDIV:
    case CWI_CEILDIV:
        return rounded(s, is_signed, op == CWI_FLOORDIV, x, y, width);
    case CWI_FLOORMOD:
        return is_signed ? z->mk_bvsmod(s->c, x, y) : z->mk_bvurem(s->c, x, y);
    case CWI_AND:
        return z->mk_bvand(s->c, x, y);
    case CWI_OR:
        return z->mk_bvor(s->c, x, y);
    case CWI_XOR:
        return z->mk_bvxor(s->c, x, y);
    case CWI_SHL:
        return z->mk_bvshl(s->c, x, y);
    case CWI_SHR:
        return is_signed ? z->mk_bvashr(s->c, x, y) : z->mk_bvlshr(s->c, x, y);
    case CWI_ROTL:
        return z->mk_ext_rotate_left(s->c, x, y);
    case CWI_ROTR:
        return z->mk_ext_rotate_right(s->c, x, y);
    case CWI_MIN:
        return least(s, is_signed, x, y);
    case CWI_MAX:
        return z->mk_ite(s->c, compared(s, CWI_LT, is_signed, x, y), y, x);
    default:
        return NULL;
    }
}

/* ---- one term, whose operands have a form ------------------------------------------------------------------------ */

static Z3_ast absolute(struct smt *s, Z3_ast x, unsigned width)
{
    return s->z3.mk_ite(s->c, s->z3.mk_bvslt(s->c, x, number(s, 0, width)), s->z3.mk_bvneg(s->c, x), x);
}

static Z3_ast unknown(struct smt *s, const struct term *t)
{
    char name[32];
    snprintf(name, sizeof name, "u%u.%u", (unsigned)t->value, t->width);
    return s->z3.mk_const(s->c, s->z3.mk_string_symbol(s->c, name), bits_sort(s, t->width));
}

static Z3_ast truth_of(struct smt *s, const struct term *t)
{
    Z3_ast both[2];
    if (t->op == CWI_LOGNOT)
        return s->z3.mk_not(s->c, smt_truth(s, t->a));
    if (t->op != CWI_LOGAND && t->op != CWI_LOGOR)
        return compared(s, (enum cwi_op)t->op, t->is_signed, smt_bits(s, t->a), smt_bits(s, t->b));
    both[0] = smt_truth(s, t->a);
    both[1] = smt_truth(s, t->b);
    return t->op == CWI_LOGAND ? s->z3.mk_and(s->c, 2, both) : s->z3.mk_or(s->c, 2, both);
}

static Z3_ast bits_of(struct smt *s, const struct term *t)
{
    Z3_ast x = t->a ? smt_bits(s, t->a) : NULL;
    switch ((enum term_shape)t->shape) {
    case TERM_CONST:
        return number(s, t->value, t->width);
    case TERM_UNKNOWN:
        return unknown(s, t);
    case TERM_COND:
        return s->z3.mk_ite(s->c, smt_truth(s, t->c), x, smt_bits(s, t->b));
    case TERM_EXTENDED:
    case TERM_LOWEST:
        return converted(s, x, smt_width(s, t->a), t->is_signed, t->width);
    default:
        break;
    }
    return t->op == CWI_NEG      ? s->z3.mk_bvneg(s->c, x)
           : t->op == CWI_BITNOT ? s->z3.mk_bvnot(s->c, x)
           : t->op == CWI_ABS    ? absolute(s, x, t->width)
                                 : calculated(s, (enum cwi_op)t->op, t->is_signed, x, smt_bits(s, t->b), t->width);
}

static void make_form(struct smt *s, smt_term a)
{
    struct term t = s->terms.items[a];
    Z3_ast form = smt_is_truth(&t) ? truth_of(s, &t) : bits_of(s, &t);
    *(smt_is_truth(&t) ? &s->terms.items[a].truth : &s->terms.items[a].bits) = form;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool has_form(const struct smt *s, smt_term a)
{
    return !a || s->terms.items[a].bits || s->terms.items[a].truth;
}

/* Operands first, without a recursion: terms may be as deep as runs are long. */
static void make_forms(struct smt *s, smt_term a)
{
    struct smt_terms waiting = {0};
    if (!has_form(s, a))
        vec_push(&waiting, a);
    while (waiting.count) {
        smt_term last = waiting.items[waiting.count - 1];
        const struct term *t = &s->terms.items[last];
        const smt_term operands[] = {t->a, t->b, t->c};
        size_t before = waiting.count;
        for (int i = 0; i < 3; i++)
            if (!has_form(s, operands[i]))
                vec_push(&waiting, operands[i]);
        if (waiting.count > before)
            continue;
        if (!has_form(s, last))
            make_form(s, last);
        waiting.count--;
    }
    vec_free(&waiting);
}

Z3_ast smt_bits(struct smt *s, smt_term a)
{
    make_forms(s, a);
    struct term *t = &s->terms.items[a];
    if (!t->bits)
        t->bits = s->z3.mk_ite(s->c, t->truth, number(s, 1, 1), number(s, 0, 1));
    return t->bits;
}

Z3_ast smt_truth(struct smt *s, smt_term a)
{
    make_forms(s, a);
    struct term *t = &s->terms.items[a];
    if (!t->truth)
        t->truth = s->z3.mk_not(s->c, s->z3.mk_eq(s->c, t->bits, number(s, 0, t->width)));
    return t->truth;
}
