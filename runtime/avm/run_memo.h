/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on, remembered: what running on from a program counter does to a state depends on the few words that it
 * reads, and is the same wherever they are. Private to run_on.c, which asks, and flat_run.c, which records.
 *
 * By starting point there is a decision tree. An inner node names the word that is read next, its edges are the values
 * that this word had; a leaf is a run: where it led, and the words that it wrote. Recording a run makes the path of one
 * leaf. What may be recorded is a sequence of plain codes in a state without pending inputs of which each instruction
 * depends on words and nothing else, and changes words and nothing else (trace_* and run_on.c see to that):
 *
 * - Values are handles, which say all about a value whenever they are looked at (values.h); operators, rounding and
 *   which way a value leads are functions of handles.
 * - Trees that flat code does not compute itself may read memory and call on the heap, and stores to where a pointer
 *   leads; how two pointers compare depends on the lives of their objects. None of these is recorded.
 * - Nor is a code that raised a doubt, or made the state partial: these are told of where they occur. A trap ends the
 *   code, which is then not recorded.
 * - Words with symbols get new ones when they are computed with: with avm_config.relates nothing is recorded.
 * - A property, a label or the end of the program is met in what follows the run, not in it: codes whose line has
 *   labels are run on copies, which are not recorded.
 * - How far running on goes is counted in codes and steps back; a leaf has both numbers, and is used when they are
 *   left. Where running on failed so often that it is not tried any more, the run ends, and for good; codes inside of a
 *   run are never given up, because running on succeeded there.
 *
 * Recording is dearer than running: each starting point has credit, which runs that are found again earn and recorded
 * ones spend. Without any it is left alone.
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

/* What is known at a place in a tree: the word that is read next, and the node; or a run; or nothing. */
enum { NEXT_RUN = UINT32_MAX, NEXT_UNKNOWN = UINT32_MAX - 1, NEXT_SLOTS = UINT32_MAX - 2 };
struct next {
    uint32_t slot, id;
};
struct edge {
    uint64_t key; /* node and value; 0: none */
    struct next next;
};
struct start {
    struct next next;
    int64_t credit; /* in codes: below 0 it is left alone */
    uint32_t seen;  /* how often it was run from before anything was recorded */
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
    struct start *starts; /* by pc; behind them those of operations (struct op) */
    struct edge *edges;   /* open addressing, at most a quarter full */
    unsigned shift;       /* 2^(64 - shift) of them */
    uint32_t edge_count, node_count;
    struct VEC(struct run) runs;
    struct VEC(struct written) written;
    struct trace trace;
};

/* Words are read before the code writes them: each once. */
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

/* The recorded run that the words go on with from a start, or NULL. */
static inline struct run *memo_find(const struct run_memo *r, struct next at, const vs *w)
{
    while (at.slot < NEXT_SLOTS) {
        uint64_t key = edge_key(at.id, w[at.slot]);
        const struct edge *e = &r->edges[edge_home(r, key)];
        while (e->key != key) {
            if (!e->key)
                return NULL;
            e = e + 1 < r->edges + (memo_places(r)) ? e + 1 : r->edges;
        }
        at = e->next;
    }
    return at.slot == NEXT_RUN ? &r->runs.items[at.id] : NULL;
}

#endif
