/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads and stores through pointers, and forgetting.
 *
 * A store to one sure cell is strong; to several it is weak: each may keep its value. A store through a pointer that is
 * not tracked goes to whatever the points-to analysis says. An access that meets a cell only in part makes it
 * unknown. */
#include "machine.h"

enum { OFFSETS_MAX = 256, CELLS_MAX = 4096 };

static vs set_cell(struct work *s, const struct cell *c, vs v)
{
    if (c->pending_bit)
        s->w[W_PENDING] &= ~(1u << c->pending_bit);
    return s->w[c->slot] = v;
}

static vs converted(struct avm *m, vs v, struct vs_type from, struct vs_type to)
{
    if (v <= VS_TOP || !memcmp(&from, &to, sizeof from))
        return v;
    if (from.kind == VS_FLOAT || to.kind == VS_FLOAT || !has_type(from))
        return VS_TOP;
    return vs_unary(m->pool, VS_CONVERT, to, v, from);
}

/* Whether bits of the cell are among those that stand at `pos` from `offset`; whole bytes have width 0. */
static bool bits_overlap(const struct cell *c, uint64_t offset, uint8_t pos, uint8_t width)
{
    int64_t from = (int64_t)(offset - c->offset) * 8 + pos;
    return !c->bit_width || !width || (c->bit_pos < from + width && from < c->bit_pos + c->bit_width);
}

/* The cells of an object that an access of `size` bytes at `offset` touches: index of the first, number. */
static uint32_t touched(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size, uint32_t *count)
{
    const struct cell *c = m->cells.items + o->first;
    uint32_t i = 0;
    if (o->stride && offset / o->stride < o->count)
        i = (uint32_t)(offset / o->stride);
    while (i < o->count && c[i].offset + c[i].size <= offset)
        i++;
    uint32_t n = 0;
    while (i + n < o->count && c[i + n].offset < offset + size)
        n++;
    *count = n;
    return o->first + i;
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

static vs load_at(struct avm *m, struct work *s, cwi_id var, uint64_t offset, const struct node *n)
{
    const struct object *o = &m->objects[var];
    if (o->size != CWI_UNKNOWN && (offset > o->size || n->size > o->size - offset)) {
        s->partial = true;
        m->trap = trap_bounds;
        return VS_BOTTOM;
    }
    if (o->is_constant && has_type(n->t))
        return avm_initial_value(m, cwi_var_of(m->u, var), offset, n->size, n->bit_pos, n->bit_width, n->t);
    const struct cell *c = o->count ? avm_find_cell(m, o, offset, n->size, n->bit_pos, n->bit_width) : NULL;
    return c && c->t.bits == n->t.bits ? converted(m, s->w[c->slot], c->t, n->t) : VS_TOP;
}

static vs load_object(struct avm *m, struct work *s, cwi_id var, vs offsets, const struct node *n, struct vs_type ot)
{
    int64_t at[OFFSETS_MAX];
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX);
    if (count > OFFSETS_MAX) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, n->src);
        return VS_TOP;
    }
    vs r = VS_BOTTOM;
    for (size_t i = 0; i < count; i++) {
        vs v = load_at(m, s, var, (uint64_t)at[i], n);
        if (v == VS_BOTTOM)
            avm_doubt(m, AVM_DOUBT_BOUNDS, n->src);
        r = vs_join(m->pool, n->t, r, v);
    }
    return r;
}

vs avm_load(struct avm *m, struct work *s, const struct node *n)
{
    vs p = avm_eval(m, s, n->a);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (targets == SIZE_MAX) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, n->src);
        return VS_TOP;
    }
    struct vs_type ot = vs_offset_type(n->a->t);
    vs r = VS_BOTTOM;
    for (size_t i = 0; i < targets && r != VS_TOP; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        vs offsets = vs_ptr_offsets(m->pool, p, i);
        if (object == VS_ABSOLUTE) {
            if (offsets == VS_TOP || vs_contains(m->pool, ot, offsets, 0))
                avm_doubt(m, AVM_DOUBT_BOUNDS, n->src);
            s->partial |= offsets != VS_TOP && vs_contains(m->pool, ot, offsets, 0);
            r = offsets == vs_small(0) ? r : VS_TOP;
            m->trap = offsets == vs_small(0) ? trap_null : m->trap;
        } else if (object > OBJECT_ID) {
            avm_doubt(m, AVM_DOUBT_BOUNDS, n->src);
            r = VS_TOP;
        } else {
            r = vs_join(m->pool, n->t, r, load_object(m, s, object, offsets, n, ot));
        }
    }
    return r;
}

