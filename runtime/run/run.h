/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run: a linked program, executed on concrete values from its fragments alone.
 *
 * Memory is the host's, byte by byte, with three facts beside it: which bytes hold a value, which object a pointer that
 * lies there was made from, and which object an address belongs to. So functions of the library are called as they are,
 * on the program's own memory, and every access is checked against the object that its pointer was made from. Values
 * are the host's: programs whose pointers or byte order are others are refused.
 *
 * The room has its own executor: the machine of runtime/avm interns each value and each state. Nothing of the semantics
 * of C that stands there is used here, so that each can be held against the other.
 *
 * Sources: Krall 2012, chapter 3 (states, errors); ISO C11, 6.5.6 and J.2.
 */
#ifndef CWOLF_RUN_H
#define CWOLF_RUN_H

#include "runtime/points/effects.h"
#include "coverage.h"

/* How a run ended. */
enum run_end {
    RUN_EXITED,      /* `status` is what it returned */
    RUN_SIGNALLED,   /* `status` is the signal */
    RUN_ERROR,       /* it did something undefined: `what` */
    RUN_UNSUPPORTED, /* it met something that is not executed here: `what` */
    RUN_STOPPED,     /* a budget ended, or the user stopped it: `what` */
};

/* RUN_ERROR: what kind of error. Those of memory stand side by side: run_fault_is. */
enum run_fault {
    RUN_OTHER_FAULT,
    RUN_MEMORY_FAULT,  /* an access outside of an object */
    RUN_NULL_FAULT,    /* a null pointer is followed */
    RUN_DEAD_FAULT,    /* an object is used that was freed or left */
    RUN_FREE_FAULT,    /* what is freed is no block */
    RUN_TWICE_FAULT,   /* what is freed was freed before */
    RUN_UNSET_FAULT,   /* what was never given a value decides something, is an address, or leaves the program */
    RUN_LEAK,          /* a block is lost */
    RUN_OVERFLOW_FAULT /* signed arithmetic overflows */
};
/* RUN_MEMORY_FAULT as what is asked about stands for all of memory. */
static inline bool run_fault_is(enum run_fault found, enum run_fault asked)
{
    return asked == RUN_MEMORY_FAULT ? found >= RUN_MEMORY_FAULT && found <= RUN_TWICE_FAULT : found == asked;
}

struct run_config {
    const char *const *args; /* argv, args[0] is the program; NULL behind the last */
    const int64_t *inputs;   /* what __VERIFIER_nondet_T and `input` functions give, in order */
    size_t input_count;
    const double *fractions; /* those of the inputs that are no integers: run_fraction(N) stands for number N */
    size_t fraction_count;
    bool has_inputs;          /* else asking for one is RUN_UNSUPPORTED */
    const char *const *calls; /* functions of which nothing is known and that may be called all the same */
    size_t call_count;
    bool is_closed;          /* only functions are called that leave the world outside as it is, and do not ask
                              * it; others are RUN_UNSUPPORTED */
    bool asks_bounds;        /* of trials: whether an access whose place depends on inputs stays inside of its
                              * object is a decision */
    bool follows_all;        /* of trials: whatever depends on inputs is a term or a decision; what is neither is
                              * said in run_trial.lost. Implies asks_bounds; blocks may fail to be there */
    bool may_fail;           /* of trials: whether an allocation gives no block is an input */
    bool has_world;          /* of trials: the arguments of main are inputs, and what is asked of the system fails,
                              * instead of ending a closed run */
    cwi_id lost;             /* has_world: what the stream that a rule watches leads to; where it is lost at the end
                              * that is a RUN_LEAK. 0: nobody asks */
    bool leaks;              /* a block that nothing leads to at the end is an error */
    bool overflows;          /* so is signed overflow; else it wraps around */
    struct run_cover *cover; /* what was executed is added to it; NULL: nothing is */
    void (*save_cover)(void *context); /* takes what is in `cover` out of it: another program takes the place of this */
    void *context;
    uint64_t max_steps;               /* statements; 0: no bound */
    const volatile bool *interrupted; /* polled; may be NULL */
};

/* An input that stands for a number that is no integer, so that it may be moved and changed as any other. No integer
 * that a program is given by chance is one; as a character it is 0. */
static inline int64_t run_fraction(size_t n)
{
    return INT64_C(0x7ff4c0de00000000) + (int64_t)(n << 8);
}
/* False: the input stands for itself. */
static inline bool run_is_fraction(int64_t input, const double *fractions, size_t count, double *real)
{
    uint64_t n = ((uint64_t)input - (uint64_t)run_fraction(0)) >> 8;
    bool is_fraction = n < count && input == run_fraction(n);
    if (is_fraction)
        *real = fractions[n];
    return is_fraction;
}

/* A call that was active at the end, the innermost first. */
struct run_frame {
    const struct cwi_func *func;
    struct cwi_place at; /* where it was */
};
struct run_result {
    enum run_end end;
    int status;
    enum run_fault fault;
    bool is_assumed;     /* RUN_STOPPED: an assumption of the program does not hold */
    char what[400];      /* "an access outside of its object: 4 bytes at offset 12 of 'a', which has 12" */
    struct cwi_place at; /* of the statement; line 0: nowhere */
    struct run_frame frames[32];
    uint32_t frame_count; /* that are in `frames` */
    uint64_t steps;       /* statements executed */
    bool is_child;        /* the program forked, and this is the new process: end it with `status`, say nothing */
};

/* What the flexible array is of that a structure ends with; 0: it does not. */
cwi_id run_flexible_element(const struct cwi_unit *u, cwi_id type);
/* It is main, or what runs before it. */
bool run_is_start(const struct cwi_unit *u, cwi_id entry);
/* A function that closes streams, and nothing else. */
bool run_closes_streams(const char *name);
/* A function of the system that may fail for reasons that are not the program's. */
bool run_may_fail(const char *name);
enum { RUN_MOST_PARAMETERS = 16 };
/* Whether a run can begin there: at main, or what runs before it, or in a function with at most so many parameters:
 * integers, which are inputs then, pointers, each to a block of its own whose first integers are inputs, and
 * aggregates of such. */
bool run_can_start_at(const struct cwi_unit *u, cwi_id entry);

/* Runs the program from its entry, or from what runs before it, to its end. Standard input, output and every other file
 * are this process's. The unit and the notes stay as they are. One run at a time in a process (signals, descriptors).
 */
enum status run_program(const struct cwi_unit *u, const struct notes *notes, cwi_id entry, const struct run_config *cfg,
                        struct run_result *out, struct diag *d);

/* Ends this process, a new one of the program's, as it would end by itself, for those who wait for it. */
__attribute__((noreturn)) void run_end_child(const struct run_result *r);

/* ---- stepping ---------------------------------------------------------------------------------------------------- */

/* What the debugger has to say: text (may be ""), and where the program is. */
struct run_reply {
    char text[32768];
    char file[1024]; /* "": nowhere */
    uint32_t line, col;
    uint32_t before, after; /* lines around it to show: 0 and 0: that one */
};
/* Gets the next command into `command`; false: the user has enough. */
typedef bool run_prompt(void *context, const struct run_reply *reply, char *command, size_t size);

/* Runs the program in a process of its own, statement by statement as the commands say (`help` lists them), back too:
 * snapshots are processes that wait, what the library gave is logged, and what lies between is done again without it.
 * The unit gains the types of the user's expressions. */
enum status run_debug(struct cwi_unit *u, const struct notes *notes, cwi_id entry, const struct run_config *cfg,
                      run_prompt *prompt, void *context, struct diag *d);

#endif
