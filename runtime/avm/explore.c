/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The exploration loop: states in, successors out, until nothing is new or a budget ends.
 *
 * Without merging a state is its vector, states are stepped once, in the order of their numbers (breadth first). With
 * merging a state is a place (location and call stack, or location alone) whose vector grows; when nothing grows any
 * more one last pass makes the transitions, so that must bits are those of the fixpoint. Sources: DuVarney 2002,
 * figures 3.4 and 3.5 (corrected: the edge to the merged state is always there); Krall 2012, algorithm 2.2.1.
 */
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "prepare.h"
#include "step.h"
#include "trial.h"

enum { CHECK_EVERY = 128, CHECK_EFFORT = 512 };

uint64_t avm_state_count(const struct avm *m)
{
    return joins_states(m) ? m->nodes.count : avm_store_count(m->states);
}

void avm_words(const struct avm *m, uint32_t state, vs *words, uint32_t *n)
{
    avm_store_get(m->states, joins_states(m) ? m->nodes.items[state].vector : state, words, n);
}

/* ---- adding states ----------------------------------------------------------------------------------------------- */

void avm_requeue(struct avm *m, uint32_t state)
{
    while (m->queued.count <= state)
        vec_push(&m->queued, 0);
    if (m->queued.items[state])
        return;
    m->queued.items[state] = 1;
    if (joins_states(m))
        avm_ready_add(m, state, m->nodes.items[state].pc);
    else
        vec_push(&m->queue, state);
}

/* Nothing follows such an error. */
static bool is_fatal(uint32_t kind)
{
    return (kind < AVM_ASSUMED && kind != AVM_DOUBT_OVERFLOW) || kind > AVM_DOUBT_BLOCK;
}

void avm_note_state(struct avm *m, uint32_t state, uint32_t pc)
{
    bool ends = pc == PC_ERROR || (pc >= PC_SURE && pc < PC_POSSIBLE && is_fatal(pc - PC_SURE));
    if (ends && m->error_state == LTS_NONE)
        m->error_state = state;
    if (pc < m->chain_base && m->code.items[pc].look_count)
        vec_push(&m->looked, state);
}

uint32_t avm_add_state(struct avm *m, const vs *words, uint32_t n)
{
    if (joins_states(m))
        return avm_add_node(m, words, n);
    bool is_new;
    uint32_t id = avm_store_add_near(m->states, &m->cursor, words, n, &is_new);
    if (is_new)
        avm_note_state(m, id, words[W_PC]);
    return id;
}

/* ---- transitions ------------------------------------------------------------------------------------------------- */

static uint32_t built_label(struct avm *m, uint32_t label)
{
    while (m->built_label.count <= label) {
        uint32_t id = (uint32_t)m->built_label.count;
        vec_push(&m->built_label, lts_builder_label(m->builder, base_intern_str(m->labels, id)));
    }
    return m->built_label.items[label];
}

static void record(struct avm *m, uint32_t from)
{
    while (m->joint.count <= from)
        vec_push(&m->joint, 0);
    m->joint.items[from] = m->is_joint && m->out.count == 2;
    m->transitions += m->out.count;
    for (const struct successor *x = m->out.items, *end = x + m->out.count; x < end; x++) {
        m->must_count += x->must;
        if (m->builder)
            lts_builder_add(m->builder, from, built_label(m, x->label), x->state, x->must, x->origin);
    }
}

/* ---- budgets ----------------------------------------------------------------------------------------------------- */

struct limits {
    double start, next_progress;
    uint64_t max_states, max_memory;
    uint64_t done; /* effort since the budget was asked */
};

/* What a run may still take when its budget has ended. */
#define LAST_SECONDS 0.2

static bool spent(struct avm *m, struct limits *b, enum avm_end *end)
{
    uint64_t states = avm_state_count(m);
    uint64_t bytes = avm_store_bytes(m->states) + avm_store_bytes(m->frames) + vs_pool_bytes(m->pool) +
                     avm_map_pool_bytes(m->maps) + avm_memo_bytes(m) + (m->builder ? m->transitions * 16 : 0);
    double t = base_budget_now();
    if (m->cfg.progress && t > b->next_progress) {
        b->next_progress = t + 0.2;
        m->cfg.progress(m->cfg.context, states, m->transitions);
    }
    base_budget_spend(m->cfg.budget, b->done);
    b->done = 0;
    enum budget_end over = base_budget_ask(m->cfg.budget);
    if (over == BUDGET_STOPPED)
        *end = AVM_INTERRUPTED;
    else if (over == BUDGET_ANSWERED)
        *end = AVM_ANSWERED;
    else if (states > b->max_states)
        *end = AVM_OUT_OF_STATES;
    else if (bytes > b->max_memory)
        *end = AVM_OUT_OF_MEMORY;
    else if (over == BUDGET_TIME)
        *end = AVM_OUT_OF_TIME;
    else if (over == BUDGET_UNITS)
        *end = AVM_OUT_OF_WORK;
    else
        return false;
    return true;
}

