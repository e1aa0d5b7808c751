/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * avm: the abstract virtual machine: executes a linked program on abstract values and builds its state graph.
 *
 * One exploration loop; the systems of the five papers are its settings (struct avm_config). The result is a modal
 * labelled transition system whose transitions carry labels, must bits and origins, whose states carry three-valued
 * propositions (one for each property), and from which every state's values can be printed.
 *
 * An edge a -> b is must exactly when every concrete state of a has a successor in b. What the engine forgot and where
 * is in the result: the losses, the undecided branches with the variables to blame, the assumptions.
 *
 * Sources: DuVarney 2002, chapters 3 and 4; Krall 2012, chapter 2.
 */
#ifndef CWOLF_AVM_H
#define CWOLF_AVM_H

#include "labels/labels.h"
#include "runtime/lts/lts.h"
#include "runtime/points/world.h"

enum avm_merge {
    AVM_MERGE_NEVER,    /* polyvariant: states are equal or different */
    AVM_MERGE_STACK,    /* monovariant: joined where call stack and location agree */
    AVM_MERGE_LOCATION, /* data flow: joined where the location agrees, with widening */
    AVM_MERGE_KEYED     /* property simulation (Das, Lerner, Seigle 2002): joined where the location and the values of
                         * the config's keys agree; a function is entered once for each combination of keys and
                         * arguments, and what it leads to is shared by its callers */
};
/* What a step is to formulas with a next operator (grain.c). */
enum avm_grain {
    AVM_GRAIN_NONE, /* none was chosen */
    AVM_GRAIN_STATEMENT,
    AVM_GRAIN_EVENT,
    AVM_GRAIN_GLOBAL,
    AVM_GRAIN_LOOP,
    AVM_GRAIN_FUNCTION,
    AVM_GRAIN_MARK
};
enum avm_volatile { AVM_VOLATILE_ANY, AVM_VOLATILE_MEMORY, AVM_VOLATILE_INPUT };

/* What every run of a program begins with: points-to, the call graph, what runs beside it. `entry`: main gets argc and
 * argv, other functions any arguments. It keeps `program` and `notes`, which must outlive it. Fails with ST_LIMIT when
 * the budget (may be NULL) ends. */
struct avm_program;
enum status avm_program_new(const struct cwi_unit *program, const struct notes *notes, cwi_id entry,
                            const struct budget *budget, struct avm_program **out, struct diag *d);
void avm_program_free(struct avm_program *p); /* NULL is allowed */
const struct world *avm_program_world(const struct avm_program *p);
const struct callgraph *avm_program_calls(const struct avm_program *p);
struct pt *avm_program_points(const struct avm_program *p);

struct avm_config {
    cwi_id entry;                /* function to start in */
    cwi_id async;                /* a function that may run at any moment: it is run by itself, from any state that the
                                  * program may be in; 0: the program is run */
    struct avm_program *program; /* made before, with equal externals, inputs and interrupts; NULL: the run makes its
                                  * own */
    bool checks_accesses;        /* a run that certainly does something undefined ends there, whatever is tracked; what
                                  * may be undefined is counted among the assumptions */
    enum avm_merge merge;
    bool summarises; /* AVM_MERGE_NEVER: a function is entered once for each state of what it can see, and what it leads
                      * to is shared by its callers: frames of callers make no states, recursion needs no depth, and the
                      * transitions of returns are may */
    const cwi_id *keys; /* AVM_MERGE_KEYED: variables with static storage, of one cell each, that notes track */
    uint32_t key_count;
    bool skips_tables;          /* what no note names and has many cells is held as a block; arrays of numbers are not
                                 * tracked at all then */
    cwi_id subject;             /* one of the keys, or 0: which cells hold exactly what it holds is a key, too */
    uint64_t trial;             /* one run, for which this number chooses the inputs; 0: all inputs */
    const struct abs *fallback; /* for variables that no note names; NULL: top */
    bool any_failure; /* calls of the system give any result that they can give, whatever happened before: what they
                       * return are inputs, of files that the program wrote too */
    enum avm_volatile volatiles;
    bool unbounded;       /* integers of the program are mathematical ones: nothing wraps around (enum vs_range) */
    enum avm_grain grain; /* AVM_GRAIN_GLOBAL: states stand behind what may write a global */
    bool peephole;        /* skip states with a single silent successor as they are found (DuVarney 2002,
                           * 4.6) */
    bool runs_far;        /* with peephole: over thousands of states, and around loops */
    bool forgets_runs;    /* with peephole, for tests: nothing of it is remembered */
    bool checks_runs;     /* with peephole, for tests: what is remembered is done anew too; ends the process where that
                           * is something else */
    bool shows_choices;   /* a state stands behind each store of an input: questions in branching time are about what
                           * may still come when it is chosen */
    bool relates;         /* AVM_MERGE_NEVER: integers that hold one unknown value, or one a constant apart, are
                           * known to */
    bool keep_graph;      /* false: only count, no transitions stored (benchmarks, plain reachability) */
    bool keep_must;
    uint32_t widen_after; /* joins at one place before widening, default 3 */
    const char *joins_at; /* FILE:LINE, whose states `joined` is told of, each time that one grew; may be NULL */
    void (*joined)(uint32_t times, const char *state);
    uint32_t recursion_depth; /* activations of one function before frames are joined, default 32; earlier when the
                               * arguments repeat, since then the recursion gets nowhere */
    const struct cwi_place *excused; /* where an error is known, and is not told: what follows it is still unknown */
    uint32_t excused_count;
    uint32_t split_limit; /* most parts an input splits into, default 256; at most 512; a wide cell: one less */
    uint64_t max_states, max_memory;                                        /* 0: 10^6 states, 2 GB */
    const struct budget *budget;                                            /* NULL: none */
    void (*progress)(void *context, uint64_t states, uint64_t transitions); /* may be NULL; called now and then */
    void *context;
};
void avm_config_init(struct avm_config *c);

