/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lvalues as nodes: which bytes, seen from a variable or a pointer, an lvalue stands for; what is loaded, stored and
 * copied there. Structures are copied word by word.
 */
#include "runtime/points/private.h"

/* Larger structures are copied as a whole: the fields of the target get what any field of the source has. */
enum { COPIES_MAX = 64 };

static const struct pt_access whole = {.is_whole = true, .count = 1};

/* ---- what carries pointers --------------------------------------------------------------------------------------- */

bool pt_is_wide_type(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    bool is_number = t && (t->kind == CWI_INT || t->kind == CWI_FLOAT); /* floats are moved about as bits are */
    return !t || (t->kind != CWI_VOID && (!is_number || t->bits >= u->pointer_bits));
}

bool pt_is_wide(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return pt_is_wide_type(u, e->type);
}

/* Narrow integers may hold pieces of pointers. */
bool pt_carries(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return pt_is_wide(u, e) || (cwi_type_of(u, e->type)->kind == CWI_INT && !e->bit_width);
}

const struct cwi_expr *pt_base(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    return e;
}

cwi_id pt_direct(const struct cwi_expr *e)
{
    e = cwi_converted(e);
    return e->kind == CWI_FUNCREF ? e->ref : 0;
}

cwi_id pt_var_alias(const struct pt *pt, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(pt->unit, var);
    if (!v->alias_of)
        return var;
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        const struct cwi_var *w = cwi_var_of(pt->unit, i);
        if (w->asm_name && !w->alias_of && !strcmp(w->asm_name, v->alias_of))
            return i;
    }
    return var;
}

/* ---- lvalues ----------------------------------------------------------------------------------------------------- */

/* Where an lvalue lies, seen from the variable or pointer it begins with. */
struct path {
    const struct cwi_expr *base;
    struct pt_shift shift; /* of its first byte; with a length: of the array of bytes that it lies in */
    bool is_punned;        /* an index into something of another type */
};

/* The array is the last thing in the structure, which may be larger than declared, as nothing else can hold it. */
static bool is_trailing(const struct cwi_unit *u, const struct cwi_expr *array)
{
    const struct cwi_type *t = cwi_type_of(u, array->type);
    if (t->count == CWI_UNKNOWN || t->count <= 1)
        return true;
    if (array->kind != CWI_FIELD || !array->name || !array->a->type)
        return false;
    const struct cwi_type *of = cwi_type_of(u, array->a->type);
    return of->size != CWI_UNKNOWN && array->offset + t->size + u->pointer_bits / 8u > of->size;
}

static void enter_array(struct pt *pt, struct path *p, const struct cwi_expr *e, bool is_variable)
{
    const struct cwi_unit *u = pt->unit;
    uint64_t size = e->offset ? e->offset : cwi_type_of(u, e->type)->size;
    const struct cwi_expr *root = pt_base(e);
    const struct cwi_type *t = e->a->type ? cwi_type_of(u, e->a->type) : NULL;
    if (!t || t->kind != CWI_ARRAY) {
        p->is_punned |= is_variable;
        return;
    }
    bool is_open = t->count == CWI_UNKNOWN || (root->kind == CWI_DEREF && is_trailing(u, e->a));
    if (size == CWI_UNKNOWN || size % pt_word(pt)) { /* somewhere in an array of bytes */
        p->shift = (struct pt_shift){
            .count = 1, .length = is_open || t->size == CWI_UNKNOWN ? PT_END : t->size, .is_path = true};
        return;
    }
    if (!is_variable)
        return;
    if (is_open || p->shift.count == 0)
        p->shift = (struct pt_shift){.offset = p->shift.offset,
                                     .stride = gcd_u64(p->shift.stride, size),
                                     .length = p->shift.length,
                                     .is_path = true};
    else if (t->count > 1) {
        uint64_t step = gcd_u64(p->shift.stride, size);
        p->shift.count = ((p->shift.count - 1) * p->shift.stride + (t->count - 1) * size) / (step ? step : 1) + 1;
        p->shift.stride = step;
    }
}