/* Of one step, in units of the budget: long states take longer, which are read whole where they are joined, and so do
 * running on and many successors. */
static uint64_t effort(struct avm *m)
{
    uint64_t passed = m->passed;
    m->passed = 0;
    uint64_t one = m->scratch_max / (joins_states(m) ? 5 : 100);
    return 2 + (1 + passed / 64) * one + passed / 16 + m->out.count;
}

static void step_state(struct avm *m, struct limits *b, uint32_t state)
{
    m->now = state;
    m->is_joint = false;
    arena_reset(m->step_arena);
    if (!joins_states(m)) {
        avm_store_open(m->states, state, &m->cursor);
        avm_step(m, m->cursor.words, m->cursor.n);
    } else {
        uint32_t n;
        avm_store_get(m->states, m->nodes.items[state].vector, m->step_words, &n);
        avm_step(m, m->step_words, n);
    }
    b->done += effort(m);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

static void explore_states(struct avm *m, struct limits *b, enum avm_end *end)
{
    bool is_late = false; /* states are stepped anew, in no order */
    for (uint32_t next = 0;;) {
        uint32_t state;
        m->stepped = next && !m->queue.count && !is_late ? next - 1 : 0; /* the last one may have been cut short */
        if (next < avm_store_count(m->states)) {
            state = next++;
        } else if (m->queue.count) { /* late: by then most callers of the joined contexts are known */
            state = m->queue.items[--m->queue.count];
            m->queued.items[state] = 0;
            is_late = true;
        } else {
            return;
        }
        step_state(m, b, state);
        record(m, state);
        if (avm_store_count(m->states) <= b->max_states && b->done < CHECK_EFFORT)
            continue;
        if (spent(m, b, end))
            return;
    }
}

/* Steps what grew until nothing does, or the budget ends. */
static void explore_ready(struct avm *m, struct limits *b, enum avm_end *end)
{
    for (uint32_t state; avm_ready_take(m, &state);) {
        m->queued.items[state] = 0;
        step_state(m, b, state);
        if (b->done >= CHECK_EFFORT && spent(m, b, end))
            break;
    }
}

/* The transitions of all states. False: one leads to what was not known. */
static bool record_all(struct avm *m, struct limits *b, enum avm_end *end)
{
    size_t reached = m->nodes.count;
    double until = base_budget_now() + LAST_SECONDS;
    for (uint32_t state = 0; state < reached; state++) {
        step_state(m, b, state);
        record(m, state);
        if (state % CHECK_EVERY == 0 && *end != AVM_COMPLETE && base_budget_now() > until)
            break; /* the states near to the start have their transitions, which is what a violation may be found in */
        if (state % CHECK_EVERY == 0 && *end == AVM_COMPLETE && spent(m, b, end))
            until = base_budget_now() + LAST_SECONDS;
    }
    return m->nodes.count == reached && !m->ready.count;
}

static void forget_transitions(struct avm *m)
{
    m->transitions = m->must_count = 0;
    m->built_label.count = 0;
    lts_builder_free(m->builder);
    m->builder = m->cfg.keep_graph ? lts_builder_new() : NULL;
}

/* Which blocks a return drops depends on all frames that are still to come back, and these grow without its state: such
 * states are found when all are stepped once more. */
static void explore_merged(struct avm *m, struct limits *b, enum avm_end *end)
{
    enum { ROUNDS = 8 };
    for (int round = 0; round < ROUNDS; round++) {
        if (round > 0)
            forget_transitions(m);
        explore_ready(m, b, end);
        if (*end != AVM_COMPLETE)
            m->ready.count = 0;
        if (record_all(m, b, end))
            return;
        if (*end != AVM_COMPLETE)
            break;
    }
    if (*end == AVM_COMPLETE)
        *end = AVM_OUT_OF_STATES; /* no graph of all: nothing is True of it */
}

static void initial_state(struct avm *m)
{
    struct work s = work_on(m->step_words);
    clear_words(&s, 0, m->scratch_max);
    set_pc(&s, m->entry_pc);
    set_pending(&s, 0);
    set_heap(&s, avm_initial_blocks(m));
    set_context(&s, avm_entry_context(m));
    set_world(&s, m->cfg.async || m->world->async_disturbs ? WORLD_DISTURBED : WORLD_FREE);
    load_words(&s, W_GLOBALS, m->initial_globals, m->global_count);
    const struct func_code *fn = &m->funcs[m->cfg.entry];
    for (uint32_t i = 0; i < fn->param_count && !m->cfg.async; i++) {
        if (fn->params[i] == UINT32_MAX)
            continue;
        const struct cell *c = &m->cells.items[fn->params[i]];
        vs v = VS_TOP;
        if (c->t.kind == VS_PTR)
            v = vs_ptr(m->pool, c->t, OBJECT_HEAP | (OBJECT_ID - i), vs_small(0));
        else if (i == 0 && avm_is_program(m))
            v = vs_interval(m->pool, c->t, 0, vs_type_max(c->t));
        store_cell(m, &s, c, v);
    }
    avm_trial_arguments(m, &s, fn);
    avm_enter_blocks(m, &s, fn);
    bool is_new;
    if (!joins_states(m))
        avm_note_state(m, avm_store_add(m->states, s.w, fn->words, &is_new), s.w[W_PC]);
    else
        avm_add_node(m, s.w, fn->words);
}

static void add_propositions(struct avm *m, struct lts *g)
{
    g->props = m->look_count;
    g->prop_names = base_mem_zalloc((m->look_count + 1) * sizeof *g->prop_names);
    g->prop = base_mem_zalloc((size_t)g->states * m->look_count + 1);
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        g->prop_names[i] = strdup(n->u.property.name ? n->u.property.name : n->u.property.logic);
    }
    struct work s = work_on(m->step_words);
    for (size_t k = 0; k < m->looked.count; k++) {
        uint32_t n, state = m->looked.items[k];
        avm_words(m, state, m->step_words, &n);
        const struct code *c = &m->code.items[s.w[W_PC]];
        for (uint32_t i = 0; i < c->look_count; i++) {
            const struct look *look = &m->looks[c->looks[i]];
            uint8_t verdict = s.w[W_PC] >= PC_POSSIBLE && s.w[W_PC] < PC_CODE ? LTS_MAYBE : LTS_TRUE;
            if (look->cond) {
                uint8_t holds = avm_look_holds(m, state, look);
                verdict = holds == LTS_TRUE ? LTS_FALSE : holds == LTS_FALSE ? LTS_TRUE : LTS_MAYBE;
            }
            uint8_t *p = &g->prop[(size_t)state * g->props + c->looks[i]];
            *p = verdict > *p ? verdict : *p;
        }
    }
}