/* Why a step has the successors it has. */
enum avm_choice {
    AVM_ONLY,        /* the one successor */
    AVM_INPUT,       /* the environment chose */
    AVM_LOST,        /* abstraction lost the information */
    AVM_CALL_UNKNOWN /* an unknown function may have called back, or not returned */
};

/* Where a transition comes from; struct lts's origin ids are indices into avm_model.origins. */
struct avm_origin {
    struct cwi_place at;
    cwi_id func;
    const struct cwi_stmt *stmt;  /* of the program; NULL for the artificial first step */
    const struct cwi_expr *blame; /* AVM_LOST: the condition that could not be decided; AVM_INPUT: the cell that
                                   * received the input, or NULL */
    enum avm_choice why;
    int outcome;        /* branches: 1 taken as true, 0 as false, else -1 */
    const char *error;  /* the step leads to the model's error state: why; else NULL */
    const char *chosen; /* what a trial chose in it, in words; else NULL */
};

/* A branch that abstraction could not decide, counted over all states. */
struct avm_undecided {
    struct cwi_place at;
    cwi_id func, var;   /* a variable whose abstraction caused it; 0 when it is no variable */
    const char *cell;   /* as users write it: "n", "p->len", "result of rand" */
    const char *advice; /* "track 'n' (now ignored)", "declare 'read_sensor' as input" */
    uint64_t count;
};

/* What was forgotten, where: every verdict that rests on it shows it. */
struct avm_loss {
    struct cwi_place at;
    cwi_id func;
    const char *text; /* "inline assembler: all memory forgotten" */
    uint64_t count;
};

/* Which variables made most states (for the explosion report, in descending order of distinct values). */
struct avm_growth {
    cwi_id func, var;
    const char *cell;
    uint64_t distinct_values;
    const char *advice;
};

/* An abstraction that a note asked for and that could not be given. */
struct avm_refused {
    const struct note *note;
    const char *why; /* "'mode' is not tracked: 'handler' runs at any time and may write it, at f.c:12" */
};

