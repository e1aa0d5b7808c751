/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * store: which states have been seen? Every distinct vector of 32-bit words is kept once and named by a number.
 *
 * A vector is folded into a balanced binary tree of pairs. Each distinct pair is stored once and named by its 32-bit
 * index, so vectors that agree in half of their words share that half. The pairs at the roots stand in a table of
 * their own, whose indices are the states: 0, 1, 2, ... in the order of insertion. A state costs 8 bytes there, plus
 * its share of the inner pairs (few: halves repeat) and of the hash indices (4 bytes a slot, at least 4/7 full).
 *
 * Vectors may differ in length (0 to STORE_MAX_WORDS). The shape of a tree follows from the length alone, and the
 * length is part of what the left child of a root names; so pairs of words, of inner pairs and of different shapes can
 * share one table without being taken for one another.
 *
 * Nothing is ever removed. Not for several threads at once. Source: Laarman, van de Pol, Weber, "Parallel recursive
 * state compression for free" (2011), without the parallel part.
 */
#ifndef CWOLF_AVM_STORE_H
#define CWOLF_AVM_STORE_H

#include "runtime/base/base.h"

#define STORE_MAX_WORDS (1u << 20)
/* Instead of a state: a table would exceed its limit; what was stored before stays valid. */
#define STORE_FULL UINT32_MAX

struct store;
struct store *avm_store_new(void);
void avm_store_free(struct store *s); /* NULL is allowed */

/* At most this many pairs in a table (default and maximum 2^32 - 2); adding beyond it gives STORE_FULL. */
void avm_store_limit(struct store *s, uint32_t pairs);

/* The state of a vector, stored now (*is_new) if it was not before. */
uint32_t avm_store_add(struct store *s, const uint32_t *words, uint32_t n, bool *is_new);

/* Writes the state's words (room for *n, see avm_store_length) and its length. */
void avm_store_get(const struct store *s, uint32_t state, uint32_t *words, uint32_t *n);
uint32_t avm_store_length(const struct store *s, uint32_t state);
uint32_t avm_store_count(const struct store *s);

/* The predecessor by which a state was first reached: 4 bytes each, once the first is set. UINT32_MAX: not set. */
void avm_store_set_pred(struct store *s, uint32_t state, uint32_t pred);
uint32_t avm_store_pred(const struct store *s, uint32_t state);

size_t avm_store_bytes(const struct store *s);         /* all that is mapped: pairs, hash indices, predecessors */
size_t avm_store_payload_bytes(const struct store *s); /* 8 bytes for each pair in use, 4 for each predecessor */

/* ---- successors of one state --------------------------------------------------------------------------------------
 *
 * A cursor holds the whole tree of the state that is being expanded. A successor that differs from it in a few words
 * costs a few look-ups for each changed word, and the rest is not touched:
 *
 *     struct store_cursor c = {0};
 *     for (state ...) {
 *         avm_store_open(s, state, &c);
 *         for (successor ...) {
 *             words = copy of c.words with changes;
 *             target = avm_store_add_near(s, &c, words, n, &is_new);
 *
 * Adding does not change the cursor: all successors start from the opened state. To hide the latency of memory, fold
 * all successors first (store_fold_*: looks up the inner pairs and prefetches the root), then insert them in the same
 * order.
 */
struct store_cursor {
    uint32_t n;                           /* words in the state */
    const uint32_t *words;                /* the opened state */
    uint32_t *own_words, *tree, *changed; /* inside, for the store alone */
    uint32_t quarters[4], head, left, right;
    size_t capacity;
    const struct store_shape *shape;
};
void avm_store_open(struct store *s, uint32_t state, struct store_cursor *c);
void avm_store_close(struct store_cursor *c); /* releases its memory */

/* A folded vector: everything but its root is stored. */
struct store_root {
    uint64_t pair, hash;
    bool full; /* a table is full: avm_store_insert gives STORE_FULL */
};
struct store_root avm_store_fold(struct store *s, const uint32_t *words, uint32_t n);
/* `words` is the whole successor; it differs from the opened state at most at the indices changed[0..count), in any
 * order. */
struct store_root avm_store_fold_changed(struct store *s, struct store_cursor *c, const uint32_t *words,
                                         const uint32_t *changed, uint32_t count);
/* Finds the changed words itself; another length than the opened state's is allowed (and slow). */
struct store_root avm_store_fold_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n);
uint32_t avm_store_insert(struct store *s, struct store_root root, bool *is_new);

static inline uint32_t store_add_changed(struct store *s, struct store_cursor *c, const uint32_t *words,
                                         const uint32_t *changed, uint32_t count, bool *is_new)
{
    return avm_store_insert(s, avm_store_fold_changed(s, c, words, changed, count), is_new);
}
/* avm_store_fold_near and avm_store_insert. */
uint32_t avm_store_add_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n, bool *is_new);

#endif
