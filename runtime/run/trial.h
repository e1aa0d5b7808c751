/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program, prepared once and tried many times, in processes of their own, with inputs that the caller chooses. What
 * comes back is what was reached, and, as terms over the inputs, what was decided: what a solver needs to choose the
 * inputs of the next trial.
 *
 * Terms are hints. What the library computes, floating point, and what an address that depends on an input leads to are
 * taken as the values that they had; so inputs that a solver finds have to be tried. With follows_all they are more:
 * all runs whose decisions have these terms and go these ways do what this one did, unless `lost` says why not.
 *
 * Source: Godefroid, Klarlund and Sen 2005, DART: directed automated random testing.
 */
#ifndef CWOLF_RUN_TRIAL_H
#define CWOLF_RUN_TRIAL_H

#include "runtime/run/run.h"

enum run_term_kind { RUN_CONST, RUN_INPUT, RUN_UNARY, RUN_BINARY, RUN_CONVERT, RUN_COND };
/* A number of 1 to 64 bits. Operands stand before it in the row. */
struct run_term {
    uint8_t kind, op;         /* op: enum cwi_op */
    uint8_t width, is_signed; /* is_signed: of the operands; of an input: of its type */
    uint32_t a, b, c;         /* operands; RUN_INPUT: which input; RUN_COND: a ? b : c */
    uint64_t value;           /* RUN_CONST */
};

/* A branch whose way depended on inputs. */
struct run_decision {
    uint32_t term;               /* of what was asked; not 0 */
    const struct cwi_stmt *stmt; /* CWI_IF, CWI_SWITCH; NULL: a part of an expression, or an assumption */
    bool is_signed;              /* of what was asked */
    uint32_t taken;              /* the target; of a part: 1 it was true, 0 it was not */
    uint32_t inputs;             /* that were used before it */
    uint32_t first_edge;         /* the point that is the first target's; of a part: that its statement is */
    bool is_value;               /* a part: that the term has the value that it had, where no term could go on */
    bool is_given;               /* it cannot go the other way: what the function gives is so */
    uint32_t asked;              /* not 0: the program does not decide this: it is a part of the condition that is the
                                  * point first_edge, when that was asked for the `asked`th time */
};

/* Where an input came from. */
enum { RUN_MOST_DEPTH = 2, RUN_ARGUMENT_COUNT = 255 };
struct run_input_from {
    cwi_id func, var; /* the function that gave it, or the variable; neither: standard input */
    struct cwi_place at;
    cwi_id in;    /* the function that asked for it */
    uint8_t bits; /* of its type; 8: a character */
    bool is_signed, is_floating;
    bool is_failure;  /* whether the function `func` gives no block (follows_all, may_fail) */
    bool is_success;  /* whether the function `func` works, which else fails (has_world); of one that opens a file, 1
                       * more than the characters in it, if that was not known; 42 and more: it is empty */
    bool is_content;  /* a character of the file that is opened, or of the variable's value */
    bool is_variable; /* not 0: the environment has the variable whose name is the string literal `var`;
                       * its characters follow (has_world) */
    uint8_t signal;   /* whether this signal arrives as soon as `func` has set its handler, or has closed or freed
                       * something (has_world) */
    uint8_t argument; /* of the command line: a character of argv[argument]; RUN_ARGUMENT_COUNT: how many there are, and
                       * 8 more where the environment may have variables */
    uint8_t depth;    /* of the parameter `var`, behind so many pointers; each lies so many bytes behind where the one
                       * before it leads, and so does the input */
    uint32_t offset[RUN_MOST_DEPTH];
};

/* What one trial was; valid until the next. */
struct run_trial {
    enum run_end end;
    int status;
    enum run_fault fault;
    bool is_assumed;
    const char *what;
    struct cwi_place at;
    cwi_id func; /* in which it ended; 0: none */
    uint64_t steps;
    bool is_lost;                 /* the process ended without a word: nothing below is known */
    const uint8_t *reached;       /* by point: not 0: it was; in a batch: so often, at most 255 times */
    bool is_new;                  /* no trial before it came to a point that often, or as near to a way not taken */
    const float *distance;        /* by point: of an edge, how far the numbers that its branch compares were from going
                                   * there, at best, and 1 more; 0: it did, or no branch that compares numbers came there */
    const struct run_term *terms; /* [0] is none */
    uint32_t term_count;
    const struct run_decision *decisions; /* in their order */
    uint32_t decision_count;
    const int64_t *inputs; /* that were used */
    const struct run_input_from *from;
    uint32_t input_count;
    const char *lost; /* what depended on inputs and was not followed; NULL: nothing (follows_all) */
};

