/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search for inputs: the trials, what is kept of them, and when to stop.
 */
#include "search_private.h"

enum { MOST_TURNED = 4000, SOLVER_QUESTIONS = 3000, HOPELESS = 100 };

bool check_search_is_over(const struct search *s)
{
    uint32_t most = s->options->most_trials;
    bool is_enough = most && (s->out->trials >= most || s->steps >= most * UINT64_C(1000) ||
                              (s->smt && s->questions + smt_questions(s->smt) >= most / 2));
    bool is_hopeless = s->out->trials >= HOPELESS && !s->is_any_whole;
    return !s->left || is_enough || is_hopeless || base_budget_ask(s->options->budget) != BUDGET_LEFT;
}

/* ---- trials ------------------------------------------------------------------------------------------------------ */

static bool reaches(const struct run_trial *r, const struct check_goal *g)
{
    for (uint32_t i = 0; g->fault && i < g->excused_count; i++)
        if (cwi_same_place(g->excused[i], r->at))
            return false;
    if (g->fault && r->end == RUN_ERROR && run_fault_is(r->fault, g->fault))
        return true;
    for (uint32_t i = 0; i < g->point_count; i++)
        if (r->reached[g->points[i]])
            return true;
    return false;
}

struct check_inputs check_search_used(struct search *s, const struct run_trial *r)
{
    struct arena *a = s->out->arena;
    uint32_t n = r->input_count;
    if (!s->used.items)
        s->used = (struct check_inputs){arena_copy(a, r->inputs, (n + 1) * sizeof *r->inputs), n,
                                        arena_copy(a, r->from, (n + 1) * sizeof *r->from)};
    return s->used;
}

static void note_goals(struct search *s, const struct run_trial *r)
{
    struct check_test test = {.goals = 0};
    for (uint32_t i = 0; i < s->goal_count; i++) {
        if (s->goals[i].test != CHECK_NOT_FOUND || !reaches(r, &s->goals[i]))
            continue;
        s->goals[i].test = (uint32_t)s->tests.count;
        test.goals++;
        s->left--;
    }
    if (!test.goals)
        return;
    test.inputs = check_search_used(s, r);
    vec_push(&s->tests, test);
}

/* What was decided, as a number that nothing else has: points number the ways out of branches, and the statements
 * with parts. */
static uint64_t decided(const struct run_decision *d)
{
    return d->stmt ? (uint64_t)(d->first_edge + d->taken) << 1 : (uint64_t)d->first_edge << 1 | (d->taken != 0);
}

static bool add_path(struct map64 *m, uint64_t key, uint32_t value)
{
    uint32_t unused;
    if (base_map64_get(m, key, &unused))
        return false;
    base_map64_put(m, key, value);
    return true;
}

/* As far as decisions are kept. */
static bool is_new_path(struct search *s, const struct run_trial *r, uint32_t count)
{
    uint32_t node = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key = (uint64_t)node << 32 | decided(&r->decisions[i]);
        s->path_nodes += add_path(&s->paths, key, s->path_nodes + 1);
        base_map64_get(&s->paths, key, &node);
    }
    return add_path(&s->ends, (uint64_t)node << 32 | r->input_count, 0);
}

/* The trial's decisions wait to be turned round, unless another one took the same path. */
static void keep(struct search *s, const struct run_trial *r, uint32_t from)
{
    struct arena *a = s->out->arena;
    uint32_t count = r->decision_count < from + MOST_TURNED ? r->decision_count : from + MOST_TURNED;
    if (!is_new_path(s, r, count) || count <= from)
        return;
    struct past p = {.terms = arena_copy(a, r->terms, r->term_count * sizeof *r->terms),
                     .decisions = arena_copy(a, r->decisions, count * sizeof *r->decisions),
                     .inputs = check_search_used(s, r),
                     .term_count = r->term_count,
                     .decision_count = count,
                     .sets = ARENA_ARRAY(a, struct input_set, r->term_count),
                     .hard = ARENA_ARRAY(a, uint8_t, r->term_count),
                     .made = ARENA_ARRAY(a, smt_term, r->term_count)};
    check_search_find_inputs(&p);
    vec_push(&s->pasts, p);
    check_fuzz_note_numbers(s, &p, from);
    for (uint32_t i = from; i < count; i++) {
        const struct run_decision *d = &p.decisions[i];
        uint32_t ways = d->asked && s->reached[d->first_edge] ? 0 : d->stmt ? cwi_way_count(d->stmt) : 2;
        for (uint32_t way = 0; way < ways; way++)
            if (way != d->taken && !(d->stmt && d->stmt->kind == CWI_SWITCH && way && way < d->stmt->target_count))
                check_search_add(s, (struct item){.past = (uint32_t)s->pasts.count - 1, .decision = i, .way = way});
    }
}

/* Of one trial, in milliseconds. */
static int time_left(const struct search *s)
{
    const struct budget *b = s->options->budget;
    double left =
        b && b->deadline && !s->options->only_seeds ? (b->deadline - base_budget_now()) * 1000 : RUN_TRIAL_TIME;
    return left < 1 ? 1 : left < RUN_TRIAL_TIME ? (int)left : RUN_TRIAL_TIME;
}

