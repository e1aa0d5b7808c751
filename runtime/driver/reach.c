/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf run --reach` and `--goals`: runs, the search for what they do not reach, and what no run reaches.
 */
#include "reach.h"
#include "runtime/check/goals_read.h"

enum { MOST_INPUTS = 256 };

struct goal_run {
    const struct goal_request *r;
    struct program *p, *whole;
    struct run_trials *t;
    struct check_goals goals;
    struct check_found found;
    struct check_texts assumptions;
    struct run_options options; /* the budget of all */
    struct check_search_options search;
};

static enum status read_goals(struct goal_run *g, struct diag *d)
{
    enum { LIMIT = 16 << 20 };
    struct arena *a = g->p->arena;
    struct buf text = {0};
    enum status st = g->r->file ? base_file_read(g->r->file, &text, LIMIT, d) : ST_OK;
    if (!st && g->r->file)
        st = check_goals_read(a, g->p->unit, g->t, g->r->file, arena_str(a, buf_str(&text)), &g->goals, d);
    for (size_t i = 0; !st && i < g->r->places.count; i++)
        st = check_goals_place(a, g->p->unit, g->t, g->r->places.items[i], &g->goals, d);
    if (!st && !g->goals.count)
        st = diag_set(d, ST_BAD, (struct place){g->r->file, 0, 0}, "there is no goal here");
    buf_free(&text);
    return st;
}

/* Inputs to begin with, and the configuration of runs that knows the fractions among them. */
static enum status read_seeds(struct goal_run *g, struct run_config *cfg, struct diag *d)
{
    const struct goal_request *r = g->r;
    struct check_inputs given = {r->cfg.inputs, (uint32_t)r->cfg.input_count, NULL};
    if (r->cfg.has_inputs)
        vec_push(&g->search.seeds, given);
    enum status st = r->suite ? driver_suite_read(g->p->arena, r->suite, &g->search, r->fractions, d) : ST_OK;
    *cfg = r->cfg;
    cfg->fractions = r->fractions->items;
    cfg->fraction_count = r->fractions->count;
    return st;
}

static enum status search(struct goal_run *g, struct diag *d)
{
    const double share = 0.8; /* the rest is for proofs that no run reaches a goal */
    struct budget budget = g->options.budget;
    budget.deadline = g->options.started + share * g->r->timeout;
    g->search.only_seeds = g->r->only_given;
    g->search.budget = &budget;
    return check_search(g->t, g->goals.items, (uint32_t)g->goals.count, &g->search, &g->found, d);
}

static enum status prove(struct goal_run *g, struct diag *d)
{
    struct check_options o = {.engine = g->options.engine, .automatic = true, .sink = driver_say_sink()};
    o.engine.budget = &g->options.budget;
    bool is_open = false;
    for (size_t i = 0; i < g->goals.count; i++)
        is_open |= g->goals.items[i].test == CHECK_NOT_FOUND;
    if (!is_open || g->r->only_given)
        return ST_OK;
    return check_goals_unreachable(g->p->arena, g->p->unit, g->t, g->whole->unit, &g->whole->notes, &o, &g->goals,
                                   &g->assumptions, d);
}

/* ---- what comes out ---------------------------------------------------------------------------------------------- */

static int print(const struct goal_run *g)
{
    struct buf out = {0};
    uint32_t covered = 0, unreachable = 0, count = (uint32_t)g->goals.count;
    for (uint32_t i = 0; i < count; i++) {
        const struct check_goal *x = &g->goals.items[i];
        bool is_covered = x->test != CHECK_NOT_FOUND;
        covered += is_covered;
        unreachable += x->is_unreachable;
        if (is_covered)
            buf_printf(&out, "test %-6u  %s\n", x->test + 1, x->text);
        else
            buf_printf(&out, "%-11s  %s\n", x->is_unreachable ? "unreachable" : "not found", x->text);
    }
    buf_printf(&out, "%u of %u goals covered by %u tests, %u unreachable, %u not found\n", covered, count,
               g->found.test_count, unreachable, count - covered - unreachable);
    int status = driver_write_output(NULL, &out);
    buf_free(&out);
    return status ? status : covered + unreachable == count ? EX_HOLDS : EX_MAYBE;
}

static void say_notes(const struct goal_run *g)
{
    for (size_t i = 0; i < g->assumptions.count; i++)
        driver_say(DIAG_NOTE, "unreachable as long as this holds: %s", g->assumptions.items[i]);
    driver_say(DIAG_NOTE, "%u runs, %llu quick runs, %llu questions to the solver", g->found.trials,
               (unsigned long long)g->found.quick_trials, (unsigned long long)g->found.questions);
    if (g->found.lost)
        driver_say(DIAG_NOTE, "some runs ended early: not supported in a run: %s", g->found.lost);
    if (base_budget_ask(&g->options.budget) == BUDGET_TIME)
        driver_say(DIAG_NOTE, "the %.0f seconds are used up; --timeout=SECONDS gives more", g->r->timeout);
}

int driver_goals_answer(const struct goal_request *r, struct program *p, cwi_id entry, struct program *whole)
{
    struct goal_run g = {.r = r, .p = p, .whole = whole};
    struct diag d = {0};
    driver_run_options_init(&g.options);
    g.options.budget.deadline = g.options.started + r->timeout;
    driver_watch_begin(&g.options);
    struct run_config cfg;
    enum status st = read_seeds(&g, &cfg, &d);
    if (!st)
        st = run_trials_open(p->unit, &p->notes, entry, &cfg, MOST_INPUTS, &g.t, &d);
    if (!st)
        st = read_goals(&g, &d);
    if (!st)
        st = search(&g, &d);
    if (!st)
        st = prove(&g, &d);
    if (!st && r->suite)
        st = driver_suite_write(r->suite, p->unit, &p->notes, &g.found, r->fractions, r->command, NULL, &d);
    driver_watch_end();
    int status = st ? driver_say_failure(st, &d) : print(&g);
    if (!st)
        say_notes(&g);
    run_trials_close(g.t);
    if (g.found.arena)
        check_found_free(&g.found);
    vec_free(&g.goals);
    vec_free(&g.assumptions);
    vec_free(&g.search.seeds);
    driver_run_options_free(&g.options);
    return status;
}
