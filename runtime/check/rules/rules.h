/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules, private: a rule is compiled into the program as an automaton over ghost variables, and is violated where a
 * label is reached. Each rule is asked alone, of a program that has nothing but its own ghosts.
 *
 * "For each object" is a free choice: at an event that would change the state of an object that was not seen before, an
 * input says whether it is the one that is watched. Events of others are told apart by comparing with it.
 */
#ifndef CWOLF_CHECK_RULES_H
#define CWOLF_CHECK_RULES_H

#include "runtime/check/private.h"
#include "runtime/check/rules/automaton.h"

/* One way in which a statement may be an event of the rule. */
struct matcher {
    const struct rule_event *event;
    int part;
    const struct cwi_expr *object;             /* the value that is the object's, or NULL */
    struct VEC(const struct cwi_expr *) tests; /* conditions, all of which must hold */
};
struct matchers VEC(struct matcher);

/* A call in a handler of a signal that the rule does not allow. */
struct rule_unsafe {
    cwi_id func, callee; /* in which, of which; callee 0: it is not known */
    const struct cwi_stmt *stmt;
    const char *text;
};

/* Where what was opened may be lost, as far as the branches of its function tell. */
struct rule_loss {
    struct cwi_place opened, lost;
    cwi_id func;
};

/* An event named by an alias: calls of that name are calls of the function. */
struct rule_alias {
    cwi_id func;
    const char *name;
};

enum { RULE_PASSED = 4 };
enum rule_when { SITE_BEFORE, SITE_AFTER };

struct rule_compiler {
    struct arena *a; /* of the unit */
    struct cwi_unit *u;
    const struct rule *rule;
    struct rule_automaton automaton;
    const struct notes *notes;
    cwi_id entry;
    cwi_id main;                   /* what the entry calls as the program, where it does more than that; or 0 */
    cwi_id state, chosen, watched; /* ghosts; the latter two are 0 without objects */
    cwi_id passed[RULE_PASSED];    /* objects that had events and are not the watched one, where that matters */
    cwi_id passed_count; /* how many of these are in use; RULE_PASSED + 1: there were more; 0: no such ghost */
    cwi_id int_type, bit_type, object_type; /* object_type: of `watched`, once it is known */
    cwi_id one, others;                     /* handles that are pointers: what they point to; 0: there are none */
    bool keeps_streams;                     /* nothing writes stdin, stdout or stderr */
    bool makes_handles;                     /* what calls give is modelled: no function that makes them has a body */
    bool passes_null;                       /* null pointers stand in events, and are no objects */
    bool has_number_handles;                /* handles that are numbers */
    uint32_t place, places_asked;           /* the one where what is watched is made, from 1 on; 0: any of them */
    cwi_id nondet, event;                   /* functions */
    struct VEC(struct rule_alias) aliases;
    const char *label;
    uint32_t sites; /* events of the rule in the program */
    uint32_t ends;  /* ends of the program or of threads that matter to it */
    bool can_be_violated;
    bool forgets;               /* somewhere the automaton's state becomes unknown */
    bool has_letter[PART_SETS]; /* sets of parts that some event of the program is */
    bool is_proved;             /* without the engine */
    const char *refused;        /* why the rule cannot be decided in this program, or NULL */
    struct VEC(struct saved {
        cwi_id func;
        struct cwi_func was;
    }) saved;
    struct VEC(const char *) assumptions;
    struct VEC(const struct cwi_expr *) carriers; /* cells that hold what events name */
    struct VEC(struct saved_var {
        cwi_id var;
        struct cwi_var was;
    }) saved_vars;
    struct check_acceptances excluded;   /* events that violate the rule, and are accepted */
    struct VEC(struct cwi_place) places; /* of events */
    struct VEC(struct rule_told {
        struct cwi_place at;
        const char *text;
    }) told;               /* what a path says of events, which a run does not */
    bool is_adopted;       /* the object of a graph is the first one seen, as no event makes one */
    cwi_id *owned;         /* RULE_RELEASES, by function: whether this activation owns the watched one; 0: none does */
    cwi_id owned_count;    /* functions */
    bool is_kept, is_left; /* somewhere what is opened goes where nobody follows it; activations end unseen */
    struct cwi_place kept_at;
    bool none_fails; /* PROPERTY: the calls that may fail work */
    bool is_shown;   /* text is made of it, from which the program may know it */
    uint32_t loses;  /* ways on which something is lost; the first is `loss` */
    struct rule_loss loss;
    bool is_unsure;                        /* there may be others */
    struct VEC(struct rule_unsafe) unsafe; /* RULE_HANDLERS */
    bool has_handlers;                     /* something handles signals */
    const char *may_violate;               /* what the graph of calls cannot exclude, or NULL */
    struct cwi_place may_violate_at;
    bool *is_client; /* of a graph, by function: what it calls are events; else NULL */
    bool *is_named;  /* of a graph, by function: the client's code names it */
    cwi_id named_count;
};

/* ---- compiling (compile.c) --------------------------------------------------------------------------------------- */

/* Finds the events and compiles the rule in; rule_restore puts the program back as it was. A diag is of conditions that
 * cannot be read. */
enum status rule_compile(struct rule_compiler *c, struct diag *d);
void rule_restore(struct rule_compiler *c);
/* What is compiled in may violate the rule: there are events, or ends, or a condition from the beginning on. */
bool rule_applies(const struct rule_compiler *c);
/* The function may be changed from now on. */
struct cwi_func *rule_own(struct rule_compiler *c, cwi_id func);

