/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rounds: the engine runs the client with few cells tracked; what keeps a call from being good or an error is blamed,
 * and tracked in the next round; where that gets nowhere, everything is tracked exactly while it stays small.
 *
 * Invariant: what is reported comes from one run; the last complete one, or the last of all. Source: Roy 2010,
 * algorithms 1 and 2, with cells in place of support variables, and blame in place of a choice among them.
 */
#include "runtime/interface/private.h"

#include <stdlib.h>

enum {
    MOST_ROUNDS = 24,
    EXACT_STATES = 300000,
    COARSE_STATES = 50000,
    DEFAULT_STATES = 2000000,
    MOST_BLAMED_PATHS = 64,
    FEW_PARTS = 16,
    ALL_PARTS = 256
};

struct session {
    struct cwi_unit *program;
    const struct notes *given;
    const struct iface_options *options;
    struct iface_client client;
    struct choices choices;
    struct notes known; /* what is given, and the client */
    cwi_id entry;
    struct avm_program *prepared;
    const char *beside; /* what runs beside the calls, in words; or NULL */
    struct summary summary;
    uint32_t parts; /* of the run that it comes from; and what was kept of cells */
    const struct abs *fallback;
    bool has_summary;
    struct iface *out;
    uint64_t states_left;
    uint32_t *region, region_count;
};

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool is_over(const struct session *s)
{
    return s->states_left <= 1 || base_budget_ask(s->options->engine.budget) != BUDGET_LEFT;
}

static enum status prepare(struct session *s, struct diag *d)
{
    if (s->prepared)
        return ST_OK;
    enum status st = avm_program_new(s->program, &s->known, s->entry, s->options->engine.budget, &s->prepared, d);
    const struct world *w = st ? NULL : avm_program_world(s->prepared);
    if (w && w->async_count && !s->beside)
        s->beside = arena_printf(s->out->arena, "'%s' may run at any moment, and is no part of the graph",
                                 cwi_func_of(s->program, w->async[0].func)->name);
    return st;
}

/* Runs and keeps the summary, if it is better than the one before: complete. `parts`: everything is tracked exactly, an
 * input with more values than that as one set; 0: what was chosen is tracked. */
static enum status run(struct session *s, uint32_t parts, const struct abs *fallback, struct diag *d)
{
    struct avm_config config = s->options->engine;
    struct notes notes = {.arena = s->out->arena};
    struct avm_model *m = NULL;
    enum status st = prepare(s, d);
    if (st)
        return st;
    for (size_t i = 0; i < s->known.list.count; i++)
        vec_push(&notes.list, s->known.list.items[i]);
    if (!parts)
        check_choices_notes(&s->choices, &notes);
    config.entry = s->entry;
    config.program = s->prepared;
    config.merge = AVM_MERGE_NEVER;
    config.peephole = true;
    config.runs_far = false;
    config.checks_accesses = config.keep_graph = config.keep_must = true;
    uint64_t most = fallback ? EXACT_STATES : COARSE_STATES;
    config.max_states = s->states_left < most ? s->states_left : most;
    if (fallback)
        config.fallback = fallback;
    if (parts)
        config.split_limit = parts;
    st = avm_run(s->program, &notes, &config, &m, d);
    vec_free(&notes.list);
    if (st)
        return st;
    s->out->rounds++;
    s->states_left -= m->states < s->states_left ? m->states : s->states_left - 1;
    if (s->has_summary && m->end != AVM_COMPLETE && s->summary.model->end == AVM_COMPLETE) {
        avm_model_free(m);
        return ST_OK;
    }
    if (s->has_summary)
        iface_summary_free(&s->summary);
    iface_summarise(&s->summary, &s->client, m);
    s->parts = parts;
    s->fallback = fallback;
    s->has_summary = true;
    return ST_OK;
}

/* ---- what is open ------------------------------------------------------------------------------------------------ */

