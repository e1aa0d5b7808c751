/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One formula for all paths, as its own files see it. Private to merged/.
 *
 * A state is a guard, the conditions under which control is there, and a value for each cell. A duty is what has to be
 * impossible for the formula to stand for the program: an access out of bounds, a point that is looked for. What is not
 * understood ends everything (check_merged_give_up).
 */
#ifndef CWOLF_CHECK_MERGED_PRIVATE_H
#define CWOLF_CHECK_MERGED_PRIVATE_H

#include "merged.h"
#include "runtime/points/effects.h"

#include <setjmp.h>

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* Where a pointer may lead: guesses, for each use has the duty that it leads to one of them. */
struct target {
    uint32_t object;
    int64_t offset;
};
struct targets { /* sorted, each once */
    uint32_t count;
    struct target list[];
};
struct value {
    smt_term term;             /* 0: nothing was stored yet */
    smt_term unset;            /* one bit: where this holds, nothing was; 0: nowhere */
    const struct targets *may; /* NULL: not known, or no pointer */
    uint64_t multiple;         /* a guess: the number is a multiple of this; 0: it is 0 */
};

/* An object: a variable in one activation of its function, or a function, for its address. */
struct object {
    cwi_id var, func;
    uint64_t size;
    bool is_live;
};
struct kind { /* of what is in memory; an address is never read as a number */
    uint32_t size;
    unsigned width;
    bool is_pointer;
};
/* A cell: a number or a pointer, always accessed as a whole. Those of a variable are the same in each activation. */
struct cell {
    cwi_id var; /* or, beyond all variables, the result of a function */
    uint64_t offset;
    struct kind kind;
    struct value initial; /* of a static one, where nothing was written */
    size_t logged;        /* 1 + where it was noted last as written */
};

/* ---- states ------------------------------------------------------------------------------------------------------ */

struct guard { /* a list of conditions; NULL: always */
    smt_term term;
    smt_term all; /* this and those before it */
    uint32_t depth;
    const struct guard *up;
};
struct state {
    const struct guard *guard;
    struct value *values; /* by cell; those beyond `count` are initial */
    size_t count, capacity;
};

/* ---- code -------------------------------------------------------------------------------------------------------- */

#define LOOP_NONE UINT32_MAX
struct loop {
    bool *blocks;
    uint32_t head;
    uint32_t cut; /* into the question's loops; LOOP_NONE: it is none of them */
};
struct flow {        /* of a function, made once */
    uint32_t *order; /* by block: its place in reverse postorder; UINT32_MAX: not reachable */
    struct VEC(struct loop) loops;
};
struct frame {
    cwi_id func;
    const struct flow *flow;
    struct state **in;   /* by block: that wait there */
    struct state **back; /* by loop: that begin its next turn */
    bool *has_left;      /* by loop: in this turn of it somebody may have gone out */
    struct state *returned;
};

struct duty {
    const struct guard *guard;
    smt_term bad;
    struct cwi_place at;
    const char *what; /* NULL: a point that is looked for */
};
/* Control comes to a loop that is cut, and its candidates have to hold. */
struct arrival {
    const struct guard *guard;
    uint32_t loop;    /* of the question's */
    uint32_t count;   /* candidates */
    smt_term *fails;  /* by candidate; 0: it surely holds */
    smt_term no_mode; /* 0: it surely is in one */
    smt_term *values; /* by cell; 0: none */
};
/* What the turns of a loop write, by cell; it only grows. */
struct writes {
    struct VEC(uint8_t) written, unset; /* unset: it may hold nothing when a turn begins */
};

struct merged {
    const struct merged_question *q;
    struct smt *smt;
    struct arena *round;               /* of what one call of check_merged_prove makes */
    struct arena *lasting;             /* of the rest */
    struct arena *arena;               /* the one that is used */
    struct map64 points;               /* statements that are points */
    struct VEC(struct object) objects; /* [0] is none; by static variable, by function, then those of activations */
    uint32_t *object_of;               /* by variable: in the activation that is going on; 0: none yet */
    struct VEC(struct cell) cells;
    struct map64 cell_at; /* variable and offset -> cell */
    struct flow **flows;  /* by function */
    bool *is_active;      /* by function */
    struct VEC(struct state *) all_states, free_states;
    struct VEC(uint32_t) log; /* cells that were written, since the innermost loop's turn began each once */
    size_t log_start;
    size_t oldest; /* objects before this one were there before the innermost cut loop's turn */
    struct VEC(struct duty) duties;
    struct VEC(struct arrival) arrivals;
    struct writes *writes; /* by loop of the question */
    struct map64 negated;  /* term -> its negation */
    struct map64 is_at;    /* a choice of addresses, and one address: the condition that it is that */
    struct map64 moved;    /* a choice of addresses, and a constant: what it is moved by that */
    struct map64 read_at;  /* by what one load reads, choices of addresses -> into `read` */
    struct VEC(struct value) read;
    struct map64 first_part, last_part; /* of conjunctions */
    uint32_t next_unknown;
    uint64_t steps;
    struct cwi_place at; /* of the statement that is executed */
    jmp_buf over;
    const char *why;
    bool is_refused;
    bool is_hard; /* some candidates were, asked about together */
};

