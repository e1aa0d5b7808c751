/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memoised runs: what running on from a place does to a state depends on the few words that it reads, and is the same
 * whatever else the state holds. Private to run_on.c, which asks, and flat_run.c, which records.
 *
 * A starting point is a program counter, or the rest of a code behind an operation that an input is split over
 * (struct op). Each has a decision tree. An inner node names the word that is read next, its edges are the values that
 * were met there; a leaf is a run: where it leads, and the words that it writes, the dead ones among them. A run that
 * was recorded makes the path to one leaf.
 *
 * Recorded are plain codes, run in place in a state without pending inputs, as long as all that they do is to compute
 * words from words. The trace is cut before the first code that does more; the run then ends where that code begins.
 *
 * - Values are handles: they say all about a value, and operators, rounding and the way that a value leads are
 * functions of them (values.h). Words with symbols get new ones where they are computed with: with avm_config.relates
 * nothing is recorded.
 * - What flat code leaves to trees may read memory; a store through a pointer may go anywhere; how two pointers compare
 *   depends on the lives of their objects. Each cuts the trace.
 * - So do a doubt, a trap and a state that becomes partial: they are told of where they happen. In annotations nothing
 *   is doubted; while one is evaluated nothing is recorded.
 * - So do labels: a code before a line with labels is run on a copy. Properties are asked at stops, where runs end.
 * - How far running on goes is counted in codes and steps back. A run has both numbers, and is used where that many are
 *   left.
 * - Where running on was given up a run ends for good. Inside of a run nothing is given up, since running on succeeded
 *   there. A run that ends because it fails counts as one more failure, each time.
 * - The context, the world, the heap and the trial are read by none of the instructions that do not cut the trace.
 *
 * Trees are walked exactly as the words would be read, so what is found is what would be done; avm_config.checks_runs
 * has it done and compared. Which state has which number, and what gives up when, is the same with and without.
 *
 * Recording costs more than running: a starting point has credit, which recording spends and runs that are found earn.
 * Where it is spent nothing is recorded or looked for any more.
 */
#ifndef CWOLF_AVM_RUN_MEMO_H
#define CWOLF_AVM_RUN_MEMO_H

#include "work.h"

struct written {
    uint32_t slot;
    vs value;
};
enum run_end {
    RUN_GOES_ON, /* more was run then, which is not recorded */
    RUN_IS_WHOLE,
    RUN_FAILS /* the code where it ends has no single silent successor */
};
/* A run that was recorded. */
struct run {
    uint32_t pc;           /* where it ends */
    uint32_t first, count; /* in the memo's `written` */
    int codes, steps_back; /* that it passed */
    enum run_end end;
    uint32_t line; /* of its last statement that has one, or 0 */
    cwi_id file;
};

/* A place in a tree. */
enum { NEXT_RUN = UINT32_MAX, NEXT_UNKNOWN = UINT32_MAX - 1, NEXT_NEVER = UINT32_MAX - 2 };
struct next {
    uint32_t slot; /* of the word that is read next; or NEXT_RUN; or nothing is known, or will be */
    uint32_t id;   /* of the node, or of the run */
};
struct edge {
    uint64_t key; /* node and value; 0: none */
    struct next next;
};
struct start {
    struct next next;
    int64_t credit; /* in codes */
    uint32_t seen;  /* how often something might have been recorded */
};

/* The run that is recorded now. */
enum { TRACE_READS = 32, TRACE_WRITES = 96, TRACE_CODES = 64 };
struct trace {
    struct start *start;
    uint32_t from;     /* program counter, or NO_PC */
    uint32_t slots;    /* words from here on are no slots: constants, and registers, which no code leaves to another */
    bool is_cut;       /* it cannot go on: what was done since depends on more than words */
    uint32_t *touched; /* by slot: number of the trace that read or wrote it last */
    uint32_t number;
    uint32_t read_count, write_count;
    struct written reads[TRACE_READS], writes[TRACE_WRITES];
    struct run run; /* up to the code that is run now; `count` of `writes` are its own */
};

struct run_memo {
    struct start *starts; /* by pc; behind them those of operations */
    struct edge *edges;   /* open addressing, at most a quarter full */
    unsigned shift;       /* 2^(64 - shift) of them */
    uint32_t edge_count, node_count;
    struct VEC(struct run) runs;
    struct VEC(struct written) written;
    struct trace trace;
};

/* A word is an input of the run where it is read before it is written. */
static inline void trace_read(struct trace *t, const vs *w, uint32_t slot)
{
    if (slot >= t->slots || t->is_cut || t->touched[slot] == t->number)
        return;
    t->touched[slot] = t->number;
    t->is_cut = t->read_count == TRACE_READS;
    if (!t->is_cut)
        t->reads[t->read_count++] = (struct written){slot, w[slot]};
}

static inline void trace_write(struct trace *t, uint32_t slot, vs value)
{
    if (t->is_cut)
        return;
    t->touched[slot] = t->number;
    t->is_cut = t->write_count == TRACE_WRITES;
    if (!t->is_cut)
        t->writes[t->write_count++] = (struct written){slot, value};
}

static inline uint64_t edge_key(uint32_t node, vs value)
{
    return (uint64_t)node << 32 | value;
}

static inline size_t memo_places(const struct run_memo *r)
{
    return (size_t)1 << (64 - r->shift);
}

static inline size_t edge_home(const struct run_memo *r, uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> r->shift);
}

/* The run that the words lead to, or NULL. */
static inline struct run *memo_find(const struct run_memo *r, struct next at, const vs *w)
{
    while (at.slot < NEXT_NEVER) {
        uint64_t key = edge_key(at.id, w[at.slot]);
        const struct edge *e = &r->edges[edge_home(r, key)];
        while (e->key != key) {
            if (!e->key)
                return NULL;
            e = e + 1 < r->edges + memo_places(r) ? e + 1 : r->edges;
        }
        at = e->next;
    }
    return at.slot == NEXT_RUN ? &r->runs.items[at.id] : NULL;
}

#endif
