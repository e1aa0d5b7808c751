/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What several classes share: checking arguments, ranges in the variable's own type, partitions.
 */
#include "abstractions/classes.h"

#include <math.h>

enum status abs_no_arguments(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                             struct diag *d)
{
    (void)a, (void)args;
    *data = NULL;
    return count ? diag_set(d, ST_BAD, at, "this abstraction takes no arguments, found %zu", count) : ST_OK;
}

static enum status check_number(const char *name, const struct abs_arg *arg, size_t i, struct place at, struct diag *d)
{
    if (arg->kind == ABS_INT)
        return ST_OK;
    return diag_set(d, ST_BAD, at, "argument %zu of '%s' must be a number, found %s", i + 1, name,
                    arg->kind == ABS_ABS ? "an abstraction" : "an interval");
}

enum status abs_one_number(const char *name, const struct abs_arg *args, size_t count, int64_t least, int64_t most,
                           struct place at, struct diag *d)
{
    if (count != 1)
        return diag_set(d, ST_BAD, at, "'%s' takes one number, found %zu arguments", name, count);
    enum status st = check_number(name, &args[0], 0, at, d);
    if (st == ST_OK && (args[0].lo < least || args[0].lo > most)) {
        if (most == INT64_MAX)
            st = diag_set(d, ST_BAD, at, "the argument of '%s' must be at least %lld, found %lld", name,
                          (long long)least, (long long)args[0].lo);
        else
            st = diag_set(d, ST_BAD, at, "the argument of '%s' must be from %lld to %lld, found %lld", name,
                          (long long)least, (long long)most, (long long)args[0].lo);
    }
    return st;
}

enum status abs_numbers(const char *name, struct arena *a, const struct abs_arg *args, size_t count, struct place at,
                        struct int_list **out, struct diag *d)
{
    struct int_list *list = ARENA_NEW(a, struct int_list);
    if (!count)
        return diag_set(d, ST_BAD, at, "'%s' takes at least one number, found none", name);
    list->items = ARENA_ARRAY(a, int64_t, count);
    for (size_t i = 0; i < count; i++) {
        enum status st = check_number(name, &args[i], i, at, d);
        if (st != ST_OK)
            return st;
        list->items[list->count++] = args[i].lo;
    }
    *out = list;
    return ST_OK;
}

vs abs_range(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi)
{
    int64_t min = vs_type_min(t), max = vs_type_max(t);
    if (t.kind == VS_FLOAT)
        return vs_float_interval(p, t,
                                 lo == INT64_MIN ? -INFINITY
                                 : lo == 0       ? -0.0L
                                                 : (long double)lo,
                                 hi == INT64_MAX ? INFINITY : (long double)hi, false);
    if (!t.is_signed) {
        if (hi < 0)
            return VS_BOTTOM;
        lo = lo < 0 ? 0 : lo;
        hi = hi == INT64_MAX || (max > 0 && hi > max) ? max : hi;
        return max > 0 && lo > max ? VS_BOTTOM : vs_interval(p, t, lo, hi);
    }
    return vs_interval(p, t, lo < min ? min : lo, hi > max ? max : hi);
}

vs abs_float_hull(struct vs_pool *p, struct vs_type t, vs v)
{
    long double lo, hi;
    bool may_be_nan;
    return vs_float_range(p, t, v, &lo, &hi, &may_be_nan) ? vs_float_interval(p, t, lo, hi, may_be_nan) : v;
}

bool abs_in_type(struct vs_type t, int64_t v)
{
    return t.is_signed ? v >= vs_type_min(t) && v <= vs_type_max(t) : v >= 0 && (uint64_t)v <= (uint64_t)vs_type_max(t);
}

vs abs_single(struct vs_pool *p, struct vs_type t, int64_t v)
{
    if (t.kind == VS_FLOAT)
        return abs_range(p, t, v, v);
    return abs_in_type(t, v) ? vs_const(p, t, v) : VS_BOTTOM;
}

size_t abs_singletons(struct vs_pool *p, struct vs_type t, vs v, vs *out, size_t limit)
{
    if (t.kind == VS_PTR || vs_count(p, t, v) > limit)
        return 0;
    size_t n = vs_singletons(p, t, v, out, limit);
    return n > limit ? 0 : n;
}

vs abs_round_to_pieces(struct vs_pool *p, const void *data, struct vs_type t, vs v, abs_piece *piece, size_t count)
{
    vs out = VS_BOTTOM;
    if (t.kind == VS_PTR)
        return VS_TOP;
    for (size_t i = 0; i < count; i++) {
        vs part = piece(p, data, t, i);
        if (part != VS_BOTTOM && vs_meet(p, t, v, part) != VS_BOTTOM) {
            if (vs_leq(p, t, v, part))
                return part;
            out = vs_join(p, t, out, part);
        }
    }
    return out;
}

size_t abs_parts_by_pieces(struct vs_pool *p, const void *data, struct vs_type t, vs v, abs_piece *piece, size_t count,
                           vs *out, size_t limit)
{
    size_t n = 0;
    if (t.kind == VS_PTR)
        return 0;
    for (size_t i = 0; i < count; i++) {
        vs part = piece(p, data, t, i);
        if (part == VS_BOTTOM || vs_meet(p, t, v, part) == VS_BOTTOM)
            continue;
        if (n == limit)
            return 0;
        out[n++] = part;
    }
    return n;
}
