/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions of one state as terms of the solver. A load is an unknown for its place: for a part of a variable its
 * offset, elsewhere the term of its address. What is no number of up to 64 bits, volatile, divided by zero or shifted
 * too far is an unknown of its own each time.
 */
#include "private.h"

#include <stdlib.h>

enum { MOST_PAIRS = 60 };

static smt_term term_of(struct abstraction *x, const struct cwi_expr *e);

static uint32_t width_of(const struct abstraction *x, cwi_id type)
{
    return pred_is_number(x, type) ? cwi_type_of(x->u, type)->bits : 0;
}

static bool is_signed(const struct abstraction *x, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(x->u, type);
    return t->kind == CWI_INT && t->is_signed;
}

/* ---- unknowns ---------------------------------------------------------------------------------------------------- */

static bool is_it(const struct unknown *a, const struct unknown *b)
{
    return a->kind == b->kind && a->id == b->id && a->offset == b->offset && a->address == b->address &&
           a->bits == b->bits && a->bit_pos == b->bit_pos && a->size == b->size;
}

static smt_term unknown(struct abstraction *x, struct unknown n)
{
    uint32_t i = 0;
    while (i < x->unknowns.count && (n.kind == UNKNOWN_OTHER || !is_it(&x->unknowns.items[i], &n)))
        i++;
    if (i == x->unknowns.count) {
        n.term = smt_unknown(x->smt, i + 1, n.bits);
        vec_push(&x->unknowns, n);
    }
    vec_push(&x->used, i);
    return x->unknowns.items[i].term;
}

static smt_term any(struct abstraction *x, uint32_t bits)
{
    return bits ? smt_unknown(x->smt, UINT32_MAX - x->fresh++, bits) : 0;
}

