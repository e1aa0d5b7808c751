/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Concrete runs for what is still open: one that reaches a violation makes it certain. Nothing of the world outside is
 * asked or changed: functions that would do so end a run.
 */
#include "runtime/check/private.h"
#include "runtime/check/exhaust.h"
#include "runtime/check/goals.h"
#include "runtime/check/induct.h"

enum { MOST_INPUTS = 128, MOST_OF_ALL_INPUTS = 8000, MOST_STEPS = 50000, MOST_RUNS = 400 };

struct runs {
    struct session *s;
    cwi_id entry;
    struct run_trials *t;
    struct VEC(struct check_goal) goals;
    struct VEC(struct asked *) asked; /* of each goal */
    const struct check_inputs *only;  /* the one run; NULL: they are searched for */
    const char *how;                  /* the run was found, in words */
    const struct budget *budget;
};

/* ---- where a violation is ---------------------------------------------------------------------------------------- */

struct points VEC(uint32_t);

static uint32_t condition_of_failure(struct runs *r, uint32_t place, const struct cwi_stmt *s)
{
    struct arena *a = r->s->program->arena;
    return run_point_condition(r->t, place,
                               cwi_expr_unary(a, CWI_LOGNOT, cwi_int_type(r->s->program, 32, true), s->args[0]));
}

/* A call that is a violation of reach-assert, or one where its first argument is 0. */
static void add_error(struct runs *r, uint32_t place, const struct cwi_stmt *s, struct points *out)
{
    struct effect e = pt_effect_of(r->s->program, s->rhs->ref, r->s->given);
    uint32_t fails = e.flags & EFFECT_ASSERTS && s->arg_count ? condition_of_failure(r, place, s) : UINT32_MAX;
    if (e.flags & EFFECT_ERROR)
        vec_push(out, place);
    if (fails != UINT32_MAX)
        vec_push(out, fails);
}

/* Where a function begins that is an error by its name: calls of it may go through pointers. */
static void add_error_functions(struct runs *r, struct points *out)
{
    const struct cwi_unit *u = r->s->program;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        bool is_error = pt_effect_of(u, f, r->s->given).flags & EFFECT_ERROR;
        uint32_t point = is_error ? run_point_of_function(r->t, f) : UINT32_MAX;
        if (point != UINT32_MAX)
            vec_push(out, point);
    }
}

static void find_points(struct runs *r, const struct note *q, struct points *out)
{
    bool asks_for_errors = !strcmp(q->u.property.logic, "reach-assert");
    if (asks_for_errors)
        add_error_functions(r, out);
    for (uint32_t i = 0, n = run_point_count(r->t); i < n; i++) {
        struct run_point p = run_point_of(r->t, i);
        if (p.way != UINT32_MAX || p.is_dead)
            continue;
        if (asks_for_errors) {
            if (p.stmt->kind == CWI_CALL && p.stmt->rhs->kind == CWI_FUNCREF)
                add_error(r, i, p.stmt, out);
        } else if (check_question_is_about(r->s->program, q, p.func, p.stmt)) {
            vec_push(out, i);
        }
    }
}

