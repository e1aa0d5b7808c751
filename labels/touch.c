/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * touch.c: whether an access touches a rule's cell, as far as the two trees tell.
 *
 * Both are reduced to a base and a range of bits in it; an index that is not constant ranges over its array. "No" and
 * "yes" are certain, everything else is "maybe", so that no label is missed: a pointer may lead anywhere that its bits
 * can be.
 */
#include "labels/labels.h"

struct part {
    const struct cwi_expr *base; /* CWI_VAR, or CWI_DEREF: then `base->a` is the pointer */
    int64_t lo, hi;              /* bits from the base's start, hi exclusive */
    bool exact;                  /* it is all of lo..hi, not something within */
    bool known;                  /* false: sizes are not known */
};

static int64_t type_bits(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    if (t->kind == CWI_INT && t->bits == 1)
        return 8;
    return t->size == CWI_UNKNOWN || t->size > INT32_MAX ? -1 : (int64_t)t->size * 8;
}

static void add_index(const struct cwi_unit *u, const struct cwi_expr *e, struct part *p)
{
    const struct cwi_type *array = cwi_type_of(u, e->a->type);
    int64_t stride = e->offset ? (int64_t)e->offset * 8 : type_bits(u, e->type);
    if (stride < 0 || e->offset > INT32_MAX) {
        p->known = false;
    } else if (e->b->kind == CWI_CONST && e->b->value >= 0 && e->b->value <= INT32_MAX) {
        p->lo += e->b->value * stride;
        p->hi += e->b->value * stride;
    } else if (e->b->kind != CWI_CONST && array->kind == CWI_ARRAY && array->count && array->count <= INT32_MAX) {
        p->hi += (int64_t)(array->count - 1) * stride;
        p->exact = p->exact && array->count == 1;
    } else {
        p->known = false;
    }
}

static struct part part_of(const struct cwi_unit *u, const struct cwi_expr *e)
{
    int64_t size = e->kind == CWI_FIELD && e->bit_width ? e->bit_width : type_bits(u, e->type);
    struct part p = {.hi = size, .exact = true, .known = size >= 0};
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a) {
        if (e->kind == CWI_INDEX) {
            add_index(u, e, &p);
        } else if (e->offset > INT32_MAX) {
            p.known = false;
        } else {
            p.lo += (int64_t)e->offset * 8 + e->bit_pos;
            p.hi += (int64_t)e->offset * 8 + e->bit_pos;
        }
    }
    p.base = e;
    return p;
}

/* Pointers that are the same value where both are evaluated at one moment: the same tree, or the same address. */
static bool same_pointer(const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (x->kind == CWI_CONST && y->kind == CWI_CONST)
        return x->value == y->value;
    while (x->kind == CWI_UNARY && x->op == CWI_CONVERT)
        x = x->a;
    while (y->kind == CWI_UNARY && y->op == CWI_CONVERT)
        y = y->a;
    return cwi_expr_equal(x, y);
}

static bool has_volatile(const struct cwi_expr *e)
{
    return e && (e->is_volatile || has_volatile(e->a) || has_volatile(e->b) || has_volatile(e->c));
}

/* Device memory at a constant address: counts from address 0. */
static bool at_absolute(struct part *p)
{
    const struct cwi_expr *e = p->base->kind == CWI_DEREF ? p->base->a : NULL;
    while (e && e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    if (!e || e->kind != CWI_CONST || e->value < 0 || e->value > INT64_MAX / 16)
        return false;
    p->lo += e->value * 8;
    p->hi += e->value * 8;
    return true;
}

static enum ev_touch compare(const struct part *x, const struct part *y)
{
    if (!x->known || !y->known)
        return EV_TOUCH_MAYBE;
    if (x->hi <= y->lo || y->hi <= x->lo)
        return EV_TOUCH_NO;
    return x->exact && y->exact ? EV_TOUCH_YES : EV_TOUCH_MAYBE;
}

enum ev_touch ev_touches(const struct cwi_unit *u, const struct cwi_expr *cell, const struct cwi_expr *access)
{
    struct part x = part_of(u, cell), y = part_of(u, access);
    if (at_absolute(&x) && at_absolute(&y))
        return compare(&x, &y);
    if (x.base->kind == CWI_VAR && y.base->kind == CWI_VAR) {
        if (x.base->ref != y.base->ref)
            return EV_TOUCH_NO;
    } else if (x.base->kind != CWI_DEREF || y.base->kind != CWI_DEREF || !same_pointer(x.base->a, y.base->a) ||
               has_volatile(x.base->a)) {
        return EV_TOUCH_MAYBE;
    }
    return compare(&x, &y);
}
