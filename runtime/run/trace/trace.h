/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a trial notes of itself: first what the machine calls, then what trace*.c has among themselves. Private to the
 * room.
 */
#ifndef CWOLF_RUN_TRACE_H
#define CWOLF_RUN_TRACE_H

#include "runtime/run/private.h"

/* ---- what a trial is --------------------------------------------------------------------------------------------- */

/* A path that is a point. */
struct path_point {
    cwi_id func;
    uint32_t point, edge_count;
    const uint32_t *edges;
};
struct condition_point {
    const struct instr *at;
    const struct node *condition;
    uint32_t point;
};
struct points {
    uint32_t count;
    struct VEC(struct run_point) list; /* of statements and edges */
    struct VEC(struct condition_point) conditions;
    struct VEC(struct path_point) paths;
    struct map64 watched; /* instructions with conditions, functions with paths: addresses -> 0 */
};

/* The value of a cell as a term, as long as it holds what it held then. */
struct shadow {
    uint64_t bits;
    uint32_t term, size;
};
struct input_range { /* `least` and `more` numbers behind it, which go round; width 0: nothing is known */
    uint64_t least, more;
    uint8_t width;
};
struct walk { /* of an activation whose path is followed */
    const struct frame *frame;
    uint64_t serial;
    const struct instr *branch; /* the last one: its way is seen at the next statement; or NULL */
    uint32_t first;             /* of its edges */
};
enum { MOST_TERMS = 1 << 20, MOST_DECISIONS = 1 << 17 };
struct trial_shared { /* between the processes */
    bool is_told;
    struct run_result result;
    uint32_t term_count, decision_count, input_count, given_count;
    bool is_alone;    /* the trial gets a process of its own */
    const char *lost; /* a literal */
    bool is_new;
    run_next *next; /* NULL: one trial is wanted, else a batch of them */
    void *context;
    struct run_term terms[MOST_TERMS];
    struct run_decision decisions[MOST_DECISIONS];
};
struct cut_shared { /* of one loop, between the processes */
    bool is_cut;
    uint32_t turns, row_count, candidate_count;
    int64_t rows[CUT_ROWS][CUT_CELLS];
    uint16_t index[2 * CUT_ROWS]; /* of the rows by what they hold, and 1 more */
    bool undefined[CUT_CELLS], broken[CUT_CANDIDATES];
    struct run_cut_modes modes;
    bool is_mode_new; /* a state was in none of them */
    struct run_cut_candidate candidates[CUT_CANDIDATES];
};
struct cut_loop {
    cwi_id func;
    const struct instr *head;
    bool *contains;                         /* by instruction of the function */
    bool *changed;                          /* by variable: a turn may change it, or what it calls */
    struct VEC(struct run_cut_cell) leaves; /* numbers that are changed */
    struct run_cut_cell cells[CUT_CELLS];
    uint32_t cell_count;
    bool is_inside; /* of the trial: it has come to the loop in the activation `serial`, and has not left since */
    uint64_t serial;
    uint32_t turns, decisions; /* turns with decisions since then; decisions before this one */
    uint32_t rows;             /* that it was to note */
    size_t exits;              /* functions for the end of the program, when it came there */
    struct cut_shared *shared;
};
struct cuts {
    struct cut_loop loops[CUT_LOOPS];
    uint32_t count;
    bool *is_known;     /* by function: somebody has its address; NULL: there are no loops */
    bool *is_exposed;   /* by variable: likewise */
    bool is_free;       /* of the trial: nothing is cut any more */
    bool has_forgotten; /* of the trial: what a loop changes has lost its value */
    struct cuts_shared {
        enum run_cut_task task;
        uint32_t start_loop, start_row; /* of CUT_STARTS */
        struct cut_shared loops[CUT_LOOPS];
    } * shared; /* NULL: there are no loops */
};
void run_cut_begin(struct cuts *c); /* nothing is known of the trial yet */
void run_cut_free(struct cuts *c);
/* A statement is about to be executed, which may be one of a loop. */
void run_trace_cut(struct machine *m, struct frame *f, const struct instr *i);

