/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: from questions to a report. Questions are asked in groups of one entry function, which the layers decide
 * (layers.c); contracts and rules have programs of their own.
 *
 * Invariant: True comes from a complete run, False from any; neither is ever taken back. Source: Chechik and Ding 2002.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

enum { DEFAULT_STATES = 1000000 };
#define MOST_STATES ((uint64_t)UINT32_MAX - 16)

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
        st = check_session_decide(s, s->asked.items[i].entry, d);
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
    vec_free(&s.left_out);
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
        const struct check_answer *x = &r->answers[i];
        if (check_answer_fails(x))
            return 1;
        if (x->verdict == LTS_VERDICT_MAYBE)
            status = 3;
    }
    return status;
}
