/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random formulas on random systems: what is seen to imply holds in fewer states; a conjunction without what is implied
 * holds where all its parts do; and lines say what the text says, in a width that people can read.
 *
 * Another seed: 0645-lts-formula SEED.
 */
#include "runtime/lts/compare/formula.h"
#include "tap.h"
#include "lts_naive_formula.h"
#include "lts_random.h"

enum { SYSTEMS = 300, FORMULAS = 30, PARTS = 4, WIDTH = 100 };

static formula draw_formula(struct formulas *f, const formula *made, uint32_t count)
{
    static const char *const labels[] = {"i", "'a", "b"};
    const char *label = labels[naive_random(3)];
    formula part = made[naive_random(count)], other = made[naive_random(count)];
    formula parts[] = {part, other};
    switch (naive_random(7)) {
    case 0:
        return compare_formula_not(f, part);
    case 1:
        return compare_formula_step(f, LTS_F_STEP, label, false, part);
    case 2:
    case 3:
        return compare_formula_step(f, LTS_F_WEAK_STEP, label, false, part);
    case 4:
        return compare_formula_via(f, part, label, false, other);
    case 5:
        return compare_formula_forever(f, part);
    default:
        return compare_formula_and(f, parts, 2);
    }
}

/* Without white space, and whether no line is much too wide or ends in a blank. */
static bool squeeze(const char *text, struct buf *out)
{
    bool fine = true;
    size_t width = 0;
    for (const char *s = text; *s; s++) {
        fine &= s[0] != ' ' || s[1] != '\n';
        width = *s == '\n' ? 0 : width + 1;
        fine &= width <= WIDTH + 10; /* a bracket or a name behind */
        if (*s != ' ' && *s != '\n')
            buf_putc(out, *s);
    }
    return fine;
}

static bool lines_say_the_same(formula f, bool *readable)
{
    struct buf text = {0}, lines = {0}, a = {0}, b = {0};
    lts_formula_text(f, &text);
    lts_formula_lines(f, &lines);
    squeeze(buf_str(&text), &a);
    *readable &= squeeze(buf_str(&lines), &b);
    bool same = !strcmp(buf_str(&a), buf_str(&b));
    buf_free(&text);
    buf_free(&lines);
    buf_free(&a);
    buf_free(&b);
    return same;
}

static bool implied_in(struct formulas *f, const formula *made, const uint32_t *set, uint32_t n, int *implied)
{
    bool sound = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (i != k && compare_formula_implies(f, made[i], made[k])) {
                sound &= !(set[i] & ~set[k]);
                ++*implied;
            }
    return sound;
}

static bool conjunctions_hold(struct formulas *f, const struct naive *x, const formula *made, const uint32_t *set,
                              uint32_t n)
{
    formula parts[PARTS];
    uint32_t both = UINT32_MAX;
    for (int i = 0; i < PARTS; i++) {
        uint32_t k = naive_random(n);
        parts[i] = made[k];
        both &= set[k];
    }
    return naive_eval(x, compare_formula_and(f, parts, PARTS), NULL) == both;
}

int main(int argc, char **argv)
{
    bool sound = true, kept = true, same = true, readable = true;
    int implied = 0;
    naive_seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20645;
    printf("# seed %llu\n", (unsigned long long)naive_seed);
    for (int i = 0; i < SYSTEMS; i++) {
        struct naive_draft draft;
        struct naive x;
        struct formulas f;
        struct arena *arena = arena_new();
        formula made[FORMULAS];
        uint32_t set[FORMULAS];
        naive_draw(&draft, 12, 2, false, false);
        struct lts *a = naive_build(&draft, false, false), *b = naive_build(&draft, true, false);
        naive_make(&x, a, b);
        compare_formulas_init(&f, arena);
        for (uint32_t k = 0; k < FORMULAS; k++) {
            made[k] = k ? draw_formula(&f, made, k) : compare_formula_true(&f);
            set[k] = naive_eval(&x, made[k], NULL);
        }
        sound &= implied_in(&f, made, set, FORMULAS, &implied);
        kept &= conjunctions_hold(&f, &x, made, set, FORMULAS);
        for (uint32_t k = 0; k < FORMULAS; k++)
            same &= lines_say_the_same(made[k], &readable);
        compare_formulas_free(&f);
        arena_free(arena);
        lts_free(a);
        lts_free(b);
    }
    ok(sound, "what is seen to imply holds in fewer states");
    ok(implied > 1000, "and that is seen (%d times)", implied);
    ok(kept, "a conjunction holds where all its parts do");
    ok(same, "lines say what the text says");
    ok(readable, "and people can read them");
    return done();
}
