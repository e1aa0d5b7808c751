/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inclusion of traces, completed traces and failures, with the shortest word that shows where it fails.
 *
 * After R. van Glabbeek, "The linear time - branching time spectrum I" (1990) and, where silent steps are abstracted
 * from, "II" (1993): a completed trace leads to a state without any transition; a failure is a trace with a set of
 * labels none of which the state it leads to can do. In the weak forms only a stable state, one without a silent step,
 * completes a trace or refuses something: on an endless silent loop nothing is ever refused (the stable failures of
 * CSP).
 */
#ifndef CWOLF_LTS_WORDS_INCLUSION_H
#define CWOLF_LTS_WORDS_INCLUSION_H

#include "runtime/lts/relations.h"
#include "runtime/lts/words/words.h"

struct inclusion_question {
    const struct graph *g;
    uint32_t a, b; /* is what is observed of a observed of b too? Their colours are taken to be equal */
    bool weak;
    enum observation what;
    uint64_t work;    /* members of sets to look at before giving up; 0: any number */
    uint32_t letters; /* words longer than this do not count; UINT32_MAX: all do */
};

/* Why it fails: a word of a, and unless the word itself is the difference, what can be refused after it. */
struct word {
    struct letter *letters;
    size_t count;
    int side;     /* which of two systems has it; words_inclusion_fails writes 0 */
    bool refuses; /* b can do the word, but not refuse these labels then (of no label: cannot become stable) */
    struct u32s refused;
    uint32_t state; /* a's state there */
};
void words_word_free(struct word *w);

/* ST_LIMIT when it takes more pairs of a state and a set of states than the control allows, or more work. */
enum status words_inclusion_fails(const struct inclusion_question *how, const struct lts_control *c, struct word *word,
                                  bool *fails, struct diag *d);

/* The shortest trace that only one of two states has, whichever it is, the first in the order of letters. *known false:
 * it takes more work, in moves of sets of states, or memory than allowed. */
enum status words_traces_differ(const struct graph *g, uint32_t a, uint32_t b, bool weak, uint64_t most_work,
                                const struct lts_control *c, struct word *word, bool *known, bool *differ,
                                struct diag *d);

#endif