/* The kind of error that violates the property. */
static enum run_fault fault_of(const struct asked *q)
{
    static const struct {
        const char *logic;
        enum run_fault fault;
    } rows[] = {{"memory-safe", RUN_MEMORY_FAULT},     {"no-null", RUN_NULL_FAULT},
                {"no-use-after-free", RUN_DEAD_FAULT}, {"no-bad-free", RUN_FREE_FAULT},
                {"no-uninit", RUN_UNSET_FAULT},        {"no-leak", RUN_LEAK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(q->note->u.property.logic, rows[i].logic))
            return rows[i].fault;
    return RUN_OTHER_FAULT;
}

static void add_goal(struct runs *r, struct asked *q)
{
    struct points points = {0};
    enum run_fault fault = fault_of(q);
    if (!fault)
        find_points(r, q->note, &points);
    if (points.count || fault) {
        struct check_goal g = {.text = q->answer->name, .point_count = (uint32_t)points.count, .fault = fault};
        g.points = vec_to_arena(&points, r->s->report->arena);
        g.excused = r->s->options->engine.excused;
        g.excused_count = r->s->options->engine.excused_count;
        vec_push(&r->goals, g);
        vec_push(&r->asked, q);
    }
    vec_free(&points);
}

/* ---- the run in words -------------------------------------------------------------------------------------------- */

static const char *input_name(const struct cwi_unit *u, const struct run_input_from *from)
{
    return from->func  ? cwi_func_of(u, from->func)->name
           : from->var ? cwi_var_of(u, from->var)->name
                       : "standard input";
}

static const char *input_words(struct runs *r, const struct run_input_from *from, int64_t x)
{
    struct arena *a = r->s->report->arena;
    const char *verb = from->var ? "is" : "gives";
    return from->is_signed || from->func || from->var
               ? arena_printf(a, "input: '%s' %s %lld", input_name(r->s->program, from), verb, (long long)x)
               : arena_printf(a, "input: %s gives %lld", input_name(r->s->program, from), (long long)(x & 0xff));
}

const char *check_decision_words(const struct session *s, const struct cwi_stmt *branch, uint32_t taken)
{
    struct buf text = {0};
    buf_putc(&text, '\'');
    cwi_print_expr(s->program, branch->rhs, &text);
    buf_puts(&text, "' ");
    check_goals_put_way(branch, taken, &text);
    const char *words = arena_str(s->report->arena, buf_str(&text));
    buf_free(&text);
    return words;
}

/* Inputs and what they decided, in their order: an input stands before the first decision that needs it. */
static void tell(struct runs *r, const struct run_trial *t, struct event_list *out)
{
    uint32_t told = 0;
    for (uint32_t i = 0; i <= t->decision_count; i++) {
        const struct run_decision *d = i < t->decision_count ? &t->decisions[i] : NULL;
        uint32_t used = d ? d->inputs : t->input_count;
        for (; told < used && told < t->input_count; told++)
            vec_push(&out->list, ((struct check_event){.at = t->from[told].at,
                                                       .func = t->from[told].in,
                                                       .text = input_words(r, &t->from[told], t->inputs[told])}));
        if (d && d->stmt)
            vec_push(&out->list, ((struct check_event){.at = d->stmt->at,
                                                       .func = run_point_of(r->t, d->first_edge).func,
                                                       .text = check_decision_words(r->s, d->stmt, d->taken)}));
    }
}

static const struct check_inputs *keep_inputs(struct arena *a, const struct run_trial *t)
{
    struct check_inputs *x = ARENA_NEW(a, struct check_inputs);
    x->count = t->input_count;
    x->items = arena_copy(a, t->inputs, (x->count + 1u) * sizeof *t->inputs);
    x->from = arena_copy(a, t->from, (x->count + 1u) * sizeof *t->from);
    return x;
}

static void answer(struct runs *r, const struct check_goal *g, struct asked *q, const struct run_trial *t)
{
    struct arena *a = r->s->report->arena;
    struct check_answer *x = q->answer;
    struct event_list events = {.arena = a};
    struct check_event last = {.at = t->at, .func = t->func, .text = arena_str(a, t->what)};
    struct run_point at = {0};
    for (uint32_t i = 0; i < g->point_count && !at.stmt; i++)
        if (t->reached[g->points[i]])
            at = run_point_of(r->t, g->points[i]);
    if (g->fault ? t->end != RUN_ERROR || !run_fault_is(t->fault, g->fault) : !at.stmt)
        return;
    if (at.stmt)
        last = (struct check_event){
            .at = at.stmt->at, .func = at.func, .text = check_question_last_words(a, q->note, true)};
    tell(r, t, &events);
    vec_push(&events.list, last);
    *x = (struct check_answer){.name = x->name,
                               .question = x->question,
                               .verdict = LTS_VERDICT_FALSE,
                               .at = last.at,
                               .func = last.func,
                               .message = arena_printf(a, "property '%s' is violated", x->name),
                               .path = vec_to_arena(&events.list, a),
                               .path_length = (uint32_t)events.list.count,
                               .layer = CHECK_RUNS,
                               .inputs = keep_inputs(a, t),
                               .by = r->how};
    q->is_assumed = false;
    q->is_complete = true;
    vec_free(&events.list);
}

bool check_is_at_end(const struct check_answer *a)
{
    bool is_leak = a->question->kind == NOTE_PROPERTY && !strcmp(a->question->u.property.logic, "no-leak");
    return is_leak && a->verdict == LTS_VERDICT_FALSE && a->layer == CHECK_RUNS;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* The program is what a user would start; an input that is said to come from a function with a body is not followed. */
static bool can_run(const struct session *s, cwi_id entry)
{
    cwi_id start = cwi_find_start(s->program);
    if (entry != (start ? start : cwi_find_func(s->program, NULL, "main", NULL)))
        return false;
    for (cwi_id f = 1; f < s->program->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(s->program, f);
        if (x->block_count && !x->is_ieee) /* its floating point is not the host's */
            return false;
    }
    for (size_t i = 0; i < s->given->list.count; i++) {
        const struct note *n = s->given->list.items[i];
        cwi_id func = n->kind == NOTE_INPUT ? n->u.input.func : n->kind == NOTE_EXTERNAL ? n->u.external.func : 0;
        if (func && cwi_func_of(s->program, func)->block_count)
            return false;
    }
    return true;
}

/* As many as there is time for; 0: that alone ends it. */
static uint32_t most_runs(const struct budget *b)
{
    return b && b->deadline > 0 ? 0 : MOST_RUNS;
}

/* Without a solver nothing is found this way. */
static void search(struct runs *r)
{
    struct check_search_options o = {.budget = r->budget, .most_trials = most_runs(r->budget)};
    struct check_found found = {0};
    struct diag unused;
    if (r->only)
        vec_push(&o.seeds, *r->only);
    o.only_seeds = r->only;
    enum status st = check_search(r->t, r->goals.items, (uint32_t)r->goals.count, &o, &found, &unused);
    r->how = r->how ? r->how : arena_printf(r->s->report->arena, "search (%u runs)", found.trials);
    for (size_t i = 0; !st && i < r->goals.count; i++) {
        uint32_t test = r->goals.items[i].test;
        const struct run_trial *t = NULL;
        if (test != CHECK_NOT_FOUND)
            t = run_trials_run(r->t, found.tests[test].inputs.items, found.tests[test].inputs.count, RUN_TRIAL_TIME);
        if (t && !t->is_lost)
            answer(r, &r->goals.items[i], r->asked.items[i], t);
    }
    for (size_t i = 0; !r->only && i < r->asked.count; i++)
        if (check_session_is_open(r->asked.items[i], r->entry))
            check_session_lacks(r->s, r->asked.items[i], "search",
                                st ? unused.text
                                : found.lost
                                    ? arena_printf(r->s->report->arena, "%u runs found nothing; some ended: %s",
                                                   found.trials, found.lost)
                                    : arena_printf(r->s->report->arena, "%u runs found nothing", found.trials));
    check_found_free(&found);
    vec_free(&o.seeds);
}

/* It asks about something that a run can show. */
static bool is_ours(const struct asked *q)
{
    static const char *const logics[] = {"reach-assert", "unreachable"};
    for (size_t i = 0; q->note->kind == NOTE_PROPERTY && i < sizeof logics / sizeof *logics; i++)
        if (!strcmp(q->note->u.property.logic, logics[i]))
            return true;
    return q->note->kind == NOTE_PROPERTY && fault_of(q);
}

/* A run may say more about it than is known. */
static bool is_wanted(const struct session *s, const struct asked *q, cwi_id entry)
{
    bool lacks_inputs = q->entry == entry && q->answer->verdict == LTS_VERDICT_FALSE && !q->answer->inputs;
    return is_ours(q) && (check_session_is_open(q, entry) || (s->options->wants_inputs && lacks_inputs));
}

static void try_runs(struct session *s, cwi_id entry, const struct check_inputs *only, const char *how,
                     const struct budget *b)
{
    static const char *const args[] = {"program", NULL};
    struct run_config cfg = {.args = args, .is_closed = true, .max_steps = MOST_STEPS};
    struct runs r = {.s = s, .entry = entry, .only = only, .how = how, .budget = b};
    struct diag unused;
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        bool is_open = is_wanted(s, q, entry);
        cfg.asks_bounds |= is_open && fault_of(q) >= RUN_MEMORY_FAULT && fault_of(q) <= RUN_TWICE_FAULT;
        cfg.leaks |= is_open && fault_of(q) == RUN_LEAK;
    }
    if (!can_run(s, entry) || run_trials_open(s->program, s->given, entry, &cfg, MOST_INPUTS, &r.t, &unused))
        return;
    for (size_t i = 0; i < s->asked.count; i++)
        if (is_wanted(s, &s->asked.items[i], entry))
            add_goal(&r, &s->asked.items[i]);
    if (r.goals.count)
        search(&r);
    run_trials_close(r.t);
    vec_free(&r.goals);
    vec_free(&r.asked);
}

/* ---- all runs ---------------------------------------------------------------------------------------------------- */

static bool is_volatile(void *context, const struct cwi_expr *e)
{
    bool *found = context;
    *found |= e->is_volatile;
    return !*found;
}

static bool has_volatile(const struct cwi_unit *u)
{
    bool found = false;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++)
                cwi_stmt_walk(&cwi_func_of(u, f)->blocks[b].stmts[i], is_volatile, &found);
    return found;
}

