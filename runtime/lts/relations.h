/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the relations are decided, as a table.
 */
#ifndef CWOLF_LTS_RELATIONS_H
#define CWOLF_LTS_RELATIONS_H

#include "runtime/lts/lts.h"

/* What is observed besides the word itself: see words/inclusion.h. */
enum observation { OBSERVE_TRACES, OBSERVE_COMPLETED, OBSERVE_FAILURES };

enum family { FAMILY_BISIMULATION, FAMILY_WORDS, FAMILY_SIMULATION };
struct kind {
    enum lts_relation relation;
    enum family family;
    bool weak;                  /* it abstracts from tau */
    enum lts_relation classes;  /* the bisimulation whose quotient keeps it */
    enum observation what;      /* words */
    bool ready;                 /* simulation */
    enum lts_relation monotone; /* what it implies, at best itself, where more steps only help to be above; or none */
};
/* The row of the table for users; the last when there is none. */
const struct lts_relation_row *lts_relation_row_of(enum lts_relation r);
/* NULL for a relation that is none of these: isomorphism and those that only reduce. */
const struct kind *lts_relation_kind(enum lts_relation r);

#endif
