/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call of a function of the library that the machine does itself, for library.c and heap.c. Private to them.
 *
 * What does such a call returns 1: done; 0: not known well enough, nothing was done; -1: surely undefined, m->trap says
 * why.
 */
#ifndef CWOLF_AVM_LIBRARY_H
#define CWOLF_AVM_LIBRARY_H

#include "runtime/avm/memory/memory.h"
#include "runtime/avm/step.h"

enum library {
    LIB_NONE,
    LIB_ALLOCA,
    LIB_CALLOC,
    LIB_FREE,
    LIB_MALLOC,
    LIB_MEMCHR,
    LIB_MEMCMP,
    LIB_MEMCPY,
    LIB_MEMMOVE,
    LIB_MEMPCPY,
    LIB_MEMSET,
    LIB_REALLOC,
    LIB_SNPRINTF,
    LIB_SPRINTF,
    LIB_STRCAT,
    LIB_STRCHR,
    LIB_STRCMP,
    LIB_STRCPY,
    LIB_STRDUP,
    LIB_STRLEN,
    LIB_STRNCMP,
    LIB_STRNCPY,
    LIB_STRRCHR,
    LIB_STRSTR
};
struct lib_call {
    struct avm *m;
    struct work *s;
    const struct op *op;
    const struct call *call;
    const struct at *at;
    vs *result;
};

/* ---- library.c --------------------------------------------------------------------------------------------------- */

/* The value of argument i; whether it is an integer of which one value is known. */
vs avm_lib_argument(const struct lib_call *c, uint32_t i);
bool avm_lib_number(const struct lib_call *c, uint32_t i, uint64_t *x);
/* 1: the argument surely leads to one place with `size` bytes; 0: it is not known; -1: they are surely not there. */
int avm_lib_place(const struct lib_call *c, uint32_t i, uint64_t size, struct mem_place *at);
vs avm_lib_pointer(const struct lib_call *c, uint32_t object, uint64_t offset);

/* ---- heap.c ------------------------------------------------------------------------------------------------------ */

int avm_lib_allocate(const struct lib_call *c); /* malloc, calloc, alloca */
int avm_lib_free(const struct lib_call *c);
int avm_lib_reallocate(const struct lib_call *c);
/* Whether the blocks of this call are held: nobody writes into them behind the program's back. */
bool avm_lib_tracks(const struct lib_call *c);
/* A new block, which is held; the object. The result leads to it, or is null. */
uint32_t avm_lib_new_block(const struct lib_call *c, uint64_t size, bool is_zero, bool is_sure);
/* Lets the state in which there is no memory for the block go on by itself; false: it may still be this one. */
bool avm_lib_splits_failure(const struct lib_call *c, uint64_t size);

#endif