/* ---- stores ------------------------------------------------------------------------------------------------------ */

static void weak_cell(struct avm *m, struct work *s, const struct cell *c, vs v)
{
    vs joined = v == VS_TOP ? VS_TOP : vs_join(m->pool, c->t, s->w[c->slot], v);
    set_cell(s, c, avm_round(m, c, joined));
}

/* One possible place of a store; `sure`: the only one. */
static bool store_at(struct avm *m, struct work *s, cwi_id var, uint64_t offset, const struct target *to, vs v,
                     bool sure)
{
    const struct object *o = &m->objects[var];
    if (o->size != CWI_UNKNOWN && (offset > o->size || to->size > o->size - offset)) {
        s->partial = true;
        m->trap = trap_bounds;
        return false;
    }
    uint32_t count, first = touched(m, o, offset, to->size == CWI_UNKNOWN ? 1 : to->size, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct cell *c = &m->cells.items[first + i];
        if (!bits_overlap(c, offset, to->bit_pos, to->bit_width))
            continue;
        bool exact = c->offset == offset && has_type(to->t) && c->t.bits == to->t.bits && c->bit_pos == to->bit_pos &&
                     c->bit_width == to->bit_width && (c->bit_width || c->size == to->size);
        vs as_cell = exact ? converted(m, v, to->t, c->t) : VS_TOP;
        if (sure)
            set_cell(s, c, avm_round(m, c, as_cell));
        else
            weak_cell(m, s, c, as_cell);
    }
    return true;
}

/* False: every place is outside. */
static bool store_object(struct avm *m, struct work *s, cwi_id var, vs offsets, const struct target *to, vs v,
                         bool sure, struct vs_type ot)
{
    int64_t at[OFFSETS_MAX];
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX);
    if (count > OFFSETS_MAX) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
        const struct object *o = &m->objects[var];
        for (uint32_t i = 0; i < o->count; i++)
            weak_cell(m, s, &m->cells.items[o->first + i], VS_TOP);
        return true;
    }
    size_t inside = 0;
    for (size_t i = 0; i < count; i++)
        inside += store_at(m, s, var, (uint64_t)at[i], to, v, sure && count == 1);
    if (inside < count)
        avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
    return inside > 0;
}

void avm_forget_object(struct avm *m, struct work *s, cwi_id var)
{
    const struct object *o = &m->objects[var];
    for (uint32_t i = 0; i < o->count; i++)
        set_cell(s, &m->cells.items[o->first + i], VS_TOP);
}

static void forget_set(struct avm *m, struct work *s, struct pt_set set)
{
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind == PT_VAR && m->objects[o.id].is_global)
            avm_forget_object(m, s, o.id);
    }
}

void avm_forget_escaped(struct avm *m, struct work *s)
{
    forget_set(m, s, pt_all_escaped(m->points));
}

static cwi_id current_func(const struct avm *m, const struct work *s)
{
    uint32_t pc = s->w[W_PC];
    return pc > PC_ERROR && pc < m->code.count && m->code.items[pc].fn ? m->code.items[pc].fn->func : 0;
}

void avm_forget_pointee(struct avm *m, struct work *s, const struct node *pointer)
{
    vs p = avm_eval(m, s, pointer);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (pointer->t.kind != VS_PTR || targets == SIZE_MAX) {
        if (pointer->src)
            forget_set(m, s, pt_may_point(m->points, current_func(m, s), pointer->src));
        else
            avm_forget_escaped(m, s);
        return;
    }
    for (size_t i = 0; i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object != VS_ABSOLUTE && object <= OBJECT_ID)
            avm_forget_object(m, s, object);
    }
}

void avm_forget_written(struct avm *m, struct work *s, const struct cwi_stmt *call)
{
    forget_set(m, s, pt_stmt_mod(m->points, current_func(m, s), call));
}

