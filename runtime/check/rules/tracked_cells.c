/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cells that are tracked for a rule: its ghosts, and whatever carries objects to its events, backwards through
 * assignments, arguments and results. A cell that is missed costs precision, never soundness.
 */
#include "runtime/check/rules/rules.h"

enum { MOST_CARRIERS = 400 };

static bool is_there(const struct rule_compiler *c, const struct cwi_expr *cell)
{
    for (size_t i = 0; cell && i < c->carriers.count; i++)
        if (cwi_expr_equal(c->carriers.items[i], cell))
            return true;
    return false;
}

void rule_carrier(struct rule_compiler *c, const struct cwi_expr *e)
{
    const struct cwi_expr *cell = NULL;
    e = cwi_converted(e);
    if (e && e->kind == CWI_COND) {
        rule_carrier(c, e->b);
        rule_carrier(c, e->c);
    } else if (e && cwi_is_lvalue(e)) {
        cell = check_fact_cell(c->u, e);
    }
    if (cell && !is_there(c, cell) && c->carriers.count < MOST_CARRIERS)
        vec_push(&c->carriers, cell);
}

static bool add_lvalue(void *compiler, const struct cwi_expr *e)
{
    if (!cwi_is_lvalue(e))
        return true;
    rule_carrier(compiler, e);
    return false;
}

void rule_carriers_of(struct rule_compiler *c, const struct matchers *m)
{
    for (size_t i = 0; i < m->count; i++) {
        rule_carrier(c, m->items[i].object);
        for (size_t k = 0; k < m->items[i].tests.count; k++)
            cwi_expr_walk(m->items[i].tests.items[k], add_lvalue, c);
    }
}

/* ---- backwards --------------------------------------------------------------------------------------------------- */

static bool carries(const struct rule_compiler *c, const struct cwi_expr *lvalue)
{
    return lvalue && is_there(c, check_fact_cell(c->u, lvalue));
}

static bool is_carrier(const struct rule_compiler *c, cwi_id var)
{
    for (size_t i = 0; i < c->carriers.count; i++)
        if (c->carriers.items[i]->kind == CWI_VAR && c->carriers.items[i]->ref == var)
            return true;
    return false;
}

static void add_returned(struct rule_compiler *c, const struct cwi_func *f)
{
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct cwi_stmt *last = &f->blocks[b].stmts[f->blocks[b].count - 1];
        if (last->kind == CWI_RETURN && last->rhs)
            rule_carrier(c, last->rhs);
    }
}

static void add_passed(struct rule_compiler *c, const struct cwi_stmt *call, const struct cwi_func *callee)
{
    for (uint32_t i = 0; i < callee->param_count && i < call->arg_count; i++)
        if (is_carrier(c, callee->params[i]))
            rule_carrier(c, call->args[i]);
}

static void add_sources(struct rule_compiler *c, const struct cwi_stmt *s)
{
    const struct cwi_func *callee = NULL;
    if (s->kind == CWI_ASSIGN && carries(c, s->lhs))
        rule_carrier(c, s->rhs);
    if (s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF)
        callee = cwi_func_of(c->u, s->rhs->ref);
    if (callee && callee->block_count)
        add_passed(c, s, callee);
    if (callee && s->lhs && carries(c, s->lhs))
        add_returned(c, callee);
    for (cwi_id f = 1; s->kind == CWI_CALL && !callee && f < c->u->funcs.count; f++) /* called through a pointer */
        if (cwi_func_of(c->u, f)->is_address_taken && cwi_func_of(c->u, f)->param_count == s->arg_count)
            add_passed(c, s, cwi_func_of(c->u, f));
}

void rule_close_carriers(struct rule_compiler *c)
{
    for (size_t before = 0; before != c->carriers.count;) {
        before = c->carriers.count;
        for (cwi_id f = 1; f < c->u->funcs.count; f++)
            for (uint32_t b = 0; b < cwi_func_of(c->u, f)->block_count; b++)
                for (uint32_t i = 0; i < cwi_func_of(c->u, f)->blocks[b].count; i++)
                    add_sources(c, &cwi_func_of(c->u, f)->blocks[b].stmts[i]);
    }
}
