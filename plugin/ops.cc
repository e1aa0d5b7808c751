/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMPLE's operators as operators of the intermediate form.
 *
 * Invariant: operands arrive as trees without effect, so that one may stand twice in a result. An operation on
 * something that is no integer, pointer or plain float of known width gives a lost value. Source: tree.def.
 */
#include "plugin/plugin.h"

static struct cwi_expr *unary(enum cwi_op op, cwi_id type, const struct cwi_expr *x)
{
    struct cwi_expr *e = expr_new(CWI_UNARY, type);
    e->op = op;
    e->a = x;
    return e;
}

static struct cwi_expr *binary(enum cwi_op op, cwi_id type, const struct cwi_expr *x, const struct cwi_expr *y)
{
    struct cwi_expr *e = expr_new(CWI_BINARY, type);
    e->op = op;
    e->a = x;
    e->b = y;
    return e;
}

static bool is_scalar(cwi_id type)
{
    enum cwi_type_kind k = type_of(type)->kind;
    return k == CWI_INT || k == CWI_PTR || k == CWI_FLOAT;
}

static const struct cwi_expr *lost_op(enum tree_code code, cwi_id type)
{
    return expr_lost(type, arena_printf(tu.a, "the operator %s on this type", get_tree_code_name(code)));
}

/* ---- truth ------------------------------------------------------------------------------------------------------- */

static bool is_bool(const struct cwi_expr *x)
{
    const struct cwi_type *t = type_of(x->type);
    return t->kind == CWI_INT && t->bits == 1 && !t->is_signed;
}

static bool is_comparison(enum cwi_op op)
{
    return op >= CWI_EQ && op <= CWI_GE;
}

static bool is_truth(const struct cwi_expr *x)
{
    if (x->kind == CWI_BINARY)
        return is_comparison(x->op) || x->op == CWI_LOGAND || x->op == CWI_LOGOR || x->op == CWI_UNORDERED;
    return (x->kind == CWI_UNARY && x->op == CWI_LOGNOT) || is_bool(x);
}

/* What a truth value was before it was widened to an integer. */
static const struct cwi_expr *narrowed(const struct cwi_expr *x)
{
    while (x->kind == CWI_UNARY && x->op == CWI_CONVERT && type_of(x->type)->kind == CWI_INT && is_truth(x->a))
        x = x->a;
    return x;
}

static const struct cwi_expr *negated(const struct cwi_expr *x, cwi_id type)
{
    static const enum cwi_op opposite[] = {CWI_NE, CWI_EQ, CWI_GE, CWI_GT, CWI_LE, CWI_LT};
    static_assert(CWI_GE - CWI_EQ == 5, "comparisons are in the order eq ne lt le gt ge");
    if (x->kind == CWI_BINARY && is_comparison(x->op) &&
        (type_of(x->a->type)->kind != CWI_FLOAT || x->op == CWI_EQ || x->op == CWI_NE)) /* no number is <, >= ... NaN */
        return binary(opposite[x->op - CWI_EQ], type, x->a, x->b);
    if (x->kind == CWI_UNARY && x->op == CWI_LOGNOT)
        return x->a;
    return unary(CWI_LOGNOT, type, x);
}

static bool is_const(const struct cwi_expr *x, int64_t value)
{
    return x->kind == CWI_CONST && x->value == value;
}

static enum cwi_op comparison_of(enum tree_code code)
{
    switch (code) {
    case EQ_EXPR:
        return CWI_EQ;
    case NE_EXPR:
        return CWI_NE;
    case LT_EXPR:
        return CWI_LT;
    case LE_EXPR:
        return CWI_LE;
    case GT_EXPR:
        return CWI_GT;
    case GE_EXPR:
        return CWI_GE;
    default:
        return CWI_OPS;
    }
}

/* Comparisons that say something about NaN: UNLT is "not (x >= y)". */
static const struct cwi_expr *unordered(enum tree_code code, cwi_id type, const struct cwi_expr *x,
                                        const struct cwi_expr *y)
{
    switch (code) {
    case UNLT_EXPR:
        return unary(CWI_LOGNOT, type, binary(CWI_GE, type, x, y));
    case UNLE_EXPR:
        return unary(CWI_LOGNOT, type, binary(CWI_GT, type, x, y));
    case UNGT_EXPR:
        return unary(CWI_LOGNOT, type, binary(CWI_LE, type, x, y));
    case UNGE_EXPR:
        return unary(CWI_LOGNOT, type, binary(CWI_LT, type, x, y));
    case LTGT_EXPR:
        return binary(CWI_LOGAND, type, unary(CWI_LOGNOT, type, binary(CWI_UNORDERED, type, x, y)),
                      binary(CWI_NE, type, x, y));
    case UNEQ_EXPR:
        return binary(CWI_LOGOR, type, binary(CWI_UNORDERED, type, x, y), binary(CWI_EQ, type, x, y));
    case UNORDERED_EXPR:
        return binary(CWI_UNORDERED, type, x, y);
    case ORDERED_EXPR:
        return unary(CWI_LOGNOT, type, binary(CWI_UNORDERED, type, x, y));
    default:
        return lost_op(code, type);
    }
}

