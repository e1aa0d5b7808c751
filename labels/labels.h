/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * labels: events: which label rules can fire at which statement. The engine asks for the rules of a statement once and
 * evaluates their conditions in each state.
 *
 * Order on one step: read, write, watch, call. A watch rule belongs to every store that may change a variable its
 * condition names (parameters yes, initialisers of declarations no; stores through pointers are the engine's to
 * decide: see ev_watches). Watches of one list: the first that matches wins. Source: DuVarney 2002, section 3.11.
 */
#ifndef CWOLF_LABELS_H
#define CWOLF_LABELS_H

#include "runtime/notes/notes.h"

/* One compiled rule. */
struct ev_rule {
    const struct note *note; /* of kind NOTE_LABEL */
    const struct note_event *event;
    uint32_t index; /* position among all rules: the order of evaluation */
    uint32_t list;
    const cwi_id *vars; /* WATCH: the variables its condition names; READ/WRITE: the base variable */
    uint32_t var_count;
};
struct ev_set;

/* Compiles the label notes among `notes` for a linked program. Overlapping watches in different lists on one variable
 * are an error; a rule that an earlier list has word for word counts once. */
enum status ev_compile(struct arena *a, const struct cwi_unit *u, const struct notes *notes, struct ev_set **out,
                       struct diag *d);

/* The rules of one kind that can fire at a statement, in order; the array lives in the set. For CALL and RETURN the
 * callee is given (functions called through pointers have each of their targets asked for); matching is by base name
 * for externals. */
const struct ev_rule *const *ev_calls(const struct ev_set *s, cwi_id callee, uint32_t *count);
const struct ev_rule *const *ev_returns(const struct ev_set *s, cwi_id callee, uint32_t *count);
const struct ev_rule *const *ev_exits(const struct ev_set *s, uint32_t *count);
const struct ev_rule *const *ev_exec(const struct ev_set *s, cwi_id file, uint32_t line, uint32_t *count);
/* Rules whose variable (or one of whose variables) is `var`. `var` 0: rules about cells that no variable names, because
 * a pointer or an address leads to them (p->x, UART1->DR), and watches whose condition looks at such cells: the engine
 * compares cells. */
const struct ev_rule *const *ev_reads(const struct ev_set *s, cwi_id var, uint32_t *count);
const struct ev_rule *const *ev_writes(const struct ev_set *s, cwi_id var, uint32_t *count);
const struct ev_rule *const *ev_watches(const struct ev_set *s, cwi_id var, uint32_t *count);
bool ev_is_empty(const struct ev_set *s);
/* Every rule, for "never fired" reports. */
const struct ev_rule *const *ev_all(const struct ev_set *s, uint32_t *count);

/* Whether an access (both lvalues, evaluated at one moment) touches a rule's cell: indices of any type are compared by
 * value, unknown ones range over their array, pointers that are not the same tree may lead to the cell (the engine
 * knows more about those). */
enum ev_touch { EV_TOUCH_NO, EV_TOUCH_MAYBE, EV_TOUCH_YES };
enum ev_touch ev_touches(const struct cwi_unit *u, const struct cwi_expr *cell, const struct cwi_expr *access);

/* The function that emits a label named by its string argument: _cwolf_event("name"). */
bool ev_is_event_function(const struct cwi_unit *u, cwi_id func);
bool ev_is_tick(const struct cwi_unit *u, cwi_id func); /* _cwolf_tick() */

/* Ready-made label maps, by name: "posix" (system calls), "stdio". NULL when there is none. Text in the language of .lm
 * files. */
const char *ev_ready_made(const char *name);
extern const char *const ev_ready_made_names[]; /* ends with NULL */

#endif
