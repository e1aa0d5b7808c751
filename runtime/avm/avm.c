/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The machine as a whole: prepared from a program and its notes, run, reported, released.
 */
#include "runtime/avm/compile/compile.h"
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "prepare.h"
#include "report.h"
#include "step.h"
#include "trial.h"

void avm_config_init(struct avm_config *c)
{
    *c = (struct avm_config){
        .keep_graph = true, .keep_must = true, .widen_after = 3, .recursion_depth = 32, .split_limit = 256};
}

uint32_t avm_origin(struct avm *m, const struct work *s, const struct code *c, enum avm_choice why)
{
    const struct cwi_stmt *stmt = s->stmt ? s->stmt : c->stmt;
    uint64_t key = hash_u64((uint64_t)(uintptr_t)stmt) ^ hash_u64((uint64_t)(uintptr_t)s->error + 11) ^
                   hash_u64((uint64_t)(uintptr_t)s->blame + 7) ^ hash_u64((uint64_t)(uintptr_t)s->chosen + 5) ^
                   ((uint64_t)why << 8 | (uint64_t)(s->outcome + 1) << 4 | 1) ^ ((uint64_t)(c - m->code.items) << 40);
    uint32_t id;
    if (m->last_origin_key == key && m->origins.count)
        return m->last_origin;
    if (!base_map64_get(&m->origin_of, key, &id)) {
        id = (uint32_t)m->origins.count;
        base_map64_put(&m->origin_of, key, id);
        struct avm_origin o = {.at = stmt && stmt->at.line ? stmt->at : c->at,
                               .func = c->fn ? c->fn->func : 0,
                               .stmt = stmt,
                               .blame = s->blame,
                               .why = why,
                               .outcome = s->outcome,
                               .chosen = s->chosen,
                               .error = s->error};
        vec_push(&m->origins, o);
    }
    m->last_origin_key = key;
    m->last_origin = id;
    return id;
}

/* The entry is what the system starts: main, or what runs before and after it too. */
bool avm_is_program(const struct avm *m)
{
    if (m->cfg.async)
        return false;
    return m->cfg.entry == cwi_find_start(m->u) || !strcmp(cwi_func_of(m->u, m->cfg.entry)->name, "main");
}

/* ---- preparation ------------------------------------------------------------------------------------------------- */

static void assume(struct avm *m, const char *text)
{
    vec_push(&m->assumptions, text);
}

static void sort_locals(struct avm *m)
{
    size_t funcs = m->u->funcs.count, vars = m->u->vars.count;
    m->first_local = ARENA_ARRAY(m->arena, uint32_t, funcs + 1);
    m->locals = ARENA_ARRAY(m->arena, cwi_id, vars);
    for (cwi_id v = 1; v < vars; v++)
        m->first_local[cwi_var_of(m->u, v)->owner]++;
    uint32_t at = 0;
    for (size_t f = 0; f <= funcs; f++) {
        uint32_t n = f < funcs ? m->first_local[f] : 0;
        m->first_local[f] = at;
        at += n;
    }
    uint32_t *next = arena_copy(m->arena, m->first_local, (funcs + 1) * sizeof *next);
    for (cwi_id v = 1; v < vars; v++)
        m->locals[next[cwi_var_of(m->u, v)->owner]++] = v;
}

static void place_globals(struct avm *m)
{
    m->global_cells = ARENA_ARRAY(m->arena, const struct cell *, m->cells.count + 1);
    for (cwi_id v = 1; v < m->u->vars.count; v++) {
        const struct object *o = &m->objects[v];
        for (uint32_t i = 0; o->is_global && i < o->count; i++) {
            struct cell *c = &m->cells.items[o->first + i];
            c->slot = W_GLOBALS + m->global_count;
            m->global_cells[m->global_count++] = c;
        }
    }
    m->frame_base = W_GLOBALS + m->global_count;
    m->scratch_max = m->frame_base;
}

/* Nothing that runs writes the variable: it is what it was at first at any moment. */
static bool is_never_written(struct avm *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    pt_id object = pt_of_var(m->points, var);
    if (v->linkage != CWI_STATIC || v->is_volatile || v->is_exposed || pt_escaped(m->points, object) ||
        pt_set_has(pt_mod(m->points, m->program_entry), object))
        return false;
    for (uint32_t i = 0; i < m->world->async_count; i++)
        if (pt_set_has(pt_mod(m->points, m->world->async[i].func), object))
            return false;
    for (cwi_id f = 1; f < m->u->funcs.count; f++)
        if (cwi_func_of(m->u, f)->init_priority && pt_set_has(pt_mod(m->points, f), object))
            return false;
    return true;
}

