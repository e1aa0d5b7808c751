/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form of statements and expressions: every operand there, of the right kind, and of one width where an operator
 * joins two.
 */
#include "runtime/cwi/validate.h"

static const struct cwi_type *type_of(const struct check *c, const struct cwi_expr *e)
{
    return c->u->types.items[e->type];
}

static bool is_kind(const struct check *c, const struct cwi_expr *e, enum cwi_type_kind kind)
{
    return type_of(c, e)->kind == kind;
}

static bool is_scalar(const struct check *c, const struct cwi_expr *e)
{
    return is_kind(c, e, CWI_INT) || is_kind(c, e, CWI_PTR) || is_kind(c, e, CWI_FLOAT);
}

/* Equal widths, where both are integers. Pointers, floats and the unsupported are told apart by kind only. */
static bool same_width(const struct check *c, const struct cwi_expr *x, const struct cwi_expr *y)
{
    const struct cwi_type *s = type_of(c, x), *t = type_of(c, y);
    return s->kind == t->kind && (s->kind != CWI_INT || s->bits == t->bits);
}

static bool fits(const struct cwi_type *t, int64_t value)
{
    if (t->kind != CWI_INT && t->kind != CWI_PTR)
        return value == 0; /* an aggregate or the like, all zero */
    if (t->bits >= 64)
        return true;
    if (t->kind == CWI_INT && t->is_signed)
        return value >= -(INT64_C(1) << (t->bits - 1)) && value < INT64_C(1) << (t->bits - 1);
    return (uint64_t)value < UINT64_C(1) << t->bits;
}

static bool check_var_ref(struct check *c, const struct cwi_expr *e)
{
    if (!cwi_check_id(c, "variable", e->ref, c->u->vars.count, false))
        return false;
    const struct cwi_var *v = c->u->vars.items[e->ref];
    bool is_local = cwi_is_automatic(v);
    if (is_local && (!c->func || v->owner >= c->u->funcs.count || c->u->funcs.items[v->owner] != c->func))
        return cwi_check_fail(c, "variable '%s' belongs to another function", v->name ? v->name : "?");
    return e->offset < c->u->vars.count || cwi_check_fail(c, "no such alias");
}

static bool check_unary(struct check *c, const struct cwi_expr *e)
{
    if ((unsigned)e->op > CWI_CONVERT)
        return cwi_check_fail(c, "an operator with one operand that needs two");
    if (e->op == CWI_CONVERT || e->op == CWI_LOGNOT)
        return is_kind(c, e, CWI_OPAQUE) || is_kind(c, e->a, CWI_OPAQUE) || (is_scalar(c, e) && is_scalar(c, e->a)) ||
               cwi_check_fail(c, "operator '%s' on something that is no number", cwi_op_names[e->op]);
    if (e->op == CWI_ABS) /* GCC's result may be unsigned */
        return same_width(c, e, e->a) || cwi_check_fail(c, "operands of 'abs' of different width");
    return same_width(c, e, e->a) || cwi_check_fail(c, "operator '%s' changes the width", cwi_op_names[e->op]);
}

