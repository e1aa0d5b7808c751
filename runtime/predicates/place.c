/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where accesses lie, and whether two of them may be the same. Accesses stay in their objects; offsets within one are
 * compared as numbers. Natural alignment is assumed where types give it: then two accesses of one size are the same or
 * apart.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

/* ---- trees ------------------------------------------------------------------------------------------------------- */

bool pred_is_number(const struct abstraction *x, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(x->u, type) : NULL;
    return t && (t->kind == CWI_INT || t->kind == CWI_PTR) && t->bits >= 1 && t->bits <= 64;
}

bool pred_is_local(const struct abstraction *x, cwi_id var)
{
    return cwi_is_automatic(cwi_var_of(x->u, var));
}

bool pred_has_lost(const struct cwi_expr *e)
{
    return e && (e->kind == CWI_LOST || pred_has_lost(e->a) || pred_has_lost(e->b) || pred_has_lost(e->c));
}

bool pred_has_result(const struct cwi_expr *e)
{
    return e && (e->kind == CWI_BOUND || pred_has_result(e->a) || pred_has_result(e->b) || pred_has_result(e->c));
}

bool pred_names_local(const struct abstraction *x, const struct cwi_expr *e, bool only_temps)
{
    if (!e)
        return false;
    if (e->kind == CWI_VAR)
        return only_temps ? cwi_var_of(x->u, e->ref)->linkage == CWI_TEMP : pred_is_local(x, e->ref);
    return pred_names_local(x, e->a, only_temps) || pred_names_local(x, e->b, only_temps) ||
           pred_names_local(x, e->c, only_temps);
}

uint32_t pred_nodes(const struct cwi_expr *e)
{
    return e ? 1 + pred_nodes(e->a) + pred_nodes(e->b) + pred_nodes(e->c) : 0;
}

const struct cwi_expr *pred_with(struct abstraction *x, const struct cwi_expr *e, const struct cwi_expr *a,
                                 const struct cwi_expr *b, const struct cwi_expr *c)
{
    if (a == e->a && b == e->b && c == e->c)
        return e;
    struct cwi_expr *n = arena_copy(x->arena, e, sizeof *n);
    n->a = a;
    n->b = b;
    n->c = c;
    return n;
}

