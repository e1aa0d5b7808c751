/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of the abstract virtual machine: cells and slots, expression nodes, code, working states.
 *
 * A state is a vector of words: program counter, context, result register, pending inputs, the slots of global cells,
 * the slots of the current function's cells. Slots hold value handles (values.h). Local temporaries that do not outlive
 * a code block stand behind the frame in the working state and never enter the store.
 *
 * A pending input is a value that the environment has not been seen to choose yet: it may be resolved by the first test
 * or store that looks at it, as long as no label was emitted in between. Its bit in W_PENDING says so.
 *
 * Cells of locals whose address is taken stand among the global slots: a function that is not recursive has one
 * activation at most. Such locals of recursive functions are not tracked, and that is reported.
 */
#ifndef CWOLF_AVM_MACHINE_H
#define CWOLF_AVM_MACHINE_H

#include "runtime/avm/avm.h"
#include "cells.h"
#include "contexts.h"
#include "map.h"
#include "policy.h"
#include "store.h"
#include "work.h"

/* PC_ERROR: nobody knows what the program does from here on. PC_SURE + k: so it is, because of an error of a kind k
 * that is asked about; PC_POSSIBLE + k: there may have been one, and what follows if there was none goes on elsewhere.
 */
enum { PC_HALT, PC_START, PC_ERROR, PC_SURE, PC_POSSIBLE = PC_SURE + AVM_DOUBTS, PC_CODE = PC_POSSIBLE + AVM_DOUBTS };
enum { PARTS_MAX = 512 }; /* most parts an input is ever split into */

/* ---- expressions ------------------------------------------------------------------------------------------------- */

enum node_kind {
    N_CONST,  /* v */
    N_SLOT,   /* cell */
    N_ELEM,   /* element a (in elements) of the object's cells */
    N_LOAD,   /* what address a points to, type t */
    N_ADDR,   /* address of object + offset */
    N_PTRADD, /* a + b bytes */
    N_UNARY,
    N_BINARY,
    N_COND,
    N_BOUND, /* value number `offset` of the machine's bound values */
    N_ANY    /* any value of the type: untracked variable, or lost; is_volatile: an input, one of the values v */
};
struct node {
    uint8_t kind, op;
    bool is_volatile, may_overflow;
    struct vs_type t, ta, tb;
    vs v;
    const struct cell *cell;
    const struct object *object;
    uint32_t object_id;
    uint64_t offset, size, stride;
    uint8_t bit_pos, bit_width;
    const struct node *a, *b, *c;
    const struct cwi_expr *src;
};

/* Where a store goes. */
enum place_kind { P_NONE, P_CELL, P_ELEM, P_MEM };
struct target {
    uint8_t kind;
    bool is_volatile;
    const struct cell *cell;     /* P_CELL */
    const struct object *object; /* P_ELEM */
    const struct node *index;    /* P_ELEM: element number. P_MEM: the address */
    struct vs_type t;
    uint64_t size, stride;
    uint8_t bit_pos, bit_width;
    cwi_id type, base; /* base variable or 0 */
    const struct cwi_expr *src;
};

/* ---- code -------------------------------------------------------------------------------------------------------- */

enum op_kind {
    OP_STORE,    /* target = value; with events when rules are given */
    OP_COPY,     /* aggregate copy: target object from source object, cell by cell */
    OP_ZERO,     /* aggregate cleared */
    OP_FORGET,   /* target, or everything that escapes */
    OP_KILL,     /* the life of local variable to.base ended */
    OP_LIVE,     /* it began, if it has not: the variable is named */
    OP_BOUND,    /* `value` is an index below to.size */
    OP_SET,      /* `value` (NULL: something unknown) is read, and may never have been given one: `text` */
    OP_CONSTANT, /* something constant is written */
    OP_INPUT,    /* leaves `value`, which the environment chooses, pending in the result register */
    OP_SETJMP,   /* leaves 0 in the result register, and in `to` which it is */
    OP_CALL,     /* of a function without body, silent, or with labels (then the last of its block) */
    OP_LABEL,    /* emits rules of `call` kind before a call with a body, or an event of _cwolf_event */
};
/* How a pending input splits over the parts of the cell it enters: the same for every state in which it has the same
 * set, as long as the stored value depends on nothing else. Remembers the last one. */