/* What is assumed about one expression of the program; each is there once. */
enum avm_doubt_kind {
    AVM_DOUBT_BOUNDS,   /* it accesses its object, inside of it */
    AVM_DOUBT_DIVISION, /* its divisor is not 0 */
    AVM_DOUBT_OVERFLOW, /* signed: the result can be represented, or wraps around */
    AVM_DOUBT_QUOTIENT, /* it can be represented: the least value by -1 ends the program */
    AVM_DOUBT_FREE,     /* a call that frees a block, which is one and was not freed before */
    AVM_DOUBT_ABORT,    /* a call of a function without a body, which neither fails an assertion nor aborts */
    AVM_ASSUMED,        /* behind these: never assumed, only asked about */
    AVM_DOUBT_UNSET = AVM_ASSUMED, /* what is read was given a value */
    AVM_DOUBT_LEAK,                /* each block that was not freed is led to */
    AVM_DOUBT_BLOCK,               /* the program does not wait for ever */
    /* Of the errors of an access those that are asked about alone; what is assumed of them is AVM_DOUBT_BOUNDS. */
    AVM_DOUBT_NULL,  /* it does not follow a null pointer */
    AVM_DOUBT_DEAD,  /* its object is there, neither freed nor left */
    AVM_DOUBT_TWICE, /* of a call that frees a block: it was not freed before; the rest of AVM_DOUBT_FREE */
    AVM_DOUBTS
};
struct avm_doubt {
    enum avm_doubt_kind kind;
    const struct cwi_expr *expr;
    struct cwi_place at;
};
/* By which doubts are told apart. */
static inline uint64_t avm_doubt_key(enum avm_doubt_kind kind, const struct cwi_expr *e)
{
    return (uint64_t)(uintptr_t)e << 4 | kind;
}

enum avm_end {
    AVM_COMPLETE,
    AVM_OUT_OF_STATES,
    AVM_OUT_OF_MEMORY,
    AVM_OUT_OF_TIME,
    AVM_OUT_OF_WORK, /* that was counted (budget.units) */
    AVM_INTERRUPTED,
    AVM_ANSWERED
};

struct avm_model {
    struct arena *arena;
    const struct cwi_unit *program;
    enum avm_end end;
    struct lts *graph;    /* NULL without keep_graph; its propositions are the properties, in the order of the
                           * notes */
    const uint8_t *joint; /* by state: one of its transitions is there, whichever (logic.h) */
    uint32_t stepped; /* AVM_MERGE_NEVER, not runs_far: of the states behind these the transitions are not known, unless
                       * the run is complete; 0: nobody knows of which */
    struct avm_origin *origins;
    uint32_t origin_count;

    uint64_t states, transitions, must; /* also without keep_graph */
    uint64_t max_states;                /* as configured, or the default */
    bool unbounded;                     /* as configured */
    uint64_t bytes;                     /* of the state store */
    double seconds;
    uint32_t error;           /* the state in which nobody knows what the program does: something undefined certainly
                               * happened, or something that is not modelled. With it no verdict is True. LTS_NONE:
                               * never */
    bool ends;                /* some way ends the program before the entry returns: exit, abort */
    bool has_error_locations; /* assertions, abort and the like occur in what can be reached */
    bool some_code;           /* some statement of the program was executed */
    bool joins_calls;         /* a recursion was joined: avm_config.summarises tells its activations apart */
    const char *unseen;       /* something that the program does and the model does not, for users; NULL: there is no
                               * such thing. With it no verdict is True, and no design is refuted for what the model
                               * lacks */

    struct avm_undecided *undecided;
    uint32_t undecided_count;
    struct avm_loss *losses;
    uint32_t loss_count;
    struct avm_growth *growth; /* filled when the end is not AVM_COMPLETE, or many states */
    uint32_t growth_count;
    const char **assumptions; /* "signed arithmetic wraps around"; the last ones are those of the doubts */
    uint32_t assumption_count;
    const char *trial;           /* the inputs that were chosen, in words; NULL: none was read */
    const int64_t *trial_inputs; /* the same in their order, characters among them; none where they come from several */
    uint32_t trial_input_count;
    struct avm_doubt *doubts;
    uint32_t doubt_count, doubt_lines;
    const struct note **unused; /* notes that never had an effect: labels that never fired, variables never stored */
    uint32_t unused_count;
    struct avm_refused *refused;
    uint32_t refused_count;

    struct avm *machine; /* for the functions below */
};

/* Runs. Everything is from `program` (linked) and `notes` (abstractions, labels, inputs, externals, interrupts,
 * properties). The model is the caller's (avm_model_free). Running out of a budget is no failure: see model->end. Fails
 * on bad notes and when the entry has no body. */
enum status avm_run(const struct cwi_unit *program, const struct notes *notes, const struct avm_config *config,
                    struct avm_model **out, struct diag *d);
void avm_model_free(struct avm_model *m);

/* Doubts as assumptions, a line for each kind with their number and the first place: "2 accesses stay in bounds (first
 * a.c:12)". Returns the number of lines, which live in `a`. */
uint32_t avm_doubt_texts(struct arena *a, const struct cwi_unit *u, const struct avm_doubt *doubts, size_t count,
                         bool unbounded, const char *texts[AVM_DOUBTS]);
