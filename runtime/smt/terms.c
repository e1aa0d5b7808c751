/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms of Z3, each made once.
 */
#include "terms.h"
#include "runtime/cwi/operate.h"

static Z3_sort bits_sort(struct smt *s, unsigned width)
{
    return s->z3.mk_bv_sort(s->c, width);
}

static Z3_ast number(struct smt *s, uint64_t value, unsigned width)
{
    return s->z3.mk_unsigned_int64(s->c, width < 64 ? value & ((1ull << width) - 1) : value, bits_sort(s, width));
}

Z3_ast smt_bits(struct smt *s, smt_term a)
{
    struct term *t = &s->terms.items[a];
    if (!t->bits)
        t->bits = s->z3.mk_ite(s->c, t->truth, number(s, 1, 1), number(s, 0, 1));
    return t->bits;
}

Z3_ast smt_truth(struct smt *s, smt_term a)
{
    struct term *t = &s->terms.items[a];
    if (!t->truth)
        t->truth = s->z3.mk_not(s->c, s->z3.mk_eq(s->c, t->bits, number(s, 0, t->width)));
    return t->truth;
}

static smt_term keep(struct smt *s, struct map64 *by, Z3_ast key, struct term t)
{
    uint32_t id, ast = s->z3.get_ast_id(s->c, key);
    if (base_map64_get(by, ast, &id))
        return id;
    vec_push(&s->terms, t);
    base_map64_put(by, ast, (uint32_t)s->terms.count - 1);
    return (smt_term)s->terms.count - 1;
}

static smt_term keep_bits(struct smt *s, Z3_ast bits, struct term t)
{
    t.bits = bits;
    return keep(s, &s->by_bits, bits, t);
}

static smt_term keep_truth(struct smt *s, Z3_ast truth, struct term t)
{
    t.truth = truth;
    t.width = 1;
    return keep(s, &s->by_truth, truth, t);
}

/* ---- making and ending ------------------------------------------------------------------------------------------- */

enum status smt_new(struct smt **out, struct diag *d)
{
    struct smt *s = base_mem_zalloc(sizeof *s);
    enum status st = smt_load(&s->z3, d);
    if (st) {
        free(s);
        return st;
    }
    Z3_config config = s->z3.mk_config();
    s->c = s->z3.mk_context(config); /* without counts of references: terms live as long as the solver */
    s->z3.del_config(config);
    s->z3.set_error_handler(s->c, NULL);
    vec_push(&s->terms, (struct term){0});
    s->solver = smt_solver_new(s);
    *out = s;
    return ST_OK;
}

