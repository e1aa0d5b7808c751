/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bytes moved from one place to another with the values that stand in them: structures assigned, memcpy and its kin.
 */
#include "memory.h"

enum { CELLS_MAX = 4096 };

/* ---- places ------------------------------------------------------------------------------------------------------ */

bool avm_only_place(const struct avm *m, vs pointer, struct vs_type t, struct mem_place *out)
{
    int64_t at = 0;
    out->object = avm_only_object(m, pointer);
    if (out->object == VS_ABSOLUTE || avm_is_summary(m, out->object))
        return false;
    for (size_t i = 0; i < vs_ptr_targets(m->pool, pointer); i++)
        if (vs_ptr_object(m->pool, pointer, i) == out->object &&
            !vs_is_const(m->pool, vs_offset_type(t), vs_ptr_offsets(m->pool, pointer, i), &at))
            return false;
    out->offset = (uint64_t)at;
    return true;
}

bool avm_sure_place(struct avm *m, struct work *s, const struct node *pointer, uint64_t size, struct mem_place *out)
{
    vs p = avm_eval(m, s, pointer);
    if (pointer->t.kind != VS_PTR || size == CWI_UNKNOWN || !avm_only_place(m, p, pointer->t, out))
        return false;
    s->partial |= vs_ptr_targets(m->pool, p) > 1;
    return avm_is_there(m, s, out->object, out->offset, size) == 1;
}

/* ---- what stands somewhere --------------------------------------------------------------------------------------- */

struct kept {
    struct span cell;
    vs v;
};
struct taken { /* the cells within some bytes, before they are written elsewhere */
    struct VEC(struct kept) list;
};

static void take(void *context, const struct span *cell, vs v)
{
    struct taken *t = context;
    vec_push(&t->list, ((struct kept){*cell, v}));
}

/* False: not all can be told cell by cell. */
static bool take_cells(struct avm *m, struct work *s, struct mem_place from, uint64_t size, struct taken *t)
{
    const struct object *o = from.object <= OBJECT_ID ? &m->objects[from.object] : NULL;
    if (!o || o->is_sparse)
        return avm_block_cells(m, s, from.object, from.offset, size, take, t);
    if (o->is_constant) {
        for (uint64_t i = 0; i < size && size <= CELLS_MAX; i++) {
            struct span byte = span_of_byte(from.offset + i);
            take(t, &byte, avm_read(m, s, from.object, &byte));
        }
        return size <= CELLS_MAX;
    }
    uint32_t count, first = avm_touched(m, o, from.offset, size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *c = &m->cells.items[first + i];
        struct span cell = span_of_cell(c);
        if (c->offset < from.offset || c->offset + c->size > from.offset + size)
            return false;
        take(t, &cell, s->w[c->slot]);
    }
    return true;
}

static bool is_zero_else(const struct avm *m, const struct work *s, uint32_t object)
{
    struct block b;
    return avm_block(m, s, object, &b) && b.rest == REST_ZERO;
}

/* ---- into a block ------------------------------------------------------------------------------------------------ */

void avm_spoil(struct avm *m, struct work *s, struct mem_place at, uint64_t size)
{
    struct block b;
    if (at.object <= OBJECT_ID && !m->objects[at.object].is_sparse) {
        struct span all = {.offset = at.offset, .size = size, .t = no_type()};
        avm_write(m, s, at.object, &all, VS_TOP, true);
    } else if (size > CELLS_MAX || (avm_block(m, s, at.object, &b) && !at.offset && size == b.size)) {
        avm_block_forget(m, s, at.object);
    } else {
        for (uint64_t i = 0; i < size; i++) {
            struct span byte = span_of_byte(at.offset + i);
            avm_block_write(m, s, at.object, &byte, VS_TOP);
        }
    }
}

static void clear_block(struct avm *m, struct work *s, struct mem_place at, uint64_t size)
{
    struct block b;
    if (!avm_block(m, s, at.object, &b))
        return;
    if (avm_is_summary(m, at.object)) { /* one of several */
        avm_block_forget(m, s, at.object);
        return;
    }
    if (!at.offset && size == b.size) {
        b.rest = REST_ZERO;
        avm_set_block(m, s, at.object, &b, true);
        return;
    }
    if (size > CELLS_MAX) {
        avm_block_forget(m, s, at.object);
        return;
    }
    for (uint64_t i = 0; i < size; i++) {
        struct span byte = span_of_byte(at.offset + i);
        avm_block_write(m, s, at.object, &byte, vs_small(0));
    }
}

