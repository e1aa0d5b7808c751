/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Complex numbers and vectors, part by part: the intermediate form has no operators on them, but on what they consist
 * of.
 *
 * All parts of a result are computed before the first is stored, as the operands may be the same object. A product of
 * complex floating-point numbers whose parts are both no numbers is lost: there the C library looks again (ISO C11,
 * G.5.1). Source: GCC internals, "Vectors", "Complex".
 */
#include "plugin/plugin.h"

enum { MOST_PARTS = 64 };

static unsigned part_count(tree type)
{
    unsigned HOST_WIDE_INT n;
    if (TREE_CODE(type) == COMPLEX_TYPE)
        return 2;
    return TREE_CODE(type) == VECTOR_TYPE && TYPE_VECTOR_SUBPARTS(type).is_constant(&n) && n <= MOST_PARTS ? n : 0;
}

static tree part_type(tree type)
{
    tree part = TREE_TYPE(type);
    if (TREE_CODE(part) == BOOLEAN_TYPE) /* 0 or -1, as wide as what was compared */
        return build_nonstandard_integer_type(TREE_INT_CST_LOW(TYPE_SIZE(part)), 0);
    return part;
}

static bool has_parts(tree type)
{
    if (!part_count(type) || size_of(type) == CWI_UNKNOWN)
        return false;
    const struct cwi_type *part = type_of(type_id(part_type(type)));
    return (part->kind == CWI_INT || part->kind == CWI_FLOAT || part->kind == CWI_PTR) &&
           part->size * part_count(type) <= size_of(type);
}

/* Part i of an operand, as far as it has parts; NULL: it cannot be had. */
static const struct cwi_expr *part_of(tree t, unsigned i)
{
    tree type = TREE_TYPE(t), part = part_type(type);
    switch (TREE_CODE(t)) {
    case COMPLEX_CST:
        return rvalue(i ? TREE_IMAGPART(t) : TREE_REALPART(t));
    case VECTOR_CST:
        return op_unary(NOP_EXPR, part, TREE_TYPE(type), rvalue(VECTOR_CST_ELT(t, i)));
    case CONSTRUCTOR:
        if (i >= CONSTRUCTOR_NELTS(t))
            return expr_const(type_id(part), 0);
        return part_count(TREE_TYPE(CONSTRUCTOR_ELT(t, i)->value)) ? NULL : rvalue(CONSTRUCTOR_ELT(t, i)->value);
    default:
        return expr_part(lvalue(t), i * size_of(part), type_id(part));
    }
}

/* One for all parts: what is pending is not used up by the first. */
static const struct cwi_expr *common(tree t)
{
    return is_name(t) ? fold_variable(t) : rvalue(t);
}

