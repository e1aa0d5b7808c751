/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * div(k): the possible quotients x / k, which C rounds to zero: the cell of 0 is [1-k .. k-1], the others have k
 * values. Pages, blocks, sectors. A segment with remainders counts as its hull where it has too many values to look at,
 * so that monotone is given up there. Source: the thesis, section 7.1.1.
 */
#include "abstractions/classes.h"

static enum status make_div(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                            struct diag *d)
{
    enum status st = abs_one_number("div", args, count, 1, INT64_MAX, at, d);
    if (st == ST_OK)
        *data = arena_copy(a, &args[0].lo, sizeof args[0].lo);
    return st;
}

struct rounding {
    struct vs_pool *p;
    struct vs_type t;
    int64_t k;
    vs out;
};

/* The cells of lo to hi, one joined interval, in 128 bits and then clipped to the type. */
static void add_cells(struct rounding *r, __int128 lo, __int128 hi)
{
    __int128 k = r->k, ql = lo / k, qh = hi / k;
    __int128 from = ql > 0 ? ql * k : ql * k - (k - 1), to = qh < 0 ? qh * k : qh * k + (k - 1);
    __int128 min = r->t.is_signed ? (__int128)vs_type_min(r->t) : 0;
    __int128 max = r->t.is_signed ? (__int128)vs_type_max(r->t) : (__int128)(uint64_t)vs_type_max(r->t);
    from = from < min ? min : from;
    to = to > max ? max : to;
    r->out = vs_join(r->p, r->t, r->out, vs_interval(r->p, r->t, (int64_t)(uint64_t)from, (int64_t)(uint64_t)to));
}

static bool collect(void *context, int64_t lo, int64_t hi, uint32_t m, uint64_t residues)
{
    enum { LOOK = 4096 };
    struct rounding *r = context;
    __int128 from = r->t.is_signed ? (__int128)lo : (__int128)(uint64_t)lo;
    __int128 to = r->t.is_signed ? (__int128)hi : (__int128)(uint64_t)hi;
    if (m == 1 || to - from > LOOK) {
        add_cells(r, from, to);
        return true;
    }
    for (__int128 x = from; x <= to; x++)
        if (residues >> (uint32_t)((x % m + m) % m) & 1)
            add_cells(r, x, x);
    return true;
}

static vs round_div(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    struct rounding r = {p, t, *(const int64_t *)data, VS_BOTTOM};
    if (t.kind != VS_INT)
        return VS_TOP;
    vs_segments(p, t, v, collect, &r);
    return r.out;
}

/* The cells from the lowest up. */
static size_t parts_div(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    size_t n = 0;
    if (t.kind != VS_INT)
        return 0;
    for (vs rest = round_div(p, data, t, v); rest != VS_BOTTOM; n++) {
        if (n == limit)
            return 0;
        out[n] = round_div(p, data, t, vs_const(p, t, vs_min(p, t, rest)));
        vs left = vs_minus(p, t, rest, out[n]);
        if (left == rest)
            return 0;
        rest = left;
    }
    return n;
}

const struct abs_class abs_class_div = {
    .name = "div",
    .aliases = {NULL},
    .arguments = "k",
    .help = "the possible quotients of the value divided by k, rounded to zero as C does",
    .bounded = true,
    .grows = true,
    .tracks = true,
    .make = make_div,
    .round = round_div,
    .parts = parts_div,
};
