/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The classes as a user meets them: names, arguments and their errors, what they keep of a value, the parts that an
 * input is split into, breakpoints outside the type, pointers, printing.
 */
#include "0100-values.h"
#include "abstractions/abstractions.h"

static struct arena *arena;
static struct vs_pool *p;
static struct diag d;
static const struct vs_type i32 = {.kind = VS_INT, .bits = 32, .is_signed = 1}, u8 = {.kind = VS_INT, .bits = 8};
static const struct vs_type ptr = {.kind = VS_PTR, .bits = 64}, real = {.kind = VS_FLOAT, .bits = 64};

#define N(x)                                                                                                           \
    {                                                                                                                  \
        .kind = ABS_INT, .lo = (x), .hi = (x)                                                                          \
    }
#define R(l, h)                                                                                                        \
    {                                                                                                                  \
        .kind = ABS_INTERVAL, .lo = (l), .hi = (h)                                                                     \
    }
#define MAKE(name, ...)                                                                                                \
    make(name, sizeof((struct abs_arg[]){__VA_ARGS__}) / sizeof(struct abs_arg), (struct abs_arg[]){__VA_ARGS__})

static const struct abs *make(const char *name, size_t count, const struct abs_arg *args)
{
    const struct abs *out = NULL;
    d = (struct diag){.text = ""};
    enum status st = abs_make(arena, name, args, count, (struct place){"door.am", 4, 9}, &out, &d);
    if ((st == ST_OK) != (out != NULL) || (st != ST_OK && (d.at.line != 4 || d.at.col != 9)))
        ok(false, "status, result and place of '%s' agree", name);
    return out;
}

static void round_is(const struct abs *a, struct vs_type t, vs v, const char *expected)
{
    struct buf name = {0};
    char what[200];
    abs_print(a, true, &name);
    snprintf(what, sizeof what, "%s of %s", buf_str(&name), text_of(p, t, v));
    is(text_of(p, t, abs_round(p, a, t, v)), expected, what);
    buf_free(&name);
}

static void parts_are(const struct abs *a, struct vs_type t, vs v, size_t limit, const char *expected)
{
    vs out[64];
    struct buf text = {0}, name = {0};
    size_t n = abs_parts(p, a, t, v, out, limit);
    for (size_t i = 0; i < n; i++) {
        buf_puts(&text, i ? " | " : "");
        vs_print(p, t, out[i], &text, NULL, NULL);
    }
    abs_print(a, true, &name);
    buf_printf(&name, " splits %s", text_of(p, t, v));
    is(buf_str(&text), expected, buf_str(&name));
    buf_free(&text);
    buf_free(&name);
}

static void rounding(void)
{
    vs one_or_nine = vs_join(p, i32, vs_small(1), vs_small(9)), few = vs_interval(p, i32, 3, 7);
    round_is(make("int", 0, NULL), i32, vs_small(7), "7");
    round_is(make("int", 0, NULL), i32, one_or_nine, "any");
    round_is(make("minmax", 0, NULL), i32, one_or_nine, "[1 .. 9]");
    round_is(make("top", 0, NULL), i32, vs_small(7), "any");
    round_is(make("free", 0, NULL), i32, one_or_nine, "{1, 9}");
    round_is(make("flag", 0, NULL), i32, one_or_nine, "not 0");
    round_is(make("flag", 0, NULL), i32, vs_interval(p, i32, 0, 1), "any");
    round_is(MAKE("mod", N(4)), i32, vs_small(-3), "[-2147483647 .. -3] = 1 mod 4");
    round_is(MAKE("mod", N(4)), i32, vs_small(-4), "any = 0 mod 4");
    round_is(MAKE("mod", N(4)), i32, vs_small(4), "any = 0 mod 4");
    round_is(MAKE("ranges", N(0), N(1), N(16)), i32, few, "[1 .. 15]");
    round_is(MAKE("ranges", N(-1), N(0), N(9)), u8, vs_small(3), "[0 .. 8]");
    round_is(MAKE("values", N(1), N(2)), i32, vs_small(2), "2");
    round_is(MAKE("values", N(1), N(2)), i32, few, "not in [1 .. 2]");
    round_is(MAKE("values", N(1), N(3)), i32, few, "not 1");
    round_is(MAKE("enum", N(0), N(1), N(2)), i32, vs_interval(p, i32, 1, 2), "[1 .. 2]");
    round_is(MAKE("intervals", N(2)), i32, vs_join(p, i32, one_or_nine, vs_small(11)), "{1, [9 .. 11]}");
    round_is(MAKE("set", N(2)), i32, one_or_nine, "{1, 9}");
    round_is(MAKE("set", N(2)), i32, few, "any");
    round_is(MAKE("div", N(256)), i32, vs_small(1000), "[768 .. 1023]");
    round_is(MAKE("div", N(256)), i32, vs_small(-3), "[-255 .. 255]");
    round_is(MAKE("div", N(256)), u8, vs_small(7), "any");
    round_is(MAKE("parts", R(0, 3), R(4, 9)), i32, few, "[0 .. 9]");
    round_is(MAKE("parts", R(0, 3), R(4, 9)), i32, vs_small(12), "not in [0 .. 9]");
    round_is(make("flag", 0, NULL), real, VS_TOP, "any");
    ok(abs_round(p, make("int", 0, NULL), i32, VS_BOTTOM) == VS_BOTTOM, "nothing stays nothing");
}