/* ---- matching (match.c) ------------------------------------------------------------------------------------------ */

/* What a call is to the rule: `result`: what it returned, NULL before it. Matchers go to `out`. */
enum status rule_match_call(struct rule_compiler *c, const struct cwi_stmt *call, const char *name,
                            const struct cwi_expr *result, enum rule_when when, struct matchers *out, struct diag *d);
/* What a return from a function of this name is, or a store to a variable; `value`: what is returned or stored, or
 * NULL. */
enum status rule_match_value(struct rule_compiler *c, enum rule_event_kind kind, const char *name,
                             const struct cwi_expr *value, struct matchers *out, struct diag *d);
void rule_matchers_free(struct matchers *m);
/* One of the library's own streams, which nobody opened. */
bool rule_is_standard(const struct cwi_var *v);
bool rule_event_is_after(const struct rule_event *e);
/* The calls of this name that the rule speaks about, for results too: *before and *after. */
void rule_names(const struct rule *r, const char *name, bool *before, bool *after, bool *handle);
bool rule_is_handle(const struct rule *r, const char *name);
/* An event of the rule is a call of this name or a return from it, or it stands in `handle` or `sure`. */
bool rule_mentions(const struct rule *r, const char *name);
/* The call makes a handle, by the constants among its arguments; refuses the rule where they are not known. */
bool rule_is_handle_call(struct rule_compiler *c, const struct cwi_stmt *call, const char *name);
/* A call of this name surely returns, 0 where it returns a number. */
bool rule_is_sure(const struct rule *r, const char *name);
/* It asks what holds at the end of the program, or of the thread (ends.c). */
bool rule_asks_for_end(const struct rule *r);
/* The parts of the rule that are about no object. */
int rule_free_parts(const struct rule *r);
/* Handles that are numbers: the watched one, and others. */
enum { RULE_WATCHED_NUMBER = 7, RULE_OTHER_BITS = 511, RULE_OTHER_BASE = 512 };

/* The name by which the rule knows a function, which has others where there are aliases; "" for one of the program's
 * own that a ready-made rule cannot mean. */
const char *rule_name_of(const struct rule_compiler *c, cwi_id func);

/* ---- what is tracked (tracked_cells.c) --------------------------------------------------------------------------- */

/* Adds the cell that the expression takes its value from. */
void rule_carrier(struct rule_compiler *c, const struct cwi_expr *e);
void rule_carriers_of(struct rule_compiler *c, const struct matchers *m);
/* Adds the cells whose values may get into those that are there. */
void rule_close_carriers(struct rule_compiler *c);

/* ---- properties (property.c) ------------------------------------------------------------------------------------- */

/* Whether a call fails that may, and how many arguments there are, becomes an input. */
void rule_property_compile(struct rule_compiler *c);
/* What is given, and the rule as a question of this name. */
enum status rule_property_note(struct arena *a, const struct rule *r, const char *name, const struct notes *given,
                               struct notes *out);
/* Where it is violated, as an event. */
void rule_property_event(struct arena *a, const struct cwi_unit *u, struct check_answer *x);
/* A call as a user would write it (change.c). */
const char *rule_call_text(struct arena *a, const struct cwi_unit *u, const struct cwi_stmt *call);

/* ---- asking and telling (question.c, path.c) --------------------------------------------------------------------- */

/* The notes that the engine gets: those given but questions and labels, what is tracked for the rule, the question. */
enum status rule_put_question(struct rule_compiler *c, const struct notes *given, struct notes *out, struct diag *d);
/* The answer's path becomes one of the rule's events, and its place that of the last one; what comes of it is in `a`.
 */
void rule_tell(struct rule_compiler *c, struct arena *a, struct check_answer *x);
/* The path without the choices of the rule; what is violated stands at its end. */
void rule_drop_choices(const struct rule_compiler *c, struct arena *a, struct check_answer *x);
const char *rule_message(struct arena *a, const struct check_answer *x, const struct rule *r);

/* ---- graphs (graph.c) -------------------------------------------------------------------------------------------- */

/* Which functions are the client's: those that are reached from the entry without passing through one that the graph
 * names. */
void rule_graph_find_client(struct rule_compiler *c);
/* Refuses the graph where an object may be a local variable that is several ones in turn (graph_objects.c). */
void rule_graph_refuse_locals(struct rule_compiler *c);

/* ---- code (event_code.c) ----------------------------------------------------------------------------------------- */

/* Code that makes the automaton's moves and goes on at block `next`: its first block. */
uint32_t rule_code(struct rule_compiler *c, cwi_id func, const struct matchers *m, struct cwi_place at,
                   const char *text, uint32_t next);
const struct cwi_expr *rule_equals(struct rule_compiler *c, const struct cwi_expr *x, const struct cwi_expr *y);
const struct cwi_expr *rule_as(struct rule_compiler *c, const struct cwi_expr *e, cwi_id type);
cwi_id rule_temp(struct rule_compiler *c, cwi_id func, cwi_id type);
struct cwi_stmt rule_assign(struct rule_compiler *c, cwi_id var, const struct cwi_expr *value, struct cwi_place at);
/* A statement that puts a free choice, 0 or 1, into a temporary. */
struct cwi_stmt rule_choose(struct rule_compiler *c, cwi_id temp, struct cwi_place at);
/* The same by a function of that name, which runs know: CWI_CHOOSES_ARGUMENTS, CWI_CHOOSES_SUCCESS. */
struct cwi_stmt rule_choose_by(struct rule_compiler *c, const char *name, cwi_id temp, struct cwi_place at);

#endif