struct split_memo {
    const struct cell *leaf; /* the pending temporary, the only cell in the value */
    const struct cell *cell; /* where it was stored */
    vs in;                   /* its set that the rest belongs to; VS_BOTTOM: none yet */
    uint32_t count;          /* 0: no split */
    struct {
        vs leaf, stored;
        bool must;
    } * parts;
};

struct op {
    uint8_t kind;
    struct target to;
    const struct node *value;
    const struct cwi_stmt *stmt;
    const struct call *call;
    const struct target *from;   /* OP_COPY */
    const struct events *events; /* NULL: none */
    const char *text;
    const struct node *bound;      /* with events: what CWI_BOUND -1 stands for */
    uint32_t number;               /* OP_SETJMP: its place in m->setjmps */
    struct split_memo *memo;       /* OP_STORE of a value with one leaf, a temporary; else NULL */
    uint32_t flat_first, flat_end; /* OP_STORE: its instructions in m->flat */
};

/* An access that perhaps touches the cell of a rule: both places, compared when it is run. */
struct spot {
    const struct node *address;
    uint64_t size;
    bool is_bits; /* a bit-field: the bytes tell too little */
};
struct meeting {
    struct spot cell, access;
    bool unsteady; /* the store may change what the addresses are made of: "perhaps" at best */
};

/* Label rules that one statement can fire, in the order of evaluation. */
struct rule {
    const struct ev_rule *ev;
    uint32_t label; /* lts label; UINT32_MAX: built from arguments; LTS_TAU: "_" */
    const struct node *cond, *when;
    const struct node **args;       /* in the label's brackets */
    const struct meeting *meetings; /* fires when one of them takes place; none: surely */
    uint32_t meeting_count;
};
struct events {
    struct rule *before; /* read, exec, call, event: conditions on the state before */
    uint32_t before_count;
    struct rule *written; /* write */
    uint32_t written_count;
    struct rule *watches;
    uint32_t watch_count;
};

struct call {
    cwi_id callee; /* 0: through a pointer */
    const struct node *pointer;
    const struct node **args;
    const struct target **wholes; /* by argument: where it stands when it is an aggregate, else NULL */
    uint32_t arg_count;
    const struct node *extra; /* where the arguments from number `named` on lie, or NULL */
    uint32_t named;
    const struct effect *effect;                   /* of a function without body */
    bool writes;                                   /* the effect writes through some argument */
    bool writes_deep;                              /* and more than what that points to */
    bool is_read, is_stdin;                        /* it reads a stream or descriptor; surely standard input */
    bool is_scan, is_scan_known, may_convert_none; /* scanf: its literal format is understood */
    uint32_t conversions;
    uint8_t library; /* a function that the machine does itself where it can (library.c), or 0 */
    bool is_fixed;   /* the result does not depend on arguments: `fixed` */
    vs fixed;
    bool is_named_before;     /* through a pointer: what it may call was told apart before */
    bool may_leave;           /* through a pointer: may call something outside the program */
    const cwi_id *candidates; /* for pointers: what points-to says */
    uint32_t candidate_count;
    struct vs_type t; /* of the result; kind 255: none */
    bool is_tail;
    bool is_merged; /* the callee is entered in one context whatever the way to this call was */
};

