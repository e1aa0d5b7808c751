/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points-to: making the analysis, and the questions about objects and expressions that the solved constraints
 * answer. */
#include "runtime/points/private.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

/* ---- making ------------------------------------------------------------------------------------------------------ */

static void find_bodies(struct pt *pt)
{
    const struct cwi_unit *u = pt->unit;
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        const struct cwi_func *f = cwi_func_of(u, i);
        pt->body_of[i] = i;
        for (cwi_id k = 1; f->alias_of && !f->block_count && k < u->funcs.count; k++) {
            const struct cwi_func *g = cwi_func_of(u, k);
            if (g->block_count && g->asm_name && !strcmp(g->asm_name, f->alias_of))
                pt->body_of[i] = k;
        }
    }
}

/* What assembler outside of functions names, code that is not known can reach. */
static void expose(struct pt *pt)
{
    for (cwi_id i = 1; i < pt->unit->vars.count; i++)
        if (cwi_var_of(pt->unit, i)->is_exposed)
            pt_add_item(pt, PT_UNKNOWN, pt_of_var(pt, pt_var_alias(pt, i)));
    for (cwi_id i = 1; i < pt->unit->funcs.count; i++)
        if (cwi_func_of(pt->unit, i)->is_exposed)
            pt_add_item(pt, PT_UNKNOWN, pt_of_func(pt, pt->body_of[i]));
}

/* The strings that getenv may find: those from before the program, the copies that setenv makes, and what was stored
 * into the list (main's third argument, environ) by the program or by putenv (call.c). */
static void find_environment(struct pt *pt)
{
    pt->environment_lists = pt_new_node(pt);
    pt_add_item(pt, pt->environment_lists, PT_ARGS);
    for (cwi_id i = 1; i < pt->unit->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(pt->unit, i);
        const char *name = v->asm_name ? v->asm_name : v->name;
        if (v->linkage != CWI_EXTERN || !name || strcmp(name + strspn(name, "_"), "environ") != 0)
            continue;
        uint32_t environ = pt_of_var(pt, pt_var_alias(pt, i));
        pt_add_item(pt, pt_all_cells(pt, environ, true), PT_ARGS);
        pt_copy(pt, pt_all_cells(pt, environ, false), pt->environment_lists);
    }
    pt->environment = pt_loaded(pt, pt->environment_lists);
    pt_add_item(pt, pt->environment, PT_ARGS);
    pt_add_item(pt, pt->environment, PT_LIBRARY);
    if (!pt->is_main) /* who calls it has its own say */
        pt_add_item(pt, pt->environment, PT_UNKNOWN);
}

struct pt *pt_new(const struct cwi_unit *u, const cwi_id *roots, uint32_t root_count, const struct notes *notes,
                  const struct budget *budget)
{
    struct pt *pt = base_mem_zalloc(sizeof *pt);
    pt->arena = arena_new();
    pt->unit = u;
    pt->notes = notes;
    pt->first_dynamic = PT_FIRST + (uint32_t)(u->vars.count - 1 + u->funcs.count - 1);
    pt->effects = ARENA_ARRAY(pt->arena, struct effect *, u->funcs.count);
    pt->body_of = ARENA_ARRAY(pt->arena, cwi_id, u->funcs.count);
    pt->reached = ARENA_ARRAY(pt->arena, bool, u->funcs.count);
    pt->touched = ARENA_ARRAY(pt->arena, bool, u->vars.count);
    pt->wrappers = ARENA_ARRAY(pt->arena, struct pt_wrapper, u->funcs.count);
    pt->steps_to_cycles = 5000;
    vec_reserve(&pt->nodes, pt->first_dynamic);
    pt->layouts = ARENA_ARRAY(pt->arena, const struct pt_layout *, u->types.count);
    while (pt->nodes.count < pt->first_dynamic) {
        pt_new_node(pt);
        pt_new_object(pt);
    }
    pt->outside = pt_new_node(pt);
    for (size_t i = 0; i < sizeof pt->left_there / sizeof *pt->left_there; i++)
        pt->left_there[i] = pt_new_node(pt);
    pt->handlers = pt_new_node(pt);
    find_bodies(pt);
    pt_find_data_run(pt);
    pt->is_main = root_count && (roots[0] == cwi_find_start(u) || !strcmp(cwi_func_of(u, roots[0])->name, "main"));
    pt_add_item(pt, PT_UNKNOWN, PT_UNKNOWN);
    pt_add_item(pt, PT_UNKNOWN, PT_DEVICE);
    pt_add_item(pt, PT_DEVICE, PT_UNKNOWN);
    pt_add_item(pt, PT_LIBRARY, PT_LIBRARY);
    pt_add_item(pt, pt->handlers, PT_DEVICE); /* what was there before the program began */
    pt_add_item(pt, PT_ARGS, PT_ARGS);
    find_environment(pt);
    for (uint32_t i = 0; i < root_count; i++)
        /* The entry gets what the caller owns. */
        pt_called_from_outside(pt, pt->body_of[roots[i]], i ? PT_UNKNOWN : PT_ARGS);
    for (cwi_id i = 1; i < u->funcs.count && !cwi_find_start(u); i++)
        if (cwi_func_of(u, i)->init_priority || cwi_func_of(u, i)->fini_priority)
            pt_called_from_outside(pt, pt->body_of[i], PT_ARGS);
    expose(pt);
    pt->budget = budget;
    pt_solve(pt);
    pt->budget = NULL; /* questions take little time */
    if (!pt->is_stopped)
        return pt;
    pt_free(pt);
    return NULL;
}

