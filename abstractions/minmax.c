/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * minmax: the least and the greatest possible value. Source: the thesis, table 2.1 and section 3.5 (the Range domain).
 */
#include "abstractions/classes.h"

static vs round_minmax(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)data;
    if (t.kind == VS_FLOAT)
        return abs_float_hull(p, t, v);
    return t.kind == VS_INT ? vs_interval(p, t, vs_min(p, t, v), vs_max(p, t, v)) : VS_TOP;
}

static size_t parts_minmax(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)data;
    return abs_singletons(p, t, v, out, limit);
}

const struct abs_class abs_class_minmax = {
    .name = "minmax",
    .aliases = {"bounds"},
    .word = "bounds",
    .arguments = "",
    .help = "the least and the greatest possible value",
    .keeps_singletons = true,
    .grows = true,
    .tracks = true,
    .make = abs_no_arguments,
    .round = round_minmax,
    .parts = parts_minmax,
};
