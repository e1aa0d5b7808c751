/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points-to: making the analysis, and the questions about objects and expressions that the solved constraints answer.
 */
#include "runtime/avm/pointsto_private.h"

#include <stdlib.h>

/* ---- making -------------------------------------------------------------------------------------------------------*/

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

/* The environment calls the function: the entry gets what the caller owns, others anything that has escaped. */
static void add_root(struct pt *pt, cwi_id func, uint32_t argument)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func = pt->body_of[func]);
    pt_reach(pt, func);
    for (uint32_t i = 0; i < f->param_count; i++)
        pt_add_item(pt, pt_of_var(pt, f->params[i]), argument);
    pt_copy(pt, pt_of_func(pt, func), PT_UNKNOWN);
}

struct pt *pt_new(const struct cwi_unit *u, const cwi_id *roots, uint32_t root_count, const struct notes *notes)
{
    struct pt *pt = mem_zalloc(sizeof *pt);
    pt->arena = arena_new();
    pt->unit = u;
    pt->notes = notes;
    pt->first_dynamic = PT_FIRST + (uint32_t)(u->vars.count - 1 + u->funcs.count - 1);
    pt->effects = ARENA_ARRAY(pt->arena, struct effect *, u->funcs.count);
    pt->body_of = ARENA_ARRAY(pt->arena, cwi_id, u->funcs.count);
    pt->reached = ARENA_ARRAY(pt->arena, bool, u->funcs.count);
    pt->touched = ARENA_ARRAY(pt->arena, bool, u->vars.count);
    pt->steps_to_cycles = 20000;
    vec_reserve(&pt->nodes, pt->first_dynamic);
    while (pt->nodes.count < pt->first_dynamic)
        pt_new_node(pt);
    find_bodies(pt);
    pt_add_item(pt, PT_UNKNOWN, PT_UNKNOWN);
    pt_add_item(pt, PT_UNKNOWN, PT_DEVICE);
    pt_add_item(pt, PT_LIBRARY, PT_LIBRARY);
    pt_add_item(pt, PT_ARGS, PT_ARGS);
    for (uint32_t i = 0; i < root_count; i++)
        add_root(pt, roots[i], i ? PT_UNKNOWN : PT_ARGS);
    for (cwi_id i = 1; i < u->funcs.count; i++)
        if (cwi_func_of(u, i)->is_constructor || cwi_func_of(u, i)->is_destructor)
            add_root(pt, i, PT_ARGS);
    pt_solve(pt);
    return pt;
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
        vec_free(&n->loads);
        vec_free(&n->stores);
        vec_free(&n->calls);
    }
    vec_free(&pt->nodes);
    vec_free(&pt->pending);
    vec_free(&pt->work);
    vec_free(&pt->new_funcs);
    vec_free(&pt->addressed);
    vec_free(&pt->sets);
    vec_free(&pt->sites);
    map64_free(&pt->edges);
    map64_free(&pt->address);
    map64_free(&pt->site_of_call);
    map64_free(&pt->linked);
    map64_free(&pt->answers);
    arena_free(pt->arena);
    free(pt);
}

/* ---- objects ------------------------------------------------------------------------------------------------------*/

uint32_t pt_object_count(const struct pt *pt)
{
    return (uint32_t)pt->nodes.count;
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
    return map64_get(&pt->site_of_call, (uintptr_t)call, &object) ? object : PT_UNKNOWN;
}

struct pt_object pt_object_of(const struct pt *pt, pt_id object)
{
    if (object < PT_FIRST)
        return (struct pt_object){.kind = PT_OUTSIDE};
    if (pt_is_var(pt, object))
        return (struct pt_object){.kind = PT_VAR, .id = object - PT_FIRST + 1};
    if (pt_is_func(pt, object))
        return (struct pt_object){.kind = PT_FUNC, .id = pt_func_id(pt, object)};
    return pt->sites.items[object - pt->first_dynamic];
}

bool pt_reachable(const struct pt *pt, cwi_id func)
{
    return pt->reached[pt->body_of[func]];
}

bool pt_escaped(const struct pt *pt, pt_id object)
{
    return pset_has(&pt->nodes.items[PT_UNKNOWN].set, object);
}

