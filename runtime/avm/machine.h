/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The machine: all that a run has, in one structure. What the program is (cells, code, tables) is constant once it is
 * prepared (prepare.h); contexts, states and what is reported grow while it is explored (explore.h); the rest is of the
 * step that goes on (step.h).
 */
#ifndef CWOLF_AVM_MACHINE_H
#define CWOLF_AVM_MACHINE_H

#include "code.h"
#include "contexts.h"
#include "runtime/avm/store/map.h"
#include "policy.h"
#include "run_memo.h"
#include "runtime/points/lifetimes.h"
#include "runtime/avm/store/store.h"
#include "work.h"

struct successor {
    uint32_t label, state, origin;
    bool must;
};

struct probe { /* running on: what the one successor would be */
    bool on;
    uint32_t count, pc;
    struct work *end;
};

/* The words that stores changed, so that they can be put back. */
enum { UNDO_MAX = 64 };
struct undo {
    uint32_t count;
    bool is_short; /* more was to be changed than it can hold: the code was not run to its end */
    struct {
        uint32_t slot;
        vs was;
    } words[UNDO_MAX];
};

struct round_memo {
    const struct abs *abs;
    uint32_t type;
    vs in, out;
};

struct located {
    const struct cwi_stmt *stmt;
    cwi_id func;
};
struct avm_program {
    struct arena *arena;
    cwi_id entry;
    struct pt *points;
    const struct callgraph *calls;
    const uint8_t *lifetimes; /* pt_lifetimes */
    const struct world *world;
    struct map64 stmt_of; /* of expressions, once one was wanted: index in stmts */
    struct VEC(struct located) stmts;
};

struct avm {
    struct arena *arena;

    /* ---- the program: constant once it is prepared ---- */

    const struct cwi_unit *u;
    const struct notes *notes;
    struct avm_config cfg;
    struct policy policy;
    struct ev_set *events;
    struct avm_program *program, *own; /* the latter is to be freed, or NULL */
    const struct callgraph *calls;
    const uint8_t *lifetimes;
    const struct world *world;
    struct pt *points;
    cwi_id program_entry; /* of the program, whatever this run begins with */
    uint32_t kinds_asked; /* of errors, bit k for kind k: avm_asks */
    bool tells_parts;     /* some property asks about a part of the errors of an access, or of a call of free */
    bool wraps, traps;    /* while lowering: signed overflow is defined here, or ends the program */
    bool has_floats;      /* floating-point numbers are followed (floats.c); else each is any */
    bool copies_memory;   /* without looking at it (unset.c) */

    struct object *objects; /* by variable id */
    struct VEC(struct cell) cells;
    const struct cell **global_cells; /* by slot - W_GLOBALS */
    vs *initial_globals;
    uint32_t global_count, frame_base, scratch_max;
    const struct abs *heap_abs; /* how the heap's values are rounded; NULL: it is not tracked */
    cwi_id *locals;             /* variables by owner: those of f are first_local[f] .. first_local[f + 1] - 1 */
    uint32_t *first_local;
    uint8_t *holders;               /* by variable: 1: it holds inputs, and is held as a temporary (input_locals.c) */
    cwi_id *forced_shared;          /* by variable id: a function beside this one that writes it at any moment, or 0 */
    struct VEC(uint32_t) key_slots; /* of avm_config.keys */
    uint32_t subject_slot;          /* or 0 */

    struct func_code *funcs;          /* by function id */
    struct VEC(struct code) code;     /* by pc */
    struct flat *flat;                /* flat_run.c: the instructions of all codes */
    struct VEC(vs) constants;         /* in every working state, from word scratch_max on */
    uint32_t registers;               /* words of a working state */
    struct VEC(uint32_t) setjmps;     /* return points of setjmp calls */
    bool has_setjmp, setjmp_is_known; /* the program may call it; that was looked for */
    uint32_t entry_pc, exit_pc;
    struct look *looks;
    uint32_t look_count;
    bool looks_in;  /* some property asks which function control is in */
    bool looks_mix; /* some invariant names globals and locals together */

    /* ---- the run: what was reached ---- */

    struct vs_pool *pool;
    struct map_pool *maps; /* what is in blocks */
    struct store *states, *frames;
    struct VEC(struct context) contexts;
    struct map64 context_of, pair_of, returned;
    struct VEC(struct site) sites; /* by number */
    struct map64 site_of;
    bool has_alloca;
    uint32_t chain_base; /* label chains: pc of the first */
    struct VEC(struct chain) chains;
    struct map64 chain_of;

