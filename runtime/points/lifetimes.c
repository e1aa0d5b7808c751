/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lifetimes of local variables, from who may hold their addresses.
 */
#include "runtime/points/lifetimes.h"

struct lifetimes {
    const struct cwi_unit *u;
    const struct callgraph *g;
    uint8_t *of;
};

static void note_end(void *context, const struct cwi_stmt *s)
{
    struct lifetimes *x = context;
    if (s->kind == CWI_END && s->lhs && s->lhs->kind == CWI_VAR)
        x->of[s->lhs->ref] |= PT_ENDS_EARLY;
}

/* Whether what holds the pointer may be looked at when the activation that it leads into has ended. A callee's
 * variables go before that: callees are in components with smaller numbers. */
static bool may_outlive(const struct lifetimes *x, struct pt_object holder, cwi_id target)
{
    const struct cwi_var *by = holder.kind == PT_VAR ? cwi_var_of(x->u, holder.id) : NULL;
    cwi_id owner = cwi_var_of(x->u, target)->owner;
    if (!by || !cwi_is_automatic(by))
        return true;
    const struct cg_func *its = &x->g->funcs[by->owner], *of = &x->g->funcs[owner];
    if (by->owner == owner)
        return of->recursive || (x->of[target] & PT_ENDS_EARLY && by->linkage != CWI_TEMP);
    return its->component >= of->component;
}

static void look_at_holder(struct lifetimes *x, struct pt *pt, pt_id id)
{
    struct pt_object holder = pt_object_of(pt, id);
    cwi_id owner = holder.kind == PT_VAR ? cwi_var_of(x->u, holder.id)->owner : 0;
    if (holder.kind == PT_FUNC || (owner && !x->g->funcs[owner].reachable))
        return;
    struct pt_set set = pt_contents(pt, id);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(pt, set.objects[i]);
        if (o.kind == PT_VAR && !(x->of[o.id] & PT_IS_OUTLIVED) && cwi_is_automatic(cwi_var_of(x->u, o.id)) &&
            may_outlive(x, holder, o.id))
            x->of[o.id] |= PT_IS_OUTLIVED;
    }
}

const uint8_t *pt_lifetimes(struct arena *a, const struct cwi_unit *u, struct pt *pt, const struct callgraph *g)
{
    struct lifetimes x = {u, g, ARENA_ARRAY(a, uint8_t, u->vars.count)};
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (g->funcs[f].reachable)
            cwi_func_walk(cwi_func_of(u, f), note_end, &x);
    for (pt_id holder = 0; holder < pt_object_count(pt); holder++)
        look_at_holder(&x, pt, holder);
    return x.of;
}
