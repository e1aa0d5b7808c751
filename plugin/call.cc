/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls: of functions, through pointers, and of what GCC calls internally.
 *
 * Invariant: a call is a statement of its own and its result goes into an lvalue; a temporary that waits and reads what
 * the callee may write is written out before.
 */
#include "plugin/plugin.h"

#include "calls.h"
#include "internal-fn.h"

static const struct cwi_expr *callee(gimple *s, tree decl)
{
    if (decl)
        return expr_funcref(pointer_type_id(TREE_TYPE(decl)), func_called_id(decl));
    return rvalue(gimple_call_fn(s));
}

/* ---- arithmetic that tells about overflow ------------------------------------------------------------------------ */

static const struct cwi_expr *is_negative(tree type, const struct cwi_expr *x)
{
    return op_binary(LT_EXPR, boolean_type_node, x, expr_const(type_id(type), 0));
}

/* The same for operands and results of one type of 64 bits, where nothing wider is at hand: a sum whose sign is neither
 * operand's, a product that does not give back its factor. */
static const struct cwi_expr *overflows_64(enum tree_code code, tree type, const struct cwi_expr *x,
                                           const struct cwi_expr *y, const struct cwi_expr *result)
{
    auto op = [&](enum tree_code c, const struct cwi_expr *a, const struct cwi_expr *b) {
        return op_binary(c, type, a, b);
    };
    if (code == PLUS_EXPR)
        return is_negative(type, op(BIT_AND_EXPR, op(BIT_XOR_EXPR, x, result), op(BIT_XOR_EXPR, y, result)));
    if (code == MINUS_EXPR)
        return is_negative(type, op(BIT_AND_EXPR, op(BIT_XOR_EXPR, x, y), op(BIT_XOR_EXPR, x, result)));
    cwi_id t = type_id(type), truth = type_id(boolean_type_node);
    auto equal = [&](const struct cwi_expr *a, int64_t b) {
        return op_binary(EQ_EXPR, boolean_type_node, a, expr_const(t, b));
    };
    const struct cwi_expr *is_special =
        TYPE_UNSIGNED(type) ? equal(x, 0) : op_binary(TRUTH_OR_EXPR, boolean_type_node, equal(x, 0), equal(x, -1));
    const struct cwi_expr *divisor = expr_choice(is_special, expr_const(t, 1), x); /* never one that traps */
    const struct cwi_expr *differs = op_binary(NE_EXPR, boolean_type_node, op(TRUNC_DIV_EXPR, result, divisor), y);
    if (!TYPE_UNSIGNED(type))
        differs = expr_choice(equal(x, -1), equal(y, INT64_MIN), differs);
    return expr_choice(equal(x, 0), expr_const(truth, 0), differs);
}

/* 0 or 1: whether the exact result of the operation does not fit the type. Computed in 64 bits where the operands
 * allow. */
static const struct cwi_expr *overflows(enum tree_code code, tree type, tree ta, tree tb, const struct cwi_expr *x,
                                        const struct cwi_expr *y, const struct cwi_expr *result)
{
    unsigned bits = MAX(MAX(TYPE_PRECISION(ta), TYPE_PRECISION(tb)), TYPE_PRECISION(type));
    tree wide = long_long_integer_type_node;
    if (bits <= 31 || (bits <= 32 && (code != MULT_EXPR || (!TYPE_UNSIGNED(ta) && !TYPE_UNSIGNED(tb))))) {
        const struct cwi_expr *exact =
            op_binary(code, wide, op_unary(NOP_EXPR, wide, ta, x), op_unary(NOP_EXPR, wide, tb, y));
        return op_binary(NE_EXPR, boolean_type_node, exact, op_unary(NOP_EXPR, wide, type, result));
    }
    bool same = TYPE_UNSIGNED(ta) && TYPE_UNSIGNED(tb) && TYPE_UNSIGNED(type) && TYPE_PRECISION(ta) == bits &&
                TYPE_PRECISION(tb) == bits && TYPE_PRECISION(type) == bits;
    if (same && code == PLUS_EXPR)
        return op_binary(LT_EXPR, boolean_type_node, result, x);
    if (same && code == MINUS_EXPR)
        return op_binary(LT_EXPR, boolean_type_node, x, y);
    bool is_plain = TYPE_PRECISION(ta) == 64 && TYPE_PRECISION(tb) == 64 && TYPE_PRECISION(type) == 64 &&
                    TYPE_UNSIGNED(ta) == TYPE_UNSIGNED(type) && TYPE_UNSIGNED(tb) == TYPE_UNSIGNED(type);
    return is_plain ? overflows_64(code, type, x, y, result)
                    : expr_lost(type_id(boolean_type_node), "whether 64-bit arithmetic overflows");
}

