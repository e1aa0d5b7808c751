/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relations that may be what keeps a path from being one: of two places (equal, less), of a place and a constant, of
 * sums of two, and what the program compares, exactly and with what is near. The solver decides which of them hold.
 *
 * Source: Flanagan, Leino 2001, Houdini (candidates from a few forms); Gupta, Rybalchenko 2009 (templates).
 */
#include "path.h"
#include "runtime/cwi/edit.h"

enum { MOST_PLACES = 9, MOST_FOR_SUMS = 6, MOST_CONSTANTS = 12, MOST_CANDIDATES = 700 };

struct making {
    struct abstraction *x;
    const struct pred_exprs *places, *texts;
    struct pred_exprs *out;
    struct VEC(int64_t) constants;
};

static void add(struct making *m, enum cwi_op op, const struct cwi_expr *a, const struct cwi_expr *b)
{
    if (m->out->count < MOST_CANDIDATES)
        vec_push(m->out, cwi_expr_binary(m->x->arena, op, cwi_int_type(m->x->u, 1, false), a, b));
}

static bool is_int(const struct making *m, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(m->x->u, e->type);
    return t->kind == CWI_INT && t->bits > 1;
}

static bool are_alike(const struct making *m, const struct cwi_expr *a, const struct cwi_expr *b)
{
    const struct cwi_type *s = cwi_type_of(m->x->u, a->type), *t = cwi_type_of(m->x->u, b->type);
    return s->kind == t->kind && s->bits == t->bits && s->is_signed == t->is_signed;
}

static uint32_t most(const struct making *m, uint32_t limit)
{
    return m->places->count < limit ? (uint32_t)m->places->count : limit;
}

/* What the program compares, first as it stands, then with what is next to it. */
static void from_texts(struct making *m, bool is_near)
{
    static const enum cwi_op near[] = {CWI_EQ, CWI_LE, CWI_GE, CWI_LT, CWI_GT, CWI_NE};
    static const enum cwi_op opposite[] = {[CWI_EQ] = CWI_NE, [CWI_NE] = CWI_EQ, [CWI_LT] = CWI_GE,
                                           [CWI_LE] = CWI_GT, [CWI_GT] = CWI_LE, [CWI_GE] = CWI_LT};
    for (size_t i = 0; i < m->texts->count; i++) {
        const struct cwi_expr *e = m->texts->items[i];
        if (e->kind != CWI_BINARY || e->op < CWI_EQ || e->op > CWI_GE)
            continue;
        if (!is_near) {
            add(m, e->op, e->a, e->b);
            add(m, opposite[e->op], e->a, e->b);
        }
        for (size_t k = 0; is_near && k < sizeof near / sizeof *near; k++)
            if (near[k] != e->op && near[k] != opposite[e->op])
                add(m, near[k], e->a, e->b);
    }
}

static void add_constant(struct making *m, int64_t k)
{
    for (size_t i = 0; i < m->constants.count; i++)
        if (m->constants.items[i] == k)
            return;
    if (m->constants.count < MOST_CONSTANTS)
        vec_push(&m->constants, k);
}

static void find_constants(struct making *m)
{
    add_constant(m, 0);
    add_constant(m, 1);
    for (size_t i = 0; i < m->texts->count; i++) {
        const struct cwi_expr *e = m->texts->items[i];
        if (e->kind == CWI_BINARY && e->b->kind == CWI_CONST)
            add_constant(m, e->b->value);
    }
}

static void from_pairs(struct making *m, const enum cwi_op *ops, size_t count)
{
    for (uint32_t i = 0; i < most(m, MOST_PLACES); i++)
        for (uint32_t k = i + 1; k < most(m, MOST_PLACES); k++)
            for (size_t o = 0; o < count && are_alike(m, m->places->items[i], m->places->items[k]); o++)
                add(m, ops[o], m->places->items[i], m->places->items[k]);
}

static void from_constants(struct making *m, const enum cwi_op *ops, size_t count)
{
    for (size_t o = 0; o < count; o++)
        for (uint32_t i = 0; i < most(m, MOST_PLACES); i++)
            for (size_t k = 0; k < m->constants.count && is_int(m, m->places->items[i]); k++)
                add(m, ops[o], m->places->items[i],
                    cwi_expr_const(m->x->arena, m->places->items[i]->type, m->constants.items[k]));
}

/* a == b + c, a == 2 * b */
static void from_sums(struct making *m)
{
    uint32_t n = most(m, MOST_FOR_SUMS);
    const struct cwi_expr *const *p = m->places->items;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            if (a == b || !is_int(m, p[a]) || !are_alike(m, p[a], p[b]))
                continue;
            for (uint32_t c = b + 1; c < n; c++)
                if (c != a && are_alike(m, p[a], p[c]))
                    add(m, CWI_EQ, p[a], cwi_expr_binary(m->x->arena, CWI_ADD, p[a]->type, p[b], p[c]));
            for (int64_t k = 2; k < 4; k++)
                add(m, CWI_EQ, p[a],
                    cwi_expr_binary(m->x->arena, CWI_MUL, p[a]->type, p[b],
                                    cwi_expr_const(m->x->arena, p[a]->type, k)));
        }
}

/* a == b + k */
static void from_distances(struct making *m)
{
    uint32_t n = most(m, MOST_FOR_SUMS);
    const struct cwi_expr *const *p = m->places->items;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            for (size_t k = 0; k < m->constants.count && a != b; k++)
                if (m->constants.items[k] > 0 && is_int(m, p[a]) && are_alike(m, p[a], p[b])) {
                    const struct cwi_expr *sum =
                        cwi_expr_binary(m->x->arena, CWI_ADD, p[a]->type, p[b],
                                        cwi_expr_const(m->x->arena, p[a]->type, m->constants.items[k]));
                    add(m, CWI_EQ, p[a], sum);
                    add(m, CWI_LE, p[a], sum);
                }
}

void pred_candidates(struct abstraction *x, const struct pred_exprs *places, const struct pred_exprs *texts,
                     struct pred_exprs *out)
{
    static const enum cwi_op equal[] = {CWI_EQ}, order[] = {CWI_LE, CWI_GE}, strict[] = {CWI_LT, CWI_GT, CWI_NE},
                             bounds[] = {CWI_EQ, CWI_GE, CWI_LE, CWI_NE};
    struct making m = {.x = x, .places = places, .texts = texts, .out = out};
    find_constants(&m);
    from_pairs(&m, equal, 1);
    from_pairs(&m, order, 2);
    from_texts(&m, false);
    from_texts(&m, true);
    from_sums(&m);
    from_pairs(&m, strict, 3);
    from_constants(&m, bounds, 4);
    from_distances(&m);
    vec_free(&m.constants);
}
