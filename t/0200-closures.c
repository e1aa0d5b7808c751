/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every class of abstraction is a closure: extensive, idempotent, monotone unless bounded; its parts are rounded,
 * disjoint and cover. Exhaustively at 3 and 4 bits, on samples at 8, 32 and 64, and under tight caps. A function in C
 * that is none is caught.
 */
#include "0100-values.h"
#include "abstractions/abstractions.h"

static struct arena *arena;

static const struct abs *make(const char *name, size_t count, const struct abs_arg *args)
{
    const struct abs *out = NULL;
    struct diag d;
    if (abs_make(arena, name, args, count, (struct place){0}, &out, &d) != ST_OK)
        ok(false, "%s: %s", name, d.text);
    return out;
}

#define N(x)                                                                                                           \
    {                                                                                                                  \
        .kind = ABS_INT, .lo = (x), .hi = (x)                                                                          \
    }
#define R(l, h)                                                                                                        \
    {                                                                                                                  \
        .kind = ABS_INTERVAL, .lo = (l), .hi = (h)                                                                     \
    }

static const struct {
    const char *name;
    size_t count;
    struct abs_arg args[5];
} rows[] = {
    {"top", 0, {{0}}},
    {"int", 0, {{0}}},
    {"minmax", 0, {{0}}},
    {"mod", 1, {N(1)}},
    {"mod", 1, {N(2)}},
    {"mod", 1, {N(3)}},
    {"mod", 1, {N(4)}},
    {"mod", 1, {N(7)}},
    {"mod", 1, {N(64)}},
    {"part", 1, {N(0)}},
    {"part", 3, {N(-1), N(0), N(9)}},
    {"part", 4, {N(3), N(4), N(5), N(6)}},
    {"part", 1, {N(INT64_MIN)}},
    {"values", 1, {N(0)}},
    {"values", 3, {N(2), N(-1), N(5)}},
    {"enum", 4, {N(0), N(1), N(1), N(300)}},
    {"values", 2, {N(INT64_MAX), N(INT64_MIN)}},
    {"bool", 0, {{0}}},
    {"free", 0, {{0}}},
    {"intervals", 1, {N(1)}},
    {"intervals", 1, {N(2)}},
    {"set", 1, {N(1)}},
    {"set", 1, {N(3)}},
    {"div", 1, {N(1)}},
    {"div", 1, {N(3)}},
    {"div", 1, {N(256)}},
    {"parts", 2, {R(0, 3), R(4, 9)}},
    {"parts", 3, {R(INT64_MIN, -2), R(1, 1), N(3)}},
    {"parts", 1, {R(2, INT64_MAX)}},
    {"pointer", 0, {{0}}},
};

/* Keeps intervals that begin at 0, and no others: extensive and idempotent. */
static vs from_zero(struct vs_pool *p, void *context, struct vs_type t, vs v)
{
    (void)context;
    return vs_min(p, t, v) == 0 ? vs_interval(p, t, 0, vs_max(p, t, v)) : VS_TOP;
}
static vs drops_one(struct vs_pool *p, void *context, struct vs_type t, vs v)
{
    (void)context;
    return vs_minus(p, t, v, vs_small(1));
}
static vs grows(struct vs_pool *p, void *context, struct vs_type t, vs v)
{
    (void)context;
    return vs_interval(p, t, vs_min(p, t, v),
                       vs_max(p, t, v) == vs_type_max(t) ? vs_max(p, t, v) : vs_max(p, t, v) + 1);
}
static vs parity(struct vs_pool *p, void *context, struct vs_type t, vs v)
{
    vs out = VS_BOTTOM;
    (void)context;
    for (uint64_t r = 1; r < 4; r <<= 1) {
        vs c = vs_congruent(p, t, vs_type_min(t), vs_type_max(t), 2, r);
        if (vs_meet(p, t, c, v) != VS_BOTTOM)
            out = vs_join(p, t, out, c);
    }
    return out;
}

static void user(struct vs_pool *p)
{
    struct vs_type t = int_type(4, 1), u = int_type(4, 0);
    struct diag d;
    struct place at = {"my.am", 3, 7};
    const struct abs *good = abs_user(arena, "parity", parity, NULL);
    vs out[4];
    ok(abs_check_closure(p, good, t, at, &d) == ST_OK, "a function in C that is a closure");
    ok(abs_parts(p, good, t, VS_TOP, out, 4) == 2, "has its parts");
    ok(abs_check_closure(p, abs_user(arena, "drops", drops_one, NULL), t, at, &d) == ST_BAD,
       "one that loses values is none");
    is(d.text, "'drops' is not a closure: it is not extensive on 1", "and the message says where");
    ok(d.at.line == 3 && d.at.col == 7, "at its place");
    ok(abs_check_closure(p, abs_user(arena, "grows", grows, NULL), t, at, &d) == ST_BAD && strstr(d.text, "idempotent"),
       "one that grows");
    ok(abs_check_closure(p, abs_user(arena, "zero", from_zero, NULL), u, at, &d) == ST_BAD &&
           strstr(d.text, "monotone"),
       "one that is not monotone");
}

int main(void)
{
    struct vs_limits tight = {.segments = 3, .modulus = 6, .enumerate = 16, .targets = 2};
    struct vs_pool *p = vs_pool_new(NULL), *q = vs_pool_new(&tight);
    struct vs_type types[] = {int_type(1, 0), int_type(3, 0),  int_type(3, 1),  int_type(4, 1), int_type(8, 0),
                              int_type(8, 1), int_type(32, 1), int_type(64, 0), int_type(64, 1)};
    arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct abs *a = make(rows[i].name, rows[i].count, rows[i].args);
        struct buf text = {0};
        struct diag d = {.text = ""};
        bool good = true;
        abs_print(a, false, &text);
        for (size_t j = 0; j < sizeof types / sizeof *types && good; j++)
            if (types[j].bits != 4 || i % 4 == 3)
                good = abs_check_closure(p, a, types[j], (struct place){0}, &d) == ST_OK;
        ok(good, "%s%s%s", buf_str(&text), *d.text ? ": " : "", d.text);
        buf_free(&text);
    }
    long lost = 0, moved = 0;
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) /* under tight caps monotone is lost, the rest is not */
        for (int n = 0; n < 500; n++) {
            const struct abs *a = make(rows[i].name, rows[i].count, rows[i].args);
            struct vs_type t = int_type(8, n & 1);
            vs v = vs_const(q, t, (int64_t)(next_random(&seed) % 256));
            for (int j = 0; j < 5; j++)
                v = vs_join(q, t, v, vs_const(q, t, (int64_t)(next_random(&seed) % 256)));
            vs r = abs_round(q, a, t, v);
            lost += !vs_leq(q, t, v, r);
            moved += abs_round(q, a, t, r) != r;
        }
    ok(!lost && !moved, "under tight caps, too, all are extensive and idempotent");
    user(p);
    arena_free(arena);
    vs_pool_free(p);
    vs_pool_free(q);
    return done();
}
