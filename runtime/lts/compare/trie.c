/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tries with 64 members to a leaf. A set has one form only, and each node is made once, so that sets are equal when
 * their numbers are (D. Morrison, "PATRICIA", 1968; C. Okasaki and A. Gill, "Fast mergeable integer maps", 1998, for
 * unions).
 */
#include "runtime/lts/compare/trie.h"

enum { LEAF_BITS = 6, RECENT = 1 << 16, FIRST_SLOTS = 1 << 12 };

static size_t place(const struct tries *x, struct trie_node n)
{
    return hash_u64(hash_u64(n.bits) + ((uint64_t)n.level << 32 | n.prefix)) & (x->slots - 1);
}

void compare_tries_init(struct tries *x, uint32_t most)
{
    *x = (struct tries){.slots = FIRST_SLOTS, .most = most};
    x->slot = base_mem_zalloc(x->slots * sizeof *x->slot);
    x->recent = base_mem_zalloc(RECENT * sizeof *x->recent);
    struct trie_node none = {0};
    vec_push(&x->nodes, none);
}

void compare_tries_free(struct tries *x)
{
    vec_free(&x->nodes);
    free(x->slot);
    free(x->recent);
}

static void grow(struct tries *x)
{
    free(x->slot);
    x->slots *= 2;
    x->slot = base_mem_zalloc(x->slots * sizeof *x->slot);
    for (uint32_t i = 1; i < x->nodes.count; i++) {
        size_t at = place(x, x->nodes.items[i]);
        while (x->slot[at])
            at = (at + 1) & (x->slots - 1);
        x->slot[at] = i;
    }
}

static uint32_t make(struct tries *x, struct trie_node n)
{
    size_t at = place(x, n);
    for (; x->slot[at]; at = (at + 1) & (x->slots - 1)) {
        const struct trie_node *o = &x->nodes.items[x->slot[at]];
        if (o->bits == n.bits && o->prefix == n.prefix && o->level == n.level)
            return x->slot[at];
    }
    if (x->nodes.count >= x->most) {
        x->full = true;
        return 1;
    }
    uint32_t id = (uint32_t)x->nodes.count;
    x->slot[at] = id;
    vec_push(&x->nodes, n);
    if (x->nodes.count * 2 > x->slots)
        grow(x);
    return id;
}

static uint32_t make_inner(struct tries *x, uint32_t level, uint32_t prefix, uint32_t left, uint32_t right)
{
    return make(x, (struct trie_node){(uint64_t)left << 32 | right, prefix, level});
}

static uint32_t left_of(struct trie_node n)
{
    return (uint32_t)(n.bits >> 32);
}

static uint32_t right_of(struct trie_node n)
{
    return (uint32_t)n.bits;
}

/* The lowest index of a leaf that could be below. */
static uint32_t lowest(struct trie_node n)
{
    return n.prefix << n.level;
}

/* The level at which two indexes of leaves part. */
static uint32_t parting(uint32_t a, uint32_t b)
{
    return 32 - (uint32_t)__builtin_clz(a ^ b);
}

static bool goes_right(uint32_t index, uint32_t level)
{
    return index >> (level - 1) & 1;
}

static uint32_t make_leaf(struct tries *x, uint32_t number)
{
    return make(x, (struct trie_node){(uint64_t)1 << (number & 63), number >> LEAF_BITS, 0});
}

static uint32_t build(struct tries *x, const uint32_t *numbers, size_t n)
{
    uint32_t first = numbers[0] >> LEAF_BITS, last = numbers[n - 1] >> LEAF_BITS;
    size_t middle = 0;
    if (first == last) {
        struct trie_node leaf = {.prefix = first};
        for (size_t i = 0; i < n; i++)
            leaf.bits |= (uint64_t)1 << (numbers[i] & 63);
        return make(x, leaf);
    }
    uint32_t level = parting(first, last);
    for (size_t high = n; middle < high;) {
        size_t at = (middle + high) / 2;
        if (goes_right(numbers[at] >> LEAF_BITS, level))
            high = at;
        else
            middle = at + 1;
    }
    uint32_t left = build(x, numbers, middle), right = build(x, numbers + middle, n - middle);
    return make_inner(x, level, first >> level, left, right);
}

uint32_t compare_trie_of(struct tries *x, const uint32_t *numbers, size_t n)
{
    if (!n)
        return 0;
    return n == 1 ? numbers[0] | TRIE_ONE : build(x, numbers, n);
}

static uint32_t unite(struct tries *x, uint32_t a, uint32_t b);

/* Two sets no leaf of one of which can be below the other. */
static uint32_t join(struct tries *x, uint32_t a, uint32_t b)
{
    uint32_t i = lowest(x->nodes.items[a]), k = lowest(x->nodes.items[b]), level = parting(i, k);
    return goes_right(i, level) ? make_inner(x, level, i >> level, b, a) : make_inner(x, level, i >> level, a, b);
}

/* b is of a lower level. */
static uint32_t insert(struct tries *x, uint32_t a, uint32_t b)
{
    struct trie_node n = x->nodes.items[a];
    uint32_t index = lowest(x->nodes.items[b]), left = left_of(n), right = right_of(n);
    if (index >> n.level != n.prefix)
        return join(x, a, b);
    if (goes_right(index, n.level))
        right = unite(x, right, b);
    else
        left = unite(x, left, b);
    return make_inner(x, n.level, n.prefix, left, right);
}

static uint32_t merge(struct tries *x, uint32_t a, uint32_t b)
{
    struct trie_node n = x->nodes.items[a], o = x->nodes.items[b];
    struct trie_union *known = &x->recent[hash_u64((uint64_t)a << 32 | b) & (RECENT - 1)];
    if (known->a == a && known->b == b)
        return known->result;
    uint32_t left = unite(x, left_of(n), left_of(o)), right = unite(x, right_of(n), right_of(o));
    uint32_t result = make_inner(x, n.level, n.prefix, left, right);
    *known = (struct trie_union){a, b, result};
    return result;
}

/* Of nodes. */
static uint32_t unite(struct tries *x, uint32_t a, uint32_t b)
{
    if (a == b || x->full)
        return a;
    struct trie_node n = x->nodes.items[a], o = x->nodes.items[b];
    if (n.level > o.level)
        return insert(x, a, b);
    if (n.level < o.level)
        return insert(x, b, a);
    if (n.prefix != o.prefix)
        return join(x, a, b);
    if (!n.level)
        return make(x, (struct trie_node){n.bits | o.bits, n.prefix, 0});
    return a < b ? merge(x, a, b) : merge(x, b, a);
}

uint32_t compare_trie_union(struct tries *x, uint32_t a, uint32_t b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    if (a & TRIE_ONE)
        a = make_leaf(x, a & ~TRIE_ONE);
    if (b & TRIE_ONE)
        b = make_leaf(x, b & ~TRIE_ONE);
    return unite(x, a, b);
}

static void add_members(const struct tries *x, uint32_t set, struct u32s *out)
{
    struct trie_node n = x->nodes.items[set];
    if (n.level) {
        add_members(x, left_of(n), out);
        add_members(x, right_of(n), out);
        return;
    }
    for (uint64_t bits = n.bits; bits; bits &= bits - 1)
        vec_push(out, n.prefix << LEAF_BITS | (uint32_t)__builtin_ctzll(bits));
}

void compare_trie_members(const struct tries *x, uint32_t set, struct u32s *out)
{
    if (set & TRIE_ONE)
        vec_push(out, set & ~TRIE_ONE);
    else
        add_members(x, set, out);
}