/* The result is a pair, kept as GCC keeps it: a complex number of the value and the flag. */
static void overflow_pair(gcall *s, enum tree_code code)
{
    tree lhs = gimple_call_lhs(s);
    if (!lhs)
        return;
    tree type = TREE_TYPE(TREE_TYPE(lhs)), a = gimple_call_arg(s, 0), b = gimple_call_arg(s, 1);
    const struct cwi_expr *x = rvalue(a), *y = rvalue(b);
    tree wraps = TYPE_UNSIGNED(type) ? type : unsigned_type_for(type); /* it is no error to overflow here */
    const struct cwi_expr *bits =
        op_binary(code, wraps, op_unary(NOP_EXPR, wraps, TREE_TYPE(a), x), op_unary(NOP_EXPR, wraps, TREE_TYPE(b), y));
    const struct cwi_expr *result = op_unary(NOP_EXPR, type, wraps, bits);
    const struct cwi_expr *flag = overflows(code, type, TREE_TYPE(a), TREE_TYPE(b), x, y, result);
    const struct cwi_expr *pair = lvalue(lhs);
    emit_assign(expr_part(pair, 0, type_id(type)), result);
    emit_assign(expr_part(pair, size_of(type), type_id(type)), op_unary(NOP_EXPR, type, boolean_type_node, flag));
}

static void arithmetic(gcall *s, enum tree_code code)
{
    tree lhs = gimple_call_lhs(s);
    if (!lhs)
        return;
    const struct cwi_expr *x = rvalue(gimple_call_arg(s, 0)), *y = rvalue(gimple_call_arg(s, 1));
    emit_value(lhs, op_binary(code, TREE_TYPE(lhs), x, y), gimple_location(s));
}

