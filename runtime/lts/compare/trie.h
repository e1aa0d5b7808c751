/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of numbers that are made as unions of each other: equal sets are one object with one number, and what two sets
 * share is there once.
 */
#ifndef CWOLF_LTS_COMPARE_TRIE_H
#define CWOLF_LTS_COMPARE_TRIE_H

#include "runtime/lts/graph.h"

/* A set of one number is the number with this bit, and no node. Numbers are below 2^31. */
#define TRIE_ONE ((uint32_t)1 << 31)

/* A leaf has 64 numbers as bits; above it, one bit of the leaf's index decides between two parts. A level with one part
 * only is left out. */
struct trie_node {
    uint64_t bits;          /* level 0: members; else both parts, left << 32 | right */
    uint32_t prefix, level; /* index of all leaves below >> level */
};

struct trie_union {
    uint32_t a, b, result;
};

struct tries {
    struct VEC(struct trie_node) nodes; /* 0: the empty set */
    uint32_t *slot;                     /* nodes by what they are made of */
    size_t slots;
    struct trie_union *recent;
    uint32_t most; /* nodes that may be made; with more, `full`, and what is made is nonsense */
    bool full;
};
void compare_tries_init(struct tries *x, uint32_t most);
void compare_tries_free(struct tries *x);

/* Numbers ascending, without duplicates. */
uint32_t compare_trie_of(struct tries *x, const uint32_t *numbers, size_t n);
uint32_t compare_trie_union(struct tries *x, uint32_t a, uint32_t b);
/* Appends the members, ascending. */
void compare_trie_members(const struct tries *x, uint32_t set, struct u32s *out);

#endif
