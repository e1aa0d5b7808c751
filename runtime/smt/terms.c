/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms, each made once: what it is made of says which it is. Z3 sees those that a question goes there for
 * (z3_forms.c).
 */
#include "terms.h"
#include "runtime/cwi/operate.h"

/* ---- each once --------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct term *t, uint64_t salt)
{
    uint64_t kind = (uint64_t)t->width << 24 | (uint64_t)t->shape << 16 | (uint64_t)t->op << 8 | t->is_signed;
    uint64_t operands = hash_u64((uint64_t)t->a << 32 | t->b) + t->c;
    return hash_u64(hash_u64(operands ^ hash_u64(t->value + salt)) + kind);
}

static bool is_same(const struct term *a, const struct term *b)
{
    return a->width == b->width && a->shape == b->shape && a->op == b->op && a->is_signed == b->is_signed &&
           a->a == b->a && a->b == b->b && a->c == b->c && a->value == b->value;
}

/* The term like that; another one with the same hash has another place. */
static uint32_t count_parts(const struct smt *s, const struct term *t)
{
    const struct term *a = &s->terms.items[t->a], *b = &s->terms.items[t->b];
    uint64_t parts = t->shape == TERM_AND ? (uint64_t)a->parts + b->parts : t->shape == TERM_NOT ? a->parts : 1;
    return parts < UINT32_MAX ? (uint32_t)parts : UINT32_MAX;
}

static smt_term keep(struct smt *s, struct term t)
{
    uint32_t id;
    uint64_t hash = hash_of(&t, 0);
    for (uint64_t salt = 1; base_map64_get(&s->made, hash, &id); salt++) {
        if (is_same(&s->terms.items[id], &t))
            return id;
        hash = hash_of(&t, salt);
    }
    t.parts = count_parts(s, &t);
    vec_push(&s->terms, t);
    base_map64_put(&s->made, hash, (uint32_t)s->terms.count - 1);
    return (smt_term)s->terms.count - 1;
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
    base_map64_free(&s->made);
    base_map64_free(&s->replaced);
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
    return keep(s, (struct term){.width = width, .shape = TERM_CONST, .value = cwi_extended(value, false, width)});
}

smt_term smt_unknown(struct smt *s, uint32_t n, unsigned width)
{
    if (!width || width > 64)
        return 0;
    return keep(s, (struct term){.width = width, .shape = TERM_UNKNOWN, .value = n});
}

smt_term smt_convert(struct smt *s, smt_term a, bool is_signed, unsigned width)
{
    if (!a || !width || width > 64)
        return 0;
    if (smt_width(s, a) == width)
        return a;
    bool is_extended = width > smt_width(s, a);
    return keep(s, (struct term){.width = width,
                                 .shape = is_extended ? TERM_EXTENDED : TERM_LOWEST,
                                 .is_signed = is_extended && is_signed,
                                 .a = a});
}

smt_term smt_unary(struct smt *s, enum cwi_op op, smt_term a)
{
    if (!a)
        return 0;
    struct term t = {.width = smt_width(s, a), .op = (uint8_t)op, .a = a};
    switch (op) {
    case CWI_NEG:
        t.shape = TERM_NEG;
        return keep(s, t);
    case CWI_LOGNOT:
        if (s->terms.items[a].shape == TERM_NOT && smt_width(s, s->terms.items[a].a) == 1)
            return s->terms.items[a].a;
        t.shape = TERM_NOT;
        t.width = 1;
        return keep(s, t);
    case CWI_BITNOT:
    case CWI_ABS:
        return keep(s, t);
    default:
        return 0;
    }
}

/* Operators that give the same are one. */
static enum cwi_op normal(enum cwi_op op)
{
    return op == CWI_PTRADD     ? CWI_ADD
           : op == CWI_PTRSUB   ? CWI_SUB
           : op == CWI_EXACTDIV ? CWI_DIV
           : op == CWI_GT       ? CWI_LT
           : op == CWI_GE       ? CWI_LE
                                : op;
}

