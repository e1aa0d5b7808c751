/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One run of the engine and what it answers; and the runs of functions that may run at any moment: a True needs all of
 * them.
 */
#include "runtime/check/private.h"
#include "runtime/check/shares.h"
#include "concrete.h"

enum {
    DOUBT_STATES = 100000,
    EXACT_STATES = 20000,
    LONG_STATES = 4000000,
    EXACT_MEMORY = 1 << 29,
    TRIAL_STATES = 20000,
    SHORT_STATES = 30000
};

/* ---- one run ----------------------------------------------------------------------------------------------------- */

/* The notes of a run: everything but questions, the properties still open (or those that stand before an async run),
 * and the choices. */
static void collect_notes(const struct session *s, cwi_id entry, bool with_choices, bool of_candidates,
                          struct notes *out)
{
    for (size_t i = 0; i < s->given->list.count; i++)
        if (s->given->list.items[i]->kind != NOTE_PROPERTY && s->given->list.items[i]->kind != NOTE_SPEC)
            vec_push(&out->list, s->given->list.items[i]);
    for (size_t i = 0; i < s->asked.count; i++) {
        const struct asked *q = &s->asked.items[i];
        bool wanted = of_candidates ? q->is_candidate : check_session_is_open(q, entry);
        if (wanted && q->note->kind == NOTE_PROPERTY)
            vec_push(&out->list, q->note);
    }
    for (size_t i = 0; i < s->asked.count && !of_candidates; i++)
        for (size_t k = 0;
             check_session_is_open(&s->asked.items[i], entry) && k < s->asked.items[i].temporal.conditions.count; k++)
            vec_push(&out->list, (struct note *)s->asked.items[i].temporal.conditions.items[k]);
    if (with_choices)
        check_choices_notes(&s->choices, out);
    for (size_t i = 0; i < s->left_out.count; i++)
        vec_push(&out->list, s->left_out.items[i]);
}

static bool keeps_old(const struct asked *q, const struct check_answer *new_answer, bool complete)
{
    return q->is_complete && !complete && new_answer->verdict == LTS_VERDICT_MAYBE;
}

static void take_answer(struct asked *q, const struct check_answer *x, const struct graph_path *path, bool complete)
{
    q->path = *path;
    if (keeps_old(q, x, complete) || (q->is_assumed && x->verdict == LTS_VERDICT_MAYBE))
        return;
    *q->answer = *x;
    q->is_complete = complete;
}

/* ---- what the model does not have -------------------------------------------------------------------------------- */

/* Where the program does what nobody knows, or something that the model does not have, nothing can be called True, and
 * a comparison with a design not False either: what seems to lack may be just that. */
static bool rests_on_all(const struct check_answer *x)
{
    return x->verdict == LTS_VERDICT_TRUE || (x->verdict == LTS_VERDICT_FALSE && x->question->kind == NOTE_SPEC);
}

static void withhold(struct arena *a, struct check_answer *x, const char *why)
{
    x->verdict = LTS_VERDICT_MAYBE;
    x->message = arena_printf(a, "'%s' is not decided: %s", x->name, why);
}

static void admit_unseen(struct arena *a, const struct avm_model *m, struct check_answer *x)
{
    if (!m->unseen || !rests_on_all(x))
        return;
    withhold(a, x, "the model does not have everything that the program does");
    check_hint_add_text(a, x, m->unseen);
}

