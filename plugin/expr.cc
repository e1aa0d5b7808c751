/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMPLE operands as expression trees: constants, variables, addresses, and everything that names a part of an object.
 *
 * Invariant: lvalue() gives an lvalue whatever it is given; what cannot be said is the target of a lost pointer. What
 * is read on the way is noted in `reading`. Source: GCC internals, "Storage References"; tree.def.
 */
#include "plugin/plugin.h"

#include "real.h"

#include <math.h>

struct reads reading;

/* Set while the place of an object is wanted and not its content: the object itself is then not read. */
static bool address_only;
static bool take_address_only(void)
{
    bool only = address_only;
    address_only = false;
    return only;
}

/* ---- making nodes ------------------------------------------------------------------------------------------------ */

struct cwi_expr *expr_new(enum cwi_expr_kind kind, cwi_id type)
{
    struct cwi_expr *e = ARENA_NEW(tu.a, struct cwi_expr);
    e->kind = kind;
    e->type = type;
    return e;
}

struct cwi_expr *expr_const(cwi_id type, int64_t value)
{
    struct cwi_expr *e = expr_new(CWI_CONST, type);
    e->value = value;
    return e;
}

struct cwi_expr *expr_var(cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(tu.u, var);
    struct cwi_expr *e = expr_new(CWI_VAR, v->type);
    e->ref = var;
    e->is_volatile = v->is_volatile;
    tu.refs.safe_push(e);
    return e;
}

struct cwi_expr *expr_funcref(cwi_id type, cwi_id func)
{
    struct cwi_expr *e = expr_new(CWI_FUNCREF, type);
    e->ref = func;
    tu.refs.safe_push(e);
    return e;
}

const struct cwi_expr *expr_choice(const struct cwi_expr *c, const struct cwi_expr *yes, const struct cwi_expr *no)
{
    struct cwi_expr *e = expr_new(CWI_COND, yes->type);
    e->a = c;
    e->b = yes;
    e->c = no;
    return e;
}

struct cwi_expr *expr_lost(cwi_id type, const char *why)
{
    struct cwi_expr *e = expr_new(CWI_LOST, type);
    e->name = arena_str(tu.a, why);
    loss(why);
    return e;
}

struct cwi_expr *expr_part(const struct cwi_expr *of, uint64_t offset, cwi_id type)
{
    struct cwi_expr *e = expr_new(CWI_FIELD, type);
    e->a = of;
    e->offset = offset;
    e->is_volatile = of->is_volatile;
    return e;
}

static struct cwi_expr *deref(const struct cwi_expr *pointer, cwi_id type)
{
    struct cwi_expr *e = expr_new(CWI_DEREF, type);
    e->a = pointer;
    return e;
}

