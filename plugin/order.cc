/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The final order of a unit. The compiler lowers functions in an order that depends on the optimisation level; what is
 * written does not: functions stand in the order of the source, then those that are only mentioned; variables with
 * static storage, then string literals, then each function's own in the order of their mention.
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

/* ---- functions --------------------------------------------------------------------------------------------------- */

void refs_end(auto_vec<struct ref_range> &of, cwi_id id, unsigned first)
{
    if (of.length() <= id)
        of.safe_grow_cleared(id + 1);
    of[id] = {first, tu.refs.length()};
}

/* What can be reached: the compiler keeps unused static functions at -O0 and drops them at -O2. */
struct reached {
    auto_vec<bool> funcs, vars;
    auto_vec<struct ref_range> work;

    void follow(const auto_vec<struct ref_range> &of, cwi_id id)
    {
        if (id < of.length())
            work.safe_push(of[id]);
    }
    void func(cwi_id id)
    {
        if (!id || funcs[id])
            return;
        funcs[id] = true;
        follow(tu.func_refs, id);
    }
    void var(cwi_id id)
    {
        if (vars[id])
            return;
        vars[id] = true;
        func(cwi_var_of(tu.u, id)->owner);
        follow(tu.var_refs, id);
    }
    void run(void)
    {
        while (!work.is_empty()) {
            struct ref_range r = work.pop();
            for (unsigned i = r.first; i < r.last; i++)
                if (tu.refs[i]->kind == CWI_FUNCREF)
                    func(tu.refs[i]->ref);
                else
                    var(tu.refs[i]->ref);
        }
    }
};

static void reach_notes(struct reached *r)
{
    for (size_t i = 0; i < tu.u->notes.count; i++) {
        const struct cwi_note *n = &tu.u->notes.items[i];
        r->func(n->func);
        for (uint32_t k = 0; k < n->ref_count; k++) {
            if (n->refs[k].kind == cwi_ref::CWI_REF_FUNC)
                r->func(n->refs[k].id);
            if (n->refs[k].kind == cwi_ref::CWI_REF_VAR) {
                r->func(cwi_var_of(tu.u, n->refs[k].id)->owner);
                r->var(n->refs[k].id);
            }
        }
    }
}

static void add_words(struct intern *words, const char *text)
{
    size_t n;
    while (const char *word = text ? cwi_next_symbol(&text, &n) : NULL)
        base_intern_add(words, word, n);
}

/* What assembler mentions, it may call. */
static void reach_mentioned(struct reached *r)
{
    struct intern *words = base_intern_new();
    for (size_t i = 0; i < tu.u->notes.count; i++)
        if (!strcmp(tu.u->notes.items[i].word, "asm"))
            add_words(words, tu.u->notes.items[i].text);
    for (size_t i = 1; i < tu.u->funcs.count; i++) {
        const struct cwi_func *f = tu.u->funcs.items[i];
        for (uint32_t b = 0; b < f->block_count; b++)
            for (uint32_t k = 0; k < f->blocks[b].count; k++)
                if (f->blocks[b].stmts[k].kind == CWI_ASM)
                    add_words(words, f->blocks[b].stmts[k].text);
    }
    for (size_t i = 1; i < tu.u->funcs.count; i++) {
        const char *name = tu.u->funcs.items[i]->asm_name;
        if (name && base_intern_find(words, name, strlen(name)) != UINT32_MAX)
            r->func(i);
    }
    base_intern_free(words);
}

static bool is_root(const struct cwi_func *f, tree decl)
{
    if (f->alias_of || (decl && DECL_PRESERVE_P(decl)))
        return true;
    return f->block_count && !(decl && DECL_EXTERNAL(decl)) &&
           (f->linkage != CWI_STATIC || f->init_priority || f->fini_priority || f->is_interrupt);
}

/* What an alias is another name of, which nothing else may mention. */
static void reach_aliased(struct reached *r)
{
    for (size_t i = 1; i < tu.u->vars.count; i++)
        for (size_t k = 1; tu.u->vars.items[i]->alias_of && k < tu.u->vars.count; k++) {
            const char *name = tu.u->vars.items[k]->asm_name;
            if (name && !strcmp(name, tu.u->vars.items[i]->alias_of))
                r->var(k);
        }
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        for (size_t k = 1; tu.u->funcs.items[i]->alias_of && k < tu.u->funcs.count; k++) {
            const char *name = tu.u->funcs.items[k]->asm_name;
            if (name && !strcmp(name, tu.u->funcs.items[i]->alias_of))
                r->func(k);
        }
}