static struct path path_of(struct pt *pt, const struct cwi_expr *e)
{
    struct path p = {.shift = {.count = 1, .is_path = true}};
    const struct cwi_type *t = e->type ? cwi_type_of(pt->unit, e->type) : NULL;
    if (t && t->kind == CWI_ARRAY && e->kind != CWI_VAR && t->of && cwi_type_of(pt->unit, t->of)->size % pt_word(pt))
        p.shift.length =
            t->size == CWI_UNKNOWN || (pt_base(e)->kind == CWI_DEREF && is_trailing(pt->unit, e)) ? PT_END : t->size;
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a) {
        if (e->kind == CWI_FIELD) {
            p.shift.offset += (int64_t)e->offset;
            continue;
        }
        bool is_variable = e->b->kind != CWI_CONST;
        uint64_t size = e->offset ? e->offset : cwi_type_of(pt->unit, e->type)->size;
        if (!is_variable && size != CWI_UNKNOWN)
            p.shift.offset += e->b->value * (int64_t)size;
        enter_array(pt, &p, e, is_variable);
    }
    p.base = e;
    return p;
}

static struct pt_access access_of(struct pt *pt, const struct path *p, const struct cwi_expr *e)
{
    uint64_t size = e->type ? cwi_type_of(pt->unit, e->type)->size : CWI_UNKNOWN;
    const struct pt_shift *s = &p->shift;
    bool is_piece = e->type && !pt_is_wide(pt->unit, e);
    if (p->is_punned || (size == CWI_UNKNOWN && !s->length))
        return whole;
    if (s->length && s->length != PT_END)
        size = s->length; /* anywhere in it */
    if (s->length == PT_END)
        return (struct pt_access){.offset = s->offset, .size = 1, .stride = 1, .is_piece = is_piece};
    return (struct pt_access){s->offset, size, s->stride, s->count, false, is_piece};
}

static uint32_t var_object(struct pt *pt, cwi_id var)
{
    var = pt_var_alias(pt, var);
    pt_touch(pt, var);
    return pt_of_var(pt, var);
}

bool pt_follows_constant(const struct cwi_expr *lvalue)
{
    const struct cwi_expr *e = lvalue->kind == CWI_DEREF ? cwi_converted(lvalue->a) : lvalue;
    return e != lvalue && e->kind == CWI_CONST && e->value;
}

/* The pointer that the base is led to by. */
static uint32_t led_by(struct pt *pt, const struct cwi_expr *base)
{
    return pt_follows_constant(base) ? pt_address(pt, PT_DEVICE) : pt_value_of(pt, base->a);
}

static uint32_t load_from(struct pt *pt, const struct cwi_expr *base, const struct pt_access *a)
{
    if (base->kind == CWI_VAR) {
        struct pt_ids cells = {0};
        uint32_t node = PT_NONE;
        pt_cells(pt, var_object(pt, base->ref), a, false, &cells);
        for (size_t i = 0; i < cells.count; i++)
            node = pt_both(pt, node, cells.items[i]);
        vec_free(&cells);
        return node;
    }
    if (base->kind != CWI_DEREF)
        return pt_value_of(pt, base);
    uint32_t pointer = led_by(pt, base);
    if (pointer == PT_NONE)
        return PT_NONE;
    uint32_t node = pt_new_node(pt);
    pt_load(pt, pointer, a, node);
    return node;
}

static void store_to(struct pt *pt, const struct cwi_expr *base, const struct pt_access *a, uint32_t value)
{
    if (value == PT_NONE)
        return;
    if (base->kind == CWI_DEREF)
        pt_store(pt, led_by(pt, base), a, value);
    if (base->kind != CWI_VAR)
        return;
    struct pt_ids cells = {0};
    pt_cells(pt, var_object(pt, base->ref), a, true, &cells);
    for (size_t i = 0; i < cells.count; i++)
        pt_copy(pt, value, cells.items[i]);
    vec_free(&cells);
}