/* A call through a pointer may assert something, and is no place that is looked for. */
static bool has_assertion_behind_pointer(const struct session *s)
{
    for (cwi_id f = 1; f < s->program->funcs.count; f++)
        if (cwi_func_of(s->program, f)->is_address_taken &&
            pt_effect_of(s->program, f, s->given).flags & EFFECT_ASSERTS)
            return true;
    return false;
}

/* Nothing but its inputs decides what the program does. */
static bool is_alone(const struct session *s, cwi_id entry)
{
    return can_run(s, entry) && !cwi_func_of(s->program, entry)->param_count && !has_volatile(s->program) &&
           !has_assertion_behind_pointer(s) && s->prepared && s->prepared_for == entry &&
           !avm_program_world(s->prepared)->async_count;
}

static bool asks_for_place(const struct asked *q)
{
    return is_ours(q) && !fault_of(q) && !q->temporal.question;
}

static void answer_true(struct session *s, struct asked *q, const char *how, const char *by)
{
    struct check_answer *x = q->answer;
    for (cwi_id f = 1; f < s->program->funcs.count; f++)
        if (cwi_func_of(s->program, f)->block_count && !cwi_func_of(s->program, f)->is_wrapping)
            check_assumed_add_text(&s->assumed, "signed arithmetic wraps around");
    *x = (struct check_answer){.name = x->name,
                               .question = x->question,
                               .verdict = LTS_VERDICT_TRUE,
                               .at = x->question->src,
                               .func = x->question->func,
                               .message = how,
                               .layer = CHECK_RUNS,
                               .by = by};
    q->is_assumed = false;
    q->is_complete = true;
}

