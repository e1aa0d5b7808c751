/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: the layers. Questions are asked in groups of one entry function; each layer builds models and answers what is
 * still undecided; in the second layer, rounds track what the answers were blamed on.
 *
 * Invariant: True comes from a complete run, False from any; neither is ever taken back. Source: Chechik and Ding 2002.
 */
#include "runtime/check/beside.h"
#include "runtime/check/private.h"

#include <stdlib.h>

enum { DOUBT_ROUNDS = 2, DEFAULT_LAYER = 2, MOST_BLAMED = 16, DEFAULT_STATES = 1000000 };
enum { MOST_TRIALS = 256, TRIALS_EFFORT = 150000 };
#define MOST_STATES ((uint64_t)UINT32_MAX - 16)

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

struct blaming {
    struct session *session;
    bool any, changed;
};

static void blame(void *context, const struct cwi_expr *e)
{
    struct blaming *b = context;
    b->any = true;
    b->changed |= check_choices_from_expr(&b->session->choices, e);
}

static bool writes_choice(const struct session *s, const struct cwi_block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct cwi_expr *cell = b->stmts[i].lhs ? check_fact_cell(s->program, b->stmts[i].lhs) : NULL;
        for (size_t k = 0; cell && k < s->choices.list.count; k++)
            if (check_fact_var(s->choices.list.items[k].cell) == check_fact_var(cell))
                return true;
    }
    return false;
}

/* The branch decides whether something that is tracked is written. */
static bool decides_choice(const struct session *s, const struct avm_origin *o)
{
    const struct cwi_func *f = cwi_func_of(s->program, o->func);
    for (uint32_t i = 0; o->stmt && o->stmt->kind == CWI_IF && i < o->stmt->target_count; i++)
        if (writes_choice(s, &f->blocks[o->stmt->targets[i]]))
            return true;
    return false;
}

/* What a path is blamed on. Where each round may add little it is one branch: that decides what is tracked, or stands
 * closest to the path's end. */
static void blame_path(struct blaming *b, const struct avm_model *m, const struct graph_path *path)
{
    bool adds_little = b->session->adds_little;
    for (int only_deciding = adds_little; only_deciding >= 0; only_deciding--)
        for (size_t i = path->count; i-- > 0 && !(adds_little && b->changed);) {
            const struct avm_origin *o = avm_origin_of(m, path->steps[i]);
            if (o && o->why == AVM_LOST && o->blame && (!only_deciding || decides_choice(b->session, o)))
                blame(b, o->blame);
        }
}

/* What the open questions were blamed on, closest to the question first; true when something is tracked better now. */
static bool refine(struct session *s, cwi_id entry)
{
    const struct avm_model *m = s->report->model;
    struct blaming b = {.session = s};
    if (m->end != AVM_COMPLETE)
        return check_choices_coarsen(&s->choices, m);
    check_choices_next_round(&s->choices);
    for (uint32_t i = 0; check_session_only_doubts(s) && i < m->doubt_count && i < MOST_BLAMED; i++)
        check_access_blames(m->doubts[i].expr, blame, &b);
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (!check_session_is_open(q, entry))
            continue;
        blame_path(&b, m, &q->path);
        if (q->note->kind == NOTE_PROPERTY && q->note->u.property.expr && !b.any)
            blame(&b, q->note->u.property.expr);
    }
    for (size_t i = 0; i < s->blamed.count; i++)
        blame(&b, s->blamed.items[i]);
    s->blamed.count = 0;
    for (uint32_t i = 0; !b.changed && i < m->undecided_count && i < MOST_BLAMED; i++)
        if (m->undecided[i].var)
            b.changed |= check_choices_from_var(&s->choices, m->undecided[i].var);
    return b.changed;
}

static bool has_property(const struct session *s, cwi_id entry, bool is_open)
{
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *a = &s->asked.items[i];
        if (a->note->kind == NOTE_PROPERTY && (is_open ? check_session_is_open(a, entry) : a->entry == entry))
            return true;
    }
    return false;
}

bool check_session_stops(void *session)
{
    const struct session *s = session;
    return base_budget_ask(s->options->engine.budget) != BUDGET_LEFT;
}

bool check_session_is_over(const struct session *s)
{
    return s->ended || s->states_left <= 1 || check_session_stops((void *)s);
}

