/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which objects a function, with everything it calls, may write or read. Sets are made for strongly connected
 * components of the call graph, callees first: within one every function has the same.
 */
#include "runtime/points/private.h"

/* A local whose address nobody takes belongs to one activation: no other function sees it. */
static bool is_private(struct pt *pt, uint32_t object)
{
    if (!pt_is_var(pt, object))
        return pt_is_func(pt, object);
    return cwi_is_automatic(cwi_var_of(pt->unit, object - PT_FIRST + 1)) && !pt_memory_of(pt, object)->is_addressed;
}

static void add_objects(struct pt *pt, struct pt_set s, struct pset *out)
{
    if (s.unknown)
        pt_pset_add(out, PT_UNKNOWN);
    for (uint32_t i = 0; i < s.count; i++)
        if (!is_private(pt, s.objects[i]))
            pt_pset_add(out, s.objects[i]);
}

struct closing {
    struct VEC(uint8_t) seen; /* by object */
    struct pt_ids work;
    size_t count;
};

static void reach(struct closing *c, const uint32_t *objects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        while (c->seen.count <= objects[i])
            vec_push(&c->seen, 0);
        if (c->seen.items[objects[i]])
            continue;
        c->seen.items[objects[i]] = 1;
        c->count++;
        vec_push(&c->work, objects[i]);
    }
}

static struct pt_set find_closure(struct pt *pt, struct pt_set s)
{
    struct closing c = {0};
    struct pset inside = {0};
    bool escaped = false;
    reach(&c, s.objects, s.count);
    while (c.work.count) {
        inside.count = 0;
        pt_add_contents(pt, c.work.items[--c.work.count], &inside);
        if (!escaped && pt_pset_has(&inside, PT_UNKNOWN)) {
            struct pt_set all = pt_all_escaped(pt);
            reach(&c, all.objects, all.count);
            escaped = true;
        }
        reach(&c, inside.items, inside.count);
    }
    pt_id *all = ARENA_ARRAY(pt->arena, pt_id, c.count + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < c.seen.count; i++)
        if (c.seen.items[i])
            all[count++] = (pt_id)i;
    bool unknown = c.seen.count > PT_UNKNOWN && c.seen.items[PT_UNKNOWN];
    vec_free(&c.seen);
    vec_free(&c.work);
    vec_free(&inside);
    return (struct pt_set){all, count, unknown};
}

/* Many arguments lead to the same. */
struct pt_set pt_closure(struct pt *pt, struct pt_set s)
{
    uint32_t found;
    uint64_t key = base_hash_bytes(s.objects, s.count * sizeof *s.objects, s.count);
    if (base_map64_get(&pt->closure_of, key, &found)) {
        const struct pt_closed *old = &pt->closures.items[found];
        if (old->from.count == s.count && !memcmp(old->from.objects, s.objects, s.count * sizeof *s.objects))
            return old->to;
    }
    struct pt_closed new = {s, find_closure(pt, s)};
    new.from.objects = arena_copy(pt->arena, s.objects, s.count * sizeof *s.objects);
    base_map64_put(&pt->closure_of, key, (uint32_t)pt->closures.count);
    vec_push(&pt->closures, new);
    return new.to;
}

/* With environ, the list that it points to is changed in place. */
static void add_globals(struct pt *pt, const char *names, struct pset *out)
{
    for (cwi_id i = 1; names && i < pt->unit->vars.count; i++)
        if (pt_is_among(pt, i, names))
            pt_pset_add(out, pt_of_var(pt, i));
    if (names && pt_changes_environment(names))
        add_objects(pt, pt_environment_lists(pt), out);
}

/* The text, or a part of it that a pointer leads to, may have the conversion. */
static bool may_have(struct pt *pt, pt_id object, bool is_scan, char letter)
{
    cwi_id var = pt_is_constant(pt, object) ? object - PT_FIRST + 1 : 0;
    const char *text = var ? pt_effect_text(pt->unit, var) : NULL;
    size_t length = text ? strlen(text) : 0;
    bool is_one = text != NULL;
    for (uint64_t i = length; is_one && i < cwi_var_of(pt->unit, var)->init[0].size; i++)
        is_one = !text[i];
    return !is_one || pt_format_may_have(text, is_scan, pt_word(pt), letter);
}

