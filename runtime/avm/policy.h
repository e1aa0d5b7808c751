/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * policy: which configurable program analysis is a run? What differs between the merge modes is one value, made once
 * from avm_config; nothing else asks for the mode.
 *
 * The three operators are those of Beyer, Henzinger and Théoduloz (2007). merge: `key` says which states become one.
 * stop: a state is covered by the state with its key that it adds nothing to; without keys, by an equal one. prec: the
 * abstractions of the cells, whatever the mode (avm_config.fallback and notes), and when joins are widened.
 *
 * The order follows from the key: states that are never joined are stepped once each, breadth first; others from a
 * worklist until none grows.
 */
#ifndef CWOLF_AVM_POLICY_H
#define CWOLF_AVM_POLICY_H

#include "runtime/avm/avm.h"

/* What a context tells apart (Sharir and Pnueli 1981). */
enum context_kind {
    CONTEXT_CALL_STRING, /* the calls that are active */
    CONTEXT_SUMMARY, /* the function and all that it can see when it is entered; its callers share what it leads to */
    CONTEXT_KEYED,   /* the function, its arguments and the values of avm_config.keys; shared likewise */
    CONTEXT_INSENSITIVE /* the function */
};

/* A number for what states share that are joined; of the `n` words of one. */
typedef uint64_t policy_key(struct avm *m, const vs *words, uint32_t n);

struct policy {
    policy_key *key;      /* NULL: states are never joined */
    uint32_t widen_after; /* joins of one state before widening */
    enum context_kind context;
    uint32_t recursion_depth; /* CONTEXT_CALL_STRING: activations of one function before they share a context */
    bool joins_frames;  /* callers that differ in their frames alone share a context, which has the join of them */
    bool splits_inputs; /* what the environment chooses makes states; where states are joined it would be lost */
};

struct policy avm_policy(const struct avm_config *c);

#endif