static void parts(void)
{
    parts_are(MAKE("ranges", N(0), N(1), N(16)), i32, VS_TOP, 8, "<= -1 | 0 | [1 .. 15] | >= 16");
    parts_are(MAKE("ranges", N(0), N(1), N(16)), u8, VS_TOP, 8, "0 | [1 .. 15] | >= 16");
    parts_are(MAKE("values", N(5), N(2)), i32, VS_TOP, 8, "2 | 5 | not in {2, 5}");
    parts_are(MAKE("values", N(5), N(2)), i32, vs_interval(p, i32, 0, 3), 8, "2 | not in {2, 5}");
    parts_are(make("flag", 0, NULL), i32, VS_TOP, 8, "0 | not 0");
    parts_are(MAKE("mod", N(2)), u8, VS_TOP, 8, "any = 0 mod 2 | any = 1 mod 2");
    parts_are(MAKE("parts", R(0, 3), N(7)), i32, VS_TOP, 8, "[0 .. 3] | 7 | not in {[0 .. 3], 7}");
    parts_are(MAKE("div", N(4)), i32, vs_interval(p, i32, -5, 5), 8, "[-7 .. -4] | [-3 .. 3] | [4 .. 7]");
    parts_are(make("int", 0, NULL), i32, vs_interval(p, i32, 3, 5), 8, "3 | 4 | 5");
    parts_are(make("int", 0, NULL), i32, VS_TOP, 8, "");
    parts_are(make("free", 0, NULL), i32, vs_interval(p, i32, 3, 5), 2, "");
    parts_are(make("top", 0, NULL), i32, vs_small(3), 8, "any");
    parts_are(MAKE("ranges", N(0), N(1), N(16)), i32, VS_TOP, 3, "");
}

static void wrong(const char *expected)
{
    is(d.text, expected, expected);
}

static void errors(void)
{
    make("rangse", 0, NULL);
    wrong("no abstraction 'rangse'; did you mean 'ranges'?");
    make("xyzzy", 0, NULL);
    wrong("no abstraction 'xyzzy'");
    MAKE("int", N(3));
    wrong("this abstraction takes no arguments, found 1");
    make("mod", 0, NULL);
    wrong("'mod' takes one number, found 0 arguments");
    MAKE("mod", N(65));
    wrong("the argument of 'mod' must be from 1 to 64, found 65");
    MAKE("div", N(0));
    wrong("the argument of 'div' must be at least 1, found 0");
    MAKE("ranges", N(3), N(3));
    wrong("the breakpoints of 'ranges' must ascend, found 3 after 3");
    make("ranges", 0, NULL);
    wrong("'ranges' takes at least one number, found none");
    MAKE("values", N(3), R(4, 5));
    wrong("argument 2 of 'values' must be a number, found an interval");
    MAKE("parts", R(0, 3), R(3, 9));
    wrong("parts 1 and 2 overlap: both hold 3");
    MAKE("parts", R(5, 3));
    wrong("part 1 is empty: [5 .. 3]");
    MAKE("array", N(3));
    wrong("'array' needs the abstraction of its elements before it, as in 'flag array'");
}

static void types(void)
{
    int64_t bad = 0;
    ok(!abs_fits_type(MAKE("ranges", N(-1), N(0), N(9)), u8, &bad) && bad == -1,
       "-1 is no breakpoint of an unsigned char");
    ok(!abs_fits_type(MAKE("values", N(0), N(256)), u8, &bad) && bad == 256, "256 is no value of it");
    ok(abs_fits_type(MAKE("ranges", N(-1), N(0), N(9)), i32, &bad), "both are of an int");
    ok(abs_fits_type(MAKE("parts", R(INT64_MIN, 3), R(9, INT64_MAX)), u8, &bad), "open ends fit");
    ok(!abs_fits_type(MAKE("parts", R(INT64_MIN, 300)), u8, &bad) && bad == 300, "the other end must");
    ok(abs_fits_type(MAKE("mod", N(64)), (struct vs_type){VS_INT, 4, 0, VS_BOUNDED}, &bad),
       "the argument of mod is no value of the type");
}

