/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A node is a leaf, or tells at which bit, the highest one, the keys below it differ; those with the bit stand on the
 * right. A tree's shape follows from its keys alone.
 */
#include "map.h"

#include <stdlib.h>

enum { LEAF = -1 };

struct branch {
    map_id left, right;
};
struct map_node {
    uint64_t key; /* of a leaf; else the bits above `bit` that all keys share */
    union {
        uint64_t value;
        struct branch to;
    } u;
    int64_t bit; /* LEAF, or 0 to 63 */
};
struct map_pool {
    struct VEC(struct map_node) nodes; /* by id; 0 is no node */
    uint32_t *table;                   /* ids, open addressing */
    size_t mask;
};

struct map_pool *avm_map_pool_new(void)
{
    struct map_pool *p = base_mem_zalloc(sizeof *p);
    p->mask = 1023;
    p->table = base_mem_zalloc((p->mask + 1) * sizeof *p->table);
    vec_push(&p->nodes, (struct map_node){0});
    return p;
}

void avm_map_pool_free(struct map_pool *p)
{
    if (!p)
        return;
    vec_free(&p->nodes);
    free(p->table);
    free(p);
}

size_t avm_map_pool_bytes(const struct map_pool *p)
{
    return sizeof *p + p->nodes.capacity * sizeof *p->nodes.items + (p->mask + 1) * sizeof *p->table;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct map_node *n)
{
    return hash_u64(n->key ^ hash_u64(n->u.value ^ hash_u64((uint64_t)n->bit)));
}

static void grow(struct map_pool *p)
{
    free(p->table);
    p->mask = p->mask * 2 + 1;
    p->table = base_mem_zalloc((p->mask + 1) * sizeof *p->table);
    for (size_t id = 1; id < p->nodes.count; id++) {
        size_t i = hash_of(&p->nodes.items[id]) & p->mask;
        while (p->table[i])
            i = (i + 1) & p->mask;
        p->table[i] = (uint32_t)id;
    }
}

static map_id node(struct map_pool *p, struct map_node n)
{
    size_t i = hash_of(&n) & p->mask;
    for (; p->table[i]; i = (i + 1) & p->mask) {
        const struct map_node *x = &p->nodes.items[p->table[i]];
        if (x->key == n.key && x->bit == n.bit && x->u.value == n.u.value)
            return p->table[i];
    }
    map_id id = (map_id)p->nodes.count;
    vec_push(&p->nodes, n);
    p->table[i] = id;
    if (p->nodes.count * 4 > p->mask * 3)
        grow(p);
    return id;
}

static map_id leaf(struct map_pool *p, uint64_t key, uint64_t value)
{
    struct map_node n = {.key = key, .bit = LEAF};
    n.u.value = value;
    return node(p, n);
}

/* The bits of a key above `bit`. */
static uint64_t above(uint64_t key, int64_t bit)
{
    return bit >= 63 ? 0 : key >> (bit + 1) << (bit + 1);
}

static map_id branch(struct map_pool *p, uint64_t key, int64_t bit, map_id left, map_id right)
{
    if (!left || !right)
        return left ? left : right;
    struct map_node n = {.key = above(key, bit), .bit = bit};
    n.u.to = (struct branch){left, right};
    return node(p, n);
}

/* Of two trees without a common prefix; the keys tell them apart. */
static map_id beside(struct map_pool *p, uint64_t key_a, map_id a, uint64_t key_b, map_id b)
{
    if (!a || !b)
        return a ? a : b;
    int64_t bit = 63 - __builtin_clzll(key_a ^ key_b);
    return key_b >> bit & 1 ? branch(p, key_a, bit, a, b) : branch(p, key_a, bit, b, a);
}

static bool fits(const struct map_node *n, uint64_t key)
{
    return n->bit == LEAF ? n->key == key : above(key, n->bit) == n->key;
}

/* ---- one key ----------------------------------------------------------------------------------------------------- */

bool avm_map_get(const struct map_pool *p, map_id map, uint64_t key, uint64_t *value)
{
    while (map) {
        const struct map_node *n = &p->nodes.items[map];
        if (!fits(n, key))
            return false;
        if (n->bit == LEAF) {
            *value = n->u.value;
            return true;
        }
        map = key >> n->bit & 1 ? n->u.to.right : n->u.to.left;
    }
    return false;
}