static void internal_call(gcall *s)
{
    tree lhs = gimple_call_lhs(s);
    switch (gimple_call_internal_fn(s)) {
    case IFN_ADD_OVERFLOW:
        overflow_pair(s, PLUS_EXPR);
        return;
    case IFN_SUB_OVERFLOW:
        overflow_pair(s, MINUS_EXPR);
        return;
    case IFN_MUL_OVERFLOW:
        overflow_pair(s, MULT_EXPR);
        return;
    case IFN_UBSAN_CHECK_ADD:
        arithmetic(s, PLUS_EXPR);
        return;
    case IFN_UBSAN_CHECK_SUB:
        arithmetic(s, MINUS_EXPR);
        return;
    case IFN_UBSAN_CHECK_MUL:
        arithmetic(s, MULT_EXPR);
        return;
    case IFN_ANNOTATE:
        if (lhs)
            emit_value(lhs, rvalue(gimple_call_arg(s, 0)), gimple_location(s));
        return;
    case IFN_FALLTHROUGH:
    case IFN_UBSAN_NULL:
    case IFN_UBSAN_BOUNDS:
    case IFN_UBSAN_VPTR:
    case IFN_UBSAN_PTR:
    case IFN_UBSAN_OBJECT_SIZE:
    case IFN_ASAN_MARK:
    case IFN_ASAN_CHECK:
        return;
    case IFN_VA_ARG:
        translate_va_arg(s);
        return;
    default:
        emit_forget(lhs ? lvalue(lhs) : NULL,
                    arena_printf(tu.a, "the internal function %s", internal_fn_name(gimple_call_internal_fn(s))));
        if (lhs && !(gimple_call_flags(s) & (ECF_CONST | ECF_PURE)))
            emit_forget(NULL, "an internal function");
    }
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* A pointer that the C library takes as a union of pointers (struct sockaddr *). */
static const struct cwi_expr *argument(tree decl, tree t)
{
    if (const struct cwi_expr *constant = constant_parts(t))
        return constant;
    tree type = TREE_TYPE(t);
    bool is_library = decl && DECL_EXTERNAL(decl) && in_system_header_at(DECL_SOURCE_LOCATION(decl));
    if (!is_library || TREE_CODE(type) != UNION_TYPE || !TYPE_TRANSPARENT_AGGR(type))
        return rvalue(t);
    tree first = first_field(type);
    return expr_part(lvalue(t), 0, type_id(TREE_TYPE(first)));
}

/* The object of C++ that the callee must make where it stays. */
static const struct cwi_expr *place_of_result(gimple *s)
{
    tree lhs = gimple_get_lhs(s), type = gimple_call_return_type(as_a<gcall *>(s));
    const struct cwi_expr *place = lhs ? lvalue(lhs) : expr_var(local_var(type_id(type), CWI_AUTO));
    return address_of(place, pointer_type_id(type));
}

/* `originals`: s is a statement that stands for a call of `decl` with these arguments, whatever it is itself. */
static void call(gimple *s, tree decl, const vec<tree> *originals)
{
    bool is_call = is_gimple_call(s);
    int flags = is_call ? gimple_call_flags(s) : flags_from_decl_or_type(decl);
    auto_vec<const struct cwi_expr *, 8> args;
    reading.clear();
    if (originals)
        for (unsigned i = 0; i < originals->length(); i++)
            args.safe_push(rvalue((*originals)[i]));
    else
        for (unsigned i = 0; i < gimple_call_num_args(s); i++)
            args.safe_push(argument(decl, gimple_call_arg(s, i)));
    bool makes_object = is_call && TREE_ADDRESSABLE(gimple_call_return_type(as_a<gcall *>(s)));
    if (is_call && (gimple_call_chain(s) || makes_object)) { /* a last parameter that no type mentions */
        tree type = gimple_call_fntype(s);
        unsigned params = type && stdarg_p(type) ? type_num_arguments(type) : args.length();
        args.safe_insert(MIN(params, args.length()), makes_object ? place_of_result(s) : rvalue(gimple_call_chain(s)));
    }
    struct cwi_stmt out = stmt_new(CWI_CALL);
    out.rhs = callee(s, decl);
    tree lhs = makes_object ? NULL_TREE : gimple_get_lhs(s);
    bool is_dead = false;
    if (lhs)
        fold_wanted(lhs, &is_dead);
    /* An aggregate that does not become a whole variable passes through one. Its place is determined before the call:
     * what that depends on is written out below. */
    bool passes = lhs && !is_dead && !is_gimple_reg_type(TREE_TYPE(lhs)) && !DECL_P(lhs);
    if (passes) {
        out.lhs = expr_var(local_var(type_id(TREE_TYPE(lhs)), CWI_AUTO));
    } else if (lhs && !is_dead) {
        out.lhs = lvalue(lhs);
        out.is_initialiser = is_initialiser(lhs, gimple_location(s));
    }
    out.args = args.address();
    out.arg_count = args.length();
    if (!(flags & (ECF_CONST | ECF_PURE)))
        fold_written_memory();
    if (out.lhs)
        written(out.lhs);
    emit_stmt(&out);
    if (passes) {
        reading.clear();
        emit_assign(lvalue(lhs), out.lhs);
    }
    if (out.lhs && is_call && flags & ECF_RETURNS_TWICE)
        setjmp_returned(s, out.lhs);
}

bool translate_original(gimple *s)
{
    vec<tree> *args = NULL;
    tree decl = NULL_TREE;
    bool skip, is_original = original_call(s, &skip, &decl, &args);
    if (is_original)
        call(s, decl, args);
    return is_original || skip;
}

void translate_call(gcall *s)
{
    reading.clear();
    if (gimple_call_internal_p(s)) {
        internal_call(s);
        return;
    }
    tree decl = gimple_call_fndecl(s);
    if (decl && fndecl_built_in_p(decl, BUILT_IN_NORMAL) && translate_builtin(s, decl))
        return;
    call(s, decl, NULL);
}
