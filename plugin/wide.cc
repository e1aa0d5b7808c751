/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements about integers of 128 bits, which the intermediate form has no operators on: they are written with their
 * halves.
 *
 * Both halves of a result are computed before one is stored, as operands may be the same object. Conversions from and
 * to floating-point numbers are lost.
 */
#include "plugin/wide.h"

bool is_wide(tree type)
{
    return INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) == 128 && size_of(type) == 16;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static unsigned low_at(void)
{
    return WORDS_BIG_ENDIAN ? 8 : 0;
}

static struct halves parts_of(const struct cwi_expr *whole, tree type)
{
    return {expr_part(whole, low_at(), type_id(wide_half(true))),
            expr_part(whole, 8 - low_at(), type_id(wide_half(TYPE_UNSIGNED(type))))};
}

static struct halves constant_halves(tree t)
{
    auto value = wi::to_wide(t);
    return {wide_number(wi::extract_uhwi(value, 0, 64)),
            wide_number(wi::extract_uhwi(value, 64, 64), TYPE_UNSIGNED(TREE_TYPE(t)))};
}

static const struct cwi_expr *new_local(tree type)
{
    return expr_var(local_var(type_id(type), CWI_AUTO));
}

static bool is_steady(tree t)
{
    return is_name(t) || ((VAR_P(t) || TREE_CODE(t) == PARM_DECL) && !TREE_THIS_VOLATILE(t));
}

/* Of `type`, which is wide; the operand may be narrower. */
static struct halves operand(tree t, tree type)
{
    bool is_unsigned = TYPE_UNSIGNED(type);
    if (!is_wide(TREE_TYPE(t)))
        return wide_extended(rvalue(t), is_unsigned);
    struct halves r;
    if (TREE_CODE(t) == INTEGER_CST)
        r = constant_halves(t);
    else if (is_steady(t))
        r = parts_of(lvalue(t), TREE_TYPE(t));
    else { /* it may change, or may be read just once */
        const struct cwi_expr *copy = new_local(TREE_TYPE(t));
        emit_assign(copy, rvalue(t));
        r = parts_of(copy, TREE_TYPE(t));
    }
    return {r.lo, wide_as(wide_half(is_unsigned), r.hi)};
}

/* ---- comparisons ---------------------------------------------------------------------------------------------- */

const struct cwi_expr *compare_wide(tree_code code, tree a, tree b)
{
    tree type = TREE_TYPE(a);
    bool can =
        code == EQ_EXPR || code == NE_EXPR || code == LT_EXPR || code == LE_EXPR || code == GT_EXPR || code == GE_EXPR;
    if (!is_wide(type) || !can)
        return NULL;
    struct halves x = operand(a, type), y = operand(b, type);
    return wide_compared(code, x, y);
}

/* ---- switches --------------------------------------------------------------------------------------------------- */

static bool is_case(gswitch *g, int64_t value)
{
    for (unsigned i = 1; i < gimple_switch_num_labels(g); i++) {
        tree label = gimple_switch_label(g, i);
        if (TREE_INT_CST_LOW(CASE_LOW(label)) <= (uint64_t)value &&
            (uint64_t)value <= TREE_INT_CST_LOW(case_last(label)))
            return true;
    }
    return false;
}

const struct cwi_expr *wide_index(gswitch *g)
{
    tree index = gimple_switch_index(g);
    uint64_t none = 0;
    if (!is_wide(TREE_TYPE(index)))
        return NULL;
    for (unsigned i = 1; i < gimple_switch_num_labels(g); i++) {
        tree label = gimple_switch_label(g, i), high = case_last(label);
        if (!tree_fits_uhwi_p(CASE_LOW(label)) || !tree_fits_uhwi_p(high))
            return NULL;
        none = is_case(g, none) ? TREE_INT_CST_LOW(high) + 1 : none;
    }
    if (is_case(g, none))
        return NULL;
    struct halves a = operand(index, TREE_TYPE(index));
    return expr_choice(op_binary(EQ_EXPR, boolean_type_node, a.hi, expr_const(a.hi->type, 0)), a.lo, wide_number(none));
}

/* ---- assignments ------------------------------------------------------------------------------------------------- */

