/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pointsto: what may a pointer point to, whichever way the program ran? Andersen's analysis over a linked unit:
 * inclusion constraints, insensitive to flow and context, sensitive to fields by their offsets; calls through pointers
 * are resolved as targets are found.
 *
 * An object is a whole variable, function or allocation site; inside, its words are told apart, but for the elements of
 * arrays (private.h). Values flow through assignments, calls, returns, aggregates, integers (casts, bit
 * operations, sums), memcpy and byte-wise copying; not through comparisons, products, array indices and offsets of
 * pointers, which by the rules of C stay within their object, nor through sums of integers narrower than pointers. What
 * an unknown external function gets, or can reach, escapes: it may be overwritten with any escaped pointer, and
 * functions among it may be called. As soon as a function that nothing is known about is called (or assembler runs that
 * clobbers memory), the variables with external linkage escape too.
 *
 * Only functions that are reachable from the roots are looked at. About others the queries answer "unknown".
 * Everything lives in the arena of the struct pt. Source: Andersen 1994; Pearce, Kelly, Hankin 2003 (differences,
 * cycles) and 2007 (fields).
 */
#ifndef CWOLF_POINTS_POINTS_H
#define CWOLF_POINTS_POINTS_H

#include "runtime/base/budget.h"
#include "runtime/points/effects.h"

typedef uint32_t pt_id; /* an object */
enum {
    PT_UNKNOWN, /* memory outside the program that is not known: stands for every escaped object as well */
    PT_DEVICE,  /* absolute addresses */
    PT_LIBRARY, /* memory of libc: what getenv or localtime return */
    PT_ARGS,    /* what the entry was handed: argv and the strings, other entries' pointer arguments, all they point
                 * to */
    PT_VARARGS, /* the variable arguments of all calls: what va_list points to */
    PT_FIRST    /* variables, functions and allocation sites begin here */
};

enum pt_kind { PT_OUTSIDE, PT_VAR, PT_FUNC, PT_HEAP };
struct pt_object {
    enum pt_kind kind;
    cwi_id id;                   /* variable or function; PT_HEAP: the function that allocates */
    const struct cwi_stmt *site; /* PT_HEAP: the call; several objects may have it, of functions that allocate for
                                  * their callers */
};

/* A set of objects in ascending order. */
struct pt_set {
    const pt_id *objects;
    uint32_t count;
    bool unknown; /* PT_UNKNOWN is in it: any escaped object (all are listed), and memory outside the program */
};

struct pt;
/* `roots`: the entry first, then whatever else the environment calls (interrupts, signal handlers). Constructors and
 * destructors are roots by themselves where nothing runs them (cwi_add_start). `notes` (may be NULL) narrow external
 * functions. NULL when the budget (may be NULL) ends. */
struct pt *pt_new(const struct cwi_unit *u, const cwi_id *roots, uint32_t root_count, const struct notes *notes,
                  const struct budget *budget);
void pt_free(struct pt *pt); /* NULL is allowed */

uint32_t pt_object_count(const struct pt *pt);
struct pt_object pt_object_of(const struct pt *pt, pt_id object);
pt_id pt_of_var(const struct pt *pt, cwi_id var);
pt_id pt_of_func(const struct pt *pt, cwi_id func);
/* What a call of malloc, or of a function that allocates for its callers, gives; PT_UNKNOWN: it is no reachable one. */
pt_id pt_of_site(const struct pt *pt, const struct cwi_stmt *call);
/* All objects that have this call as their site. */
struct pt_set pt_blocks_of(struct pt *pt, const struct cwi_stmt *call);

/* The objects that the value of `e` may point to: for a pointer, for any integer that may hold one, and for an
 * aggregate all the pointers in it. `func` is where the expression stands (0: nowhere in particular). */
struct pt_set pt_may_point(struct pt *pt, cwi_id func, const struct cwi_expr *e);
/* The objects that lvalue `e` may lie in: the variable itself, or what the pointer points to. */
struct pt_set pt_may_be(struct pt *pt, cwi_id func, const struct cwi_expr *lvalue);
/* Whether a store to the lvalue, which begins with a pointer, may change one of these bytes of the variable: pt_may_be
 * tells objects apart, this their fields. */
bool pt_may_change(struct pt *pt, cwi_id func, const struct cwi_expr *lvalue, cwi_id var, uint64_t offset,
                   uint64_t size);
/* The same for somebody who is handed the pointer, and may move it within the array that was named, or else the object.
 */
bool pt_may_reach(struct pt *pt, cwi_id func, const struct cwi_expr *pointer, cwi_id var, uint64_t offset,
                  uint64_t size);
/* What the contents of the objects of `s` may point to; `unknown` too where that of `s` is. */
struct pt_set pt_contents(struct pt *pt, struct pt_set s);
/* Everything that can be reached from the objects of `s`, themselves included. The set lives as long as the pt. */
struct pt_set pt_closure(struct pt *pt, struct pt_set s);
bool pt_set_has(struct pt_set s, pt_id object);
bool pt_sets_meet(struct pt_set a, struct pt_set b); /* some object is listed in both */

bool pt_escaped(const struct pt *pt, pt_id object);
/* The objects whose addresses the program may send out, as bytes or as text, and read again. */
struct pt_set pt_sent_out(struct pt *pt);
struct pt_set pt_all_escaped(struct pt *pt);
bool pt_reachable(const struct pt *pt, cwi_id func);
/* Some pointer may lead to so many places that it is taken to lead anywhere. */
bool pt_gave_up(const struct pt *pt);
/* Some function that a called pointer may hold was left out because it takes other arguments or returns something
 * else. */
bool pt_assumed_types(const struct pt *pt);

/* The functions a call statement may call, as objects (direct calls: the one). `unknown`: something outside the program
 * too. */
struct pt_set pt_targets(struct pt *pt, cwi_id func, const struct cwi_stmt *call);

/* The objects that a call of the function, with everything it calls, may write (read): static variables, allocation
 * sites, and locals and parameters whose address was taken; not the registers and plain locals of its own
 * activations. */
struct pt_set pt_mod(struct pt *pt, cwi_id func);
struct pt_set pt_ref(struct pt *pt, cwi_id func);
/* The same for one statement, calls it makes included. */
struct pt_set pt_stmt_mod(struct pt *pt, cwi_id func, const struct cwi_stmt *s);
/* The same without what the functions with bodies do that it calls: between two calls of a comparison qsort() may have
 * written that. */
struct pt_set pt_stmt_own_mod(struct pt *pt, cwi_id func, const struct cwi_stmt *s);
/* What the call calls, or calls back, may be a function of which nothing is known: qsort()'s comparison without a body.
 */
bool pt_calls_unknown(struct pt *pt, cwi_id func, const struct cwi_stmt *call);

#endif