struct trace {
    struct cuts *cuts; /* or NULL */
    const struct points *points;
    struct trial_shared *shared;
    uint8_t *reached; /* shared too */
    float *distance;  /* likewise */
    uint64_t *seen;   /* likewise: what trials did at the point, a bit for each kind; it stays */
    bool is_quick;    /* of a batch: there are no terms */
    int64_t *inputs;
    struct run_input_from *from;
    uint32_t most_inputs;
    struct VEC(struct shadow) registers; /* as the machine's */
    struct map64 by_address;
    struct map64 words; /* of eight bytes with a cell that has a term */
    struct VEC(struct shadow) cells;
    struct VEC(uint32_t) input_terms;      /* by input; 0: none yet */
    struct VEC(struct input_range) ranges; /* by input */
    uint32_t pinned;                       /* inputs that have one value */
    struct VEC(uint32_t) only;             /* by term: the input that it depends on, as far as that was asked */
    uint64_t serial;                       /* of the newest activation that was seen */
    uint32_t asked, asking;                /* how often a condition was asked for; if one is now: its point, else 0 */
    uint32_t here;                         /* the point that is executed next */
    struct VEC(uint32_t) passed;           /* terms of the arguments of the call that is about to be done */
    bool passes_inputs;                    /* `passed` is of the entry */
    uint32_t result;                       /* of the function without a body that was called */
    struct VEC(struct walk) walks;
    struct VEC(uint32_t) edges;
};
/* A program that is tried. */
struct run_trials {
    struct machine *m;
    struct run_config cfg;
    struct run_result out;
    cwi_id entry;
    struct points points;
    struct trace trace;
    struct cuts cuts;
    uint32_t reached_size;
    int server, answers; /* the other ends of its pipes; -1: there is none yet */
    pid_t server_pid;
    struct run_trial last;
};
/* In a process of its own: the trials of a batch, one after the other. */
void run_batch(struct run_trials *t);
/* Likewise one trial for each byte that is read, with terms; each gets an answer. */
enum {
    RUN_KEPT = 'k',  /* it ended */
    RUN_LAST = 'l',  /* likewise, and the process ends */
    RUN_ALONE = 'a', /* such trials need a process each: this one was none; the process ends */
};
void run_kept(struct run_trials *t, int questions, int answers);
/* What the trial before has noted goes; then one trial, in this process. A child that the program made does not come
 * back. */
void run_trial_clear(struct run_trials *t);
void run_trial_once(struct run_trials *t, uint32_t count);
/* Puts into t->last what the trial was that has ended. */
const struct run_trial *run_trial_told(struct run_trials *t);
/* Closes what trial_process.c opened. */
void run_trials_dismiss(struct run_trials *t);

/* Before a statement is executed. */
void run_trace_look(struct machine *m, struct frame *f, const struct instr *i);
/* The next input is used; it is from there. Where the function gives some values only, it becomes one of them. */
void run_trace_input(struct machine *m, struct run_input_from from, const struct effect *e);
/* The term of input number `n` becomes the result of the function that is called, or a byte of memory. */
void run_trace_input_result(struct machine *m, uint32_t n, const struct effect *e);
/* That term; where the function gives some values only, it is decided that it is one of them. */
uint32_t run_trace_input_among(struct trace *t, uint32_t n, const struct effect *e);
void run_trace_input_byte(struct machine *m, uint32_t n, const uint8_t *at);
/* The next argument of the entry is the last input; or none. */
void run_trace_pass(struct machine *m, bool is_input);
/* Whether what the run is free in is so: an input of one bit, and a decision. Without a trace it is not. */
bool run_trace_asks(struct machine *m, struct run_input_from what);
/* Of a new block, when everything is followed or blocks may fail: whether it cannot be had, which is an input; what it
 * holds has no terms. With a world only the first few calls at a place may fail: inputs are for other things, too. */
bool run_trace_fails(struct machine *m, cwi_id func, const struct cwi_stmt *call);
void run_trace_allocated(struct machine *m, uint64_t address, uint64_t size);
/* The result of a function without a body is where it belongs. */
void run_trace_result(struct machine *m, const struct instr *call, struct val v);
/* For struct memory: what is known of the bytes moves with them. */
void run_trace_copied(void *machine, uint8_t *to, const uint8_t *from, uint64_t size);
/* Nothing is known of the trial yet. */
void run_trace_begin(struct trace *t);
/* What it has grown; what it shares with others stays. */
void run_trace_free(struct trace *t);
/* Which points were reached is written down, at the end. */
void run_trace_end(struct machine *m);

