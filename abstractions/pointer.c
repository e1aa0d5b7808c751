/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pointer: pointers as they are, integers not at all. Source: the thesis, section 2.3.
 */
#include "abstractions/classes.h"

static vs round_pointer(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)p, (void)data;
    return t.kind == VS_PTR ? v : VS_TOP;
}

static size_t parts_pointer(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    (void)p, (void)data, (void)v;
    if (t.kind == VS_PTR || !limit)
        return 0;
    out[0] = VS_TOP;
    return 1;
}

const struct abs_class abs_class_pointer = {
    .name = "pointer",
    .aliases = {NULL},
    .arguments = "",
    .help = "what the pointer points to",
    .tracks = true,
    .make = abs_no_arguments,
    .round = round_pointer,
    .parts = parts_pointer,
};
