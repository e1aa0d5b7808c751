/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bool: zero or not. A pointer set without null is kept as it is, since no handle stands for "any but null". Source:
 * the thesis, section 2.3 and 3.5 (the Trilog domain, which there loses the values of other non-zero integers; here it
 * does not).
 */
#include "abstractions/classes.h"

static vs round_bool(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    (void)data;
    if (v == vs_small(0) && t.kind != VS_FLOAT)
        return v;
    if (t.kind == VS_FLOAT) {
        vs zeros = abs_single(p, t, 0);
        return vs_leq(p, t, v, zeros) ? zeros : vs_contains(p, t, v, 0) ? VS_TOP : vs_complement(p, t, zeros);
    }
    if (vs_contains(p, t, v, 0))
        return VS_TOP;
    return t.kind == VS_PTR ? v : vs_minus(p, t, VS_TOP, vs_small(0));
}

static vs piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i)
{
    (void)data;
    vs zero = t.kind == VS_FLOAT ? abs_single(p, t, 0) : vs_const(p, t, 0);
    return i ? vs_minus(p, t, VS_TOP, zero) : zero;
}

static size_t parts_bool(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    return abs_parts_by_pieces(p, data, t, v, piece, 2, out, limit);
}

const struct abs_class abs_class_bool = {
    .name = "bool",
    .aliases = {"flag"},
    .word = "flag",
    .arguments = "",
    .help = "zero or not zero; of a pointer, null or not",
    .tracks = true,
    .make = abs_no_arguments,
    .round = round_bool,
    .parts = parts_bool,
};