/* One that a single run may refute: no formula of a temporal logic. */
static bool has_refutable(const struct session *s, cwi_id entry)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (check_session_is_open(&s->asked.items[i], entry) && s->asked.items[i].note->kind == NOTE_PROPERTY &&
            !s->asked.items[i].temporal.question)
            return true;
    return false;
}

/* Everything tracked as it is: that decides whatever depends on few inputs. */
static enum status try_exactly(struct session *s, cwi_id entry, bool relates, struct diag *d)
{
    enum status st = ST_OK;
    s->relates = relates;
    /* formulas need the states between, too */
    for (s->kind = has_refutable(s, entry) ? RUN_FAR : RUN_EXACT;
         !st && s->kind <= RUN_EXACT && check_session_open_count(s, entry) && !check_session_is_over(s); s->kind++) {
        st = check_session_run(s, entry, 2, d);
        s->is_cut[relates] = !st && s->report->model->end != AVM_COMPLETE;
        if (s->is_cut[relates])
            break;
    }
    s->kind = RUN_MAPS;
    s->relates = false;
    return st;
}

/* Who gives time and not states may have many more of them. */
static enum status try_exactly_long(struct session *s, cwi_id entry, struct diag *d)
{
    const struct budget *b = s->options->engine.budget;
    enum status st = ST_OK;
    s->is_long = b && b->deadline && !s->options->engine.max_states;
    for (int relates = 0; relates < 2 && !st && s->is_long; relates++)
        if (s->is_cut[relates] && has_property(s, entry, true) && !check_session_is_over(s))
            st = try_exactly(s, entry, relates, d);
    s->is_long = false;
    return st;
}

/* The last round once more, knowing which cells hold one unknown value. */
static enum status try_related(struct session *s, cwi_id entry, struct diag *d)
{
    s->relates = true;
    enum status st = check_session_run(s, entry, 2, d);
    s->relates = false;
    return st;
}

uint64_t check_session_statements(const struct cwi_unit *u)
{
    uint64_t n = 0;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            n += cwi_func_of(u, f)->blocks[b].count;
    return n;
}

/* Single runs with inputs of our choice: what one of them violates is violated for certain. */
static enum status try_inputs(struct session *s, cwi_id entry, struct diag *d)
{
    enum status st = ST_OK;
    uint64_t effort = 0, each = check_session_statements(s->program); /* all of it is prepared for each */
    s->kind = RUN_TRIAL;
    for (s->trial = 1; !st && s->trial <= MOST_TRIALS && has_refutable(s, entry) && !check_session_is_over(s);
         s->trial++) {
        uint32_t open = check_session_open_count(s, entry);
        st = check_session_run(s, entry, 2, d);
        if (st || !s->report->model->trial)
            break; /* it reads nothing */
        if (s->options->wants_inputs && s->report->model->trial_input_count &&
            check_session_open_count(s, entry) < open)
            check_session_replay(s, entry, "trials", s->report->model->trial_inputs,
                                 s->report->model->trial_input_count);
        effort += s->report->model->states + each;
        if (effort > TRIALS_EFFORT)
            break;
    }
    s->kind = RUN_MAPS;
    return st;
}

/* A run that is cut short, then predicates, then all of it: what they decide needs no large run. */
static enum status run_round(struct session *s, cwi_id entry, bool *has_tried, struct diag *d)
{
    s->is_short = !*has_tried && check_session_may_try_predicates(s, entry);
    enum status st = check_session_run(s, entry, 2, d);
    bool is_cut = s->is_short && !st && s->report->model->end != AVM_COMPLETE;
    s->is_short = false;
    if (!is_cut || !check_session_open_count(s, entry) || check_session_stops(s))
        return st;
    check_session_try_predicates(s, entry);
    *has_tried = true;
    return check_session_open_count(s, entry) && !check_session_is_over(s) ? check_session_run(s, entry, 2, d) : ST_OK;
}

/* Nothing was said of how states are kept. */
static bool is_plain_run(const struct session *s)
{
    return s->options->engine.merge == AVM_MERGE_NEVER && !s->options->engine.fallback;
}

