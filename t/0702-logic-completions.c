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

/* ---- joint states ------------------------------------------------------------------------------------------------ */

/* Each joint state has a transition in it. */
static bool is_allowed(const struct naive_draft *d, const uint8_t *joint, int completion)
{
    struct nl_system x;
    nl_read(&x, d, completion);
    for (uint32_t s = 0; s < d->states; s++) {
        uint64_t to = 0;
        for (int l = 0; l < NL_LABELS; l++)
            to |= x.must[l][s * NL_CLASSES];
        if (joint[s] && !to)
            return false;
    }
    return true;
}

static int ask(const struct lts *l, const char *text, const uint8_t *joint)
{
    struct arena *a = arena_new();
    struct logic_question *q;
    struct logic_answer answer = {0};
    struct diag d;
    struct logic_options o = {.explain_true = naive_random(4) == 0, .joint = joint};
    bool asked = logic_parse(a, "formula", text, &q, &d) == ST_OK && logic_check(a, l, q, &o, &answer, &d) == ST_OK;
    arena_free(a);
    return asked ? (int)answer.verdict : -1;
}

/* Of some states one of the transitions is there: what is said holds in all completions of which that is so. */
static void enumerate_joint(const char *logic, struct nl_generator g, int depth, uint64_t seed)
{
    int wrong = 0, verdicts[3] = {0}, more = 0, agree = 0;
    naive_seed = seed;
    for (int run = 0; run < RUNS && wrong < 3; run++) {
        struct naive_draft d;
        struct buf text = {0};
        uint8_t joint[64] = {0};
        int choices, true_in = 0, allowed = 0;
        g.arena = arena_new();
        draw(&d, &choices);
        for (int i = 0; i < d.count; i++)
            joint[d.edge[i].from] |= naive_random(2) == 0;
        struct lts *l = naive_build(&d, false, true);
        struct nl_generator fresh = g;
        const struct nl_formula *f =
            g.ltl ? nl_new(&fresh, NL_A, nl_draw_path(&fresh, depth), NULL) : nl_draw(&fresh, depth);
        buf_printf(&text, "%s ", logic);
        nl_put(g.ltl ? f->a : f, &text);
        int got = ask(l, buf_str(&text), joint), without = ask(l, buf_str(&text), NULL);
        for (int c = 0; c < 1 << choices; c++)
            if (is_allowed(&d, joint, c)) {
                allowed++;
                true_in += holds(&d, f, c);
            }
        bool right = got == LTS_VERDICT_TRUE ? true_in == allowed : got == LTS_VERDICT_FALSE ? !true_in : got >= 0;
        right &= without == LTS_VERDICT_MAYBE || without == got;
        if (!right) {
            wrong++;
            printf("# run %d: %s: got %d, true in %d of %d completions\n", run, buf_str(&text), got, true_in, allowed);
            naive_show("system", l);
        }
        verdicts[got >= 0 ? got : 1]++;
        more += got != without;
        agree += got == LTS_VERDICT_MAYBE && (!true_in || true_in == allowed);
        buf_free(&text);
        lts_free(l);
        arena_free(g.arena);
    }
    ok(!wrong, "%s with joint states: %d formulas, %d False, %d Maybe, %d True; %d Maybe though all agree (seed %d)",
       logic, RUNS, verdicts[0], verdicts[1], verdicts[2], agree, (int)seed);
    ok(more > RUNS / 250, "    %d are decided because states are joint", more);
}

/* The same for one temporal operator under fairness. */
static void enumerate_fair(uint64_t seed)
{
    static const struct {
        const char *before, *after;
        enum nl_op op;
        bool exists;
    } rows[] = {{"ctl", "AG ", NL_G, false}, {"ctl", "AF ", NL_F, false}, {"ctl", "EG ", NL_G, true},
                {"ctl", "EF ", NL_F, true},  {"ltl", "G ", NL_G, false},  {"ltl", "F ", NL_F, false}};
    int wrong = 0, verdicts[3] = {0}, agree = 0;
    naive_seed = seed;
    for (int run = 0; run < RUNS && wrong < 3; run++) {
        struct naive_draft d;
        struct buf text = {0};
        struct diag why = {0};
        struct logic_question *q;
        struct logic_answer a = {0};
        struct nl_generator g = {.props = 2, .events = true, .arena = arena_new()};
        uint32_t row = naive_random(sizeof rows / sizeof *rows);
        int choices, true_in = 0;
        draw(&d, &choices);
        struct lts *l = naive_build(&d, false, true);
        buf_printf(&text, "%s under ", rows[row].before);
        struct nl_formula *fair = nl_draw_fairness(&g, &text), *leaf = nl_draw_leaf(&g), *f;
        buf_puts(&text, rows[row].after);
        nl_put(leaf, &text);
        f = nl_new(&g, rows[row].exists ? NL_AND : NL_IMPLIES, fair, nl_new(&g, rows[row].op, leaf, NULL));
        f = nl_new(&g, rows[row].exists ? NL_E : NL_A, f, NULL);
        bool asked = logic_parse(g.arena, "formula", buf_str(&text), &q, &why) == ST_OK &&
                     logic_check(g.arena, l, q, &(struct logic_options){0}, &a, &why) == ST_OK;
        for (int c = 0; c < 1 << choices; c++)
            true_in += holds(&d, f, c);
        bool all = true_in == 1 << choices;
        if (!asked || (a.verdict == LTS_VERDICT_TRUE && !all) || (a.verdict == LTS_VERDICT_FALSE && true_in)) {
            wrong++;
            printf("# run %d: %s: got %d (%s), true in %d of %d completions\n", run, buf_str(&text), (int)a.verdict,
                   why.text, true_in, 1 << choices);
            naive_show("system", l);
        }
        verdicts[a.verdict]++;
        agree += a.verdict == LTS_VERDICT_MAYBE && (all || !true_in);
        buf_free(&text);
        lts_free(l);
        arena_free(g.arena);
    }
    ok(!wrong, "fairness: %d formulas, %d False, %d Maybe, %d True; %d Maybe though all completions agree (seed %d)",
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
    enumerate_fair(16);
    enumerate_joint("ctl", (struct nl_generator){.ctl = true, .props = 2}, 3, 21);
    enumerate_joint("ctl", (struct nl_generator){.ctl = true, .events = true, .props = 2}, 3, 22);
    enumerate_joint("mu", (struct nl_generator){.modal = true, .props = 2}, 5, 23);
    enumerate_joint("ltl", (struct nl_generator){.ltl = true, .props = 2, .temporal = 3}, 4, 24);
    enumerate_joint("ctlstar", (struct nl_generator){.ctlstar = true, .props = 2, .temporal = 3}, 4, 25);
    return done();
}
