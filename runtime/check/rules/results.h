/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules `handles tested`: what a call gives that may be null is not followed while it is. The null result of each call
 * is followed through the program's code by itself: through copies, parameters and returns, and through cells of memory
 * as long as nobody else may read them. On each path it is null for certain, so that tests of it have one way.
 * Private to the room.
 */
#ifndef CWOLF_CHECK_RULES_RESULTS_H
#define CWOLF_CHECK_RULES_RESULTS_H

#include "runtime/check/rules/sites.h"

/* A place where the result of a call may be followed, or gets where nobody follows it. */
struct result_trouble {
    struct cwi_place given, at;
    cwi_id func;     /* in which it is */
    const char *why; /* "is followed", "is stored where others may read it" */
    bool is_followed;
};
struct result_troubles VEC(struct result_trouble);

/* Adds all troubles of the results that the rule's handles are; none: the rule holds. *count: how many calls give them.
 */
void rule_follow_results(struct rule_compiler *c, struct result_troubles *out, uint32_t *count);

/* ---- what is known on a path (results_cells.c) ------------------------------------------------------------------- */

/* Bytes of a variable, or of what a local variable of the function leads to that no address is taken of. */
struct result_cell {
    cwi_id root;
    bool is_led_to;
    uint64_t offset, size;
    bool is_number; /* it holds `number`, and else the null result */
    int64_t number;
    bool is_confined; /* nobody else's pointers lead there (results_confined.c), but those that are handed on */
};
struct result_state VEC(struct result_cell); /* in order */

/* Only its name leads to the variable. */
bool rule_result_is_register(const struct cwi_unit *u, cwi_id var);
/* The cell that the lvalue is; false: it is none. */
bool rule_result_cell_of(const struct cwi_unit *u, const struct cwi_expr *lvalue, struct result_cell *out);
bool rule_result_is_memory(const struct cwi_unit *u, const struct result_cell *c);
/* One of them is in memory that others may access. */
bool rule_result_has_open_memory(const struct cwi_unit *u, const struct result_state *s);
/* Where the lvalue lies the cell does not, whatever pointers hold. */
bool rule_result_is_apart(const struct cwi_unit *u, const struct result_cell *c, const struct cwi_expr *lvalue);
/* NULL: it is not among them. */
const struct result_cell *rule_result_find(const struct result_state *s, const struct result_cell *cell);
void rule_result_put(struct result_state *s, struct result_cell cell);
/* Cells of these bytes go. False: some of one stays, or a cell is found by what is there. */
bool rule_result_overwrite(struct result_state *s, const struct result_cell *cell);
bool rule_result_same(const struct result_state *a, const struct result_state *b);

/* The address that the expression gives: of bytes of a variable, or of what a register leads to; `size` is 0. False: it
 * is none of those. */
bool rule_result_address_of(const struct cwi_unit *u, const struct cwi_expr *e, struct result_cell *out);
/* By variable: a local one that is confined. In the arena. */
bool *rule_result_find_confined(const struct rule_compiler *c);

/* By function: it, or what it calls, may read or write pointers that lie in memory. In the arena. */
bool *rule_result_find_accessors(const struct rule_compiler *c);
/* The call, of a function without a body, neither reads nor writes pointers in memory, nor lets somebody else do so. */
bool rule_result_is_call_harmless(const struct rule_compiler *c, const struct cwi_stmt *call);

#endif