enum end_kind {
    END_GOTO,
    END_IF,
    END_SWITCH,
    END_ANY,
    END_CALL,
    END_RETURN,
    END_HALT,
    END_STOP,
    END_LONGJMP,
    END_ERROR
};
struct code { /* a location and what happens from it; program counters are indices of these */
    struct func_code *fn;
    struct op *ops;
    uint32_t op_count;
    uint8_t end;
    bool is_stop; /* never skipped: a property looks here */
    bool is_return_point, is_setjmp;
    bool is_mark;         /* behind _cwolf_tick() */
    bool is_behind_write; /* with AVM_GRAIN_GLOBAL: a global may just have been written */
    bool is_plain;        /* silent stores, then goto, if or switch */
    bool flat_copies;     /* its stores change more than an undo remembers */
    /* In m->flat: all stores, then what computes `value` into the word flat_value. */
    uint32_t flat_first, flat_end, flat_value_end;
    uint32_t flat_value;
    uint8_t gave_up;             /* how often running on failed here */
    const struct cwi_stmt *stmt; /* the terminator or call, for origins */
    struct cwi_place at;         /* of its first statement */
    const char *error;           /* END_ERROR: why */
    const struct node *value;    /* condition, switch value, returned value, exit status */
    const struct call *call;
    const struct node **labels; /* END_ANY: `value` is one of these, that of the target; or NULL */
    const struct node *buffer;  /* END_LONGJMP: which setjmp is meant, or NULL */
    const struct target *whole; /* END_RETURN: where the aggregate stands that is returned */
    cwi_id result;              /* a return point: the variable that gets an aggregate result, or 0 */
    cwi_id result_type;         /* a return point: of the result register, where that is known, or 0 */
    struct vs_type expects;     /* a return point: what the result is read as; kind 255: it is not */
    uint32_t *next;             /* pcs; END_CALL: the return point */
    uint32_t next_count;
    struct switch_row *rows;
    uint32_t row_count;
    const struct rule *exec; /* rules that fire when this line is entered from another */
    uint32_t exec_count;
    const uint32_t *looks; /* properties evaluated here */
    uint32_t look_count;
    uint32_t live_pending; /* pending bits that stay on entry */
    const uint32_t *kills; /* slots of temporaries that are dead on entry */
    uint32_t kill_count;
};
struct switch_row {
    vs values;
    uint32_t next;
    const struct cwi_stmt *stmt;
};
struct func_code {
    cwi_id func;
    uint32_t entry;   /* pc */
    uint32_t words;   /* length of the state vector */
    uint32_t scratch; /* with local temporaries */
    const struct abs *result_abs;
    bool is_compiled;
    uint32_t first_local, local_count; /* in m->locals */
    uint32_t holder_bits;              /* of pending inputs in variables (holders.c) */
    uint32_t *params;                  /* cell indices, UINT32_MAX untracked */
    uint32_t param_count;
    const struct cell *extra; /* what points to the arguments beyond the parameters, or NULL */
    uint32_t *resets;         /* global slots of its locals: reset when it is left */
    uint32_t reset_count;
    cwi_id *blocks; /* its locals that are held as blocks */
    uint32_t block_count;
    const struct cell **frame_cells; /* by slot - frame_base */
    struct cwi_place at;
};

/* A property as the engine sees it. */
struct look {
    const struct note *note;
    const struct node *cond; /* invariant */
    cwi_id scope;            /* function whose frame it needs, or 0 */
    bool mixes;              /* it names other memory beside that frame */
    bool is_place;           /* in(FUNCTION), at(FILE:LINE) */
    bool is_error_location;  /* true at marked codes only */
    uint32_t kinds;          /* it is violated by errors of these kinds */
    bool found;              /* what it names occurs */
};

/* ---- the machine ------------------------------------------------------------------------------------------------- */

struct at;

struct successor {
    uint32_t label, state, origin;
    bool must;
};

struct probe { /* running on: what the one successor would be */
    bool on;
    uint32_t count, pc;
    struct work *end;
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
    const struct world *world;
    struct map64 stmt_of; /* of expressions, once one was wanted: index in stmts */
    struct VEC(struct located) stmts;
};

struct avm {
    struct arena *arena;
    const struct cwi_unit *u;
    const struct notes *notes;
    struct avm_config cfg;
    struct policy policy;
    struct vs_pool *pool;
    struct ev_set *events;
    struct avm_program *program, *own; /* the latter is to be freed, or NULL */
    const struct callgraph *calls;
    const struct world *world;
    struct pt *points;

    struct object *objects;     /* by variable id */
    struct map_pool *maps;      /* what is in blocks */
    const struct abs *heap_abs; /* how the heap's values are rounded; NULL: it is not tracked */
    struct VEC(struct cell) cells;
    uint32_t global_count, frame_base, scratch_max;
    struct flat *flat;        /* flat.c: the instructions of all codes */
    struct VEC(vs) constants; /* in every working state, from word scratch_max on */
    uint32_t registers;       /* words of a working state */
    vs *initial_globals;
    const struct cell **global_cells; /* by slot - W_GLOBALS */
    vs *step_words, *spare;
    uint64_t last_origin_key;
    uint32_t last_origin;
    cwi_id program_entry;  /* of the program, whatever this run begins with */
    cwi_id *forced_shared; /* by variable id: a function beside this one that writes it at any moment, or 0 */
    struct VEC(struct avm_refused) refused;

