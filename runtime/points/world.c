/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The calls of a program that let others run, or make it its own environment.
 */
#include "runtime/points/world.h"
#include "runtime/points/private.h"

struct outside_call {
    cwi_id func;
    const struct cwi_stmt *stmt;
    struct effect effect;
};

struct finding {
    struct arena *arena;
    const struct cwi_unit *u;
    struct pt *pt;
    const struct callgraph *calls;
    const struct notes *notes;
    struct VEC(struct world_async) async;
    struct VEC(cwi_id) handed;
    struct VEC(struct outside_call) outside, beyond;
    cwi_id *writer;
    bool *is_held, *is_async; /* by variable, by function: it is in `async` or `handed` */
    struct VEC(const struct cwi_stmt *) sites;
    /* What calls keep to call it later, by whether it may be a thread then; all that escaped among it; what they keep
     * to write to it. */
    struct pset kept[2], held;
    bool keeps_escaped[2];
    bool binds, connects, opens_to_read, opens_to_write;
};

/* ---- external calls ---------------------------------------------------------------------------------------------- */

/* The calls that reach functions without a body, in the order of the functions; one for each such function. A pointer
 * that may leave the program holds what the program itself let escape, of which each is listed, or a function of a
 * library that the program does not name: only code without a fragment hands such a pointer out. */
static void find_calls(struct finding *f)
{
    bool is_handed_any = pt_gave_up(f->pt);
    for (cwi_id func = 1; func < f->u->funcs.count; func++) {
        const struct cg_func *g = &f->calls->funcs[func];
        for (uint32_t i = 0; g->reachable && i < g->call_count; i++) {
            struct pt_set targets = pt_targets(f->pt, func, g->calls[i].stmt);
            if (targets.unknown)
                vec_push(&f->beyond, ((struct outside_call){func, g->calls[i].stmt, pt_effect_unknown()}));
            for (uint32_t k = 0; k < targets.count; k++) {
                cwi_id callee = pt_object_of(f->pt, targets.objects[k]).id;
                struct effect e = pt_effect_of(f->u, callee, f->notes);
                if (cwi_func_of(f->u, callee)->block_count)
                    continue;
                vec_push(&f->outside, ((struct outside_call){func, g->calls[i].stmt, e}));
                is_handed_any |= !e.known || e.flags & EFFECT_ANY_MEMORY;
            }
        }
    }
    for (size_t i = 0; is_handed_any && i < f->beyond.count; i++)
        vec_push(&f->outside, f->beyond.items[i]);
    vec_free(&f->beyond);
}

/* ---- functions that run at any moment ---------------------------------------------------------------------------- */

static void add_handed(struct finding *f, cwi_id func)
{
    if (!f->is_async[func])
        vec_push(&f->handed, func);
    f->is_async[func] = true;
}

static void add_async(struct finding *f, cwi_id func, bool is_thread, bool is_new)
{
    if (!cwi_func_of(f->u, func)->block_count) {
        add_handed(f, func);
        return;
    }
    for (size_t i = 0; f->is_async[func] && i < f->async.count; i++)
        if (f->async.items[i].func == func) {
            f->async.items[i].is_thread |= is_thread;
            f->async.items[i].is_new &= is_new;
        }
    if (!f->is_async[func])
        vec_push(&f->async, ((struct world_async){.func = func, .is_thread = is_thread, .is_new = is_new}));
    f->is_async[func] = true;
}

static void add_functions(struct finding *f, struct pt_set set, bool is_thread, bool is_new)
{
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(f->pt, set.objects[i]);
        if (o.kind == PT_FUNC)
            add_async(f, o.id, is_thread, is_new);
    }
}

/* A function that is handed over by name is what runs, or one that lies in the structure that says what a signal does;
 * else any that can be reached from what is kept. */