enum status check_session_rounds(struct session *s, cwi_id entry, struct diag *d)
{
    bool has_tried =
        s->adds_little || s->options->engine.unbounded; /* predicates, which are not for a part of the errors */
    enum status st = ST_OK;
    for (int round = 0; !st && check_session_open_count(s, entry) && !check_session_is_over(s); round++) {
        if (check_session_only_doubts(s) && round >= DOUBT_ROUNDS)
            break;
        if (round > 0 && (!s->options->automatic || !refine(s, entry)))
            break;
        st = run_round(s, entry, &has_tried, d);
    }
    if (!st && is_plain_run(s) && s->options->automatic && check_session_open_count(s, entry) &&
        !check_session_is_over(s) && !s->options->engine.unbounded)
        st = try_related(s, entry, d);
    if (!st && !has_tried && has_property(s, entry, true) && !check_session_stops(s))
        check_session_try_predicates(s, entry); /* before the runs: what is proved no run is searched for */
    return st;
}

/* The automaton's states apart, everything else joined: that costs about the program's size, however many inputs it
 * has. */
static enum status try_keyed(struct session *s, cwi_id entry, struct diag *d)
{
    s->kind = RUN_KEYED;
    enum status st = check_session_run(s, entry, 2, d);
    s->kind = RUN_MAPS;
    return st;
}

/* Some open question is about what only a run can be sure of. */
static bool needs_runs(const struct session *s, cwi_id entry)
{
    return check_session_asks(s, entry, "no-uninit") || check_session_asks(s, entry, "no-leak");
}

struct budget check_session_part(const struct session *s, double part)
{
    const struct budget *b = s->options->engine.budget;
    struct budget r = b ? *b : (struct budget){0};
    double now = base_budget_now();
    if (r.deadline > 0)
        r.deadline = now + (r.deadline - now) * part;
    return r;
}

static enum status decide(struct session *s, cwi_id entry, struct diag *d)
{
    int highest = s->options->layer ? s->options->layer : DEFAULT_LAYER;
    if (highest == CHECK_ONLY_PATHS) {
        enum status ready = check_session_prepare(s, entry, d);
        if (!ready)
            check_session_try_all_runs(s, entry, s->options->engine.budget);
        if (!ready && check_session_open_count(s, entry))
            check_session_try_induction(s, entry, s->options->engine.budget);
        return ready;
    }
    bool is_machine = !s->options->engine.unbounded;
    bool is_plain = is_plain_run(s), is_deep = highest > 1, chooses = is_deep && is_plain && s->options->automatic;
    bool may_run = is_deep && is_plain && s->options->searches && is_machine;
    struct beside *beside = NULL;
    enum status st = chooses && may_run && has_refutable(s, entry) ? check_session_prepare(s, entry, d) : ST_OK;
    if (!st && chooses && may_run && has_refutable(s, entry))
        beside = check_beside_begin(s, entry);
    if (!st && s->options->key_count && is_plain && is_deep && has_refutable(s, entry))
        st = try_keyed(s, entry, d);
    if (!st && (highest == 1 || (is_plain && check_session_open_count(s, entry) && has_property(s, entry, false))))
        st = check_session_run(s, entry, s->options->begins_bare && is_deep ? 2 : 1, d);
    if (!st && chooses && has_property(s, entry, false))
        st = try_exactly(s, entry, false, d);
    if (!st && chooses && s->choices.list.count && has_property(s, entry, true) && !check_session_is_over(s)) {
        s->is_bare = true; /* what conditions name was kept as they compare it, which may be too little */
        st = try_exactly(s, entry, false, d);
        s->is_bare = false;
    }
    if (!st && chooses && is_machine && has_property(s, entry, true) && !check_session_is_over(s))
        st = try_exactly(s, entry, true, d); /* apart: values that run away from each other have no end */
    if (!st && may_run && needs_runs(s, entry) && !check_session_is_over(s)) {
        struct budget some = check_session_part(s, 0.4);
        check_session_try_runs(s, entry, &some);
    }
    if (!st && chooses && is_machine)
        st = try_inputs(s, entry, d);
    if (!st && chooses)
        st = try_exactly_long(s, entry, d);
    if (!st && beside && has_refutable(s, entry) && !check_session_is_over(s))
        check_beside_work(beside);
    if (!st && chooses && !check_session_is_over(s))
        st = check_session_try_apart(s, entry, d);
    if (!st && may_run && has_refutable(s, entry) && !check_session_is_over(s))
        check_session_try_failures(s, entry);
    if (!st && is_deep)
        st = check_session_rounds(s, entry, d);
    if (check_beside_end(beside) && !check_session_open_count(s, entry))
        st = ST_OK; /* whatever ended the states */
    if (!st && may_run && has_refutable(s, entry) && !check_session_is_over(s))
        check_session_try_runs(s, entry, s->options->engine.budget);
    check_session_settle_doubts(s, entry);
    if (!st && may_run && s->options->wants_inputs)
        check_session_try_runs(s, entry, s->options->engine.budget);
    if (st != ST_LIMIT && st != ST_STOPPED)
        return st;
    s->ended = arena_str(s->report->arena, d->text);
    return ST_OK;
}

