/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * States by trying: values of variables are drawn, small ones for the most part, and conditions are computed. What they
 * are together in such a state the solver need not be asked. A state that the program never has does no harm: it keeps
 * a cube from being taken for one that implies something.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

enum { MOST_CELLS = 8, SAMPLES = 1500 };

struct cell {
    cwi_id var;
    int64_t offset;
    uint32_t bits, bit_pos;
};
struct sampling {
    struct abstraction *x;
    struct cell cells[MOST_CELLS];
    uint32_t count;
    uint64_t values[MOST_CELLS];
    uint64_t constants[MOST_CELLS];
    uint32_t constant_count;
    uint64_t seed;
    bool fails; /* something that is not computed here */
};

/* ---- preparing: places become numbers of cells ------------------------------------------------------------------- */

static bool is_same(const struct cell *a, const struct cell *b)
{
    return a->var == b->var && a->offset == b->offset && a->bits == b->bits && a->bit_pos == b->bit_pos;
}

static const struct cwi_expr *cell_of(struct sampling *s, const struct cwi_expr *e)
{
    struct pred_place p = {0};
    struct cell c = {.bits = cwi_type_of(s->x->u, e->type)->bits};
    if (e->kind != CWI_BOUND)
        pred_place_of(s->x, e, &p);
    c.var = p.var;
    c.offset = e->kind == CWI_BOUND ? e->value : p.offset;
    c.bit_pos = p.bit_pos;
    s->fails |= e->kind != CWI_BOUND && (!p.var || !p.is_exact || cwi_var_of(s->x->u, p.var)->is_volatile);
    uint32_t i = 0;
    while (i < s->count && !is_same(&s->cells[i], &c))
        i++;
    s->fails |= i == MOST_CELLS;
    if (s->fails)
        return e;
    s->cells[i] = c;
    s->count += i == s->count;
    struct cwi_expr *n = arena_zalloc(s->x->arena, sizeof *n);
    *n = (struct cwi_expr){.kind = CWI_BOUND, .type = e->type, .value = i};
    return n;
}

static const struct cwi_expr *prepared(struct sampling *s, const struct cwi_expr *e)
{
    if (!e || s->fails)
        return e;
    s->fails |= !pred_is_number(s->x, e->type) || e->is_volatile;
    if (e->kind == CWI_CONST) {
        if (s->constant_count < MOST_CELLS)
            s->constants[s->constant_count++] = (uint64_t)e->value;
        return e;
    }
    if (cwi_is_lvalue(e) || e->kind == CWI_BOUND)
        return s->fails ? e : cell_of(s, e);
    s->fails |= e->kind != CWI_UNARY && e->kind != CWI_BINARY && e->kind != CWI_COND;
    return pred_with(s->x, e, prepared(s, e->a), prepared(s, e->b), prepared(s, e->c));
}

/* ---- computing --------------------------------------------------------------------------------------------------- */

static uint64_t compute(struct sampling *s, const struct cwi_expr *e);

/* What the compiler leaves open is not computed, nor what no predicate is worth: divisions, shifts. */
static bool is_computed(enum cwi_op op)
{
    return op == CWI_ADD || op == CWI_SUB || op == CWI_MUL || (op >= CWI_AND && op <= CWI_XOR) ||
           (op >= CWI_EQ && op <= CWI_PTRADD);
}

static uint64_t binary(struct sampling *s, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(s->x->u, e->a->type);
    bool is_signed = t->kind == CWI_INT && t->is_signed;
    uint64_t a = compute(s, e->a), b = compute(s, e->b);
    s->fails |= !is_computed(e->op);
    return s->fails ? 0
                    : cwi_operate(e->op, is_signed, t->bits, cwi_extended(a, is_signed, t->bits),
                                  cwi_extended(b, is_signed, t->bits));
}

static uint64_t unary(struct sampling *s, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(s->x->u, e->a->type);
    uint64_t a = compute(s, e->a);
    switch (e->op) {
    case CWI_NEG:
        return 0 - a;
    case CWI_BITNOT:
        return ~a;
    case CWI_LOGNOT:
        return !a;
    case CWI_CONVERT:
        return cwi_extended(a, t->kind == CWI_INT && t->is_signed, t->bits);
    default:
        s->fails = true;
        return 0;
    }
}

static uint64_t compute(struct sampling *s, const struct cwi_expr *e)
{
    uint32_t bits = cwi_type_of(s->x->u, e->type)->bits;
    switch (e->kind) {
    case CWI_CONST:
        return cwi_extended((uint64_t)e->value, false, bits);
    case CWI_BOUND:
        return cwi_extended(s->values[e->value], false, bits);
    case CWI_UNARY:
        return cwi_extended(unary(s, e), false, bits);
    case CWI_BINARY:
        return cwi_extended(binary(s, e), false, bits);
    default:
        return compute(s, e->a) ? compute(s, e->b) : compute(s, e->c);
    }
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static uint32_t draw(struct sampling *s, uint32_t below)
{
    s->seed = hash_u64(s->seed + 1);
    return (uint32_t)(s->seed >> 20) % below;
}

static uint64_t draw_value(struct sampling *s, uint32_t cell)
{
    uint32_t bits = s->cells[cell].bits;
    switch (draw(s, 10)) {
    case 0:
        return UINT64_C(1) << (bits - 1); /* the least number */
    case 1:
        return (UINT64_C(1) << (bits - 1)) - 1 - draw(s, 2);
    case 2:
        return s->constant_count ? s->constants[draw(s, s->constant_count)] + draw(s, 3) - 1 : 0;
    case 3:
        return hash_u64(s->seed);
    case 4:
        return cell ? s->values[draw(s, cell)] + draw(s, 3) - 1 : 0;
    default:
        return (uint64_t)0 + draw(s, 7) - 2;
    }
}

void pred_sample(struct abstraction *x, const struct cwi_expr *const *conditions, uint32_t count,
                 bool (*visit)(void *context, uint64_t truths), void *context)
{
    struct sampling s = {.x = x};
    const struct cwi_expr *ready[64];
    for (uint32_t i = 0; i < count && i < 64; i++)
        ready[i] = prepared(&s, conditions[i]);
    for (uint32_t n = 0; n < SAMPLES && !s.fails && s.count && count <= 64; n++) {
        uint64_t truths = 0;
        for (uint32_t i = 0; i < s.count; i++)
            s.values[i] = draw_value(&s, i);
        for (uint32_t i = 0; i < count; i++)
            truths |= (uint64_t)(compute(&s, ready[i]) != 0) << i;
        if (s.fails || !visit(context, truths))
            break;
    }
}
