/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A context is what a return needs: for each way back, the return point, the caller's context and its saved frame.
 *
 * Exact contexts have one caller. Where frames are joined (merging, recursion beyond a depth) or callers share what
 * they call (struct policy), a context may have several, and states that returned through it are stepped again when a
 * caller joins. Context 0 is that of the entry, and of whatever runs where its frame is.
 */
#ifndef CWOLF_AVM_CONTEXTS_H
#define CWOLF_AVM_CONTEXTS_H

#include "runtime/avm/avm.h"

struct avm;
struct work;

#define NO_FRAME UINT32_MAX /* of the caller that is the exit of the program */
struct caller {             /* one way back */
    uint32_t pc;            /* return point */
    uint32_t ctx;
    uint32_t frame; /* id in the frame store */
};
struct context {
    cwi_id func;
    uint64_t arguments; /* hash of what the parameters held on entry */
    bool is_joined;     /* several callers: return edges are may */
    uint32_t pinned;    /* CONTEXT_SUMMARY: the blocks that frames on the way out lead to (avm_pin) */
    uint32_t symbols;   /* that the frames on the way out hold: bit i for symbol i (symbols.c) */
    struct VEC(struct caller) callers;
    struct VEC(uint32_t) returns; /* states that returned through it: done again when a caller joins */
};

/* The context that the program begins in. */
uint32_t avm_entry_context(struct avm *m);
/* That of a call of `func` from `s`, whose return point is `pc`; `merged`: one for all ways to this call. `arguments`:
 * a hash. The frame of `s` is saved. */
uint32_t avm_enter_context(struct avm *m, const struct work *s, cwi_id func, uint32_t pc, uint64_t arguments,
                           bool merged);
/* Makes the caller's frame the current one. */
void avm_restore(struct avm *m, struct work *s, const struct caller *k);

/* Whether the context may get more callers, or other frames of those that it has. */
bool avm_gains_callers(const struct avm *m, uint32_t ctx);
/* The state being stepped leaves through such a context. */
void avm_remember_return(struct avm *m, uint32_t ctx);

#endif
