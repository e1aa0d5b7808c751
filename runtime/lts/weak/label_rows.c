/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The transitions with one label, by source and by target: what was there for the label before is taken away by the
 * states that had it.
 */
#include "runtime/lts/weak/label_rows.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

void weak_rows_init(struct weak_rows *r, uint32_t states)
{
    *r = (struct weak_rows){0};
    for (int way = 0; way < 2; way++)
        r->span[way] = mem_zalloc((states + (size_t)1) * sizeof *r->span[way]);
}

void weak_rows_free(struct weak_rows *r)
{
    for (int way = 0; way < 2; way++) {
        free(r->span[way]);
        vec_free(&r->other[way]);
    }
    vec_free(&r->used);
}

static void forget(struct weak_rows *r)
{
    for (size_t i = 0; i < r->count; i++)
        r->span[WEAK_TARGETS][r->sources[i]].count = 0;
    for (size_t i = 0; i < r->used.count; i++)
        r->span[WEAK_SOURCES][r->used.items[i]].count = 0;
    r->used.count = r->other[0].count = r->other[1].count = 0;
}

static void put_targets(struct weak_rows *r, const struct graph *g, uint32_t label, uint32_t s)
{
    struct u32s *to = &r->other[WEAK_TARGETS];
    struct weak_span *span = &r->span[WEAK_TARGETS][s];
    uint64_t t = lower_bound_u32(g->label, g->first[s], g->first[s + 1], label);
    span->start = (uint32_t)to->count;
    for (; t < g->first[s + 1] && g->label[t] == label; t++)
        vec_push(to, g->target[t]);
    span->count = (uint32_t)(to->count - span->start);
}

/* Lists the states that have sources in order, however few they are. */
static void list_used(struct weak_rows *r, uint32_t states)
{
    enum { FEW = 16 };
    struct weak_span *span = r->span[WEAK_SOURCES];
    const struct u32s *targets = &r->other[WEAK_TARGETS];
    if (targets->count < states / FEW) {
        for (size_t i = 0; i < targets->count; i++)
            vec_push(&r->used, targets->items[i]);
        r->used.count = sort_unique_u32(r->used.items, r->used.count);
        return;
    }
    for (uint32_t s = 0; s < states; s++)
        if (span[s].count)
            vec_push(&r->used, s);
}

void weak_rows_take(struct weak_rows *r, const struct graph *g, uint32_t label, const uint32_t *sources, size_t n)
{
    struct weak_span *span = r->span[WEAK_SOURCES];
    struct u32s *targets = &r->other[WEAK_TARGETS], *from = &r->other[WEAK_SOURCES];
    forget(r);
    r->sources = sources;
    r->count = n;
    for (size_t i = 0; i < n; i++)
        put_targets(r, g, label, sources[i]);
    for (size_t i = 0; i < targets->count; i++)
        span[targets->items[i]].count++;
    list_used(r, g->states);
    uint32_t at = 0;
    for (size_t i = 0; i < r->used.count; i++) {
        struct weak_span *here = &span[r->used.items[i]];
        here->start = at;
        at += here->count;
        here->count = 0;
    }
    vec_reserve(from, at);
    from->count = at;
    for (size_t i = 0; i < n; i++) {
        uint32_t count;
        const uint32_t *row = weak_row(r, WEAK_TARGETS, sources[i], &count);
        for (uint32_t k = 0; k < count; k++) {
            struct weak_span *here = &span[row[k]];
            from->items[here->start + here->count++] = sources[i];
        }
    }
}
