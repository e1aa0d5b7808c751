/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The final order of a unit. The compiler lowers functions in an order that depends on the optimisation level; what is
 * written does not: functions stand in the order of the source, then those that are only used; variables with static
 * storage, then string literals, then each function's own in the order of their mention.
 *
 * Invariant: every id in the unit is mapped; what is dropped is mentioned nowhere.
 */
#include "plugin/plugin.h"

#include <algorithm>

struct place_in_order {
    uint64_t major, minor;
    cwi_id id;
    bool operator<(const place_in_order &o) const
    {
        return major != o.major ? major < o.major : minor != o.minor ? minor < o.minor : id < o.id;
    }
};

static auto_vec<cwi_id> new_func, new_var;

/* ---- functions ------------------------------------------------------------------------------------------------------- */

static void mark_used_funcs(auto_vec<bool> &used)
{
    for (const struct cwi_expr *e : tu.refs)
        if (e->kind == CWI_FUNCREF)
            used[e->ref] = true;
    for (size_t i = 0; i < tu.u->notes.count; i++) {
        const struct cwi_note *n = &tu.u->notes.items[i];
        used[n->func] = true;
        for (uint32_t k = 0; k < n->ref_count; k++) {
            if (n->refs[k].kind == cwi_ref::CWI_REF_FUNC)
                used[n->refs[k].id] = true;
            if (n->refs[k].kind == cwi_ref::CWI_REF_VAR)
                used[cwi_var_of(tu.u, n->refs[k].id)->owner] = true;
        }
    }
    for (size_t i = 1; i < tu.u->funcs.count; i++) {
        const struct cwi_func *f = tu.u->funcs.items[i];
        if (f->block_count || f->alias_of)
            used[i] = true;
    }
}

static void order_funcs(void)
{
    struct map64 rank = {};
    for (unsigned i = 0; i < tu.func_order.length(); i++)
        map64_put(&rank, tu.func_order[i], i);
    auto_vec<bool> used;
    used.safe_grow_cleared(tu.u->funcs.count);
    mark_used_funcs(used);
    auto_vec<place_in_order> order;
    for (size_t i = 1; i < tu.u->funcs.count; i++) {
        if (!used[i])
            continue;
        tree decl = tu.func_decls[i];
        uint32_t r;
        bool has_rank = tu.u->funcs.items[i]->block_count && map64_get(&rank, DECL_UID(decl), &r);
        place_in_order p = {has_rank ? 0u : 1u, has_rank ? r : (uint64_t)DECL_UID(decl), (cwi_id)i};
        order.safe_push(p);
    }
    map64_free(&rank);
    std::sort(order.begin(), order.end());
    new_func.safe_grow_cleared(tu.u->funcs.count);
    auto_vec<struct cwi_func *> items;
    for (unsigned i = 0; i < order.length(); i++) {
        new_func[order[i].id] = i + 1;
        items.safe_push(tu.u->funcs.items[order[i].id]);
    }
    for (unsigned i = 0; i < items.length(); i++)
        tu.u->funcs.items[i + 1] = items[i];
    tu.u->funcs.count = items.length() + 1;
}

/* ---- variables ------------------------------------------------------------------------------------------------------- */

static void mark_used_vars(auto_vec<bool> &used)
{
    for (const struct cwi_expr *e : tu.refs)
        if (e->kind == CWI_VAR)
            used[e->ref] = true;
    for (size_t i = 0; i < tu.u->notes.count; i++)
        for (uint32_t k = 0; k < tu.u->notes.items[i].ref_count; k++)
            if (tu.u->notes.items[i].refs[k].kind == cwi_ref::CWI_REF_VAR)
                used[tu.u->notes.items[i].refs[k].id] = true;
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        for (uint32_t k = 0; k < tu.u->funcs.items[i]->param_count; k++)
            used[tu.u->funcs.items[i]->params[k]] = true;
    for (size_t i = 1; i < tu.u->vars.count; i++)
        if (tu.u->vars.items[i]->linkage >= CWI_GLOBAL && tu.u->vars.items[i]->linkage != CWI_EXTERN)
            used[i] = true;
}

static place_in_order place_of_var(cwi_id id)
{
    const struct cwi_var *v = cwi_var_of(tu.u, id);
    if (v->linkage >= CWI_STATIC)
        return {0, tu.var_decls[id] ? DECL_UID(tu.var_decls[id]) : id, id};
    if (v->linkage == CWI_LITERAL) /* by content: the order of mention is the compiler's */
        return {1, v->init_count && v->init[0].bytes ? hash_bytes(v->init[0].bytes, v->init[0].size, v->type) : 0, id};
    return {2ull + (v->owner < new_func.length() ? new_func[v->owner] : 0), v->linkage == CWI_PARAM ? 0u : 1u, id};
}

static void order_vars(void)
{
    auto_vec<bool> used;
    used.safe_grow_cleared(tu.u->vars.count);
    mark_used_vars(used);
    auto_vec<place_in_order> order;
    for (size_t i = 1; i < tu.u->vars.count; i++)
        if (used[i])
            order.safe_push(place_of_var(i));
    std::sort(order.begin(), order.end());
    new_var.safe_grow_cleared(tu.u->vars.count);
    auto_vec<struct cwi_var *> items;
    for (unsigned i = 0; i < order.length(); i++) {
        new_var[order[i].id] = i + 1;
        items.safe_push(tu.u->vars.items[order[i].id]);
    }
    for (unsigned i = 0; i < items.length(); i++) {
        tu.u->vars.items[i + 1] = items[i];
        items[i]->owner = new_func[items[i]->owner];
    }
    tu.u->vars.count = items.length() + 1;
}

void unit_order(void)
{
    order_funcs();
    order_vars();
    for (struct cwi_expr *e : tu.refs)
        e->ref = e->kind == CWI_VAR ? new_var[e->ref] : new_func[e->ref];
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        for (uint32_t k = 0; k < tu.u->funcs.items[i]->param_count; k++)
            tu.u->funcs.items[i]->params[k] = new_var[tu.u->funcs.items[i]->params[k]];
    for (size_t i = 0; i < tu.u->notes.count; i++) {
        struct cwi_note *n = &tu.u->notes.items[i];
        n->func = new_func[n->func];
        for (uint32_t k = 0; k < n->ref_count; k++)
            if (n->refs[k].kind != cwi_ref::CWI_REF_TYPE)
                n->refs[k].id = n->refs[k].kind == cwi_ref::CWI_REF_VAR ? new_var[n->refs[k].id] : new_func[n->refs[k].id];
    }
    for (size_t i = 0; i < tu.u->losses.count; i++)
        tu.u->losses.items[i].func = new_func[tu.u->losses.items[i].func];
}
