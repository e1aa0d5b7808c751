/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lifetimes of local variables, from who may hold their addresses.
 */
#include "runtime/points/lifetimes.h"
#include "runtime/points/private.h"

struct lifetimes {
    const struct cwi_unit *u;
    const struct callgraph *g;
    uint8_t *of;
    bool *is_single; /* by function: it is active once */
};

static void note_end(void *context, const struct cwi_stmt *s)
{
    struct lifetimes *x = context;
    if (s->kind == CWI_END && s->lhs && s->lhs->kind == CWI_VAR)
        x->of[s->lhs->ref] |= PT_ENDS_EARLY;
}

/* What the holder of a pointer makes of the variable that it leads to. A callee's variables go before the activation
 * that it leads into: callees are in components with smaller numbers. */
static uint8_t outlived_by(const struct lifetimes *x, struct pt_object holder, cwi_id target)
{
    const struct cwi_var *by = holder.kind == PT_VAR ? cwi_var_of(x->u, holder.id) : NULL;
    cwi_id owner = cwi_var_of(x->u, target)->owner;
    const struct cg_func *of = &x->g->funcs[owner];
    uint8_t kept = PT_IS_OUTLIVED | (x->is_single[owner] ? 0 : PT_IS_KEPT);
    if (!by || !cwi_is_automatic(by))
        return kept;
    if (by->owner == owner && !of->recursive)
        return x->of[target] & PT_ENDS_EARLY ? PT_IS_OUTLIVED : 0;
    return x->g->funcs[by->owner].component >= of->component ? kept : 0;
}

static void note_held(struct lifetimes *x, struct pt *pt, struct pt_object holder, struct pt_set set)
{
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(pt, set.objects[i]);
        if (o.kind == PT_VAR && cwi_is_automatic(cwi_var_of(x->u, o.id)))
            x->of[o.id] |= outlived_by(x, holder, o.id);
    }
}

/* What it holds of escaped objects is not listed: those are looked at once, for all. `inside` is scratch. */
static void look_at_holder(struct lifetimes *x, struct pt *pt, pt_id id, struct pset *inside)
{
    struct pt_object holder = pt_object_of(pt, id);
    cwi_id owner = holder.kind == PT_VAR ? cwi_var_of(x->u, holder.id)->owner : 0;
    if (owner && !x->g->funcs[owner].reachable)
        return;
    if (holder.kind == PT_FUNC && cwi_func_of(x->u, holder.id)->block_count)
        return;
    inside->count = 0;
    pt_add_contents(pt, id, inside);
    note_held(x, pt, holder, (struct pt_set){inside->items, (uint32_t)inside->count, false});
    if (holder.kind == PT_FUNC) /* what strtok remembers */
        note_held(x, pt, holder, pt_remembered(pt, holder.id));
}

/* The entry, and main where the entry calls it and nobody else does, are active once. */
static void find_single(struct lifetimes *x, cwi_id entry)
{
    const struct cg_func *e = &x->g->funcs[entry];
    cwi_id main = entry == cwi_find_start(x->u) ? cwi_find_func(x->u, NULL, "main", NULL) : 0;
    uint32_t calls_of_main = 0;
    x->is_single[entry] = !e->recursive && !e->is_callback;
    for (cwi_id f = 1; f < x->u->funcs.count && main; f++)
        for (uint32_t i = 0; i < x->g->funcs[f].call_count; i++) {
            const struct cg_call *call = &x->g->funcs[f].calls[i];
            for (uint32_t k = 0; k < call->callee_count; k++)
                calls_of_main += call->callees[k] == main;
        }
    if (calls_of_main == 1)
        x->is_single[main] = !x->g->funcs[main].is_callback;
}

const uint8_t *pt_lifetimes(struct arena *a, const struct cwi_unit *u, struct pt *pt, const struct callgraph *g,
                            cwi_id entry)
{
    struct lifetimes x = {u, g, ARENA_ARRAY(a, uint8_t, u->vars.count), ARENA_ARRAY(a, bool, u->funcs.count)};
    find_single(&x, entry);
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (g->funcs[f].reachable)
            cwi_func_walk(cwi_func_of(u, f), note_end, &x);
    struct pset inside = {0};
    for (pt_id holder = 0; holder < pt_object_count(pt); holder++)
        look_at_holder(&x, pt, holder, &inside);
    note_held(&x, pt, pt_object_of(pt, PT_UNKNOWN), pt_all_escaped(pt));
    vec_free(&inside);
    return x.of;
}