struct run_trials;

/* Prepares the program. `cfg` is as for run_program (its inputs are not used) and has to live as long as what comes
 * out. Inputs beyond those of a trial are 0, up to `most_inputs`; standard input has ended there. */
enum status run_trials_open(const struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                            const struct run_config *cfg, uint32_t most_inputs, struct run_trials **out,
                            struct diag *d);
void run_trials_close(struct run_trials *t); /* NULL is allowed */
const struct cwi_unit *run_trials_unit(const struct run_trials *t);

enum { RUN_TRIAL_TIME = 2000 }; /* milliseconds: more than a trial needs, unless it waits or loops */

/* One trial. Its standard output and error are dropped; what it does to files it does. After `milliseconds` it is
 * ended. The result belongs to `t`. Those of a closed run may share a process, which goes back after each. */
const struct run_trial *run_trials_run(struct run_trials *t, const int64_t *inputs, uint32_t count, int milliseconds);
/* The same in a new process: nothing that a trial before it may have left can matter. */
const struct run_trial *run_trials_confirm(struct run_trials *t, const int64_t *inputs, uint32_t count,
                                           int milliseconds);

/* Memory that processes which are forked from here on share, zeroed; NULL: there is none. It is freed by run_unshare.
 */
void *run_share(size_t size);
/* The same, shared with trials. */
void *run_trials_share(struct run_trials *t, size_t size);
void run_unshare(void *p, size_t size);

/* Says what the next trial of a batch is: puts the inputs (at most `most`) and returns how many they are; -1: no more.
 * `last` is the trial before it, NULL at first: it has no terms. */
typedef int run_next(void *context, const struct run_trial *last, int64_t *inputs, uint32_t most);
/* Many trials, all in one process, which is quick: the machine goes back to where it was. What the library keeps
 * between two of them does not, so they are hints, and a batch ends where a trial asks or changes the world outside.
 * `next` is called in that process: `context` is shared memory. False: there was no batch. */
bool run_trials_batch(struct run_trials *t, run_next *next, void *context, int milliseconds);

/* ---- points: places in the code that a trial may reach, numbered from 0 ------------------------------------------ */

struct run_point {
    cwi_id func;
    const struct cwi_stmt *stmt; /* what is executed there, or the branch */
    uint32_t way;                /* the branch's target; UINT32_MAX: it is the statement itself */
    bool is_dead;                /* no way leads there from the function's entry */
    bool is_added; /* a jump or return that nobody wrote: control comes there, but there is no line for it */
};
uint32_t run_point_count(const struct run_trials *t);
struct run_point run_point_of(const struct run_trials *t, uint32_t point);
/* The first statement of a function with a body; UINT32_MAX: it cannot be executed here. */
uint32_t run_point_of_function(const struct run_trials *t, cwi_id func);

/* Calls `visit` for each point that control may come to from this one next: of a branch its ways out, of a call the
 * callee's beginning too, at a place the conditions that are asked there. Calls through pointers are not followed. */
void run_point_next(const struct run_trials *t, uint32_t point, void (*visit)(void *context, uint32_t next),
                    void *context);

/* A new point, reached where the condition (without effects, of an integer) holds whenever the statement at `place` is
 * about to be executed. UINT32_MAX: the condition speaks of what the function never uses. Before the first trial. */
uint32_t run_point_condition(struct run_trials *t, uint32_t place, const struct cwi_expr *condition);
/* New points for the ways through a function from its entry to a return, each edge at most `times` times: reached by a
 * call that took exactly this way. At most `limit`; how many there are is the result (more than `limit`: none was
 * made), the first is put into *first. Before the first trial. */
uint32_t run_points_of_paths(struct run_trials *t, cwi_id func, uint32_t times, uint32_t limit, uint32_t *first);
/* Of such a path: its branches, as points that are edges; how many is the result. The row belongs to `t`. */
uint32_t run_point_path(const struct run_trials *t, uint32_t point, const uint32_t **edges);

#endif
