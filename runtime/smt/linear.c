/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linear equations among the conditions of a question. Modulo 2 to the width they are brought to echelon form; what
 * they imply is taken out of conditions that say "not all of these", which a solver that looks at bits is slow at.
 *
 * Source: Karr 1976, Affine relationships among variables of a program; Müller-Olm and Seidl 2007, Analysis of modular
 * arithmetic (pivots are odd).
 */
#include "runtime/base/gcd.h"
#include "terms.h"

enum { PARTS = 24, ROWS = 64, STEPS = 256 };

/* constant + the sum of factor * atom, modulo 2 to the width. */
struct form {
    unsigned width;
    uint32_t count, steps;
    uint64_t constant;
    struct part {
        smt_term atom;
        uint64_t factor;
    } parts[PARTS];
    bool is_lost; /* it has too many parts */
};
struct system {
    struct smt *s;
    struct form rows[ROWS]; /* each is 0, and has its pivot's factor 1 and no pivot of those before it */
    smt_term pivots[ROWS];
    uint32_t count;
    struct map64 held; /* other conditions, and what they are: held_key */
    bool is_contradiction;
};

static uint64_t cut(const struct form *f, uint64_t x)
{
    return f->width < 64 ? x & ((UINT64_C(1) << f->width) - 1) : x;
}

static void add_part(struct form *f, smt_term atom, uint64_t factor)
{
    uint32_t i = 0;
    while (i < f->count && f->parts[i].atom != atom)
        i++;
    if (i == PARTS) {
        f->is_lost = true;
        return;
    }
    if (i == f->count)
        f->parts[f->count++] = (struct part){atom, 0};
    f->parts[i].factor = cut(f, f->parts[i].factor + factor);
    if (!f->parts[i].factor)
        f->parts[i] = f->parts[--f->count];
}

static void add_product(struct smt *s, struct form *f, smt_term a, smt_term b, uint64_t factor);

static void add_term(struct smt *s, struct form *f, smt_term a, uint64_t factor)
{
    struct term t = s->terms.items[a];
    if (f->is_lost || ++f->steps > STEPS) {
        f->is_lost = true;
        return;
    }
    switch ((enum term_shape)t.shape) {
    case TERM_CONST:
        f->constant = cut(f, f->constant + factor * t.value);
        return;
    case TERM_ADD:
    case TERM_SUB:
        add_term(s, f, t.a, factor);
        add_term(s, f, t.b, t.shape == TERM_ADD ? factor : 0 - factor);
        return;
    case TERM_NEG:
        add_term(s, f, t.a, 0 - factor);
        return;
    case TERM_MUL:
        add_product(s, f, t.a, t.b, factor);
        return;
    default:
        add_part(f, a, factor);
    }
}

/* Of sums, the sum of the products of their parts; a product of two atoms is one atom, whichever stands first. */
static void add_product(struct smt *s, struct form *f, smt_term a, smt_term b, uint64_t factor)
{
    struct form x = {.width = f->width, .steps = f->steps}, y;
    add_term(s, &x, a, 1);
    y = (struct form){.width = f->width, .steps = x.steps};
    add_term(s, &y, b, 1);
    f->steps = y.steps;
    f->is_lost |= x.is_lost || y.is_lost || x.count * y.count > PARTS;
    f->constant = cut(f, f->constant + factor * x.constant * y.constant);
    for (uint32_t i = 0; i < x.count && !f->is_lost; i++)
        add_part(f, x.parts[i].atom, factor * x.parts[i].factor * y.constant);
    for (uint32_t i = 0; i < y.count && !f->is_lost; i++)
        add_part(f, y.parts[i].atom, factor * y.parts[i].factor * x.constant);
    for (uint32_t i = 0; i < x.count; i++)
        for (uint32_t j = 0; j < y.count && !f->is_lost; j++) {
            smt_term p = x.parts[i].atom, q = y.parts[j].atom;
            add_part(f, smt_binary(s, CWI_MUL, false, p < q ? p : q, p < q ? q : p),
                     factor * x.parts[i].factor * y.parts[j].factor);
        }
}

static void subtract(struct form *f, const struct form *row, uint64_t factor)
{
    f->constant = cut(f, f->constant - factor * row->constant);
    for (uint32_t i = 0; i < row->count; i++)
        add_part(f, row->parts[i].atom, 0 - factor * row->parts[i].factor);
}

