/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which macro states are one region: the coarsest partition that agrees on the calls that are good; for sequences the
 * coarsest bisimulation finer than that. Source: Roy 2010, algorithm 3, where an edge into a region that errs only in
 * part is an error edge (ERRATA: 004).
 */
#include "runtime/base/sorted.h"
#include "runtime/interface/private.h"

#include <stdlib.h>

/* The classes that a call leads to, sorted, each once. */
static void put_targets(const struct summary *s, const struct summary_outcome *o, const uint32_t *class,
                        struct buf *out)
{
    struct VEC(uint32_t) to = {0};
    for (uint32_t e = o->first; e < o->first + o->count; e++) {
        uint32_t t = s->edges.items[e].to;
        vec_push(&to, t == SUMMARY_END ? t : class[t] * 2 + s->edges.items[e].is_null);
    }
    to.count = base_sort_unique_u32(to.items, to.count);
    for (size_t i = 0; i < to.count; i++)
        buf_add(out, &to.items[i], sizeof to.items[i]);
    vec_free(&to);
    uint32_t end = UINT32_MAX;
    buf_add(out, &end, sizeof end);
}

/* One round: states with one signature are one class; returns the number of classes. */
static uint32_t split(const struct summary *s, const uint8_t *reached, bool by_targets, uint32_t *class)
{
    struct intern *signatures = base_intern_new();
    uint32_t *next = base_mem_alloc(((size_t)s->count + 1) * sizeof *next);
    struct buf b = {0};
    for (uint32_t m = 0; m < s->count; m++) {
        next[m] = UINT32_MAX;
        if (!reached[m])
            continue;
        b.size = 0;
        buf_add(&b, &class[m], sizeof class[m]);
        for (uint32_t call = 0; call < s->call_count; call++) {
            const struct summary_outcome *o = summary_outcome(s, m, call);
            buf_putc(&b, o->is == IFACE_GOOD);
            if (by_targets && o->is == IFACE_GOOD)
                put_targets(s, o, class, &b);
        }
        next[m] = base_intern_add(signatures, b.data, b.size);
    }
    uint32_t count = base_intern_count(signatures);
    memcpy(class, next, s->count * sizeof *class);
    free(next);
    buf_free(&b);
    base_intern_free(signatures);
    return count;
}

/* Numbers the classes in the order in which calls lead to them. */
static void number(const struct summary *s, uint32_t *class, uint32_t count)
{
    uint32_t *order = base_mem_alloc((count + 1) * sizeof *order), next = 0;
    uint8_t *seen = base_mem_zalloc((size_t)s->count + 1);
    struct VEC(uint32_t) queue = {0};
    memset(order, 0xff, (count + 1) * sizeof *order);
    for (uint32_t i = 0; i < s->initial_count; i++)
        vec_push(&queue, s->initial[i]);
    for (size_t head = 0; head < queue.count; head++) {
        uint32_t m = queue.items[head];
        if (seen[m])
            continue;
        seen[m] = 1;
        if (order[class[m]] == UINT32_MAX)
            order[class[m]] = next++;
        for (uint32_t call = 0; call < s->row; call++) {
            const struct summary_outcome *o = summary_outcome(s, m, call);
            bool is_good =
                summary_outcome(s, m, call < s->call_count ? call : s->probes[call - s->call_count].call)->is ==
                IFACE_GOOD;
            for (uint32_t e = o->first; is_good && o->is == IFACE_GOOD && e < o->first + o->count; e++)
                if (s->edges.items[e].to != SUMMARY_END)
                    vec_push(&queue, s->edges.items[e].to);
        }
    }
    for (uint32_t m = 0; m < s->count; m++)
        class[m] = class[m] == UINT32_MAX ? UINT32_MAX : order[class[m]];
    vec_free(&queue);
    free(order);
    free(seen);
}

uint32_t iface_regions_find(const struct summary *s, bool sequences, uint32_t *region)
{
    uint8_t *reached = base_mem_zalloc((size_t)s->count + 1);
    iface_reach(s, false, reached);
    memset(region, 0, s->count * sizeof *region);
    uint32_t count = split(s, reached, false, region), before = 0;
    while (sequences && count != before) {
        before = count;
        count = split(s, reached, true, region);
    }
    number(s, region, count);
    free(reached);
    return count;
}
