/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks of the heap, and of alloca: how they come and go. Source: ISO C11, 7.22.3.
 */
#include "library.h"

vs avm_unknown_block(struct avm *m, const struct cwi_stmt *site, struct vs_type t)
{
    uint32_t summary = block_of_site(avm_site(m, site, m->heap_abs), BLOCKS_PER_SITE - 1);
    return vs_ptr(m->pool, t, summary, vs_small(0));
}

bool avm_lib_tracks(const struct lib_call *c)
{
    return c->m->heap_abs && c->op->stmt && !pt_world_changes_blocks(c->m->world, c->op->stmt);
}

/* Where there is no memory null is returned, the old block is still there, and that state goes on by itself. That there
 * is memory is the environment's choice for blocks of ordinary size; that there is none need not happen. */
bool avm_lib_splits_failure(const struct lib_call *c, uint64_t size)
{
    enum { ORDINARY = 1 << 20 };
    struct avm *m = c->m;
    if (!c->at || !m->policy.splits_inputs || c->call->t.kind != VS_PTR || kind_of_world(c->s) == WORLD_SHORT ||
        avm_give_up(m))
        return false;
    if (m->trial) {
        avm_chosen(c->s, size <= ORDINARY, NULL, c->op->stmt, -1);
        return true;
    }
    struct work *f = avm_fork(m, c->s);
    set_world(f, WORLD_SHORT);
    set_result(f, vs_null(m->pool, c->call->t));
    avm_chosen(f, false, NULL, c->op->stmt, -1);
    avm_chosen(c->s, size <= ORDINARY, NULL, c->op->stmt, -1);
    avm_go_after(m, f, *c->at);
    return true;
}

uint32_t avm_lib_new_block(const struct lib_call *c, uint64_t size, bool is_zero, bool is_sure)
{
    struct block b = {size, BLOCK_LIVE, is_zero ? REST_ZERO : REST_ANY};
    uint32_t site = avm_site(c->m, c->op->stmt, c->m->heap_abs);
    if (c->call->library == LIB_ALLOCA) {
        c->m->sites.items[site].stack_of = avm_current_func(c->m, c->s);
        c->m->has_alloca = true;
    }
    uint32_t object = avm_allocate(c->m, c->s, site, &b);
    struct vs_type t = c->call->t;
    vs p = avm_lib_pointer(c, object, 0);
    if (t.kind == VS_PTR)
        *c->result = is_sure ? p : vs_join(c->m->pool, t, vs_null(c->m->pool, t), p);
    return object;
}

int avm_lib_allocate(const struct lib_call *c)
{
    uint64_t size = CWI_UNKNOWN, count;
    if (!avm_lib_tracks(c))
        return 0;
    bool known = avm_lib_number(c, 0, &size);
    if (c->call->library == LIB_CALLOC)
        known = avm_lib_number(c, 1, &count) && known && !__builtin_mul_overflow(size, count, &size);
    bool is_array = c->call->library == LIB_ALLOCA && c->call->arg_count > 1; /* of variable length */
    if (is_array && known && avm_asks(c->m, AVM_DOUBT_BOUNDS) && (!size || size > INT64_MAX)) {
        c->m->trap = &avm_trap_length;
        return -1;
    }
    if (is_array && avm_asks(c->m, AVM_DOUBT_BOUNDS)) /* fragments do not say where its block ends */
        avm_doubt_alone(c->m, c->s, AVM_DOUBT_BOUNDS, c->op->stmt->rhs, false);
    size = known ? size : CWI_UNKNOWN;
    avm_lib_new_block(c, size, c->call->library == LIB_CALLOC,
                      c->call->library == LIB_ALLOCA || avm_lib_splits_failure(c, size));
    return 1;
}

bool avm_is_heap_block(const struct avm *m, uint32_t object)
{
    const struct site *site = site_of_block(m, object);
    return site && !site->stack_of && !site->is_local;
}

/* Of a block that is surely the only one: 1 it can be freed, 0 it is not known, less: surely not. */
enum { NO_BLOCK = -1, FREED_BEFORE = -2 };
static int is_free_able(const struct avm *m, const struct work *s, uint32_t object, uint64_t offset)
{
    struct block b;
    if (object > OBJECT_ID && object & OBJECT_FUNCTION)
        return NO_BLOCK;
    if (!avm_is_heap_block(m, object))
        return object > OBJECT_ID ? 0 : NO_BLOCK;
    if (!avm_block(m, s, object, &b))
        return 0;
    return offset ? NO_BLOCK : b.life == BLOCK_DEAD ? FREED_BEFORE : b.life == BLOCK_LIVE;
}

int avm_lib_free(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place at;
    if (!c->call->arg_count || c->call->args[0]->t.kind != VS_PTR)
        return 0;
    struct vs_type t = c->call->args[0]->t;
    vs p = avm_lib_argument(c, 0);
    if (p == vs_null(m->pool, t))
        return 1;
    if (!avm_only_place(m, p, t, &at))
        return 0;
    int can = is_free_able(m, c->s, at.object, at.offset);
    bool may_be_null = vs_ptr_targets(m->pool, p) > 1;
    m->trap = can == FREED_BEFORE ? &avm_trap_twice : &avm_trap_free;
    if (can < 0 && may_be_null)
        return 0;
    if (can > 0) /* what malloc could not give is no block either */
        avm_end_block(m, c->s, at.object, true);
    return can;
}

void avm_may_end(struct avm *m, struct work *s, const struct cwi_expr *pointer)
{
    struct pt_set set = pt_may_point(m->points, avm_current_func(m, s), pointer);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        uint32_t id;
        if (o.kind == PT_HEAP && base_map64_get(&m->site_of, (uint64_t)(uintptr_t)o.site, &id))
            avm_end_site(m, s, id, false);
    }
}

int avm_lib_reallocate(const struct lib_call *c)
{
    struct avm *m = c->m;
    struct mem_place from, to = {0};
    struct block old;
    uint64_t size;
    if (!avm_lib_tracks(c) || c->call->arg_count < 2 || !avm_lib_number(c, 1, &size) || !size)
        return 0;
    if (avm_lib_argument(c, 0) == vs_null(m->pool, c->call->args[0]->t)) {
        avm_lib_new_block(c, size, false, avm_lib_splits_failure(c, size));
        return 1;
    }
    if (avm_lib_place(c, 0, 0, &from) != 1 || from.offset || is_free_able(m, c->s, from.object, 0) != 1 ||
        !avm_block(m, c->s, from.object, &old) || old.size == CWI_UNKNOWN)
        return 0;
    bool is_split = avm_lib_splits_failure(c, size);
    to.object = avm_lib_new_block(c, size, false, is_split);
    if (!avm_is_summary(m, to.object))
        avm_move(m, c->s, to, from, size < old.size ? size : old.size);
    avm_end_block(m, c->s, from.object, is_split);
    return 1;
}
