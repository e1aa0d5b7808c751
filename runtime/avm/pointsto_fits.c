/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which functions a call through a pointer can be meant for: those that take as many values, passed in the same way, as the
 * call hands over. A call of another one has no defined behaviour; that none happens is an assumption of the analysis, and
 * pt_assumed_types says whether it was needed. Parameters are told apart no finer than a calling convention does (floating,
 * aggregate, integer or pointer by size), so that functions called as void (*)(void *) stay. Source: C11 6.5.2.2, 9.
 */
#include "runtime/avm/pointsto_private.h"

/* Types of one class are passed alike; narrow integers travel as int. */
static uint64_t passing(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    switch (t->kind) {
    case CWI_VOID: return 0;
    case CWI_FLOAT: return 1;
    case CWI_INT: case CWI_PTR: return t->size <= 4 ? 4 : t->size;
    default: return UINT64_MAX - (t->size & UINT32_MAX);
    }
}

static bool alike(const struct cwi_unit *u, cwi_id a, cwi_id b)
{
    return !a || !b || passing(u, a) == passing(u, b);
}

bool pt_fits(struct pt *pt, const struct cwi_stmt *call, cwi_id func)
{
    const struct cwi_unit *u = pt->unit;
    const struct cwi_func *f = cwi_func_of(u, func);
    const struct cwi_type *t = f->type ? cwi_type_of(u, f->type) : NULL;
    if (!f->block_count || !t || t->kind != CWI_FUNC || pt_direct(call->rhs))
        return true;
    bool fits = t->is_variadic ? call->arg_count >= f->param_count : call->arg_count == f->param_count;
    for (uint32_t i = 0; fits && i < f->param_count; i++)
        fits = alike(u, call->args[i]->type, cwi_var_of(u, f->params[i])->type);
    fits = fits && (!call->lhs || alike(u, call->lhs->type, t->of));
    pt->assumed_types |= !fits;
    return fits;
}

bool pt_assumed_types(const struct pt *pt)
{
    return pt->assumed_types;
}
