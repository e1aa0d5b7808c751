/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the compiler itself gives a meaning to: hints, atomics, the stack. Variable arguments are in
 * varargs.cc.
 *
 * Atomic operations are written as the plain operations that they are for one thread. Source: GCC manual, "Other
 * Builtins",
 * "__atomic Builtins"; builtins.def, sync-builtins.def.
 */
#include "plugin/plugin.h"

static const struct cwi_expr *arg(gcall *s, unsigned i)
{
    return rvalue(gimple_call_arg(s, i));
}

static void result(gcall *s, const struct cwi_expr *value)
{
    if (gimple_call_lhs(s))
        emit_value(gimple_call_lhs(s), value, gimple_location(s));
}

static const struct cwi_expr *as_type_of(tree lhs, tree from, const struct cwi_expr *x)
{
    return lhs ? op_unary(NOP_EXPR, TREE_TYPE(lhs), from, x) : x;
}

/* A value that depends on what the optimisers know: nothing in the program is lost by not knowing it. */
static void any_result(gcall *s, const char *why)
{
    if (!gimple_call_lhs(s))
        return;
    struct cwi_expr *e = expr_new(CWI_LOST, type_id(TREE_TYPE(gimple_call_lhs(s))));
    e->name = why;
    result(s, e);
}

/* GCC keeps it for arrays of variable length, and in the frames of nested functions. With one of the user's own
 * anything may be done. */
static bool is_for_gcc(tree lhs)
{
    tree base = lhs ? get_base_address(lhs) : NULL_TREE;
    return base && VAR_P(base) && DECL_ARTIFICIAL(base);
}

static struct cwi_expr *target(const struct cwi_expr *pointer, cwi_id type)
{
    struct cwi_expr *e = expr_new(CWI_DEREF, type);
    e->a = pointer;
    reading.pointers = true;
    return e;
}

/* ---- atomics ----------------------------------------------------------------------------------------------------- */

enum atomic_kind {
    AT_LOAD,
    AT_STORE,
    AT_EXCHANGE,
    AT_FETCH_OP,
    AT_OP_FETCH,
    AT_CAS,
    AT_BOOL_CAS,
    AT_VAL_CAS,
    AT_CLEAR,
    AT_TAS
};

static const struct {
    enum built_in_function first; /* of the five sizes 1, 2, 4, 8, 16 */
    enum atomic_kind kind;
    enum tree_code code;
} atomics[] = {
#define ROW(NAME, KIND, CODE)                                                                                          \
    {                                                                                                                  \
        BUILT_IN_##NAME##_1, KIND, CODE                                                                                \
    }
    ROW(ATOMIC_LOAD, AT_LOAD, ERROR_MARK),
    ROW(ATOMIC_STORE, AT_STORE, ERROR_MARK),
    ROW(ATOMIC_EXCHANGE, AT_EXCHANGE, ERROR_MARK),
    ROW(ATOMIC_COMPARE_EXCHANGE, AT_CAS, ERROR_MARK),
    ROW(ATOMIC_FETCH_ADD, AT_FETCH_OP, PLUS_EXPR),
    ROW(ATOMIC_FETCH_SUB, AT_FETCH_OP, MINUS_EXPR),
    ROW(ATOMIC_FETCH_AND, AT_FETCH_OP, BIT_AND_EXPR),
    ROW(ATOMIC_FETCH_OR, AT_FETCH_OP, BIT_IOR_EXPR),
    ROW(ATOMIC_FETCH_XOR, AT_FETCH_OP, BIT_XOR_EXPR),
    ROW(ATOMIC_ADD_FETCH, AT_OP_FETCH, PLUS_EXPR),
    ROW(ATOMIC_SUB_FETCH, AT_OP_FETCH, MINUS_EXPR),
    ROW(ATOMIC_AND_FETCH, AT_OP_FETCH, BIT_AND_EXPR),
    ROW(ATOMIC_OR_FETCH, AT_OP_FETCH, BIT_IOR_EXPR),
    ROW(ATOMIC_XOR_FETCH, AT_OP_FETCH, BIT_XOR_EXPR),
    ROW(SYNC_FETCH_AND_ADD, AT_FETCH_OP, PLUS_EXPR),
    ROW(SYNC_FETCH_AND_SUB, AT_FETCH_OP, MINUS_EXPR),
    ROW(SYNC_FETCH_AND_AND, AT_FETCH_OP, BIT_AND_EXPR),
    ROW(SYNC_FETCH_AND_OR, AT_FETCH_OP, BIT_IOR_EXPR),
    ROW(SYNC_FETCH_AND_XOR, AT_FETCH_OP, BIT_XOR_EXPR),
    ROW(SYNC_ADD_AND_FETCH, AT_OP_FETCH, PLUS_EXPR),
    ROW(SYNC_SUB_AND_FETCH, AT_OP_FETCH, MINUS_EXPR),
    ROW(SYNC_AND_AND_FETCH, AT_OP_FETCH, BIT_AND_EXPR),
    ROW(SYNC_OR_AND_FETCH, AT_OP_FETCH, BIT_IOR_EXPR),
    ROW(SYNC_XOR_AND_FETCH, AT_OP_FETCH, BIT_XOR_EXPR),
    ROW(SYNC_BOOL_COMPARE_AND_SWAP, AT_BOOL_CAS, ERROR_MARK),
    ROW(SYNC_VAL_COMPARE_AND_SWAP, AT_VAL_CAS, ERROR_MARK),
    ROW(SYNC_LOCK_TEST_AND_SET, AT_EXCHANGE, ERROR_MARK),
    ROW(SYNC_LOCK_RELEASE, AT_CLEAR, ERROR_MARK),
#undef ROW
};

