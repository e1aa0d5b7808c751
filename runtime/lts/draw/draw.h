/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures: a system state by state, and a large one in few groups of states. Private to the room.
 */
#ifndef CWOLF_LTS_DRAW_DRAW_H
#define CWOLF_LTS_DRAW_DRAW_H

#include "runtime/lts/control.h"
#include "runtime/lts/io/io.h"

/* The graphviz text of the whole system; with `shorten` as a picture, else as a text for other programs, where all of
 * a label counts. */
enum status draw_graph(const struct lts *l, const struct lts_print *how, bool shorten, struct buf *out, struct diag *d);
/* How many arrows the text of draw_graph has: parallel transitions share one. */
uint64_t draw_arrow_count(const struct lts *l);
/* Appends the SVG that the program `dot` makes of a graphviz text. Fails where `dot` is missing or fails, or `c` says
 * stop. */
enum status draw_svg(const struct buf *text, const struct lts_control *c, struct buf *out, struct diag *d);
/* The labels of one arrow (texts for graphviz, quoted), in few lines: sorted, with numbers that follow each other as a
 * range (`?pkt0..47`), and "+12 more" for what is too much. */
void draw_label_list(struct buf *out, const struct buf *const *labels, size_t count);

/* Labels put together: whole, by gate, or by gate with numbers in it as `*`. */
struct label_classes {
    uint32_t *of; /* of each label */
    uint32_t count;
    struct intern *text; /* id = class + 1 (0 is tau's "i"); a name that matches the labels of the class */
};
enum { LABELS_WHOLE, LABELS_BY_GATE, LABELS_WITHOUT_NUMBERS, LABELS_COARSENESSES };

struct summary {
    enum lts_summary_kind kind; /* LTS_SUMMARY_DEPTH or LTS_SUMMARY_LABELS */
    uint32_t groups, rounds;    /* rounds: how often they were told apart by where their steps lead */
    uint32_t *group_of;         /* of each state; LTS_NONE: cannot be reached */
    uint32_t *depth;            /* of each state: steps from the initial one; LTS_NONE */
    uint32_t reached;
    struct label_classes classes; /* those that the groups are made by; for depth, those that are shown */
};
/* Groups the states, in at most `most` groups, numbered by where breadth-first search comes first. Released by
 * draw_summary_free, also when it fails. */
enum status draw_summary_make(struct summary *s, const struct lts *l, enum lts_summary_kind kind, uint32_t most,
                              const struct lts_print *how, struct diag *d);
void draw_summary_free(struct summary *s);

/* Some states of a group go to a group by a label of a class. */
struct draw_way {
    uint32_t group, label_class, to;
};
/* In that, a group differs from others: it has such states, or it has not. */
struct draw_difference {
    uint32_t group, label_class, to;
    bool has;
};
struct draw_differences VEC(struct draw_difference);
/* Appends, in the order of groups, at most three differences for each group that looks like others (look[g] ==
 * look[h]), such that together they tell it from as many of them as possible. Nothing is appended where that would take
 * seconds. */
void draw_tell_apart(struct draw_differences *out, const struct draw_way *ways, size_t count, const uint32_t *look,
                     uint32_t groups);

/* Asks now and then, once in so many states (or elements of any other kind), whether to go on. */
static inline enum status summary_step(const struct lts_print *how, uint64_t done, struct diag *d)
{
    return done % (1 << 14) ? ST_OK : lts_control_step(how->control, "drawing", 0, 0, d);
}
/* Whether a picture may take `more` bytes beside those that the system and its groups take. */
enum status draw_summary_memory(const struct lts_print *how, const struct lts *l, uint64_t more, struct diag *d);

#endif