/* ---- trace*.c ---------------------------------------------------------------------------------------------------- */

/* A value and the term for it; 0: it does not depend on inputs. */
struct symbolic {
    struct val v;
    uint32_t term;
};

/* ---- loop_cut_cells.c -------------------------------------------------------------------------------------------- */

/* The first byte of the variable in memory, in this activation if it is one of its function; NULL: it is a register's,
 * or has no place. */
uint8_t *run_cut_place(const struct machine *m, const struct frame *f, cwi_id var);
static inline struct shape run_cut_shape(const struct run_cut_cell *x)
{
    return (struct shape){.form = FORM_INT, .bits = x->bits, .is_signed = x->is_signed, .size = (x->bits + 7u) / 8};
}
/* The activation that has the cell, from this one up; NULL: there is none. */
struct frame *run_cut_frame(const struct machine *m, struct frame *f, const struct run_cut_cell *x);
/* What the nearest activation's cell holds. */
struct symbolic run_cut_value(struct machine *m, struct frame *f, const struct run_cut_cell *x, bool *is_undefined);
/* The cell of this activation, or a static, gets the value. */
/* The cells of the loop hold what the row says: all of them, for it is one state. */
void run_cut_restore(struct machine *m, const struct cut_loop *l, struct frame *f, uint32_t row);
void run_cut_put(struct machine *m, struct frame *f, const struct run_cut_cell *x, struct symbolic a);
/* One more row, where there is none like it. */
void run_cut_note_row(struct machine *m, const struct cut_loop *l, struct frame *f);

/* ---- loop_cut_claims.c ------------------------------------------------------------------------------------------- */

/* Whether all candidates hold, which is a decision. With `breaks` those that do not are noted; else they are assumed,
 * but for those that are true because run_cut_define made them so, and the modes. */
bool run_cut_decide(struct machine *m, const struct cut_loop *l, struct frame *f, bool breaks, const bool *defined);
/* Cells that follow from a candidate and other cells get their value; *defined, by candidate: it was used so. */
void run_cut_define(struct machine *m, const struct cut_loop *l, struct frame *f, bool *defined);
/* One of the modes, which is an input. */
void run_cut_choose_mode(struct machine *m, const struct cut_loop *l, struct frame *f);
/* ---- trace_terms.c: terms are 0 where an operand is, or there is no room ----------------------------------------- */

static inline bool trace_is_truth(enum cwi_op op)
{
    return (op >= CWI_EQ && op <= CWI_GE) || op == CWI_LOGAND || op == CWI_LOGOR;
}
uint32_t run_trace_add(struct trace *t, struct run_term x);
unsigned run_trace_width(const struct trace *t, uint32_t term);
uint32_t run_trace_constant(struct trace *t, uint64_t value, unsigned width);
uint32_t run_trace_convert(struct trace *t, uint32_t a, bool is_signed, unsigned width);
/* Of operands of one width. */
uint32_t run_trace_binary(struct trace *t, enum cwi_op op, bool is_signed, uint32_t a, uint32_t b);
uint32_t run_trace_input_term(struct trace *t, uint32_t n);
/* Notes a decision; i: the branch, or NULL: a part of the statement that is executed next. */
void run_trace_decide(struct trace *t, uint32_t term, const struct instr *i, uint32_t taken);

/* ---- trace_pinned.c ---------------------------------------------------------------------------------------------- */

/* The condition, of one bit, was decided so. */
void run_trace_narrow(struct trace *t, uint32_t condition, bool is_true);
/* The term; 0: the decisions leave what it depends on one value, so that it is the number that it has. */
uint32_t run_trace_unpinned(struct trace *t, uint32_t term);

/* Something depends on inputs and is not followed: `why`, a literal. */
static inline void trace_lose(struct trace *t, const char *why)
{
    if (!t->shared->lost)
        t->shared->lost = why;
}
/* Where everything is followed: the value goes on as it is, which is a decision. */
void run_trace_fix(struct machine *m, struct symbolic x);

