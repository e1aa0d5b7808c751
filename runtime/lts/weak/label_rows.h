/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The transitions with one label, by source and by target, close together: searches that follow one label then pass
 * over nothing else. Private to the room.
 */
#ifndef CWOLF_LTS_WEAK_LABEL_ROWS_H
#define CWOLF_LTS_WEAK_LABEL_ROWS_H

#include "runtime/lts/graph.h"

struct weak_span {
    uint32_t start, count;
};
struct weak_rows {
    struct weak_span *span[2];  /* by state: its targets in other[0], its sources in other[1] */
    struct u32s other[2], used; /* used: the targets, in order */
    const uint32_t *sources;
    size_t count;
};
void weak_rows_init(struct weak_rows *r, uint32_t states);
void weak_rows_free(struct weak_rows *r);
/* Takes a label in hand: `sources`, which must last, are the states with such transitions, in order. Takes time by
 * their number. */
void weak_rows_take(struct weak_rows *r, const struct graph *g, uint32_t label, const uint32_t *sources, size_t n);

enum { WEAK_TARGETS, WEAK_SOURCES };
static inline const uint32_t *weak_row(const struct weak_rows *r, int way, uint32_t s, uint32_t *count)
{
    *count = r->span[way][s].count;
    return r->other[way].items + r->span[way][s].start;
}

#endif
