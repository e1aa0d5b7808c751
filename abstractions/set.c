/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * set(n): at most n possible values, or nothing known. Pointers: at most n places.
 */
#include "abstractions/classes.h"

static enum status make_set(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                            struct diag *d)
{
    enum status st = abs_one_number("set", args, count, 1, INT64_MAX, at, d);
    if (st == ST_OK)
        *data = arena_copy(a, &args[0].lo, sizeof args[0].lo);
    return st;
}

static vs round_set(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    return vs_count(p, t, v) <= *(const uint64_t *)data ? v : VS_TOP;
}

static size_t parts_set(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)data;
    return abs_singletons(p, t, v, out, limit);
}

const struct abs_class abs_class_set = {
    .name = "set",
    .aliases = {NULL},
    .arguments = "n",
    .help = "at most n possible values, or nothing known",
    .keeps_singletons = true,
    .tracks = true,
    .make = make_set,
    .round = round_set,
    .parts = parts_set,
};
