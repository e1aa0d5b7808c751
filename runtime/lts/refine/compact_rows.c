/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compact rows: made of a graph's rows, given back to a graph, turned round.
 */
#include "compact_rows.h"

#include <stdlib.h>

static uint32_t bits_of(uint32_t below)
{
    return below > 1 ? 32 - (uint32_t)__builtin_clz(below - 1) : 1;
}

/* Halves the words of an array in their places. */
static uint32_t *halve_words(uint64_t *from, size_t n)
{
    char *at = (char *)from;
    for (size_t i = 0; i < n; i++) {
        uint64_t w;
        memcpy(&w, at + i * sizeof w, sizeof w);
        uint32_t half = (uint32_t)w;
        memcpy(at + i * sizeof half, &half, sizeof half);
    }
    return base_mem_resize(from, n * sizeof(uint32_t));
}

static uint32_t *copy_halves(const uint64_t *from, size_t n)
{
    uint32_t *to = base_mem_alloc(n * sizeof *to);
    for (size_t i = 0; i < n; i++)
        to[i] = (uint32_t)from[i];
    return to;
}

static void pack_narrow(struct compact *c, struct graph *g, uint64_t m, bool take)
{
    c->narrow = take ? g->target : base_mem_alloc((m + 1) * sizeof *c->narrow);
    for (uint64_t t = 0; t < m; t++)
        c->narrow[t] = g->label[t] << c->shift | g->target[t];
}

static void pack_wide(struct compact *c, const struct graph *g, uint64_t m)
{
    c->wide = base_mem_alloc((m + 1) * sizeof *c->wide);
    for (uint64_t t = 0; t < m; t++)
        c->wide[t] = (uint64_t)g->label[t] << 32 | g->target[t];
}

enum status refine_compact_make(struct compact *c, struct graph *g, bool take, struct diag *d)
{
    uint64_t m = graph_transitions(g);
    if (m >= UINT32_MAX)
        return diag_set(d, ST_LIMIT, (struct place){0}, "more than 4294967294 transitions");
    if (g->states >= COMPACT_SILENT)
        return diag_set(d, ST_LIMIT, (struct place){0}, "more than 2147483647 states");
    *c = (struct compact){.states = g->states, .labels = g->labels, .shift = bits_of(g->states)};
    bool narrow = c->shift + bits_of(g->labels) <= 32;
    if (narrow)
        pack_narrow(c, g, m, take);
    else
        pack_wide(c, g, m);
    if (!take) {
        c->first = copy_halves(g->first, g->states + (size_t)1);
        return ST_OK;
    }
    if (!narrow)
        free(g->target);
    free(g->label);
    c->first = halve_words(g->first, g->states + (size_t)1);
    g->label = g->target = NULL;
    g->first = NULL;
    return ST_OK;
}

void refine_compact_free(struct compact *c)
{
    free(c->first);
    free(c->narrow);
    free(c->wide);
    *c = (struct compact){0};
}

void refine_compact_give(struct compact *c, struct graph *out)
{
    uint32_t m = c->first[c->states];
    out->states = c->states;
    out->label = base_mem_alloc((m + (size_t)1) * sizeof *out->label);
    out->target = c->narrow ? c->narrow : base_mem_alloc((m + (size_t)1) * sizeof *out->target);
    for (uint32_t t = 0; t < m; t++) {
        uint32_t target = compact_target(c, t);
        out->label[t] = compact_label(c, t);
        out->target[t] = target;
    }
    c->narrow = NULL;
    free(c->wide);
    c->wide = NULL;
    out->first = base_mem_alloc((c->states + (size_t)1) * sizeof *out->first);
    for (uint32_t s = 0; s <= c->states; s++)
        out->first[s] = c->first[s];
    refine_compact_free(c);
}

void refine_compact_put(struct compact *c, uint32_t at, const uint64_t *moves, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (c->narrow)
            c->narrow[at + i] = (uint32_t)(moves[i] >> 32) << c->shift | (uint32_t)moves[i];
        else
            c->wide[at + i] = moves[i];
    }
}

void refine_compact_trim(struct compact *c)
{
    size_t m = c->first[c->states] + (size_t)1;
    c->first = base_mem_resize(c->first, (c->states + (size_t)1) * sizeof *c->first);
    if (c->narrow)
        c->narrow = base_mem_resize(c->narrow, m * sizeof *c->narrow);
    else
        c->wide = base_mem_resize(c->wide, m * sizeof *c->wide);
}

/* Sources that wait for their places: what finding and filling a place will need is on its way meanwhile. */
enum { AT_ONCE = 64 };
struct waiting {
    uint32_t source[AT_ONCE], target[AT_ONCE], count;
};

static void place_waiting(struct compact_reverse *r, struct waiting *w)
{
    uint32_t at[AT_ONCE];
    for (uint32_t i = 0; i < w->count; i++) {
        at[i] = r->first[w->target[i] + 1]++;
        __builtin_prefetch(&r->source[at[i]], 1);
    }
    for (uint32_t i = 0; i < w->count; i++)
        r->source[at[i]] = w->source[i];
    w->count = 0;
}

void refine_compact_reverse_make(struct compact_reverse *r, const struct compact *c)
{
    uint32_t m = c->first[c->states];
    struct waiting w = {.count = 0};
    r->first = base_mem_zalloc((c->states + (size_t)2) * sizeof *r->first);
    r->source = base_mem_alloc((m + (size_t)1) * sizeof *r->source);
    for (uint32_t t = 0; t < m; t++)
        r->first[compact_target(c, t) + 2]++;
    for (uint32_t s = 0; s < c->states; s++)
        r->first[s + 2] += r->first[s + 1];
    for (uint32_t s = 0; s < c->states; s++)
        for (uint32_t t = c->first[s]; t < c->first[s + 1]; t++) {
            w.source[w.count] = s | (compact_silent(c, t) ? COMPACT_SILENT : 0);
            w.target[w.count] = compact_target(c, t);
            __builtin_prefetch(&r->first[w.target[w.count] + 1], 1);
            if (++w.count == AT_ONCE)
                place_waiting(r, &w);
        }
    place_waiting(r, &w);
}

void refine_compact_reverse_free(struct compact_reverse *r)
{
    free(r->first);
    free(r->source);
    *r = (struct compact_reverse){0};
}