static const struct cwi_expr *operand(tree t, unsigned i)
{
    return part_count(TREE_TYPE(t)) ? part_of(t, i) : common(t); /* the count of a shift */
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static bool is_product(tree_code code, tree type)
{
    return code == MULT_EXPR && TREE_CODE(type) == COMPLEX_TYPE;
}

static bool is_each_alone(tree_code code, tree type)
{
    switch (code) {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case NEGATE_EXPR:
    case NOP_EXPR:
    case FLOAT_EXPR:
    case FIX_TRUNC_EXPR:
        return true;
    case MULT_EXPR:
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case RDIV_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case BIT_NOT_EXPR:
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case MIN_EXPR:
    case MAX_EXPR:
    case ABS_EXPR:
        return TREE_CODE(type) == VECTOR_TYPE;
    default:
        return TREE_CODE(type) == VECTOR_TYPE && TREE_CODE_CLASS(code) == tcc_comparison;
    }
}

static const struct cwi_expr *binary(tree_code code, tree part, tree a, tree b, unsigned i)
{
    const struct cwi_expr *x = operand(a, i), *y = operand(b, i);
    if (!x || !y)
        return NULL;
    if (TREE_CODE_CLASS(code) != tcc_comparison)
        return op_binary(code, part, x, y);
    return expr_choice(op_binary(code, boolean_type_node, x, y), expr_const(type_id(part), -1),
                       expr_const(type_id(part), 0));
}

/* re = ar br - ai bi, im = ar bi + ai br */
static const struct cwi_expr *product(tree part, tree a, tree b, unsigned i)
{
    const struct cwi_expr *ar = part_of(a, 0), *ai = part_of(a, 1), *br = part_of(b, i), *bi = part_of(b, 1 - i);
    return op_binary(i ? PLUS_EXPR : MINUS_EXPR, part, op_binary(MULT_EXPR, part, ar, br),
                     op_binary(MULT_EXPR, part, ai, bi));
}

static const struct cwi_expr *computed(gassign *s, unsigned i)
{
    tree_code code = gimple_assign_rhs_code(s);
    tree type = TREE_TYPE(gimple_assign_lhs(s)), part = part_type(type), a = gimple_assign_rhs1(s);
    switch (code) {
    case CONSTRUCTOR:
    case COMPLEX_CST:
    case VECTOR_CST:
        return part_of(a, i);
    case VEC_DUPLICATE_EXPR:
        return common(a);
    case CONJ_EXPR:
        return i ? op_unary(NEGATE_EXPR, part, part, part_of(a, 1)) : part_of(a, 0);
    case VEC_COND_EXPR: {
        const struct cwi_expr *c = operand(a, i), *x = operand(gimple_assign_rhs2(s), i),
                              *y = operand(gimple_assign_rhs3(s), i);
        return c && x && y ? expr_choice(op_binary(NE_EXPR, boolean_type_node, c, expr_const(c->type, 0)), x, y) : NULL;
    }
    default:
        break;
    }
    if (is_product(code, type))
        return product(part, a, gimple_assign_rhs2(s), i);
    if (!is_each_alone(code, type))
        return NULL;
    if (get_gimple_rhs_class(code) == GIMPLE_BINARY_RHS)
        return binary(code, part, a, gimple_assign_rhs2(s), i);
    const struct cwi_expr *x = operand(a, i);
    return x ? op_unary(code, part, part_type(TREE_TYPE(a)), x) : NULL;
}

static const struct cwi_expr *is_no_number(const struct cwi_expr *x)
{
    return op_binary(UNORDERED_EXPR, boolean_type_node, x, x);
}

static void lose_no_numbers(tree part, const struct cwi_expr *values[2])
{
    const struct cwi_expr *both =
        op_binary(TRUTH_AND_EXPR, boolean_type_node, is_no_number(values[0]), is_no_number(values[1]));
    both = saved(both);
    for (int i = 0; i < 2; i++)
        values[i] = saved(
            expr_choice(both, expr_lost(type_id(part), "a product of complex numbers that is no number"), values[i]));
}

bool translate_parts(gassign *s)
{
    tree lhs = gimple_assign_lhs(s), type = TREE_TYPE(lhs), a = gimple_assign_rhs1(s);
    const struct cwi_expr *values[MOST_PARTS];
    if (!has_parts(type) || (part_count(TREE_TYPE(a)) && part_count(TREE_TYPE(a)) != part_count(type)) ||
        reverse_storage_order_for_component_p(lhs))
        return false;
    bool is_constant = TREE_CODE(a) == COMPLEX_CST || TREE_CODE(a) == VECTOR_CST;
    unsigned n = part_count(type);
    for (unsigned i = 0; i < n; i++) {
        reading.clear();
        values[i] = computed(s, i);
        if (!values[i])
            return false;
        if (!is_constant)
            values[i] = saved(values[i]);
    }
    tree part = part_type(type);
    if (is_product(gimple_assign_rhs_code(s), type) && SCALAR_FLOAT_TYPE_P(part))
        lose_no_numbers(part, values);
    const struct cwi_expr *to = held_place(lhs);
    for (unsigned i = 0; i < n; i++)
        emit_assign(expr_part(to, i * size_of(part), type_id(part)), values[i]);
    return true;
}

const struct cwi_expr *compare_parts(tree_code code, tree a, tree b)
{
    if (is_wide(TREE_TYPE(a)))
        return compare_wide(code, a, b);
    if ((code != EQ_EXPR && code != NE_EXPR) || TREE_CODE(TREE_TYPE(a)) != COMPLEX_TYPE || !has_parts(TREE_TYPE(a)))
        return NULL;
    const struct cwi_expr *re = op_binary(code, boolean_type_node, part_of(a, 0), part_of(b, 0));
    return op_binary(code == EQ_EXPR ? TRUTH_AND_EXPR : TRUTH_OR_EXPR, boolean_type_node, re,
                     op_binary(code, boolean_type_node, part_of(a, 1), part_of(b, 1)));
}

const struct cwi_expr *constant_parts(tree t)
{
    if (TREE_CODE(t) == INTEGER_CST)
        return constant_wide(t);
    if ((TREE_CODE(t) != COMPLEX_CST && TREE_CODE(t) != VECTOR_CST) || initializer_zerop(t) || !has_parts(TREE_TYPE(t)))
        return NULL;
    tree part = part_type(TREE_TYPE(t));
    const struct cwi_expr *whole = expr_var(local_var(type_id(TREE_TYPE(t)), CWI_AUTO));
    for (unsigned i = 0; i < part_count(TREE_TYPE(t)); i++)
        emit_assign(expr_part(whole, i * size_of(part), type_id(part)), part_of(t, i));
    return whole;
}
