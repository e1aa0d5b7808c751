/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * True holds in every completion of a modal system, False in none: all completions of small systems are enumerated and
 * evaluated naively. How often the answer is Maybe though all completions agree is told.
 */
#include "logic_naive.h"
#include "tap.h"

enum { RUNS = 2500, MOST_CHOICES = 6 };

static bool holds(const struct naive_draft *d, const struct nl_formula *f, int completion)
{
    struct nl_system x;
    struct nl_value vars[NL_VARS];
    nl_read(&x, d, completion);
    return nl_eval(&x, f, vars).sure >> x.initial & 1;
}

static void draw(struct naive_draft *d, int *choices)
{
    struct nl_system x;
    do {
        naive_draw(d, 5, 3, true, true);
        *choices = nl_read(&x, d, -1);
    } while (d->props < 2 || *choices > MOST_CHOICES || *choices < 1);
}

static void enumerate(const char *logic, struct nl_generator g, int depth, uint64_t seed)
{
    int wrong = 0, verdicts[3] = {0}, agree = 0;
    naive_seed = seed;
    for (int run = 0; run < RUNS && wrong < 3; run++) {
        struct naive_draft d;
        struct buf text = {0};
        struct diag why = {0};
        int choices, true_in = 0;
        g.arena = arena_new();
        draw(&d, &choices);
        struct lts *l = naive_build(&d, false, true);
        struct nl_generator fresh = g;
        const struct nl_formula *f =
            g.ltl ? nl_new(&fresh, NL_A, nl_draw_path(&fresh, depth), NULL) : nl_draw(&fresh, depth);
        int got = nl_ask(l, logic, g.ltl ? f->a : f, &text, &why), all = 1 << choices;
        for (int c = 0; c < all; c++)
            true_in += holds(&d, f, c);
        bool right = got == LTS_VERDICT_TRUE ? true_in == all : got == LTS_VERDICT_FALSE ? !true_in : got >= 0;
        if (!right) {
            wrong++;
            printf("# run %d: %s: got %d (%s), true in %d of %d completions\n", run, buf_str(&text), got, why.text,
                   true_in, all);
            naive_show("system", l);
        }
        verdicts[got >= 0 ? got : 1]++;
        agree += got == LTS_VERDICT_MAYBE && (!true_in || true_in == all);
        buf_free(&text);
        lts_free(l);
        arena_free(g.arena);
    }
    ok(!wrong, "%s: %d formulas, %d False, %d Maybe, %d True; %d Maybe though all completions agree (seed %d)", logic,
       RUNS, verdicts[0], verdicts[1], verdicts[2], agree, (int)seed);
    ok(verdicts[0] > RUNS / 10 && verdicts[1] > RUNS / 50 && verdicts[2] > RUNS / 10, "    each verdict is common");
}

int main(void)
{
    enumerate("ctl", (struct nl_generator){.ctl = true, .events = true, .props = 2}, 3, 11);
    enumerate("mu", (struct nl_generator){.modal = true, .events = true, .props = 2}, 5, 12);
    enumerate("hml", (struct nl_generator){.modal = true}, 6, 13);
    enumerate("ltl", (struct nl_generator){.ltl = true, .events = true, .props = 2, .temporal = 3}, 4, 14);
    enumerate("ctlstar", (struct nl_generator){.ctlstar = true, .events = true, .props = 2, .temporal = 3}, 4, 15);
    return done();
}
