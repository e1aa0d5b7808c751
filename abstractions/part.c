/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part(a1, ..., ak): the ranges below a1, from a1 to a2-1, ..., from ak on; k breakpoints make k + 1 ranges.
 * Breakpoints outside the variable's type cut nothing. Of floats: the numbers below a1, from a1 to below a2, ..., from
 * ak on, and NaN. Source: the thesis, table 2.1 and section 3.5 (the Interval domain).
 */
#include "abstractions/classes.h"

static enum status make_part(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                             struct diag *d)
{
    struct int_list *list = NULL;
    enum status st = abs_numbers("ranges", a, args, count, at, &list, d);
    for (size_t i = 1; st == ST_OK && i < count; i++)
        if (list->items[i] <= list->items[i - 1])
            st = diag_set(d, ST_BAD, at, "the breakpoints of 'ranges' must ascend, found %lld after %lld",
                          (long long)list->items[i], (long long)list->items[i - 1]);
    *data = list;
    return st;
}

static vs piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i)
{
    const struct int_list *list = data;
    if (t.kind == VS_FLOAT) {
        vs above = i == list->count + 1 ? VS_TOP : abs_range(p, t, i ? list->items[i - 1] : INT64_MIN, INT64_MAX);
        vs next = abs_range(p, t, i < list->count ? list->items[i] : INT64_MIN, INT64_MAX);
        return i == list->count ? above : vs_minus(p, t, above, next);
    }
    if (i == 0 && list->items[0] == INT64_MIN)
        return VS_BOTTOM;
    return abs_range(p, t, i ? list->items[i - 1] : INT64_MIN, i < list->count ? list->items[i] - 1 : INT64_MAX);
}

static size_t piece_count(const struct int_list *list, struct vs_type t)
{
    return list->count + (t.kind == VS_FLOAT ? 2 : 1);
}

static vs round_part(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    return abs_round_to_pieces(p, data, t, v, piece, piece_count(data, t));
}

static size_t parts_part(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    return abs_parts_by_pieces(p, data, t, v, piece, piece_count(data, t), out, limit);
}

const struct abs_class abs_class_part = {
    .name = "part",
    .aliases = {"ranges"},
    .word = "ranges",
    .arguments = "a1, ..., ak",
    .help = "the ranges between the given ascending breakpoints",
    .tracks = true,
    .in_type = true,
    .make = make_part,
    .round = round_part,
    .parts = parts_part,
};
