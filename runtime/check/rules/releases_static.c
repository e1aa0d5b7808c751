/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Static variables that hold what is opened to the end of the program: the outermost function, which is entered once,
 * stores it there, and nobody stores anything else behind that.
 */
#include "runtime/check/rules/sites.h"

#include <stdlib.h>

/* Nobody writes to it but by its name. */
static bool is_plain(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_var *v = e && e->kind == CWI_VAR ? cwi_var_of(u, e->ref) : NULL;
    return v && (v->linkage == CWI_STATIC || v->linkage == CWI_GLOBAL) && !v->is_address_taken && !v->is_volatile &&
           !v->is_thread_local && !v->is_exposed && !v->alias_of && cwi_type_of(u, v->type)->kind == CWI_PTR;
}

static bool is_name_of(void *var, const struct cwi_expr *e)
{
    cwi_id *v = var;
    if (e->kind == CWI_VAR && e->ref == *v)
        *v = 0;
    return *v != 0;
}

/* The statement may change it, in whole or in part. */
static bool writes(const struct cwi_stmt *s, cwi_id var)
{
    cwi_id left = var;
    if (s->kind == CWI_FORGET && !s->lhs)
        return true;
    if (s->kind == CWI_ASM)
        cwi_stmt_walk(s, is_name_of, &left);
    else if (s->lhs)
        cwi_expr_walk(s->lhs, is_name_of, &left);
    return !left;
}

/* In the function, behind this statement. */
static bool is_written_behind(const struct cwi_func *f, cwi_id var, uint32_t block, uint32_t index)
{
    bool *seen = base_mem_zalloc(f->block_count * sizeof *seen), is = false;
    struct VEC(uint32_t) work = {0};
    uint32_t b = block, i = index + 1;
    for (bool goes_on = true; goes_on && !is;) {
        for (; i < f->blocks[b].count && !is; i++)
            is = writes(&f->blocks[b].stmts[i], var);
        const struct cwi_stmt *last = &f->blocks[b].stmts[f->blocks[b].count - 1];
        for (uint32_t k = 0; k < cwi_way_count(last); k++)
            vec_push(&work, cwi_way_target(last, k));
        while (work.count && seen[work.items[work.count - 1]])
            work.count--;
        goes_on = work.count;
        if (goes_on) {
            b = work.items[--work.count];
            seen[b] = true;
            i = 0;
        }
    }
    vec_free(&work);
    free(seen);
    return is;
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
    return stmt->kind == CWI_ASSIGN && is_plain(x->c->u, stmt->lhs) && rule_is_outermost(x->c, s->func) &&
           cwi_converted(stmt->rhs)->kind == CWI_VAR && cwi_converted(stmt->rhs)->ref == s->held_value->ref &&
           !is_written_elsewhere(x, s->func, stmt->lhs->ref) &&
           !is_written_behind(f, stmt->lhs->ref, s->block, s->index);
}