/* Where the format is no literal, by what it may point to. */
static bool may_convert(struct pt *pt, cwi_id func, const struct effect *e, const struct cwi_stmt *call, char letter)
{
    bool has_format, may = pt_effect_may_convert(pt->unit, e, call, letter);
    const struct cwi_expr *format = pt_effect_format(e, call, &has_format);
    if (!may || !format || !pt_effect_knows_formats(pt->unit, format) || pt_effect_literal(pt->unit, format))
        return may;
    struct pt_set s = pt_may_point(pt, func, format);
    may = s.unknown || !s.count;
    for (uint32_t i = 0; i < s.count && !may; i++)
        may = may_have(pt, s.objects[i], pt_effect_has(e, 'S'), letter);
    return may;
}

static bool may_write(struct pt *pt, cwi_id func, const struct effect *e, const struct cwi_stmt *call, uint32_t i)
{
    return pt_effect_writes(pt->unit, e, call, i) &&
           (!pt_effect_writes_by_format(e, i) || may_convert(pt, func, e, call, 'n'));
}

/* What an external function writes (or reads) by itself; what it calls back is another callee. */
static void add_effect(struct pt *pt, cwi_id func, const struct cwi_stmt *call, cwi_id callee, bool writes,
                       struct pset *out)
{
    struct effect any = pt_effect_unknown();
    const struct effect *e = callee ? pt_effect(pt, callee) : &any;
    if (e->flags & EFFECT_ANY_MEMORY || (!writes && e->flags & EFFECT_READS_GLOBALS))
        add_objects(pt, pt_all_escaped(pt), out);
    if (writes)
        add_globals(pt, e->globals, out);
    if (writes && !(e->flags & (EFFECT_PURE | EFFECT_CONST)))
        pt_pset_add(out, PT_LIBRARY); /* errno, and what it returned before */
    if (e->result == EFFECT_EARLIER)
        add_objects(pt, pt_remembered(pt, callee), out);
    for (uint32_t i = 0; i < call->arg_count; i++) {
        char letter = effect_letter(e, i);
        if (writes ? !may_write(pt, func, e, call, i) : !pt_effect_reads(e, i))
            continue;
        struct pt_set s = pt_may_point(pt, func, call->args[i]);
        if (writes ? pt_effect_writes_deep(pt->unit, e, call, i) : pt_effect_reads_deep(e, i))
            add_objects(pt, pt_closure(pt, s), out);
        else
            add_objects(pt, s, out);
        if (letter == 'V' || letter == 'v')
            add_objects(pt, pt_all_escaped(pt), out);
    }
}

struct reads {
    struct pt *pt;
    cwi_id func;
    struct pset *out;
};

static bool read_lvalue(void *context, const struct cwi_expr *e)
{
    struct reads *r = context;
    if (e->kind == CWI_VAR || e->kind == CWI_DEREF)
        add_objects(r->pt, pt_may_be(r->pt, r->func, e), r->out);
    return true;
}

static void add_reads(struct pt *pt, cwi_id func, const struct cwi_stmt *s, struct pset *out)
{
    struct reads r = {pt, func, out};
    /* Of what is written to the pointers and indices on the way; the target too, which does no harm. */
    cwi_stmt_walk(s, read_lvalue, &r);
}

static void add_writes(struct pt *pt, cwi_id func, const struct cwi_stmt *s, struct pset *out)
{
    if (s->lhs && s->kind != CWI_END)
        add_objects(pt, pt_may_be(pt, func, s->lhs), out);
    for (uint32_t i = 0; s->kind == CWI_ASM && i < s->outputs; i++)
        add_objects(pt, pt_may_be(pt, func, s->args[i]), out);
}

bool pt_calls_unknown(struct pt *pt, cwi_id func, const struct cwi_stmt *call)
{
    struct pset funcs = {0};
    bool unknown, calls_back;
    pt_callees(pt, func, call, &funcs, &unknown, &calls_back);
    for (size_t i = 0; i < funcs.count; i++)
        unknown |= !cwi_func_of(pt->unit, funcs.items[i])->block_count && !pt_effect(pt, funcs.items[i])->known;
    vec_free(&funcs);
    return unknown;
}

static bool calls_back_now(struct pt *pt, cwi_id func)
{
    const struct effect *e = pt_effect(pt, func);
    return !cwi_func_of(pt->unit, func)->block_count && e->known && e->flags & EFFECT_CALLS_NOW;
}