static bool store_through(struct avm *m, struct work *s, const struct target *to, vs v)
{
    vs p = avm_eval(m, s, to->index);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (targets == SIZE_MAX) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
        if (to->base)
            avm_forget_object(m, s, to->base);
        else
            forget_set(m, s, pt_may_be(m->points, current_func(m, s), to->src));
        return true;
    }
    bool some = false;
    struct vs_type ot = vs_offset_type(to->index->t);
    for (size_t i = 0; i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        vs offsets = vs_ptr_offsets(m->pool, p, i);
        if (object == VS_ABSOLUTE) {
            bool may_be_null = offsets == VS_TOP || vs_contains(m->pool, ot, offsets, 0);
            s->partial |= may_be_null;
            some |= offsets != vs_small(0);
            m->trap = may_be_null ? trap_null : m->trap;
            if (may_be_null)
                avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
        } else {
            if (object > OBJECT_ID)
                avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
            some |= object > OBJECT_ID || store_object(m, s, object, offsets, to, v, targets == 1, ot);
        }
    }
    return some;
}

static bool store_element(struct avm *m, struct work *s, const struct target *to, vs v)
{
    const struct object *o = to->object;
    vs i = avm_eval(m, s, to->index);
    if (vs_is_small(i)) {
        int64_t k = vs_small_value(i);
        if (k < 0 || k >= (int64_t)o->count) {
            s->partial = true;
            m->trap = trap_bounds;
            return false;
        }
        const struct cell *c = &m->cells.items[o->first + k];
        s->w[c->slot] = avm_round(m, c, v);
        return true;
    }
    bool some = false;
    if (!vs_leq(m->pool, to->index->t, i, vs_interval(m->pool, to->index->t, 0, (int64_t)o->count - 1))) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, to->src);
    }
    for (uint32_t k = 0; k < o->count; k++)
        if (vs_contains(m->pool, to->index->t, i, k)) {
            weak_cell(m, s, &m->cells.items[o->first + k], v);
            some = true;
        }
    m->trap = some ? m->trap : trap_bounds;
    return some;
}

bool avm_store(struct avm *m, struct work *s, const struct target *to, vs v)
{
    if (to->kind == P_ELEM)
        return store_element(m, s, to, v);
    if (to->kind == P_MEM)
        return store_through(m, s, to, v);
    if (to->kind == P_CELL)
        set_cell(s, to->cell, avm_round(m, to->cell, converted(m, v, to->t, to->cell->t)));
    return true;
}

/* One object that a pointer leads to: 1 inside of it, 0 surely not, -1 it cannot be told. */
static int reaches(struct avm *m, uint32_t object, vs offsets, uint64_t size, struct vs_type ot)
{
    int64_t at[OFFSETS_MAX];
    if (object == VS_ABSOLUTE)
        return offsets == vs_small(0) ? 0 : offsets == VS_TOP || vs_contains(m->pool, ot, offsets, 0) ? -1 : 1;
    if (object > OBJECT_ID || m->objects[object].size == CWI_UNKNOWN || size == CWI_UNKNOWN)
        return -1;
    size_t count = offsets == VS_TOP ? OFFSETS_MAX + 1 : vs_values(m->pool, ot, offsets, at, OFFSETS_MAX), inside = 0;
    uint64_t most = m->objects[object].size;
    if (count > OFFSETS_MAX)
        return -1;
    for (size_t i = 0; i < count; i++)
        inside += (uint64_t)at[i] <= most && size <= most - (uint64_t)at[i];
    return inside == count ? 1 : inside ? -1 : 0;
}

bool avm_reach(struct avm *m, struct work *s, const struct target *place)
{
    if (!place || !place->index || place->index->t.kind != VS_PTR || !place->size)
        return true;
    vs p = avm_eval(m, s, place->index);
    size_t targets = vs_ptr_targets(m->pool, p);
    int all = 1, some = targets == SIZE_MAX;
    for (size_t i = 0; targets != SIZE_MAX && i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        int r = reaches(m, object, vs_ptr_offsets(m->pool, p, i), place->size, vs_offset_type(place->index->t));
        all &= r == 1;
        some |= r != 0;
        if (!r)
            m->trap = object == VS_ABSOLUTE ? trap_null : trap_bounds;
    }
    if (!all || targets == SIZE_MAX) {
        s->partial = true;
        avm_doubt(m, AVM_DOUBT_BOUNDS, place->src);
    }
    return some;
}

