/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * free: whatever was stored is kept as it is. Source: the thesis, table 2.1.
 */
#include "abstractions/classes.h"

static vs round_free(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)p, (void)data, (void)t;
    return v;
}

static size_t parts_free(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)data;
    return abs_singletons(p, t, v, out, limit);
}

const struct abs_class abs_class_free = {
    .name = "free",
    .aliases = {NULL},
    .arguments = "",
    .help = "everything that is known about the value; may need very many states",
    .keeps_singletons = true,
    .grows = true,
    .tracks = true,
    .make = abs_no_arguments,
    .round = round_free,
    .parts = parts_free,
};