static void pointers(void)
{
    vs null = vs_null(p, ptr), a = vs_ptr(p, ptr, 1, vs_small(0)),
       cells = vs_ptr(p, ptr, 1, vs_interval(p, vs_offset_type(ptr), 0, 1));
    vs either = vs_join(p, ptr, a, null);
    const char *keep[] = {"free", "pointer", "int", "flag"}, *lose[] = {"top", "minmax"};
    for (size_t i = 0; i < 4; i++)
        ok(abs_round(p, make(keep[i], 0, NULL), ptr, a) == a && abs_round(p, make(keep[i], 0, NULL), ptr, null) == null,
           "%s keeps a pointer", keep[i]);
    for (size_t i = 0; i < 2; i++)
        ok(abs_round(p, make(lose[i], 0, NULL), ptr, a) == VS_TOP, "%s does not", lose[i]);
    ok(abs_round(p, MAKE("values", N(0)), ptr, a) == VS_TOP && abs_round(p, MAKE("mod", N(2)), ptr, a) == VS_TOP,
       "nor do classes of numbers");
    ok(abs_round(p, make("int", 0, NULL), ptr, cells) == VS_TOP &&
           abs_round(p, make("int", 0, NULL), ptr, either) == VS_TOP,
       "exact keeps one place only");
    ok(abs_round(p, make("flag", 0, NULL), ptr, cells) == cells &&
           abs_round(p, make("flag", 0, NULL), ptr, either) == VS_TOP,
       "flag keeps what is not null");
    ok(abs_round(p, MAKE("set", N(2)), ptr, either) == either && abs_round(p, MAKE("set", N(1)), ptr, either) == VS_TOP,
       "set counts places");
    ok(abs_round(p, make("pointer", 0, NULL), i32, vs_small(3)) == VS_TOP, "pointer keeps no integers");
}

static void printing(void)
{
    const struct abs *element = MAKE("part", N(0), N(1));
    const struct abs *array = make("array", 1, &(struct abs_arg){.kind = ABS_ABS, .abs = element});
    const struct abs *all[] = {abs_top(), array, MAKE("parts", R(0, 3), R(4, INT64_MAX), N(-2)), MAKE("values", N(3)),
                               make("exact", 0, NULL)};
    const char *words[] = {"ignore", "ranges(0, 1) array", "parts([0..3], [4..], -2)", "values(3)", "exact"};
    const char *names[] = {"top", "part(0, 1) array", "parts([0..3], [4..], -2)", "values(3)", "int"};
    for (size_t i = 0; i < 5; i++)
        for (int user = 0; user < 2; user++) {
            struct buf b = {0};
            abs_print(all[i], user, &b);
            is(buf_str(&b), user ? words[i] : names[i], user ? "in the user's words" : "in the papers' words");
            buf_free(&b);
        }
    ok(abs_element(array) == element && abs_element(element) == element, "the element of an array");
    ok(abs_equal(array, make("array", 1, &(struct abs_arg){.kind = ABS_ABS, .abs = MAKE("ranges", N(0), N(1))})),
       "equal by class and arguments");
    ok(!abs_equal(element, MAKE("part", N(0), N(2))) && !abs_equal(element, abs_top()), "different ones are not");
    ok(abs_equal(abs_free_type(), make("free", 0, NULL)), "free is free");
    ok(abs_round(p, array, i32, vs_small(0)) == vs_small(0) &&
           abs_round(p, array, i32, vs_small(5)) == vs_interval(p, i32, 1, INT32_MAX),
       "an array rounds its elements");
}

/* The table is complete enough for a help text, and no word stands for two classes. */
static void table(void)
{
    const char *words[64];
    size_t n = 0;
    bool good = true;
    for (size_t i = 0; abs_classes[i]; i++) {
        const struct abs_class *c = abs_classes[i];
        good &= c->help && *c->help && c->arguments && abs_class_find(c->name) == c &&
                c->tracks == !!strcmp(c->name, "top");
        words[n++] = c->name;
        for (size_t j = 0; j < 4 && c->aliases[j]; j++)
            words[n++] = c->aliases[j];
        good &= !c->word || abs_class_find(c->word) == c;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            good &= strcmp(words[i], words[j]) != 0;
    ok(good && n >= 18, "%zu words, each for one class", n);
}

int main(void)
{
    arena = arena_new();
    p = vs_pool_new(NULL);
    table();
    rounding();
    parts();
    errors();
    types();
    pointers();
    printing();
    vs_pool_free(p);
    arena_free(arena);
    return done();
}
