/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements inside a block: assignments, ends of lives. Calls are in call.cc, assembler in asm.cc.
 *
 * Invariant: a statement that is written out has first written out every pending temporary whose value it may change.
 * Source: GCC internals, "GIMPLE instruction set".
 */
#include "plugin/plugin.h"

struct cwi_stmt stmt_new(enum cwi_stmt_kind kind)
{
    struct cwi_stmt s = {};
    s.kind = kind;
    s.at = tu.at;
    return s;
}

/* ---- what is written --------------------------------------------------------------------------------------------- */

static const struct cwi_expr *base_of(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX)
        e = e->a;
    return e;
}

void written(const struct cwi_expr *lhs)
{
    const struct cwi_expr *base = base_of(lhs);
    if (base->kind == CWI_VAR)
        fold_written_var(base->ref);
    else
        fold_written_memory();
}

void emit_assign(const struct cwi_expr *lhs, const struct cwi_expr *rhs)
{
    struct cwi_stmt s = stmt_new(CWI_ASSIGN);
    s.lhs = lhs;
    s.rhs = rhs;
    written(lhs);
    emit_stmt(&s);
}

void emit_forget(const struct cwi_expr *lhs, const char *why)
{
    struct cwi_stmt s = stmt_new(CWI_FORGET);
    s.lhs = lhs;
    s.text = why;
    loss(why);
    if (lhs)
        written(lhs);
    else
        fold_written_memory();
    emit_stmt(&s);
}

/* ---- assignments ------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *value_of(gassign *s)
{
    enum tree_code code = gimple_assign_rhs_code(s);
    tree type = TREE_TYPE(gimple_assign_lhs(s)), a = gimple_assign_rhs1(s);
    switch (get_gimple_rhs_class(code)) {
    case GIMPLE_SINGLE_RHS:
        return rvalue(a);
    case GIMPLE_UNARY_RHS:
        return op_unary(code, type, TREE_TYPE(a), rvalue(a));
    case GIMPLE_BINARY_RHS: {
        if (const struct cwi_expr *whole = compare_parts(code, a, gimple_assign_rhs2(s)))
            return whole;
        const struct cwi_expr *x = rvalue(a), *y = rvalue(gimple_assign_rhs2(s));
        return op_binary(code, type, x, y);
    }
    default:
        break;
    }
    const struct cwi_expr *x = rvalue(a), *y = rvalue(gimple_assign_rhs2(s)), *z = rvalue(gimple_assign_rhs3(s));
    if (code != COND_EXPR)
        return expr_lost(type_id(type), arena_printf(tu.a, "the operator %s", get_tree_code_name(code)));
    struct cwi_expr *e = expr_new(CWI_COND, type_id(type));
    e->a = x;
    e->b = y;
    e->c = z;
    return e;
}

void emit_overflow_if(const struct cwi_expr *condition)
{
    tree number = long_long_integer_type_node;
    saved(op_binary(PLUS_EXPR, number, expr_const(type_id(number), INT64_MAX),
                    op_unary(NOP_EXPR, number, NULL_TREE, condition)));
}

void emit_division_by(const struct cwi_expr *divisor)
{
    tree word = long_long_unsigned_type_node;
    saved(op_binary(TRUNC_DIV_EXPR, word, expr_const(type_id(word), 1), divisor));
}

/* What an operation that is lost may do besides giving a value: it divides by zero, or overflows. */
static void may_err(gassign *s)
{
    tree type = TREE_TYPE(gimple_assign_lhs(s));
    tree part = TREE_CODE(type) == VECTOR_TYPE || TREE_CODE(type) == COMPLEX_TYPE ? TREE_TYPE(type) : type;
    if (!INTEGRAL_TYPE_P(part))
        return;
    switch (gimple_assign_rhs_code(s)) {
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case EXACT_DIV_EXPR:
        emit_division_by(expr_lost(type_id(long_long_unsigned_type_node), "a divisor of this type"));
        break;
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case NEGATE_EXPR:
    case ABS_EXPR:
        if (!TYPE_UNSIGNED(part))
            emit_overflow_if(expr_lost(type_id(boolean_type_node), "whether an operation on this type overflows"));
        break;
    default:
        break;
    }
}

/* The stores that a declaration with an initialiser became: GCC gives them the place of the declaration, or, where the
 * initialiser is a call, that of its expression. */
bool is_initialiser(tree lhs, location_t loc)
{
    tree base = get_base_address(lhs);
    uint32_t at;
    if (!base || TREE_CODE(base) != VAR_DECL || TREE_STATIC(base) ||
        !base_map64_get(&tu.initialisers, DECL_UID(base), &at))
        return false;
    loc = get_pure_location(loc);
    return loc == (location_t)at || loc == get_pure_location(DECL_SOURCE_LOCATION(base));
}

/* A member whose bytes do not stand in the machine's order; the bits of a bit-field are counted from the other end. */
static bool forget_other_order(tree lhs)
{
    if (!reverse_storage_order_for_component_p(lhs))
        return false;
    bool is_part =
        TREE_CODE(lhs) == BIT_FIELD_REF || (TREE_CODE(lhs) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(lhs, 1)));
    emit_forget(lvalue(is_part ? TREE_OPERAND(lhs, 0) : lhs), other_order);
    return true;
}