static void initialise_globals(struct avm *m)
{
    bool is_thread = m->cfg.async != 0;
    for (uint32_t i = 0; i < m->world->async_count; i++) /* what runs as a handler too begins with what is there */
        is_thread &= m->world->async[i].func != m->cfg.async || m->world->async[i].is_new;
    m->initial_globals = ARENA_ARRAY(m->arena, vs, m->global_count);
    bool is_kept = true; /* of the variable whose cells they are */
    for (uint32_t i = 0; i < m->global_count; i++) {
        const struct cell *c = m->global_cells[i];
        const struct cwi_var *v = cwi_var_of(m->u, c->var);
        bool is_static = v->linkage != CWI_AUTO && v->linkage != CWI_PARAM && v->linkage != CWI_TEMP;
        struct span at = span_of_cell(c);
        bool is_new = v->is_thread_local && !v->is_address_taken && is_thread;
        if (m->cfg.async && (!i || c->var != m->global_cells[i - 1]->var))
            is_kept = is_new || is_never_written(m, c->var);
        m->initial_globals[i] = is_static && is_kept ? avm_round(m, c, avm_initial_value(m, v, &at)) : VS_TOP;
    }
    for (cwi_id f = 1; f < m->u->funcs.count && !m->cfg.async && m->cfg.entry != cwi_find_start(m->u); f++) {
        const struct cwi_func *fn = cwi_func_of(m->u, f);
        if (!fn->init_priority || !fn->block_count)
            continue;
        avm_lose(
            m, fn->at, f,
            arena_printf(m->arena, "constructor '%s' is not executed: what it writes may hold any value", fn->name));
        struct pt_set set = pt_mod(m->points, f);
        for (uint32_t i = 0; i < m->global_count; i++)
            if (pt_set_has(set, pt_of_var(m->points, m->global_cells[i]->var)))
                m->initial_globals[i] = VS_TOP;
    }
}

enum {
    MEMORY_ERRORS = 1u << AVM_DOUBT_BOUNDS | 1u << AVM_DOUBT_FREE | 1u << AVM_DOUBT_NULL | 1u << AVM_DOUBT_DEAD |
                    1u << AVM_DOUBT_TWICE
};

