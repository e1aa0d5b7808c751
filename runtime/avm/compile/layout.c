/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which cells a state holds: the abstraction notes, applied to the flattened types of the program's variables.
 *
 * Invariant: the cells of one object are ascending by (offset, bit position) and do not overlap; a variable under `top`
 * has none. Slots are assigned later (frame.c), when the liveness of temporaries is known.
 */
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

/* Of one object; with more it is held as a block. Joined states are read and written whole at each step. */
enum { CELLS_PER_OBJECT = 4096, CELLS_PER_JOINED_OBJECT = 256, CELLS_OF_SMALL_OBJECT = 24 };

struct vs_type avm_type(const struct avm *m, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(m->u, type) : NULL;
    bool is_int = t && t->kind == CWI_INT && t->bits >= 1 && t->bits <= 64;
    if (is_int && m->cfg.unbounded && t->bits > 1)
        return (struct vs_type){VS_INT, (uint8_t)t->bits, 1, t->is_signed ? VS_UNBOUNDED : VS_UNBOUNDED_UNSIGNED};
    if (is_int)
        return (struct vs_type){.kind = VS_INT, .bits = (uint8_t)t->bits, .is_signed = t->is_signed};
    if (t && t->kind == CWI_PTR)
        return (struct vs_type){.kind = VS_PTR, .bits = m->u->pointer_bits};
    if (t && t->kind == CWI_FLOAT)
        return (struct vs_type){.kind = VS_FLOAT, .bits = (uint8_t)t->bits, .is_signed = 1};
    return no_type();
}

/* ---- which abstraction a piece of a variable has ----------------------------------------------------------------- */

struct wish {          /* one abstraction note on a variable */
    uint64_t from, to; /* bytes */
    uint8_t bit_pos, bit_width;
    const struct abs *abs;
    const struct note *note;
};
struct wishes {
    struct VEC(struct wish) list;
};

/* The bytes that a constant lvalue covers; false when it is not within a variable at a constant place. */
static bool covered(const struct avm *m, const struct cwi_expr *e, cwi_id *var, struct wish *w)
{
    const struct cwi_type *t = cwi_type_of(m->u, e->type);
    uint64_t size = t->size, offset = 0;
    w->bit_pos = e->bit_pos;
    w->bit_width = e->kind == CWI_FIELD ? e->bit_width : 0;
    for (; e->kind != CWI_VAR; e = e->a) {
        if (e->kind == CWI_FIELD)
            offset += e->offset;
        else if (e->kind == CWI_INDEX && e->b->kind == CWI_CONST)
            offset += (uint64_t)e->b->value * (e->offset ? e->offset : cwi_type_of(m->u, e->type)->size);
        else
            return false;
    }
    *var = e->ref;
    w->from = offset;
    w->to = size == CWI_UNKNOWN ? UINT64_MAX : offset + size;
    return true;
}

static enum status gather_wishes(struct avm *m, struct wishes *by_var, struct diag *d)
{
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        if (n->kind != NOTE_ABSTRACT || !n->u.abstract.cell)
            continue;
        struct wish w = {.abs = n->u.abstract.abs, .note = n};
        cwi_id var;
        if (!covered(m, n->u.abstract.cell, &var, &w))
            return diag_set(d, ST_BAD, n->at,
                            "an abstraction belongs to a variable, or a part of one at a constant place");
        vec_push(&by_var[var].list, w);
    }
    return ST_OK;
}

static const struct abs *wished(const struct wishes *w, uint64_t from, uint64_t to, uint8_t bit_pos,
                                const struct abs *otherwise)
{
    const struct abs *found = otherwise;
    uint64_t best = UINT64_MAX;
    for (size_t i = 0; w && i < w->list.count; i++) {
        const struct wish *x = &w->list.items[i];
        if (x->from > from || x->to < to || (x->bit_width && x->bit_pos != bit_pos))
            continue;
        uint64_t width = x->to - x->from;
        if (width <= best) { /* the narrowest part named wins: a field over its structure */
            best = width;
            found = x->abs;
        }
    }
    return found;
}

/* ---- flattening -------------------------------------------------------------------------------------------------- */

struct flatten {
    struct avm *m;
    const struct wishes *wishes;
    const struct abs *otherwise;
    cwi_id var;
    size_t first;
    bool too_many, is_temp, has_union;
};

static size_t most_cells(const struct flatten *f)
{
    if (f->m->cfg.skips_tables && !f->wishes)
        return CELLS_OF_SMALL_OBJECT;
    return joins_states(f->m) ? CELLS_PER_JOINED_OBJECT : CELLS_PER_OBJECT;
}

/* An array of nothing but numbers. */
static bool is_table(const struct avm *m, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(m->u, type);
    bool is_array = t->kind == CWI_ARRAY;
    while (t->kind == CWI_ARRAY)
        t = cwi_type_of(m->u, t->of);
    return is_array && t->kind != CWI_PTR && t->kind != CWI_STRUCT && t->kind != CWI_UNION;
}

