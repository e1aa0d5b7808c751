/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where setjmp returns again, a local variable that was changed in between has no certain value: where GCC optimises it
 * may be in a register, or a constant; `register` puts it there in any case. Source: C11, 7.13.2.1.
 */
#include "plugin/plugin.h"

static bool is_setjmp(gimple *s)
{
    tree callee = gimple_call_fndecl(s);
    return callee && DECL_NAME(callee) && strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), "setjmp");
}

static bool may_be_lost(tree var)
{
    bool is_scalar = is_gimple_reg_type(TREE_TYPE(var)) && TREE_CODE(TREE_TYPE(var)) != COMPLEX_TYPE &&
                     TREE_CODE(TREE_TYPE(var)) != VECTOR_TYPE && !is_wide(TREE_TYPE(var));
    bool is_kept = TREE_THIS_VOLATILE(var) || TREE_ADDRESSABLE(var) || TREE_STATIC(var) || DECL_HAS_VALUE_EXPR_P(var);
    return is_scalar && !is_kept && DECL_NAME(var) && !DECL_ARTIFICIAL(var) &&
           (opt_for_fn(current_function_decl, optimize) || DECL_REGISTER(var));
}

static void lose(tree var, const struct cwi_expr *returned)
{
    const struct cwi_expr *v = expr_var(var_id(var)), *zero = expr_const(returned->type, 0);
    const struct cwi_expr *lost = expr_lost(v->type, CWI_INDETERMINATE);
    emit_assign(v, expr_choice(condition(NE_EXPR, boolean_type_node, returned, zero), lost, v));
}

void setjmp_returned(gimple *s, const struct cwi_expr *returned)
{
    unsigned i;
    tree var;
    if (!is_setjmp(s))
        return;
    for (tree p = DECL_ARGUMENTS(current_function_decl); p; p = DECL_CHAIN(p))
        if (may_be_lost(p) && body_assignments(p) > 0)
            lose(p, returned);
    FOR_EACH_LOCAL_DECL(cfun, i, var)
    if (VAR_P(var) && may_be_lost(var) && body_assignments(var) > 1)
        lose(var, returned);
}