static void find_async(struct finding *f, cwi_id func, const struct cwi_stmt *call, const struct effect *e)
{
    if (!(e->flags & EFFECT_CALLS_LATER))
        return;
    bool is_new = e->known && e->name && (!strcmp(e->name, "pthread_create") || !strcmp(e->name, "thrd_create"));
    bool is_thread = e->flags & EFFECT_THREAD || !e->known, is_named = pt_effect_has(e, 'g');
    for (uint32_t i = 0; i < call->arg_count; i++) {
        struct pt_set set = pt_may_point(f->pt, func, call->args[i]);
        if (is_named && effect_letter(e, i) == 'g')
            add_functions(f, set, is_thread, is_new);
        if (is_named || !pt_effect_keeps(e, i))
            continue;
        if (pt_effect_copies(e, i)) {
            set = pt_contents(f->pt, set);
            add_functions(f, set, is_thread, false);
            f->keeps_escaped[is_thread] |= set.unknown;
        } else {
            pt_pset_merge(&f->kept[is_thread], set.objects, set.count);
        }
    }
    f->keeps_escaped[is_thread] |= (e->flags & EFFECT_ANY_MEMORY) != 0;
}

static struct pt_set reachable_from(struct finding *f, const struct pset *s)
{
    return pt_closure(f->pt, (struct pt_set){s->items, (uint32_t)s->count, pt_pset_has(s, PT_UNKNOWN)});
}

static void find_kept(struct finding *f)
{
    for (int is_thread = 0; is_thread < 2; is_thread++) {
        add_functions(f, reachable_from(f, &f->kept[is_thread]), is_thread, false);
        if (f->keeps_escaped[is_thread])
            add_functions(f, pt_all_escaped(f->pt), is_thread, false);
        vec_free(&f->kept[is_thread]);
    }
}

/* A function without a body that is called before the call returns: a comparison for qsort(). */
static void find_handed(struct finding *f, cwi_id func, const struct cwi_stmt *call, const struct effect *e)
{
    for (uint32_t i = 0; i < call->arg_count; i++) {
        if (effect_letter(e, i) != 'f')
            continue;
        struct pt_set set = pt_may_point(f->pt, func, call->args[i]);
        for (uint32_t k = 0; k < set.count; k++) {
            struct pt_object o = pt_object_of(f->pt, set.objects[k]);
            if (o.kind == PT_FUNC && !cwi_func_of(f->u, o.id)->block_count)
                add_handed(f, o.id);
        }
    }
}

static bool is_hook(const struct finding *f, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(f->u, var);
    return (v->linkage == CWI_EXTERN || v->is_exposed) && cwi_is_func_pointer(f->u, v->type);
}

/* Somebody may have a pointer to it: a library gives none to what the program defines for it. */
static bool is_pointed_to(const struct finding *f, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(f->u, var);
    return v->linkage == CWI_EXTERN || v->is_address_taken || f->u->is_rebound;
}

static bool may_be_hook(const struct finding *f, cwi_id func, const struct cwi_expr *e)
{
    struct pt_set set = e && cwi_is_func_pointer(f->u, e->type) ? pt_may_be(f->pt, func, e) : (struct pt_set){0};
    bool is = false;
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(f->pt, set.objects[i]);
        is |= o.kind == PT_VAR && is_hook(f, o.id) && (e->kind == CWI_VAR || is_pointed_to(f, o.id));
    }
    return is;
}

/* A function that is stored in a variable of a library, or of the program for it: an error handler, a hook of the
 * allocator. */
static void find_hooks(struct finding *f)
{
    for (cwi_id i = 1; i < f->u->vars.count; i++)
        for (uint32_t k = 0; is_hook(f, i) && k < cwi_var_of(f->u, i)->init_count; k++)
            if (cwi_var_of(f->u, i)->init[k].value)
                add_functions(f, pt_may_point(f->pt, 0, cwi_var_of(f->u, i)->init[k].value), false, false);
    for (cwi_id i = 1; i < f->u->funcs.count; i++) {
        const struct cwi_func *fn = cwi_func_of(f->u, i);
        for (uint32_t b = 0; f->calls->funcs[i].reachable && b < fn->block_count; b++)
            for (uint32_t k = 0; k < fn->blocks[b].count; k++) {
                const struct cwi_stmt *s = &fn->blocks[b].stmts[k];
                if (s->kind == CWI_ASSIGN && may_be_hook(f, i, s->lhs))
                    add_functions(f, pt_may_point(f->pt, i, s->rhs), false, false);
            }
    }
}

