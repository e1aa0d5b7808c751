/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Code: what the machine executes. Expressions are trees of nodes; a code is a row of operations and an end that
 * decides which code is next. All of it is constant once it is prepared, but for what remembers a result.
 */
#ifndef CWOLF_AVM_CODE_H
#define CWOLF_AVM_CODE_H

#include "runtime/avm/memory/cells.h"

/* PC_ERROR: nobody knows what the program does from here on. PC_SURE + k: so it is, because of an error of a kind k
 * that is asked about; PC_POSSIBLE + k: there may have been one, and what follows if there was none goes on elsewhere.
 */
enum { PC_HALT, PC_START, PC_ERROR, PC_SURE, PC_POSSIBLE = PC_SURE + AVM_DOUBTS, PC_CODE = PC_POSSIBLE + AVM_DOUBTS };
/* Where no function's frame is. */
static inline bool is_last(uint32_t pc)
{
    return pc == PC_HALT || (pc >= PC_ERROR && pc < PC_CODE);
}

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
    bool is_volatile, may_overflow, traps; /* traps: the program ends where it overflows */
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
    OP_DISTURB,  /* `call` may have written what it may write: it is not done, and calls back */
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
    uint32_t rest;                 /* behind it the code is plain: a starting point (run_memo.h); or 0 */
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
    uint8_t library;    /* a function that the machine does itself where it can (library.c), or 0 */
    bool is_text_given; /* an earlier call of the function remembers a text (strtok) */
    bool is_fixed;      /* the result does not depend on arguments: `fixed` */
    vs fixed;
    bool is_named_before;     /* through a pointer: what it may call was told apart before */
    bool may_leave;           /* through a pointer: may call something outside the program */
    bool may_jump;            /* which may jump: the program has places for that */
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
    bool is_maybe;        /* END_LONGJMP: one that nobody is sure of, or of where it leads */
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
    const struct cell **results; /* live on entry: what tells states apart that are joined otherwise (results.c) */
    uint32_t result_count;
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
    uint32_t holder_bits;              /* of pending inputs in variables (input_locals.c) */
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

#endif
