/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * top: the variable is abstracted away, and needs no slot. Source: the thesis, table 2.1.
 */
#include "abstractions/classes.h"

static vs round_top(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)p, (void)data, (void)t, (void)v;
    return VS_TOP;
}

static size_t parts_top(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)p, (void)data, (void)t, (void)v;
    if (!limit)
        return 0;
    out[0] = VS_TOP;
    return 1;
}

const struct abs_class abs_class_top = {
    .name = "top",
    .aliases = {"ignore", "any"},
    .word = "ignore",
    .arguments = "",
    .help = "the variable is ignored: it may have any value",
    .tracks = false,
    .make = abs_no_arguments,
    .round = round_top,
    .parts = parts_top,
};