    struct VEC(struct node_state) nodes; /* merging: by state */
    struct map64 node_of;
    struct intern *key_values; /* what tells nodes and contexts apart that are shared, beside location and function */
    struct map64 holders_of;   /* by blocks and subject: which cells in them hold it (policy.c) */
    struct VEC(uint32_t) nodes_at;       /* by pc: how many it has */
    struct VEC(uint32_t) keyed_contexts; /* by function: how many it has */
    struct VEC(uint32_t) queue;          /* without merging: states to step again */
    uint32_t *rank;                      /* merging: by pc, its place in the order of stepping */
    struct VEC(uint64_t) ready;          /* merging: states to step, a binary heap of rank << 32 | state */
    struct VEC(uint8_t) queued;          /* by state: it is in queue or ready */
    uint32_t stepped;                    /* how many states were begun with, in order */

    struct intern *labels, *texts; /* texts: why paths end in the error state */
    struct VEC(struct avm_origin) origins;
    struct map64 origin_of;
    uint64_t last_origin_key;
    uint32_t last_origin;
    struct lts_builder *builder;
    struct VEC(uint32_t) built_label; /* m->labels to the builder's */
    struct VEC(uint8_t) joint;        /* by state: avm_model.joint */
    struct VEC(uint32_t) looked;      /* states at which properties look */
    uint64_t transitions, must_count;
    uint32_t error_state; /* or LTS_NONE */
    struct trial *trial;  /* NULL: inputs are all that they may be */

    struct avm_model *model;
    struct VEC(struct avm_refused) refused;
    struct VEC(struct avm_undecided) undecided;
    struct VEC(struct avm_loss) losses;
    struct VEC(struct avm_doubt) doubts;
    struct map64 undecided_of, loss_of, doubt_of;
    uint64_t last_doubt;
    struct VEC(const char *) assumptions;
    uint8_t *rule_fired; /* by rule index */
    bool some_code, too_many_labels;

    /* ---- the step that goes on, and room for it ---- */

    uint32_t now;               /* state being stepped */
    struct store_cursor cursor; /* opened on it */
    bool is_stepping;
    bool is_joint;                    /* of the state being stepped */
    bool was_cut;                     /* an assumption does not hold in some concrete states */
    struct VEC(struct successor) out; /* successors of the state being expanded */
    struct VEC(struct work *) works;
    size_t work_depth;
    struct probe probe;
    struct undo undo;    /* of running on in place: on the stack it costs 100 instructions a transition */
    const vs *arguments; /* of a call, while the blocks of the frame are made: no words hold them then */
    uint32_t argument_count;
    int64_t renaming_cost;        /* cells that rename.c has looked at, less what that was worth */
    struct run_memo *run_memo;    /* of running on; or NULL */
    uint64_t doubted;             /* how often something was doubted (doubts.c) */
    uint64_t passed;              /* codes run on over, since the budget was looked at */
    const struct node *bound[18]; /* CWI_BOUND: [0] the value written, returned or exited with, then the arguments */
    uint32_t bound_count;
    bool in_note;                   /* an annotation is evaluated: what is undefined in it is no error of the program */
    const struct trap *trap;        /* why the last value that cannot be was none */
    const struct cwi_expr *trap_at; /* and which expression, or NULL */
    struct arena *step_arena;       /* reset before each step */
    vs *step_words, *frame_buffer;
    struct loaded *loads; /* from constant objects, by their hash: LOADS of them, or NULL */
    struct round_memo memo[4096];
};
struct node_state { /* merging: the vector a state stands for now */
    uint32_t vector, joins, pc;
};
struct chain {            /* a state between two labels of one step */
    uint32_t pc;          /* the final one */
    uint32_t label, rest; /* next label, and the chain after it (pc) or 0 */
    uint32_t origin;
    bool must;
};

/* Where a state stands, or will when its labels have been told. */
static inline uint32_t final_pc(const struct avm *m, uint32_t pc)
{
    return pc >= m->chain_base ? m->chains.items[pc - m->chain_base].pc : pc;
}
static inline const struct code *code_at(const struct avm *m, uint32_t pc)
{
    return &m->code.items[final_pc(m, pc)];
}
static inline bool joins_states(const struct avm *m)
{
    return m->policy.key != NULL;
}
/* What an annotation's bound value stands for at the operation whose rules are being evaluated; NULL: not known. */
static inline const struct node *avm_bound(const struct avm *m, const struct node *n)
{
    return n->offset < m->bound_count ? m->bound[n->offset] : NULL;
}
/* Whether errors of the kind are asked for: each is a transition of its own then. For AVM_DOUBT_BOUNDS locals whose
 * address is taken are blocks, whose life ends. */
static inline bool avm_asks(const struct avm *m, enum avm_doubt_kind kind)
{
    return m->kinds_asked >> kind & 1;
}

#endif