struct shadow *run_trace_register(struct machine *m, const struct val *reg);
void run_trace_set_register(struct machine *m, const struct val *reg, uint64_t bits, uint32_t term);
void run_trace_set_cell(struct trace *t, const uint8_t *at, struct shadow x);
struct shadow run_trace_cell(const struct trace *t, const uint8_t *at);
void run_trace_set_place(struct machine *m, const uint8_t *at, struct shape t, struct symbolic x);
/* Whether one of the bytes may be part of a cell with a term. */
bool run_trace_has_terms(const struct trace *t, const uint8_t *at, uint64_t size);
/* Of one byte, which may be a part of a larger cell; of a number whose bytes were stored one by one. */
uint32_t run_trace_byte(struct trace *t, const uint8_t *at);
uint32_t run_trace_composed(struct trace *t, const uint8_t *at, const struct place_code *p);

/* ---- trace_whole.c: where everything is followed ----------------------------------------------------------------- */

/* Cells that reach over the ends of these bytes become cells of one byte each; with `forgets` those within go. */
void run_trace_split(struct trace *t, const uint8_t *at, uint64_t size, bool forgets);
/* The bytes go on as they are: a decision for each that has a term. */
void run_trace_fix_bytes(struct machine *m, const uint8_t *at, uint64_t size);
/* The address of the place goes on as it is. */
void run_trace_fix_place(struct machine *m, struct frame *f, const struct place_code *p, bool is_write);
/* What a number of another form is computed from. */
void run_trace_fix_operands(struct machine *m, struct frame *f, const struct node *n);
/* What the operator needs of its operands to be defined. */
void run_trace_decide_operands(struct machine *m, const struct node *n, struct symbolic a, struct symbolic b);
/* A store at an address that depends on inputs: to each of the places it may be. */
void run_trace_store_chosen(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                            struct symbolic x);
/* Before a call of a function without a body. */
void run_trace_fix_call(struct machine *m, struct frame *f, const struct instr *i, const struct external *x);
void run_trace_statement_whole(struct machine *m, struct frame *f, const struct instr *i);

/* ---- trace_eval.c -------------------------------------------------------------------------------------------- */

struct symbolic run_trace_eval(struct machine *m, struct frame *f, const struct node *n);
struct symbolic run_trace_held(struct machine *m, const uint8_t *at, const struct place_code *p);
/* The places in the object that the access may be meant for; false: there are none, or too many. */
bool run_trace_find_places(struct machine *m, uint64_t here, uint64_t size, uint64_t *first, uint64_t *last);
/* Where everything is followed: whether the access goes to one of few places that all hold values. */
bool run_trace_is_choice(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                         uint64_t *first, uint64_t *last);
/* Of the address of a place, which is `address`; 0: it does not depend on inputs. */
uint32_t run_trace_address(struct machine *m, struct frame *f, const struct place_code *p, uint64_t address);
/* That an access stays inside of the object that it is meant for. */
void run_trace_decide_bounds(struct machine *m, const struct place_code *p, uint32_t address, uint64_t now);

/* ---- trace_statements.c, trace_goals.c --------------------------------------------------------------------------- */

static inline bool trace_is_scalar(const struct node *n)
{
    return n && run_is_scalar(n->t);
}
/* A new activation: its registers hold nothing of those before it, but for the parameters. */
void run_trace_enter(struct machine *m, struct frame *f);
/* Something of that kind, of 64, was seen at the point: below 8 a count, from there on a distance or a length. */
void run_trace_note(struct trace *t, uint32_t point, unsigned kind);
/* A function that compares texts or blocks is about to be called: a decision, or how many bytes are equal. */
void run_trace_compare(struct machine *m, struct frame *f, const struct instr *i);
/* A way out of a branch, or a condition, was not taken by that much. */
void run_trace_near(struct trace *t, uint32_t point, double distance);
/* How far a branch is from going its other ways. */
void run_trace_measure(struct machine *m, struct frame *f, const struct instr *i);
/* Before the statement is executed. */
void run_trace_statement(struct machine *m, struct frame *f, const struct instr *i);

bool run_trace_is_watched(const struct points *p, const void *what);
void run_trace_conditions(struct machine *m, struct frame *f, const struct instr *i);
/* Follows the path through a function that has paths among the points. */
void run_trace_follow(struct machine *m, struct frame *f, const struct instr *i);

#endif
