/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of which the loader asks another, their resolver, which one they are: each becomes a function that asks and
 * calls. Source: the GCC manual, `ifunc`.
 *
 * The loader asks once, before anything runs. Asked at each call, a resolver that looks at what the program changes
 * might give other answers: its functions are not followed.
 */
#include "plugin/plugin.h"

static tree resolver_of(tree decl)
{
    symtab_node *node = symtab_node::get(decl);
    bool is_resolved = node && node->alias && lookup_attribute("ifunc", DECL_ATTRIBUTES(decl));
    symtab_node *target = is_resolved && node->analyzed ? node->get_alias_target() : NULL;
    return target && TREE_CODE(target->decl) == FUNCTION_DECL ? target->decl : NULL_TREE;
}

static const struct cwi_expr *result_of(tree function_type)
{
    tree type = TREE_TYPE(function_type);
    return VOID_TYPE_P(type) ? NULL : expr_var(local_var(type_id(type), CWI_AUTO));
}

static struct cwi_stmt call_of(const struct cwi_expr *function, const struct cwi_expr *result)
{
    struct cwi_stmt s = stmt_new(CWI_CALL);
    s.lhs = result;
    s.rhs = function;
    return s;
}

static void add_params(struct cwi_func *f, tree type, struct cwi_stmt *call)
{
    uint32_t n = type_num_arguments(type), i = 0;
    f->params = ARENA_ARRAY(tu.a, cwi_id, n);
    f->param_count = call->arg_count = n;
    call->args = ARENA_ARRAY(tu.a, const struct cwi_expr *, n);
    for (tree p = TYPE_ARG_TYPES(type); i < n; p = TREE_CHAIN(p), i++) {
        f->params[i] = local_var(type_id(TREE_VALUE(p)), CWI_PARAM);
        call->args[i] = expr_var(f->params[i]);
    }
}

static void fill_body(cwi_id id, tree decl, const struct cwi_stmt *stmts, uint32_t count)
{
    struct cwi_func *f = cwi_func_of(tu.u, id);
    f->blocks = ARENA_NEW(tu.a, struct cwi_block);
    f->block_count = 1;
    f->blocks->count = count;
    f->blocks->stmts = (struct cwi_stmt *)arena_copy(tu.a, stmts, count * sizeof *stmts);
    f->linkage = !TREE_PUBLIC(decl) ? CWI_STATIC : DECL_WEAK(decl) ? CWI_WEAK : CWI_GLOBAL;
    f->at = f->end = place_of(DECL_SOURCE_LOCATION(decl));
    f->unit_file = 1;
}

static void fill(cwi_id id, tree decl, tree resolver)
{
    tree type = TREE_TYPE(decl);
    unsigned first_ref = tu.refs.length();
    tu.func = id;
    tu.at = place_of(DECL_SOURCE_LOCATION(decl));
    struct cwi_func *f = cwi_func_of(tu.u, id);
    auto_vec<struct cwi_stmt> stmts;
    const struct cwi_expr *answer = result_of(TREE_TYPE(resolver)), *result = result_of(type);
    stmts.safe_push(call_of(expr_funcref(pointer_type_id(TREE_TYPE(resolver)), func_id(resolver)), answer));
    struct cwi_expr *function = expr_new(CWI_UNARY, pointer_type_id(type));
    function->op = CWI_CONVERT;
    function->a = answer;
    struct cwi_stmt call = call_of(function, result);
    struct cwi_stmt end = stmt_new(CWI_RETURN);
    end.rhs = result;
    add_params(f, type, &call);
    stmts.safe_push(call);
    stmts.safe_push(end);
    fill_body(id, decl, stmts.address(), stmts.length());
    refs_end(tu.func_refs, id, first_ref);
    tu.func = 0;
}

/* Nothing that its own code names can change; what it calls is asked likewise. */
static bool is_constant(cwi_id func, unsigned depth)
{
    if (depth > 8 || func >= tu.func_refs.length())
        return depth <= 8;
    for (unsigned i = tu.func_refs[func].first; i < tu.func_refs[func].last; i++) {
        const struct cwi_expr *e = tu.refs[i];
        const struct cwi_var *v = e->kind == CWI_VAR ? cwi_var_of(tu.u, e->ref) : NULL;
        if (v && v->linkage >= CWI_STATIC && !v->is_const && !str_begins(v->name, "__cpu_"))
            return false;
        bool is_called = e->kind == CWI_FUNCREF && cwi_func_of(tu.u, e->ref)->block_count;
        if (is_called && !cwi_func_of(tu.u, e->ref)->is_address_taken && !is_constant(e->ref, depth + 1))
            return false;
    }
    return true;
}

static void leave_open(cwi_id id, tree decl)
{
    struct cwi_stmt end = stmt_new(CWI_UNREACHABLE);
    end.text = "a resolver that looks at what may change";
    fill_body(id, decl, &end, 1);
}

void resolvers_finish(void)
{
    for (unsigned i = 1; i < tu.func_decls.length(); i++) { /* grows while it runs */
        tree decl = tu.func_decls[i], resolver = decl ? resolver_of(decl) : NULL_TREE;
        if (!resolver || !POINTER_TYPE_P(TREE_TYPE(TREE_TYPE(resolver))) || cwi_func_of(tu.u, i)->block_count)
            continue;
        if (stdarg_p(TREE_TYPE(decl)) || !prototype_p(TREE_TYPE(decl)))
            loss("a function with a resolver whose arguments are not known");
        else if (!is_constant(func_id(resolver), 0))
            leave_open(i, decl);
        else
            fill(i, decl, resolver);
    }
}