enum { LARGEST_OBJECT = 1 << 23 };
enum { MERGED_CHOICES = 256 }; /* in one address, that are looked through */

__attribute__((noreturn)) void check_merged_give_up(struct merged *m, const char *why);
/* The same, for want of time or because a question is too hard: another round may do better. */
__attribute__((noreturn)) void check_merged_run_out(struct merged *m, const char *why);

/* ---- terms.c ----------------------------------------------------------------------------------------------------- */

smt_term check_merged_const(struct merged *m, uint64_t value, unsigned width);
smt_term check_merged_unknown(struct merged *m, unsigned width);
/* As those of smt.h; what is constant is computed. */
smt_term check_merged_binary(struct merged *m, enum cwi_op op, bool is_signed, smt_term a, smt_term b);
smt_term check_merged_unary(struct merged *m, enum cwi_op op, smt_term a);
smt_term check_merged_convert(struct merged *m, smt_term a, bool is_signed, unsigned width);
smt_term check_merged_cond(struct merged *m, smt_term condition, smt_term a, smt_term b);
smt_term check_merged_not(struct merged *m, smt_term a); /* of one bit */
smt_term check_merged_and(struct merged *m, smt_term a, smt_term b);
smt_term check_merged_or(struct merged *m, smt_term a, smt_term b);
/* It is one of the conditions that a conjunction was made of, one after the other. */
bool check_merged_has_part(struct merged *m, smt_term a, smt_term part);
smt_term check_merged_equal(struct merged *m, smt_term a, smt_term b);
/* One bit: the term is not 0. */
smt_term check_merged_truth(struct merged *m, smt_term a);
bool check_merged_is(struct merged *m, smt_term a, uint64_t value); /* it is that constant */

/* ---- states.c ---------------------------------------------------------------------------------------------------- */

struct state *check_merged_state(struct merged *m);
struct state *check_merged_clone(struct merged *m, const struct state *s);
void check_merged_release(struct merged *m, struct state *s); /* NULL is allowed */
struct value *check_merged_value(struct merged *m, struct state *s, uint32_t cell);
/* What it holds; of a static one that nobody wrote, what it began with. */
struct value check_merged_held(struct merged *m, const struct state *s, uint32_t cell);
const struct guard *check_merged_guarded(struct merged *m, const struct guard *up, smt_term condition);
/* The condition was found to be false: nobody is there. */
bool check_merged_is_nowhere(struct merged *m, const struct state *s);
/* The first where the condition holds, else the second. */
struct value check_merged_choice(struct merged *m, smt_term condition, struct value a, struct value b);
/* Takes both, of which either may be NULL. No run is in both. */
struct state *check_merged_meet(struct merged *m, struct state *a, struct state *b);
void check_merged_add_duty(struct merged *m, const struct state *s, smt_term bad, const char *what);

/* ---- addresses.c, memory.c --------------------------------------------------------------------------------------- */

