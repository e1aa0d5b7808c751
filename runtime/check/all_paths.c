/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All runs, one of each path, and those of single turns of loops: what none of them reaches is True.
 */
#include "runtime/check/search/exhaust.h"
#include "runtime/check/induct/induct.h"
#include "runtime/check/private.h"
#include "concrete.h"

enum { MOST_INPUTS = 8000 };

static bool is_volatile(void *context, const struct cwi_expr *e)
{
    bool *found = context;
    *found |= e->is_volatile;
    return !*found;
}

static void look_for_volatile(void *found, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, is_volatile, found);
}

static bool has_volatile(const struct cwi_unit *u)
{
    bool found = false;
    cwi_unit_walk(u, look_for_volatile, &found);
    return found;
}

/* Nothing but its inputs decides what the program does. */
static bool is_alone(const struct session *s, cwi_id entry)
{
    return check_can_run(s, entry) && !cwi_func_of(s->program, entry)->param_count && !has_volatile(s->program) &&
           s->prepared && s->prepared_for == entry && !avm_program_world(s->prepared)->async_count &&
           !avm_program_world(s->prepared)->handed_count;
}

static bool asks_for_place(const struct asked *q)
{
    return check_is_shown_by_runs(q) && !check_fault_of(q) && !q->temporal.question;
}

void check_runs_answer_true(struct session *s, struct asked *q, const char *how, const char *by)
{
    for (cwi_id f = 1; f < s->program->funcs.count; f++)
        if (cwi_func_of(s->program, f)->block_count && !cwi_func_of(s->program, f)->is_wrapping)
            check_assumed_add_text(&s->assumed, "signed arithmetic wraps around");
    check_session_prove(q, CHECK_RUNS, how, by);
}

/* Why not all paths are known; `otherwise` where they are. */
static const char *lacks(enum status st, const struct diag *d, const struct exhausted *found, const char *otherwise)
{
    if (st)
        return d->text;
    return found->open ? found->open : otherwise;
}

static struct run_config closed_config(uint64_t max_steps)
{
    static const char *const args[] = {"program", NULL};
    return (struct run_config){
        .args = args, .is_closed = true, .max_steps = max_steps, .asks_bounds = true, .follows_all = true};
}

static struct exhaust_options exhaust_for(const struct check_points *points, const struct budget *b)
{
    return (struct exhaust_options){.points = points->items,
                                    .point_count = (uint32_t)points->count,
                                    .most_trials = check_most_runs(b),
                                    .budget = b};
}

static enum status no_place(struct diag *d)
{
    return diag_set(d, ST_BAD, (struct place){0}, "no place is looked for");
}

static void run_all(struct session *s, cwi_id entry, struct asked *q, struct run_trials *t, const struct budget *b)
{
    struct check_points points = {0};
    struct exhausted found = {0};
    struct diag d;
    bool knows_places = check_error_points(s, t, q->note, &points);
    struct exhaust_options o = exhaust_for(&points, b);
    enum status st = knows_places ? check_exhaust(t, &o, &found, &d) : no_place(&d);
    const char *by = arena_printf(s->report->arena, "all paths (%u)", found.trials);
    if (!st && found.is_reached)
        check_session_replay(s, entry, by, (struct check_run){found.inputs, found.input_count, false});
    else if (!st && !found.open)
        check_runs_answer_true(s, q, arena_printf(s->report->arena, "all %u paths were run", found.trials), by);
    if (check_session_is_open(q, entry))
        check_session_lacks(s, q, "all paths", lacks(st, &d, &found, "a run does not repeat itself"));
    check_exhausted_free(&found);
    vec_free(&points);
}

void check_session_try_all_runs(struct session *s, cwi_id entry, const struct budget *b)
{
    struct run_config cfg = closed_config(1000000);
    struct diag unused;
    for (size_t i = 0; i < s->asked.count; i++) {
        struct run_trials *t;
        struct asked *q = &s->asked.items[i];
        if (!check_session_is_open(q, entry) || !asks_for_place(q) || !is_alone(s, entry) ||
            run_trials_open(s->program, s->given, entry, &cfg, MOST_INPUTS, &t, &unused))
            continue;
        run_all(s, entry, q, t, b);
        run_trials_close(t);
    }
}

static void answer_by_induction(struct session *s, struct asked *q, bool as_formula, uint32_t trials)
{
    struct arena *a = s->report->arena;
    if (as_formula)
        check_runs_answer_true(s, q, "all paths, and all turns of loops by induction, are one formula", "one formula");
    else
        check_runs_answer_true(s, q,
                               arena_printf(a, "by induction: all %u paths of the turns of loops were run", trials),
                               arena_printf(a, "induction (%u paths of turns)", trials));
}

static void run_induction(struct session *s, cwi_id entry, struct asked *q, bool as_formula, const struct budget *b)
{
    struct run_config cfg = closed_config(100000);
    struct run_trials *t;
    struct check_points points = {0};
    struct exhausted found = {0};
    struct diag d;
    if (run_trials_open(s->program, s->given, entry, &cfg, MOST_INPUTS, &t, &d))
        return;
    struct induct_question x = {s->program, s->given, t, entry, as_formula};
    bool knows_places = check_error_points(s, t, q->note, &points);
    struct exhaust_options o = exhaust_for(&points, b);
    enum status st = knows_places ? check_induct(&x, &o, &found, &d) : no_place(&d);
    if (!st && !found.open && !found.is_reached)
        answer_by_induction(s, q, as_formula, found.trials);
    else
        check_session_lacks(s, q, as_formula ? "one formula" : "induction",
                            lacks(st, &d, &found, "the invariants that are guessed do not exclude it"));
    check_exhausted_free(&found);
    vec_free(&points);
    run_trials_close(t);
}

void check_session_try_induction(struct session *s, cwi_id entry, bool as_formula, const struct budget *b)
{
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (check_session_is_open(q, entry) && asks_for_place(q) && is_alone(s, entry) &&
            base_budget_ask(b) == BUDGET_LEFT)
            run_induction(s, entry, q, as_formula, b);
    }
}