/* One statement without the functions with bodies that it calls. */
static void add_own(struct pt *pt, cwi_id func, const struct cwi_stmt *s, bool writes, struct pset *out)
{
    if (writes)
        add_writes(pt, func, s, out);
    else
        add_reads(pt, func, s, out);
    if ((s->kind == CWI_ASM && s->clobbers_memory) || (s->kind == CWI_FORGET && !s->lhs))
        add_objects(pt, pt_all_escaped(pt), out);
    if (s->kind != CWI_CALL)
        return;
    struct pt_set targets = pt_targets(pt, func, s);
    bool is_unknown = targets.unknown;
    for (uint32_t i = 0; i < targets.count && !is_unknown; i++)
        is_unknown = calls_back_now(pt, pt_func_id(pt, targets.objects[i])) && pt_calls_unknown(pt, func, s);
    if (is_unknown)
        add_effect(pt, func, s, 0, writes, out);
    for (uint32_t i = 0; i < targets.count; i++)
        if (!cwi_func_of(pt->unit, pt_func_id(pt, targets.objects[i]))->block_count)
            add_effect(pt, func, s, pt_func_id(pt, targets.objects[i]), writes, out);
}

static void add_func(struct pt *pt, cwi_id func, bool writes, struct pset *out)
{
    const struct cwi_func *f = cwi_func_of(pt->unit, func);
    const struct cg_func *g = &pt->graph->funcs[func];
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            add_own(pt, func, &f->blocks[b].stmts[i], writes, out);
    for (uint32_t i = 0; i < g->callee_count; i++) {
        uint32_t c = pt->graph->funcs[g->callees[i]].component;
        struct pt_set s = (writes ? pt->mod : pt->ref)[c];
        if (c != g->component)
            pt_pset_merge(out, s.objects, s.count);
    }
}

static struct pt_set *make(struct pt *pt, bool writes)
{
    if (!pt->graph)
        pt->graph = pt_cg_new(pt->arena, pt->unit, pt);
    const struct callgraph *g = pt->graph;
    struct pt_set *sets = ARENA_ARRAY(pt->arena, struct pt_set, g->component_count + 1);
    *(writes ? &pt->mod : &pt->ref) = sets;
    for (uint32_t from = 0, to; from < g->reachable_count; from = to) {
        uint32_t component = g->funcs[g->bottom_up[from]].component;
        struct pset s = {0};
        for (to = from; to < g->reachable_count && g->funcs[g->bottom_up[to]].component == component; to++)
            add_func(pt, g->bottom_up[to], writes, &s);
        sets[component] = (struct pt_set){vec_to_arena(&s, pt->arena), (uint32_t)s.count, pt_pset_has(&s, PT_UNKNOWN)};
        vec_free(&s);
    }
    return sets;
}

static struct pt_set of_func(struct pt *pt, cwi_id func, bool writes)
{
    func = pt->body_of[func];
    if (!pt->reached[func] || !cwi_func_of(pt->unit, func)->block_count)
        return pt_all_escaped(pt);
    struct pt_set **sets = writes ? &pt->mod : &pt->ref;
    if (!*sets)
        *sets = make(pt, writes);
    return (*sets)[pt->graph->funcs[func].component];
}

struct pt_set pt_mod(struct pt *pt, cwi_id func)
{
    return of_func(pt, func, true);
}

struct pt_set pt_ref(struct pt *pt, cwi_id func)
{
    return of_func(pt, func, false);
}

static struct pt_set stmt_mod(struct pt *pt, cwi_id func, const struct cwi_stmt *s, bool with_bodies)
{
    struct pset out = {0}, funcs = {0};
    bool unknown, calls_back;
    if (!pt_reachable(pt, func))
        return pt_all_escaped(pt);
    add_own(pt, func, s, true, &out);
    if (s->kind == CWI_CALL && with_bodies)
        pt_callees(pt, func, s, &funcs, &unknown, &calls_back);
    for (size_t i = 0; i < funcs.count; i++)
        if (cwi_func_of(pt->unit, funcs.items[i])->block_count) {
            struct pt_set m = pt_mod(pt, funcs.items[i]);
            pt_pset_merge(&out, m.objects, m.count);
        }
    struct pt_set kept = {vec_to_arena(&out, pt->arena), (uint32_t)out.count, pt_pset_has(&out, PT_UNKNOWN)};
    vec_free(&out);
    vec_free(&funcs);
    return kept;
}

struct pt_set pt_stmt_mod(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    return stmt_mod(pt, func, s, true);
}

struct pt_set pt_stmt_own_mod(struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    return stmt_mod(pt, func, s, false);
}
