/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Predicates for what is still open: where the program carries some, it becomes a Boolean program, and what that cannot
 * reach the program does not reach. What it can reach stays Maybe: a run has to show it.
 *
 * Source: Ball, Podelski, Rajamani 2001, sections 2 and 9.
 */
#include "runtime/check/private.h"
#include "runtime/predicates/predicates.h"

enum { MOST_STEPS = 3000000, MOST_MEMORY = 256 << 20 };

struct deciding {
    struct session *s;
    cwi_id entry;
    struct pred_abstraction abstraction;
    struct VEC(struct asked *) asked;
    struct VEC(struct bool_question) questions;
};
struct targets VEC(const struct bool_stmt *);

/* ---- questions --------------------------------------------------------------------------------------------------- */

static bool is_place(const struct asked *q, const char *logic)
{
    return q->note->kind == NOTE_PROPERTY && !strcmp(q->note->u.property.logic, logic);
}

static void add_question(struct deciding *k, struct asked *q)
{
    const struct pred_abstraction *x = &k->abstraction;
    struct bool_question out = {.name = q->answer->name, .asserts = is_place(q, "reach-assert")};
    struct targets targets = {0};
    for (uint32_t i = 0; !out.asserts && i < x->mark_count; i++)
        if (question_is_about(k->s->program, q->note, x->marks[i].func, x->marks[i].stmt))
            vec_push(&targets, &x->program->procs[x->marks[i].proc]->stmts[x->marks[i].first]);
    out.targets = vec_to_arena(&targets, k->s->report->arena);
    out.target_count = (uint32_t)targets.count;
    vec_free(&targets);
    if (out.asserts || out.target_count) {
        vec_push(&k->questions, out);
        vec_push(&k->asked, q);
    }
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static void prove(struct deciding *k, struct asked *q)
{
    struct check_answer *x = q->answer;
    *x = (struct check_answer){.name = x->name,
                               .question = x->question,
                               .verdict = LTS_VERDICT_TRUE,
                               .at = x->question->src,
                               .func = x->question->func,
                               .layer = CHECK_PREDICATES};
    q->is_complete = true;
    q->is_assumed = false;
    assumed_add(&k->s->assumed, k->s->report->arena, k->s->report->model);
    for (uint32_t i = 0; i < k->abstraction.assumption_count; i++)
        assumed_add_text(&k->s->assumed, k->abstraction.assumptions[i]);
}

static void answer(struct deciding *k, const struct bool_result *r)
{
    struct arena *a = k->s->report->arena;
    for (size_t i = 0; i < k->asked.count; i++) {
        if (r->answers[i].verdict == BOOL_YES)
            prove(k, k->asked.items[i]);
        else if (r->answers[i].verdict == BOOL_NO)
            hint_add_text(a, k->asked.items[i]->answer,
                          "the predicates do not rule it out: 'cwolf model --format=bp' writes what they say, and "
                          "'cwolf check' of that shows how it is reached");
    }
}

static enum status run(struct deciding *k, struct diag *d)
{
    struct session *s = k->s;
    struct arena *a = s->report->arena;
    struct pred_options options = {.budget = s->options->engine.budget};
    struct bool_options how = {
        .max_steps = MOST_STEPS, .max_memory = MOST_MEMORY, .max_trace = 1, .budget = s->options->engine.budget};
    struct bool_result r;
    enum status st = pred_abstract(a, s->program, s->given, k->entry, &options, &k->abstraction, s->options->sink, d);
    for (size_t i = 0; !st && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        bool fits = is_place(q, "reach-assert") || is_place(q, "unreachable");
        if (fits && !q->is_assumed && session_is_open(q, k->entry))
            add_question(k, q);
    }
    how.entry = k->abstraction.entry;
    if (!st && k->questions.count)
        st = bool_check(a, k->abstraction.program, k->questions.items, k->questions.count, &how, &r, d);
    if (!st && k->questions.count)
        answer(k, &r);
    return st;
}

/* The engine saw nothing that it cannot follow, and there is such a question. */
static bool may_decide(const struct session *s, cwi_id entry)
{
    const struct avm_model *m = s->report->model;
    if (!pred_are_given(s->given) || !m || m->unseen || m->error != LTS_NONE ||
        avm_program_world(s->prepared)->async_count)
        return false;
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        if (session_is_open(q, entry) && !q->is_assumed && (is_place(q, "reach-assert") || is_place(q, "unreachable")))
            return true;
    }
    return false;
}

void session_try_predicates(struct session *s, cwi_id entry)
{
    struct deciding k = {.s = s, .entry = entry};
    struct diag d = {0};
    if (!may_decide(s, entry))
        return;
    enum status st = run(&k, &d);
    for (size_t i = 0; st && st != ST_STOPPED && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (session_is_open(q, entry) && (is_place(q, "reach-assert") || is_place(q, "unreachable")))
            hint_add_text(s->report->arena, q->answer, arena_str(s->report->arena, d.text));
    }
    vec_free(&k.asked);
    vec_free(&k.questions);
}
