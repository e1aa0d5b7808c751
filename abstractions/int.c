/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * int: one exact value or nothing known; of a pointer one place. Source: the thesis, table 2.1.
 */
#include "abstractions/classes.h"

static vs round_int(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)data;
    return vs_is_small(v) || vs_count(p, t, v) == 1 ? v : VS_TOP;
}

static size_t parts_int(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)data;
    return abs_singletons(p, t, v, out, limit);
}

const struct abs_class abs_class_int = {
    .name = "int",
    .aliases = {"exact"},
    .word = "exact",
    .arguments = "",
    .help = "one exact value, or nothing known",
    .keeps_singletons = true,
    .tracks = true,
    .make = abs_no_arguments,
    .round = round_int,
    .parts = parts_int,
};