const struct cwi_expr *condition(enum tree_code code, tree result, const struct cwi_expr *x, const struct cwi_expr *y)
{
    cwi_id type = type_id(result);
    if (!is_scalar(x->type) || !is_scalar(y->type) || !is_scalar(type))
        return lost_op(code, type);
    if ((code == NE_EXPR || code == EQ_EXPR) && y->kind == CWI_CONST && type_of(x->type)->kind == CWI_INT) {
        const struct cwi_expr *inner = narrowed(x);
        bool says_true = is_const(y, 0) == (code == NE_EXPR);
        bool is_test = is_const(y, 0) || is_const(y, 1);
        if (is_test && is_truth(inner) && !cwi_is_lvalue(inner))
            return says_true ? inner : negated(inner, type);
        if (is_test && inner != x && is_bool(inner))
            return binary(comparison_of(code), type, inner, expr_const(inner->type, y->value));
    }
    enum cwi_op op = comparison_of(code);
    if (type_of(x->type)->kind == CWI_FLOAT && x->kind == CWI_VAR && y->kind == CWI_VAR && x->ref == y->ref &&
        !x->is_volatile && (op == CWI_EQ || op == CWI_NE)) /* how programs ask for NaN */
        return unordered(op == CWI_NE ? UNORDERED_EXPR : ORDERED_EXPR, type, x, y);
    if ((op == CWI_EQ || op == CWI_NE) && y->kind == CWI_CONST)
        if (const struct cwi_expr *members = members_test(op, type, x, y->value))
            return members;
    return op == CWI_OPS ? unordered(code, type, x, y) : binary(op, type, x, y);
}

/* ---- one operand ------------------------------------------------------------------------------------------------- */

static int64_t truncated(int64_t value, const struct cwi_type *t)
{
    if (t->bits >= 64)
        return value;
    uint64_t mask = ((uint64_t)1 << t->bits) - 1, v = (uint64_t)value & mask;
    if (t->is_signed && (v >> (t->bits - 1)))
        v |= ~mask;
    return (int64_t)v;
}

/* The result for two constants; NULL: it overflows, which is for the machine to say. */
static const struct cwi_expr *folded(enum cwi_op op, cwi_id type, int64_t a, int64_t b)
{
    const struct cwi_type *t = type_of(type);
    int64_t exact;
    bool overflows = op == CWI_ADD   ? __builtin_add_overflow(a, b, &exact)
                     : op == CWI_SUB ? __builtin_sub_overflow(a, b, &exact)
                                     : __builtin_mul_overflow(a, b, &exact);
    int64_t value = truncated(exact, t);
    if (t->kind != CWI_INT || (t->is_signed && (overflows || value != exact)))
        return NULL;
    return expr_const(type, value);
}

static const struct cwi_expr *convert(tree to_type, const struct cwi_expr *x)
{
    cwi_id type = type_id(to_type);
    if (type == x->type)
        return x;
    const struct cwi_type *to = type_of(type), *from = type_of(x->type);
    if (!is_scalar(type) || !is_scalar(x->type)) {
        if (x->kind == CWI_LOST) {
            struct cwi_expr *e = expr_new(CWI_LOST, type);
            e->name = x->name;
            return e;
        }
        return lost_op(CONVERT_EXPR, type);
    }
    if (x->kind == CWI_CONST && from->kind == CWI_INT && to->kind == CWI_INT)
        return expr_const(type, truncated(x->value, to));
    if (x->kind == CWI_CONST && from->kind != CWI_FLOAT && to->kind == CWI_PTR)
        return expr_const(type, x->value);
    if (TREE_CODE(to_type) == BOOLEAN_TYPE && from->kind == CWI_INT && from->bits > 1) {
        const struct cwi_expr *inner = narrowed(x);
        if (is_truth(inner))
            return inner->type == type || inner->kind == CWI_VAR ? inner : unary(CWI_CONVERT, type, inner);
    } /* GIMPLE's conversion keeps the lowest bit: where C converts to _Bool, GCC has made a comparison of it */
    return unary(CWI_CONVERT, type, x);
}