static void find_interrupts(struct finding *f)
{
    for (size_t i = 0; f->notes && i < f->notes->list.count; i++)
        if (f->notes->list.items[i]->kind == NOTE_INTERRUPT)
            add_async(f, f->notes->list.items[i]->u.function, false, false);
}

/* ---- what changes ------------------------------------------------------------------------------------------------ */

/* What a known function keeps it may write later; one of which nothing is known writes when it is called. */
static void find_held(struct finding *f, cwi_id func, const struct cwi_stmt *call, const struct effect *e)
{
    for (uint32_t i = 0; e->known && i < call->arg_count; i++) {
        if (effect_letter(e, i) != 'k')
            continue;
        struct pt_set set = pt_may_point(f->pt, func, call->args[i]);
        pt_pset_merge(&f->held, set.objects, set.count);
    }
    f->binds |= (e->flags & EFFECT_BINDS) != 0;
    f->connects |= (e->flags & EFFECT_CONNECTS) != 0;
    if (e->flags & EFFECT_SOURCE_BY_MODE) {
        bool reads, writes;
        pt_effect_mode(f->u, e, call, &reads, &writes);
        f->opens_to_read |= reads;
        f->opens_to_write |= writes;
    }
}

static void note_held(struct finding *f)
{
    struct pt_set set = reachable_from(f, &f->held);
    for (uint32_t k = 0; k < set.count; k++) {
        struct pt_object o = pt_object_of(f->pt, set.objects[k]);
        if (o.kind == PT_VAR)
            f->is_held[o.id] = true;
        if (o.kind == PT_HEAP)
            vec_push(&f->sites, o.site);
    }
    vec_free(&f->held);
}

/* ---- functions that never go back to what they interrupt --------------------------------------------------------- */

/* Where there is a place for it, who is not known may jump there. */
static bool jumps_out(const struct finding *f)
{
    for (cwi_id i = 1; i < f->u->funcs.count; i++) {
        const struct cwi_func *fn = cwi_func_of(f->u, i);
        const char *name = cwi_base_name(fn->asm_name ? fn->asm_name : fn->name ? fn->name : "");
        if (!fn->block_count && (pt_effect(f->pt, i)->flags & EFFECT_SETJMP || strstr(name, "longjmp") ||
                                 !strcmp(name, "setcontext") || !strcmp(name, "swapcontext")))
            return true;
    }
    return false;
}

static enum cwi_way look_for_end(void *finding, const struct cwi_stmt *s)
{
    const struct finding *f = finding;
    bool is_last_call =
        s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF && cwi_func_of(f->u, s->rhs->ref)->is_noreturn;
    bool is_end = s->kind == CWI_RETURN || cwi_goes_on_unseen(s);
    return is_last_call ? WAY_ENDS : is_end ? WAY_FOUND : WAY_GOES_ON;
}

/* No way through the function leads to its end, or to where it is not known what follows. */
static bool never_returns(struct finding *f, cwi_id func)
{
    return !cwi_ways_find(cwi_func_of(f->u, func), 0, 0, look_for_end, f);
}

/* What a handler stores that always ends the program nobody reads but itself, and what it calls: the rest does not go
 * on, unless it is another thread. */
static void find_last(struct finding *f)
{
    bool goes_on = jumps_out(f);
    for (size_t i = 0; i < f->async.count; i++)
        goes_on |= f->async.items[i].is_thread;
    for (size_t i = 0; i < f->async.count && !goes_on; i++)
        f->async.items[i].is_last = never_returns(f, f->async.items[i].func);
}