/* What an lvalue names: a variable from an offset on, or what an address leads to. */
struct spot {
    cwi_id var; /* 0: behind the address */
    uint64_t offset;
    struct value address;
};
uint64_t check_merged_size(struct merged *m, cwi_id type);    /* in bytes; it gives up where that is not known */
uint64_t check_merged_size_of(struct merged *m, cwi_id var);  /* of the object, which has to be the program's alone */
unsigned check_merged_width(struct merged *m, cwi_id type);   /* of a number or pointer; else it gives up */
struct kind check_merged_kind(struct merged *m, cwi_id type); /* likewise */
uint32_t check_merged_cell(struct merged *m, cwi_id var, uint64_t offset, struct kind k);
/* The same where that is possible; UINT32_MAX: other cells lie there. */
uint32_t check_merged_find_cell(struct merged *m, cwi_id var, uint64_t offset, struct kind k);
/* What a cell holds that was written, but with nothing that was set. */
struct value check_merged_nothing(struct merged *m, unsigned width);
struct value check_merged_load(struct merged *m, struct state *s, const struct spot *x, cwi_id type);
void check_merged_store(struct merged *m, struct state *s, const struct spot *x, cwi_id type, struct value v);
/* Everything of that type, which may have parts; `from` NULL: zero. */
void check_merged_copy(struct merged *m, struct state *s, const struct spot *to, const struct spot *from, cwi_id type);
struct value check_merged_address(struct merged *m, const struct spot *x);
struct value check_merged_function(struct merged *m, cwi_id func);
/* Each of either, which may be NULL. */
const struct targets *check_merged_united(struct merged *m, const struct targets *a, const struct targets *b);
/* A pointer moved: by a number of bytes, as a term that is a multiple of `multiple`. */
struct value check_merged_moved(struct merged *m, struct value pointer, smt_term by, uint64_t multiple);
/* One bit: the address is that place. */
smt_term check_merged_is_at(struct merged *m, smt_term address, struct target t);
/* It leads to one of its targets, or is null where that is allowed. */
void check_merged_pin(struct merged *m, struct state *s, struct value pointer, bool may_be_null);
/* The variable's activation ends: nothing leads to it any more; and, the other one, it holds nothing. */
void check_merged_end_object(struct merged *m, cwi_id var);
void check_merged_end(struct merged *m, struct state *s, cwi_id var);
bool check_merged_is_static(const struct merged *m, cwi_id var);
void check_merged_note_written(struct merged *m, uint32_t cell);

/* ---- eval.c ------------------------------------------------------------------------------------------------------ */

struct value check_merged_eval(struct merged *m, struct state *s, const struct cwi_expr *e);
struct spot check_merged_spot(struct merged *m, struct state *s, const struct cwi_expr *lvalue);

/* ---- flow.c ------------------------------------------------------------------------------------------------------ */

const struct flow *check_merged_flow(struct merged *m, cwi_id func);

/* ---- statements.c, execute.c ------------------------------------------------------------------------------------- */

/* One that is no terminator. The state may be nowhere afterwards. */
void check_merged_statement(struct merged *m, struct state **s, const struct cwi_stmt *x);
/* Calls the function, whose parameters hold their arguments; takes the state and gives the one after it, or NULL. */
struct state *check_merged_call(struct merged *m, struct state *s, cwi_id func);
uint32_t check_merged_result(struct merged *m, cwi_id func); /* the cell of its result */

/* ---- merged.c ---------------------------------------------------------------------------------------------------- */

enum { MERGED_HARD = 3000000 }; /* units of smt_limit: two or three seconds */
/* Whether something bad, which is many things, may be where the guard holds; after SMT_SAT, smt_value. */
enum smt_answer check_merged_ask(struct merged *m, const struct guard *g, smt_term bad, uint32_t units);
/* The same of one thing, which is thought to be impossible: harder ones are decided. */
enum smt_answer check_merged_ask_one(struct merged *m, const struct guard *g, smt_term bad, uint32_t units);
/* Whether a run may be there; asks the solver. */
bool check_merged_is_possible(struct merged *m, const struct state *s);

/* ---- candidates.c ------------------------------------------------------------------------------------------------ */

/* What the cells of a loop hold in a state; 0: nothing, or nothing for sure. */
struct merged_held {
    const struct run_cut_cell *cells;
    uint32_t count;
    smt_term values[CUT_CELLS];
    smt_term modes[CUT_MODES]; /* one bit each: the state is in it */
    smt_term any_mode;         /* 0: there are no modes */
};

/* Everything that the candidate speaks of holds something; the others need that. */
bool check_merged_is_known(const struct merged_held *h, const struct run_cut_candidate *k);
/* The state is one that it is about. */
smt_term check_merged_applies(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k);
/* What it says of that. */
smt_term check_merged_said(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k);
smt_term check_merged_compared(struct merged *m, const struct merged_held *h, enum cwi_op op, uint32_t cell,
                               int64_t value);

/* ---- claims.c ---------------------------------------------------------------------------------------------------- */

/* The candidates of a loop (of the question) have to hold here. */
void check_merged_arrive(struct merged *m, const struct state *s, uint32_t loop);
/* They do hold. */
void check_merged_assume(struct merged *m, struct state *s, uint32_t loop);
/* Asks about all arrivals: whether some candidate was broken. */
bool check_merged_break(struct merged *m);

#endif
