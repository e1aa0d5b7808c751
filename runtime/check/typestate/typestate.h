/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * typestate: whether a place can be reached, by what a few variables hold: those of a rule, and the handles that flow
 * between them. Numbers that are computed with are not followed, and of the blocks that a call allocates only the
 * newest one, so that programs of many functions are gone through in seconds.
 *
 * States are kept apart at each place as long as they are few; beyond that, those that agree in the keys are joined.
 * A function is entered once for each state of what it, and what it calls, can see. Sources: Das, Lerner and Seigle
 * 2002 (property simulation); Reps, Horwitz and Sagiv 1995 (summaries); Fink et al. 2006 (typestates and aliases).
 */
#ifndef CWOLF_CHECK_TYPESTATE_H
#define CWOLF_CHECK_TYPESTATE_H

#include "runtime/avm/avm.h"
#include "runtime/notes/notes.h"

struct typestate_question {
    struct cwi_unit *u; /* as it was when this is over */
    const struct notes *notes;
    struct avm_program *program; /* of the unit and the entry */
    cwi_id entry;
    const struct note *property; /* `unreachable` */
    const cwi_id *keys;          /* static variables */
    uint32_t key_count;
    cwi_id subject;     /* the one of them that holds what is watched, or 0 */
    bool asks_for_ends; /* as of check_options */
    bool has_blocks;    /* of the program with its blocks named: only for check_typestate itself */
    const struct budget *budget;
};
struct typestate_answer {
    bool is_unreachable; /* whatever the program does; else nothing is known */
    uint64_t states;     /* that were looked at */
    const char *why;     /* not; in the arena */
};
/* Everything but the texts of the answer is released again. */
void check_typestate(struct arena *a, const struct typestate_question *q, struct typestate_answer *out);

#endif