static void reach_all(struct reached *r)
{
    r->funcs.safe_grow_cleared(tu.u->funcs.count);
    r->vars.safe_grow_cleared(tu.u->vars.count);
    reach_notes(r);
    reach_mentioned(r);
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        if (is_root(tu.u->funcs.items[i], tu.func_decls[i]))
            r->func(i);
    for (size_t i = 1; i < tu.u->vars.count; i++) {
        const struct cwi_var *v = tu.u->vars.items[i];
        bool is_kept = tu.var_decls[i] && VAR_P(tu.var_decls[i]) && DECL_PRESERVE_P(tu.var_decls[i]);
        if ((v->linkage >= CWI_GLOBAL && v->linkage != CWI_EXTERN) || v->alias_of || v->section || is_kept)
            r->var(i);
    }
    reach_aliased(r);
    r->run();
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        for (uint32_t k = 0; r->funcs[i] && k < tu.u->funcs.items[i]->param_count; k++)
            r->vars[tu.u->funcs.items[i]->params[k]] = true;
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        if (r->funcs[i])
            r->vars[tu.u->funcs.items[i]->extra] = true;
}

static void order_funcs(const struct reached *reached)
{
    struct map64 rank = {};
    for (unsigned i = 0; i < tu.func_order.length(); i++)
        base_map64_put(&rank, tu.func_order[i], i);
    auto_vec<place_in_order> order;
    for (size_t i = 1; i < tu.u->funcs.count; i++) {
        if (!reached->funcs[i])
            continue;
        tree decl = tu.func_decls[i];
        uint32_t r;
        bool has_rank = tu.u->funcs.items[i]->block_count && base_map64_get(&rank, DECL_UID(decl), &r);
        place_in_order p = {has_rank ? 0u : 1u, has_rank ? r : (uint64_t)DECL_UID(decl), (cwi_id)i};
        order.safe_push(p);
    }
    base_map64_free(&rank);
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

/* ---- variables --------------------------------------------------------------------------------------------------- */

static place_in_order place_of_var(cwi_id id)
{
    const struct cwi_var *v = cwi_var_of(tu.u, id);
    if (v->linkage >= CWI_STATIC)
        return {0, tu.var_decls[id] ? DECL_UID(tu.var_decls[id]) : id, id};
    if (v->linkage == CWI_LITERAL) /* by content: the order of mention is the compiler's */
        return {1,
                v->init_count && v->init[0].bytes
                    ? base_hash_bytes(v->init[0].bytes, v->init[0].size, type_of(v->type)->size)
                    : 0,
                id};
    return {2ull + (v->owner < new_func.length() ? new_func[v->owner] : 0), v->linkage == CWI_PARAM ? 0u : 1u, id};
}

static void order_vars(const struct reached *reached)
{
    auto_vec<place_in_order> order;
    for (size_t i = 1; i < tu.u->vars.count; i++)
        if (reached->vars[i])
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

/* What was lost in a function that is not there is no loss. */
static void drop_losses(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < tu.u->losses.count; i++) {
        struct cwi_loss l = tu.u->losses.items[i];
        if (l.func && !new_func[l.func])
            continue;
        l.func = new_func[l.func];
        tu.u->losses.items[kept++] = l;
    }
    tu.u->losses.count = kept;
}

void unit_order(void)
{
    struct reached reached;
    reach_all(&reached);
    order_funcs(&reached);
    order_vars(&reached);
    drop_losses();
    for (struct cwi_expr *e : tu.refs)
        e->ref = e->kind == CWI_VAR ? new_var[e->ref] : new_func[e->ref];
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        for (uint32_t k = 0; k < tu.u->funcs.items[i]->param_count; k++)
            tu.u->funcs.items[i]->params[k] = new_var[tu.u->funcs.items[i]->params[k]];
    for (size_t i = 1; i < tu.u->funcs.count; i++)
        tu.u->funcs.items[i]->extra = new_var[tu.u->funcs.items[i]->extra];
    for (size_t i = 0; i < tu.u->notes.count; i++) {
        struct cwi_note *n = &tu.u->notes.items[i];
        n->func = new_func[n->func];
        for (uint32_t k = 0; k < n->ref_count; k++)
            if (n->refs[k].kind != cwi_ref::CWI_REF_TYPE)
                n->refs[k].id =
                    n->refs[k].kind == cwi_ref::CWI_REF_VAR ? new_var[n->refs[k].id] : new_func[n->refs[k].id];
    }
}