/* `lhs = value`, where a temporary may wait until it is used. */
void emit_value(tree lhs, const struct cwi_expr *value, location_t loc)
{
    bool is_dead, fold = fold_wanted(lhs, &is_dead);
    if (!reading.is_volatile) {
        if (is_dead)
            return;
        if (fold) {
            fold_define(lhs, value);
            return;
        }
    }
    if (forget_other_order(lhs))
        return;
    struct cwi_stmt out = stmt_new(CWI_ASSIGN);
    out.lhs = lvalue(lhs);
    out.rhs = value;
    out.is_initialiser = is_initialiser(lhs, loc);
    written(out.lhs);
    emit_stmt(&out);
}

static bool is_fixed(const struct cwi_expr *place)
{
    while (place->kind == CWI_FIELD || (place->kind == CWI_INDEX && place->b->kind == CWI_CONST))
        place = place->a;
    return place->kind == CWI_VAR;
}

const struct cwi_expr *address_of(const struct cwi_expr *place, cwi_id pointer_type)
{
    struct cwi_expr *e = expr_new(CWI_ADDR, pointer_type);
    e->a = place;
    if (base_of(place)->kind == CWI_VAR)
        cwi_var_of(tu.u, base_of(place)->ref)->is_address_taken = true;
    return e;
}

const struct cwi_expr *held_place(tree t)
{
    struct cwi_expr *place = lvalue(t);
    if (is_fixed(place))
        return place;
    struct cwi_expr *held = expr_new(CWI_DEREF, place->type);
    held->a = saved(address_of(place, pointer_type_id(TREE_TYPE(t))));
    held->is_volatile = place->is_volatile;
    return held;
}

static void emit_complex(gassign *s)
{
    tree part = TREE_TYPE(TREE_TYPE(gimple_assign_lhs(s)));
    const struct cwi_expr *re = rvalue(gimple_assign_rhs1(s)), *im = rvalue(gimple_assign_rhs2(s));
    if (forget_other_order(gimple_assign_lhs(s)))
        return;
    re = saved(re);
    im = saved(im); /* the operands may be parts of the result */
    const struct cwi_expr *lhs = held_place(gimple_assign_lhs(s));
    emit_assign(expr_part(lhs, 0, type_id(part)), re);
    emit_assign(expr_part(lhs, size_of(part), type_id(part)), im);
}

static void emit_end(tree var)
{
    if (!VAR_P(var) || !auto_var_p(var) || is_temporary(var) || DECL_HAS_VALUE_EXPR_P(var))
        return;
    struct cwi_stmt end = stmt_new(CWI_END);
    end.lhs = expr_var(var_id(var));
    fold_ended_var(end.lhs->ref);
    written(end.lhs);
    emit_stmt(&end);
}

/* abs of the most negative number overflows. */
static bool is_absolute(gassign *s)
{
    tree type = TREE_TYPE(gimple_assign_lhs(s));
    return gimple_assign_rhs_code(s) == ABS_EXPR && INTEGRAL_TYPE_P(type) && !TYPE_OVERFLOW_WRAPS(type) &&
           TYPE_PRECISION(type) <= 64;
}

static void emit_absolute(gassign *s)
{
    tree type = TREE_TYPE(gimple_assign_lhs(s));
    const struct cwi_expr *x = saved(rvalue(gimple_assign_rhs1(s)));
    const struct cwi_expr *least = expr_const(x->type, TREE_INT_CST_LOW(TYPE_MIN_VALUE(type)));
    emit_overflow_if(condition(EQ_EXPR, boolean_type_node, x, least));
    emit_value(gimple_assign_lhs(s), op_unary(ABS_EXPR, type, type, x), gimple_location(s));
}

static void translate_assign(gassign *s)
{
    tree lhs = gimple_assign_lhs(s);
    if (gimple_clobber_p(s)) {
        emit_end(lhs);
        return;
    }
    if (fold_is_unread_size(lhs))
        return;
    reading.clear();
    if (gimple_assign_rhs_code(s) == COMPLEX_EXPR)
        emit_complex(s);
    else if (is_absolute(s))
        emit_absolute(s);
    else if (!translate_parts(s) && !translate_wide(s)) {
        const struct cwi_expr *value = value_of(s);
        if (value->kind == CWI_LOST)
            may_err(s);
        emit_value(lhs, value, gimple_location(s));
    }
}

void translate_stmt(gimple *stmt)
{
    struct cwi_place at = place_of(gimple_location(stmt));
    if (at.line)
        tu.at = at;
    if (translate_original(stmt))
        return;
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
        translate_assign(as_a<gassign *>(stmt));
        break;
    case GIMPLE_CALL:
        translate_call(as_a<gcall *>(stmt));
        break;
    case GIMPLE_ASM:
        translate_asm(as_a<gasm *>(stmt));
        break;
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
        break;
    default:
        emit_forget(NULL, arena_printf(tu.a, "a statement of kind %s", gimple_code_name[gimple_code(stmt)]));
    }
}