const struct cwi_expr *op_unary(enum tree_code code, tree result, tree operand, const struct cwi_expr *x)
{
    cwi_id type = type_id(result);
    switch (code) {
    CASE_CONVERT:
    case FLOAT_EXPR:
    case FIX_TRUNC_EXPR:
    case NON_LVALUE_EXPR:
        return convert(result, x);
    case PAREN_EXPR:
        return x;
    default:
        break;
    }
    if (!is_scalar(type) || !is_scalar(x->type))
        return lost_op(code, type);
    switch (code) {
    case NEGATE_EXPR:
        if (x->kind == CWI_CONST)
            if (const struct cwi_expr *value = folded(CWI_SUB, type, 0, x->value))
                return value;
        return unary(CWI_NEG, type, x);
    case BIT_NOT_EXPR:
        return is_bool(x) && is_truth(x) ? negated(x, type) : unary(CWI_BITNOT, type, x);
    case TRUTH_NOT_EXPR:
        return negated(x, type);
    case ABS_EXPR:
        return unary(CWI_ABS, type, x);
    case ABSU_EXPR: {
        if (reading.depth > 64) /* the operand stands twice: nested deeply the tree would grow without bounds */
            return lost_op(code, type);
        /* of the most negative number too, hence in the unsigned type */
        const struct cwi_expr *wide = convert(result, x), *zero = expr_const(x->type, 0);
        struct cwi_expr *e = expr_new(CWI_COND, type);
        e->a = binary(CWI_LT, type_id(boolean_type_node), x, zero);
        e->b = unary(CWI_NEG, type, wide);
        e->c = wide;
        return e;
    }
    default:
        (void)operand;
        return lost_op(code, type);
    }
}

/* ---- two operands ------------------------------------------------------------------------------------------------ */

static enum cwi_op operator_of(enum tree_code code)
{
    static const struct {
        enum tree_code code;
        enum cwi_op op;
    } table[] = {
        {PLUS_EXPR, CWI_ADD},
        {MINUS_EXPR, CWI_SUB},
        {MULT_EXPR, CWI_MUL},
        {POINTER_PLUS_EXPR, CWI_PTRADD},
        {POINTER_DIFF_EXPR, CWI_PTRSUB},
        {TRUNC_DIV_EXPR, CWI_DIV},
        {RDIV_EXPR, CWI_DIV},
        {TRUNC_MOD_EXPR, CWI_MOD},
        {FLOOR_DIV_EXPR, CWI_FLOORDIV},
        {CEIL_DIV_EXPR, CWI_CEILDIV},
        {EXACT_DIV_EXPR, CWI_EXACTDIV},
        {FLOOR_MOD_EXPR, CWI_FLOORMOD},
        {BIT_AND_EXPR, CWI_AND},
        {BIT_IOR_EXPR, CWI_OR},
        {BIT_XOR_EXPR, CWI_XOR},
        {LSHIFT_EXPR, CWI_SHL},
        {RSHIFT_EXPR, CWI_SHR},
        {LROTATE_EXPR, CWI_ROTL},
        {RROTATE_EXPR, CWI_ROTR},
        {MIN_EXPR, CWI_MIN},
        {MAX_EXPR, CWI_MAX},
        {TRUTH_AND_EXPR, CWI_LOGAND},
        {TRUTH_OR_EXPR, CWI_LOGOR},
        {TRUTH_ANDIF_EXPR, CWI_LOGAND},
        {TRUTH_ORIF_EXPR, CWI_LOGOR},
        {TRUTH_XOR_EXPR, CWI_NE},
    };
    for (const auto &row : table)
        if (row.code == code)
            return row.op;
    return CWI_OPS;
}

/* `&` and `|` of truth values are what && and || become when their right side has no effect. */
static enum cwi_op logical(enum cwi_op op, const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (!is_bool(x) || !is_bool(y))
        return op;
    return op == CWI_AND ? CWI_LOGAND : op == CWI_OR ? CWI_LOGOR : op;
}

const struct cwi_expr *op_binary(enum tree_code code, tree result, const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (TREE_CODE_CLASS(code) == tcc_comparison)
        return condition(code, result, x, y);
    cwi_id type = type_id(result);
    enum cwi_op op = operator_of(code);
    if (op == CWI_OPS || !is_scalar(type) || !is_scalar(x->type) || !is_scalar(y->type))
        return lost_op(code, type);
    if (x->kind == CWI_CONST && y->kind == CWI_CONST && (op == CWI_ADD || op == CWI_MUL))
        if (const struct cwi_expr *value = folded(op, type, x->value, y->value))
            return value;
    if (op == CWI_PTRADD && is_const(y, 0))
        return x->type == type ? x : convert(result, x);
    return binary(logical(op, x, y), type, x, y);
}
