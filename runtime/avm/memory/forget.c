/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forgetting: what code that is not executed may have written.
 */
#include "memory.h"

/* All blocks of a site; `may_end`: they may have been freed too. */
static void forget_site(struct avm *m, struct work *s, const void *site, bool may_end)
{
    uint32_t id;
    if (!base_map64_get(&m->site_of, (uint64_t)(uintptr_t)site, &id))
        return;
    for (uint32_t i = 0; s->w[W_HEAP] && i < BLOCKS_PER_SITE; i++)
        avm_block_forget(m, s, block_of_site(id, i));
    if (may_end)
        avm_end_site(m, s, id, false);
}

void avm_forget_object(struct avm *m, struct work *s, uint32_t object)
{
    if (object > OBJECT_ID) {
        avm_block_forget(m, s, object);
        return;
    }
    const struct object *o = &m->objects[object];
    if (o->is_activation)
        forget_site(m, s, o, false);
    else if (o->is_sparse)
        avm_block_forget(m, s, object);
    for (uint32_t i = 0; i < o->count && !o->is_activation; i++)
        set_cell(s, &m->cells.items[o->first + i], VS_TOP);
}

static void forget_set(struct avm *m, struct work *s, struct pt_set set, bool may_end)
{
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        if (o.kind == PT_VAR && (m->objects[o.id].is_global || m->objects[o.id].is_activation))
            avm_forget_object(m, s, o.id);
        else if (o.kind == PT_HEAP)
            forget_site(m, s, o.site, may_end);
    }
}

void avm_forget_escaped(struct avm *m, struct work *s)
{
    forget_set(m, s, pt_all_escaped(m->points), true);
}

cwi_id avm_current_func(const struct avm *m, const struct work *s)
{
    uint32_t pc = s->w[W_PC];
    return pc >= PC_CODE && pc < m->code.count && m->code.items[pc].fn ? m->code.items[pc].fn->func : 0;
}

void avm_forget_pointee(struct avm *m, struct work *s, const struct node *pointer)
{
    vs p = avm_eval(m, s, pointer);
    size_t targets = vs_ptr_targets(m->pool, p);
    if (pointer->t.kind != VS_PTR || targets == SIZE_MAX) {
        if (pointer->src)
            forget_set(m, s, pt_may_point(m->points, avm_current_func(m, s), pointer->src), false);
        else
            avm_forget_escaped(m, s);
        return;
    }
    for (size_t i = 0; i < targets; i++) {
        uint32_t object = vs_ptr_object(m->pool, p, i);
        if (object != VS_ABSOLUTE)
            avm_forget_object(m, s, object);
    }
}

void avm_forget_written(struct avm *m, struct work *s, const struct cwi_stmt *call)
{
    forget_set(m, s, pt_stmt_mod(m->points, avm_current_func(m, s), call), false);
}

void avm_forget_place(struct avm *m, struct work *s, const struct target *to)
{
    if (to->base)
        avm_forget_object(m, s, to->base);
    else
        forget_set(m, s, pt_may_be(m->points, avm_current_func(m, s), to->src), false);
}