static void add_cell(struct flatten *f, cwi_id type, uint64_t offset, const struct cwi_field *field)
{
    struct avm *m = f->m;
    struct vs_type t = avm_type(m, type);
    if (!has_type(t) || (t.kind == VS_FLOAT && (!f->m->has_floats || t.bits == 128)))
        return;
    uint64_t size = cwi_type_of(m->u, type)->size;
    uint8_t width = field ? field->bit_width : 0, pos = width ? field->bit_pos : 0;
    if (width)
        size = (pos + width + 7u) / 8;
    const struct abs *abs = wished(f->wishes, offset, offset + size, pos, f->otherwise);
    abs = abs_element(abs);
    if (!abs_class_of(abs)->tracks)
        return;
    if (m->cells.count - f->first >= most_cells(f)) {
        f->too_many = true;
        return;
    }
    if (width)
        t.bits = width;
    struct cell c = {.var = f->var,
                     .type = type,
                     .offset = offset,
                     .size = (uint32_t)size,
                     .bit_pos = pos,
                     .bit_width = width,
                     .t = t,
                     .abs = abs,
                     .slot = NO_SLOT,
                     .is_temp = f->is_temp};
    c.widens = t.kind == VS_PTR || abs_class_of(abs)->grows;
    c.keeps = abs_class_of(abs)->keeps_singletons;
    vec_push(&m->cells, c);
}

static void flatten(struct flatten *f, cwi_id type, uint64_t offset, const struct cwi_field *field, int depth)
{
    const struct cwi_type *t = cwi_type_of(f->m->u, type);
    if (depth > 32 || f->too_many)
        return;
    if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN) {
        uint64_t stride = cwi_type_of(f->m->u, t->of)->size;
        for (uint64_t i = 0; i < t->count && stride != CWI_UNKNOWN && !f->too_many; i++) {
            size_t before = f->m->cells.count;
            flatten(f, t->of, offset + i * stride, NULL, depth + 1);
            if (f->m->cells.count == before && !f->wishes)
                break;
            if (f->m->cells.count == before && i >= CELLS_PER_OBJECT)
                break;
        }
    } else if (t->kind == CWI_STRUCT) {
        for (uint32_t i = 0; i < t->field_count; i++)
            flatten(f, t->fields[i].type, offset + t->fields[i].offset, &t->fields[i], depth + 1);
    } else if (t->kind == CWI_UNION ||
               t->kind == CWI_OPAQUE) { /* complex numbers and vectors are used by their parts */
        f->has_union = true;
    } else {
        add_cell(f, type, offset, field);
    }
}

static int by_offset(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (int)x->bit_pos - (int)y->bit_pos;
}

/* The common distance of an object's cells when they are alike, else 0. */
static uint64_t uniform_stride(const struct cell *c, uint32_t count)
{
    if (count == 1)
        return c[0].offset == 0 && !c[0].bit_width ? c[0].size : 0;
    uint64_t stride = c[1].offset - c[0].offset;
    for (uint32_t i = 0; i < count; i++)
        if (c[i].offset != i * stride || c[i].size != c[0].size || c[i].bit_width || c[i].type != c[0].type)
            return 0;
    return stride;
}

static bool is_wanted_var(const struct avm *m, const struct cwi_var *v)
{
    if (v->linkage == CWI_LITERAL)
        return false;
    return !v->owner || m->calls->funcs[v->owner].reachable;
}

/* What the vector cannot hold: one cell is left, which says where the current activation has it, if there may be
 * several. */
static void hold_as_block(struct avm *m, cwi_id id, const struct flatten *f, const struct abs *abs, bool is_recursive)
{
    const struct cwi_var *v = cwi_var_of(m->u, id);
    struct object *o = &m->objects[id];
    bool is_tracked = abs_class_of(abs)->tracks || m->cells.count > f->first;
    m->cells.count = f->first;
    if (!is_tracked && !avm_asks(m, AVM_DOUBT_BOUNDS))
        return;
    o->is_sparse = true;
    o->is_activation = is_recursive;
    o->is_global = !is_recursive;
    o->abs = abs_class_of(abs)->tracks ? abs : abs_free_type();
    if (!is_recursive)
        return;
    struct vs_type pointer = {VS_PTR, m->u->pointer_bits, 0, VS_BOUNDED};
    struct cell c = {.var = id, .type = v->type, .size = m->u->pointer_bits / 8, .t = pointer, .abs = abs_free_type()};
    c.slot = NO_SLOT;
    c.keeps = c.widens = c.is_base = true;
    vec_push(&m->cells, c);
}

/* A pointer to it is kept for other activations of its function, which have one of their own; numbers are told apart by
 * nothing but their addresses, which are not known then (avm_may_coincide). */
static bool is_kept(const struct avm *m, cwi_id var)
{
    enum cwi_type_kind kind = cwi_type_of(m->u, cwi_var_of(m->u, var)->type)->kind;
    return m->lifetimes[var] & PT_IS_KEPT && (kind == CWI_ARRAY || kind == CWI_STRUCT || kind == CWI_UNION);
}

