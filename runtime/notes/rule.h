/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rule: rules over events, by names alone: what they mean in a program is for the room check to say.
 *
 *   NAME : [after E | before E | between E and E | after E until E]
 *          (never E | always (COND) | eventually E | E precedes E | E responds to E | at most N E | exactly one E |
 *           E releases E | handlers call only E | property LOGIC)
 *
 * `close(s) releases s = open(_)`: what is opened is closed before the last variable goes that holds it; of events that
 * make no handle, before the function returns that did the second one. `property no-leak`: a property of the engine
 * that stands among the rules as one of them. Or it is a graph, of states and of what events lead from one to another:
 *
 *   NAME : graph [(OBJECT) | each (OBJECT)] STATE : E -> TARGET, E -> TARGET ... STATE : ...
 *
 * where states are numbers, 0 is the first, and a TARGET is a state, `error` or `unknown`; of the edges of a state the
 * first one that matches counts, and an event without one changes nothing. Events of a graph are calls that are made
 * outside of the functions it names. Its object is the one that was seen or made last, any other is `unknown`; with
 * `each` the rule holds for each.
 *
 * E is f(args), call(f(args)), x = f(args), return(f), write(x) or exit, each with `when (COND)` if wanted; several are
 * joined by `|`. A file of rules may name events, `event use(s) : fgetc(s) | fclose(s);`, and say which calls make
 * handles, `handle s = fopen(_, _);`, and which surely return, `sure pthread_mutex_lock(_);`; the rules behind
 * `by thread;` hold for each thread by itself, whose end counts as the program's; those behind `off;` are asked where
 * they are named; `assume "...";` and `doubt "...";` say of the rules that follow what they take for granted, and why
 * they never hold for certain; `doubt "..." if E;` and `open "..." if E;` why they do not, or are decided in neither
 * way, where such a call is in the program. `R where doubted S`: a program of which R is doubted keeps it where it
 * keeps the stricter S, that nobody doubts. Source: Dwyer, Avrunin, Corbett 1999 (the patterns and their scopes).
 *
 * Ownership: everything lives in the arena given.
 */
#ifndef CWOLF_NOTES_RULE_H
#define CWOLF_NOTES_RULE_H

#include "runtime/cwi/cwi.h"

enum rule_event_kind { RULE_CALL, RULE_RETURN, RULE_WRITE, RULE_EXIT };

struct rule_arg {
    enum { RULE_ANY, RULE_NAME, RULE_VALUE } kind;
    const char *text; /* NAME: it; VALUE: a C expression, as written */
};
/* One event. */
struct rule_event {
    enum rule_event_kind kind;
    const char *name;            /* of the function, WRITE: of the variable; EXIT: NULL */
    const struct rule_arg *args; /* patterns of the first arguments */
    uint32_t arg_count;
    const char *result; /* what a call's result is called, or NULL */
    const char *when;   /* a C condition as written, or NULL */
    const char *text;   /* the event as written */
};
/* Any of several; none: `count` 0. */
struct rule_events {
    const struct rule_event *items;
    uint32_t count;
    const char *text; /* as written, names of events as they are */
};

enum rule_scope { RULE_ALL, RULE_AFTER, RULE_BEFORE, RULE_BETWEEN, RULE_UNTIL };
enum rule_pattern {
    RULE_NEVER,
    RULE_ALWAYS,
    RULE_EVENTUALLY,
    RULE_PRECEDES, /* `first` before each `second` */
    RULE_RESPONDS, /* `first` after each `second` */
    RULE_AT_MOST,
    RULE_EXACTLY_ONE,
    RULE_RELEASES, /* `first` before the last holder of what `second` made goes */
    RULE_HANDLERS, /* handlers of signals call nothing else than `first` */
    RULE_TESTED,   /* a handle that is null is not followed */
    RULE_GRAPH,
    RULE_PROPERTY
};
/* An edge of a graph. */
enum { RULE_ERROR = UINT16_MAX, RULE_UNKNOWN = UINT16_MAX - 1, RULE_MOST_STATES = 250 };
struct rule_edge {
    uint16_t from, to; /* states; `to`: or RULE_ERROR, RULE_UNKNOWN */
    uint32_t event;    /* its number in `first` */
};
struct rule_reason { /* why a rule is not decided for certain in a program that calls one of `calls` */
    const char *why; /* or NULL */
    struct rule_events calls;
};
struct rule_texts {
    const char *const *items;
    uint32_t count;
};

struct rule {
    const char *name, *text; /* the text without the name */
    const char *about;       /* in words, or NULL */
    const char *set;         /* the ready-made set it is of, or NULL */
    const char *object;      /* the name that stands for an object, of which the rule holds for each; or NULL */
    enum rule_scope scope;
    struct rule_events begin, end; /* of the scope */
    enum rule_pattern pattern;
    struct rule_events first, second;
    uint32_t most;                 /* AT_MOST */
    const char *always;            /* ALWAYS: the condition */
    const char *logic;             /* PROPERTY: of which */
    const struct rule_edge *edges; /* GRAPH: in the order written; `first` has each event once */
    uint32_t edge_count, states;
    bool is_each;                /* GRAPH: of each object one */
    struct rule_texts assumed;   /* what it takes for granted */
    const char *doubt;           /* why it never holds for certain, or NULL */
    struct rule_reason doubt_if; /* why it does not hold for certain in such programs */
    struct rule_reason open_if;  /* why it is neither held nor violated for certain in such programs */
    const struct rule *stricter; /* what no program violates, doubted or not, keeps this one; or NULL */
    /* Calls whose results are handles: each that does not fail is unlike all others that are in use. */
    struct rule_events handles;
    struct rule_events sure; /* calls that surely return, and give 0: locks that are got in the end */
    bool is_off;             /* asked only where it is named */
    bool is_exported;        /* the functions it names are those of other units: no static one is meant */
    bool is_by_thread;       /* each thread keeps it by itself: what others do does not count */
    bool is_part;            /* its answer is a part of a property's: no violation of it is accepted */
    struct place at;
};

struct rules {
    struct arena *arena;
    struct VEC(const struct rule *) list;
};

/* One rule: NAME : ... up to the end of the text; `at` is where it begins. */
enum status note_parse_rule(struct arena *a, const char *text, struct place at, struct rule **out, struct diag *d);
/* A file of rules, or a set: `event`, `handle` and rules, each up to a semicolon; a string after a rule's name says
 * what it is about. Appended to `out`. */
enum status note_parse_rules(struct rules *out, const char *set, const char *path, const char *text, size_t size,
                             struct diag *d);

/* A condition, or a value, as written in an event: over the names that the event binds, each CWI_BOUND of its number
 * and of its type (0: has none), and the program's variables. */
struct rule_bound {
    const char *name;
    cwi_id type;
};
enum status note_parse_bound(struct arena *a, struct cwi_unit *u, const char *text, bool is_condition,
                             const struct rule_bound *bound, uint32_t count, struct place at,
                             const struct cwi_expr **out, struct diag *d);

#endif