static struct exhaust_options exhaust_for(const struct points *points, const struct budget *b)
{
    return (struct exhaust_options){
        .points = points->items, .point_count = (uint32_t)points->count, .most_trials = most_runs(b), .budget = b};
}

static void run_all(struct session *s, cwi_id entry, struct asked *q, struct run_trials *t, const struct budget *b)
{
    struct runs r = {.s = s, .entry = entry, .t = t};
    struct points points = {0};
    struct exhausted found = {0};
    struct diag unused;
    find_points(&r, q->note, &points);
    struct exhaust_options o = exhaust_for(&points, b);
    enum status st = points.count ? check_exhaust(t, &o, &found, &unused) : ST_BAD;
    const char *by = arena_printf(s->report->arena, "all paths (%u)", found.trials);
    if (!st && found.is_reached)
        check_session_replay(s, entry, by, found.inputs, found.input_count);
    else if (!st && !found.open)
        answer_true(s, q, arena_printf(s->report->arena, "all %u paths were run", found.trials), by);
    if (check_session_is_open(q, entry))
        check_session_lacks(s, q, "all paths",
                            st           ? unused.text
                            : found.open ? found.open
                                         : "a run does not repeat itself");
    check_exhausted_free(&found);
    vec_free(&points);
}

void check_session_try_all_runs(struct session *s, cwi_id entry, const struct budget *b)
{
    static const char *const args[] = {"program", NULL};
    struct run_config cfg = {
        .args = args, .is_closed = true, .max_steps = 1000000, .asks_bounds = true, .follows_all = true};
    struct diag unused;
    for (size_t i = 0; i < s->asked.count; i++) {
        struct run_trials *t;
        struct asked *q = &s->asked.items[i];
        if (!check_session_is_open(q, entry) || !asks_for_place(q) || !is_alone(s, entry) ||
            run_trials_open(s->program, s->given, entry, &cfg, MOST_OF_ALL_INPUTS, &t, &unused))
            continue;
        run_all(s, entry, q, t, b);
        run_trials_close(t);
    }
}

