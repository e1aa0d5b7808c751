/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * intervals(k): at most k intervals; more are joined across the smallest gaps, the lowest first. Bounded: not monotone.
 * Of floats one interval. Source: Chechik and Ding, section 3 (interval sets).
 */
#include "abstractions/classes.h"

#include <stdlib.h>

static enum status make_intervals(struct arena *a, const struct abs_arg *args, size_t count, struct place at,
                                  void **data, struct diag *d)
{
    enum status st = abs_one_number("intervals", args, count, 1, INT64_MAX, at, d);
    if (st == ST_OK)
        *data = arena_copy(a, &args[0].lo, sizeof args[0].lo);
    return st;
}

struct interval {
    int64_t lo, hi;
};
struct list VEC(struct interval);

static bool collect(void *context, int64_t lo, int64_t hi, uint32_t k, uint64_t residues)
{
    struct list *l = context;
    (void)k, (void)residues;
    vec_push(l, ((struct interval){lo, hi}));
    return true;
}

static vs round_intervals(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    struct list l = {0};
    uint64_t most = *(const uint64_t *)data;
    vs out = VS_BOTTOM;
    if (t.kind != VS_INT)
        return t.kind == VS_FLOAT ? abs_float_hull(p, t, v) : v;
    vs_segments(p, t, v, collect, &l);
    while (l.count > most) {
        size_t best = 0;
        uint64_t gap = UINT64_MAX;
        for (size_t i = 0; i + 1 < l.count; i++) {
            uint64_t this = (uint64_t)l.items[i + 1].lo - (uint64_t)l.items[i].hi;
            if (this < gap) {
                gap = this;
                best = i;
            }
        }
        l.items[best].hi = l.items[best + 1].hi;
        memmove(&l.items[best + 1], &l.items[best + 2], (l.count - best - 2) * sizeof *l.items);
        l.count--;
    }
    for (size_t i = 0; i < l.count; i++)
        out = vs_join(p, t, out, vs_interval(p, t, l.items[i].lo, l.items[i].hi));
    vec_free(&l);
    return out;
}

static size_t parts_intervals(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)data;
    return abs_singletons(p, t, v, out, limit);
}

const struct abs_class abs_class_intervals = {
    .name = "intervals",
    .aliases = {NULL},
    .arguments = "k",
    .help = "at most k intervals of possible values",
    .bounded = true,
    .keeps_singletons = true,
    .grows = true,
    .tracks = true,
    .make = make_intervals,
    .round = round_intervals,
    .parts = parts_intervals,
};