static bool check_binary(struct check *c, const struct cwi_expr *e)
{
    const struct cwi_expr *a = e->a, *b = e->b;
    const char *name = (unsigned)e->op < CWI_OPS ? cwi_op_names[e->op] : "?";
    switch (e->op) {
    case CWI_NEG:
    case CWI_BITNOT:
    case CWI_LOGNOT:
    case CWI_ABS:
    case CWI_CONVERT:
    case CWI_OPS:
        return cwi_check_fail(c, "an operator with two operands that needs one");
    case CWI_PTRADD:
        return (is_kind(c, e, CWI_PTR) && is_kind(c, a, CWI_PTR) && is_kind(c, b, CWI_INT)) ||
               cwi_check_fail(c, "pointer addition needs a pointer and an integer");
    case CWI_PTRSUB:
        return (is_kind(c, e, CWI_INT) && is_kind(c, a, CWI_PTR) && is_kind(c, b, CWI_PTR)) ||
               cwi_check_fail(c, "pointer subtraction needs two pointers");
    case CWI_SHL:
    case CWI_SHR:
    case CWI_ROTL:
    case CWI_ROTR:
        return (same_width(c, e, a) && is_kind(c, b, CWI_INT)) ||
               cwi_check_fail(c, "operands of '%s' do not fit", name);
    case CWI_LOGAND:
    case CWI_LOGOR:
        return (is_kind(c, e, CWI_INT) && is_scalar(c, a) && is_scalar(c, b)) ||
               cwi_check_fail(c, "operands of '%s' are no truth values", name);
    case CWI_UNORDERED:
        return (is_kind(c, e, CWI_INT) && is_kind(c, a, CWI_FLOAT) && same_width(c, a, b)) ||
               cwi_check_fail(c, "operands of '%s' are no floats of one type", name);
    case CWI_EQ:
    case CWI_NE:
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
        return (is_kind(c, e, CWI_INT) && same_width(c, a, b)) ||
               cwi_check_fail(c, "operands of '%s' of different type", name);
    default:
        return (same_width(c, e, a) && same_width(c, e, b)) ||
               cwi_check_fail(c, "operands of '%s' of different width", name);
    }
}

static bool check_lvalue_part(struct check *c, const struct cwi_expr *e)
{
    if (e->kind == CWI_FIELD)
        return (e->offset <= INT64_MAX && e->bit_pos <= 7 && e->bit_width <= 64) ||
               cwi_check_fail(c, "a field lies nowhere");
    if (e->kind == CWI_INDEX)
        return (e->offset <= INT64_MAX && is_kind(c, e->b, CWI_INT)) || cwi_check_fail(c, "an index is no integer");
    if (e->kind == CWI_DEREF)
        return is_kind(c, e->a, CWI_PTR) || cwi_check_fail(c, "dereference of something that is no pointer");
    return true;
}

static bool check_addr(struct check *c, const struct cwi_expr *e)
{
    if (!is_kind(c, e, CWI_PTR))
        return cwi_check_fail(c, "an address that is no pointer");
    if (e->kind == CWI_ADDR && e->a->kind == CWI_VAR && c->u->vars.items[e->a->ref]->linkage == CWI_TEMP)
        return cwi_check_fail(c, "the address of a temporary");
    if (e->kind == CWI_FUNCREF &&
        (!cwi_check_id(c, "function", e->ref, c->u->funcs.count, false) || e->offset >= c->u->funcs.count))
        return cwi_check_fail(c, "there is no function %u", e->ref);
    return true;
}

static bool check_node(struct check *c, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return fits(type_of(c, e), e->value) ||
               cwi_check_fail(c, "constant %lld does not fit its type", (long long)e->value);
    case CWI_FCONST:
        return is_kind(c, e, CWI_FLOAT) || cwi_check_fail(c, "a floating-point constant of another type");
    case CWI_VAR:
        return check_var_ref(c, e);
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return check_lvalue_part(c, e);
    case CWI_ADDR:
    case CWI_FUNCREF:
        return check_addr(c, e);
    case CWI_UNARY:
        return check_unary(c, e);
    case CWI_BINARY:
        return check_binary(c, e);
    case CWI_COND:
        return (is_scalar(c, e->a) && same_width(c, e, e->b) && same_width(c, e, e->c)) ||
               cwi_check_fail(c, "operands of '?:' do not fit");
    case CWI_LOST:
        return true;
    default:
        return cwi_check_fail(c, "an expression that belongs into annotations only");
    }
}