void pt_free(struct pt *pt)
{
    if (!pt)
        return;
    for (size_t i = 0; i < pt->nodes.count; i++) {
        struct pt_node *n = &pt->nodes.items[i];
        vec_free(&n->set);
        vec_free(&n->fresh);
        vec_free(&n->copies);
        vec_free(&n->accesses);
        vec_free(&n->shifts);
        vec_free(&n->calls);
    }
    for (size_t i = 0; i < pt->memories.count; i++)
        vec_free(&pt->memories.items[i].cells);
    vec_free(&pt->nodes);
    vec_free(&pt->locations);
    vec_free(&pt->memories);
    vec_free(&pt->memory_of);
    vec_free(&pt->accesses);
    vec_free(&pt->shifts);
    vec_free(&pt->heap);
    vec_free(&pt->pending);
    vec_free(&pt->work);
    vec_free(&pt->new_funcs);
    vec_free(&pt->addressed);
    vec_free(&pt->sets);
    vec_free(&pt->closures);
    base_map64_free(&pt->sites);
    base_map64_free(&pt->location_at);
    base_map64_free(&pt->stretch_at);
    base_map64_free(&pt->cell_at);
    base_map64_free(&pt->strides);
    base_map64_free(&pt->values);
    base_map64_free(&pt->edges);
    base_map64_free(&pt->address);
    base_map64_free(&pt->site_of_call);
    base_map64_free(&pt->wrapped);
    base_map64_free(&pt->linked);
    base_map64_free(&pt->answers);
    base_map64_free(&pt->closure_of);
    arena_free(pt->arena);
    free(pt);
}

/* ---- objects ----------------------------------------------------------------------------------------------------- */

uint32_t pt_object_count(const struct pt *pt)
{
    return (uint32_t)pt->locations.count;
}

pt_id pt_of_var(const struct pt *pt, cwi_id var)
{
    return PT_FIRST + pt_var_alias(pt, var) - 1;
}

pt_id pt_of_func(const struct pt *pt, cwi_id func)
{
    return PT_FIRST + (uint32_t)pt->unit->vars.count - 1 + func - 1;
}

pt_id pt_of_site(const struct pt *pt, const struct cwi_stmt *call)
{
    uint32_t object;
    cwi_id callee = pt_direct(call->rhs);
    if (base_map64_get(&pt->site_of_call, (uintptr_t)call, &object))
        return object;
    return callee && base_map64_get(&pt->wrapped, pt_wrapped_key(call, pt->body_of[callee]), &object) ? object
                                                                                                      : PT_UNKNOWN;
}

struct pt_object pt_object_of(const struct pt *pt, pt_id object)
{
    if (object < PT_FIRST)
        return (struct pt_object){.kind = PT_OUTSIDE};
    if (pt_is_var(pt, object))
        return (struct pt_object){.kind = PT_VAR, .id = object - PT_FIRST + 1};
    if (pt_is_func(pt, object))
        return (struct pt_object){.kind = PT_FUNC, .id = pt_func_id(pt, object)};
    uint32_t index;
    return base_map64_get(&pt->sites, object, &index) ? pt->heap.items[index] : (struct pt_object){.kind = PT_OUTSIDE};
}

bool pt_reachable(const struct pt *pt, cwi_id func)
{
    return pt->reached[pt->body_of[func]];
}

bool pt_gave_up(const struct pt *pt)
{
    return pt->gave_up;
}

bool pt_escaped(const struct pt *pt, pt_id object)
{
    return pt_pset_has(&pt->nodes.items[PT_UNKNOWN].set, object);
}

bool pt_sets_meet(struct pt_set a, struct pt_set b)
{
    for (uint32_t i = 0, k = 0; i < a.count && k < b.count;) {
        if (a.objects[i] == b.objects[k])
            return true;
        if (a.objects[i] < b.objects[k])
            i++;
        else
            k++;
    }
    return false;
}