static void run_induction(struct session *s, cwi_id entry, struct asked *q, const struct budget *b)
{
    static const char *const args[] = {"program", NULL};
    struct run_config cfg = {
        .args = args, .is_closed = true, .max_steps = 100000, .asks_bounds = true, .follows_all = true};
    struct runs r = {.s = s, .entry = entry};
    struct points points = {0};
    struct exhausted found;
    struct diag unused;
    if (run_trials_open(s->program, s->given, entry, &cfg, MOST_OF_ALL_INPUTS, &r.t, &unused))
        return;
    find_points(&r, q->note, &points);
    struct exhaust_options o = exhaust_for(&points, b);
    enum status st = check_induct(s->program, r.t, entry, &o, &found, &unused);
    if (!st && !found.open && !found.is_reached)
        answer_true(
            s, q,
            arena_printf(s->report->arena, "by induction: all %u paths of the turns of loops were run", found.trials),
            arena_printf(s->report->arena, "induction (%u paths of turns)", found.trials));
    else
        check_session_lacks(s, q, "induction",
                            st           ? unused.text
                            : found.open ? found.open
                                         : "the invariants that are guessed do not exclude it");
    check_exhausted_free(&found);
    vec_free(&points);
    run_trials_close(r.t);
}

void check_session_try_induction(struct session *s, cwi_id entry, const struct budget *b)
{
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (check_session_is_open(q, entry) && asks_for_place(q) && is_alone(s, entry) &&
            base_budget_ask(b) == BUDGET_LEFT)
            run_induction(s, entry, q, b);
    }
}

void check_session_try_runs(struct session *s, cwi_id entry, const struct budget *b)
{
    try_runs(s, entry, NULL, NULL, b);
}

void check_session_replay(struct session *s, cwi_id entry, const char *by, const int64_t *inputs, uint32_t count)
{
    struct check_inputs only = {.items = inputs, .count = count};
    try_runs(s, entry, &only, by, s->options->engine.budget);
}
