/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The classes on floating-point sets: what each keeps, that each is extensive, idempotent and monotone, and its parts.
 */
#include "0109-floats.h"
#include "abstractions/abstractions.h"

static struct arena *arena;
static struct vs_pool *p;
static const struct vs_type real = {VS_FLOAT, 64, 1, VS_BOUNDED};

static const struct abs *make(const char *name, size_t count, const struct abs_arg *args)
{
    const struct abs *out = NULL;
    struct diag d = {.text = ""};
    if (abs_make(arena, name, args, count, (struct place){"door.am", 1, 1}, &out, &d) != ST_OK)
        ok(false, "%s: %s", name, d.text);
    return out;
}

static const struct abs_arg numbers_of[] = {{.kind = ABS_INT, .lo = 0, .hi = 0}, {.kind = ABS_INT, .lo = 3, .hi = 3}},
                            intervals_of[] = {{.kind = ABS_INTERVAL, .lo = 0, .hi = 3},
                                              {.kind = ABS_INTERVAL, .lo = 5, .hi = INT64_MAX}},
                            four[] = {{.kind = ABS_INT, .lo = 4, .hi = 4}};

static void keeps(const struct abs *a, vs v, const char *expected)
{
    struct buf name = {0};
    char what[200];
    abs_print(a, true, &name);
    snprintf(what, sizeof what, "%s of %s", buf_str(&name), text_of(p, real, v));
    is(text_of(p, real, abs_round(p, a, real, v)), expected, what);
    buf_free(&name);
}

static void classes(void)
{
    vs half = vs_float(p, real, 0.5), two = vs_join(p, real, half, vs_float(p, real, 3)), zero = vs_small(0);
    vs nan = vs_float(p, real, NAN);
    keeps(make("top", 0, NULL), half, "any");
    keeps(make("int", 0, NULL), half, "0.5");
    keeps(make("int", 0, NULL), two, "any");
    keeps(make("free", 0, NULL), two, "{0.5, 3}");
    keeps(make("minmax", 0, NULL), two, "[0.5 .. 3]");
    keeps(make("minmax", 0, NULL), vs_join(p, real, two, nan), "{[0.5 .. 3], nan}");
    keeps(make("minmax", 0, NULL), nan, "nan");
    keeps(make("intervals", 1, four), two, "[0.5 .. 3]");
    keeps(make("set", 1, four), two, "{0.5, 3}");
    keeps(make("flag", 0, NULL), two, "not 0");
    keeps(make("flag", 0, NULL), zero, "{-0, 0}");
    keeps(make("mod", 1, four), two, "any");
    keeps(make("div", 1, four), two, "any");
    keeps(make("ranges", 2, numbers_of), half, "[-0 .. 2.9999999999999996]");
    keeps(make("ranges", 2, numbers_of), two, "[-0 .. inf]");
    keeps(make("ranges", 2, numbers_of), nan, "nan");
    keeps(make("values", 2, numbers_of), vs_float(p, real, 3), "3");
    keeps(make("values", 2, numbers_of), half, "not in {-0, 0, 3}");
    keeps(make("parts", 2, intervals_of), half, "[-0 .. 3]");
    keeps(make("parts", 2, intervals_of), vs_float(p, real, 4), "not in {[-0 .. 3], [5 .. inf]}");
}

/* Parts are rounded and disjoint, and cover the set. */
static bool splits(const struct abs *a, struct vs_type t, vs v)
{
    enum { MOST = 64 };
    vs part[MOST], all = VS_BOTTOM;
    size_t n = abs_parts(p, a, t, v, part, MOST);
    for (size_t i = 0; i < n; i++) {
        if (abs_round(p, a, t, part[i]) != part[i] || vs_meet(p, t, all, part[i]) != VS_BOTTOM)
            return false;
        all = vs_join(p, t, all, part[i]);
    }
    return !n || vs_leq(p, t, v, all);
}

static void closure(const struct abs *a, struct vs_type t)
{
    uint64_t seed = 3;
    long wrong = 0;
    struct buf name = {0};
    abs_print(a, false, &name);
    for (int i = 0; i < 2000; i++) {
        struct numbers x, y;
        random_numbers(p, t, &seed, &x);
        random_numbers(p, t, &seed, &y);
        vs both = vs_join(p, t, x.set, y.set), r = abs_round(p, a, t, x.set);
        bool bad = !vs_leq(p, t, x.set, r) || abs_round(p, a, t, r) != r;
        bad |= !vs_leq(p, t, r, abs_round(p, a, t, both)) || !splits(a, t, x.set);
        if (bad && !wrong++)
            printf("# %s of %s: %s, of %s: %s\n", buf_str(&name), text_of(p, t, x.set), text_of(p, t, r),
                   text_of(p, t, both), text_of(p, t, abs_round(p, a, t, both)));
    }
    ok(!wrong, "%s is a closure at %d bits, %ld times not", buf_str(&name), t.bits, wrong);
    buf_free(&name);
}

static void parts_of(const struct abs *a, vs v, const char *expected)
{
    vs part[8];
    struct buf text = {0};
    size_t n = abs_parts(p, a, real, v, part, 8);
    for (size_t i = 0; i < n; i++)
        buf_printf(&text, "%s%s", i ? " | " : "", text_of(p, real, part[i]));
    is(buf_str(&text), expected, text_of(p, real, v));
    buf_free(&text);
}

static void parts(void)
{
    vs some = vs_float_interval(p, real, -1, 2, true);
    parts_of(make("flag", 0, NULL), some, "{-0, 0} | not 0");
    parts_of(make("ranges", 2, numbers_of), some, "[-inf .. -5e-324] | [-0 .. 2.9999999999999996] | nan");
    parts_of(make("int", 0, NULL), vs_join(p, real, vs_float(p, real, 0.5), vs_float(p, real, 2)), "0.5 | 2");
    parts_of(make("int", 0, NULL), some, "");
}

int main(void)
{
    arena = arena_new();
    p = vs_pool_new(NULL);
    classes();
    parts();
    const struct abs *all[] = {
        make("top", 0, NULL),          make("int", 0, NULL),          make("free", 0, NULL),
        make("minmax", 0, NULL),       make("flag", 0, NULL),         make("set", 1, four),
        make("intervals", 1, four),    make("mod", 1, four),          make("div", 1, four),
        make("ranges", 2, numbers_of), make("values", 2, numbers_of), make("parts", 2, intervals_of),
        make("pointer", 0, NULL)};
    for (size_t i = 0; i < COUNT(all); i++)
        for (size_t f = 0; f < COUNT(formats); f++)
            closure(all[i], formats[f]);
    vs_pool_free(p);
    arena_free(arena);
    return done();
}