/* a - b, less what the rows say. */
static struct form difference(const struct system *y, smt_term a, smt_term b)
{
    struct form f = {.width = smt_width(y->s, a)};
    add_term(y->s, &f, a, 1);
    if (b)
        add_term(y->s, &f, b, UINT64_MAX);
    for (uint32_t r = 0; r < y->count && !f.is_lost; r++) {
        uint64_t factor = 0;
        for (uint32_t i = 0; i < f.count && y->rows[r].width == f.width; i++)
            factor = f.parts[i].atom == y->pivots[r] ? f.parts[i].factor : factor;
        if (factor)
            subtract(&f, &y->rows[r], factor);
    }
    return f;
}

static void add_equation(struct system *y, smt_term a, smt_term b)
{
    struct form f = difference(y, a, b);
    uint32_t p = 0;
    y->is_contradiction |= !f.is_lost && !f.count && f.constant;
    while (p < f.count && f.parts[p].factor % 2 == 0)
        p++;
    if (f.is_lost || p == f.count || y->count == ROWS)
        return;
    uint64_t times = odd_inverse_u64(f.parts[p].factor);
    f.constant = cut(&f, f.constant * times);
    for (uint32_t i = 0; i < f.count; i++)
        f.parts[i].factor = cut(&f, f.parts[i].factor * times);
    y->pivots[y->count] = f.parts[p].atom;
    y->rows[y->count++] = f;
}

static uint64_t held_key(smt_term a, bool is_true)
{
    return (uint64_t)a << 1 | is_true;
}

static void collect(struct system *y, smt_term a, bool is_true)
{
    a = smt_positive(y->s, a, &is_true);
    const struct term *t = &y->s->terms.items[a];
    smt_term first = t->a, second = t->b;
    if (t->shape == TERM_AND && is_true) {
        collect(y, first, true);
        collect(y, second, true);
    } else if (t->shape == (is_true ? TERM_EQ : TERM_NE)) {
        add_equation(y, first, second);
    } else if (t->shape == TERM_NOT && is_true) {
        add_equation(y, first, 0); /* a number that is not true */
    } else {
        base_map64_put(&y->held, held_key(a, is_true), 0);
    }
}

/* That the condition is so follows from the equations. */
static bool is_implied(const struct system *y, smt_term a, bool is_true)
{
    const struct term *t = &y->s->terms.items[a];
    if (t->shape != (is_true ? TERM_EQ : TERM_NE))
        return false;
    struct form f = difference(y, t->a, t->b);
    return !f.is_lost && !f.count && !f.constant;
}

/* The condition without parts that the others make true; 0: nothing is left. */
static smt_term rest_of(const struct system *y, smt_term a)
{
    bool is_true = true;
    smt_term x = smt_positive(y->s, a, &is_true);
    struct term t = y->s->terms.items[x];
    uint32_t unused;
    if (base_map64_get(&y->held, held_key(x, is_true), &unused) || is_implied(y, x, is_true))
        return 0;
    if (is_true && t.shape == TERM_AND) {
        smt_term first = rest_of(y, t.a), second = rest_of(y, t.b);
        bool is_same = first == t.a && second == t.b;
        return is_same ? a : !first ? second : !second ? first : smt_binary(y->s, CWI_LOGAND, false, first, second);
    }
    return a;
}

bool smt_linear(struct smt *s, const smt_term *conditions, size_t count, struct smt_terms *out)
{
    struct system *y = base_mem_zalloc(sizeof *y);
    y->s = s;
    out->count = 0;
    for (size_t i = 0; i < count; i++)
        collect(y, conditions[i], true);
    bool is_contradiction = y->is_contradiction;
    for (size_t i = 0; i < count; i++) {
        bool is_true = true;
        smt_term a = smt_positive(s, conditions[i], &is_true);
        smt_term rest = is_true ? a : rest_of(y, a);
        is_contradiction |= !rest || is_implied(y, a, !is_true);
        vec_push(out, is_true || rest == a ? conditions[i] : smt_unary(s, CWI_LOGNOT, rest));
    }
    base_map64_free(&y->held);
    free(y);
    return is_contradiction;
}

static smt_term scaled(struct smt *s, smt_term a, uint64_t factor)
{
    return factor == 1 ? a : smt_binary(s, CWI_MUL, false, a, smt_const(s, factor, smt_width(s, a)));
}

smt_term smt_linear_product(struct smt *s, smt_term product, smt_term (*replaced)(struct smt *s, smt_term atom))
{
    unsigned width = smt_width(s, product);
    struct form f = {.width = width};
    add_term(s, &f, product, 1);
    smt_term sum = f.is_lost || (f.count && !f.constant) ? 0 : smt_const(s, f.constant, width);
    for (uint32_t i = 0; i < f.count && !f.is_lost; i++) {
        smt_term part = scaled(s, replaced(s, f.parts[i].atom), f.parts[i].factor);
        sum = sum ? smt_binary(s, CWI_ADD, false, sum, part) : part;
    }
    return sum;
}
