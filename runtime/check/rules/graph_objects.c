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

struct calls { /* of a function */
    uint32_t count;
    cwi_id caller; /* of the last one, and its block */
    uint32_t block;
};
struct living {
    struct rule_compiler *c;
    struct calls *calls; /* by function */
    bool *is_object;     /* by type: the graph is about what has it */
};

static void count_calls(struct living *x)
{
    const struct cwi_unit *u = x->c->u;
    for (cwi_id f = 1; f < u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(u, f)->blocks[b].count; i++) {
                const struct cwi_stmt *s = &cwi_func_of(u, f)->blocks[b].stmts[i];
                if (s->kind != CWI_CALL || s->rhs->kind != CWI_FUNCREF)
                    continue;
                struct calls *to = &x->calls[s->rhs->ref];
                *to = (struct calls){to->count + 1, f, b};
            }
}

/* The function is entered once at most: by one call, which is no part of a loop, of a function of which the same holds.
 */
static bool is_entered_once(const struct living *x, cwi_id func)
{
    enum { DEEPEST = 32 };
    for (int depth = 0; depth < DEEPEST; depth++) {
        const struct calls *by = &x->calls[func];
        if (cwi_func_of(x->c->u, func)->is_address_taken)
            return false;
        if (!by->count)
            return true;
        if (by->count > 1 || is_in_cycle(cwi_func_of(x->c->u, by->caller), by->block))
            return false;
        func = by->caller;
    }
    return false;
}

static bool lives_once(const struct living *x, cwi_id var)
{
    cwi_id owner = cwi_var_of(x->c->u, var)->owner;
    const struct cwi_func *f = cwi_func_of(x->c->u, owner);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            if (s->kind == CWI_END && s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == var && is_in_cycle(f, b))
                return false;
        }
    return is_entered_once(x, owner);
}

/* ---- what an object may be --------------------------------------------------------------------------------------- */

/* Units may know one structure by several types. */
static void add_types_like(struct living *x, cwi_id type)
{
    const struct cwi_unit *u = x->c->u;
    const struct cwi_type *t = cwi_type_of(u, type);
    x->is_object[type] = true;
    for (cwi_id o = 1; t->name && o < u->types.count; o++) {
        const struct cwi_type *other = cwi_type_of(u, o);
        x->is_object[o] |= other->kind == t->kind && other->name && !strcmp(other->name, t->name);
    }
}

/* What the parameters of the graph's functions point to. */
static void find_types(struct living *x)
{
    const struct cwi_unit *u = x->c->u;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        bool before, after, handle;
        const struct cwi_type *t = cwi_type_of(u, cwi_func_of(u, f)->type);
        rule_names(x->c->rule, rule_name_of(x->c, f), &before, &after, &handle);
        for (uint32_t i = 0; (before || after) && i < t->param_count; i++) {
            const struct cwi_type *p = cwi_type_of(u, t->params[i]);
            enum cwi_type_kind kind = p->kind == CWI_PTR && p->of ? cwi_type_of(u, p->of)->kind : CWI_VOID;
            if ((kind == CWI_STRUCT || kind == CWI_UNION) && !x->is_object[p->of])
                add_types_like(x, p->of);
        }
    }
}

static bool holds_object(const struct living *x, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(x->c->u, type);
    bool holds = x->is_object[type] || (t->kind == CWI_ARRAY && holds_object(x, t->of));
    for (uint32_t i = 0; (t->kind == CWI_STRUCT || t->kind == CWI_UNION) && i < t->field_count && !holds; i++)
        holds = holds_object(x, t->fields[i].type);
    return holds;
}

void rule_graph_refuse_locals(struct rule_compiler *c)
{
    struct living x = {.c = c};
    if (!c->rule->object)
        return;
    x.calls = base_mem_zalloc((c->u->funcs.count + 1) * sizeof *x.calls);
    x.is_object = base_mem_zalloc(c->u->types.count + 1);
    count_calls(&x);
    find_types(&x);
    for (cwi_id v = 1; v < c->u->vars.count && !c->refused; v++) {
        const struct cwi_var *var = cwi_var_of(c->u, v);
        bool is_local = var->linkage == CWI_AUTO || var->linkage == CWI_PARAM;
        if (is_local && var->owner && c->is_client[var->owner] && var->type && holds_object(&x, var->type) &&
            !lives_once(&x, v))
            c->refused = arena_printf(c->a, "'%s' of '%s' may be several objects, one after the other", var->name,
                                      cwi_func_of(c->u, var->owner)->name);
    }
    free(x.calls);
    free(x.is_object);
}
