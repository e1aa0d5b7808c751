/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Abstractions made from a C function of the caller's. Source: the thesis, section 7.1.3.
 */
#include "abstractions/classes.h"

static vs round_user(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    const struct user *u = data;
    if (t.kind == VS_FLOAT)
        return VS_TOP; /* its functions are made for integers and pointers */
    return u->round(p, u->context, t, v);
}

/* The rounded values from the lowest up, as long as they are disjoint and cover v. */
static size_t parts_user(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    size_t n = 0;
    vs whole = round_user(p, data, t, v);
    if (t.kind != VS_INT)
        return 0;
    for (vs rest = whole; rest != VS_BOTTOM; n++) {
        if (n == limit)
            return 0;
        out[n] = round_user(p, data, t, vs_const(p, t, vs_min(p, t, rest)));
        vs left = vs_minus(p, t, rest, out[n]);
        if (left == rest || !vs_leq(p, t, out[n], rest))
            return 0;
        rest = left;
    }
    return n;
}

static enum status make_user(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                             struct diag *d)
{
    (void)a, (void)args, (void)count, (void)data;
    return diag_set(d, ST_BAD, at, "an abstraction in C is made by abs_user");
}

const struct abs_class abs_class_user = {
    .name = "user",
    .aliases = {NULL},
    .arguments = "",
    .help = "a function in C",
    .tracks = true,
    .make = make_user,
    .round = round_user,
    .parts = parts_user,
};

const struct abs *abs_user(struct arena *a, const char *name,
                           vs (*round)(struct vs_pool *p, void *context, struct vs_type t, vs v), void *context)
{
    struct user *u = ARENA_NEW(a, struct user);
    struct abs *abs = ARENA_NEW(a, struct abs);
    *u = (struct user){arena_str(a, name), round, context};
    *abs = (struct abs){.class = &abs_class_user, .data = u};
    return abs;
}
