/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aggregates that cross from one frame to another: arguments and results by value.
 *
 * Slots of both frames are the same words: what crosses is kept in blocks of its own while the frames change.
 */
#include "memory.h"
#include "runtime/avm/prepare.h"

/* The objects that these blocks have: of argument i, or of the result. */
enum { PASSED = OBJECT_ID - 1024 };

const struct target *avm_whole(struct avm *m, const struct cwi_expr *e)
{
    if (!e || !cwi_is_lvalue(e) || has_type(avm_type(m, e->type)))
        return NULL;
    struct target *t = ARENA_NEW(m->arena, struct target);
    *t = avm_memory(m, e);
    return t;
}

bool avm_is_whole(const struct avm *m, cwi_id var)
{
    return is_held(&m->objects[var]) && !has_type(avm_type(m, cwi_var_of(m->u, var)->type));
}

void avm_carry(struct avm *m, struct work *s, const struct target *from, uint32_t i)
{
    struct mem_place at = {OBJECT_HEAP | (PASSED + i), 0}, source;
    struct block b = {from ? from->size : CWI_UNKNOWN, BLOCK_LIVE, REST_ANY};
    avm_set_block(m, s, at.object, &b, true);
    if (from && avm_sure_place(m, s, from->index, from->size, &source))
        avm_move(m, s, at, source, from->size);
}

void avm_put(struct avm *m, struct work *s, cwi_id to, uint32_t i)
{
    struct mem_place at = {avm_local_block(m, s, to), 0}, from = {OBJECT_HEAP | (PASSED + i), 0};
    uint64_t size = m->objects[to].size;
    if (at.object != VS_ABSOLUTE && size != CWI_UNKNOWN)
        avm_move(m, s, at, from, size);
    avm_drop_passed(m, s, i);
}

void avm_drop_passed(struct avm *m, struct work *s, uint32_t i)
{
    if (s->w[W_HEAP])
        avm_drop_block(m, s, OBJECT_HEAP | (PASSED + i));
}
