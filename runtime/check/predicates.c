/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Predicates for what is still open: the program becomes a Boolean program, and what that cannot reach the program does
 * not reach. Which questions are asked of it, what its answers mean, and when it is tried at all.
 *
 * Source: Ball, Podelski, Rajamani 2001, sections 2 and 9.
 */
#include "runtime/check/private.h"
#include "runtime/check/shares.h"

/* Work is counted in states of the engine; a state takes about as long as UNITS of the solver's. */
enum { MOST_STATEMENTS = 4000, UNITS = 20 };

struct targets VEC(const struct bool_stmt *);

/* ---- questions --------------------------------------------------------------------------------------------------- */

static bool is_place(const struct asked *q, const char *logic)
{
    return q->note->kind == NOTE_PROPERTY && !strcmp(q->note->u.property.logic, logic);
}

static bool is_ours(const struct asked *q)
{
    return is_place(q, "reach-assert") || is_place(q, "unreachable");
}

static void add_question(struct deciding *k, struct asked *q)
{
    const struct pred_abstraction *x = &k->abstraction;
    struct bool_question out = {.name = q->answer->name, .asserts = is_place(q, "reach-assert")};
    struct targets targets = {0};
    for (uint32_t i = 0; !out.asserts && i < x->mark_count; i++)
        if (check_question_is_about(k->s->program, q->note, x->marks[i].func, x->marks[i].stmt))
            vec_push(&targets, &x->program->procs[x->marks[i].proc]->stmts[x->marks[i].first]);
    for (uint32_t i = 0; !out.asserts && i < x->lead_count; i++)
        if (check_question_is_of(k->s->program, q->note, x->leads[i].callee))
            vec_push(&targets, &x->program->procs[x->leads[i].proc]->stmts[x->leads[i].first]);
    out.targets = vec_to_arena(&targets, k->s->report->arena);
    out.target_count = (uint32_t)targets.count;
    vec_free(&targets);
    if (out.asserts || out.target_count) {
        vec_push(&k->questions, out);
        vec_push(&k->asked, q);
    }
}

void check_predicates_ask(struct deciding *k)
{
    k->asked.count = k->questions.count = 0;
    for (size_t i = 0; i < k->s->asked.count; i++) {
        struct asked *q = &k->s->asked.items[i];
        bool is_given_up = false;
        for (size_t n = 0; n < k->given_up.count; n++)
            is_given_up |= k->given_up.items[n] == q;
        if (is_ours(q) && !q->is_assumed && !is_given_up && check_session_is_open(q, k->entry))
            add_question(k, q);
    }
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

const char *check_predicates_by(const struct deciding *k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->abstraction.variable_count; i++)
        n += k->abstraction.variables[i].kind == PRED_GIVEN;
    return arena_printf(k->s->report->arena, "predicates (%u), %d round%s", n, k->round + 1, k->round ? "s" : "");
}

void check_predicates_prove(struct deciding *k, struct asked *q)
{
    check_session_prove(q, CHECK_PREDICATES, NULL, check_predicates_by(k));
    check_assumed_add(&k->s->assumed, k->s->report->arena, k->s->report->model);
    for (uint32_t i = 0; i < k->abstraction.assumption_count; i++)
        check_assumed_add_text(&k->s->assumed, k->abstraction.assumptions[i]);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

bool check_predicates_are_sought(const struct session *s)
{
    bool is_plain = s->options->engine.merge == AVM_MERGE_NEVER && !s->options->engine.fallback;
    bool are_wanted = s->options->seeks_predicates == CHECK_SEEK_ALL || (s->options->seeks_predicates && is_plain);
    return s->options->automatic && are_wanted;
}

bool check_session_may_try_predicates(const struct session *s, cwi_id entry)
{
    const struct avm_model *m = s->report->model;
    bool is_given = pred_are_given(s->given);
    if (!m || m->unbounded || m->unseen || m->error != LTS_NONE || avm_program_world(s->prepared)->async_count)
        return false;
    bool is_large =
        check_session_statements(s->program) > MOST_STATEMENTS; /* it takes longer than users wait unasked */
    if (!is_given && (is_large || !check_predicates_are_sought(s)))
        return false;
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        if (check_session_is_open(q, entry) && !q->is_assumed && is_ours(q))
            return true;
    }
    return false;
}

static void say_why(struct session *s, cwi_id entry, const char *why)
{
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (check_session_is_open(q, entry) && is_ours(q))
            check_hint_add_text(s->report->arena, q->answer, arena_str(s->report->arena, why));
    }
}

/* The states that all of this may cost; where a clock ends it, any number. */
static uint64_t most_states(const struct session *s, const struct budget *b, bool is_part)
{
    if (b->deadline > 0)
        return UINT64_MAX / UNITS;
    uint64_t left = s->states_left < UINT64_MAX / UNITS ? s->states_left : UINT64_MAX / UNITS;
    return is_part ? (uint64_t)(SHARE_PREDICATES * (double)left) : left;
}

void check_session_try_predicates(struct session *s, cwi_id entry)
{
    bool is_part = s->options->seeks_predicates == CHECK_SEEK_PART && !pred_are_given(s->given);
    struct budget own = check_session_part(s, is_part ? SHARE_PREDICATES : 1);
    uint64_t states = most_states(s, &own, is_part), units = states * UNITS;
    if (own.units && *own.units < units)
        units = *own.units;
    struct deciding k = {.s = s, .entry = entry, .units = units, .options = {.budget = &own}};
    struct diag d = {0};
    own.units = &k.units;
    if (!check_session_may_try_predicates(s, entry))
        return;
    enum status st = pred_new(s->program->arena, s->program, s->given, entry, &k.options, &k.x, &d);
    if (!st)
        st = check_predicates_refine(&k, &d);
    if (st && st != ST_STOPPED && pred_are_given(s->given))
        say_why(s, entry, d.text);
    if (st)
        check_session_lack_all(s, entry, is_ours, "predicates", k.units ? d.text : "the budget is used up");
    uint64_t taken = (units - k.units) / UNITS;
    base_budget_spend(s->options->engine.budget, units - k.units);
    if (own.deadline <= 0)
        s->states_left -= taken < s->states_left ? taken : s->states_left - 1;
    pred_free(k.x);
    vec_free(&k.asked);
    vec_free(&k.questions);
    vec_free(&k.added);
    vec_free(&k.given_up);
}