const struct cell *avm_sure_cell(struct avm *m, struct work *s, const struct target *to)
{
    if (to->kind == P_CELL)
        return to->cell;
    if (to->kind == P_NONE || to->is_volatile)
        return NULL;
    vs i = avm_eval(m, s, to->index);
    if (to->kind == P_ELEM) {
        int64_t k = vs_is_small(i) ? vs_small_value(i) : -1;
        return k >= 0 && k < (int64_t)to->object->count ? &m->cells.items[to->object->first + k] : NULL;
    }
    if (vs_ptr_targets(m->pool, i) != 1)
        return NULL;
    uint32_t object = vs_ptr_object(m->pool, i, 0);
    int64_t offset;
    if (object == VS_ABSOLUTE || object > OBJECT_ID ||
        !vs_is_const(m->pool, vs_offset_type(to->index->t), vs_ptr_offsets(m->pool, i, 0), &offset))
        return NULL;
    return avm_find_cell(m, &m->objects[object], (uint64_t)offset, to->size, to->bit_pos, to->bit_width);
}

/* ---- aggregates -------------------------------------------------------------------------------------------------- */

/* The one place in a variable that a pointer surely leads to, with room for `size` bytes. */
static bool sure_place(struct avm *m, struct work *s, const struct node *pointer, uint64_t size, cwi_id *var,
                       uint64_t *offset)
{
    vs p = avm_eval(m, s, pointer);
    int64_t at;
    if (vs_ptr_targets(m->pool, p) != 1)
        return false;
    *var = vs_ptr_object(m->pool, p, 0);
    if (*var == VS_ABSOLUTE || *var > OBJECT_ID)
        return false;
    if (!vs_is_const(m->pool, vs_offset_type(pointer->t), vs_ptr_offsets(m->pool, p, 0), &at) || at < 0)
        return false;
    const struct object *o = &m->objects[*var];
    *offset = (uint64_t)at;
    return size != CWI_UNKNOWN && o->size != CWI_UNKNOWN && *offset <= o->size && size <= o->size - *offset;
}

/* What a cell of the target gets: the same bytes at the source, wherever that may be. */
static vs copied(struct avm *m, struct work *s, const struct op *op, const struct cell *c, uint64_t to)
{
    if (op->kind == OP_ZERO)
        return c->t.kind == VS_PTR ? vs_null(m->pool, c->t) : vs_small(0);
    if (!op->from || !op->from->index || c->offset < to || c->offset + c->size > to + op->to.size)
        return VS_TOP;
    const struct node *from = op->from->index;
    struct vs_type ot = vs_offset_type(from->t);
    struct node skip = {.kind = N_CONST, .t = ot, .v = vs_const(m->pool, ot, (int64_t)(c->offset - to))};
    struct node at = {.kind = N_PTRADD, .t = from->t, .ta = from->t, .tb = ot, .a = from, .b = &skip};
    struct node n = {
        .kind = N_LOAD, .t = c->t, .size = c->size, .bit_pos = c->bit_pos, .bit_width = c->bit_width, .a = &at};
    vs v = avm_load(m, s, &n);
    return v == VS_BOTTOM ? VS_TOP : v;
}

/* Cell by cell where the target is sure; otherwise it is forgotten. */
void avm_copy(struct avm *m, struct work *s, const struct op *op)
{
    cwi_id to;
    uint64_t at;
    if (op->to.kind == P_NONE)
        return;
    if (op->to.kind != P_MEM || !sure_place(m, s, op->to.index, op->to.size, &to, &at)) {
        avm_store(m, s, &op->to, VS_TOP);
        return;
    }
    uint32_t count, first = touched(m, &m->objects[to], at, op->to.size, &count);
    for (uint32_t done = 0, part; done < count; done += part) {
        vs values[CELLS_MAX]; /* read before they are written: both sides may be one place */
        part = count - done < CELLS_MAX ? count - done : CELLS_MAX;
        for (uint32_t i = 0; i < part; i++)
            values[i] = copied(m, s, op, &m->cells.items[first + done + i], at);
        for (uint32_t i = 0; i < part; i++)
            set_cell(s, &m->cells.items[first + done + i], avm_round(m, &m->cells.items[first + done + i], values[i]));
    }
}