static void admit_error(struct arena *a, const struct avm_model *m, struct check_answer *x, struct graph_path *path)
{
    if (m->error == LTS_NONE || !rests_on_all(x))
        return;
    const char *why = "something undefined happens";
    struct event_list events = {.arena = a};
    *path = check_graph_path_to(a, m->graph, m->error);
    check_events_of_path(m, path, &events, &x->at, &x->func);
    if (path->count)
        why = avm_origin_of(m, path->steps[path->count - 1])->error;
    struct check_event last = {.at = x->at, .func = x->func, .text = arena_str(a, why)};
    vec_push(&events.list, last);
    withhold(a, x, arena_printf(a, "what the program does is not known once this happens: %s", why));
    x->path = vec_to_arena(&events.list, a);
    x->path_length = (uint32_t)events.list.count;
    vec_free(&events.list);
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* What is known of a run that was interrupted is told all the same. */
static struct lts_control comparing(const struct session *s, const struct avm_model *m)
{
    const struct avm_config *e = &s->options->engine;
    return (struct lts_control){
        .stop = m->end == AVM_COMPLETE ? check_session_stops : NULL, .context = (void *)s, .max_memory = e->max_memory};
}

/* The layer of a run, in words. */
static const char *layer_words(const struct session *s, int layer)
{
    static const char *const kinds[] = {
        [RUN_FAR] = "exact states", [RUN_EXACT] = "exact states", [RUN_KEYED] = "keyed states", [RUN_TRIAL] = "trials"};
    if (s->kind == RUN_KEYED && s->keeps_all)
        return "keyed states, all tracked";
    if (s->leaves_out)
        return "exact states, some variables left out";
    if (s->kind != RUN_MAPS)
        return s->summarises ? "summaries" : s->relates ? "related states" : kinds[s->kind];
    if (s->joins_by_place)
        return "states joined by place";
    return layer == 1 ? "joined states" : s->relates ? "related maps" : "maps";
}

static const char *by_words(const struct session *s, const struct avm_model *m, int layer)
{
    return arena_printf(s->report->arena, "%s (%llu states)%s", layer_words(s, layer), (unsigned long long)m->states,
                        s->adds_little ? ", one way into an error at a time" : "");
}

/* Why the run left it open. */
static void note_lack(struct session *s, struct asked *q, const struct avm_model *m, int layer)
{
    struct arena *a = s->report->arena;
    const char *why = m->unseen ? m->unseen : "it assumes something on the way there";
    if (m->end != AVM_COMPLETE)
        why = arena_printf(a, "%s after %llu states",
                           m->end == AVM_OUT_OF_STATES   ? "the limit is reached"
                           : m->end == AVM_OUT_OF_MEMORY ? "the memory is used up"
                           : m->end == AVM_OUT_OF_WORK   ? "the work given to it was done"
                                                         : "the time is up",
                           (unsigned long long)m->states);
    if (s->kind == RUN_TRIAL && m->trial)
        why = arena_printf(a, "%llu of them found nothing", (unsigned long long)s->trial);
    check_session_lacks(s, q, layer_words(s, layer), why);
}

static enum status answer_one(struct session *s, struct asked *q, const struct avm_model *m, int layer, uint32_t *prop,
                              struct diag *d)
{
    struct arena *a = s->report->arena;
    struct lts_control control = comparing(s, m);
    struct check_answer x;
    struct graph_path path = {0};
    if (q->temporal.question) {
        (*prop)++;
        if (s->kind == RUN_FAR || s->kind == RUN_TRIAL || s->kind == RUN_KEYED)
            return ST_OK; /* they lack states, or inputs */
        enum status st = check_temporal_answer(a, m, q->note, &q->temporal, s->given,
                                               avm_program_world(s->prepared)->async_count > 0, layer,
                                               s->options->engine.grain, &control, &x, &path, d);
        if (!st)
            take_answer(q, &x, &path, m->end == AVM_COMPLETE);
        return st;
    }
    if (q->note->kind == NOTE_PROPERTY) {
        check_answer_property(a, m, q->note, (*prop)++, layer, &x, &path);
    } else if ((layer == 1 && s->options->layer != 1) || s->kind != RUN_MAPS) {
        return ST_OK;
    } else {
        enum status st = check_answer_spec(a, m, q->note, q->design, layer, &control, &x, &path, d);
        if (st)
            return st;
    }
    admit_unseen(a, m, &x);
    admit_error(a, m, &x, &path);
    x.by = by_words(s, m, layer);
    if ((s->kind == RUN_FAR || s->kind == RUN_KEYED) && x.verdict != LTS_VERDICT_TRUE)
        return ST_OK; /* the next run finds the way there */
    if (s->kind == RUN_TRIAL && x.verdict != LTS_VERDICT_FALSE)
        return ST_OK;
    if (s->kind == RUN_TRIAL && m->trial)
        check_hint_add_text(a, &x, m->trial);
    q->is_assumed &= m->error == LTS_NONE;
    if (rests_on_all(&x) && avm_program_world(s->prepared)->async_count)
        q->is_candidate = true;
    if (path.count && s->options->searches && check_is_shown_by_runs(q))
        x.route = check_route_of_path(a, m, &path);
    take_answer(q, &x, &path, m->end == AVM_COMPLETE);
    return ST_OK;
}

static enum status answer_all(struct session *s, cwi_id entry, const struct avm_model *m, int layer, struct diag *d)
{
    uint32_t prop = 0;
    enum status st = ST_OK;
    for (size_t i = 0; i < s->asked.count && !st; i++)
        if (check_session_is_open(&s->asked.items[i], entry)) {
            st = answer_one(s, &s->asked.items[i], m, layer, &prop, d);
            if (!st && check_session_is_open(&s->asked.items[i], entry))
                note_lack(s, &s->asked.items[i], m, layer);
        }
    return st;
}

/* Some open question is about what may still come, not just about runs. */
static bool asks_of_choices(const struct session *s)
{
    for (size_t i = 0; i < s->asked.count; i++)
        if (check_session_is_open(&s->asked.items[i], s->prepared_for) && s->asked.items[i].temporal.question &&
            strcmp(s->asked.items[i].note->u.property.logic, "ltl"))
            return true;
    return false;
}

static bool is_first_of_layers(const struct session *s, int layer)
{
    return layer == 1 && s->options->layer != 1;
}

/* What no note names is an interval, in so many pieces at most. */
static void track_all(struct session *s, int64_t most, struct avm_config *config)
{
    struct abs_arg pieces = {.kind = ABS_INT, .lo = most, .hi = most};
    if (!config->fallback &&
        abs_make(s->report->arena, "intervals", &pieces, 1, (struct place){0}, &config->fallback, NULL))
        config->fallback = abs_free_type();
}

static void configure(struct session *s, int layer, struct avm_config *config)
{
    *config = s->options->engine;
    config->program = s->prepared;
    config->peephole = false;
    config->shows_choices = asks_of_choices(s);
    config->relates = s->relates && !config->unbounded && config->merge == AVM_MERGE_NEVER && s->kind != RUN_TRIAL;
    config->checks_accesses = config->keep_graph = config->keep_must = true;
    config->max_states = s->states_left;
    if (s->is_short && config->max_states > SHORT_STATES)
        config->max_states = SHORT_STATES;
    if (check_session_only_doubts(s) && config->max_states > DOUBT_STATES)
        config->max_states = DOUBT_STATES;
    if (s->kind == RUN_KEYED) {
        config->merge = AVM_MERGE_KEYED;
        config->keys = s->options->keys;
        config->key_count = s->options->key_count;
        config->subject = s->options->subject;
        config->skips_tables = s->keeps_all;
        if (s->keeps_all)
            track_all(s, 1, config);
    } else if (s->kind != RUN_MAPS) {
        config->peephole = config->runs_far =
            s->kind == RUN_FAR && !check_session_asks(s, s->prepared_for, "no-leak"); /* that is about each state */
        config->fallback = abs_free_type();
        config->summarises |= s->summarises;
        uint64_t most = s->most_states ? s->most_states : s->is_long ? LONG_STATES : EXACT_STATES;
        config->max_states = config->max_states > most ? most : config->max_states;
        if (!s->is_long && (!config->max_memory || config->max_memory > EXACT_MEMORY))
            config->max_memory = EXACT_MEMORY;
    }
    if (s->kind == RUN_TRIAL) {
        config->trial = s->trial;
        config->max_states = config->max_states > TRIAL_STATES ? TRIAL_STATES : config->max_states;
    }
    if (layer == 1) {
        config->merge = s->joins_by_place ? AVM_MERGE_LOCATION : AVM_MERGE_STACK;
        if (is_first_of_layers(s, layer) && config->max_states < UINT64_MAX)
            config->max_states = (uint64_t)(SHARE_JOINED * (double)config->max_states);
        track_all(s, 4, config);
    }
}

static void count_states(struct session *s, const struct avm_model *m)
{
    if (s->states_left != UINT64_MAX)
        s->states_left -= m->states < s->states_left ? m->states : s->states_left - 1;
}

/* ---- functions that run at any moment ---------------------------------------------------------------------------- */

/* It does nothing that a design could lack. */
static bool is_silent(const struct avm_model *m)
{
    for (uint64_t t = 0; t < lts_transitions(m->graph); t++)
        if (m->graph->label[t] != LTS_TAU)
            return false;
    return !m->ends && m->error == LTS_NONE && m->end == AVM_COMPLETE;
}

struct writing {
    const struct world *world;
    bool found;
};

static bool is_written(void *context, const struct cwi_expr *e)
{
    struct writing *w = context;
    w->found |= e->kind == CWI_DEREF || (e->kind == CWI_VAR && w->world->writer[e->ref]);
    return !w->found;
}

/* What an invariant names is written by no function that may run at any moment. */
static bool is_beyond_reach(const struct session *s, const struct asked *q)
{
    struct writing w = {.world = avm_program_world(s->prepared)};
    if (q->note->kind != NOTE_PROPERTY || strcmp(q->note->u.property.logic, "invariant") != 0)
        return false;
    cwi_expr_walk(q->note->u.property.expr, is_written, &w);
    return !w.found;
}

static void blame(void *session, const struct cwi_expr *e)
{
    struct session *s = session;
    vec_push(&s->blamed, e);
}

/* The answer of an async run to a question that the program's own run does not refute. */
static void join_answer(struct session *s, struct asked *q, const struct check_answer *x, const struct avm_model *m,
                        cwi_id async)
{
    struct arena *a = s->report->arena;
    const char *name = cwi_func_of(s->program, async)->name;
    bool is_spec = q->note->kind == NOTE_SPEC;
    if (is_spec ? is_silent(m) : x->verdict == LTS_VERDICT_TRUE)
        return;
    struct check_answer *out = q->answer;
    enum lts_verdict was = out->verdict;
    if (!is_spec)
        *out = *x;
    out->verdict = LTS_VERDICT_MAYBE;
    if (is_spec)
        withhold(a, out, arena_printf(a, "'%s' may run at any moment, and its events are no part of the model", name));
    else if (m->end != AVM_COMPLETE)
        withhold(
            a, out,
            arena_printf(a, "the run of '%s', which may run at any moment, ended before everything was seen", name));
    else if (x->verdict == LTS_VERDICT_FALSE || !x->message || was != LTS_VERDICT_TRUE || x->path_length)
        out->message = arena_printf(a, "property '%s' may be violated: '%s' may run at any moment", out->name, name);
    q->is_candidate = false;
}

static enum status run_async(struct session *s, cwi_id entry, cwi_id async, int layer, struct diag *d)
{
    struct avm_config config;
    struct notes notes = {.arena = s->report->arena};
    struct avm_model *m = NULL;
    uint32_t prop = 0;
    configure(s, layer, &config);
    config.entry = entry;
    config.async = async;
    collect_notes(s, entry, layer > 1, true, &notes);
    enum status st = avm_run(s->program, &notes, &config, &m, d);
    for (size_t i = 0; !st && i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        struct check_answer x = {0};
        struct graph_path path = {0};
        if (!q->is_candidate)
            continue;
        bool is_apart = m->end == AVM_COMPLETE && m->error == LTS_NONE && !m->unseen && is_beyond_reach(s, q);
        if (q->note->kind == NOTE_PROPERTY) {
            check_answer_property(s->report->arena, m, q->note, prop++, layer, &x, &path);
            admit_unseen(s->report->arena, m, &x);
            admit_error(s->report->arena, m, &x, &path);
            if (!is_apart)
                check_path_blames(m, &path, blame, s);
        }
        if (!is_apart)
            join_answer(s, q, &x, m, async);
    }
    if (m) {
        check_assumed_add(&s->assumed, s->report->arena, m);
        count_states(s, m);
    }
    avm_model_free(m);
    vec_free(&notes.list);
    return st;
}

/* Candidates stay what they are when every function that may run at any moment agrees. */
static enum status run_asyncs(struct session *s, cwi_id entry, int layer, struct diag *d)
{
    const struct world *w = avm_program_world(s->prepared);
    enum status st = ST_OK;
    for (uint32_t i = 0; i < w->async_count && !st; i++) {
        bool some = false;
        for (size_t k = 0; k < s->asked.count; k++)
            some |= s->asked.items[k].is_candidate;
        if (some)
            st = run_async(s, entry, w->async[i].func, layer, d);
    }
    for (size_t i = 0; i < s->asked.count; i++) {
        struct asked *q = &s->asked.items[i];
        if (st && q->is_candidate)
            withhold(s->report->arena, q->answer, "not every function that may run at any moment was explored");
        q->is_candidate = false;
    }
    return st;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

enum status check_session_prepare(struct session *s, cwi_id entry, struct diag *d)
{
    if (s->prepared && s->prepared_for == entry)
        return ST_OK;
    avm_program_free(s->prepared);
    s->prepared = NULL;
    s->prepared_for = entry;
    return avm_program_new(s->program, s->given, entry, s->options->engine.budget, &s->prepared, d);
}

/* Of the time that is left; others are to follow, for which a few states may be enough. */
static double part_of(const struct session *s, int layer)
{
    if (s->kind == RUN_FAR || s->kind == RUN_EXACT)
        return s->is_long ? s->leaves_out ? SHARE_LEFT_OUT : SHARE_LONG : SHARE_EXACT;
    if (s->kind == RUN_KEYED && s->keeps_all)
        return SHARE_KEYED;
    if (is_first_of_layers(s, layer))
        return s->options->key_count ? SHARE_PATHS : SHARE_JOINED;
    return 1;
}

enum status check_session_run(struct session *s, cwi_id entry, int layer, struct diag *d)
{
    struct avm_config config;
    struct notes notes = {.arena = s->report->arena};
    struct avm_model *m = NULL;
    uint32_t open = check_session_open_count(s, entry);
    for (size_t i = 0; i < s->asked.count; i++)
        s->asked.items[i].was_open = check_session_is_open(&s->asked.items[i], entry);
    enum status st = check_session_prepare(s, entry, d);
    if (st)
        return st;
    configure(s, layer, &config);
    config.entry = entry;
    struct budget part = check_session_part(s, part_of(s, layer));
    if (part.deadline > 0)
        config.budget = &part;
    collect_notes(s, entry, layer > 1 && !s->is_bare, false, &notes);
    st = avm_run(s->program, &notes, &config, &m, d);
    s->report->runs++;
    if (!st) {
        avm_model_free(s->report->model);
        s->report->model = m;
        count_states(s, m);
        st = answer_all(s, entry, m, layer, d);
        if (check_session_open_count(s, entry) < open) {
            s->report->was_exact |= s->kind != RUN_MAPS && !s->left_out.count;
            check_assumed_add(&s->assumed, s->report->arena, m);
        }
    }
    if (!st)
        st = run_asyncs(s, entry, layer, d);
    if (!st)
        check_session_doubt(s, entry, m);
    vec_free(&notes.list);
    return st;
}