const struct cwi_expr *pred_converted(struct abstraction *x, const struct cwi_expr *e, cwi_id type)
{
    if (e->type == type)
        return e;
    if (!pred_is_number(x, e->type) || !pred_is_number(x, type))
        return cwi_expr_lost(x->arena, type, "another type");
    if (e->kind == CWI_LOST)
        return cwi_expr_lost(x->arena, type, e->name);
    return cwi_expr_unary(x->arena, CWI_CONVERT, type, e);
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static uint64_t size_of(const struct abstraction *x, cwi_id type)
{
    return type ? cwi_type_of(x->u, type)->size : CWI_UNKNOWN;
}

/* The value is a multiple of a power of two, however it wraps. */
static bool is_multiple(const struct cwi_expr *e, uint64_t of)
{
    if (e->kind == CWI_CONST)
        return (uint64_t)e->value % of == 0;
    if (e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        return is_multiple(e->a, of);
    if (e->kind == CWI_BINARY && e->op == CWI_MUL)
        return is_multiple(e->a, of) || is_multiple(e->b, of);
    return e->kind == CWI_BINARY && (e->op == CWI_ADD || e->op == CWI_SUB) && is_multiple(e->a, of) &&
           is_multiple(e->b, of);
}

static void move(struct pred_place *p, const struct cwi_expr *by, int64_t stride)
{
    bool is_small = p->size && p->size <= 8 && !(p->size & (p->size - 1));
    int64_t moved;
    if (by->kind == CWI_CONST && !__builtin_mul_overflow(by->value, stride, &moved) &&
        !__builtin_add_overflow(p->offset, moved, &p->offset))
        return;
    p->is_exact = false;
    p->is_aligned &= is_small && ((uint64_t)stride % p->size == 0 || is_multiple(by, p->size));
}

static uint64_t pointee_alignment(const struct abstraction *x, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(x->u, type);
    return t->kind == CWI_PTR && !t->is_packed ? cwi_alignment(x->u, t->of) : 1;
}

/* From a pointer to the base that it was moved from. */
static const struct cwi_expr *base_of_pointer(const struct abstraction *x, struct pred_place *p,
                                              const struct cwi_expr *e)
{
    for (;;) {
        if (e->kind == CWI_UNARY && e->op == CWI_CONVERT && cwi_type_of(x->u, e->type)->kind == CWI_PTR &&
            cwi_type_of(x->u, e->a->type)->kind == CWI_PTR) {
            p->is_aligned &= pointee_alignment(x, e->type) >= p->size || p->size > 8;
            e = e->a;
        } else if (e->kind == CWI_BINARY && e->op == CWI_PTRADD) {
            move(p, e->b, 1);
            e = e->a;
        } else
            return e;
    }
}

static void settle_alignment(const struct abstraction *x, struct pred_place *p)
{
    bool is_small = p->size && p->size <= 8 && !(p->size & (p->size - 1));
    p->is_aligned &= is_small && (uint64_t)p->offset % p->size == 0;
    uint64_t base = p->var       ? cwi_alignment(x->u, cwi_var_of(x->u, p->var)->type)
                    : p->pointer ? pointee_alignment(x, p->pointer->type)
                                 : 1;
    p->is_aligned &= base >= p->size;
}

void pred_place_of(const struct abstraction *x, const struct cwi_expr *lvalue, struct pred_place *out)
{
    *out = (struct pred_place){.is_exact = true, .is_aligned = true, .size = size_of(x, lvalue->type)};
    if (lvalue->kind == CWI_FIELD && lvalue->bit_width) {
        out->bit_pos = lvalue->bit_pos;
        out->bit_width = lvalue->bit_width;
        out->size = (lvalue->bit_pos + lvalue->bit_width + 7u) / 8;
        out->is_aligned = false;
    }
    for (const struct cwi_expr *e = lvalue; !out->var && !out->pointer;) {
        if (e->kind == CWI_VAR) {
            out->var = e->ref;
        } else if (e->kind == CWI_FIELD) {
            out->offset += (int64_t)e->offset;
            e = e->a;
        } else if (e->kind == CWI_INDEX) {
            move(out, e->b, (int64_t)(e->offset ? e->offset : size_of(x, e->type)));
            e = e->a;
        } else if (e->kind == CWI_DEREF) {
            const struct cwi_expr *base = base_of_pointer(x, out, e->a);
            if (base->kind == CWI_ADDR && cwi_is_lvalue(base->a))
                e = base->a;
            else
                out->pointer = base;
        } else {
            out->pointer = e; /* no lvalue: nothing is known */
            out->is_exact = out->is_aligned = false;
        }
    }
    settle_alignment(x, out);
}

/* ---- two of them ------------------------------------------------------------------------------------------------- */

bool pred_sets_meet(struct pt_set a, struct pt_set b)
{
    return (a.unknown && b.unknown) || pt_sets_meet(a, b);
}

bool pred_lies_in(struct abstraction *x, cwi_id func, const struct cwi_expr *access, struct pt_set objects)
{
    struct pred_place p;
    pred_place_of(x, access, &p);
    if (!p.var)
        return pred_sets_meet(pt_may_be(x->pt, func, access), objects);
    pt_id object = pt_of_var(x->pt, p.var);
    return pred_sets_meet((struct pt_set){&object, 1, false}, objects);
}

static enum pred_overlap of_exact(const struct pred_place *a, const struct pred_place *b)
{
    if (a->size == CWI_UNKNOWN || b->size == CWI_UNKNOWN)
        return PRED_PARTLY;
    if (a->offset + (int64_t)a->size <= b->offset || b->offset + (int64_t)b->size <= a->offset)
        return PRED_APART;
    bool same =
        a->offset == b->offset && a->size == b->size && a->bit_pos == b->bit_pos && a->bit_width == b->bit_width;
    return same ? PRED_SAME : PRED_PARTLY;
}

enum pred_overlap pred_overlap(struct abstraction *x, cwi_id func, const struct cwi_expr *access,
                               const struct cwi_expr *written)
{
    struct pred_place a, b;
    pred_place_of(x, access, &a);
    pred_place_of(x, written, &b);
    if (a.var && b.var && a.var != b.var)
        return PRED_APART;
    if (a.is_exact && b.is_exact && (a.var ? a.var == b.var : !b.var && cwi_expr_equal(a.pointer, b.pointer)))
        return of_exact(&a, &b);
    if (a.var && b.var)
        return PRED_MAYBE;
    struct pt_set lies = a.var ? (struct pt_set){0} : pt_may_be(x->pt, func, access);
    pt_id object = a.var ? pt_of_var(x->pt, a.var) : 0;
    if (a.var)
        lies = (struct pt_set){&object, 1, false};
    return pred_lies_in(x, func, written, lies) ? PRED_MAYBE : PRED_APART;
}