/* The cells of one object that an access through the pointer reaches. */
static void cells_of_object(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t object,
                            struct pt_ids *out)
{
    const struct pset *set = &pt->nodes.items[pt_leader(pt, pointer)].set;
    struct pt_ids places = {0};
    for (size_t i = 0; i < set->count; i++)
        if (pt_object_at(pt, set->items[i]) == object)
            vec_push(&places, set->items[i]);
    for (size_t i = 0; i < places.count; i++)
        pt_cells(pt, places.items[i], a, true, out);
    vec_free(&places);
}

/* Whether the pointer can be moved to one of these bytes: within the array that was named, or else all of the object.
 */
static bool moves_to(struct pt *pt, uint32_t pointer, uint32_t object, uint64_t offset, uint64_t size)
{
    const struct pset *set = &pt->nodes.items[pt_leader(pt, pointer)].set;
    const struct pt_memory *m = pt_memory_of(pt, object);
    bool may = false;
    for (size_t i = 0; i < set->count && !may; i++) {
        struct pt_location l = pt->locations.items[set->items[i]];
        may = l.object == object && (!m->layout || m->period || !l.length || l.length == PT_END);
        for (uint64_t at = offset; at < offset + size && l.object == object && !may; at++) {
            uint64_t byte = pt_canonical(m->layout, at);
            may = byte >= l.offset && byte < (uint64_t)l.offset + l.length;
        }
    }
    return may;
}

/* Whether the access through the pointer reaches one of the variable's bytes. */
static bool reaches(struct pt *pt, const struct cwi_expr *pointer_expr, const struct pt_access *a, cwi_id var,
                    uint64_t offset, uint64_t size)
{
    struct pt_ids cells = {0};
    bool may = false;
    uint32_t pointer = pt_value_of(pt, pointer_expr), object = var_object(pt, var);
    pt_solve(pt);
    if (pointer == PT_NONE || pt->nodes.items[pt_leader(pt, pointer)].is_anything)
        return true;
    if (a->is_whole)
        return moves_to(pt, pointer, object, offset, size);
    cells_of_object(pt, pointer, a, object, &cells);
    uint32_t all = pt_memory_of(pt, object)->in; /* which stands for every cell */
    for (size_t i = 0; i < cells.count && all != PT_NONE; i++)
        may |= pt_leader(pt, cells.items[i]) == pt_leader(pt, all);
    for (uint64_t at = offset; at < offset + size && !may; at++) {
        uint32_t cell = pt_cell_at(pt, object, at);
        for (size_t i = 0; i < cells.count; i++)
            may |= pt_leader(pt, cells.items[i]) == pt_leader(pt, cell);
    }
    vec_free(&cells);
    return may;
}

bool pt_may_change(struct pt *pt, cwi_id func, const struct cwi_expr *lvalue, cwi_id var, uint64_t offset,
                   uint64_t size)
{
    struct path p = path_of(pt, lvalue);
    struct pt_access a = access_of(pt, &p, lvalue);
    return p.base->kind != CWI_DEREF || !pt_reachable(pt, func) || pt_may_be(pt, func, lvalue).unknown ||
           reaches(pt, p.base->a, &a, var, offset, size);
}

bool pt_may_reach(struct pt *pt, cwi_id func, const struct cwi_expr *pointer, cwi_id var, uint64_t offset,
                  uint64_t size)
{
    return !pt_reachable(pt, func) || pt_may_point(pt, func, pointer).unknown ||
           reaches(pt, pointer, &whole, var, offset, size);
}

uint32_t pt_lvalue_value(struct pt *pt, const struct cwi_expr *e)
{
    if (!pt_carries(pt->unit, e))
        return PT_NONE;
    struct path p = path_of(pt, e);
    struct pt_access a = access_of(pt, &p, e);
    return load_from(pt, p.base, &a);
}