bool cwi_check_expr(struct check *c, const struct cwi_expr *e, unsigned depth)
{
    if (!e)
        return cwi_check_fail(c, "an operand is missing");
    if ((unsigned)e->kind >= CWI_EXPR_KINDS || depth > CWI_MAX_DEPTH)
        return cwi_check_fail(c, depth > CWI_MAX_DEPTH ? "an expression is nested too deep"
                                                       : "unknown kind of expression");
    if (!cwi_check_id(c, "type", e->type, c->u->types.count, false))
        return false;
    const struct cwi_expr_rule *rule = &cwi_expr_rules[e->kind];
    const struct cwi_expr *operands[] = {e->a, e->b, e->c};
    for (unsigned i = 0; i < rule->operands; i++)
        if (!cwi_check_expr(c, operands[i], depth + 1))
            return false;
    if (rule->lvalue && !cwi_is_lvalue(e->a))
        return cwi_check_fail(c, "'%s' of something that is no object", cwi_expr_kind_names[e->kind]);
    return check_node(c, e);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool check_side(struct check *c, const struct cwi_expr *e, enum cwi_need need, bool is_lvalue)
{
    if (!e)
        return need != CWI_MUST || cwi_check_fail(c, "an operand is missing");
    if (need == CWI_NEVER)
        return cwi_check_fail(c, "an operand too many");
    if (!cwi_check_expr(c, e, 1))
        return false;
    return !is_lvalue || cwi_is_lvalue(e) || cwi_check_fail(c, "a store to something that is no object");
}

static bool check_cases(struct check *c, const struct cwi_stmt *s)
{
    const struct cwi_type *t = type_of(c, s->rhs);
    if (t->kind != CWI_INT)
        return cwi_check_fail(c, "a switch on something that is no integer");
    for (uint32_t i = 0; i < s->case_count; i++) {
        const struct cwi_case *k = &s->cases[i];
        bool ordered = t->is_signed ? k->lo <= k->hi : (uint64_t)k->lo <= (uint64_t)k->hi;
        if (!ordered || !fits(t, k->lo) || !fits(t, k->hi))
            return cwi_check_fail(c, "case %u is empty or outside the type", i);
        if (k->target >= c->func->block_count)
            return cwi_check_fail(c, "there is no block %u", k->target);
    }
    return true;
}

static bool check_call(struct check *c, const struct cwi_stmt *s)
{
    return is_kind(c, s->rhs, CWI_PTR) || cwi_check_fail(c, "a call of something that is no function");
}

bool cwi_check_stmt(struct check *c, const struct cwi_stmt *s)
{
    const struct cwi_stmt_rule *rule = &cwi_stmt_rules[s->kind];
    if (!check_side(c, s->lhs, rule->lhs, true) || !check_side(c, s->rhs, rule->rhs, false))
        return false;
    if ((s->arg_count && !rule->args) || s->outputs > s->arg_count || (s->outputs && s->kind != CWI_ASM))
        return cwi_check_fail(c, "operands too many");
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (!check_side(c, s->args[i], CWI_MUST, i < s->outputs))
            return false;
    if (s->target_count < rule->least_targets || s->target_count > rule->most_targets)
        return cwi_check_fail(c, "'%s' with %u targets", cwi_stmt_kind_names[s->kind], s->target_count);
    for (uint32_t i = 0; i < s->target_count; i++)
        if (s->targets[i] >= c->func->block_count)
            return cwi_check_fail(c, "there is no block %u", s->targets[i]);
    if (s->case_count && s->kind != CWI_SWITCH)
        return cwi_check_fail(c, "cases outside a switch");
    switch (s->kind) {
    case CWI_ASSIGN:
        return s->rhs->kind == CWI_LOST || same_width(c, s->lhs, s->rhs) ||
               cwi_check_fail(c, "an assignment between different types");
    case CWI_CALL:
        return check_call(c, s);
    case CWI_END:
        return s->lhs->kind == CWI_VAR || cwi_check_fail(c, "the end of something that is no variable");
    case CWI_IF:
        return is_scalar(c, s->rhs) || cwi_check_fail(c, "a condition that is no number");
    case CWI_SWITCH:
        return check_cases(c, s);
    default:
        return true;
    }
}