void smt_free(struct smt *s)
{
    if (!s)
        return;
    smt_solver_free(s);
    smt_products_free(s);
    s->z3.del_context(s->c);
    vec_free(&s->terms);
    base_map64_free(&s->by_bits);
    base_map64_free(&s->by_truth);
    free(s);
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */

unsigned smt_width(const struct smt *s, smt_term a)
{
    return s->terms.items[a].width;
}

bool smt_is_const(const struct smt *s, smt_term a, uint64_t *value)
{
    const struct term *t = &s->terms.items[a];
    *value = t->shape == TERM_CONST ? cwi_extended(t->value, false, t->width) : 0;
    return t->shape == TERM_CONST;
}

bool smt_is_cond(const struct smt *s, smt_term x, smt_term *condition, smt_term *a, smt_term *b)
{
    const struct term *t = &s->terms.items[x];
    *condition = t->c;
    *a = t->a;
    *b = t->b;
    return t->shape == TERM_COND;
}

smt_term smt_const(struct smt *s, uint64_t value, unsigned width)
{
    if (!width || width > 64)
        return 0;
    value = cwi_extended(value, false, width);
    return keep_bits(s, number(s, value, width), (struct term){.width = width, .shape = TERM_CONST, .value = value});
}

smt_term smt_unknown(struct smt *s, uint32_t n, unsigned width)
{
    if (!width || width > 64)
        return 0;
    char name[32];
    snprintf(name, sizeof name, "u%u.%u", n, width);
    return keep_bits(s, s->z3.mk_const(s->c, s->z3.mk_string_symbol(s->c, name), bits_sort(s, width)),
                     (struct term){.width = width, .shape = TERM_UNKNOWN});
}

static Z3_ast converted(struct smt *s, Z3_ast a, unsigned from, bool is_signed, unsigned width)
{
    return width < from    ? s->z3.mk_extract(s->c, width - 1, 0, a)
           : width == from ? a
           : is_signed     ? s->z3.mk_sign_ext(s->c, width - from, a)
                           : s->z3.mk_zero_ext(s->c, width - from, a);
}

smt_term smt_convert(struct smt *s, smt_term a, bool is_signed, unsigned width)
{
    if (!a || !width || width > 64)
        return 0;
    if (smt_width(s, a) == width)
        return a;
    return keep_bits(s, converted(s, smt_bits(s, a), smt_width(s, a), is_signed, width), (struct term){.width = width});
}

smt_term smt_unary(struct smt *s, enum cwi_op op, smt_term a)
{
    if (!a)
        return 0;
    unsigned width = smt_width(s, a);
    switch (op) {
    case CWI_NEG:
        return keep_bits(s, s->z3.mk_bvneg(s->c, smt_bits(s, a)),
                         (struct term){.width = width, .shape = TERM_NEG, .a = a});
    case CWI_BITNOT:
        return keep_bits(s, s->z3.mk_bvnot(s->c, smt_bits(s, a)), (struct term){.width = width});
    case CWI_LOGNOT:
        return keep_truth(s, s->z3.mk_not(s->c, smt_truth(s, a)), (struct term){.shape = TERM_NOT, .a = a});
    case CWI_ABS: {
        Z3_ast x = smt_bits(s, a), is_negative = s->z3.mk_bvslt(s->c, x, number(s, 0, width));
        return keep_bits(s, s->z3.mk_ite(s->c, is_negative, s->z3.mk_bvneg(s->c, x), x), (struct term){.width = width});
    }
    default:
        return 0;
    }
}

static Z3_ast compared(struct smt *s, enum cwi_op op, bool is_signed, Z3_ast x, Z3_ast y)
{
    switch (op) {
    case CWI_EQ:
        return s->z3.mk_eq(s->c, x, y);
    case CWI_NE:
        return s->z3.mk_not(s->c, s->z3.mk_eq(s->c, x, y));
    case CWI_LT:
        return is_signed ? s->z3.mk_bvslt(s->c, x, y) : s->z3.mk_bvult(s->c, x, y);
    case CWI_LE:
        return is_signed ? s->z3.mk_bvsle(s->c, x, y) : s->z3.mk_bvule(s->c, x, y);
    case CWI_GT:
        return compared(s, CWI_LT, is_signed, y, x);
    case CWI_GE:
        return compared(s, CWI_LE, is_signed, y, x);
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
    case CWI_PTRADD:
        return z->mk_bvadd(s->c, x, y);
    case CWI_SUB:
    case CWI_PTRSUB:
        return z->mk_bvsub(s->c, x, y);
    case CWI_MUL:
        return z->mk_bvmul(s->c, x, y);
    case CWI_DIV:
    case CWI_EXACTDIV:
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

static enum term_shape shape_of(enum cwi_op op, bool is_signed)
{
    switch (op) {
    case CWI_LT:
    case CWI_GT:
        return is_signed ? TERM_SIGNED_LT : TERM_LT;
    case CWI_LE:
    case CWI_GE:
        return is_signed ? TERM_SIGNED_LE : TERM_LE;
    case CWI_ADD:
    case CWI_PTRADD:
        return TERM_ADD;
    case CWI_SUB:
    case CWI_PTRSUB:
        return TERM_SUB;
    case CWI_MUL:
        return TERM_MUL;
    case CWI_EQ:
        return TERM_EQ;
    case CWI_NE:
        return TERM_NE;
    case CWI_LOGAND:
        return TERM_AND;
    default:
        return TERM_OTHER;
    }
}

smt_term smt_binary(struct smt *s, enum cwi_op op, bool is_signed, smt_term a, smt_term b)
{
    bool takes_count = op == CWI_SHL || op == CWI_SHR || op == CWI_ROTL || op == CWI_ROTR;
    if (!a || !b)
        return 0;
    if (op == CWI_LOGAND || op == CWI_LOGOR) {
        Z3_ast both[] = {smt_truth(s, a), smt_truth(s, b)};
        return keep_truth(s, op == CWI_LOGAND ? s->z3.mk_and(s->c, 2, both) : s->z3.mk_or(s->c, 2, both),
                          (struct term){.shape = shape_of(op, is_signed), .a = a, .b = b});
    }
    unsigned width = smt_width(s, a);
    if (takes_count)
        b = smt_convert(s, b, false, width);
    if (smt_width(s, b) != width)
        return 0;
    Z3_ast x = smt_bits(s, a), y = smt_bits(s, b), truth = compared(s, op, is_signed, x, y);
    bool is_turned = op == CWI_GT || op == CWI_GE;
    if (truth)
        return keep_truth(
            s, truth, (struct term){.shape = shape_of(op, is_signed), .a = is_turned ? b : a, .b = is_turned ? a : b});
    Z3_ast bits = calculated(s, op, is_signed, x, y, width);
    return bits ? keep_bits(s, bits, (struct term){.width = width, .shape = shape_of(op, is_signed), .a = a, .b = b})
                : 0;
}

smt_term smt_replaced(struct smt *s, smt_term a, uint32_t count, const Z3_ast *from, const Z3_ast *to)
{
    struct term t = s->terms.items[a];
    Z3_ast x = s->z3.substitute(s->c, t.bits ? t.bits : t.truth, count, from, to);
    return t.bits ? keep_bits(s, x, (struct term){.width = t.width}) : keep_truth(s, x, (struct term){0});
}

smt_term smt_cond(struct smt *s, smt_term condition, smt_term a, smt_term b)
{
    if (!condition || !a || !b || smt_width(s, a) != smt_width(s, b))
        return 0;
    Z3_ast x = smt_bits(s, a), y = smt_bits(s, b);
    return keep_bits(s, s->z3.mk_ite(s->c, smt_truth(s, condition), x, y),
                     (struct term){.width = smt_width(s, a), .shape = TERM_COND, .a = a, .b = b, .c = condition});
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

smt_term smt_positive(const struct smt *s, smt_term a, bool *is_true)
{
    while (s->terms.items[a].shape == TERM_NOT && smt_width(s, s->terms.items[a].a) == 1) {
        a = s->terms.items[a].a;
        *is_true = !*is_true;
    }
    return a;
}

static void add_cases(struct smt *s, smt_term a, smt_term *out, size_t most, size_t *count)
{
    bool is_true = false;
    smt_term x = smt_positive(s, a, &is_true);
    struct term t = s->terms.items[x];
    if (is_true || t.shape != TERM_AND) {
        if (*count < most)
            out[*count] = smt_unary(s, CWI_LOGNOT, a);
        ++*count;
        return;
    }
    add_cases(s, t.a, out, most, count);
    add_cases(s, t.b, out, most, count);
}

size_t smt_cases(struct smt *s, smt_term condition, smt_term *out, size_t most)
{
    bool is_true = true;
    size_t count = 0;
    smt_term a = smt_positive(s, condition, &is_true);
    out[0] = condition;
    if (is_true)
        return 1;
    add_cases(s, a, out, most, &count);
    if (count > most)
        out[0] = condition;
    return count <= most ? count : 1;
}