/* Decisions before number `from` were turned round already, in the trial that this one comes from. */
void check_search_attempt(struct search *s, const int64_t *inputs, uint32_t count, uint32_t from)
{
    const struct run_trial *r = run_trials_run(s->t, inputs, count, time_left(s));
    s->out->trials++;
    s->used = (struct check_inputs){0};
    s->steps += r->steps;
    s->is_asked |= r->is_lost || r->input_count;
    s->is_any_whole |= r->is_lost || r->end != RUN_UNSUPPORTED;
    if (r->is_lost)
        return;
    if (r->end == RUN_UNSUPPORTED && !s->out->lost)
        s->out->lost = arena_str(s->out->arena, r->what);
    for (uint32_t i = 0; i < s->points; i++)
        s->reached[i] |= r->reached[i];
    check_fuzz_note(s, r);
    note_goals(s, r);
    keep(s, r, from);
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static void try_seeds(struct search *s)
{
    enum { LONGEST = 64 };
    int64_t none[LONGEST] = {0};
    for (size_t i = 0; i < s->options->seeds.count; i++)
        check_search_attempt(s, s->options->seeds.items[i].items, s->options->seeds.items[i].count, 0);
    if (s->options->only_seeds)
        return;
    check_search_attempt(s, none, 0, 0);
    /* characters until the end of input, if somebody asks for one */
    for (uint32_t n = 1; (n == 1 || s->is_asked) && n <= LONGEST && !check_search_is_over(s); n += 1 + n / 16)
        check_search_attempt(s, none, n, 0);
}

static bool turn_one(struct search *s)
{
    struct item x;
    s->turns++;
    check_search_find_wanted(s);
    if (check_search_take_put_off(s, !s->edges.count, &x))
        check_search_turn_patiently(s, &x);
    else if (check_search_take(s, &x))
        check_search_turn(s, &x);
    else
        return false;
    return true;
}

/* For as long as the solver had since the last time, if that is worth a batch; longer where it has nothing to do. */
static void fuzz_batch(struct search *s, double spent, bool is_idle)
{
    const double least = is_idle ? 0.5 : 0.02, most = 1;
    const struct budget *b = s->options->budget;
    s->owed += spent;
    if (s->owed < least && !is_idle)
        return;
    double seconds = s->owed < least ? least : s->owed < most ? s->owed : most;
    if (b && b->deadline && b->deadline - base_budget_now() < seconds)
        seconds = b->deadline - base_budget_now();
    s->owed = 0;
    if (seconds > 0)
        s->is_single = !check_fuzz_batch(s, seconds);
}

static void fuzz(struct search *s, double spent, bool is_idle)
{
    enum { NEAR = 6 };
    if (!s->options->most_trials && !s->is_single)
        fuzz_batch(s, spent, is_idle);
    for (uint32_t k = 0; (s->options->most_trials || s->is_single) && k < NEAR && !check_search_is_over(s); k++)
        check_fuzz_try(s);
}

/* Decisions are turned round and inputs are changed in turns. */
static enum status search(struct search *s, struct diag *d)
{
    enum { CHANCES = 1000 };
    try_seeds(s); /* before there is a solver: what trials are forked from is small then */
    bool goes_on = !s->options->only_seeds && s->is_asked;
    enum status st = goes_on ? check_search_renew(s, d) : ST_OK;
    for (uint32_t i = 0; !st && goes_on && i < s->goal_count; i++)
        if (s->goals[i].route)
            check_search_follow(s, &s->goals[i]);
    for (uint32_t chances = 0; !st && goes_on && chances < CHANCES && !check_search_is_over(s);) {
        double before = base_budget_now();
        bool is_idle = false;
        if (smt_questions(s->smt) > SOLVER_QUESTIONS)
            st = check_search_renew(s, d);
        if (!st)
            is_idle = !turn_one(s);
        chances += is_idle;
        if (!st && !check_search_is_over(s))
            fuzz(s, base_budget_now() - before, is_idle);
    }
    return st;
}

enum status check_search(struct run_trials *t, struct check_goal *goals, uint32_t goal_count,
                         const struct check_search_options *options, struct check_found *out, struct diag *d)
{
    uint32_t points = run_point_count(t);
    struct search s = {.t = t,
                       .goals = goals,
                       .goal_count = goal_count,
                       .left = goal_count,
                       .options = options,
                       .out = out,
                       .points = points,
                       .wanted = base_mem_zalloc(points + 1),
                       .attempts = base_mem_zalloc((points + 1) * sizeof(uint32_t)),
                       .waiting = base_mem_zalloc((points + 1) * sizeof(struct items)),
                       .reached = base_mem_zalloc(points + 1)};
    *out = (struct check_found){.arena = arena_new()};
    for (uint32_t i = 0; i < goal_count; i++)
        goals[i].test = CHECK_NOT_FOUND;
    enum status st = check_fuzz_begin(&s) ? search(&s, d)
                                          : diag_set(d, ST_SYSTEM, (struct place){0},
                                                     "the system gives no memory for trials (ulimit -v?)");
    out->questions = s.questions + (s.smt ? smt_questions(s.smt) : 0);
    out->test_count = (uint32_t)s.tests.count;
    out->tests = vec_to_arena(&s.tests, out->arena);
    smt_free(s.smt);
    vec_free(&s.tests);
    vec_free(&s.pasts);
    for (uint32_t i = 0; i < points; i++)
        vec_free(&s.waiting[i]);
    free(s.waiting);
    vec_free(&s.edges);
    vec_free(&s.put_off);
    check_fuzz_end(&s);
    base_map64_free(&s.paths);
    base_map64_free(&s.ends);
    vec_free(&s.conditions);
    vec_free(&s.climbed);
    vec_free(&s.inputs);
    check_search_ways_free(&s);
    free(s.attempts);
    free(s.reached);
    return st;
}

void check_found_free(struct check_found *f)
{
    arena_free(f->arena);
    *f = (struct check_found){0};
}