static struct cwi_expr *lost_lvalue(tree type, const char *why)
{
    reading.pointers = true;
    return deref(expr_lost(type_id(ptr_type_node), why), type_id(type));
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *integer(tree t)
{
    cwi_id type = type_id(TREE_TYPE(t));
    const struct cwi_type *c = type_of(type);
    if (c->kind != CWI_INT && c->kind != CWI_PTR && !integer_zerop(t))
        return expr_lost(type, "a constant of more than 64 bits");
    return expr_const(type, c->kind == CWI_OPAQUE ? 0 : TREE_INT_CST_LOW(t));
}

/* A constant of more than 53 bits: first + rest. */
static const struct cwi_expr *extended(const struct cwi_expr *first, double rest)
{
    struct cwi_expr *second = expr_new(CWI_FCONST, first->type), *sum = expr_new(CWI_BINARY, first->type);
    if (isinf(first->fvalue) || rest == 0)
        return expr_lost(first->type, "a constant that no double is near to");
    second->fvalue = rest;
    sum->op = CWI_ADD;
    sum->a = first;
    sum->b = second;
    return sum;
}

static const struct cwi_expr *real(tree t)
{
    cwi_id type = type_id(TREE_TYPE(t));
    if (type_of(type)->kind != CWI_FLOAT)
        return expr_lost(type, "a constant of this floating type");
    struct cwi_expr *e = expr_new(CWI_FCONST, type);
    const REAL_VALUE_TYPE *r = TREE_REAL_CST_PTR(t);
    char text[128];
    if (REAL_VALUE_ISINF(*r))
        e->fvalue = REAL_VALUE_NEGATIVE(*r) ? -INFINITY : INFINITY;
    else if (REAL_VALUE_ISNAN(*r))
        e->fvalue = NAN;
    else {
        real_to_hexadecimal(text, r, sizeof text, 0, 1);
        e->fvalue = strtod(text, NULL);
        long double rest = strtold(text, NULL) - (long double)e->fvalue;
        if (rest != 0 && type_of(type)->bits == 80) /* a double and what it lacks: their sum is exact */
            return extended(e, (double)rest);
    }
    return e;
}

static const struct cwi_expr *unsupported_constant(tree t)
{
    cwi_id type = type_id(TREE_TYPE(t));
    if (initializer_zerop(t))
        return expr_const(type, 0);
    return expr_lost(type, TREE_CODE(t) == COMPLEX_CST  ? "a complex constant"
                           : TREE_CODE(t) == VECTOR_CST ? "a vector constant"
                                                        : "an aggregate value");
}

/* ---- lvalues ----------------------------------------------------------------------------------------------------- */

static struct cwi_expr *variable(tree t)
{
    if (TREE_CODE(t) == VAR_DECL && DECL_HAS_VALUE_EXPR_P(t))
        return lvalue(DECL_VALUE_EXPR(t));
    bool is_read = !take_address_only();
    cwi_id id = var_id(t);
    struct cwi_expr *e = expr_var(id);
    if (is_read)
        reading.vars.safe_push(id);
    if (is_read && e->is_volatile)
        reading.is_volatile = true;
    return e;
}

/* The object that an operator looks into: a register that holds it is written out first. */
static struct cwi_expr *object(tree t)
{
    if (is_name(t)) {
        address_only = false;
        return fold_variable(t);
    }
    return lvalue(t);
}

static struct cwi_expr *component(tree t)
{
    struct cwi_expr *base = object(TREE_OPERAND(t, 0));
    tree f = TREE_OPERAND(t, 1), offset = DECL_FIELD_OFFSET(f);
    if (TREE_OPERAND(t, 2) || !offset || !tree_fits_uhwi_p(offset))
        return lost_lvalue(TREE_TYPE(t), "a member at a variable offset");
    uint64_t bit = tree_to_uhwi(offset) * 8 + tree_to_uhwi(DECL_FIELD_BIT_OFFSET(f));
    struct cwi_expr *e = expr_new(CWI_FIELD, type_id(TREE_TYPE(t)));
    e->a = base;
    e->offset = bit / 8;
    /* A member of an anonymous one, or of another view. */
    if (base->kind == CWI_FIELD && !base->name && !base->bit_width) {
        e->a = base->a;
        e->offset += base->offset;
    }
    e->name = DECL_NAME(f) ? arena_str(tu.a, IDENTIFIER_POINTER(DECL_NAME(f))) : NULL;
    if (DECL_BIT_FIELD(f)) {
        if (!tree_fits_uhwi_p(DECL_SIZE(f)) || tree_to_uhwi(DECL_SIZE(f)) > 64)
            return lost_lvalue(TREE_TYPE(t), "a bit-field of more than 64 bits");
        e->bit_pos = bit % 8;
        e->bit_width = tree_to_uhwi(DECL_SIZE(f));
    }
    return e;
}

/* An element whose size is known only at run time: by arithmetic on the address. */
static struct cwi_expr *variable_stride(tree t, const struct cwi_expr *index, const struct cwi_expr *size)
{
    struct cwi_expr *base = expr_new(CWI_ADDR, type_id(ptr_type_node));
    base->a = object(TREE_OPERAND(t, 0));
    const struct cwi_expr *i = op_unary(NOP_EXPR, sizetype, TREE_TYPE(TREE_OPERAND(t, 1)), index);
    const struct cwi_expr *bytes = op_binary(MULT_EXPR, sizetype, i, size);
    reading.pointers = true;
    return deref(op_binary(POINTER_PLUS_EXPR, ptr_type_node, base, bytes), type_id(TREE_TYPE(t)));
}

static struct cwi_expr *element(tree t)
{
    tree size = array_ref_element_size(t), low = array_ref_low_bound(t);
    bool only = take_address_only();
    const struct cwi_expr *index = rvalue(TREE_OPERAND(t, 1));
    if (type_of(index->type)->kind != CWI_INT)
        index = expr_lost(type_id(ssizetype), "an index of more than 64 bits");
    if (!integer_zerop(low))
        return lost_lvalue(TREE_TYPE(t), "an array that does not start at 0");
    if (!tree_fits_uhwi_p(size)) {
        tree units = TREE_OPERAND(t, 3);
        if (!units)
            return lost_lvalue(TREE_TYPE(t), "an array whose elements have a variable size");
        const struct cwi_expr *n = rvalue(units);
        unsigned align = TYPE_ALIGN_UNIT(TREE_TYPE(TREE_TYPE(TREE_OPERAND(t, 0))));
        n = op_binary(MULT_EXPR, sizetype, n, expr_const(type_id(sizetype), align));
        return variable_stride(t, index, n);
    }
    struct cwi_expr *e = expr_new(CWI_INDEX, type_id(TREE_TYPE(t)));
    address_only = only;
    e->a = object(TREE_OPERAND(t, 0));
    e->b = index;
    if (tree_to_uhwi(size) != type_of(e->type)->size)
        e->offset = tree_to_uhwi(size);
    return e;
}

static struct cwi_expr *memory(tree t)
{
    tree base = TREE_OPERAND(t, 0);
    cwi_id type = type_id(TREE_TYPE(t));
    int64_t offset = TREE_INT_CST_LOW(TREE_OPERAND(t, 1));
    if (TREE_CODE(base) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(base, 0)) != FUNCTION_DECL &&
        TREE_CODE(TREE_OPERAND(base, 0)) != LABEL_DECL) {
        struct cwi_expr *of = object(TREE_OPERAND(base, 0));
        if (!offset && of->type == type)
            return of;
        if (offset >= 0)
            return expr_part(of, offset, type);
    }
    bool only = take_address_only();
    const struct cwi_expr *pointer = rvalue(base);
    if (!only)
        reading.pointers = true;
    if (offset)
        pointer = op_binary(POINTER_PLUS_EXPR, TREE_TYPE(base), pointer, expr_const(type_id(sizetype), offset));
    return deref(pointer, type);
}

