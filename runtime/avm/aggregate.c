/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aggregates that cross from one frame to another: arguments and results by value.
 *
 * They are read in the state of the frame that is left and written in that of the frame that is entered: slots of both
 * frames are the same words.
 */
#include "machine.h"

const struct target *avm_whole(struct avm *m, const struct cwi_expr *e)
{
    if (!e || !cwi_is_lvalue(e) || has_type(avm_type(m->u, e->type)))
        return NULL;
    struct target *t = ARENA_NEW(m->arena, struct target);
    *t = avm_memory(m, e);
    return t;
}

/* What the cell gets: the bytes at the same distance from `from`. */
static vs carried(struct avm *m, struct work *s, const struct target *from, const struct cell *c)
{
    struct vs_type ot = vs_offset_type(from->index->t);
    struct node skip = {.kind = N_CONST, .t = ot, .v = vs_const(m->pool, ot, (int64_t)c->offset)};
    struct node at = {
        .kind = N_PTRADD, .t = from->index->t, .ta = from->index->t, .tb = ot, .a = from->index, .b = &skip};
    struct node n = {
        .kind = N_LOAD, .t = c->t, .size = c->size, .bit_pos = c->bit_pos, .bit_width = c->bit_width, .a = &at};
    vs v = from->size != CWI_UNKNOWN && c->offset + c->size <= from->size ? avm_load(m, s, &n) : VS_TOP;
    return avm_round(m, c, v == VS_BOTTOM ? VS_TOP : v);
}

vs *avm_carry(struct avm *m, struct work *s, const struct target *from, cwi_id to)
{
    const struct object *o = &m->objects[to];
    vs *values = ARENA_ARRAY(m->step_arena, vs, o->count);
    for (uint32_t i = 0; i < o->count; i++)
        values[i] = from ? carried(m, s, from, &m->cells.items[o->first + i]) : VS_TOP;
    return values;
}

void avm_put(struct avm *m, struct work *s, cwi_id to, const vs *values)
{
    const struct object *o = &m->objects[to];
    for (uint32_t i = 0; i < o->count; i++)
        s->w[m->cells.items[o->first + i].slot] = values[i];
}
