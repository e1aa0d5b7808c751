/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of members that GCC has merged. The front end turns `p.kind == 2` for a bit-field into `(bytes of p & 7) == 2`,
 * and `p.a == 1 && p.b == 2` for neighbours into one comparison of a wider word; which, depends on the optimisation
 * level. They are taken apart into members again, or the link between the test and the member would be lost.
 *
 * Invariant: a test is only rewritten when the members found cover its mask exactly.
 */
#include "plugin/plugin.h"

struct bits { /* a run of bits of an object, from its start, on a little-endian target */
    uint64_t first, width;
};

static struct bits bits_of(const struct cwi_field *f)
{
    const struct cwi_type *t = type_of(f->type);
    if (f->bit_width)
        return {f->offset * 8 + f->bit_pos, f->bit_width};
    if (t->kind != CWI_INT || t->bits != t->size * 8)
        return {0, 0};
    return {f->offset * 8, t->bits};
}

static int64_t value_in(const struct cwi_type *t, uint64_t word, uint64_t shift, uint64_t width)
{
    uint64_t mask = width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0, v = (word >> shift) & mask;
    if (t->is_signed && (v >> (width - 1)))
        v |= ~mask;
    return (int64_t)v;
}

static const struct cwi_expr *member(const struct cwi_expr *of, const struct cwi_field *f)
{
    struct cwi_expr *e = expr_part(of, f->offset, f->type);
    e->bit_pos = f->bit_pos;
    e->bit_width = f->bit_width;
    e->name = f->name;
    return e;
}

static const struct cwi_expr *compare(enum cwi_op op, cwi_id type, const struct cwi_expr *x, const struct cwi_expr *y)
{
    struct cwi_expr *e = expr_new(CWI_BINARY, type);
    e->op = op;
    e->a = x;
    e->b = y;
    return e;
}

/* `part` is a word of an object, seen through no member; `mask` says which of its bits are compared with those of
 * `value`. */
static const struct cwi_expr *split(enum cwi_op op, cwi_id type, const struct cwi_expr *part, uint64_t mask,
                                    uint64_t value)
{
    const struct cwi_type *record = type_of(part->a->type);
    uint64_t start = part->offset * 8, covered = 0;
    const struct cwi_expr *all = NULL;
    for (uint32_t i = 0; record->kind == CWI_STRUCT && i < record->field_count; i++) {
        const struct cwi_field *f = &record->fields[i];
        struct bits b = bits_of(f);
        if (!b.width || !f->name || b.first < start || b.first + b.width > start + type_of(part->type)->bits)
            continue;
        uint64_t shift = b.first - start, own = (b.width < 64 ? ((uint64_t)1 << b.width) - 1 : ~(uint64_t)0) << shift;
        if ((mask & own) != own)
            continue;
        covered |= own;
        const struct cwi_expr *constant = expr_const(f->type, value_in(type_of(f->type), value, shift, b.width));
        const struct cwi_expr *test = compare(op, type, member(part->a, f), constant);
        all = all ? compare(op == CWI_EQ ? CWI_LOGAND : CWI_LOGOR, type, all, test) : test;
    }
    return covered == mask ? all : NULL;
}

const struct cwi_expr *members_test(enum cwi_op op, cwi_id type, const struct cwi_expr *x, int64_t value)
{
    uint64_t mask = ~(uint64_t)0;
    if (x->kind == CWI_BINARY && x->op == CWI_AND && x->b->kind == CWI_CONST) {
        mask = (uint64_t)x->b->value;
        x = x->a;
    }
    if (BYTES_BIG_ENDIAN || x->kind != CWI_FIELD || x->name || x->bit_width || x->is_volatile)
        return NULL;
    const struct cwi_type *t = type_of(x->type);
    if (t->kind != CWI_INT || t->bits != t->size * 8)
        return NULL;
    uint64_t all = t->bits < 64 ? ((uint64_t)1 << t->bits) - 1 : ~(uint64_t)0;
    mask &= all;
    if (!mask || ((uint64_t)value & all & ~mask))
        return NULL;
    return split(op, type, x, mask, (uint64_t)value & all);
}
