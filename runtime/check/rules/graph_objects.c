/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects of a graph that are local variables of its client: one variable is another object each time that its function
 * is called, or its block entered, but the state of the graph goes with the variable. So it has to live once.
 */
#include "runtime/check/rules/rules.h"

#include <stdlib.h>

/* ---- whether something happens once ------------------------------------------------------------------------------ */

static bool is_in_cycle(const struct cwi_func *f, uint32_t block)
{
    bool *seen = base_mem_zalloc(f->block_count + 1), found = false;
    struct VEC(uint32_t) work = {0};
    vec_push(&work, block);
    while (work.count && !found) {
        const struct cwi_block *b = &f->blocks[work.items[--work.count]];
        const struct cwi_stmt *end = b->count ? &b->stmts[b->count - 1] : NULL;
        for (uint32_t i = 0; end && i < cwi_way_count(end) && !found; i++) {
            uint32_t to = cwi_way_target(end, i);
            found = to == block;
            if (!seen[to])
                vec_push(&work, to);
            seen[to] = true;
        }
    }
    vec_free(&work);
    free(seen);
    return found;
}

/* The function is entered once at most: by one call, which is no part of a loop, of a function of which the same holds.
 */
static bool is_entered_once(const struct rule_compiler *c, cwi_id func)
{
    enum { DEEPEST = 32 };
    for (int depth = 0; depth < DEEPEST; depth++) {
        cwi_id caller = 0;
        uint32_t calls = 0;
        if (cwi_func_of(c->u, func)->is_address_taken)
            return false;
        for (cwi_id f = 1; f < c->u->funcs.count; f++) {
            const struct cwi_func *x = cwi_func_of(c->u, f);
            for (uint32_t b = 0; b < x->block_count; b++)
                for (uint32_t i = 0; i < x->blocks[b].count; i++) {
                    const struct cwi_stmt *s = &x->blocks[b].stmts[i];
                    if (s->kind != CWI_CALL || s->rhs->kind != CWI_FUNCREF || s->rhs->ref != func)
                        continue;
                    calls += is_in_cycle(x, b) ? 2 : 1;
                    caller = f;
                }
        }
        if (!calls)
            return true;
        if (calls > 1)
            return false;
        func = caller;
    }
    return false;
}

static bool lives_once(const struct rule_compiler *c, cwi_id var)
{
    const struct cwi_func *f = cwi_func_of(c->u, cwi_var_of(c->u, var)->owner);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            if (s->kind == CWI_END && s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == var && is_in_cycle(f, b))
                return false;
        }
    return is_entered_once(c, cwi_var_of(c->u, var)->owner);
}

/* ---- what an object may be --------------------------------------------------------------------------------------- */

/* Units may know one structure by several types. */
static bool is_object_type(const struct rule_compiler *c, cwi_id type, const bool *objects)
{
    const struct cwi_type *t = cwi_type_of(c->u, type);
    for (cwi_id o = 1; o < c->u->types.count; o++) {
        const struct cwi_type *x = cwi_type_of(c->u, o);
        if (objects[o] && x->kind == t->kind && x->name && t->name && !strcmp(x->name, t->name))
            return true;
    }
    return objects[type];
}

static bool holds_object(const struct rule_compiler *c, cwi_id type, const bool *objects)
{
    const struct cwi_type *t = cwi_type_of(c->u, type);
    bool holds = is_object_type(c, type, objects);
    if (t->kind == CWI_ARRAY)
        holds |= holds_object(c, t->of, objects);
    for (uint32_t i = 0; (t->kind == CWI_STRUCT || t->kind == CWI_UNION) && i < t->field_count && !holds; i++)
        holds = holds_object(c, t->fields[i].type, objects);
    return holds;
}

/* What the parameters of the graph's functions point to. */
static bool *find_types(const struct rule_compiler *c)
{
    bool *objects = base_mem_zalloc(c->u->types.count + 1);
    for (cwi_id f = 1; f < c->u->funcs.count; f++) {
        bool before, after, handle;
        const struct cwi_type *t = cwi_type_of(c->u, cwi_func_of(c->u, f)->type);
        rule_names(c->rule, rule_name_of(c, f), &before, &after, &handle);
        for (uint32_t i = 0; (before || after) && i < t->param_count; i++) {
            const struct cwi_type *p = cwi_type_of(c->u, t->params[i]);
            enum cwi_type_kind kind = p->kind == CWI_PTR && p->of ? cwi_type_of(c->u, p->of)->kind : CWI_VOID;
            if (kind == CWI_STRUCT || kind == CWI_UNION)
                objects[p->of] = true;
        }
    }
    return objects;
}

void rule_graph_refuse_locals(struct rule_compiler *c)
{
    bool *objects = c->rule->object ? find_types(c) : NULL;
    for (cwi_id v = 1; objects && v < c->u->vars.count && !c->refused; v++) {
        const struct cwi_var *x = cwi_var_of(c->u, v);
        bool is_local = x->linkage == CWI_AUTO || x->linkage == CWI_PARAM;
        if (!is_local || !x->owner || !c->is_client[x->owner] || !x->type || !holds_object(c, x->type, objects))
            continue;
        if (!lives_once(c, v))
            c->refused = arena_printf(c->a, "'%s' of '%s' may be several objects, one after the other", x->name,
                                      cwi_func_of(c->u, x->owner)->name);
    }
    free(objects);
}
