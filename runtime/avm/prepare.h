/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preparation: from the program and its notes to cells and code, before anything runs.
 */
#ifndef CWOLF_AVM_PREPARE_H
#define CWOLF_AVM_PREPARE_H

#include "machine.h"

/* ---- program.c and avm.c ----------------------------------------------------------------------------------------- */

/* The statement of a reachable function that the expression stands in; NULL: it stands in none. */
const struct located *avm_where(struct avm *m, const struct cwi_expr *e);

/* The entry is what the system starts. */
bool avm_is_program(const struct avm *m);

/* ---- shared.c, floats.c, input_locals.c and unset.c: what may be tracked, and how -------------------------------- */

void avm_find_shared(struct avm *m);
void avm_set_shared(struct avm *m, cwi_id var);                        /* is_shared, is_input and input of the object */
void avm_find_floats(struct avm *m);                                   /* floats.c */
void avm_not_tracked(struct avm *m, cwi_id var, const struct note *n); /* though the note asks for it */
void avm_find_holders(struct avm *m);                                  /* input_locals.c: variables that hold inputs */
void avm_find_copies(struct avm *m); /* unset.c: what moves memory without looking at it */

/* ---- layout.c: cells --------------------------------------------------------------------------------------------- */

struct vs_type avm_type(const struct avm *m, cwi_id type);
enum status avm_layout(struct avm *m, struct diag *d);
const struct cell *avm_find_cell(const struct avm *m, const struct object *o, uint64_t offset, uint64_t size,
                                 uint8_t bit_pos, uint8_t bit_width);

/* ---- lower.c: trees of the program to nodes ---------------------------------------------------------------------- */

const struct node *avm_lower(struct avm *m, const struct cwi_expr *e);
/* Where `func` is at work, or, with 0, it is not known which: any value if the expression names variables that each
 * activation of another function has of its own. */
const struct node *avm_lower_in(struct avm *m, cwi_id func, const struct cwi_expr *e);
struct target avm_target(struct avm *m, const struct cwi_expr *lvalue);
struct target avm_memory(struct avm *m, const struct cwi_expr *lvalue); /* always P_MEM: by address */
/* 0 or 1, for an annotation or a choice of the engine's own; not known where the operands cannot be compared. */
const struct node *avm_compared(struct avm *m, enum vs_op op, const struct node *a, const struct node *b,
                                const struct cwi_expr *src);
cwi_id avm_base_var(const struct cwi_expr *lvalue); /* 0 when through a pointer */

/* ---- events.c: the rules of one statement ------------------------------------------------------------------------ */

struct event_site {
    const struct cwi_stmt *stmt;
    cwi_id func, callee;  /* callee: of a call */
    bool returned, exits; /* the point after a call; the end of the program */
    const struct target *to;
    const cwi_id *params; /* entry of a function: its parameters were just written */
    uint32_t param_count;
};
/* NULL when there are none. */
const struct events *avm_events(struct avm *m, const struct event_site *site);
const struct rule *avm_exec_rules(struct avm *m, struct cwi_place at, uint32_t *count);
const struct events *avm_event_call(struct avm *m, cwi_id func, const struct cwi_stmt *call);

/* ---- compile.c and frame.c: code --------------------------------------------------------------------------------- */

enum status avm_compile(struct avm *m, struct diag *d);
/* Marks the function's cells that hold results (results.c); before avm_frame. */
void avm_mark_results(struct avm *m, uint32_t first_pc, uint32_t end_pc);
/* Slots for the cells of a function's frame, by liveness of temporaries. */
void avm_frame(struct avm *m, struct func_code *fn, uint32_t first_pc, uint32_t end_pc);

/* ---- jump.c and external.c: what calls need ---------------------------------------------------------------------- */

/* Where a jump buffer holds which setjmp it is of; P_NONE: it has no room for it. */
struct target avm_jump_buffer(struct avm *m, const struct cwi_expr *buffer);
const struct node *avm_buffer_read(struct avm *m, const struct cwi_expr *buffer); /* the same, read; or NULL */
bool avm_has_setjmp(struct avm *m); /* some function of the program may call it */
/* What is the same at each execution of a call. */
void avm_prepare_external(struct avm *m, const struct op *op, struct call *call);
vs avm_declared(struct avm *m, const struct note_interval *values, uint32_t count, struct vs_type t); /* of an input */

/* ---- policy.c ---------------------------------------------------------------------------------------------------- */

void avm_find_keys(struct avm *m); /* the slots of avm_config.keys */

#endif