/* ---- questions about nothing ------------------------------------------------------------------------------------- */

static bool asks_for_errors(const struct note *q)
{
    return q->kind == NOTE_PROPERTY && !strcmp(q->u.property.logic, "reach-assert");
}

static enum status check_vacuity(struct session *s, cwi_id entry, struct diag *d)
{
    struct arena *a = s->report->arena;
    for (size_t i = 0; s->report->model && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        struct check_answer *x = q->answer;
        bool wrong = s->options->strict;
        if (q->entry != entry)
            continue;
        const char *why = check_question_is_vacuous(a, s->report->model, q->note, &wrong);
        if (asks_for_errors(q->note) && !s->report->model->has_error_locations)
            check_hint_add_text(a, x,
                                "there is nothing to reach: no assertion, no call of abort or of an error function");
        if (why && !x->is_vacuous)
            check_question_set_vacuous(a, x, why);
        if (x->is_vacuous && wrong)
            return diag_set(d, ST_BAD, q->note->at, "'%s': %s", x->name, x->hints[x->hint_count - 1]);
    }
    return ST_OK;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

/* Every group of questions with one entry, in the order of their first question. */
static enum status decide_all(struct session *s, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < s->asked.count && !st; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen |= s->asked.items[k].entry == s->asked.items[i].entry;
        if (seen)
            continue;
        if (i && check_session_is_over(s))
            break;
        st = decide(s, s->asked.items[i].entry, d);
        if (!st)
            st = check_vacuity(s, s->asked.items[i].entry, d);
    }
    return st;
}

static void keep_chosen(struct session *s)
{
    struct notes chosen = {.arena = s->report->arena};
    check_choices_notes(&s->choices, &chosen);
    for (size_t i = 0; i < s->found.count; i++)
        vec_push(&chosen.list, s->found.items[i]);
    s->report->chosen_count = (uint32_t)chosen.list.count;
    s->report->chosen = vec_to_arena(&chosen.list, s->report->arena);
    vec_free(&chosen.list);
}

/* Of a Maybe, what each layer lacked; of anything else nothing. */
static void keep_lacks(struct session *s)
{
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        struct VEC(const char *) texts = {0};
        for (int k = 0; k < MOST_LAYERS && q->lacks[k].layer && q->answer->verdict == LTS_VERDICT_MAYBE; k++)
            vec_push(&texts, arena_printf(s->report->arena, "%s: %s", q->lacks[k].layer, q->lacks[k].why));
        q->answer->lacks = vec_to_arena(&texts, s->report->arena);
        q->answer->lack_count = (uint32_t)texts.count;
        if (q->answer->verdict == LTS_VERDICT_MAYBE)
            q->answer->by = NULL;
        vec_free(&texts);
    }
}

/* The budget ended while nothing could be answered. */
static void say_ended(struct session *s)
{
    for (size_t i = 0; s->ended && i < s->asked.count; i++)
        if (!s->asked.items[i].answer->layer)
            s->asked.items[i].answer->message =
                arena_printf(s->report->arena, "'%s' is not decided: %s", s->asked.items[i].answer->name, s->ended);
}

/* What is given, and the conditions in formulas: what they name is tracked, apart by what they compare it with. */
static struct notes with_conditions(const struct session *s)
{
    struct notes all = {.arena = s->report->arena};
    for (size_t i = 0; i < s->given->list.count; i++)
        vec_push(&all.list, s->given->list.items[i]);
    for (size_t i = 0; i < s->asked.count; i++)
        for (size_t k = 0; k < s->asked.items[i].temporal.conditions.count; k++)
            vec_push(&all.list, (struct note *)s->asked.items[i].temporal.conditions.items[k]);
    return all;
}

