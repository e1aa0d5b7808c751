/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verdicts on random modal systems are those of a naive three-valued evaluator (CTL, mu-calculus, HML), and on complete
 * ones those of a naive evaluator of path formulas (LTL, CTL*).
 */
#include "logic_naive.h"
#include "tap.h"

enum { RUNS = 4000 };

struct kind {
    const char *logic;
    struct nl_generator g;
    int depth;
};

static int expected(const struct nl_system *x, const struct nl_formula *f)
{
    struct nl_value vars[NL_VARS], v = nl_eval(x, f, vars);
    return v.sure >> x->initial & 1       ? LTS_VERDICT_TRUE
           : v.possible >> x->initial & 1 ? LTS_VERDICT_MAYBE
                                          : LTS_VERDICT_FALSE;
}

static void compare(const struct kind *k, bool may, uint64_t seed)
{
    int wrong = 0, count[3] = {0};
    naive_seed = seed;
    for (int run = 0; run < RUNS && wrong < 3; run++) {
        struct naive_draft d;
        struct nl_system x;
        struct buf text = {0};
        struct diag why = {0};
        struct nl_generator g = k->g;
        g.arena = arena_new();
        do
            naive_draw(&d, NL_STATES, 4, may, k->g.props > 0);
        while (k->g.props && d.props < 2);
        for (uint32_t s = 0; s < d.states && !may; s++)
            for (uint32_t p = 0; p < d.props; p++)
                d.value[s][p] = d.value[s][p] == LTS_MAYBE ? LTS_TRUE : d.value[s][p];
        struct lts *l = naive_build(&d, false, may);
        nl_read(&x, &d, -1);
        const struct nl_formula *f = g.ltl ? nl_new(&g, NL_A, nl_draw_path(&g, k->depth), NULL) : nl_draw(&g, k->depth);
        int want = expected(&x, f), got = nl_ask(l, k->logic, g.ltl ? f->a : f, &text, &why);
        count[want]++;
        if (got != want) {
            wrong++;
            printf("# run %d: %s: got %d (%s), expected %d\n", run, buf_str(&text), got, why.text, want);
            naive_show("system", l);
        }
        buf_free(&text);
        lts_free(l);
        arena_free(g.arena);
    }
    ok(!wrong, "%s on %s systems: %d formulas have the naive verdict (%d False, %d Maybe, %d True; seed %d)", k->logic,
       may ? "modal" : "complete", RUNS, count[0], count[1], count[2], (int)seed);
    ok(count[0] > RUNS / 10 && count[2] > RUNS / 10 && (!may || count[1] > RUNS / 100), "    each verdict is common");
}

/* ---- fairness ---------------------------------------------------------------------------------------------------- */

static void compare_fair(uint64_t seed)
{
    static const struct {
        const char *before, *after;
        enum nl_op op;
        bool exists;
    } rows[] = {{"ctl", "AG ", NL_G, false}, {"ctl", "AF ", NL_F, false}, {"ctl", "EG ", NL_G, true},
                {"ctl", "EF ", NL_F, true},  {"ctl", "EX ", NL_X, true},  {"ltl", "G ", NL_G, false},
                {"ltl", "F ", NL_F, false},  {"ltl", "X ", NL_X, false}};
    int wrong = 0, count[3] = {0};
    naive_seed = seed;
    for (int run = 0; run < RUNS && wrong < 3; run++) {
        struct naive_draft d;
        struct nl_system x;
        struct buf text = {0};
        struct diag why = {0};
        struct logic_question *q;
        struct logic_answer a = {0};
        struct nl_generator g = {.props = 2, .events = true, .arena = arena_new()};
        uint32_t row = naive_random(sizeof rows / sizeof *rows);
        do
            naive_draw(&d, 6, 4, false, true);
        while (d.props < 2);
        for (uint32_t s = 0; s < d.states; s++)
            for (uint32_t p = 0; p < d.props; p++)
                d.value[s][p] = d.value[s][p] == LTS_MAYBE ? LTS_TRUE : d.value[s][p];
        struct lts *l = naive_build(&d, false, false);
        nl_read(&x, &d, -1);
        buf_printf(&text, "%s under ", rows[row].before);
        struct nl_formula *fair = nl_draw_fairness(&g, &text), *leaf = nl_draw_leaf(&g);
        buf_puts(&text, rows[row].after);
        nl_put(leaf, &text);
        struct nl_formula *path = nl_new(&g, rows[row].op, leaf, NULL);
        path = nl_new(&g, rows[row].exists ? NL_AND : NL_IMPLIES, fair, path);
        int want = expected(&x, nl_new(&g, rows[row].exists ? NL_E : NL_A, path, NULL));
        bool asked = logic_parse(g.arena, "formula", buf_str(&text), &q, &why) == ST_OK &&
                     logic_check(g.arena, l, q, &(struct logic_options){0}, &a, &why) == ST_OK;
        count[want]++;
        if (!asked || (int)a.verdict != want) {
            wrong++;
            printf("# run %d: %s: got %d (%s), expected %d\n", run, buf_str(&text), (int)a.verdict, why.text, want);
            naive_show("system", l);
        }
        buf_free(&text);
        lts_free(l);
        arena_free(g.arena);
    }
    ok(!wrong, "%d formulas under fairness have the naive verdict (%d False, %d True; seed %d)", RUNS, count[0],
       count[2], (int)seed);
    ok(count[0] > RUNS / 10 && count[2] > RUNS / 10, "    each verdict is common");
}

int main(void)
{
    const struct kind ctl = {"ctl", {.ctl = true, .events = true, .props = 2}, 4};
    const struct kind mu = {"mu", {.modal = true, .events = true, .props = 2}, 6};
    const struct kind hml = {"hml", {.modal = true}, 7};
    const struct kind ltl = {"ltl", {.ltl = true, .events = true, .props = 2, .temporal = 4}, 5};
    const struct kind ctlstar = {"ctlstar", {.ctlstar = true, .events = true, .props = 2, .temporal = 3}, 5};
    compare(&ctl, true, 1);
    compare(&mu, true, 2);
    compare(&hml, true, 3);
    compare(&ctl, false, 4);
    compare(&mu, false, 5);
    compare(&hml, false, 6);
    compare(&ltl, false, 7);
    compare(&ctlstar, false, 8);
    compare_fair(9);
    return done();
}