static struct cwi_expr *bit_field(tree t)
{
    struct cwi_expr *of = object(TREE_OPERAND(t, 0));
    if (!tree_fits_uhwi_p(TREE_OPERAND(t, 1)) || !tree_fits_uhwi_p(TREE_OPERAND(t, 2)))
        return lost_lvalue(TREE_TYPE(t), "bits at a variable position");
    uint64_t width = tree_to_uhwi(TREE_OPERAND(t, 1)), at = tree_to_uhwi(TREE_OPERAND(t, 2));
    struct cwi_expr *e = expr_part(of, at / 8, type_id(TREE_TYPE(t)));
    const struct cwi_type *c = type_of(e->type);
    if (at % 8 || width != c->size * 8 || (c->kind == CWI_INT && c->bits != width)) {
        if (width > 64 || c->kind != CWI_INT)
            return lost_lvalue(TREE_TYPE(t), "bits of a register");
        e->bit_pos = at % 8;
        e->bit_width = width;
    }
    return e;
}

static struct cwi_expr *complex_part(tree t)
{
    struct cwi_expr *of = object(TREE_OPERAND(t, 0));
    uint64_t size = size_of(TREE_TYPE(t));
    return expr_part(of, TREE_CODE(t) == IMAGPART_EXPR ? size : 0, type_id(TREE_TYPE(t)));
}