static void lay_out_var(struct avm *m, cwi_id id, const struct wishes *w, const struct abs *fallback)
{
    const struct cwi_var *v = cwi_var_of(m->u, id);
    struct object *o = &m->objects[id];
    const struct cwi_type *t = cwi_type_of(m->u, v->type);
    bool is_local = cwi_is_automatic(v);
    o->size = v->size ? v->size : t->size;
    o->is_constant = !is_local && v->is_const && !v->is_volatile && v->linkage != CWI_EXTERN && v->linkage != CWI_WEAK;
    o->is_constant |= v->linkage == CWI_LITERAL;
    o->is_many = cwi_is_other_handle(v);
    o->is_handle = o->is_many || cwi_is_watched_handle(v);
    o->is_global = !is_local || v->is_address_taken;
    avm_set_shared(m, id);
    bool is_told_apart =
        is_local && (avm_asks(m, AVM_DOUBT_BOUNDS) || m->calls->funcs[v->owner].recursive || is_kept(m, id));
    bool recursive_local = is_told_apart && v->is_address_taken;
    if (o->is_shared && !o->is_constant && is_wanted_var(m, v))
        for (size_t i = 0; i < w->list.count; i++)
            if (w->list.items[i].note->at.file && abs_class_of(abs_element(w->list.items[i].abs))->tracks)
                avm_not_tracked(m, id, w->list.items[i].note);
    if (o->is_constant || o->is_shared || !is_wanted_var(m, v))
        return;
    struct flatten f = {.m = m, .wishes = w->list.count ? w : NULL, .var = id, .first = m->cells.count};
    /* What holds variable arguments is held as the user's variables are. */
    bool holds_inputs = m->holders[id] && abs_class_of(abs_element(fallback))->tracks;
    f.is_temp = (v->linkage == CWI_TEMP && !v->is_address_taken) || holds_inputs;
    f.otherwise = f.is_temp ? abs_free_type() : fallback;
    flatten(&f, v->type, 0, NULL, 0);
    /* A pair or vector that the compiler made stays in the state longer than a number would. */
    const struct abs *whole = abs_element(wished(f.wishes, 0, o->size, 0, f.has_union ? fallback : f.otherwise));
    if (f.too_many && m->cfg.skips_tables && !f.wishes && is_table(m, v->type)) {
        m->cells.count = f.first;
        whole = abs_top();
    }
    if (f.too_many || recursive_local || (f.has_union && abs_class_of(whole)->tracks))
        hold_as_block(m, id, &f, whole, is_told_apart);
    o->first = (uint32_t)f.first;
    o->count = (uint32_t)(m->cells.count - f.first);
    if (o->count && !o->is_activation) {
        qsort(m->cells.items + f.first, o->count, sizeof *m->cells.items, by_offset);
        o->stride = uniform_stride(m->cells.items + f.first, o->count);
    }
}

/* Whether a pointer that nobody asked to track may lead to something that is tracked: then it is, for a store through a
 * pointer that is not known would forget what it may point to. */
static bool leads_to_tracked(struct avm *m, cwi_id id)
{
    const struct cwi_var *v = cwi_var_of(m->u, id);
    const struct object *o = &m->objects[id];
    if (cwi_type_of(m->u, v->type)->kind != CWI_PTR || o->count || o->is_constant || o->is_shared ||
        !is_wanted_var(m, v))
        return false;
    struct pt_set set = pt_may_point(m->points, v->owner, cwi_expr_var(m->arena, m->u, id));
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object target = pt_object_of(m->points, set.objects[i]);
        if (target.kind == PT_VAR && m->objects[target.id].count)
            return true;
    }
    return false;
}

enum status avm_layout(struct avm *m, struct diag *d)
{
    size_t vars = m->u->vars.count;
    m->objects = ARENA_ARRAY(m->arena, struct object, vars);
    const struct abs *element = abs_element(m->cfg.fallback);
    m->heap_abs = abs_class_of(element)->tracks ? element : NULL;
    struct wishes *wishes = base_mem_zalloc(vars * sizeof *wishes);
    enum status st = gather_wishes(m, wishes, d);
    for (cwi_id id = 1; st == ST_OK && id < vars; id++)
        lay_out_var(m, id, &wishes[id], m->cfg.fallback);
    const struct abs *pointer = NULL;
    if (st == ST_OK)
        st = abs_make(m->arena, "pointer", NULL, 0, (struct place){0}, &pointer, d);
    for (cwi_id id = 1; st == ST_OK && id < vars; id++)
        if (!wishes[id].list.count && leads_to_tracked(m, id))
            lay_out_var(m, id, &wishes[id], pointer);
    for (size_t i = 0; i < vars; i++)
        vec_free(&wishes[i].list);
    free(wishes);
    return st;
}

const struct cell *avm_find_cell(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size,
                                 uint8_t bit_pos, uint8_t bit_width)
{
    const struct cell *c = m->cells.items + o->first;
    uint32_t lo = 0, hi = o->count;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (c[mid].offset < offset || (c[mid].offset == offset && c[mid].bit_pos < bit_pos))
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == o->count || c[lo].offset != offset || c[lo].bit_pos != bit_pos || c[lo].bit_width != bit_width)
        return NULL;
    return bit_width || c[lo].size == size ? &c[lo] : NULL;
}
