/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells and objects: which variables does a state hold, and where?
 *
 * Cells of locals whose address is taken stand among the global slots: a function that is not recursive has one
 * activation at most. Such locals of recursive functions are blocks (memory.h).
 */
#ifndef CWOLF_AVM_CELLS_H
#define CWOLF_AVM_CELLS_H

#include "runtime/avm/avm.h"

#define NO_SLOT UINT32_MAX

static inline struct vs_type no_type(void)
{
    return (struct vs_type){255, 0, 0, 0};
}
static inline bool has_type(struct vs_type t)
{
    return t.kind != 255;
}

/* Objects that pointers point into: variables by their id, and beside them: */
enum { OBJECT_FUNCTION = 1 << 29, OBJECT_HEAP = 1 << 30, OBJECT_ID = (1 << 29) - 1 };

/* A scalar that the state holds. */
struct cell {
    cwi_id var, type;
    uint64_t offset;            /* bytes from the start of its object */
    uint32_t size;              /* bytes */
    uint8_t bit_pos, bit_width; /* bit-field, else width 0 */
    struct vs_type t;
    const struct abs *abs;
    uint32_t slot;
    uint32_t pending_bit; /* temporaries that may hold a pending input: 1 .. 31, else 0 */
    bool is_temp;
    bool is_base;                /* no part of the variable: a pointer to its block */
    bool keeps;                  /* rounding leaves every singleton alone */
    bool widens;                 /* its sets can grow for very long: joins are widened */
    bool is_result, is_returned; /* it holds what a call returned, or what is about to be (results.c) */
};

/* How a variable is held; indexed by variable id. */
struct object {
    uint32_t first, count; /* cells, ascending by offset; count 0: not tracked */
    uint64_t size;
    uint64_t stride;          /* > 0: all cells have this distance and one type (an array, or one scalar) */
    bool is_global;           /* slots are among the globals */
    bool is_shared;           /* volatile, or written behind the program's back: any value at each read */
    bool is_input;            /* volatile input: each read is a fresh input */
    const struct note *input; /* what its values are, or NULL: any */
    bool is_constant;         /* never written: reads give the initialiser */
    bool is_sparse;           /* held as a block */
    bool is_handle, is_many;  /* what a handle of a rule leads to; several have its address */
    bool is_activation;       /* ... of each activation of its function; its one cell is where that is */
    const struct abs *abs;    /* of a block: how its values are rounded */
};

static inline bool is_held(const struct object *o)
{
    return o->count || o->is_sparse;
}

/* Where blocks come from: a call that allocates, a local variable of which each activation has one. */
struct site {
    const struct abs *abs; /* how values in its blocks are rounded; NULL: they are not tracked */
    bool is_local;
    cwi_id stack_of; /* alloca: the function whose return ends them; else 0 */
    const void *at;  /* the call, or the variable */
};

#endif