/* The errors that violate a property, bit k for kind k. */
static uint32_t kinds_of(const char *logic)
{
    static const struct {
        const char *logic;
        uint32_t kinds;
    } rows[] = {
        {"memory-safe", MEMORY_ERRORS},
        {"no-null", 1u << AVM_DOUBT_NULL},
        {"no-use-after-free", 1u << AVM_DOUBT_DEAD},
        {"no-bad-free", 1u << AVM_DOUBT_FREE},
        {"no-overflow", 1u << AVM_DOUBT_OVERFLOW | 1u << AVM_DOUBT_QUOTIENT},
        {"no-div-zero", 1u << AVM_DOUBT_DIVISION},
        {"no-div-trap", 1u << AVM_DOUBT_DIVISION | 1u << AVM_DOUBT_QUOTIENT}, /* asked by runtime/interface alone */
        {"no-uninit", 1u << AVM_DOUBT_UNSET},
        {"no-leak", 1u << AVM_DOUBT_LEAK},
        {"no-deadlock", 1u << AVM_DOUBT_BLOCK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(logic, rows[i].logic))
            return rows[i].kinds;
    return 0;
}

/* Who asks about a part needs to know when the lives of objects end, as all of memory-safe does. */
static void ask(struct avm *m, uint32_t kinds)
{
    bool is_part = kinds & MEMORY_ERRORS && (kinds & MEMORY_ERRORS) != MEMORY_ERRORS;
    m->kinds_asked |= kinds | (is_part ? 1u << AVM_DOUBT_BOUNDS : 0);
    m->tells_parts |= is_part;
}

static void find_kinds_asked(struct avm *m)
{
    for (size_t i = 0; i < m->notes->list.count; i++)
        if (m->notes->list.items[i]->kind == NOTE_PROPERTY)
            ask(m, kinds_of(m->notes->list.items[i]->u.property.logic));
}

static enum status prepare_looks(struct avm *m, struct diag *d)
{
    (void)d;
    m->looks = ARENA_ARRAY(m->arena, struct look, m->notes->list.count);
    for (size_t i = 0; i < m->notes->list.count; i++) {
        const struct note *n = m->notes->list.items[i];
        if (n->kind != NOTE_PROPERTY)
            continue;
        struct look *l = &m->looks[m->look_count++];
        l->note = n;
        l->is_error_location = !strcmp(n->u.property.logic, "reach-assert");
        l->kinds = kinds_of(n->u.property.logic);
        bool is_in = !strcmp(n->u.property.logic, "in");
        l->is_place = is_in || !strcmp(n->u.property.logic, "at");
        m->looks_in |= is_in;
        if (strcmp(n->u.property.logic, "invariant"))
            continue;
        l->cond = avm_lower_in(m, 0, n->u.property.expr);
        l->scope = avm_comp_expr_owner(m->u, n->u.property.expr, &l->mixes);
        m->looks_mix |= l->mixes;
    }
    return ST_OK;
}

static enum status prepare_points(struct avm *m, struct diag *d)
{
    struct avm_program *p = m->cfg.program;
    if (!p) {
        enum status st = avm_program_new(m->u, m->notes, m->cfg.entry, m->cfg.budget, &m->own, d);
        if (st)
            return st;
        p = m->own;
    }
    m->points = p->points;
    m->calls = p->calls;
    m->lifetimes = p->lifetimes;
    m->world = p->world;
    m->program = p;
    m->program_entry = p->entry;
    if (m->cfg.async) /* runs are the same from here on, whatever they start with */
        m->cfg.entry = m->cfg.async;
    return ST_OK;
}

static int64_t object_size(void *context, uint32_t object)
{
    const struct avm *m = context;
    if (object > OBJECT_ID)
        return object & OBJECT_FUNCTION ? 1 : -1;
    uint64_t size = m->objects[object].size;
    if (cwi_var_of(m->u, object)->linkage == CWI_LITERAL)
        return 0; /* no byte of it is surely its own: the linker merges it with others, and with the ends of others */
    return size == CWI_UNKNOWN ? -1 : (int64_t)size;
}

/* A local variable of which no block tells the activations apart. */
static bool has_several(const struct avm *m, uint32_t object)
{
    cwi_id owner = object <= OBJECT_ID && object < m->u->vars.count ? cwi_var_of(m->u, object)->owner : 0;
    return owner && cwi_is_automatic(cwi_var_of(m->u, object)) && m->calls->funcs[owner].recursive &&
           !m->objects[object].is_activation;
}

static bool is_summary(void *context, uint32_t object)
{
    return avm_is_summary(context, object) || has_several(context, object);
}

static enum status prepare(struct avm *m, struct diag *d)
{
    m->pool = vs_pool_new(NULL);
    m->wraps = true; /* in annotations */
    vs_pool_sizes(m->pool, object_size, m);
    vs_pool_summaries(m->pool, is_summary, m);
    avm_find_floats(m);
    m->labels = base_intern_new();
    m->key_values = base_intern_new();
    base_intern_add(m->key_values, "", 0); /* no block is pinned */
    m->texts = base_intern_new();
    base_intern_add(m->labels, "i", 1);
    m->maps = avm_map_pool_new();
    m->states = avm_store_new();
    m->frames = avm_store_new();
    struct context none = {0};
    vec_push(&m->contexts, none);
    enum status st = ev_compile(m->arena, m->u, m->notes, &m->events, d);
    if (st != ST_OK)
        return st;
    uint32_t rules;
    ev_all(m->events, &rules);
    m->rule_fired = arena_zalloc(m->arena, rules + 1);
    if ((st = prepare_points(m, d)) != ST_OK)
        return st;
    avm_find_shared(m);
    sort_locals(m);
    find_kinds_asked(m);
    avm_find_holders(m);
    if ((st = avm_layout(m, d)) != ST_OK)
        return st;
    place_globals(m);
    avm_find_keys(m);
    avm_find_copies(m);
    if ((st = prepare_looks(m, d)) != ST_OK || (st = avm_compile(m, d)) != ST_OK)
        return st;
    initialise_globals(m);
    m->chain_base = (uint32_t)m->code.count;
    if (joins_states(m))
        avm_rank_places(m);
    m->scratch_max += 1;
    avm_flatten(m);
    avm_memo_new(m);
    m->frame_buffer = ARENA_ARRAY(m->arena, vs, m->scratch_max + 1);
    m->step_words = ARENA_ARRAY(m->arena, vs, m->scratch_max + 1);
    avm_trial_begin(m);
    const struct cwi_func *entry = cwi_func_of(m->u, m->cfg.entry);
    if (!avm_is_program(m) && !m->cfg.async)
        assume(m, arena_printf(m->arena,
                               "the arguments of '%s' are any values; pointers among them lead to memory of their own, "
                               "which stays the caller's",
                               entry->name));
    for (cwi_id f = 1; f < m->u->funcs.count; f++)
        if (cwi_func_of(m->u, f)->block_count && cwi_func_of(m->u, f)->linkage != CWI_STATIC &&
            pt_effect_is_compilers(cwi_func_of(m->u, f)->name))
            assume(m, arena_printf(m->arena,
                                   "'%s' does what the C standard says: GCC may call it in place of something else",
                                   cwi_func_of(m->u, f)->name));
    for (cwi_id f = 1; f < m->u->funcs.count; f++)
        if (cwi_func_of(m->u, f)->block_count && pt_effect_of(m->u, f, m->notes).from_note)
            assume(m,
                   arena_printf(m->arena, "'%s' does what its annotation says, and no more: its body is not executed",
                                cwi_func_of(m->u, f)->name));
    if (m->u->is_static)
        assume(m, "what is linked statically without a fragment is the C library's");
    if (pt_gave_up(m->points))
        avm_lose(m, (struct cwi_place){0}, 0,
                 "some pointers may lead to so many places that they are taken to lead anywhere");
    if (pt_assumed_types(m->points))
        assume(m, "functions are called through pointers with the arguments and results of their own types");
    return ST_OK;
}

/* ---- the interface ----------------------------------------------------------------------------------------------- */

static void free_machine(struct avm *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->contexts.count; i++) {
        vec_free(&m->contexts.items[i].callers);
        vec_free(&m->contexts.items[i].returns);
    }
    vec_free(&m->contexts);
    vec_free(&m->cells);
    vec_free(&m->joint);
    vec_free(&m->constants);
    vec_free(&m->code);
    vec_free(&m->setjmps);
    vec_free(&m->sites);
    vec_free(&m->chains);
    vec_free(&m->origins);
    vec_free(&m->works);
    vec_free(&m->out);
    vec_free(&m->queue);
    vec_free(&m->ready);
    vec_free(&m->queued);
    vec_free(&m->nodes);
    vec_free(&m->built_label);
    vec_free(&m->undecided);
    vec_free(&m->losses);
    vec_free(&m->assumptions);
    vec_free(&m->refused);
    base_map64_free(&m->context_of);
    base_map64_free(&m->pair_of);
    base_map64_free(&m->site_of);
    free(m->loads);
    avm_memo_free(m);
    base_map64_free(&m->returned);
    base_map64_free(&m->chain_of);
    base_map64_free(&m->origin_of);
    base_map64_free(&m->node_of);
    base_map64_free(&m->holders_of);
    base_intern_free(m->key_values);
    vec_free(&m->key_slots);
    vec_free(&m->nodes_at);
    vec_free(&m->keyed_contexts);
    base_map64_free(&m->undecided_of);
    base_map64_free(&m->loss_of);
    base_map64_free(&m->doubt_of);
    avm_trial_free(m->trial);
    vec_free(&m->doubts);
    vec_free(&m->looked);
    avm_store_close(&m->cursor);
    avm_store_free(m->states);
    avm_store_free(m->frames);
    avm_program_free(m->own);
    vs_pool_free(m->pool);
    avm_map_pool_free(m->maps);
    base_intern_free(m->labels);
    base_intern_free(m->texts);
    arena_free(m->step_arena);
    arena_free(m->arena);
    free(m);
}

void avm_model_free(struct avm_model *model)
{
    if (!model)
        return;
    if (model->graph)
        lts_free(model->graph);
    free_machine(model->machine);
}

enum status avm_run(const struct cwi_unit *program, const struct notes *notes, const struct avm_config *config,
                    struct avm_model **out, struct diag *d)
{
    struct avm *m = base_mem_zalloc(sizeof *m);
    m->arena = arena_new();
    m->step_arena = arena_new();
    m->u = program;
    m->notes = notes;
    m->cfg = *config;
    m->policy = avm_policy(config);
    if (!m->cfg.fallback)
        m->cfg.fallback = abs_top();
    m->model = ARENA_NEW(m->arena, struct avm_model);
    m->model->arena = m->arena;
    m->model->program = program;
    m->model->machine = m;
    enum status st = prepare(m, d);
    if (st == ST_OK)
        st = avm_explore(m, d);
    if (st != ST_OK) {
        avm_model_free(m->model);
        return st;
    }
    avm_report(m);
    *out = m->model;
    return ST_OK;
}
