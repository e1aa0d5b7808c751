/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums of numbers times terms, and equations between them (forms.h). A pivot's factor is a power of two; the row is
 * subtracted as often as that goes into another factor of its atom.
 */
#include "forms.h"
#include "runtime/base/gcd.h"

enum { STEPS = 256 };

static uint64_t cut(const struct form *f, uint64_t x)
{
    return f->width < 64 ? x & ((UINT64_C(1) << f->width) - 1) : x;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

static void add_part(struct form *f, smt_term atom, uint64_t factor)
{
    uint32_t i = 0;
    while (i < f->count && f->parts[i].atom != atom)
        i++;
    if (i == FORM_PARTS) {
        f->is_lost = true;
        return;
    }
    if (i == f->count)
        f->parts[f->count++] = (struct part){atom, 0};
    f->parts[i].factor = cut(f, f->parts[i].factor + factor);
    if (!f->parts[i].factor)
        f->parts[i] = f->parts[--f->count];
}

static void add_product(const struct equations *y, struct form *f, smt_term a, smt_term b, uint64_t factor);

static void add_term(const struct equations *y, struct form *f, smt_term a, uint64_t factor)
{
    struct term t = y->s->terms.items[a];
    smt_term chosen;
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
        add_term(y, f, t.a, factor);
        add_term(y, f, t.b, t.shape == TERM_ADD ? factor : 0 - factor);
        return;
    case TERM_NEG:
        add_term(y, f, t.a, 0 - factor);
        return;
    case TERM_MUL:
        add_product(y, f, t.a, t.b, factor);
        return;
    case TERM_COND:
        chosen = y->choices ? y->choices->chosen(y->choices->context, a) : 0;
        if (chosen)
            add_term(y, f, chosen, factor);
        else
            add_part(f, a, factor);
        return;
    default:
        add_part(f, a, factor);
    }
}

/* Of sums, the sum of the products of their parts; a product of two atoms is one atom, whichever stands first. */
static void add_product(const struct equations *e, struct form *f, smt_term a, smt_term b, uint64_t factor)
{
    struct form x = {.width = f->width, .steps = f->steps}, y;
    add_term(e, &x, a, 1);
    y = (struct form){.width = f->width, .steps = x.steps};
    add_term(e, &y, b, 1);
    f->steps = y.steps;
    f->is_lost |= x.is_lost || y.is_lost || x.count * y.count > FORM_PARTS;
    f->constant = cut(f, f->constant + factor * x.constant * y.constant);
    for (uint32_t i = 0; i < x.count && !f->is_lost; i++)
        add_part(f, x.parts[i].atom, factor * x.parts[i].factor * y.constant);
    for (uint32_t i = 0; i < y.count && !f->is_lost; i++)
        add_part(f, y.parts[i].atom, factor * y.parts[i].factor * x.constant);
    for (uint32_t i = 0; i < x.count; i++)
        for (uint32_t j = 0; j < y.count && !f->is_lost; j++) {
            smt_term p = x.parts[i].atom, q = y.parts[j].atom;
            add_part(f, smt_binary(e->s, CWI_MUL, false, p < q ? p : q, p < q ? q : p),
                     factor * x.parts[i].factor * y.parts[j].factor);
        }
}

struct form smt_form_of(const struct equations *y, smt_term a)
{
    struct form f = {.width = smt_width(y->s, a)};
    add_term(y, &f, a, 1);
    return f;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

static void subtract(struct form *f, const struct form *row, uint64_t factor)
{
    f->constant = cut(f, f->constant - factor * row->constant);
    for (uint32_t i = 0; i < row->count; i++)
        add_part(f, row->parts[i].atom, 0 - factor * row->parts[i].factor);
}

struct form smt_form_difference(const struct equations *y, smt_term a, smt_term b)
{
    struct form f = smt_form_of(y, a);
    if (b)
        add_term(y, &f, b, UINT64_MAX);
    for (uint32_t r = 0; r < y->count && !f.is_lost; r++) {
        uint64_t factor = 0;
        for (uint32_t i = 0; i < f.count && y->rows[r].width == f.width; i++)
            factor = f.parts[i].atom == y->pivots[r] ? f.parts[i].factor : factor;
        if (factor >> y->powers[r])
            subtract(&f, &y->rows[r], factor >> y->powers[r]);
    }
    return f;
}

bool smt_form_is(const struct form *f, uint64_t *value)
{
    *value = f->constant;
    return !f->is_lost && !f->count;
}

void smt_equations_add(struct equations *y, smt_term a, smt_term b)
{
    struct form f = smt_form_difference(y, a, b);
    uint32_t p = 0;
    y->is_contradiction |= !f.is_lost && !f.count && f.constant;
    for (uint32_t i = 1; i < f.count; i++)
        if (__builtin_ctzll(f.parts[i].factor) < __builtin_ctzll(f.parts[p].factor))
            p = i;
    if (f.is_lost || !f.count || y->count == FORM_ROWS)
        return;
    unsigned power = (unsigned)__builtin_ctzll(f.parts[p].factor);
    uint64_t times = odd_inverse_u64(f.parts[p].factor >> power);
    y->is_contradiction |= (f.constant & ((UINT64_C(1) << power) - 1)) != 0;
    f.constant = cut(&f, f.constant * times);
    for (uint32_t i = 0; i < f.count; i++)
        f.parts[i].factor = cut(&f, f.parts[i].factor * times);
    y->pivots[y->count] = f.parts[p].atom;
    y->powers[y->count] = (uint8_t)power;
    y->rows[y->count++] = f;
}
