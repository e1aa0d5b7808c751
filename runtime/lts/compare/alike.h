/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far two systems are alike that were one before somebody changed it, and words that tell them apart in spite of
 * that.
 */
#ifndef CWOLF_LTS_COMPARE_ALIKE_H
#define CWOLF_LTS_COMPARE_ALIKE_H

#include "runtime/lts/words/inclusion.h"

struct alike {
    uint32_t *twin;  /* by state: what it seems to be in the other system, or LTS_NONE; one to one */
    uint32_t *least; /* by state: no word with fewer letters and no formula of less depth tells it from its twin;
                        UINT32_MAX: none at all does */
    bool *differs;   /* by state: it has no twin, or its twin another row */
};
/* False, and nothing is made, where there are propositions: they are not looked at. The initial states are twins. */
bool alike_make(struct alike *x, const struct graph *g, bool weak);
/* Makes `least` larger by what is known of twins: where class_of[] is equal they are equivalent. */
void alike_know(struct alike *x, const struct graph *g, bool weak, const uint32_t *class_of);
void alike_free(struct alike *x);

/* A shortest word of at most `letters` letters that state `a` has and its twin has not, one of the initial states.
 * ST_LIMIT (without a message) when that takes more work than is reasonable; then nothing is known. */
enum status alike_word(const struct alike *x, const struct graph *g, bool weak, uint32_t a, uint32_t letters,
                       const struct lts_control *c, struct word *word, bool *found, struct diag *d);

/* Whether it is easily seen that `a`, one of the initial states, has no word that its twin has not. */
bool alike_includes(const struct alike *x, const struct graph *g, bool weak, uint32_t a,
                    const struct lts_control *c);

/* Private to the file of that name: who seems to be whose twin. */
uint32_t *twins_find(const struct graph *g);

#endif
