/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What reads rules: private to rule.c, rule_event.c and rule_graph.c.
 */
#ifndef CWOLF_NOTES_RULE_READER_H
#define CWOLF_NOTES_RULE_READER_H

#include "runtime/notes/parse.h"
#include "runtime/notes/rule.h"

enum { MOST_EVENTS = 400, MOST_ARGS = 16 };

/* `event NAME(NAME, ...) : E;` */
struct definition {
    const char *name;
    const char *params[MOST_ARGS];
    uint32_t param_count;
    struct rule_events events;
};
struct reader {
    struct parser p;
    struct VEC(struct definition) defined;
    struct VEC(struct rule_event) events; /* of the list that is read */
    /* of the rules that follow: */
    struct rule_events handles, sure;
    struct VEC(const char *) assumed;
    const char *doubt;
    struct rule_reason doubt_if, open_if;
    bool is_by_thread, is_off, is_exported;
};

/* Appends the event that stands there to r->events; of a named one all that it means. */
bool note_rule_read_event(struct reader *r);
/* `(ARGUMENT, ...)`: at most MOST_ARGS. */
bool note_rule_read_args(struct reader *r, struct rule_event *e);
/* `when (CONDITION)`, if it is there. */
bool note_rule_read_when(struct reader *r, struct rule_event *e);
/* `use(s) when (s == 0)`: the condition holds for all events from `first` on; an error where one has its own. */
bool note_rule_restrict(struct reader *r, size_t first, const char *when, struct place at);
/* What follows the word `graph`. */
bool note_rule_read_graph(struct reader *r, struct rule *x);

#endif
