/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether pointers may lead to functions outside of the program, whom nobody knows: others give some, or hold some in
 * their variables.
 */
#include "runtime/check/rules/sites.h"

/* Characters, or pointers to them: environ, tzname, optarg. */
static bool is_text(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    while (t && t->kind == CWI_PTR && t->of)
        t = cwi_type_of(u, t->of);
    return t && t->kind == CWI_INT;
}

static bool holds_function(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    bool does = t->kind == CWI_PTR && !is_text(u, t->of);
    for (uint32_t i = 0; i < t->field_count && !does; i++)
        does = holds_function(u, t->fields[i].type);
    return does || (t->kind == CWI_ARRAY && holds_function(u, t->of));
}

/* It gets, or gives, something that may lead to a function. */
static bool may_hand_over(const struct finder *x, cwi_id func)
{
    const struct cwi_unit *u = x->c->u;
    const struct cwi_type *t = cwi_type_of(u, cwi_func_of(u, func)->type);
    struct effect e = pt_effect_of(u, func, x->c->notes);
    bool may = e.flags & EFFECT_ANY_MEMORY && e.known;
    if (cwi_func_of(u, func)->block_count || (e.known && !may))
        return false;
    may |= t->kind != CWI_FUNC || t->is_variadic || (t->of && holds_function(u, t->of)) ||
           (!t->param_count && cwi_func_of(u, func)->param_count);
    for (uint32_t i = 0; t->kind == CWI_FUNC && i < t->param_count && !may; i++)
        may = holds_function(u, t->params[i]);
    return may;
}

bool rule_may_call_out(const struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    const struct cwi_func *entry = cwi_func_of(u, x->c->entry);
    bool may = false;
    for (cwi_id f = 1; f < x->funcs && !may; f++)
        may = may_hand_over(x, f);
    for (cwi_id v = 1; v < u->vars.count && !may; v++)
        may = (cwi_var_of(u, v)->linkage == CWI_EXTERN || cwi_var_of(u, v)->is_exposed) &&
              !rule_is_standard(cwi_var_of(u, v)) && holds_function(u, cwi_var_of(u, v)->type);
    for (uint32_t i = 0; i < entry->param_count && !may && !rule_begins_program(x->c); i++)
        may = holds_function(u, cwi_var_of(u, entry->params[i])->type);
    return may;
}

static bool is_own_function(const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (e && e->kind == CWI_COND)
        return is_own_function(e->b) && is_own_function(e->c);
    return e && (e->kind == CWI_FUNCREF || (e->kind == CWI_CONST && !e->value));
}

static void look_at_store(void *finder, const struct cwi_stmt *s)
{
    struct finder *x = finder;
    if (s->lhs && s->lhs->kind == CWI_VAR && s->kind != CWI_END && !(s->kind == CWI_ASSIGN && is_own_function(s->rhs)))
        x->is_given_others[s->lhs->ref] = true;
}

bool rule_leads_to_own(struct finder *x, const struct cwi_expr *pointer)
{
    const struct cwi_expr *e = cwi_converted(pointer);
    const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(x->c->u, e->ref) : NULL;
    if (!v || v->linkage == CWI_PARAM || v->linkage == CWI_EXTERN || v->is_address_taken || v->is_exposed ||
        v->is_volatile)
        return false;
    if (!x->is_given_others) {
        x->is_given_others = arena_zalloc(x->c->a, x->c->u->vars.count * sizeof *x->is_given_others);
        cwi_unit_walk(x->c->u, look_at_store, x);
    }
    bool are_own = !x->is_given_others[e->ref];
    for (uint32_t i = 0; i < v->init_count; i++)
        are_own &= v->init[i].value && is_own_function(v->init[i].value);
    return are_own;
}