/* Whether a product of the operand and another such one is never too large. */
static bool is_short(tree t)
{
    gimple *made = TREE_CODE(t) == SSA_NAME ? SSA_NAME_DEF_STMT(t) : NULL;
    if (made && is_gimple_assign(made) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(made)))
        t = gimple_assign_rhs1(made);
    if (TREE_CODE(t) == INTEGER_CST)
        return wi::fits_shwi_p(wi::to_wide(t));
    tree type = TREE_TYPE(t);
    return INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= (TYPE_UNSIGNED(type) ? 63 : 64);
}

/* Any that needs more than 64 bits is too much. */
static const struct cwi_expr *shift_count(tree t)
{
    if (!is_wide(TREE_TYPE(t)))
        return wide_as(wide_half(true), rvalue(t));
    struct halves n = operand(t, TREE_TYPE(t));
    const struct cwi_expr *is_short = op_binary(EQ_EXPR, boolean_type_node, n.hi, expr_const(n.hi->type, 0));
    return saved(expr_choice(is_short, n.lo, wide_number(128)));
}

static bool compute(gassign *s, struct halves *r)
{
    tree_code code = gimple_assign_rhs_code(s);
    tree type = TREE_TYPE(gimple_assign_lhs(s)), t = gimple_assign_rhs1(s), u = gimple_assign_rhs2(s);
    bool converts = CONVERT_EXPR_CODE_P(code),
         is_number = INTEGRAL_TYPE_P(TREE_TYPE(t)) || POINTER_TYPE_P(TREE_TYPE(t));
    if (get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS ? code != INTEGER_CST
                                                        : !is_number || (!converts && !is_wide(TREE_TYPE(t))))
        return false; /* a copy, or of a float */
    struct halves a = operand(t, type);
    if (code == INTEGER_CST || converts)
        *r = a;
    else if (code == NEGATE_EXPR)
        *r = wide_negated(a);
    else if (code == ABS_EXPR)
        *r = wide_magnitude(a);
    else if (code == BIT_NOT_EXPR)
        *r = {op_unary(code, wide_half(true), NULL_TREE, a.lo),
              op_unary(code, wide_half(TYPE_UNSIGNED(type)), NULL_TREE, a.hi)};
    else if (code == LSHIFT_EXPR || code == RSHIFT_EXPR)
        *r = wide_shifted(code, a, shift_count(u));
    else if (code == MULT_EXPR)
        *r = wide_product(a, operand(u, type), is_short(t) && is_short(u));
    else
        return get_gimple_rhs_class(code) == GIMPLE_BINARY_RHS &&
               wide_binary(code == EXACT_DIV_EXPR ? TRUNC_DIV_EXPR : code, a, operand(u, type), r);
    return true;
}

/* A variable of the user's is written once, whole. */
static void store(tree lhs, struct halves r)
{
    r = wide_saved(r);
    const struct cwi_expr *whole = is_name(lhs) ? lvalue(lhs) : new_local(TREE_TYPE(lhs));
    struct halves to = parts_of(whole, TREE_TYPE(lhs));
    emit_assign(to.lo, r.lo);
    emit_assign(to.hi, r.hi);
    if (!is_name(lhs))
        emit_assign(lvalue(lhs), whole);
}

bool translate_wide(gassign *s)
{
    tree lhs = gimple_assign_lhs(s), t = gimple_assign_rhs1(s);
    struct halves r;
    if (reverse_storage_order_for_component_p(lhs))
        return false;
    if (is_wide(TREE_TYPE(lhs))) {
        if (!compute(s, &r))
            return false;
        store(lhs, r);
        return true;
    }
    if (!is_wide(TREE_TYPE(t)) || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(s)) ||
        !(INTEGRAL_TYPE_P(TREE_TYPE(lhs)) || POINTER_TYPE_P(TREE_TYPE(lhs))))
        return false;
    emit_value(lhs, wide_as(TREE_TYPE(lhs), operand(t, TREE_TYPE(t)).lo), gimple_location(s));
    return true;
}

const struct cwi_expr *constant_wide(tree t)
{
    if (TREE_CODE(t) != INTEGER_CST || !is_wide(TREE_TYPE(t)))
        return NULL;
    const struct cwi_expr *whole = new_local(TREE_TYPE(t));
    struct halves from = constant_halves(t), to = parts_of(whole, TREE_TYPE(t));
    emit_assign(to.lo, from.lo);
    emit_assign(to.hi, from.hi);
    return whole;
}

void wide_pieces(tree t, const struct cwi_expr *halves[2])
{
    struct halves h = constant_halves(t);
    halves[0] = low_at() ? h.hi : h.lo;
    halves[1] = low_at() ? h.lo : h.hi;
}
