/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Static variables that hold what is opened to the end of the program: the outermost function, which is entered once,
 * stores it there, and nobody stores anything else behind that.
 */
#include "runtime/check/rules/sites.h"

/* Nobody writes to it but by its name. */
static bool is_plain(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_var *v = e && e->kind == CWI_VAR ? cwi_var_of(u, e->ref) : NULL;
    return v && (v->linkage == CWI_STATIC || v->linkage == CWI_GLOBAL) && !v->is_address_taken && !v->is_volatile &&
           !v->is_thread_local && !v->is_exposed && !v->alias_of && cwi_type_of(u, v->type)->kind == CWI_PTR;
}

/* The statement may change it, in whole or in part. */
static bool writes(const struct cwi_stmt *s, cwi_id var)
{
    bool does = (s->kind == CWI_FORGET && !s->lhs) || cwi_expr_reads(s->lhs, var);
    for (uint32_t i = 0; s->kind == CWI_ASM && i < s->arg_count && !does; i++)
        does = cwi_expr_reads(s->args[i], var);
    return does;
}

static enum cwi_way look_for_store(void *var, const struct cwi_stmt *s)
{
    return writes(s, *(cwi_id *)var) ? WAY_FOUND : WAY_GOES_ON;
}

/* Somewhere else than in this function, or the function may come back to what it has passed. */
static bool is_written_elsewhere(const struct finder *x, cwi_id func, cwi_id var)
{
    bool is = false;
    for (cwi_id f = 1; f < x->funcs && !is; f++)
        for (uint32_t b = 0; b < cwi_func_of(x->c->u, f)->block_count && !is; b++)
            for (uint32_t i = 0; i < cwi_func_of(x->c->u, f)->blocks[b].count && !is; i++) {
                const struct cwi_stmt *s = &cwi_func_of(x->c->u, f)->blocks[b].stmts[i];
                is = f == func ? rule_lands_at(x, s) : writes(s, var);
            }
    return is;
}

bool rule_holds_to_the_end(const struct finder *x, const struct site *s)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, s->func);
    const struct cwi_stmt *stmt = &f->blocks[s->block].stmts[s->index];
    const struct cwi_expr *from = stmt->kind == CWI_ASSIGN ? cwi_converted(stmt->rhs) : NULL;
    bool is_whole = from && from->kind == CWI_VAR && from->ref == s->held_value->ref;
    if (!is_whole || !is_plain(x->c->u, stmt->lhs) || !rule_is_outermost(x->c, s->func))
        return false;
    cwi_id var = stmt->lhs->ref;
    return !is_written_elsewhere(x, s->func, var) && !cwi_ways_find(f, s->block, s->index + 1, look_for_store, &var);
}
