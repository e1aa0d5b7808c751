/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * interface: the interface graph of a library: which of its functions may be called when, from its code alone.
 *
 * The library is closed by its most general client: an endless loop that calls any interface function with any
 * arguments. The engine executes that on abstract values; a *call* is one function with one kind of arguments, a *macro
 * state* what the library's variables hold at the head of the loop. From a macro state a call is good (it never errs),
 * an error (from every concrete state it errs for some argument), or undecided; what was lost on the way to an error
 * that is not sure is tracked in the next round. Regions are classes of macro states.
 *
 * An error is a failed assertion, abort, exit with a status that is not 0, undefined behaviour, or a condition given.
 * The graph is *safe* when a sequence of calls that it allows never errs. Undecided calls are error edges; so it is
 * safe even when the budget ended. It is *permissive* when every call that it refuses does err, from every state of its
 * region.
 *
 * Source: Roy 2010 (three-valued summaries; safe and permissive interfaces).
 */
#ifndef CWOLF_INTERFACE_H
#define CWOLF_INTERFACE_H

#include "runtime/avm/avm.h"

struct iface_options {
    const char *const *functions; /* the interface; none: every function that is exported and has a body */
    size_t function_count;
    const char *const
        *errors; /* C conditions; a function's name in one is its result, and then it is about that call */
    size_t error_count;
    const char *const *results; /* functions of whose results the client sees whether they are 0 */
    size_t result_count;
    const char *initial;      /* the variables that it names may hold anything for which it is true; NULL: as loaded */
    uint32_t buffer;          /* elements of the buffers that the client hands over; 0: 16 */
    bool sequences;           /* regions are so fine that the sequence of calls alone decides */
    bool suite;               /* a test suite is wanted */
    struct avm_config engine; /* budget and limits */
};

/* What is known of a call from a region. */
enum iface_outcome { IFACE_GOOD, IFACE_ERROR, IFACE_UNDECIDED };

/* One letter of the graph's alphabet. */
struct iface_call {
    const char *name; /* "push", "set(1..7)"; "open=0", that returned a null handle */
    cwi_id func;
    uint32_t null; /* "open": the number of "open=0", where that leads elsewhere; else 0 */
    bool is_null;  /* it is such a one: an observation, not another call */
    /* As an event of a rule: */
    const char *pattern; /* its arguments, "(h, x1, _)" */
    const char *when;    /* the condition on them, "x1 <= 3"; or NULL */
    bool takes;          /* the handle is among them */
    bool makes;          /* it returns the handle */
    bool looks;          /* the client sees whether it returned 0 */
    const char *rest;    /* the condition on arguments that no call of the function has; or NULL */
};
struct iface_region {
    const char *words;         /* in the library's own words; NULL: nothing tells it apart */
    enum iface_outcome *calls; /* for each call */
    uint32_t states;           /* macro states in it */
    bool is_end;               /* the program has ended */
};
struct iface_edge {
    uint32_t from, call, to;
    bool must; /* every concrete state of `from` has a successor in `to` */
};
struct iface_problem { /* an undecided call */
    uint32_t region, call;
    const char *why;
    struct cwi_place at;
};
struct iface {
    struct arena *arena;
    const struct cwi_unit *program;
    struct iface_call *calls;
    struct iface_region *regions;
    struct iface_edge *edges; /* of good calls, sorted by region, call and target */
    uint32_t call_count, region_count, edge_count;
    uint32_t *call_of;   /* of each function and kind of arguments that the client tells apart: the call */
    const char **others; /* names of exported functions that are no part of it */
    uint32_t other_count;
    const char *no_object; /* why no rule can say what its calls are about, or NULL */
    bool is_behind_handle; /* the library keeps nothing but what is behind handles: one does not change another */
    uint32_t *initial;     /* regions */
    uint32_t initial_count;
    struct iface_problem *problems;
    uint32_t problem_count;
    const char *unseen; /* something that the library does and the model does not: the graph is not known to be safe */
    const char *ended;  /* the budget ended: in words; else NULL */
    bool is_permissive; /* every call that is refused errs; with `sequences`: every sequence that is refused does */
    bool is_deterministic; /* the sequence of calls alone tells the region */
    bool is_sure;          /* every edge is must */
    const char *suite;     /* C text of tests, one for each edge that a sequence with known values takes; or NULL */
    uint32_t test_count, untested_count;
    const char **assumptions;
    uint32_t assumption_count;
    uint32_t rounds;
    uint64_t states; /* of the engine, in the last round */
};

/* The graph of a linked program, which gets a client as its main. Everything lives in the result. Fails on names and
 * conditions that mean nothing, and when there is no function to call. */
enum status iface_build(struct cwi_unit *program, const struct notes *notes, const struct iface_options *options,
                        struct iface **out, struct diag *d);
void iface_free(struct iface *i); /* NULL is allowed */

/* As a transition system: a label for each call. `with_errors`: edges `push!` to a state of their own for calls that
 * are refused. */
struct lts *iface_lts(const struct iface *i, bool with_errors);

/* Appends the graph as a C comment. */
void iface_document(const struct iface *i, struct buf *out);

/* Appends the graph as a file of rules, which check a client: for those built with `sequences`. `library` is what it is
 * called in messages, `name` is the rule's. Fails when no rule can say what the calls are about. */
enum status iface_rules(const struct iface *i, const char *library, const char *name, struct buf *out, struct diag *d);

/* What one version of a library allows and another does not. */
struct iface_comparison {
    /* The new version: for each last call a shortest sequence, "push, push". */
    const char **forbids, **allows;
    uint32_t forbidden, allowed;
    const char *only_old, *only_new; /* calls that one has alone, which are not compared; or NULL */
    bool is_partial;                 /* the search ended early */
};
/* The texts live in the arena. */
void iface_compare(struct arena *a, const struct iface *old, const struct iface *new, struct iface_comparison *out);

#endif