static smt_term address_of_var(struct abstraction *x, cwi_id var)
{
    return unknown(x, (struct unknown){.kind = UNKNOWN_ADDRESS, .id = var, .bits = x->u->pointer_bits});
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static smt_term offset(struct abstraction *x, smt_term base, int64_t by)
{
    smt_term n = smt_const(x->smt, (uint64_t)by, x->u->pointer_bits);
    return by ? smt_binary(x->smt, CWI_ADD, false, base, n) : base;
}

static smt_term address_term(struct abstraction *x, const struct cwi_expr *e)
{
    uint32_t bits = x->u->pointer_bits;
    struct pred_place p;
    pred_place_of(x, e, &p);
    if (p.is_exact)
        return offset(x, p.var ? address_of_var(x, p.var) : term_of(x, p.pointer), p.offset);
    if (e->kind == CWI_FIELD)
        return offset(x, address_term(x, e->a), (int64_t)e->offset);
    if (e->kind == CWI_INDEX) {
        uint64_t stride = e->offset ? e->offset : cwi_type_of(x->u, e->type)->size;
        smt_term by = smt_convert(x->smt, term_of(x, e->b), is_signed(x, e->b->type), bits);
        by = smt_binary(x->smt, CWI_MUL, false, by, smt_const(x->smt, stride, bits));
        return smt_binary(x->smt, CWI_ADD, false, address_term(x, e->a), by);
    }
    return e->kind == CWI_DEREF ? term_of(x, e->a) : any(x, bits);
}

static bool is_volatile(const struct abstraction *x, const struct cwi_expr *e)
{
    for (; e; e = cwi_is_lvalue(e) ? e->a : NULL) {
        const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(x->u, e->ref) : NULL;
        if (e->is_volatile || (v && (v->is_volatile || v->is_register_asm)))
            return true;
        if (e->kind == CWI_DEREF)
            return false;
    }
    return false;
}

static smt_term load(struct abstraction *x, const struct cwi_expr *e)
{
    struct pred_place p;
    uint32_t bits = width_of(x, e->type);
    if (!bits || is_volatile(x, e))
        return any(x, bits);
    pred_place_of(x, e, &p);
    struct unknown n = {.bits = bits, .bit_pos = p.bit_pos, .size = (uint32_t)p.size};
    if (p.var && p.is_exact) {
        n.kind = UNKNOWN_CELL;
        n.id = p.var;
        n.offset = p.offset;
    } else {
        n.kind = UNKNOWN_LOAD;
        n.address = address_term(x, e);
        if (!n.address)
            return any(x, bits);
    }
    return unknown(x, n);
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static smt_term unary(struct abstraction *x, const struct cwi_expr *e)
{
    uint32_t bits = width_of(x, e->type);
    smt_term a = term_of(x, e->a);
    if (!a)
        return any(x, bits);
    if (e->op == CWI_CONVERT)
        return smt_convert(x->smt, a, is_signed(x, e->a->type), bits);
    smt_term r = smt_unary(x->smt, e->op, a);
    return r ? smt_convert(x->smt, r, e->op != CWI_LOGNOT && is_signed(x, e->a->type), bits) : any(x, bits);
}

/* The operation where it is defined, else any value. */
static smt_term guarded(struct abstraction *x, const struct cwi_expr *e, smt_term a, smt_term b, smt_term r)
{
    unsigned width = smt_width(x->smt, a), count = smt_width(x->smt, b);
    bool shifts = e->op == CWI_SHL || e->op == CWI_SHR || e->op == CWI_ROTL || e->op == CWI_ROTR;
    bool divides = e->op == CWI_DIV || e->op == CWI_MOD || e->op == CWI_EXACTDIV || e->op == CWI_FLOORDIV ||
                   e->op == CWI_CEILDIV || e->op == CWI_FLOORMOD;
    if (divides && !(e->b->kind == CWI_CONST && e->b->value)) {
        smt_term ok = smt_binary(x->smt, CWI_NE, false, b, smt_const(x->smt, 0, count));
        return smt_cond(x->smt, ok, r, any(x, smt_width(x->smt, r)));
    }
    if (shifts && !(e->b->kind == CWI_CONST && (uint64_t)e->b->value < width)) {
        if (count < 64 && (uint64_t)width >> count)
            return r; /* the count cannot reach the width */
        smt_term ok = smt_binary(x->smt, CWI_LT, false, b, smt_const(x->smt, width, count));
        return smt_cond(x->smt, ok, r, any(x, smt_width(x->smt, r)));
    }
    return r;
}

static bool gives_truth(enum cwi_op op)
{
    return (op >= CWI_EQ && op <= CWI_GE) || op == CWI_LOGAND || op == CWI_LOGOR;
}

static smt_term binary(struct abstraction *x, const struct cwi_expr *e)
{
    uint32_t bits = width_of(x, e->type);
    smt_term a = term_of(x, e->a), b = term_of(x, e->b);
    bool shifts = e->op == CWI_SHL || e->op == CWI_SHR || e->op == CWI_ROTL || e->op == CWI_ROTR;
    if (!a || !b || !bits)
        return any(x, bits);
    if (e->op == CWI_PTRADD)
        b = smt_convert(x->smt, b, is_signed(x, e->b->type), smt_width(x->smt, a));
    bool fits = shifts || e->op == CWI_LOGAND || e->op == CWI_LOGOR || smt_width(x->smt, a) == smt_width(x->smt, b);
    smt_term r = fits ? smt_binary(x->smt, e->op, is_signed(x, e->a->type), a, b) : 0;
    if (!r)
        return any(x, bits);
    if (gives_truth(e->op))
        return smt_convert(x->smt, r, false, bits);
    return smt_convert(x->smt, guarded(x, e, a, b, r), is_signed(x, e->a->type), bits);
}

static smt_term term_of(struct abstraction *x, const struct cwi_expr *e)
{
    uint32_t bits = width_of(x, e->type);
    switch (e->kind) {
    case CWI_CONST:
        return smt_const(x->smt, (uint64_t)e->value, bits);
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return load(x, e);
    case CWI_ADDR:
        return cwi_is_lvalue(e->a) && bits ? smt_convert(x->smt, address_term(x, e->a), false, bits) : any(x, bits);
    case CWI_FUNCREF:
        return unknown(x, (struct unknown){.kind = UNKNOWN_FUNCTION, .id = e->ref, .bits = bits});
    case CWI_BOUND:
        return bits ? unknown(x, (struct unknown){.kind = UNKNOWN_RESULT, .offset = e->value, .bits = bits}) : 0;
    case CWI_UNARY:
        return bits ? unary(x, e) : 0;
    case CWI_BINARY:
        return binary(x, e);
    case CWI_COND: {
        smt_term c = smt_cond(x->smt, term_of(x, e->a), term_of(x, e->b), term_of(x, e->c));
        return c ? c : any(x, bits);
    }
    default:
        return any(x, bits);
    }
}

smt_term pred_term(struct abstraction *x, const struct cwi_expr *e)
{
    return term_of(x, e);
}

smt_term pred_truth(struct abstraction *x, const struct cwi_expr *e)
{
    smt_term a = term_of(x, e);
    if (!a)
        return any(x, 1);
    if (smt_width(x->smt, a) == 1)
        return a;
    return smt_binary(x->smt, CWI_NE, false, a, smt_const(x->smt, 0, smt_width(x->smt, a)));
}

static int by_number(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

const uint32_t *pred_used(struct abstraction *x, uint32_t *count)
{
    size_t n = 0;
    if (x->used.count)
        qsort(x->used.items, x->used.count, sizeof *x->used.items, by_number);
    for (size_t i = 0; i < x->used.count; i++)
        if (!i || x->used.items[i] != x->used.items[i - 1])
            x->used.items[n++] = x->used.items[i];
    x->used.count = n;
    *count = (uint32_t)n;
    return vec_to_arena(&x->used, x->arena);
}

/* ---- what holds in every state ----------------------------------------------------------------------------------- */

static smt_term both(struct abstraction *x, smt_term a, smt_term b)
{
    return !a ? b : !b ? a : smt_binary(x->smt, CWI_LOGAND, false, a, b);
}

static uint64_t bytes_of(const struct abstraction *x, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(x->u, var);
    uint64_t size = v->size ? v->size : cwi_type_of(x->u, v->type)->size;
    return size == CWI_UNKNOWN ? 1 : size;
}

/* A variable whose address is its own and not null. */
static bool has_place(const struct abstraction *x, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(x->u, var);
    return v->linkage != CWI_EXTERN && v->linkage != CWI_LITERAL && !v->alias; /* literals may share bytes */
}

static smt_term lies_well(struct abstraction *x, const struct unknown *a)
{
    uint32_t bits = x->u->pointer_bits;
    uint64_t size = bytes_of(x, a->id);
    smt_term last = smt_const(x->smt, (uint64_t)0 - (size ? size : 1), bits);
    smt_term low = smt_binary(x->smt, CWI_NE, false, a->term, smt_const(x->smt, 0, bits));
    return both(x, low, smt_binary(x->smt, CWI_LE, false, a->term, last));
}

/* 0: an object without a byte may lie where another one does, a local variable where one was that a pointer outlives.
 */
static smt_term lie_apart(struct abstraction *x, const struct unknown *a, const struct unknown *b)
{
    uint32_t bits = x->u->pointer_bits;
    if (!bytes_of(x, a->id) || !bytes_of(x, b->id))
        return 0;
    if (pred_is_local(x, a->id) && pred_is_local(x, b->id) &&
        (x->lifetimes[a->id] | x->lifetimes[b->id]) & PT_IS_OUTLIVED)
        return 0;
    smt_term ahead = smt_binary(x->smt, CWI_SUB, false, a->term, b->term);
    smt_term behind = smt_binary(x->smt, CWI_SUB, false, b->term, a->term);
    return both(x, smt_binary(x->smt, CWI_GE, false, ahead, smt_const(x->smt, bytes_of(x, b->id), bits)),
                smt_binary(x->smt, CWI_GE, false, behind, smt_const(x->smt, bytes_of(x, a->id), bits)));
}

static smt_term address_of(struct abstraction *x, const struct unknown *n)
{
    return n->kind == UNKNOWN_LOAD ? n->address : offset(x, address_of_var(x, n->id), n->offset);
}

static smt_term hold_equal(struct abstraction *x, struct unknown a, struct unknown b)
{
    bool is_pair = (a.kind == UNKNOWN_LOAD && (b.kind == UNKNOWN_LOAD || b.kind == UNKNOWN_CELL)) ||
                   (a.kind == UNKNOWN_CELL && b.kind == UNKNOWN_LOAD);
    bool fits = a.bits == b.bits && a.size == b.size && a.bit_pos == b.bit_pos;
    bool is_taken = (a.kind == UNKNOWN_LOAD || cwi_var_of(x->u, a.id)->is_address_taken) &&
                    (b.kind == UNKNOWN_LOAD || cwi_var_of(x->u, b.id)->is_address_taken);
    if (!is_pair || !fits || !is_taken)
        return 0;
    smt_term apart = smt_binary(x->smt, CWI_NE, false, address_of(x, &a), address_of(x, &b));
    return smt_binary(x->smt, CWI_LOGOR, false, apart, smt_binary(x->smt, CWI_EQ, false, a.term, b.term));
}

smt_term pred_axioms(struct abstraction *x, const uint32_t *unknowns, uint32_t count)
{
    smt_term out = 0;
    uint32_t pairs = 0;
    x->used.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&x->used, unknowns[i]);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i && pairs < MOST_PAIRS; k++) {
            smt_term t = hold_equal(x, x->unknowns.items[unknowns[i]], x->unknowns.items[unknowns[k]]);
            pairs += t != 0;
            out = both(x, out, t);
        }
    uint32_t all;
    const uint32_t *used = pred_used(x, &all); /* addresses were added */
    for (uint32_t i = 0; i < all; i++) {
        const struct unknown a = x->unknowns.items[used[i]];
        if (a.kind != UNKNOWN_ADDRESS || !has_place(x, a.id))
            continue;
        out = both(x, out, lies_well(x, &a));
        for (uint32_t k = 0; k < i; k++) {
            const struct unknown b = x->unknowns.items[used[k]];
            if (b.kind == UNKNOWN_ADDRESS && has_place(x, b.id))
                out = both(x, out, lie_apart(x, &a, &b));
        }
    }
    return out;
}