    struct func_code *funcs;      /* by function id */
    struct VEC(struct code) code; /* by pc */
    struct look *looks;
    uint32_t look_count;
    bool looks_in;  /* some property asks which function control is in */
    bool looks_mix; /* some invariant names globals and locals together */
    cwi_id *locals; /* variables by owner: those of f are first_local[f] .. first_local[f + 1] - 1 */
    uint32_t *first_local;

    struct store *states, *frames;
    struct VEC(struct context) contexts;
    struct map64 context_of, pair_of, site_of, returned;
    struct loaded *loads;          /* from constant objects, by their hash: LOADS of them, or NULL */
    struct VEC(struct site) sites; /* by number */
    bool has_alloca;
    struct VEC(uint32_t) setjmps; /* return points of setjmp calls */
    uint32_t exit_pc;
    vs *frame_buffer;
    struct arena *step_arena;      /* reset before each step */
    struct VEC(uint32_t) chain_pc; /* label chains: pc of chain entries start at chain_base */
    struct VEC(struct chain) chains;
    struct map64 chain_of;
    uint32_t chain_base;

    struct intern *labels, *texts; /* texts: why paths end in the error state */
    struct VEC(struct avm_origin) origins;
    struct map64 origin_of;
    uint32_t entry_pc;

    struct VEC(struct work *) works;
    size_t work_depth;
    struct VEC(struct successor) out; /* successors of the state being expanded */
    const struct node *bound[18]; /* CWI_BOUND: [0] the value written, returned or exited with, then the arguments */
    uint32_t bound_count;
    uint32_t now;                        /* state being stepped */
    struct store_cursor cursor;          /* opened on it */
    struct VEC(uint32_t) queue;          /* states to step again; merging: to step */
    struct VEC(uint8_t) queued;          /* merging: by state */
    struct VEC(uint8_t) joint;           /* by state: avm_model.joint */
    bool is_joint;                       /* of the state being stepped */
    uint32_t stepped;                    /* how many states were begun with, in order */
    struct VEC(struct node_state) nodes; /* merging: by state */
    struct map64 node_of;
    struct intern *key_values; /* CONTEXT_SUMMARY: what tells nodes and contexts apart, beside location and function */
    struct VEC(uint32_t) key_slots;
    uint32_t subject_slot;               /* or 0 */
    struct VEC(uint32_t) nodes_at;       /* by pc: how many it has */
    struct VEC(uint32_t) keyed_contexts; /* by function: how many it has */
    struct lts_builder *builder;
    struct VEC(uint32_t) built_label; /* m->labels to the builder's */
    uint64_t transitions, must_count;

    struct probe probe;
    struct trial *trial;            /* NULL: inputs are all that they may be */
    uint64_t passed;                /* codes run on over, since the budget was looked at */
    const struct trap *trap;        /* why the last value that cannot be was none */
    const struct cwi_expr *trap_at; /* and which expression, or NULL */
    struct round_memo memo[4096];
    struct avm_model *model;
    struct map64 undecided_of, loss_of, doubt_of;
    struct VEC(struct avm_doubt) doubts;
    uint64_t last_doubt;
    uint32_t kinds_asked; /* of errors, bit k for kind k: avm_asks */
    bool tells_parts;     /* some property asks about a part of the errors of an access, or of a call of free */
    bool is_stepping;
    bool in_note;       /* an annotation is evaluated: what is undefined in it is no error of the program */
    bool was_cut;       /* the step that goes on: an assumption does not hold in some concrete states */
    uint8_t *holders;   /* by variable: 1: it holds inputs, and is held as a temporary (holders.c) */
    bool copies_memory; /* without looking at it (unset.c) */
    bool wraps;         /* while lowering: signed overflow is defined here */
    bool has_floats;    /* floating-point numbers are followed (floats.c); else each is any */
    struct VEC(struct avm_undecided) undecided;
    struct VEC(struct avm_loss) losses;
    struct VEC(const char *) assumptions;
    uint8_t *rule_fired;         /* by rule index */
    struct VEC(uint32_t) looked; /* states at which properties look */
    uint32_t error_state;        /* or LTS_NONE */
    bool some_code, too_many_labels;
};
struct node_state { /* merging: the vector a state stands for now */
    uint32_t vector, joins;
};
struct chain {            /* a state between two labels of one step */
    uint32_t pc;          /* the final one */
    uint32_t label, rest; /* next label, and the chain after it (pc) or 0 */
    uint32_t origin;
    bool must;
};