/* Of all rounds together. Who says how long it may take wants no other bound. */
static uint64_t most_states(const struct check_options *o)
{
    if (o->engine.max_states)
        return o->engine.max_states;
    return o->engine.budget && o->engine.budget->deadline ? MOST_STATES : DEFAULT_STATES;
}

static enum status answer_rules(struct cwi_unit *program, const struct notes *notes, const struct check_options *given,
                                struct check_report *report, struct diag *d)
{
    struct check_options options = *given;
    struct rules all = {0};
    bool adds = check_deadlock_needs_rule(program, report);
    enum status st = adds ? check_deadlock_add_rule(program->arena, given->rules, &all, d) : ST_OK;
    options.rules = adds ? &all : given->rules;
    if (!st)
        st = rule_answer_all(program, notes, &options, report, d);
    if (!st && adds)
        check_deadlock_join_rule(program, report);
    vec_free(&all.list);
    return st;
}

/* The questions about the program as it is, or its contracts. */
static enum status answer(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                          bool asks_contracts, struct check_report **out, struct diag *d)
{
    struct check_options own = *options;
    struct session s = {.program = program,
                        .given = notes,
                        .options = &own,
                        .states_left = most_states(options),
                        .asks_contracts = asks_contracts};
    if (own.engine.budget) {
        s.budget = *own.engine.budget;
        own.engine.budget = &s.budget;
    }
    s.report = base_mem_zalloc(sizeof *s.report);
    s.report->arena = arena_new();
    enum status st = check_session_ask_all(&s, d);
    if (!st && s.asked.count) {
        struct notes all = with_conditions(&s);
        check_choices_begin(&s.choices, s.report->arena, program, &all);
        check_choices_from_notes(&s.choices);
        st = decide_all(&s, d);
        keep_chosen(&s);
        keep_lacks(&s);
        check_assumed_add_outside(&s);
        check_assumed_report(&s.assumed, s.report);
        check_choices_end(&s.choices);
        vec_free(&all.list);
        say_ended(&s);
        s.report->used_up = s.states_left <= 1 && check_exit_status(s.report) == 3 ? most_states(options) : 0;
    }
    avm_program_free(s.prepared);
    vec_free(&s.blamed);
    vec_free(&s.found);
    check_assumed_free(&s.assumed);
    check_assumed_free(&s.doubted);
    for (size_t i = 0; i < s.asked.count; i++)
        lts_free(s.asked.items[i].design), check_temporal_free(&s.asked.items[i].temporal);
    vec_free(&s.asked);
    if (st) {
        check_report_free(s.report);
        s.report = NULL;
    }
    *out = s.report;
    return st;
}

enum status check_run(struct cwi_unit *program, const struct notes *notes, const struct check_options *options,
                      struct check_report **out, struct diag *d)
{
    struct check_contracts contracts = {0};
    struct check_report *others = NULL, *report = NULL;
    struct check_options own = *options;
    struct budget share;
    enum status st = check_contracts_begin(&contracts, program, notes, d);
    bool asks_others = contracts.count < contracts.questions || !contracts.count;
    if (!st && asks_others && contracts.count && own.engine.budget)
        own.engine.budget = check_contracts_share(&contracts, own.engine.budget, &share);
    if (!st && asks_others)
        st = answer(program, notes, &own, false, &others, d);
    if (!st && contracts.count)
        st = answer(program, notes, options, true, &report, d);
    check_contracts_end(&contracts, program);
    if (!st && others && report)
        check_contracts_join(notes, others, report);
    report = others ? others : report;
    if (!st)
        st = answer_rules(program, notes, options, report, d);
    if (st) {
        check_report_free(report);
        report = NULL;
    }
    *out = report;
    return st;
}

void check_report_free(struct check_report *r)
{
    if (!r)
        return;
    for (uint32_t i = 0; i < r->part_count; i++)
        check_report_free(r->parts[i]);
    avm_model_free(r->model);
    arena_free(r->arena);
    free(r);
}

int check_exit_status(const struct check_report *r)
{
    int status = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->answers[i].verdict == LTS_VERDICT_FALSE)
            return 1;
        if (r->answers[i].verdict == LTS_VERDICT_MAYBE)
            status = 3;
    }
    return status;
}