static void find_regions(struct session *s)
{
    free(s->region);
    s->region = base_mem_alloc(((size_t)s->summary.count + 1) * sizeof *s->region);
    s->region_count = iface_regions_find(&s->summary, s->options->sequences, s->region);
}

/* Whether good edges that are not sure matter: one call leads to several regions. */
static bool is_vague(const struct session *s, const struct summary_outcome *o)
{
    bool is_sure = true, is_one = true;
    for (uint32_t e = o->first; e < o->first + o->count; e++) {
        const struct summary_edge *x = &s->summary.edges.items[e], *first = &s->summary.edges.items[o->first];
        is_sure &= x->must;
        is_one &= x->to == first->to ||
                  (x->to != SUMMARY_END && first->to != SUMMARY_END && s->region[x->to] == s->region[first->to]);
    }
    return !is_sure && !is_one;
}

struct blaming {
    struct session *session;
    bool changed;
};

static void blame(void *context, const struct cwi_expr *e)
{
    struct blaming *b = context;
    b->changed |= check_choices_from_expr(&b->session->choices, e);
}

/* What an access is blamed on that may be outside of its object is no condition. */
static void blame_path(struct blaming *b, const struct graph_path *p)
{
    const struct avm_model *m = b->session->summary.model;
    check_path_blames(m, p, blame, b);
    if (!p->count)
        return;
    const struct avm_origin *o = avm_origin_of(m, p->steps[p->count - 1]);
    if (o->error && o->blame)
        check_access_blames(o->blame, blame, b);
    else if (o->stmt && o->stmt->rhs && o->stmt->kind == CWI_IF)
        blame(b, o->stmt->rhs);
}

/* The open calls of macro states that may be reached; blames their paths. Returns how many there are. */
static uint32_t open_calls(struct session *s, struct blaming *b)
{
    const struct summary *x = &s->summary;
    uint8_t *reached = base_mem_zalloc((size_t)x->count + 1);
    uint32_t open = 0;
    iface_reach(x, true, reached);
    for (uint32_t m = 0; m < x->count; m++)
        for (uint32_t call = 0; reached[m] && call < x->call_count; call++) {
            const struct summary_outcome *o = &x->outcomes[(size_t)m * x->row + call];
            if (o->is == IFACE_UNDECIDED && open++ < MOST_BLAMED_PATHS)
                blame_path(b, &o->path);
        }
    free(reached);
    return open;
}

