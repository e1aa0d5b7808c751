/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places of a program that have events of a rule, on their way from being found (sites.c) to being changed (change.c).
 * Private to the room.
 */
#ifndef CWOLF_CHECK_RULES_SITES_H
#define CWOLF_CHECK_RULES_SITES_H

#include "runtime/check/rules/rules.h"
#include "runtime/points/effects.h"

#include <stdlib.h>

enum site_kind {
    SITE_CALL,
    SITE_ENTRY,   /* of a function */
    SITE_END,     /* of the program, or of a thread, before the statement */
    SITE_VALUE,   /* a return, before it; a store, behind it */
    SITE_UNKNOWN, /* a call of a function of which nothing is known */
    /* of RULE_RELEASES: */
    SITE_LOST,        /* a return, before it */
    SITE_KEPT,        /* somebody gets what a holder has who is not followed */
    SITE_OVERWRITTEN, /* an assignment to a holder */
};
struct site {
    enum site_kind kind;
    cwi_id func;
    uint32_t block, index;
    struct matchers before, after;
    cwi_id result;  /* the temporary that gets what the call returns, or 0 */
    cwi_id *held;   /* by argument: the temporary that holds it for what comes after the call, or 0 */
    bool is_handle; /* what it returns is a handle */
    bool is_sure;   /* it returns, and gives 0 */
    bool ends_thread;
    bool owns;                         /* the activation owns what the event makes, or the call gives */
    const struct cwi_expr *overwrites; /* a holder, or NULL */
    const struct cwi_expr *held_value; /* SITE_KEPT */
    bool is_for_good;                  /* SITE_KEPT: rule_holds_to_the_end; known from rule_find_ways on */
    const char *text;                  /* of a step of a va_list, which is no call; else NULL */
};
struct finder {
    struct rule_compiler *c;
    struct diag *d;
    struct VEC(struct site) sites;
    bool *is_taken;              /* by function: its address */
    bool *is_thread;             /* by function: a thread begins with it */
    cwi_id *inner;               /* by function: the one without a body that it stands for, or 0 */
    cwi_id funcs;                /* how many there were */
    bool *holds;                 /* RULE_RELEASES, by variable: it is a holder */
    bool *is_released, *is_kept; /* by variable: what it holds may be released, kept, in its function */
    bool *returns;               /* by function: it returns what a holder has */
    cwi_id vars;                 /* how many there were */
    bool *leaves;                /* RULE_RELEASES, by function: a call of it may end activations */
    bool lands;                  /* there is a place to which who is not known may jump */
    bool grew;
    struct cwi_func **was; /* by function: as it was, for what is read where; NULL: nobody asks (rule_keep_code) */
    bool *is_given_others; /* by variable: something else than functions of the program; NULL: nobody asked yet */
    bool calls_out;        /* a pointer may lead to a function outside of the program */
    cwi_id unknown;        /* a function without a body that is called, or 0 */
    struct cwi_place unknown_at;
};

/* By function, of the first `count`: its address is taken, or code that is not seen may call it. */
void rule_find_taken(const struct cwi_unit *u, bool *is_taken, cwi_id count);
/* Finds the address-taken functions, gives those without a body one, and finds all sites: from the end to the beginning
 * of each block, so that those found first are changed first. */
enum status rule_find_sites(struct finder *x);

/* The site of that kind at the statement, behind that one; `after` NULL: the first. NULL: there is none. */
const struct site *rule_site_at(const struct finder *x, enum site_kind kind, cwi_id func, uint32_t block,
                                uint32_t index, const struct site *after);
/* The function that the statement calls by its name; NULL: it calls none. */
const struct cwi_func *rule_callee_of(const struct cwi_unit *u, const struct cwi_stmt *s);

/* Ends (ends.c). */
/* The function has one of the names, a list that ends with NULL, for the linker. */
bool rule_is_named(const struct cwi_func *f, const char *const *names);
/* The statement calls the function, or may by a pointer. Of the entry: what returns from it need not end the program.
 */
