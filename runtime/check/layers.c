/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The layers: what is tried for the questions of one entry, in which order (which part of the time each gets:
 * shares.h). Each layer builds models and answers what is still undecided; in the second, rounds track what the answers
 * were blamed on.
 */
#include "parallel.h"
#include "runtime/check/private.h"
#include "runtime/check/shares.h"

enum { DOUBT_ROUNDS = 2, DEFAULT_LAYER = 2, MOST_TRIALS = 256, TRIALS_EFFORT = 150000 };

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

/* Frames of callers make no states, and every activation is told apart. */
static enum status try_summaries(struct session *s, cwi_id entry, struct diag *d)
{
    bool was_cut = s->is_cut[0];
    s->summarises = true;
    enum status st = try_exactly(s, entry, false, d);
    s->summarises = false;
    s->is_cut[0] = was_cut;
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

/* Where the run before was cut, too many call paths led to each place. Joined by place alone, there are about as many
 * states as places. */
static enum status try_by_place(struct session *s, cwi_id entry, struct diag *d)
{
    s->joins_by_place = true;
    enum status st = check_session_run(s, entry, 1, d);
    s->joins_by_place = false;
    return st;
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
            check_session_replay(
                s, entry, "trials",
                (struct check_run){s->report->model->trial_inputs, s->report->model->trial_input_count, false});
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
        if (round > 0 && (!s->options->automatic || !check_session_refine(s, entry)))
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

static enum status try_typestates(struct session *s, cwi_id entry, const struct budget *b, struct diag *d)
{
    enum status st = check_session_prepare(s, entry, d);
    if (!st)
        check_session_try_typestates(s, entry, b);
    return st;
}

/* The automaton's states apart, everything else joined: that costs about the program's size, however many inputs it
 * has. First with what may hold the objects; then call paths apart instead, which the keys join; then with all that the
 * program has: what lies in blocks, or depends on what a call returned. */
static enum status try_keyed(struct session *s, cwi_id entry, struct diag *d)
{
    struct budget some = check_session_part(s, SHARE_TYPESTATE);
    enum status st = s->options->skips_typestates ? ST_OK : try_typestates(s, entry, &some, d);
    bool is_open = check_session_open_count(s, entry);
    if (st || (!is_open && !s->options->wants_model))
        return st;
    s->kind = RUN_KEYED;
    s->is_short = !is_open;
    st = check_session_run(s, entry, 2, d);
    s->is_short = false;
    s->kind = RUN_MAPS;
    if (!st && check_session_open_count(s, entry) && !check_session_is_over(s))
        st = check_session_run(s, entry, 1, d);
    s->kind = RUN_KEYED;
    s->keeps_all = true;
    if (!st && check_session_open_count(s, entry) && !check_session_is_over(s))
        st = check_session_run(s, entry, 2, d);
    s->keeps_all = false;
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

/* What ends where the time is up, or somebody says so, leaves its questions open. */
static enum status settle_end(struct session *s, enum status st, const struct diag *d)
{
    if (st != ST_LIMIT && st != ST_STOPPED)
        return st;
    s->ended = arena_str(s->report->arena, d->text);
    return ST_OK;
}

static void try_world(struct session *s, cwi_id entry)
{
    struct budget some = check_session_part(s, s->options->lost ? SHARE_LOST : SHARE_WORLD);
    check_session_try_world(s, entry, &some);
}

enum status check_session_decide(struct session *s, cwi_id entry, struct diag *d)
{
    int highest = s->options->layer ? s->options->layer : DEFAULT_LAYER;
    if (highest == CHECK_ONLY_TYPESTATES)
        return settle_end(s, try_typestates(s, entry, s->options->engine.budget, d), d);
    if (highest == CHECK_ONLY_PATHS) {
        enum status ready = check_session_prepare(s, entry, d);
        struct budget some = check_session_part(s, SHARE_FORMULA);
        if (!ready)
            check_session_try_induction(s, entry, true, &some);
        if (!ready && check_session_open_count(s, entry))
            check_session_try_all_runs(s, entry, s->options->engine.budget);
        if (!ready && check_session_open_count(s, entry))
            check_session_try_induction(s, entry, false, s->options->engine.budget);
        return ready;
    }
    bool is_machine = !s->options->engine.unbounded;
    bool is_plain = is_plain_run(s), is_deep = highest > 1, chooses = is_deep && is_plain && s->options->automatic;
    bool may_run = is_deep && is_plain && s->options->searches && is_machine;
    bool begins_bare = s->options->begins_bare && is_deep;
    struct parallel *beside = NULL;
    enum status st = chooses && may_run && has_refutable(s, entry) ? check_session_prepare(s, entry, d) : ST_OK;
    if (!st && chooses && may_run && has_refutable(s, entry))
        beside = check_parallel_begin(s, entry);
    const struct budget *whole = s->options->engine.budget;
    bool is_keyed = s->options->key_count && is_plain && is_deep, has_time = whole && whole->deadline > 0;
    if (!st && may_run && has_time && has_refutable(s, entry))
        try_world(s, entry);
    if (!st && is_keyed && has_refutable(s, entry))
        st = try_keyed(s, entry, d);
    if (!st && (highest == 1 || (is_plain && check_session_open_count(s, entry) && has_property(s, entry, false))))
        st = check_session_run(s, entry, begins_bare ? 2 : 1, d);
    bool ran_out = s->report->model && s->report->model->end != AVM_COMPLETE;
    if (!st && chooses && !begins_bare && ran_out && has_property(s, entry, true) && !check_session_is_over(s))
        st = try_by_place(s, entry, d);
    if (!st && chooses && has_property(s, entry, false))
        st = try_exactly(s, entry, false, d);
    if (!st && may_run && !has_time && !is_keyed && has_refutable(s, entry) && !check_session_is_over(s))
        try_world(s, entry);
    bool may_summarise =
        !s->options->engine.summarises && s->report->model && (s->report->model->joins_calls || s->is_cut[0]);
    if (!st && chooses && may_summarise && has_property(s, entry, true) && !check_session_is_over(s))
        st = try_summaries(s, entry, d);
    if (!st && chooses && s->choices.list.count && has_property(s, entry, true) && !check_session_is_over(s)) {
        s->is_bare = true; /* what conditions name was kept as they compare it, which may be too little */
        st = try_exactly(s, entry, false, d);
        s->is_bare = false;
    }
    if (!st && chooses && is_machine && has_property(s, entry, true) && !check_session_is_over(s))
        st = try_exactly(s, entry, true, d); /* apart: values that run away from each other have no end */
    if (!st && may_run && needs_runs(s, entry) && !check_session_is_over(s)) {
        struct budget some = check_session_part(s, SHARE_RUNS);
        check_session_try_runs(s, entry, &some);
    }
    if (!st && chooses && is_machine)
        st = try_inputs(s, entry, d);
    if (!st && chooses && s->is_cut[0] && has_refutable(s, entry) && !check_session_is_over(s))
        st = check_session_try_leaving_out(s, entry, d);
    if (!st && chooses)
        st = try_exactly_long(s, entry, d);
    if (!st && beside && has_refutable(s, entry) && !check_session_is_over(s))
        check_parallel_work(beside);
    if (!st && chooses && !check_session_is_over(s))
        st = check_session_try_apart(s, entry, d);
    if (!st && may_run && has_refutable(s, entry) && !check_session_is_over(s))
        check_session_try_failures(s, entry);
    if (!st && is_deep)
        st = check_session_rounds(s, entry, d);
    if (check_parallel_end(beside) && !check_session_open_count(s, entry))
        st = ST_OK; /* whatever ended the states */
    if (!st && may_run && has_refutable(s, entry) && !check_session_is_over(s))
        check_session_try_runs(s, entry, s->options->engine.budget);
    check_session_settle_doubts(s, entry);
    if (!st && may_run && s->options->wants_inputs)
        check_session_try_runs(s, entry, s->options->engine.budget);
    return settle_end(s, st, d);
}