/* Good calls of which the region that they lead to is not known; blames what is undecided anywhere. */
static uint32_t vague_calls(struct session *s, struct blaming *b)
{
    const struct summary *x = &s->summary;
    uint32_t vague = 0;
    for (uint32_t m = 0; m < x->count; m++)
        for (uint32_t call = 0; s->region[m] != UINT32_MAX && call < x->call_count; call++) {
            const struct summary_outcome *o = &x->outcomes[(size_t)m * x->row + call];
            vague += o->is == IFACE_GOOD && is_vague(s, o);
        }
    for (uint32_t i = 0; vague && !b->changed && i < x->model->undecided_count; i++)
        if (x->model->undecided[i].var)
            b->changed |= check_choices_from_var(&s->choices, x->model->undecided[i].var);
    return vague;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* What is left after a round; blames it for the next one. */
static uint32_t settle(struct session *s, bool *changed)
{
    struct blaming b = {.session = s};
    if (s->summary.model->end != AVM_COMPLETE) {
        *changed = check_choices_coarsen(&s->choices, s->summary.model);
        return 1;
    }
    check_choices_next_round(&s->choices);
    uint32_t open = open_calls(s, &b);
    if (!open && s->options->sequences) {
        find_regions(s);
        open = vague_calls(s, &b);
    }
    *changed = b.changed;
    return open;
}

/* Questions and labels of the program are no part of the client's. */
static void collect_notes(struct session *s)
{
    for (size_t i = 0; i < s->client.notes.list.count; i++)
        vec_push(&s->known.list, s->client.notes.list.items[i]);
    for (size_t i = 0; i < s->given->list.count; i++) {
        const struct note *n = s->given->list.items[i];
        if (n->kind != NOTE_PROPERTY && n->kind != NOTE_SPEC && n->kind != NOTE_LABEL && n->kind != NOTE_ENTRY)
            vec_push(&s->known.list, n);
    }
}

/* Whether a call from a macro state wants a surer answer. */
static bool is_open(const struct session *s, const struct summary_outcome *o)
{
    bool is_sure = true;
    for (uint32_t e = o->first; e < o->first + o->count; e++)
        is_sure &= s->summary.edges.items[e].must;
    return o->is == IFACE_UNDECIDED || (s->options->sequences && o->is == IFACE_GOOD && !is_sure);
}

/* The client cuts states apart; calls that are open, or all, get values to be tried with. */
static void sharpen(struct session *s, bool probes_open, bool probes_all, bool focus)
{
    const struct summary *x = &s->summary;
    uint8_t *wanted = base_mem_zalloc(x->call_count + 1);
    for (uint32_t m = 0; m < x->count; m++)
        for (uint32_t call = 0; call < x->call_count; call++) {
            const struct summary_outcome *o = &x->outcomes[(size_t)m * x->row + call];
            enum iface_probing how = (probes_open || probes_all) && is_open(s, o)     ? IFACE_PROBE_MANY
                                     : probes_all && o->is == IFACE_ERROR && o->count ? IFACE_PROBE_FEW
                                     : probes_all                                     ? IFACE_PROBE_ONE
                                                                                      : IFACE_PROBE_NONE;
            wanted[call] = how > wanted[call] ? (uint8_t)how : wanted[call];
        }
    iface_client_probe(&s->client, wanted, focus, s->given);
    free(wanted);
    s->known.list.count = 0;
    collect_notes(s);
    check_choices_learn(&s->choices);
    avm_program_free(s->prepared);
    s->prepared = NULL;
}

/* Everything tracked: as ranges; exactly without probes first, then with them, then with inputs cut into all of their
 * values. */
static enum status decide_exactly(struct session *s, struct diag *d)
{
    enum { RANGES, PLAIN, PROBES, ALL_VALUES, STEPS };
    enum status st = ST_OK;
    const struct abs *ranges = iface_keep_ranges(s->out->arena, &s->client);
    uint32_t open = 1;
    for (int step = ranges ? RANGES : PLAIN; !st && open && step < STEPS && !is_over(s); step++) {
        struct blaming b = {.session = s, .changed = true};
        if (step < ALL_VALUES)
            sharpen(s, step == PROBES, false, step != RANGES);
        st = run(s, step == ALL_VALUES ? ALL_PARTS : FEW_PARTS, step == RANGES ? ranges : abs_free_type(), d);
        open = st ? 0 : open_calls(s, &b);
        if (!st && !open && s->options->sequences) {
            find_regions(s);
            open = vague_calls(s, &b);
        }
    }
    return st;
}

/* Rounds in which what was blamed is tracked, and the rest as `fallback` says; returns how many calls are open. */
static uint32_t decide_coarsely(struct session *s, const struct abs *fallback, enum status *st, struct diag *d)
{
    bool changed = true;
    uint32_t open = 1;
    for (int round = 0; !*st && open && changed && round < MOST_ROUNDS && !is_over(s); round++) {
        *st = run(s, 0, fallback, d);
        if (!*st)
            open = settle(s, &changed);
    }
    return open;
}

static enum status decide(struct session *s, struct diag *d)
{
    enum status st = ST_OK;
    uint32_t open = decide_coarsely(s, NULL, &st, d);
    if (!st && open && !is_over(s))
        open = decide_coarsely(s, iface_keep_pointers(s->out->arena), &st, d);
    if (!st && open && !is_over(s))
        st = decide_exactly(s, d);
    if (!st && s->options->suite && !is_over(s)) {
        sharpen(s, false, true, s->parts > 0);
        st = run(s, s->parts, s->fallback, d);
    }
    if (st == ST_LIMIT && s->has_summary)
        st = ST_OK;
    return st;
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static void report_problems(struct session *s)
{
    struct VEC(struct iface_problem) list = {0};
    const struct summary *x = &s->summary;
    const struct avm_model *m = x->model;
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t call = 0; s->region[i] != UINT32_MAX && call < x->call_count; call++) {
            const struct summary_outcome *o = &x->outcomes[(size_t)i * x->row + call];
            struct iface_problem p = {
                .region = s->region[i], .call = s->out->call_of[call], .why = "the run ended before it was seen"};
            if (o->is != IFACE_UNDECIDED)
                continue;
            if (o->path.count) {
                const struct avm_origin *from = avm_origin_of(m, o->path.steps[o->path.count - 1]);
                p.why = from->error ? arena_str(s->out->arena, from->error) : "it may err";
                p.at = from->at;
            }
            bool is_known = false;
            for (size_t k = 0; k < list.count; k++)
                is_known |= list.items[k].region == p.region && list.items[k].call == p.call;
            if (!is_known)
                vec_push(&list, p);
        }
    s->out->problem_count = (uint32_t)list.count;
    s->out->problems = vec_to_arena(&list, s->out->arena);
    vec_free(&list);
}

static const struct iface_object *clients_object(const struct iface_client *c, cwi_id var)
{
    for (size_t i = 0; i < c->objects.count; i++)
        if (c->objects.items[i].var == var)
            return &c->objects.items[i];
    return NULL;
}

/* Not an integer alone: those that hold an address in disguise are as wide as one. */
static bool may_hold_address(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    return t->kind != CWI_VOID && t->kind != CWI_FLOAT && (t->kind != CWI_INT || t->bits >= u->pointer_bits);
}

/* An address may get out of the library. */
static bool hands_pointers(const struct iface_client *c)
{
    for (size_t i = 0; i < c->functions.count; i++) {
        const struct cwi_func *f = cwi_func_of(c->u, c->functions.items[i].func);
        cwi_id result = cwi_type_of(c->u, f->type)->of;
        bool some = result && may_hold_address(c->u, result);
        for (uint32_t k = 0; k < f->param_count; k++)
            some |= may_hold_address(c->u, cwi_var_of(c->u, f->params[k])->type);
        if (some)
            return true;
    }
    return false;
}

/* The graph knows calls alone: a client that writes what the library keeps by itself is another matter. The number of
 * texts. */
static uint32_t assume_calls_alone(const struct session *s, const char *texts[3])
{
    const struct iface_client *c = &s->client;
    struct arena *a = s->out->arena;
    const char *first = NULL;
    uint32_t others = 0, n = 0;
    bool is_handed = hands_pointers(c);
    for (cwi_id v = 1; v < c->u->vars.count; v++) {
        const struct cwi_var *x = cwi_var_of(c->u, v);
        bool is_within_reach = x->linkage != CWI_STATIC || (x->is_address_taken && is_handed);
        if (!iface_is_state(c, v) || !is_within_reach || clients_object(c, v))
            continue;
        others += first != NULL;
        first = first ? first : x->name;
    }
    if (c->objects.count)
        texts[n++] = "only calls of the library change what handles lead to";
    if (others)
        texts[n++] = arena_printf(a, "only calls of the library change '%s' (and %u others)", first, others);
    else if (first)
        texts[n++] = arena_printf(a, "only calls of the library change '%s'", first);
    if (pt_calls_out(c->u, NULL))
        texts[n++] = "functions that the library calls and does not have call none of its own";
    return n;
}

static bool is_in_interface(const struct iface_client *c, cwi_id func)
{
    for (size_t i = 0; i < c->functions.count; i++)
        if (c->functions.items[i].func == func)
            return true;
    return false;
}

/* What a client may call beside the interface. A call by another name of a function is one of that function. */
static void find_others(struct session *s)
{
    const struct iface_client *c = &s->client;
    struct VEC(const char *) others = {0};
    for (cwi_id f = 1; f < s->program->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(s->program, f);
        bool is_public = x->linkage == CWI_GLOBAL || x->linkage == CWI_WEAK;
        bool hides = x->alias && is_public && cwi_func_of(s->program, x->alias)->linkage == CWI_STATIC;
        if (hides && !is_in_interface(c, x->alias) && !s->out->unseen)
            s->out->unseen = arena_printf(s->out->arena, "'%s' is another name of '%s', and no part of the graph",
                                          x->name, cwi_func_of(s->program, x->alias)->name);
        if (f != c->func && !x->alias && iface_client_is_exported(s->program, x) && !is_in_interface(c, f))
            vec_push(&others, (const char *)arena_str(s->out->arena, x->name));
    }
    s->out->other_count = (uint32_t)others.count;
    s->out->others = vec_to_arena(&others, s->out->arena);
    vec_free(&others);
}

static void report(struct session *s)
{
    const char *alone[3];
    uint32_t alone_count = assume_calls_alone(s, alone);
    struct iface *out = s->out;
    const struct avm_model *m = s->summary.model;
    struct VEC(const char *) assumptions = {0};
    find_regions(s);
    iface_regions_report(&s->summary, &s->client, s->region, s->region_count, out);
    iface_regions_name(&s->summary, &s->client, s->region, out);
    report_problems(s);
    if (s->options->suite)
        iface_make_suite(&s->summary, &s->client, s->options, s->region, out);
    out->is_permissive &= !s->options->sequences || out->is_deterministic || out->is_sure;
    out->program = s->program;
    out->unseen = m->unseen ? arena_str(out->arena, m->unseen) : s->summary.lost ? s->summary.lost : s->beside;
    find_others(s);
    out->states = m->states;
    if (m->end != AVM_COMPLETE)
        out->ended = m->end == AVM_OUT_OF_TIME   ? "the time was up"
                     : m->end == AVM_INTERRUPTED ? "interrupted"
                                                 : "out of states";
    for (size_t i = 0; i < s->client.assumptions.count; i++)
        vec_push(&assumptions, s->client.assumptions.items[i]);
    for (uint32_t i = 0; i < alone_count; i++)
        vec_push(&assumptions, alone[i]);
    for (uint32_t i = 0; i < m->assumption_count; i++)
        vec_push(&assumptions, (const char *)arena_str(out->arena, m->assumptions[i]));
    out->assumption_count = (uint32_t)assumptions.count;
    out->assumptions = vec_to_arena(&assumptions, out->arena);
    vec_free(&assumptions);
}

enum status iface_build(struct cwi_unit *program, const struct notes *notes, const struct iface_options *options,
                        struct iface **out, struct diag *d)
{
    struct session s = {.program = program, .given = notes, .options = options};
    s.states_left = options->engine.max_states ? options->engine.max_states : DEFAULT_STATES;
    s.out = base_mem_zalloc(sizeof *s.out);
    s.out->arena = arena_new();
    s.known.arena = s.out->arena;
    *out = NULL;
    enum status st = iface_client_make(&s.client, program, notes, options, d);
    if (!st) {
        cwi_id start = cwi_find_start(program);
        s.entry = start ? start : s.client.func;
        collect_notes(&s);
        check_choices_begin(&s.choices, s.out->arena, program, &s.known);
        st = decide(&s, d);
        if (!st && !s.has_summary)
            st = diag_set(d, ST_LIMIT, (struct place){0},
                          "the time or the states were used up before anything was seen");
        if (!st)
            report(&s);
        check_choices_end(&s.choices);
    }
    if (s.has_summary)
        iface_summary_free(&s.summary);
    avm_program_free(s.prepared);
    vec_free(&s.known.list);
    iface_client_free(&s.client);
    free(s.region);
    if (st)
        iface_free(s.out);
    else
        *out = s.out;
    return st;
}

void iface_free(struct iface *i)
{
    if (!i)
        return;
    arena_free(i->arena);
    free(i);
}