/* Where no function's frame is. */
static inline bool is_last(uint32_t pc)
{
    return pc == PC_HALT || (pc >= PC_ERROR && pc < PC_CODE);
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

/* shared.c */
void avm_find_shared(struct avm *m);
void avm_find_floats(struct avm *m);                                   /* floats.c */
void avm_not_tracked(struct avm *m, cwi_id var, const struct note *n); /* though the note asks for it */

/* layout.c */
struct vs_type avm_type(const struct avm *m, cwi_id type);
enum status avm_layout(struct avm *m, struct diag *d);
const struct cell *avm_find_cell(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size,
                                 uint8_t bit_pos, uint8_t bit_width);

/* lower.c: cwi trees to nodes */
const struct node *avm_lower(struct avm *m, const struct cwi_expr *e);
struct target avm_target(struct avm *m, const struct cwi_expr *lvalue);
struct target avm_memory(struct avm *m, const struct cwi_expr *lvalue); /* always P_MEM: by address */
/* 0 or 1, for an annotation or a choice of the engine's own; not known where the operands cannot be compared. */
const struct node *avm_compared(struct avm *m, enum vs_op op, const struct node *a, const struct node *b,
                                const struct cwi_expr *src);
cwi_id avm_base_var(const struct cwi_expr *lvalue); /* 0 when through a pointer */

/* doubts.c: why something has no value, and what kind of error that is */
struct trap {
    const char *text;
    enum avm_doubt_kind kind;
};
extern const struct trap avm_trap_bounds, avm_trap_null, avm_trap_division, avm_trap_dead, avm_trap_free,
    avm_trap_twice, avm_trap_null_argument, avm_trap_constant, avm_trap_string, avm_trap_overlap, avm_trap_length,
    avm_trap_quotient;

/* eval.c */
vs avm_eval(struct avm *m, struct work *s, const struct node *n);
/* An object whose life ended may lie where another one is now: how pointers to them compare is not known. */
bool avm_may_coincide(const struct avm *m, const struct work *s, const struct node *n, vs a, vs b);
vs avm_apply_unary(struct avm *m, struct work *s, const struct node *n, vs a);
vs avm_apply_binary(struct avm *m, struct work *s, const struct node *n, vs a, vs b);
vs avm_round(struct avm *m, const struct cell *c, vs v);
vs avm_round_to(struct avm *m, const struct abs *a, struct vs_type t, vs v);
/* Whether the value depends on nothing but one pending input and single values; its bit mask into *bits. */
bool avm_only_input(struct avm *m, const struct work *s, const struct node *n, uint32_t *bits);

/* symbols.c: words that hold one unknown value, or values a constant apart, with avm_config.relates. A symbol means one
 * value in a state and in the frames that it leads back to; words with symbols that nobody shares are sets. */
/* The operand whose value, a constant apart, is that of the tree; NULL: there is none. */
const struct node *avm_moved(const struct node *n);
/* The unknown value that the tree moves gets a symbol where it is: what is computed from it is related to it. */
void avm_name_moved(struct avm *m, struct work *s, const struct node *n);
/* The result of an operator on symbolic operands, whose set is `result`. */
vs avm_symbol_unary(struct avm *m, const struct node *n, vs a, vs result);
vs avm_symbol_binary(struct avm *m, const struct node *n, vs a, vs b, vs result);
/* `set` instead of the value's own; of another type it is no longer what the symbol says. */
vs avm_with_set(struct avm *m, vs v, struct vs_type t, vs set);
/* A word that held `was` holds a value of `set`: so all that hold its symbol are narrowed. False: one of them holds
 * nothing then. */
bool avm_narrow_related(struct avm *m, struct work *s, vs was, vs set);
/* Words of which the condition's outcome says that they are equal get one symbol. */
void avm_learn_equal(struct avm *m, struct work *s, const struct node *cond, bool outcome);
/* Before a state is stored: the symbols that only it holds get names that depend on nothing but who holds them. */
void avm_settle_symbols(struct avm *m, struct work *s, uint32_t words);
uint32_t avm_symbols_in(const struct avm *m, const vs *words, size_t count);
void avm_drop_symbols(const struct avm *m, vs *words, size_t count);
enum { ALL_SYMBOLS = UINT32_MAX }; /* of a context in which none may be made */

/* constrain.c: false when no concrete state satisfies it */
bool avm_constrain(struct avm *m, struct work *s, const struct node *cond, bool outcome);
bool avm_narrow(struct avm *m, struct work *s, const struct node *n, vs to);

/* memory.c */
vs avm_load(struct avm *m, struct work *s, const struct node *n);
/* False: the store is surely undefined, and m->trap says why. */
bool avm_store(struct avm *m, struct work *s, const struct target *to, vs v);
void avm_forget_object(struct avm *m, struct work *s, uint32_t object); /* a variable or a block */
void avm_forget_escaped(struct avm *m, struct work *s);
void avm_forget_pointee(struct avm *m, struct work *s, const struct node *pointer);
void avm_forget_written(struct avm *m, struct work *s, const struct cwi_stmt *call); /* whatever the call may write */
void avm_copy(struct avm *m, struct work *s, const struct op *op);
/* False: the memory is surely not there, and m->trap says why. */
bool avm_reach(struct avm *m, struct work *s, const struct target *place);
/* It is surely a constant: m->trap says so. */
bool avm_is_constant_place(struct avm *m, struct work *s, const struct target *to);
/* The one cell that a store surely goes to, or NULL. */
const struct cell *avm_sure_cell(struct avm *m, struct work *s, const struct target *to);

/* aggregate.c */
/* Where an aggregate stands that is an argument or a result; NULL: `e` is none. */
const struct target *avm_whole(struct avm *m, const struct cwi_expr *e);
/* Whether the variable is one that such a value is kept in. */
bool avm_is_whole(const struct avm *m, cwi_id var);
/* Keeps what stands at `from` (NULL: nobody knows) as argument i, or as the result (0), while frames change. */
void avm_carry(struct avm *m, struct work *s, const struct target *from, uint32_t i);
/* What was kept goes to the variable, which may be in another frame, or nowhere. */
void avm_put(struct avm *m, struct work *s, cwi_id to, uint32_t i);
void avm_drop_passed(struct avm *m, struct work *s, uint32_t i);

/* compile.c, blocks.c */
enum status avm_compile(struct avm *m, struct diag *d);

/* policy.c */
/* CONTEXT_SUMMARY: a number for `other`, what the keys hold in the state, and which slots below `end` hold exactly what
 * the subject holds. */
enum { KEYS_MAX = 16, HOLDERS_MAX = 16 };
uint32_t avm_key_of(struct avm *m, const vs *words, uint32_t end, uint64_t other);
void avm_find_keys(struct avm *m); /* their slots */

/* calls.c */
void avm_do_call(struct avm *m, struct work *s, const struct code *c);
void avm_do_return(struct avm *m, struct work *s, const struct code *c);
void avm_do_longjmp(struct avm *m, struct work *s, const struct code *c); /* jump.c */
/* Where a jump buffer holds which setjmp it is of; P_NONE: it has no room for it. */
struct target avm_jump_buffer(struct avm *m, const struct cwi_expr *buffer);
const struct node *avm_buffer_read(struct avm *m, const struct cwi_expr *buffer); /* the same, read; or NULL */
/* What is the same at each execution. */
void avm_prepare_external(struct avm *m, const struct op *op, struct call *call);
vs avm_declared(struct avm *m, const struct note_interval *values, uint32_t count, struct vs_type t); /* of an input */
/* `at` is where op stands; NULL: it does not go on in copies. False: it does not return here. */
bool avm_external(struct avm *m, struct work *s, const struct op *op, struct at *at);

/* events.c: the rules of one statement; NULL when there are none */
struct event_site {
    const struct cwi_stmt *stmt;
    cwi_id func, callee;  /* callee: of a call */
    bool returned, exits; /* the point after a call; the end of the program */
    const struct target *to;
    const cwi_id *params; /* entry of a function: its parameters were just written */
    uint32_t param_count;
};
const struct events *avm_events(struct avm *m, const struct event_site *site);
const struct rule *avm_exec_rules(struct avm *m, struct cwi_place at, uint32_t *count);
const struct events *avm_event_call(struct avm *m, cwi_id func, const struct cwi_stmt *call);

/* frame.c: slots for the cells of a function's frame, by liveness of temporaries */
void avm_frame(struct avm *m, struct func_code *fn, uint32_t first_pc, uint32_t end_pc);

/* nodes.c */
uint32_t avm_add_node(struct avm *m, const vs *words, uint32_t n); /* the words joined into theirs, which is queued when
                                                                    * it grew */

/* explore.c */
void avm_note_state(struct avm *m, uint32_t state, uint32_t pc); /* a new one, which may be asked about at the end */
enum status avm_explore(struct avm *m, struct diag *d);
void avm_words(const struct avm *m, uint32_t state, vs *words, uint32_t *n);
uint64_t avm_state_count(const struct avm *m);

/* words.c: expressions as users wrote them */
void avm_print_expr(const struct avm *m, const struct cwi_expr *e, struct buf *out);
/* In quotes, or "the condition" */
void avm_print_condition(const struct avm *m, const struct cwi_expr *e, struct buf *out);
const struct cwi_func *avm_result_of(const struct avm *m, cwi_id temp); /* that a temporary holds, or NULL */

/* program.c */
/* The statement of a reachable function that the expression stands in; NULL: it stands in none. */
const struct located *avm_where(struct avm *m, const struct cwi_expr *e);

/* doubts.c */
/* Whether errors of the kind are asked for: each is a transition of its own then. For AVM_DOUBT_BOUNDS locals whose
 * address is taken are blocks, whose life ends. */
static inline bool avm_asks(const struct avm *m, enum avm_doubt_kind kind)
{
    return m->kinds_asked >> kind & 1;
}
/* There may be an error of that kind in the expression (NULL: nobody's), or surely is one that does not end the run. */
void avm_doubt(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely);
/* Likewise of a kind that is never assumed: it may be so at the statement (NULL: the last one). */
void avm_suspect(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_stmt *stmt, const char *why);
/* The errors of an access that are asked about alone. */
enum { AVM_ACCESS_PARTS = 1u << AVM_DOUBT_NULL | 1u << AVM_DOUBT_DEAD };
/* A doubt about an access through this pointer, or its argument: which errors it may be depends on where it leads. */
void avm_doubt_access(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e);
void avm_doubt_free(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e);
/* It is of the kind itself, and of no part of it: an index is outside of its array. */
void avm_doubt_alone(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely);
/* An error there is known, and is not told. */
bool avm_is_excused(const struct avm *m, struct cwi_place at);
void avm_report_doubts(struct avm *m);

/* holders.c: variables that hold inputs */
void avm_find_holders(struct avm *m);
/* The operation is done: if others can see that, inputs in variables are chosen by now. */
void avm_settle_inputs(const struct avm *m, struct work *s, const struct op *op);

/* unset.c: for no-uninit */
void avm_find_copies(struct avm *m);
void avm_look_set(struct avm *m, struct work *s, const struct op *op);  /* OP_SET */
void avm_look_read(struct avm *m, struct work *s, const struct op *op); /* what a function without a body reads */

/* growth.c */
void avm_report_growth(struct avm *m);

/* report.c */
/* "'#pragma cwolf abstract n : exact' in 'main'" */
const char *avm_pragma_for(struct avm *m, cwi_id var, const char *cell, const char *abstraction);
void avm_lose(struct avm *m, struct cwi_place at, cwi_id func, const char *text);
/* A choice at the statement is nobody's: the value of `cond` is not known well enough in `s`. */
void avm_undecide(struct avm *m, struct work *s, const struct cwi_stmt *stmt, const struct node *cond);
void avm_report(struct avm *m);
void avm_cell_name(const struct avm *m, const struct cell *c, struct buf *out);
void avm_print_value(const struct avm *m, struct vs_type t, vs v, struct buf *out);

/* avm.c */
bool avm_is_program(const struct avm *m);
void avm_requeue(struct avm *m, uint32_t state);
const char *avm_call_name(const struct avm *m, const struct cwi_stmt *call);
uint32_t avm_add_state(struct avm *m, const vs *words, uint32_t n); /* the state's number; queued when it is new */
uint32_t avm_origin(struct avm *m, const struct work *s, const struct code *c, enum avm_choice why);

#endif