/* Whether an invariant of the run holds, in each of its states: one of the LTS's three values `stride` bytes apart. One
 * that names a local variable is about the newest activation of its function, and may hold where there is none, or not
 * a known one, or where its expression may have no value. Notes of the logics "in" and "at" tell where control is. */
void avm_evaluate(const struct avm_model *model, const struct note *invariant, uint8_t *out, size_t stride);
/* Whether the program may execute the function: as far as calls tell, and contexts, where the run saw everything. */
bool avm_may_run(const struct avm_model *model, cwi_id func);
/* Whether something happens in the state that the model does not have, so that nothing follows it. */
bool avm_is_given_up(const struct avm_model *model, uint32_t state);
/* In some state the expression may have no value: it divides by zero there, or looks outside of an object. */
bool avm_lacks_value(const struct avm_model *model, const struct note *invariant);

/* The least and the greatest value that an integer expression over variables with static storage may have in a state;
 * false when nothing is known. */
bool avm_bounds(const struct avm_model *model, uint32_t state, const struct cwi_expr *e, int64_t *lo, int64_t *hi);

/* Where a transition of the graph comes from; NULL: it is artificial. */
const struct avm_origin *avm_origin_of(const struct avm_model *m, uint64_t transition);
/* The branch that a transition takes, a CWI_IF or CWI_SWITCH of the program, and one of the ways (cwi_way_target) that
 * lead where it goes. NULL: it is no branch, or the model does not tell. */
const struct cwi_stmt *avm_branch_of(const struct avm_model *m, uint64_t transition, uint32_t *way);
/* Whether a function may be active twice. */
bool avm_is_recursive(const struct avm_model *m, cwi_id func);

/* Whether a place is FILE:LINE; the file may be named by the end of its path. */
bool avm_is_at(const struct cwi_unit *u, struct cwi_place at, const char *text);

/* ---- grain: a graph with fewer steps (grain.c, grain_graph.c) ---------------------------------------------------- */

/* One row for each grain, the first AVM_GRAIN_STATEMENT: the table that options, reports and help read. */
struct avm_grain_row {
    const char *name, *step; /* "loop", "one step is ..." */
};
extern const struct avm_grain_row avm_grains[]; /* ends with name == NULL */

/* Which transitions of the model's graph are steps, the others being silent. `named`: the conditions of a formula, as
 * notes of the run, for AVM_GRAIN_STATEMENT; `labels`: the bits of the labels in it, which are steps in each grain. */
void avm_find_steps(const struct avm_model *m, enum avm_grain grain, const struct note *const *named, size_t count,
                    const uint64_t *labels, uint8_t *steps);

/* A graph whose transitions are the steps of another one, each with the silent transitions before it. A must transition
 * stands for a chain of must transitions. Where silence may last for ever there is a state for it, the endless stay:
 * with what holds where it begins, entered by a silent transition, and left by none but one to itself. */
struct avm_coarse {
    const struct lts *fine;
    const uint8_t *steps; /* of `fine` */
    struct lts *graph;
    uint32_t *state; /* of `fine`, for each state */
    uint64_t *step;  /* of `fine`, for each transition; UINT64_MAX: into an endless stay, or in it */
};
/* Keeps `fine` and `steps`. ST_STOPPED when the control ends it. */
enum status avm_coarsen(const struct lts *fine, const uint8_t *steps, const struct lts_control *control,
                        struct avm_coarse *out, struct diag *d);
/* The transitions of `fine` that transition `t` stands for, into `a`; over must transitions if it is must. For an
 * endless stay: up to where a state is met again. */
uint64_t *avm_coarse_path(struct arena *a, const struct avm_coarse *c, uint64_t t, size_t *count);
void avm_coarse_free(struct avm_coarse *c);

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Text of one state: call stack with places, and the values of its slots, one a line ("main: state = 1"). */
void avm_print_state(const struct avm_model *m, uint32_t state, struct buf *out);
/* What a user wants to read about one transition: "input: 'ch' is 97", "'n > 3' is false", "calls 'open'", or "" for
 * nothing to tell. */
void avm_print_step(const struct avm_model *m, uint32_t from, uint64_t transition, struct buf *out);
/* Fills graph->state_names, and makes the propositions say more, for Kripke structures: each state's graph->prop says
 * of an invariant on globals, by its name, whether it holds there; of other properties, as "NAME violated", whether the
 * violation is noticed there. */
void avm_name_states(struct avm_model *m);

#endif
