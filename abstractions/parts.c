/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts([a .. b], ...): a partition of the user's own. Each given interval (or number) is a part, the rest is one part.
 */
#include "abstractions/classes.h"

struct partition {
    size_t count;
    struct {
        int64_t lo, hi;
    } * part;
};

static enum status make_parts(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                              struct diag *d)
{
    struct partition *all = ARENA_NEW(a, struct partition);
    if (!count)
        return diag_set(d, ST_BAD, at, "'parts' takes at least one interval, found none");
    all->part = arena_zalloc(a, count * sizeof *all->part);
    for (size_t i = 0; i < count; i++) {
        if (args[i].kind == ABS_ABS)
            return diag_set(d, ST_BAD, at, "argument %zu of 'parts' must be an interval, found an abstraction", i + 1);
        if (args[i].lo > args[i].hi)
            return diag_set(d, ST_BAD, at, "part %zu is empty: [%lld .. %lld]", i + 1, (long long)args[i].lo,
                            (long long)args[i].hi);
        for (size_t j = 0; j < i; j++)
            if (args[i].lo <= args[j].hi && args[j].lo <= args[i].hi)
                return diag_set(d, ST_BAD, at, "parts %zu and %zu overlap: both hold %lld", j + 1, i + 1,
                                (long long)(args[i].lo > args[j].lo ? args[i].lo : args[j].lo));
        all->part[i].lo = args[i].lo;
        all->part[i].hi = args[i].hi;
    }
    all->count = count;
    *data = all;
    return ST_OK;
}

static vs piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i)
{
    const struct partition *all = data;
    if (i < all->count)
        return abs_range(p, t, all->part[i].lo, all->part[i].hi);
    vs rest = VS_TOP;
    for (size_t j = 0; j < all->count; j++)
        rest = vs_minus(p, t, rest, abs_range(p, t, all->part[j].lo, all->part[j].hi));
    return rest;
}

static vs round_parts(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    return abs_round_to_pieces(p, data, t, v, piece, ((const struct partition *)data)->count + 1);
}

static size_t parts_parts(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    return abs_parts_by_pieces(p, data, t, v, piece, ((const struct partition *)data)->count + 1, out, limit);
}

const struct abs_class abs_class_parts = {
    .name = "parts",
    .aliases = {NULL},
    .arguments = "[a1 .. b1], ..., [an .. bn]",
    .help = "each given interval apart, everything else together",
    .tracks = true,
    .in_type = true,
    .make = make_parts,
    .round = round_parts,
    .parts = parts_parts,
};