cwi_id local_var(cwi_id type, enum cwi_linkage linkage)
{
    struct cwi_var v = {};
    v.type = type;
    v.linkage = linkage;
    v.owner = tu.func;
    v.at = tu.at;
    cwi_id id = cwi_add_var(tu.u, &v);
    tu.var_decls.safe_grow_cleared(id + 1);
    return id;
}

const struct cwi_expr *saved(const struct cwi_expr *e)
{
    cwi_id t = local_var(e->type, CWI_TEMP);
    emit_assign(expr_var(t), e);
    return expr_var(t);
}

/* *p = *p == expected ? desired : *p, without a branch; returns what *p was and whether it was equal. */
static void swap_if_equal(const struct cwi_expr *cell, const struct cwi_expr *expected, const struct cwi_expr *desired,
                          const struct cwi_expr **old, const struct cwi_expr **equal)
{
    *old = saved(cell);
    *equal = saved(op_binary(EQ_EXPR, boolean_type_node, *old, expected));
    emit_assign(cell, expr_choice(*equal, desired, *old));
}

/* Where they are equal, what was expected need not be writable: another variable is written then. */
static void compare_exchange(gcall *s, const struct cwi_expr *cell, const struct cwi_expr *desired)
{
    tree lhs = gimple_call_lhs(s);
    const struct cwi_expr *at = saved(arg(s, 1)), *old, *equal;
    swap_if_equal(cell, saved(target(at, cell->type)), desired, &old, &equal);
    const struct cwi_expr *nowhere = address_of(expr_var(local_var(cell->type, CWI_AUTO)), at->type);
    emit_assign(target(expr_choice(equal, nowhere, at), cell->type), old);
    if (lhs)
        emit_assign(lvalue(lhs), as_type_of(lhs, boolean_type_node, equal));
}

static bool atomic(gcall *s, enum atomic_kind kind, enum tree_code code, tree type)
{
    tree lhs = gimple_call_lhs(s);
    unsigned n = gimple_call_num_args(s);
    if (type_of(type_id(type))->kind != CWI_INT || n < 1)
        return false;
    const struct cwi_expr *cell = target(arg(s, 0), type_id(type)), *old, *equal;
    auto value = [&](unsigned i) {
        return saved(op_unary(NOP_EXPR, type, TREE_TYPE(gimple_call_arg(s, i)), arg(s, i)));
    };
    auto give = [&](const struct cwi_expr *e) {
        if (lhs)
            emit_assign(lvalue(lhs), as_type_of(lhs, type, e));
    };
    switch (kind) {
    case AT_LOAD:
        give(cell);
        return true;
    case AT_STORE:
        emit_assign(cell, value(1));
        return true;
    case AT_CLEAR:
        emit_assign(cell, expr_const(cell->type, 0));
        return true;
    case AT_EXCHANGE: {
        const struct cwi_expr *v = value(1);
        old = saved(cell);
        emit_assign(cell, v);
        give(old);
        return true;
    }
    case AT_FETCH_OP:
    case AT_OP_FETCH: {
        const struct cwi_expr *v = value(1);
        old = saved(cell);
        const struct cwi_expr *updated = op_binary(code, type, old, v);
        emit_assign(cell, updated);
        give(kind == AT_FETCH_OP ? old : updated);
        return true;
    }
    case AT_CAS:
        compare_exchange(s, cell, value(2));
        return true;
    default: {
        const struct cwi_expr *expected = value(1), *desired = value(2);
        swap_if_equal(cell, expected, desired, &old, &equal);
        if (kind == AT_VAL_CAS)
            give(old);
        else if (lhs)
            emit_assign(lvalue(lhs), as_type_of(lhs, boolean_type_node, equal));
        return true;
    }
    }
}

