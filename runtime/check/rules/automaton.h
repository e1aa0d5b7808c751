/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule as an automaton: what each event does to the state of the object that is watched.
 *
 * A letter is a set of parts: which of the rule's events take place at once. Source: Dwyer, Avrunin, Corbett 1999; an
 * event that begins a scope is not in it, nor is the one that ends it; scopes that `before` and `between` delimit count
 * only when they end.
 */
#ifndef CWOLF_CHECK_RULES_AUTOMATON_H
#define CWOLF_CHECK_RULES_AUTOMATON_H

#include "runtime/notes/rule.h"

enum {
    PART_BEGIN = 1,
    PART_END = 2,
    PART_FIRST = 4,
    PART_SECOND = 8,
    PART_EXIT = 16, /* the program ends */
    PART_SETS = 32
};
enum { RULE_STATES = 255 };

struct rule_automaton { /* of a graph, only the number of states: its moves are the rule's edges */
    uint32_t count;     /* of states; 0 is the first */
    struct {
        uint8_t next;     /* its own state: nothing happens */
        bool violates;    /* next is then `dead`: a rule is violated once */
        uint8_t accepted; /* of a violation that is accepted: the state from which the next one is seen */
    } move[RULE_STATES][PART_SETS];
    bool in_scope[RULE_STATES];
};
/* `accepts`: some violation is accepted; else that is no state of its own. */
void rule_automaton_make(const struct rule *r, bool accepts, struct rule_automaton *out);
/* Whether an object may be taken under watch at any of its events: one that is overlooked so far, its state being that
 * of objects of which nothing was seen, never violates what it does not violate as well when it is watched from its
 * first event on. `free`: the parts that are about no object. */
bool rule_automaton_may_begin_late(const struct rule_automaton *x, int free);
/* Some word of these letters violates the rule. */
bool rule_automaton_can_violate(const struct rule_automaton *x, const bool letters[PART_SETS]);
/* What a part of the rule is: NULL for PART_EXIT. */
const struct rule_events *rule_part(const struct rule *r, int part);

#endif
