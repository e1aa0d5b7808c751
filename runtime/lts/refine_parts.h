/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of a refinement by signatures. Private to refine.c and refine_split.c.
 *
 * Invariant between two steps: the members of a part that are not dirty have equal signatures, if they are bottoms
 * (have no silent step inside the part), and what they can do is in the signature of the bottoms, if they are not.
 */
#ifndef CWOLF_LTS_REFINE_PARTS_H
#define CWOLF_LTS_REFINE_PARTS_H

#include "runtime/lts/refine.h"

/* A part of several states: item[start .. middle-1] have silent steps inside it, item[middle .. end-1] are bottoms; in
 * both, the dirty ones come first. */
struct part {
    uint32_t start, middle, end, dirty[2];
};

/* A state that is alone is never looked at again: its block has this bit and the state's number, and no struct part. */
#define BLOCK_SINGLE ((uint32_t)1 << 31)

/* States of one part that have one signature while the part is being split; number 0 stays as it is. */
struct group {
    uint64_t hash;
    uint32_t sample, size, bottoms; /* sample: the state that founded it */
    uint32_t start;                 /* where its members go */
};

/* A state that waits for the groups of its silent successors, and the transition it is at. */
struct visit {
    uint32_t state, next;
};

#define REFINE_TO_GROUP ((uint64_t)UINT32_MAX << 32) /* a silent step to a group: above all labels */
#define GROUP_PENDING (LTS_NONE - 1)                 /* group_of[]: not known yet */
#define GROUP_BOTTOM ((uint32_t)1 << 31)             /* in group_of[]: the state will be a bottom there */

struct refine {
    struct compact *c;
    enum refine_kind kind;
    struct compact_nodes nodes;
    struct compact_reverse in;
    uint64_t seed;

    uint32_t *item, *place, *block; /* by position, by state, by state */
    struct VEC(struct part) part;
    struct u32s queue; /* parts with dirty members, from `head` on */
    size_t head;

    struct VEC(struct group) group;
    uint32_t *slot; /* group + 1 by hash, when there are many */
    size_t slots, slot_capacity;
    struct u64s keys, brief; /* what one state can do */
    struct u64s set;         /* the same of the state `set_of`, or LTS_NONE: one with a long row */
    uint32_t set_of;
    bool set_lasts;          /* it does not depend on groups: it holds until the state is marked */
    struct u32s moved, mine; /* states that leave their part, and their groups */
    struct VEC(struct visit) path;
    uint32_t *group_of;      /* by state: its group, or LTS_NONE; only where silent steps vanish */
    uint64_t work;           /* since control was asked */
};

static inline bool refine_abstracts(const struct refine *x)
{
    return x->kind != REFINE_STRONG;
}

/* Gathers the set of (label, block) that s can do at once, silent steps inside its part left out, or, with `groups`, as
 * steps to the groups of their targets. */
void refine_gather(const struct refine *x, uint32_t s, bool groups, struct u64s *out);
uint64_t refine_hash(const struct refine *x);        /* of x->keys */
uint64_t refine_sign(struct refine *x, uint32_t s);  /* the hash of what s can do */
bool refine_subset(const struct u64s *set, const uint64_t *keys, size_t n); /* both are sorted */
/* Whether the founder of group g can do all this. */
bool refine_can_do(struct refine *x, uint32_t g, const uint64_t *keys, size_t n);
/* The first partition, where states have no colours and every step counts. */
void refine_first_strong(struct refine *x);
void refine_mark(struct refine *x, uint32_t s);
/* Splits a part by the signatures of its dirty members. */
void refine_process(struct refine *x, uint32_t b);

#endif
