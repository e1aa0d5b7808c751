/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What translates a function. Private to code.c, code_expr.c and statics.c.
 */
#ifndef CWOLF_RUN_CODE_H
#define CWOLF_RUN_CODE_H

#include "private.h"

struct compiler {
    struct machine *m;
    const struct cwi_unit *u;
    struct func_code *fn; /* NULL: the initialiser of a static variable */
    bool *in_memory;      /* by variable id - first */
    uint32_t *slot_of;    /* registers and objects by variable id - first; UINT32_MAX: none yet */
    cwi_id first, count;
    struct VEC(struct local_code) locals;
};

/* Bytes of the variable, what a flexible array at its end holds among them. */
uint64_t run_code_object_size(const struct cwi_unit *u, const struct cwi_var *v);
/* The number of a local among the objects of the function, or of its register: given out when it is first asked for. */
uint32_t run_code_local(struct compiler *c, cwi_id var);
uint32_t run_code_register(struct compiler *c, cwi_id var);
bool run_code_is_register(const struct compiler *c, const struct cwi_expr *e);
/* An array that is a member, and not the last, which may be longer than it says. */
bool run_code_is_inner(const struct compiler *c, const struct cwi_expr *array);
/* What an lvalue denotes, for an access of its type, or for its address alone. */
const struct place_code *run_code_place(struct compiler *c, const struct cwi_expr *e, bool is_address);
const struct node *run_code_expr(struct compiler *c, const struct cwi_expr *e);
/* The function; for an alias, what it stands for, whose number goes to *func. */
const struct cwi_func *run_code_target(const struct cwi_unit *u, cwi_id *func);

#endif