static void move_to_block(struct avm *m, struct work *s, struct mem_place to, struct mem_place from, uint64_t size)
{
    struct taken t = {0};
    bool is_known = take_cells(m, s, from, size, &t);
    if (is_known && is_zero_else(m, s, from.object))
        clear_block(m, s, to, size);
    else
        avm_spoil(m, s, to, size);
    for (size_t i = 0; is_known && i < t.list.count; i++) {
        struct span x = t.list.items[i].cell;
        x.offset = x.offset - from.offset + to.offset;
        avm_block_write(m, s, to.object, &x, t.list.items[i].v);
    }
    vec_free(&t.list);
}

/* ---- into cells -------------------------------------------------------------------------------------------------- */

/* What the cell of a variable gets: the same bytes at the source. */
static vs moved(struct avm *m, struct work *s, const struct cell *c, struct mem_place to, struct mem_place from,
                uint64_t size)
{
    if (c->offset < to.offset || c->offset + c->size > to.offset + size)
        return VS_TOP;
    struct span x = span_of_cell(c);
    x.offset = c->offset - to.offset + from.offset;
    return avm_read(m, s, from.object, &x);
}

static void move_to_cells(struct avm *m, struct work *s, struct mem_place to, struct mem_place from, uint64_t size)
{
    uint32_t count, first = avm_touched(m, &m->objects[to.object], to.offset, size, &count);
    for (uint32_t done = 0, part; done < count; done += part) {
        vs values[CELLS_MAX]; /* read before they are written: both sides may be one place */
        part = count - done < CELLS_MAX ? count - done : CELLS_MAX;
        for (uint32_t i = 0; i < part; i++)
            values[i] = moved(m, s, &m->cells.items[first + done + i], to, from, size);
        for (uint32_t i = 0; i < part; i++)
            store_cell(m, s, &m->cells.items[first + done + i], values[i]);
    }
}

bool avm_is_block(const struct avm *m, uint32_t object)
{
    return object > OBJECT_ID || m->objects[object].is_sparse;
}

void avm_move(struct avm *m, struct work *s, struct mem_place to, struct mem_place from, uint64_t size)
{
    if (avm_is_summary(m, to.object)) /* one of several */
        avm_block_forget(m, s, to.object);
    else if (avm_is_block(m, to.object))
        move_to_block(m, s, to, from, size);
    else
        move_to_cells(m, s, to, from, size);
}

void avm_clear(struct avm *m, struct work *s, struct mem_place at, uint64_t size)
{
    if (avm_is_block(m, at.object)) {
        clear_block(m, s, at, size);
        return;
    }
    uint32_t count, first = avm_touched(m, &m->objects[at.object], at.offset, size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *c = &m->cells.items[first + i];
        bool is_inside = c->offset >= at.offset && c->offset + c->size <= at.offset + size;
        store_cell(m, s, c, is_inside ? avm_zero(m, c->t) : VS_TOP);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

void avm_copy(struct avm *m, struct work *s, const struct op *op)
{
    struct mem_place to, from;
    if (op->to.kind == P_NONE)
        return;
    if (op->to.kind != P_MEM || !avm_sure_place(m, s, op->to.index, op->to.size, &to))
        avm_store(m, s, &op->to, VS_TOP);
    else if (op->kind == OP_ZERO)
        avm_clear(m, s, to, op->to.size);
    else if (op->from && op->from->index && avm_sure_place(m, s, op->from->index, op->to.size, &from))
        avm_move(m, s, to, from, op->to.size);
    else
        avm_spoil(m, s, to, op->to.size);
}

/* ---- known bytes ------------------------------------------------------------------------------------------------- */

void avm_write_bytes(struct avm *m, struct work *s, struct mem_place at, const void *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        struct span x = span_of_byte(at.offset + i);
        avm_write(m, s, at.object, &x, vs_small(((const uint8_t *)bytes)[i]), true);
    }
}

uint64_t avm_read_bytes(struct avm *m, struct work *s, struct mem_place at, uint64_t size, bool is_string, void *out)
{
    for (uint64_t i = 0; i < size; i++) {
        struct span x = span_of_byte(at.offset + i);
        vs v = avm_is_there(m, s, at.object, x.offset, 1) == 1 ? avm_read(m, s, at.object, &x) : VS_TOP;
        if (!vs_is_small(v))
            return 0;
        ((uint8_t *)out)[i] = (uint8_t)vs_small_value(v);
        if (is_string && v == vs_small(0))
            return i + 1;
    }
    return is_string ? 0 : size;
}

bool avm_sure_number(struct avm *m, struct work *s, const struct node *n, uint64_t *x)
{
    int64_t value;
    if (!n || n->t.kind != VS_INT || !vs_is_const(m->pool, n->t, avm_eval(m, s, n), &value))
        return false;
    *x = (uint64_t)value;
    return true;
}