map_id avm_map_put(struct map_pool *p, map_id map, uint64_t key, uint64_t value)
{
    if (!map)
        return leaf(p, key, value);
    struct map_node n = p->nodes.items[map];
    if (!fits(&n, key))
        return beside(p, n.key, map, key, leaf(p, key, value));
    if (n.bit == LEAF)
        return leaf(p, key, value);
    return key >> n.bit & 1 ? branch(p, key, n.bit, n.u.to.left, avm_map_put(p, n.u.to.right, key, value))
                            : branch(p, key, n.bit, avm_map_put(p, n.u.to.left, key, value), n.u.to.right);
}

map_id avm_map_remove(struct map_pool *p, map_id map, uint64_t key)
{
    struct map_node n = p->nodes.items[map];
    if (!map || !fits(&n, key))
        return map;
    if (n.bit == LEAF)
        return MAP_EMPTY;
    return key >> n.bit & 1 ? branch(p, key, n.bit, n.u.to.left, avm_map_remove(p, n.u.to.right, key))
                            : branch(p, key, n.bit, avm_map_remove(p, n.u.to.left, key), n.u.to.right);
}

/* ---- neighbours -------------------------------------------------------------------------------------------------- */

static bool first_of(const struct map_pool *p, map_id map, uint64_t *found, uint64_t *value)
{
    const struct map_node *n = &p->nodes.items[map];
    if (!map)
        return false;
    for (; n->bit != LEAF; n = &p->nodes.items[map])
        map = n->u.to.left;
    *found = n->key;
    *value = n->u.value;
    return true;
}

bool avm_map_from(const struct map_pool *p, map_id map, uint64_t key, uint64_t *found, uint64_t *value)
{
    const struct map_node *n = &p->nodes.items[map];
    if (!map)
        return false;
    if (n->bit == LEAF || !fits(n, key))
        return n->key >= key && first_of(p, map, found, value);
    if (key >> n->bit & 1)
        return avm_map_from(p, n->u.to.right, key, found, value);
    return avm_map_from(p, n->u.to.left, key, found, value) || first_of(p, n->u.to.right, found, value);
}

/* ---- joins ------------------------------------------------------------------------------------------------------- */

struct joining {
    struct map_pool *p;
    map_merge *both;
    void *context;
};

static map_id join_leaf(struct joining *j, uint64_t key, const uint64_t *a, const uint64_t *b)
{
    uint64_t out;
    return j->both(j->context, key, a, b, &out) ? leaf(j->p, key, out) : MAP_EMPTY;
}

/* What is in one of the maps only. */
static map_id alone(struct joining *j, map_id map, bool is_first)
{
    if (!map)
        return MAP_EMPTY;
    struct map_node n = j->p->nodes.items[map];
    if (n.bit == LEAF)
        return join_leaf(j, n.key, is_first ? &n.u.value : NULL, is_first ? NULL : &n.u.value);
    map_id left = alone(j, n.u.to.left, is_first), right = alone(j, n.u.to.right, is_first);
    return branch(j->p, n.key, n.bit, left, right);
}

static map_id join(struct joining *j, map_id a, map_id b)
{
    if (a == b)
        return a;
    if (!a || !b)
        return alone(j, a ? a : b, a != MAP_EMPTY);
    struct map_node x = j->p->nodes.items[a], y = j->p->nodes.items[b];
    if (x.bit == y.bit && x.key == y.key) {
        if (x.bit == LEAF)
            return join_leaf(j, x.key, &x.u.value, &y.u.value);
        map_id left = join(j, x.u.to.left, y.u.to.left), right = join(j, x.u.to.right, y.u.to.right);
        return branch(j->p, x.key, x.bit, left, right);
    }
    if (x.bit > y.bit && fits(&x, y.key)) {
        bool right = y.key >> x.bit & 1;
        map_id l = right ? alone(j, x.u.to.left, true) : join(j, x.u.to.left, b);
        return branch(j->p, x.key, x.bit, l, right ? join(j, x.u.to.right, b) : alone(j, x.u.to.right, true));
    }
    if (y.bit > x.bit && fits(&y, x.key)) {
        bool right = x.key >> y.bit & 1;
        map_id l = right ? alone(j, y.u.to.left, false) : join(j, a, y.u.to.left);
        return branch(j->p, y.key, y.bit, l, right ? join(j, a, y.u.to.right) : alone(j, y.u.to.right, false));
    }
    map_id first = alone(j, a, true), second = alone(j, b, false);
    return beside(j->p, x.key, first, y.key, second);
}

map_id avm_map_join(struct map_pool *p, map_id a, map_id b, map_merge *both, void *context)
{
    struct joining j = {p, both, context};
    return join(&j, a, b);
}