static tree value_type(unsigned size)
{
    switch (size) {
    case 1:
        return unsigned_char_type_node;
    case 2:
        return short_unsigned_type_node;
    case 4:
        return unsigned_type_node;
    default:
        return long_long_unsigned_type_node;
    }
}

static bool translate_atomic(gcall *s, enum built_in_function code)
{
    for (const auto &row : atomics)
        if (code >= row.first && code < row.first + 4)
            return atomic(s, row.kind, row.code, value_type(1u << (code - row.first)));
    return false;
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

/* The nested function whose trampoline lies at an address: the field of the frame has the function's name, and the
 * frame's type that of the function around it. NULL: it cannot be told. */
static tree function_of_trampoline(const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT)
        e = e->a;
    const struct cwi_expr *field = e->kind == CWI_ADDR ? e->a : NULL;
    const char *frame = field && field->kind == CWI_FIELD ? type_of(field->a->type)->name : NULL;
    const char *around = frame ? strstr(frame, "FRAME.") : NULL;
    struct cgraph_node *node;
    tree found = NULL_TREE;
    if (!around || !field->name)
        return NULL_TREE;
    FOR_EACH_FUNCTION(node)
    {
        tree context = DECL_CONTEXT(node->decl);
        if (!context || TREE_CODE(context) != FUNCTION_DECL || !DECL_NAME(node->decl) ||
            strcmp(IDENTIFIER_POINTER(DECL_NAME(node->decl)), field->name) ||
            strcmp(IDENTIFIER_POINTER(DECL_NAME(context)), around + strlen("FRAME.")))
            continue;
        if (found)
            return NULL_TREE;
        found = node->decl;
    }
    return found;
}

static void adjust_trampoline(gcall *s)
{
    tree lhs = gimple_call_lhs(s), function = function_of_trampoline(arg(s, 0));
    if (!lhs)
        return;
    if (function)
        result(s, expr_funcref(type_id(TREE_TYPE(lhs)), func_id(function)));
    else
        result(s, expr_lost(type_id(TREE_TYPE(lhs)), "the address of a nested function"));
}

bool translate_builtin(gcall *s, tree decl)
{
    tree lhs = gimple_call_lhs(s);
    switch (DECL_FUNCTION_CODE(decl)) {
    case BUILT_IN_EXPECT:
    case BUILT_IN_EXPECT_WITH_PROBABILITY:
    case BUILT_IN_ASSUME_ALIGNED:
        result(s, as_type_of(lhs, TREE_TYPE(gimple_call_arg(s, 0)), arg(s, 0)));
        return true;
    case BUILT_IN_CONSTANT_P:
        any_result(s, CWI_OPTIMISERS_KNOW);
        return true;
    case BUILT_IN_OBJECT_SIZE:
        any_result(s, CWI_OBJECT_SIZE);
        return true;
    case BUILT_IN_RETURN_ADDRESS:
    case BUILT_IN_FRAME_ADDRESS:
        any_result(s, "the address of a frame");
        return true;
    case BUILT_IN_DWARF_CFA:
    case BUILT_IN_STACK_SAVE:
        any_result(s, is_for_gcc(lhs) ? CWI_STACK_ADDRESS : "the address of a frame");
        return true;
    case BUILT_IN_STACK_RESTORE:
    case BUILT_IN_PREFETCH:
    case BUILT_IN_SYNC_SYNCHRONIZE:
    case BUILT_IN_ATOMIC_THREAD_FENCE:
    case BUILT_IN_ATOMIC_SIGNAL_FENCE:
    case BUILT_IN_TRAP:
    case BUILT_IN_UNREACHABLE:
        return true;
    case BUILT_IN_VA_END:
        translate_va_end(s);
        return true;
    case BUILT_IN_VA_START:
        translate_va_start(s);
        return true;
    case BUILT_IN_VA_COPY:
        translate_va_copy(s);
        return true;
    case BUILT_IN_ADJUST_TRAMPOLINE:
        adjust_trampoline(s);
        return true;
    default:
        return translate_atomic(s, DECL_FUNCTION_CODE(decl));
    }
}