bool pt_set_has(struct pt_set s, pt_id object)
{
    uint32_t from = 0, to = s.count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (s.objects[middle] == object)
            return true;
        if (s.objects[middle] < object)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

/* ---- expressions --------------------------------------------------------------------------------------------------*/

static const struct pset *set_of(struct pt *pt, uint32_t node)
{
    return &pt->nodes.items[pt_leader(pt, node)].set;
}

static void add_set(struct pt *pt, uint32_t node, struct pset *out)
{
    const struct pset *s = set_of(pt, node);
    pset_merge(out, s->items, s->count);
}

static void value(struct pt *pt, const struct cwi_expr *e, struct pset *out);

static void contents(struct pt *pt, const struct pset *objects, struct pset *out)
{
    for (size_t i = 0; i < objects->count; i++)
        if (objects->items[i] == PT_UNKNOWN)
            pset_add(out, PT_UNKNOWN);
        else if (!pt_is_func(pt, objects->items[i]))
            add_set(pt, objects->items[i], out);
}

/* A variable that no code looked at names: its initialiser has not been read, nor has its function. */
static void var_value(struct pt *pt, cwi_id var, struct pset *out)
{
    const struct cwi_var *v = cwi_var_of(pt->unit, var = pt_var_alias(pt, var));
    if (!pt->touched[var]) {
        pt_touch(pt, var);
        pt_solve(pt);
    }
    if (v->owner && !pt_reachable(pt, v->owner))
        pset_add(out, PT_UNKNOWN);
    add_set(pt, pt_of_var(pt, var), out);
}

static void lvalue_value(struct pt *pt, const struct cwi_expr *e, struct pset *out)
{
    const struct cwi_expr *base = pt_base(e);
    struct pset pointers = {0};
    if (!pt_carries(pt->unit, e))
        return;
    if (base->kind == CWI_VAR) {
        var_value(pt, base->ref, out);
    } else if (base->kind == CWI_DEREF) {
        value(pt, base->a, &pointers);
        contents(pt, &pointers, out);
        vec_free(&pointers);
    } else {
        value(pt, base, out);
    }
}

static void value(struct pt *pt, const struct cwi_expr *e, struct pset *out)
{
    switch (e->kind) {
    case CWI_CONST:
        if (e->value && e->type && cwi_type_of(pt->unit, e->type)->kind == CWI_PTR)
            pset_add(out, PT_DEVICE);
        break;
    case CWI_VAR: case CWI_DEREF: case CWI_FIELD: case CWI_INDEX:
        lvalue_value(pt, e, out);
        break;
    case CWI_ADDR: {
        const struct cwi_expr *base = pt_base(e->a);
        if (base->kind == CWI_VAR)
            pset_add(out, pt_of_var(pt, base->ref));
        else if (base->kind == CWI_DEREF)
            value(pt, base->a, out);
        break;
    }
    case CWI_FUNCREF:
        pset_add(out, pt_of_func(pt, pt->body_of[e->ref]));
        break;
    case CWI_UNARY: case CWI_BINARY: {
        enum pt_flow flow = pt_flow(pt->unit, e);
        if (flow != PT_FLOW_NONE)
            value(pt, e->a, out);
        if (flow == PT_FLOW_BOTH)
            value(pt, e->b, out);
        if (flow == PT_FLOW_DEVICE)
            pset_add(out, PT_DEVICE);
        break;
    }
    case CWI_COND:
        value(pt, e->b, out);
        value(pt, e->c, out);
        break;
    case CWI_LOST: case CWI_BOUND:
        if (pt_is_wide(pt->unit, e))
            pset_add(out, PT_UNKNOWN);
        break;
    default:
        break;
    }
}

/* The set for keeps: PT_UNKNOWN brings the escaped objects with it. */
static struct pt_set keep(struct pt *pt, struct pset *s)
{
    struct pt_set out = {.unknown = pset_has(s, PT_UNKNOWN)};
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

struct pt_set pt_all_escaped(struct pt *pt)
{
    const struct pset *now = set_of(pt, PT_UNKNOWN);
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
    if (map64_get(&pt->answers, key, &index))
        return pt->sets.items[index];
    struct pset s = {0};
    const struct cwi_expr *base = as_lvalue ? pt_base(e) : e;
    if (!as_lvalue)
        value(pt, e, &s);
    else if (base->kind == CWI_VAR)
        pset_add(&s, pt_of_var(pt, base->ref));
    else if (base->kind == CWI_DEREF)
        value(pt, base->a, &s);
    struct pt_set kept = keep(pt, &s);
    vec_push(&pt->sets, kept);
    map64_put(&pt->answers, key, (uint32_t)pt->sets.count - 1);
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

struct pt_set pt_contents(struct pt *pt, pt_id object)
{
    struct pset s = {0};
    if (pt_is_var(pt, object))
        var_value(pt, object - PT_FIRST + 1, &s);
    else if (!pt_is_func(pt, object))
        add_set(pt, object, &s);
    return keep(pt, &s);
}

/* ---- calls --------------------------------------------------------------------------------------------------------*/

struct pt_set pt_targets(struct pt *pt, cwi_id func, const struct cwi_stmt *call)
{
    struct pt_set points = pt_may_point(pt, func, call->rhs);
    struct pset s = {0};
    bool unknown = false;
    for (uint32_t i = 0; i < points.count; i++)
        if (pt_is_func(pt, points.objects[i])) {
            if (pt_fits(pt, call, pt_func_id(pt, points.objects[i])))
                pset_add(&s, points.objects[i]);
        } else if (points.objects[i] < PT_FIRST)
            unknown = true;
    struct pt_set out = {vec_to_arena(&s, pt->arena), (uint32_t)s.count, unknown};
    vec_free(&s);
    return out;
}

static void add_functions(struct pt *pt, struct pt_set points, struct pset *funcs, bool *unknown)
{
    for (uint32_t i = 0; i < points.count; i++)
        if (pt_is_func(pt, points.objects[i]))
            pset_add(funcs, pt_func_id(pt, points.objects[i]));
        else if (points.objects[i] < PT_FIRST)
            *unknown = true;
}

/* What external functions may call before they return. */
static void add_called_back(struct pt *pt, cwi_id func, const struct cwi_stmt *call, const struct effect *e, struct pset *funcs,
                            bool *unknown)
{
    bool named = false;
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (effect_param(e, i) == 'f') {
            add_functions(pt, pt_may_point(pt, func, call->args[i]), funcs, unknown);
            named = true;
        }
    bool ignored = false;
    if (!named || e->flags & EFFECT_ANY_MEMORY)
        add_functions(pt, pt_all_escaped(pt), funcs, &ignored);
}

void pt_callees(struct pt *pt, cwi_id func, const struct cwi_stmt *call, struct pset *funcs, bool *unknown, bool *calls_back)
{
    struct pset direct = {0};
    *unknown = *calls_back = false;
    struct pset named = {0};
    add_functions(pt, pt_may_point(pt, func, call->rhs), &named, unknown);
    for (size_t i = 0; i < named.count; i++)
        if (pt_fits(pt, call, named.items[i]))
            pset_add(&direct, named.items[i]);
    vec_free(&named);
    pset_merge(funcs, direct.items, direct.count);
    struct effect any = effect_unknown();
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
