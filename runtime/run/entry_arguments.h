/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * arguments: what the caller of an entry passes that is no main, told step by step, for those who make it (a run) and
 * those who write it down (a harness): which blocks there are, which inputs lie in them, and in which order they come.
 *
 * An integer is an input; a pointer leads to a block of its own, whose first integers are inputs and whose pointers
 * lead to further blocks, down to one of which nothing is known; an aggregate is what lies in such a block. All else is
 * zeros. The caller's blocks may be larger. Source: lazy initialisation (Khurshid, Pasareanu and Visser 2003), but at
 * once, and without aliases.
 */
#ifndef CWOLF_ENTRY_ARGUMENTS_H
#define CWOLF_ENTRY_ARGUMENTS_H

#include "runtime/run/trial.h"

enum { RUN_MOST_GIVEN = 64 }; /* inputs that lie in the blocks of one parameter */
struct run_giver {
    const struct cwi_unit *u;
    void *context;
    /* A new block of so many bytes, zeros; 0: nothing is known of what it holds. Its number is the result, never 0. */
    uint32_t (*block)(void *context, uint64_t size);
    /* The next input is the integer of this type that lies so many bytes behind the block's beginning. */
    void (*integer)(void *context, uint32_t block, uint64_t offset, cwi_id type, const struct run_input_from *from);
    /* A pointer that lies there leads to the beginning of another block. */
    void (*pointer)(void *context, uint32_t block, uint64_t offset, uint32_t to);
    /* All that lies in the block, and behind it, was told. */
    void (*end)(void *context, uint32_t block, uint64_t size);
};

/* What a parameter gets. Its block: where a pointer leads, or where the aggregate lies that is passed. 0: it is an
 * integer, the next input. */
uint32_t run_give_argument(const struct run_giver *giver, cwi_id param);

#endif
