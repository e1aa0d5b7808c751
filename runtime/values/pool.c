/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pool: interned sets. A node's content is its normal form, so that equal content has one handle; VS_BOTTOM, VS_TOP
 * and small singletons have no node.
 */
#include "runtime/values/private.h"

static const struct vs_limits defaults = {.segments = 64, .modulus = 64, .enumerate = 1024, .targets = 64};

struct vs_pool *vs_pool_new(const struct vs_limits *limits)
{
    struct vs_pool *p = base_mem_zalloc(sizeof *p);
    p->limits = limits ? *limits : defaults;
    if (!p->limits.segments)
        p->limits.segments = 1;
    if (!p->limits.modulus)
        p->limits.modulus = 1;
    if (p->limits.modulus > 64)
        p->limits.modulus = 64;
    if (!p->limits.targets)
        p->limits.targets = 1;
    p->arena = arena_new();
    p->mask = 255;
    p->table = base_mem_zalloc((p->mask + 1) * sizeof *p->table);
    p->memo_mask = 1023;
    p->memos = base_mem_zalloc((p->memo_mask + 1) * sizeof *p->memos);
    vec_push(&p->nodes, (struct node){0}); /* VS_BOTTOM */
    vec_push(&p->nodes, (struct node){0}); /* VS_TOP */
    vec_push(&p->symbols, (struct vs_symbol){0});
    return p;
}

void vs_pool_free(struct vs_pool *p)
{
    if (!p)
        return;
    arena_free(p->arena);
    vec_free(&p->nodes);
    vec_free(&p->symbols);
    free(p->table);
    free(p->memos);
    free(p);
}

size_t vs_pool_bytes(const struct vs_pool *p)
{
    return sizeof *p + arena_bytes(p->arena) + p->nodes.capacity * sizeof *p->nodes.items +
           p->symbols.capacity * sizeof *p->symbols.items + (p->mask + 1) * sizeof *p->table +
           (p->memo_mask + 1) * sizeof *p->memos;
}

void vs_pool_sizes(struct vs_pool *p, int64_t (*size)(void *context, uint32_t object), void *context)
{
    p->size = size;
    p->size_context = context;
    memset(p->memos, 0, (p->memo_mask + 1) * sizeof *p->memos); /* pointer comparisons depend on sizes */
}

void vs_pool_summaries(struct vs_pool *p, bool (*is_summary)(void *context, uint32_t object), void *context)
{
    p->is_summary = is_summary;
    p->summary_context = context;
    memset(p->memos, 0, (p->memo_mask + 1) * sizeof *p->memos); /* as above */
}

static void grow_table(struct vs_pool *p)
{
    free(p->table);
    p->mask = p->mask * 2 + 1;
    p->table = base_mem_zalloc((p->mask + 1) * sizeof *p->table);
    for (size_t id = 2; id < p->nodes.count; id++) {
        size_t i = p->nodes.items[id].hash & p->mask;
        while (p->table[i])
            i = (i + 1) & p->mask;
        p->table[i] = (uint32_t)id;
    }
}

static vs add_node(struct vs_pool *p, const struct node *node, size_t place)
{
    if (p->nodes.count >= VS_SMALL_BIT)
        base_out_of_memory(sizeof *node);
    vs id = (vs)p->nodes.count;
    vec_push(&p->nodes, *node);
    p->table[place] = id;
    if (p->nodes.count * 4 > p->mask * 3)
        grow_table(p);
    return id;
}

static vs intern(struct vs_pool *p, const void *data, size_t size, uint32_t count, bool is_pointer)
{
    uint64_t hash = base_hash_bytes(data, size, is_pointer);
    size_t i = hash & p->mask;
    for (; p->table[i]; i = (i + 1) & p->mask) {
        const struct node *n = &p->nodes.items[p->table[i]];
        if (n->hash == hash && n->count == count && n->is_pointer == is_pointer && !n->symbol &&
            !memcmp(n->segs, data, size))
            return p->table[i];
    }
    struct node node = {.hash = hash, .count = count, .is_pointer = is_pointer};
    node.segs = arena_copy(p->arena, data, size);
    return add_node(p, &node, i);
}

vs vs_intern_segs(struct vs_pool *p, const struct seg *segs, size_t count)
{
    return intern(p, segs, count * sizeof *segs, (uint32_t)count, false);
}

/* ---- symbols ----------------------------------------------------------------------------------------------------- */

static bool same_symbol(const struct vs_symbol *a, const struct vs_symbol *b)
{
    return a->id == b->id && a->offset == b->offset && a->bits == b->bits && a->extends_sign == b->extends_sign &&
           same_type(a->t, b->t) && a->set == b->set;
}

vs vs_symbolic(struct vs_pool *p, const struct vs_symbol *symbol)
{
    struct vs_symbol s = *symbol;
    s.set = plain(p, s.set);
    s.offset = (int64_t)((uint64_t)s.offset << (64 - s.bits)) >> (64 - s.bits);
    s.extends_sign &= s.t.bits > s.bits;
    if (s.set == VS_BOTTOM || vs_is_const(p, s.t, s.set, NULL))
        return s.set;
    uint64_t hash = hash_u64((uint64_t)s.set << 32 ^ (uint64_t)s.id << 16 ^ (uint64_t)s.t.bits << 8 ^ s.bits);
    hash = hash_u64(hash ^ (uint64_t)s.offset);
    size_t i = hash & p->mask;
    for (; p->table[i]; i = (i + 1) & p->mask) {
        const struct node *n = &p->nodes.items[p->table[i]];
        if (n->hash == hash && n->symbol && same_symbol(&p->symbols.items[n->symbol], &s))
            return p->table[i];
    }
    struct view v;
    vs_view_of(p, s.t, s.set, &v);
    struct node node = {.hash = hash, .count = (uint32_t)v.count, .symbol = (uint32_t)p->symbols.count & 0x7fffffff};
    node.segs = arena_copy(p->arena, v.segs, v.count * sizeof *v.segs);
    vec_push(&p->symbols, s);
    return add_node(p, &node, i);
}

bool vs_symbol_of(const struct vs_pool *p, vs v, struct vs_symbol *out)
{
    if (v <= VS_TOP || vs_is_small(v) || !p->nodes.items[v].symbol)
        return false;
    *out = p->symbols.items[p->nodes.items[v].symbol];
    return true;
}

vs vs_plain(const struct vs_pool *p, vs v)
{
    return plain(p, v);
}

vs vs_intern_targets(struct vs_pool *p, const struct target *targets, size_t count)
{
    return intern(p, targets, count * sizeof *targets, (uint32_t)count, true);
}