static bool asks_sign(enum cwi_op op)
{
    switch (op) {
    case CWI_DIV:
    case CWI_MOD:
    case CWI_FLOORDIV:
    case CWI_CEILDIV:
    case CWI_FLOORMOD:
    case CWI_SHR:
    case CWI_MIN:
    case CWI_MAX:
    case CWI_LT:
    case CWI_LE:
        return true;
    default:
        return false;
    }
}

static enum term_shape shape_of(enum cwi_op op, bool is_signed)
{
    switch (op) {
    case CWI_LT:
        return is_signed ? TERM_SIGNED_LT : TERM_LT;
    case CWI_LE:
        return is_signed ? TERM_SIGNED_LE : TERM_LE;
    case CWI_ADD:
        return TERM_ADD;
    case CWI_SUB:
        return TERM_SUB;
    case CWI_MUL:
        return TERM_MUL;
    case CWI_EQ:
        return TERM_EQ;
    case CWI_LOGAND:
        return TERM_AND;
    default:
        return TERM_OTHER;
    }
}

bool smt_is_truth(const struct term *t)
{
    bool has_operator = t->shape != TERM_CONST && t->shape != TERM_UNKNOWN && t->shape != TERM_COND &&
                        t->shape != TERM_EXTENDED && t->shape != TERM_LOWEST;
    return has_operator && (t->op == CWI_LOGNOT || (t->op >= CWI_EQ && t->op <= CWI_LOGOR));
}

smt_term smt_binary(struct smt *s, enum cwi_op op, bool is_signed, smt_term a, smt_term b)
{
    bool takes_count = op == CWI_SHL || op == CWI_SHR || op == CWI_ROTL || op == CWI_ROTR;
    bool is_turned = op == CWI_GT || op == CWI_GE, takes_truths = op == CWI_LOGAND || op == CWI_LOGOR;
    if (!a || !b || op < CWI_ADD || op >= CWI_UNORDERED)
        return 0;
    if (takes_count)
        b = smt_convert(s, b, false, smt_width(s, a));
    if (smt_width(s, b) != smt_width(s, a) && !takes_truths)
        return 0;
    if (op == CWI_NE)
        return smt_unary(s, CWI_LOGNOT, smt_binary(s, CWI_EQ, false, a, b));
    op = normal(op);
    is_signed &= asks_sign(op);
    struct term t = {.width = smt_width(s, a), .shape = shape_of(op, is_signed), .op = op, .is_signed = is_signed};
    t.a = is_turned ? b : a;
    t.b = is_turned ? a : b;
    t.width = smt_is_truth(&t) ? 1 : t.width;
    return keep(s, t);
}

smt_term smt_cond(struct smt *s, smt_term condition, smt_term a, smt_term b)
{
    if (!condition || !a || !b || smt_width(s, a) != smt_width(s, b))
        return 0;
    return keep(s, (struct term){.width = smt_width(s, a), .shape = TERM_COND, .a = a, .b = b, .c = condition});
}

smt_term smt_replaced(struct smt *s, smt_term a, uint32_t count, const Z3_ast *from, const Z3_ast *to)
{
    bool is_truth = smt_is_truth(&s->terms.items[a]);
    Z3_ast old = is_truth ? smt_truth(s, a) : smt_bits(s, a), new = s->z3.substitute(s->c, old, count, from, to);
    uint32_t id, ast = s->z3.get_ast_id(s->c, new);
    if (new == old)
        return a;
    if (base_map64_get(&s->replaced, ast, &id))
        return id;
    struct term t = {.width = smt_width(s, a), .parts = 1, .op = is_truth ? CWI_LOGNOT : CWI_CONVERT};
    *(is_truth ? &t.truth : &t.bits) = new;
    vec_push(&s->terms, t);
    base_map64_put(&s->replaced, ast, (uint32_t)s->terms.count - 1);
    return (smt_term)s->terms.count - 1;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

bool smt_are_small(const struct smt *s, const smt_term *conditions, size_t count)
{
    enum { MOST_PARTS = 10000 };
    bool are = true;
    for (size_t i = 0; i < count && are; i++)
        are = s->terms.items[conditions[i]].parts <= MOST_PARTS;
    return are;
}

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
    if (is_true || !smt_are_small(s, &condition, 1))
        return 1;
    add_cases(s, a, out, most, &count);
    if (count > most)
        out[0] = condition;
    return count <= most ? count : 1;
}
