/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The loop of SLAM: abstract the program under the predicates known, look for a way to what is asked about, and where
 * the program does not have that way, find the predicates that say so. A way that it has is tried by a run.
 *
 * Source: Ball, Podelski, Rajamani 2001, section 1; Ball, Rajamani, The SLAM project, POPL 2002.
 */
#include "runtime/check/private.h"

enum { MOST_STEPS = 3000000, UNITS_PER_STEP = 100, MOST_MEMORY = 256 << 20, MOST_TRACE = 1500 };
enum { MOST_ROUNDS = 16, MOST_ADDED = 48, MOST_QUESTIONS = 6000, LARGER_CUBE = 4 };

/* ---- what stays open --------------------------------------------------------------------------------------------- */

static void give_up(struct deciding *k, struct asked *q, const char *why)
{
    check_hint_add_text(k->s->report->arena, q->answer, why);
    check_session_lacks(k->s, q, "predicates", why);
    vec_push(&k->given_up, (const struct asked *)q);
}

/* The path, in words, where the engine had none. */
static void tell_path(struct deciding *k, struct asked *q, const struct pred_path *p)
{
    struct arena *a = k->s->report->arena;
    if (q->answer->path_length)
        return;
    struct event_list events = {.arena = a};
    for (uint32_t i = 0; i < p->decision_count; i++) {
        const struct pred_decision *d = &p->decisions[i];
        uint32_t taken = d->stmt->kind == CWI_SWITCH && d->way ? d->stmt->target_count + d->way - 1 : d->way;
        if (d->stmt->kind == CWI_IF || d->stmt->kind == CWI_SWITCH)
            vec_push(&events.list,
                     ((struct check_event){
                         .at = d->stmt->at, .func = d->func, .text = check_decision_words(k->s, d->stmt, taken)}));
    }
    q->answer->path = vec_to_arena(&events.list, a);
    q->answer->path_length = (uint32_t)events.list.count;
    vec_free(&events.list);
}

/* ---- a round ----------------------------------------------------------------------------------------------------- */

static void add(struct deciding *k, const struct pred_path *p)
{
    for (uint32_t i = 0; i < p->added_count && k->added.count < MOST_ADDED; i++)
        vec_push(&k->added, p->added[i]);
}

/* A way of the Boolean program: one of the program, or why it is none. */
static enum status follow(struct deciding *k, struct asked *q, const struct bool_answer *way, struct diag *d)
{
    struct pred_path p;
    struct arena *a = k->s->report->arena;
    enum status st = pred_explain(k->x, &k->abstraction, way, false, &p, d);
    if (!st && p.kind == PRED_PATH_NOT && !p.added_count)
        st = pred_explain(k->x, &k->abstraction, way, true, &p, d);
    if (st)
        return st;
    if (p.kind == PRED_PATH_NOT && p.added_count) {
        add(k, &p);
        return ST_OK;
    }
    if (p.kind == PRED_PATH_NOT && !k->options.cube) {
        k->options.cube = LARGER_CUBE; /* the predicates are there, their conjunctions were cut */
        return ST_OK;
    }
    if (p.kind == PRED_PATH_REAL)
        check_session_replay(k->s, k->entry, check_predicates_by(k),
                             (struct check_run){p.inputs, p.input_count, false});
    if (!check_session_is_open(q, k->entry))
        return ST_OK;
    if (p.kind == PRED_PATH_REAL) {
        tell_path(k, q, &p);
        give_up(k, q,
                "predicates find a way there that no run could take: what a function without a body does, or "
                "memory that is not known, decides it");
    } else if (p.kind == PRED_PATH_NOT) {
        give_up(k, q, "predicates find a way there that is none, but no predicate on variables that says so");
    } else {
        give_up(k, q,
                arena_printf(a, "predicates find a way there of which they cannot tell whether it is one: %s", p.why));
    }
    return ST_OK;
}

static enum status check(struct deciding *k, struct bool_result *r, struct diag *d)
{
    uint64_t steps = k->units / UNITS_PER_STEP + 1;
    struct bool_options how = {.entry = k->abstraction.entry,
                               .max_steps = steps < MOST_STEPS ? steps : MOST_STEPS,
                               .max_memory = MOST_MEMORY,
                               .max_trace = MOST_TRACE,
                               .budget = k->options.budget};
    enum status st =
        bool_check(k->s->program->arena, k->abstraction.program, k->questions.items, k->questions.count, &how, r, d);
    uint64_t taken = st ? 0 : r->steps * UNITS_PER_STEP;
    k->units -= taken < k->units ? taken : k->units;
    return st;
}

/* All that the Boolean program answers. */
static enum status read_answers(struct deciding *k, const struct bool_result *r, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < k->asked.count && !st; i++) {
        struct asked *q = k->asked.items[i];
        const struct bool_answer *x = &r->answers[i];
        if (!check_session_is_open(q, k->entry))
            continue;
        if (x->verdict == BOOL_YES)
            check_predicates_prove(k, q);
        else if (x->verdict == BOOL_MAYBE)
            give_up(k, q, "the Boolean program is too large to be checked");
        else if (k->s->options->automatic)
            st = follow(k, q, x, d);
        else
            give_up(k, q,
                    "the predicates do not rule it out: 'cwolf model --format=bp' writes what they say, and "
                    "'cwolf check' of that shows how it is reached");
    }
    return st;
}

/* Those found, for who asks again. */
static void keep_added(struct deciding *k)
{
    for (size_t i = 0; i < k->added.count; i++) {
        struct note *n = ARENA_NEW(k->s->program->arena, struct note);
        n->kind = NOTE_PREDICATE;
        n->u.predicate = k->added.items[i];
        vec_push(&k->s->found, (const struct note *)n);
    }
}

enum status check_predicates_refine(struct deciding *k, struct diag *d)
{
    enum status st = ST_OK;
    uint32_t open = check_session_open_count(k->s, k->entry);
    int rounds = check_predicates_are_sought(k->s) ? MOST_ROUNDS : 1;
    for (k->round = 0; !st && k->round < rounds; k->round++) {
        size_t known = k->added.count;
        uint32_t cube = k->options.cube;
        struct bool_result r;
        st = pred_program(k->x, k->added.items, k->added.count, &k->abstraction, k->round ? NULL : k->s->options->sink,
                          d);
        if (!st)
            check_predicates_ask(k);
        if (st || !k->questions.count)
            break;
        st = check(k, &r, d);
        if (!st)
            st = read_answers(k, &r, d);
        if ((k->added.count == known && k->options.cube == cube) || k->added.count >= MOST_ADDED ||
            pred_questions(k->x) > MOST_QUESTIONS)
            break;
    }
    check_predicates_ask(k);
    for (size_t i = 0; i < k->asked.count; i++) {
        const char *why = arena_printf(k->s->report->arena,
                                       "%zu predicates were found and are not enough; '#pragma cwolf predicate "
                                       "CONDITION' adds what is known to hold there",
                                       k->added.count);
        check_hint_add_text(k->s->report->arena, k->asked.items[i]->answer, why);
        check_session_lacks(k->s, k->asked.items[i], "predicates",
                            k->units ? "those that were found are not enough" : "the budget is used up");
    }
    if (check_session_open_count(k->s, k->entry) < open)
        keep_added(k);
    return st;
}
