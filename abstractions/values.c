/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * values(v1, ..., vn): each value apart, everything else together. `enum` is the same with the values of an
 * enumeration, which the caller passes.
 */
#include "abstractions/classes.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static enum status make_values(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                               struct diag *d)
{
    struct int_list *list = NULL;
    enum status st = abs_numbers("values", a, args, count, at, &list, d);
    if (st != ST_OK)
        return st;
    qsort(list->items, list->count, sizeof *list->items, by_value);
    size_t n = 0; /* enumerators may share a value */
    for (size_t i = 0; i < list->count; i++)
        if (!n || list->items[n - 1] != list->items[i])
            list->items[n++] = list->items[i];
    list->count = n;
    *data = list;
    return ST_OK;
}

/* Piece `count`: everything else. */
static vs piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i)
{
    const struct int_list *list = data;
    if (i < list->count)
        return abs_single(p, t, list->items[i]);
    vs others = VS_TOP;
    for (size_t j = 0; j < list->count; j++)
        others = vs_minus(p, t, others, abs_single(p, t, list->items[j]));
    return others;
}

static vs round_values(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    const struct int_list *list = data;
    if (t.kind != VS_INT)
        return abs_round_to_pieces(p, data, t, v, piece, list->count + 1);
    int64_t x;
    if (vs_is_const(p, t, v, &x)) {
        bool listed = (t.is_signed || x >= 0) && bsearch(&x, list->items, list->count, sizeof x, by_value);
        return listed ? v : piece(p, data, t, list->count);
    }
    vs lacks = VS_BOTTOM, rest = v; /* listed values that v lacks; what v has besides the listed ones */
    for (size_t i = 0; i < list->count; i++) {
        vs one = abs_single(p, t, list->items[i]);
        if (one == VS_BOTTOM)
            continue;
        if (vs_meet(p, t, v, one) == VS_BOTTOM)
            lacks = vs_join(p, t, lacks, one);
        else
            rest = vs_minus(p, t, rest, one);
    }
    return rest == VS_BOTTOM ? v : vs_minus(p, t, VS_TOP, lacks);
}

static size_t parts_values(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    return abs_parts_by_pieces(p, data, t, v, piece, ((const struct int_list *)data)->count + 1, out, limit);
}

const struct abs_class abs_class_values = {
    .name = "values",
    .aliases = {"enum"},
    .arguments = "v1, ..., vn",
    .help = "each given value apart, everything else together (enum: the values of the variable's type)",
    .tracks = true,
    .in_type = true,
    .make = make_values,
    .round = round_values,
    .parts = parts_values,
};
