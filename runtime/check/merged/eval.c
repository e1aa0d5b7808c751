/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions as terms, with the duties of what C leaves undefined. Arithmetic wraps around.
 */
#include "private.h"
#include "runtime/base/gcd.h"

static const struct cwi_type *type_of(const struct merged *m, cwi_id type)
{
    return cwi_type_of(m->q->u, type);
}

static bool is_pointer(const struct merged *m, const struct cwi_expr *e)
{
    return type_of(m, e->type)->kind == CWI_PTR;
}

static bool is_signed(const struct merged *m, const struct cwi_expr *e)
{
    return type_of(m, e->type)->kind == CWI_INT && type_of(m, e->type)->is_signed;
}

static struct value number(smt_term term, uint64_t multiple)
{
    return (struct value){.term = term, .multiple = multiple};
}

static struct value constant(struct merged *m, int64_t value, unsigned width)
{
    return number(check_merged_const(m, (uint64_t)value, width), value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* ---- lvalues ----------------------------------------------------------------------------------------------------- */

static struct spot moved(struct merged *m, struct spot x, smt_term by, uint64_t multiple)
{
    uint64_t known;
    if (x.var && smt_is_const(m->smt, by, &known)) {
        x.offset += known;
        return x;
    }
    x.address = check_merged_moved(m, check_merged_address(m, &x), by, multiple);
    x.var = 0;
    return x;
}

static struct spot element(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    struct value index = check_merged_eval(m, s, e->b);
    uint64_t stride = e->offset ? e->offset : type_of(m, e->type)->size;
    if (stride == CWI_UNKNOWN || is_pointer(m, e->b))
        check_merged_give_up(m, "an element has no size that is known");
    smt_term i = check_merged_convert(m, index.term, is_signed(m, e->b), 64);
    smt_term by = check_merged_binary(m, CWI_MUL, false, i, check_merged_const(m, stride, 64));
    uint64_t multiple = index.multiple <= LARGEST_OBJECT ? index.multiple * stride : stride;
    return moved(m, check_merged_spot(m, s, e->a), by, multiple);
}

struct spot check_merged_spot(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    struct spot x = {0};
    if (e->is_volatile)
        check_merged_give_up(m, "a volatile access");
    switch (e->kind) {
    case CWI_VAR:
        x.var = e->ref;
        return x;
    case CWI_DEREF:
        x.address = check_merged_eval(m, s, e->a);
        return x;
    case CWI_FIELD:
        if (e->bit_width)
            check_merged_give_up(m, "a bit-field");
        return moved(m, check_merged_spot(m, s, e->a), check_merged_const(m, e->offset, 64), 1);
    case CWI_INDEX:
        return element(m, s, e);
    default:
        check_merged_give_up(m, "an lvalue of an unknown kind");
    }
}

/* ---- pointers ---------------------------------------------------------------------------------------------------- */

static bool is_null(struct merged *m, struct value v)
{
    return check_merged_is(m, v.term, 0);
}

static bool is_literal(const struct merged *m, const struct object *o)
{
    return o->var && cwi_var_of(m->q->u, o->var)->linkage == CWI_LITERAL;
}

/* Whether two objects may lie so that these addresses are equal though the objects are not. */
static bool may_meet(const struct merged *m, struct target a, struct target b)
{
    const struct object *x = &m->objects.items[a.object], *y = &m->objects.items[b.object];
    if (a.object == b.object)
        return false;
    bool is_within = a.offset >= 0 && b.offset >= 0 && (x->func || a.offset < (int64_t)x->size) &&
                     (y->func || b.offset < (int64_t)y->size);
    return !is_within || (is_literal(m, x) && is_literal(m, y));
}

/* An object's place is nobody's business: what is compared has to be known as far as that goes. */
static void check_comparison(struct merged *m, struct state *s, bool is_equality, struct value a, struct value b)
{
    enum { MOST_PAIRS = 256 };
    uint32_t pairs = 0;
    if (is_equality && (is_null(m, a) || is_null(m, b)))
        return;
    if (!a.may || !b.may)
        check_merged_give_up(m, "where a pointer leads is not known");
    smt_term bad = check_merged_const(m, 0, 1);
    for (uint32_t i = 0; i < a.may->count; i++)
        for (uint32_t j = 0; j < b.may->count; j++) {
            struct target x = a.may->list[i], y = b.may->list[j];
            if (!(is_equality ? may_meet(m, x, y) : x.object != y.object))
                continue;
            bad = check_merged_or(
                m, bad, check_merged_and(m, check_merged_is_at(m, a.term, x), check_merged_is_at(m, b.term, y)));
            if (++pairs > MOST_PAIRS)
                check_merged_give_up(m, "a comparison depends on where objects lie");
        }
    check_merged_add_duty(m, s, bad, "a comparison depends on where objects lie");
    check_merged_pin(m, s, a, is_equality);
    check_merged_pin(m, s, b, is_equality);
}

/* Comparisons give one bit. */
static smt_term as_wide(struct merged *m, const struct cwi_expr *e, smt_term r)
{
    return check_merged_convert(m, r, false, check_merged_width(m, e->type));
}

static struct value pointer_binary(struct merged *m, struct state *s, const struct cwi_expr *e, struct value a,
                                   struct value b)
{
    switch (e->op) {
    case CWI_PTRADD:
        return check_merged_moved(m, a, check_merged_convert(m, b.term, is_signed(m, e->b), 64), b.multiple);
    case CWI_EQ:
    case CWI_NE:
        check_comparison(m, s, true, a, b);
        break;
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
    case CWI_PTRSUB:
        check_comparison(m, s, false, a, b);
        break;
    default:
        check_merged_give_up(m, "an operation on addresses");
    }
    return number(as_wide(m, e, check_merged_binary(m, e->op, false, a.term, b.term)), 1);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void check_division(struct merged *m, struct state *s, bool has_sign, struct value a, struct value b)
{
    unsigned width = smt_width(m->smt, a.term);
    check_merged_add_duty(m, s, check_merged_equal(m, b.term, check_merged_const(m, 0, width)), "a division by zero");
    if (has_sign) {
        smt_term least = check_merged_equal(m, a.term, check_merged_const(m, UINT64_C(1) << (width - 1), width));
        smt_term one = check_merged_equal(m, b.term, check_merged_const(m, UINT64_MAX, width));
        check_merged_add_duty(m, s, check_merged_and(m, least, one), "a quotient that does not fit");
    }
}

static void check_shift(struct merged *m, struct state *s, struct value a, struct value b)
{
    unsigned width = smt_width(m->smt, a.term), own = smt_width(m->smt, b.term);
    if (own < 64 && width >= UINT64_C(1) << own)
        return;
    smt_term fits = check_merged_binary(m, CWI_LT, false, b.term, check_merged_const(m, width, own));
    check_merged_add_duty(m, s, check_merged_not(m, fits), "a shift by the width or more");
}

static uint64_t multiple_of(enum cwi_op op, struct value a, struct value b)
{
    if (op == CWI_MUL && a.multiple <= LARGEST_OBJECT && b.multiple <= LARGEST_OBJECT)
        return a.multiple * b.multiple;
    if (op == CWI_ADD || op == CWI_SUB)
        return gcd_u64(a.multiple, b.multiple);
    return 1;
}

static struct value binary(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    struct value a = check_merged_eval(m, s, e->a), b = check_merged_eval(m, s, e->b);
    bool has_sign = is_signed(m, e->a);
    if (is_pointer(m, e->a) || is_pointer(m, e->b))
        return pointer_binary(m, s, e, a, b);
    switch (e->op) {
    case CWI_DIV:
    case CWI_MOD:
    case CWI_FLOORDIV:
    case CWI_CEILDIV:
    case CWI_EXACTDIV:
    case CWI_FLOORMOD:
        check_division(m, s, has_sign, a, b);
        break;
    case CWI_SHL:
    case CWI_SHR:
    case CWI_ROTL:
    case CWI_ROTR:
        check_shift(m, s, a, b);
        break;
    case CWI_UNORDERED:
        check_merged_give_up(m, "floating point");
    default:
        break;
    }
    return number(as_wide(m, e, check_merged_binary(m, e->op, has_sign, a.term, b.term)), multiple_of(e->op, a, b));
}

static struct value unary(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    struct value a = check_merged_eval(m, s, e->a);
    bool to_pointer = is_pointer(m, e), from_pointer = is_pointer(m, e->a);
    if (e->op != CWI_CONVERT && from_pointer)
        check_merged_give_up(m, "an operation on addresses");
    if (e->op == CWI_CONVERT && to_pointer != from_pointer && !is_null(m, a))
        check_merged_give_up(m, "an address as a number");
    if (e->op == CWI_CONVERT && from_pointer)
        return a;
    if (e->op == CWI_CONVERT)
        return number(check_merged_convert(m, a.term, is_signed(m, e->a), check_merged_width(m, e->type)), a.multiple);
    return number(as_wide(m, e, check_merged_unary(m, e->op, a.term)), e->op == CWI_NEG ? a.multiple : 1);
}

/* What one of the ways has to do it has to do only where it is gone. */
static struct value either(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    const struct guard *before = s->guard;
    smt_term condition = check_merged_truth(m, check_merged_eval(m, s, e->a).term);
    s->guard = check_merged_guarded(m, before, condition);
    struct value a = check_merged_eval(m, s, e->b);
    s->guard = check_merged_guarded(m, before, check_merged_not(m, condition));
    struct value b = check_merged_eval(m, s, e->c);
    s->guard = before;
    return check_merged_choice(m, condition, a, b);
}

struct value check_merged_eval(struct merged *m, struct state *s, const struct cwi_expr *e)
{
    struct spot x;
    unsigned width = check_merged_width(m, e->type);
    switch (e->kind) {
    case CWI_CONST:
        return constant(m, e->value, width);
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        x = check_merged_spot(m, s, e);
        return check_merged_load(m, s, &x, e->type);
    case CWI_ADDR:
        x = check_merged_spot(m, s, e->a);
        return check_merged_address(m, &x);
    case CWI_FUNCREF:
        return check_merged_function(m, e->ref);
    case CWI_UNARY:
        return unary(m, s, e);
    case CWI_BINARY:
        return binary(m, s, e);
    case CWI_COND:
        return either(m, s, e);
    case CWI_LOST:
        if (cwi_is_free_value(e, NULL))
            return number(check_merged_unknown(m, width), 1);
        check_merged_give_up(m, "a value that could not be represented");
    default:
        check_merged_give_up(m, "an expression of an unknown kind");
    }
}
