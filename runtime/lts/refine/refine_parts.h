/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of a refinement by signatures. Private to the files refine*.c.
 *
 * It goes on in batches of parts that have dirty members. First the members of each part are put into groups by what
 * they can do (split.c), then parts are cut into these groups (cut.c): in both, parts are independent of
 * each other, so all workers take part. Then the states from which a transition leads to one with another number are
 * marked dirty.
 *
 * Invariant between two batches: the members of a part that are not dirty have equal signatures, if they are bottoms
 * (have no silent step inside the part), and what they can do is in the signature of the bottoms, if they are not.
 */
#ifndef CWOLF_LTS_REFINE_REFINE_PARTS_H
#define CWOLF_LTS_REFINE_REFINE_PARTS_H

#include "runtime/lts/refine/refine.h"
#include "runtime/base/workers.h"

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
    uint32_t sample, size, bottoms; /* sample: the state that founded it; sizes are of what joins it, in the end */
    uint32_t start;                 /* where its members go */
};

#define GROUP_PENDING (LTS_NONE - 1)      /* group_of[]: not known yet */
#define GROUP_BOTTOM  ((uint32_t)1 << 31) /* in a state's group: it will be a bottom there */

/* A state that leaves group 0 of its part. */
struct moved {
    uint32_t state, group;
};

/* How one part of the batch is cut: groups and moved states are lists of the worker that put it into groups. */
struct cut {
    uint32_t part, worker;
    size_t group, moved, groups, leaving; /* where the lists begin, and how long they are */
    uint32_t largest;                     /* the group that keeps the part's number */
    uint32_t named, next;                 /* pieces that need a new number, and the first of these */
};

/* A state that waits for the groups of its silent successors, and the transition it is at. */
struct visit {
    uint32_t state, next;
};

#define REFINE_TO_GROUP ((uint64_t)UINT32_MAX << 32) /* a silent step to a group: above all labels */

/* What one worker has for itself. */
struct splitter {
    struct VEC(struct group) group; /* of all its parts of the batch; those of the part at work begin at `base` */
    struct VEC(struct moved) moved;
    size_t base, moved_base;
    uint32_t *slot; /* group + 1 by hash, when there are many */
    size_t slots, slot_capacity;
    struct u64s keys, brief; /* what one state can do */
    struct u64s set;         /* the same of the state `set_of`, or LTS_NONE: one with a long row */
    uint32_t set_of;
    bool set_lasts; /* it does not depend on groups: it holds until the state is marked */
    uint64_t looks; /* single moves of long rows looked up since `set` was made */
    struct VEC(struct visit) path;
    struct u32s left; /* states that have a new number, since most of their part moved */
    uint64_t work;    /* since control was asked */
};

struct refine {
    struct compact *c;
    enum refine_kind kind;
    struct compact_nodes nodes;
    struct compact_reverse in;
    uint64_t seed;
    struct workers *workers;   /* NULL: a small system */
    struct splitter *splitter; /* one for each worker */
    unsigned splitters;

    uint32_t *item, *place, *block; /* by position, by state, by state */
    struct VEC(struct part) part;
    struct u32s queue; /* parts with dirty members, from `head` on */
    size_t head;
    struct VEC(struct cut) cut; /* the batch */
    uint32_t *group_of;         /* by state: its group, or LTS_NONE; only where silent steps vanish */
};

static inline bool refine_abstracts(const struct refine *x)
{
    return x->kind != REFINE_STRONG;
}
static inline struct group *refine_group(const struct splitter *w, uint32_t g)
{
    return &w->group.items[w->base + g];
}

/* ---- signature.c ------------------------------------------------------------------------------------------------- */

/* Gathers the set of (label, block) that s can do at once, silent steps inside its part left out, or, with `groups`, as
 * steps to the groups of their targets. */
void refine_gather(const struct refine *x, uint32_t s, bool groups, struct u64s *out);
uint64_t refine_hash(const struct refine *x, const struct u64s *keys);
uint64_t refine_sign(const struct refine *x, struct splitter *w, uint32_t s); /* the hash of what s can do */
bool refine_subset(const struct u64s *set, const uint64_t *keys, size_t n);   /* both are sorted */
/* Whether the founder of group g can do all this. */
bool refine_can_do(const struct refine *x, struct splitter *w, uint32_t g, const uint64_t *keys, size_t n);
/* Brings what it takes to gather these states near the processor. */
void refine_prefetch(const struct refine *x, const uint32_t *states, size_t n);

/* ---- split.c, cut.c ---------------------------------------------------------------------------------------------- */

/* Puts the members of a part into groups and tells how it is to be cut. Changes nothing but the worker's lists and
 * group_of[] of the part's members. */
void refine_split(const struct refine *x, unsigned worker, uint32_t part, struct cut *out);
/* Cuts the parts of the batch, shared out among `workers` (NULL: none), and marks what this makes dirty. */
void refine_cut(struct refine *x, struct workers *workers);

/* ---- queue.c ----------------------------------------------------------------------------------------------------- */

/* Splits until no part has dirty members. */
enum status refine_queue(struct refine *x, const struct lts_control *control, struct diag *d);

#endif
