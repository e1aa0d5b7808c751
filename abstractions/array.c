/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * T array: each element of the array under the abstraction T. Source: the thesis, section 2.3.
 */
#include "abstractions/classes.h"

static enum status make_array(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                              struct diag *d)
{
    (void)a;
    if (count != 1 || args[0].kind != ABS_ABS || !args[0].abs)
        return diag_set(d, ST_BAD, at, "'array' needs the abstraction of its elements before it, as in 'flag array'");
    *data = (void *)args[0].abs;
    return ST_OK;
}

static vs round_array(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    return abs_round(p, data, t, v);
}

static size_t parts_array(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    return abs_parts(p, data, t, v, out, limit);
}

const struct abs_class abs_class_array = {
    .name = "array",
    .aliases = {NULL},
    .arguments = "T",
    .help = "an array whose elements are each abstracted by T, written before it: T array",
    .tracks = true,
    .make = make_array,
    .round = round_array,
    .parts = parts_array,
};