enum status avm_explore(struct avm *m, struct diag *d)
{
    struct limits b = {.start = base_budget_now(),
                       .max_states = m->cfg.max_states ? m->cfg.max_states : 1000000,
                       .max_memory = m->cfg.max_memory ? m->cfg.max_memory : (uint64_t)2 << 30};
    b.next_progress = b.start + 1;
    if (b.max_states > UINT32_MAX - 16)
        return diag_set(d, ST_BAD, (struct place){0}, "a model has at most %u states", UINT32_MAX - 16);
    enum avm_end end = AVM_COMPLETE;
    m->builder = m->cfg.keep_graph ? lts_builder_new() : NULL;
    m->error_state = LTS_NONE;
    initial_state(m);
    if (!joins_states(m))
        explore_states(m, &b, &end);
    else
        explore_merged(m, &b, &end);
    if (m->too_many_labels)
        return diag_set(d, ST_BAD, (struct place){0},
                        "more than %d events in one step: split the statement, or use fewer labels on it", LABELS_MAX);
    m->model->end = end;
    m->model->error = m->error_state;
    m->model->max_states = b.max_states;
    m->model->unbounded = m->cfg.unbounded;
    m->model->states = avm_state_count(m);
    m->model->transitions = m->transitions;
    m->model->must = m->must_count;
    m->model->bytes = avm_store_payload_bytes(m->states);
    m->model->seconds = base_budget_now() - b.start;
    m->model->some_code = m->some_code;
    m->model->trial = avm_trial_text(m->arena, m);
    m->model->trial_inputs = avm_trial_inputs(m->arena, m, &m->model->trial_input_count);
    size_t n = m->joint.count;
    uint8_t *joint = ARENA_ARRAY(m->arena, uint8_t, avm_state_count(m) + 1);
    memset(joint, 0, avm_state_count(m) + 1);
    memcpy(joint, m->joint.items, n);
    m->model->joint = joint;
    m->model->stepped = !joins_states(m) && !m->cfg.runs_far && !m->queue.count ? m->stepped : 0;
    if (m->builder) {
        lts_builder_states(m->builder, (uint32_t)avm_state_count(m));
        m->model->graph = lts_builder_finish(m->builder, 0, true, true);
        m->builder = NULL;
        m->model->transitions = lts_transitions(m->model->graph);
        m->model->must = 0;
        for (uint64_t t = 0; t < m->model->transitions; t++)
            m->model->must += lts_is_must(m->model->graph, t);
        add_propositions(m, m->model->graph);
    }
    return ST_OK;
}