static void find_written(struct finding *f)
{
    for (size_t i = 0; i < f->async.count; i++) {
        if (f->async.items[i].is_last)
            continue;
        struct pt_set set = pt_mod(f->pt, f->async.items[i].func);
        for (uint32_t k = 0; k < set.count; k++) {
            struct pt_object o = pt_object_of(f->pt, set.objects[k]);
            if (o.kind == PT_VAR && !f->writer[o.id])
                f->writer[o.id] = f->async.items[i].func;
            if (o.kind == PT_HEAP)
                vec_push(&f->sites, o.site);
        }
    }
}

bool pt_world_changes_blocks(const struct world *w, const struct cwi_stmt *site)
{
    for (uint32_t i = 0; i < w->site_count; i++)
        if (w->sites[i] == site)
            return true;
    return false;
}

bool pt_world_disturbs(const struct world *w, const struct effect *e)
{
    uint64_t flags = e->flags;
    if (!e->known || flags & (EFFECT_SOURCE | EFFECT_CLOSES | EFFECT_SENDS))
        return true;
    return (w->reads_itself && flags & EFFECT_SOURCE_BY_MODE) ||
           (w->talks_to_itself && flags & (EFFECT_BINDS | EFFECT_CONNECTS));
}

static bool func_disturbs(const struct finding *f, const struct world *w, cwi_id func)
{
    const struct cg_func *g = &f->calls->funcs[func];
    for (uint32_t i = 0; i < g->call_count; i++) {
        bool disturbs = g->calls[i].unknown;
        for (uint32_t k = 0; k < g->calls[i].callee_count; k++) {
            struct effect e = pt_effect_of(f->u, g->calls[i].callees[k], f->notes);
            if (!cwi_func_of(f->u, g->calls[i].callees[k])->block_count)
                disturbs |= pt_world_disturbs(w, &e);
        }
        if (disturbs)
            return true;
    }
    return false;
}

static bool async_disturbs(const struct finding *f, const struct world *w)
{
    bool *reached = ARENA_ARRAY(f->arena, bool, f->u->funcs.count), found = false;
    for (size_t i = 0; i < f->async.count; i++)
        pt_cg_reach(f->calls, f->async.items[i].func, reached);
    for (cwi_id i = 1; i < f->u->funcs.count && !found; i++)
        found = reached[i] && func_disturbs(f, w, i);
    return found;
}

const struct world *pt_world_find(struct arena *a, const struct cwi_unit *u, struct pt *pt,
                                  const struct callgraph *calls, const struct notes *notes)
{
    struct finding f = {.arena = a, .u = u, .pt = pt, .calls = calls, .notes = notes};
    struct world *w = ARENA_NEW(a, struct world);
    f.writer = ARENA_ARRAY(a, cwi_id, u->vars.count);
    f.is_held = ARENA_ARRAY(a, bool, u->vars.count);
    f.is_async = ARENA_ARRAY(a, bool, u->funcs.count);
    find_interrupts(&f);
    find_hooks(&f);
    find_calls(&f);
    for (size_t i = 0; i < f.outside.count; i++) {
        const struct outside_call *c = &f.outside.items[i];
        find_async(&f, c->func, c->stmt, &c->effect);
        find_handed(&f, c->func, c->stmt, &c->effect);
        find_held(&f, c->func, c->stmt, &c->effect);
    }
    find_kept(&f);
    note_held(&f);
    find_last(&f);
    find_written(&f);
    for (size_t i = 0; i < f.async.count; i++)
        w->has_threads |= f.async.items[i].is_thread;
    w->writer = f.writer;
    w->is_held = f.is_held;
    w->talks_to_itself = f.binds && f.connects;
    w->reads_itself = f.opens_to_read && f.opens_to_write;
    w->async_count = (uint32_t)f.async.count;
    w->async = vec_to_arena(&f.async, a);
    w->handed_count = (uint32_t)f.handed.count;
    w->handed = vec_to_arena(&f.handed, a);
    w->site_count = (uint32_t)f.sites.count;
    w->sites = vec_to_arena(&f.sites, a);
    w->async_disturbs = async_disturbs(&f, w);
    vec_free(&f.async);
    vec_free(&f.handed);
    vec_free(&f.outside);
    vec_free(&f.sites);
    return w;
}
