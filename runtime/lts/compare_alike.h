/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far two systems are alike that were one before somebody changed it, and words that tell them apart in spite of
 * that.
 */
#ifndef CWOLF_LTS_COMPARE_ALIKE_H
#define CWOLF_LTS_COMPARE_ALIKE_H

#include "runtime/lts/inclusion.h"

struct alike {
    uint32_t *twin;  /* by state: the state of the same number in the other system, or LTS_NONE */
    uint32_t *least; /* by state: no word with fewer letters and no formula of less depth tells it from its twin;
                        UINT32_MAX: none at all does */
    bool *same;      /* by state: known to be equivalent to its twin */
    bool *differs;   /* by state: it has no twin, or another row than its twin */
};
/* `class_of`: classes of states that are equivalent for certain. False, and nothing but `twin` is made, where the
 * initial states are not twins or there are propositions. */
bool alike_make(struct alike *x, const struct graph *g, const uint32_t *class_of, bool weak);
void alike_free(struct alike *x);

/* A shortest word of at most `letters` letters that state `a` has and its twin has not, one of the initial states.
 * ST_LIMIT (without a message) when that takes more work than is reasonable; then nothing is known. */
enum status alike_word(const struct alike *x, const struct graph *g, bool weak, uint32_t a, uint32_t letters,
                       const struct lts_control *c, struct word *word, bool *found, struct diag *d);

#endif