bool rule_may_call(const struct cwi_unit *u, const struct cwi_stmt *s, cwi_id func);
/* Finds the functions that threads begin with; refuses rules about the ends of threads that are not known. */
void rule_find_threads(struct finder *x);
/* True, with a matcher in s->before: the statement ends the program, or a thread where the rule is about each. */
bool rule_find_end(struct finder *x, struct site *s, const struct cwi_stmt *stmt);

/* What holders have, and where it is lost (releases_holders.c): adds sites, and says of others what they make. */
void rule_find_holders(struct finder *x);
/* A variable that only its name leads to, of one activation. */
bool rule_is_private(const struct cwi_unit *u, const struct cwi_expr *e);
/* The variable is read behind the statement, or in another block. */
bool rule_may_be_read(const struct cwi_func *f, cwi_id var, uint32_t block, uint32_t index);
/* The function's return ends the program: what is open then is not lost. */
bool rule_is_outermost(const struct rule_compiler *c, cwi_id func);
/* The same on all ways through each function by itself (releases_ways.c): c->loses and what goes with it. */
void rule_find_ways(struct finder *x);
/* The SITE_KEPT gives it to a static variable, which has it until the program ends (releases_static.c). */
bool rule_holds_to_the_end(const struct finder *x, const struct site *s);
/* The changes there (releases_code.c). */
void rule_change_lost(struct finder *x, const struct site *s);
void rule_make_owner(struct rule_compiler *c, cwi_id func);
/* The function's code as it is now, for sites where something is overwritten. */
void rule_keep_code(struct finder *x, cwi_id func);
/* Code that makes the activation the owner of what it got, if that is the watched one, which the call was not handed;
 * then on. `call`: NULL where it is none. */
uint32_t rule_own_code(struct finder *x, const struct site *s, const struct cwi_stmt *call, struct cwi_place at,
                       uint32_t next);
/* Code before `holder = value`, which loses the watched one if it is the last; then on. */
uint32_t rule_overwrite_code(struct finder *x, const struct site *s, const struct cwi_expr *value, struct cwi_place at,
                             uint32_t next);
/* Code behind a call whose result nobody takes, and which was not handed it; then on. */
uint32_t rule_drop_code(struct finder *x, const struct site *s, const struct cwi_stmt *call, struct cwi_place at,
                        uint32_t next);
/* Nobody owns anything, and holders have nothing, where a function begins. */
void rule_begin_owners(struct finder *x);

/* Which functions end activations when they are called: longjmp and its kin (leaving.c). */
void rule_find_leaving(struct finder *x);
/* The statement may end the activation, and others, by itself. */
bool rule_is_left_at(const struct finder *x, const struct cwi_stmt *s);
/* A pointer may lead to a function outside of the program (outside.c). */
bool rule_may_call_out(const struct finder *x);
/* The variable that is called through is given functions that the program names, and nothing else. */
bool rule_leads_to_own(struct finder *x, const struct cwi_expr *pointer);
/* A jump may lead there. */
bool rule_lands_at(const struct finder *x, const struct cwi_stmt *s);
/* The rule is about lists of arguments, and no path violates it, whichever values there are (lists.c). */
bool rule_is_proved_of_lists(struct finder *x);

/* Which handlers of signals surely call what the rule does not name, and where they are given to the system
 * (handlers.c); others make c->may_violate. */
enum status rule_find_handlers(struct finder *x, struct diag *d);

/* Ghost variables and functions (ghosts.c), once the sites are known. */
void rule_make_ghosts(struct finder *x);
void rule_make_choices(struct rule_compiler *c); /* the function that gives free choices, alone */
/* That a program gets no argument, one or two is chosen where it begins: a loop over them then ends when it does. */
void rule_choose_arguments(struct rule_compiler *c);
/* The entry is where a program begins, not a function of a library. */
bool rule_begins_program(const struct rule_compiler *c);

/* Where locals end, code that forgets those that were passed over (passed.c). */
void rule_forget_passed_locals(struct finder *x);

/* Compiles the rule in at the site. */
void rule_change(struct finder *x, const struct site *s);
/* A block of the two: its number. */
uint32_t rule_block_of(struct rule_compiler *c, struct cwi_func *f, struct cwi_stmt a, struct cwi_stmt b);

#endif