uint32_t pt_address_value(struct pt *pt, const struct cwi_expr *lvalue)
{
    struct path p = path_of(pt, lvalue);
    if (p.base->kind != CWI_VAR && p.base->kind != CWI_DEREF)
        return PT_NONE;
    uint32_t pointer = p.base->kind == CWI_VAR ? pt_address(pt, var_object(pt, p.base->ref)) : led_by(pt, p.base);
    if (p.is_punned)
        return pt_moved_anywhere(pt, pointer);
    if (pointer == PT_NONE || (!p.shift.offset && p.shift.count == 1 && !p.shift.length))
        return pointer;
    uint32_t node = pt_new_node(pt);
    pt_shift(pt, pointer, &p.shift, node);
    return node;
}

/* ---- assignments ------------------------------------------------------------------------------------------------- */

void pt_assign(struct pt *pt, const struct cwi_expr *lhs, uint32_t value)
{
    if (value == PT_NONE || !pt_carries(pt->unit, lhs))
        return;
    struct path p = path_of(pt, lhs);
    struct pt_access a = access_of(pt, &p, lhs);
    store_to(pt, p.base, &a, value);
}

struct copy { /* of a structure */
    struct pt *pt;
    struct path to, from;
    uint32_t count;
};

static void copy_bytes(struct copy *c, uint64_t at, uint64_t size, uint64_t stride, uint64_t count)
{
    struct pt_access a = {(int64_t)at + c->from.shift.offset, size, stride, count, false, false};
    uint32_t value = load_from(c->pt, c->from.base, &a);
    a.offset = (int64_t)at + c->to.shift.offset;
    store_to(c->pt, c->to.base, &a, value);
}

/* Word by word; elements of an array all at once. */
static void copy_words(struct copy *c, const struct pt_layout *l, uint64_t at, uint64_t stride, uint64_t count)
{
    uint64_t word = pt_word(c->pt), offset = 0;
    for (uint32_t i = 0; i <= l->count; i++) {
        const struct pt_piece *p = i < l->count ? &l->pieces[i] : NULL;
        uint64_t until = p ? p->start : l->size, end = p && p->end < l->size ? p->end : l->size;
        for (; offset < until; offset += word - offset % word)
            copy_bytes(c, at + offset, until - offset < word ? until - offset : word, stride, count);
        if (!p || p->start >= l->size)
            continue;
        if (p->stride && count == 1)
            copy_words(c, p->element, at + p->start, p->stride, (end - p->start) / p->stride);
        else if (count == 1)
            copy_bytes(c, at + p->start, end - p->start, 0, 1);
        else
            copy_bytes(c, at, stride * count, 0, 1);
        offset = end;
    }
}

void pt_assign_whole(struct pt *pt, const struct cwi_expr *lhs, const struct cwi_expr *rhs)
{
    const struct cwi_type *t = lhs->type ? cwi_type_of(pt->unit, lhs->type) : NULL;
    struct copy c = {.pt = pt};
    bool is_aggregate =
        t && (t->kind == CWI_STRUCT || t->kind == CWI_UNION || t->kind == CWI_ARRAY) && cwi_is_lvalue(rhs);
    if (is_aggregate) {
        c.to = path_of(pt, lhs);
        c.from = path_of(pt, rhs);
    }
    const struct pt_shift *x = &c.to.shift, *y = &c.from.shift;
    if (is_aggregate && t->size != CWI_UNKNOWN && t->size <= COPIES_MAX * pt_word(pt) && x->count == 1 &&
        y->count == 1 && !x->length && !y->length && !c.to.is_punned && !c.from.is_punned)
        copy_words(&c, pt_layout_of(pt, lhs->type), 0, 0, 1);
    else
        pt_assign(pt, lhs, pt_value_of(pt, rhs));
}