bool pt_set_has(struct pt_set s, pt_id object)
{
    return sorted_has_u32(s.objects, s.count, object);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void add_objects(const struct pt *pt, const struct pset *locations, struct pset *out)
{
    struct pt_ids ids = {0};
    for (size_t i = 0; i < locations->count; i++) {
        uint32_t object = pt_object_at(pt, locations->items[i]);
        if (!ids.count || ids.items[ids.count - 1] != object)
            vec_push(&ids, object);
    }
    for (size_t i = 0; i < ids.count; i++)
        pt_pset_add(out, ids.items[i]);
    vec_free(&ids);
}

/* The objects that a node's values may point into, once everything was passed on. */
static void add_set(struct pt *pt, uint32_t node, struct pset *out)
{
    pt_solve(pt);
    if (node != PT_NONE)
        add_objects(pt, &pt->nodes.items[pt_leader(pt, node)].set, out);
}

/* Variables of a function that is not reached may hold anything. */
static bool is_not_reached(const struct pt *pt, const struct cwi_expr *e)
{
    const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(pt->unit, pt_var_alias(pt, e->ref)) : NULL;
    return v && v->owner && !pt_reachable(pt, v->owner);
}

struct search {
    const struct pt *pt;
    bool found;
};

static bool look(void *context, const struct cwi_expr *e)
{
    struct search *s = context;
    s->found |= is_not_reached(s->pt, e);
    return !s->found;
}

static void value(struct pt *pt, const struct cwi_expr *e, struct pset *out)
{
    struct search s = {pt, false};
    cwi_expr_walk(e, look, &s);
    if (s.found)
        pt_pset_add(out, PT_UNKNOWN);
    if (e->kind == CWI_FUNCREF) /* to ask what a call calls is not to take an address */
        pt_pset_add(out, pt_of_func(pt, pt->body_of[e->ref]));
    else
        add_set(pt, pt_value_of(pt, e), out);
}

/* The set for keeps: PT_UNKNOWN brings the escaped objects with it. */
static struct pt_set keep(struct pt *pt, struct pset *s)
{
    struct pt_set out = {.unknown = pt_pset_has(s, PT_UNKNOWN)};
    if (out.unknown && s->count == 1) {
        vec_free(s);
        return pt_all_escaped(pt);
    }
    if (out.unknown)
        add_set(pt, PT_UNKNOWN, s);
    out.count = (uint32_t)s->count;
    out.objects = vec_to_arena(s, pt->arena);
    vec_free(s);
    return out;
}

struct pt_set pt_blocks_of(struct pt *pt, const struct cwi_stmt *call)
{
    struct pset s = {0};
    for (uint32_t object = pt->first_dynamic; object < pt->locations.count; object++)
        if (pt_object_of(pt, object).site == call)
            pt_pset_add(&s, object);
    return keep(pt, &s);
}

struct pt_set pt_all_escaped(struct pt *pt)
{
    const struct pset *now = &pt->nodes.items[PT_UNKNOWN].set;
    if (pt->escaped.count != now->count)
        pt->escaped = (struct pt_set){vec_to_arena(now, pt->arena), (uint32_t)now->count, true};
    return pt->escaped;
}

/* Which objects expression `e` may point to, or as an lvalue may be, remembered by the expression's place in memory. */
static struct pt_set answer(struct pt *pt, cwi_id func, const struct cwi_expr *e, bool as_lvalue)
{
    uint64_t key = (uint64_t)(uintptr_t)e * 2 + as_lvalue;
    uint32_t index;
    if (func && !pt_reachable(pt, func))
        return pt_all_escaped(pt);
    if (base_map64_get(&pt->answers, key, &index))
        return pt->sets.items[index];
    struct pset s = {0};
    const struct cwi_expr *base = as_lvalue ? pt_base(e) : e;
    if (!as_lvalue)
        value(pt, e, &s);
    else if (base->kind == CWI_VAR)
        pt_pset_add(&s, pt_of_var(pt, base->ref));
    else if (pt_follows_constant(base))
        pt_pset_add(&s, PT_DEVICE);
    else if (base->kind == CWI_DEREF)
        value(pt, base->a, &s);
    struct pt_set kept = keep(pt, &s);
    vec_push(&pt->sets, kept);
    base_map64_put(&pt->answers, key, (uint32_t)pt->sets.count - 1);
    return kept;
}

struct pt_set pt_may_point(struct pt *pt, cwi_id func, const struct cwi_expr *e)
{
    return answer(pt, func, e, false);
}

struct pt_set pt_may_be(struct pt *pt, cwi_id func, const struct cwi_expr *lvalue)
{
    return answer(pt, func, lvalue, true);
}

void pt_add_contents(struct pt *pt, pt_id object, struct pset *out)
{
    if (pt_is_var(pt, object)) {
        cwi_id var = object - PT_FIRST + 1, owner = cwi_var_of(pt->unit, var)->owner;
        pt_touch(pt, var);
        if (owner && !pt_reachable(pt, owner))
            pt_pset_add(out, PT_UNKNOWN);
    }
    if (!pt_is_func(pt, object))
        add_set(pt, pt_all_cells(pt, object, false), out);
}

struct pt_set pt_contents(struct pt *pt, struct pt_set s)
{
    struct pset inside = {0};
    for (uint32_t i = 0; i < s.count; i++)
        pt_add_contents(pt, s.objects[i], &inside);
    if (s.unknown)
        pt_pset_add(&inside, PT_UNKNOWN);
    return keep(pt, &inside);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct pt_set pt_environment_lists(struct pt *pt)
{
    struct pset s = {0};
    add_set(pt, pt->environment_lists, &s);
    return keep(pt, &s);
}

struct pt_set pt_sent_out(struct pt *pt)
{
    struct pset s = {0};
    add_set(pt, pt->outside, &s);
    return keep(pt, &s);
}

struct pt_set pt_remembered(struct pt *pt, cwi_id func)
{
    struct pset s = {0};
    add_set(pt, pt_of_func(pt, func), &s);
    return keep(pt, &s);
}

enum { CALLEE = -1, ANYTHING = -2, HANDLER = -3 };

/* Functions among the objects that the call can be meant for: its callee, what it hands over as argument `arg` to be
 * called back, a handler of signals or of the end, or anything. */
static bool can_be_meant(struct pt *pt, const struct cwi_stmt *call, int arg, cwi_id func)
{
    switch (arg) {
    case CALLEE:
        return pt_fits(pt, call, func);
    case HANDLER:
        return pt_fits_handler(pt, func);
    case ANYTHING:
        return true;
    default:
        return pt_fits_callback(pt, call, (uint32_t)arg, func);
    }
}

static void add_functions(struct pt *pt, struct pt_set points, const struct cwi_stmt *call, int arg, struct pset *funcs,
                          bool *unknown)
{
    for (uint32_t i = 0; i < points.count; i++) {
        cwi_id f = pt_is_func(pt, points.objects[i]) ? pt_func_id(pt, points.objects[i]) : 0;
        if (!f)
            *unknown |= pt_is_outside_code(pt, points.objects[i]);
        else if (can_be_meant(pt, call, arg, f))
            pt_pset_add(funcs, f);
    }
}

struct pt_set pt_targets(struct pt *pt, cwi_id func, const struct cwi_stmt *call)
{
    struct pset s = {0};
    bool unknown = false;
    add_functions(pt, pt_may_point(pt, func, call->rhs), call, CALLEE, &s, &unknown);
    for (size_t i = 0; i < s.count; i++)
        s.items[i] = pt_of_func(pt, s.items[i]);
    struct pt_set out = {vec_to_arena(&s, pt->arena), (uint32_t)s.count, unknown};
    vec_free(&s);
    return out;
}

/* What external functions may call before they return. */
static void add_called_back(struct pt *pt, cwi_id func, const struct cwi_stmt *call, const struct effect *e,
                            struct pset *funcs, bool *unknown)
{
    bool named = false, ignored = false;
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (effect_letter(e, i) == 'f') {
            add_functions(pt, pt_may_point(pt, func, call->args[i]), call, (int)i, funcs, unknown);
            named = true;
        }
    if (!named || e->flags & EFFECT_ANY_MEMORY)
        add_functions(pt, pt_all_escaped(pt), call, e->known && !(e->flags & EFFECT_ANY_MEMORY) ? HANDLER : ANYTHING,
                      funcs, &ignored);
}

void pt_callees(struct pt *pt, cwi_id func, const struct cwi_stmt *call, struct pset *funcs, bool *unknown,
                bool *calls_back)
{
    struct pset direct = {0};
    *unknown = *calls_back = false;
    add_functions(pt, pt_may_point(pt, func, call->rhs), call, CALLEE, &direct, unknown);
    pt_pset_merge(funcs, direct.items, direct.count);
    struct effect any = pt_effect_unknown();
    if (*unknown)
        add_called_back(pt, func, call, &any, funcs, unknown);
    *calls_back |= *unknown;
    for (size_t i = 0; i < direct.count; i++) {
        const struct cwi_func *f = cwi_func_of(pt->unit, direct.items[i]);
        const struct effect *e = pt_effect(pt, direct.items[i]);
        if (f->block_count || !(e->flags & (EFFECT_CALLS_NOW | EFFECT_HANDLERS)))
            continue;
        add_called_back(pt, func, call, e, funcs, unknown);
        *calls_back = true;
    }
    vec_free(&direct);
}