static struct cwi_expr *lvalue_of(tree t)
{
    switch (TREE_CODE(t)) {
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
    case CONST_DECL:
        return variable(t);
    case SSA_NAME:
        return fold_variable(t);
    case COMPONENT_REF:
        return component(t);
    case ARRAY_REF:
        return element(t);
    case MEM_REF:
        return memory(t);
    case INDIRECT_REF:
        if (!take_address_only())
            reading.pointers = true;
        return deref(rvalue(TREE_OPERAND(t, 0)), type_id(TREE_TYPE(t)));
    case BIT_FIELD_REF:
        return bit_field(t);
    case REALPART_EXPR:
    case IMAGPART_EXPR:
        return complex_part(t);
    case VIEW_CONVERT_EXPR:
        return expr_part(object(TREE_OPERAND(t, 0)), 0, type_id(TREE_TYPE(t)));
    case WITH_SIZE_EXPR:
    case NON_LVALUE_EXPR:
        return lvalue(TREE_OPERAND(t, 0));
    case STRING_CST:
        return expr_var(literal_id(t));
    case COMPOUND_LITERAL_EXPR:
        return variable(DECL_EXPR_DECL(TREE_OPERAND(t, 0)));
    default:
        return lost_lvalue(TREE_TYPE(t), arena_printf(tu.a, "an operand of kind %s", get_tree_code_name(TREE_CODE(t))));
    }
}

struct cwi_expr *lvalue(tree t)
{
    struct cwi_expr *e = lvalue_of(t);
    if (REFERENCE_CLASS_P(t) && TREE_THIS_VOLATILE(t)) {
        e->is_volatile = true;
        reading.is_volatile = true;
    }
    return e;
}

/* ---- addresses and values ---------------------------------------------------------------------------------------- */

const struct cwi_expr *address(tree t, cwi_id type)
{
    switch (TREE_CODE(t)) {
    case FUNCTION_DECL: {
        struct cwi_expr *e = expr_funcref(type, func_id(t));
        cwi_func_of(tu.u, e->ref)->is_address_taken = true;
        return e;
    }
    case LABEL_DECL: {
        struct cwi_expr *e = expr_new(CWI_ADDR, type);
        e->a = expr_var(label_id(t));
        return e;
    }
    default:
        break;
    }
    bool is_volatile = reading.is_volatile;
    struct cwi_expr *e = expr_new(CWI_ADDR, type);
    address_only = true;
    e->a = lvalue(t);
    address_only = false;
    reading.is_volatile = is_volatile;
    if (e->a->kind == CWI_DEREF && type_of(e->a->a->type)->kind == CWI_PTR)
        return e->a->a; /* &*p is p */
    return e;
}

const struct cwi_expr *rvalue(tree t)
{
    switch (TREE_CODE(t)) {
    case SSA_NAME:
        return fold_use(t);
    case INTEGER_CST:
        return integer(t);
    case REAL_CST:
        return real(t);
    case ADDR_EXPR:
        return address(TREE_OPERAND(t, 0), type_id(TREE_TYPE(t)));
    case COMPLEX_CST:
    case VECTOR_CST:
    case FIXED_CST:
    case CONSTRUCTOR:
        return unsupported_constant(t);
    case CONST_DECL:
        return DECL_INITIAL(t) ? rvalue(DECL_INITIAL(t)) : lvalue(t);
    case OBJ_TYPE_REF:
        return rvalue(OBJ_TYPE_REF_EXPR(t));
    case VAR_DECL:
        if (is_temporary(t))
            return fold_use(t);
        return lvalue(t);
    default:
        break;
    }
    if (CONVERT_EXPR_P(t) || TREE_CODE(t) == NEGATE_EXPR || TREE_CODE(t) == BIT_NOT_EXPR ||
        TREE_CODE(t) == TRUTH_NOT_EXPR)
        return op_unary(TREE_CODE(t), TREE_TYPE(t), TREE_TYPE(TREE_OPERAND(t, 0)), rvalue(TREE_OPERAND(t, 0)));
    if (COMPARISON_CLASS_P(t))
        return condition(TREE_CODE(t), TREE_TYPE(t), rvalue(TREE_OPERAND(t, 0)), rvalue(TREE_OPERAND(t, 1)));
    if (BINARY_CLASS_P(t)) {
        const struct cwi_expr *x = rvalue(TREE_OPERAND(t, 0)), *y = rvalue(TREE_OPERAND(t, 1));
        return op_binary(TREE_CODE(t), TREE_TYPE(t), x, y);
    }
    const struct cwi_expr *e = lvalue(t);
    return reverse_storage_order_for_component_p(t) ? expr_lost(e->type, other_order) : e;
}
