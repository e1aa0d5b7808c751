/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions taken back along a path of the C program: weakest preconditions, over calls and returns too.
 */
#include "path.h"
#include "runtime/cwi/edit.h"

/* Locals of the callee hold anything when it is entered, but for its parameters. */
static const struct cwi_expr *without_locals(struct path *p, cwi_id callee, const struct cwi_expr *e)
{
    struct abstraction *x = p->x;
    if (!e)
        return NULL;
    if (e->kind == CWI_VAR && pred_is_local(x, e->ref) && cwi_var_of(x->u, e->ref)->owner == callee &&
        cwi_var_of(x->u, e->ref)->linkage != CWI_PARAM)
        return cwi_expr_lost(x->arena, e->type, "a local variable before its life");
    const struct cwi_expr *a = without_locals(p, callee, e->a), *b = without_locals(p, callee, e->b),
                          *c = without_locals(p, callee, e->c);
    if (a != e->a && cwi_is_lvalue(e) && pred_has_lost(a))
        return cwi_expr_lost(x->arena, e->type, "a local variable before its life");
    return pred_with(x, e, a, b, c);
}

const struct cwi_expr *pred_path_before(struct path *p, uint32_t i, const struct cwi_expr *e)
{
    struct abstraction *x = p->x;
    const struct path_step *s = &p->steps.items[i];
    switch (s->kind) {
    case PATH_CHANGE:
        return pred_before(x, &s->change, e);
    case PATH_ASSUME:
        return e;
    case PATH_ENTER:
        return pred_before_call(x, s->callee, s->call, without_locals(p, s->callee, e));
    default: {
        struct pred_change c = {.func = s->func, .lhs = s->call->lhs};
        if (!c.lhs)
            return e;
        c.rhs = pred_result(x, c.lhs->type);
        return pred_before_return(x, s->value, pred_before(x, &c, e));
    }
    }
}

const struct cwi_expr *pred_path_back(struct path *p, uint32_t from, uint32_t to, const struct cwi_expr *e)
{
    while (from > to)
        e = pred_path_before(p, --from, e);
    return e;
}

const struct cwi_expr *pred_path_at_start(struct path *p, uint32_t from, const struct cwi_expr *e)
{
    e = pred_path_back(p, from, 0, e);
    return pred_begins(p->x) ? pred_at_start(p->x, e) : e;
}
