/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expression trees to evaluation nodes: names become cells, constant addresses fold, types become value types.
 *
 * What a node stands for is decided once; what it evaluates to depends on the working state.
 */
#include "lower.h"
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"

static const uint8_t vs_of_cwi[CWI_OPS] = {
    [CWI_NEG] = VS_NEG,
    [CWI_BITNOT] = VS_BITNOT,
    [CWI_LOGNOT] = VS_LOGNOT,
    [CWI_ABS] = VS_ABS,
    [CWI_CONVERT] = VS_CONVERT,
    [CWI_ADD] = VS_ADD,
    [CWI_SUB] = VS_SUB,
    [CWI_MUL] = VS_MUL,
    [CWI_DIV] = VS_DIV,
    [CWI_MOD] = VS_MOD,
    [CWI_FLOORDIV] = VS_FLOORDIV,
    [CWI_CEILDIV] = VS_CEILDIV,
    [CWI_EXACTDIV] = VS_EXACTDIV,
    [CWI_FLOORMOD] = VS_FLOORMOD,
    [CWI_AND] = VS_AND,
    [CWI_OR] = VS_OR,
    [CWI_XOR] = VS_XOR,
    [CWI_SHL] = VS_SHL,
    [CWI_SHR] = VS_SHR,
    [CWI_ROTL] = VS_ROTL,
    [CWI_ROTR] = VS_ROTR,
    [CWI_MIN] = VS_MIN,
    [CWI_MAX] = VS_MAX,
    [CWI_EQ] = VS_EQ,
    [CWI_NE] = VS_NE,
    [CWI_LT] = VS_LT,
    [CWI_LE] = VS_LE,
    [CWI_GT] = VS_GT,
    [CWI_GE] = VS_GE,
    [CWI_LOGAND] = VS_LOGAND,
    [CWI_LOGOR] = VS_LOGOR,
    [CWI_PTRSUB] = VS_SUB,
    [CWI_UNORDERED] = VS_UNORDERED,
};

struct node *avm_node_new(struct avm *m, enum node_kind kind, struct vs_type t, const struct cwi_expr *src)
{
    struct node *n = ARENA_NEW(m->arena, struct node);
    n->kind = (uint8_t)kind;
    n->t = t;
    n->src = src;
    n->v = VS_TOP;
    return n;
}

const struct node *avm_node_any(struct avm *m, struct vs_type t, const struct cwi_expr *src)
{
    return avm_node_new(m, N_ANY, t, src);
}

const struct node *avm_node_constant(struct avm *m, struct vs_type t, vs v, const struct cwi_expr *src)
{
    struct node *n = avm_node_new(m, N_CONST, t, src);
    n->v = v;
    return n;
}

/* A constant of the program. */
static const struct node *number(struct avm *m, struct vs_type t, const struct cwi_expr *e)
{
    vs v = avm_pattern(m, t, (uint64_t)e->value);
    return v == VS_TOP ? avm_node_any(m, t, e) : avm_node_constant(m, t, v, e);
}

const struct node *avm_node_unary(struct avm *m, enum vs_op op, struct vs_type t, const struct node *a,
                                  const struct cwi_expr *src)
{
    if (op == VS_CONVERT && !memcmp(&t, &a->t, sizeof t))
        return a;
    if (t.kind == VS_FLOAT && !m->has_floats)
        return avm_node_any(m, t, src);
    if (a->kind == N_CONST)
        return avm_node_constant(m, t, vs_unary(m->pool, op, t, a->v, a->t), src);
    struct node *n = avm_node_new(m, N_UNARY, t, src);
    n->op = (uint8_t)op;
    n->a = a;
    n->ta = a->t;
    return n;
}

const struct node *avm_node_binary(struct avm *m, enum vs_op op, struct vs_type t, const struct node *a,
                                   const struct node *b, const struct cwi_expr *src)
{
    struct node *n = avm_node_new(m, N_BINARY, t, src);
    n->op = (uint8_t)op;
    n->a = a;
    n->b = b;
    n->ta = a->t;
    n->tb = b->t;
    return n;
}

const struct node *avm_compared(struct avm *m, enum vs_op op, const struct node *a, const struct node *b,
                                const struct cwi_expr *src)
{
    struct vs_type t = {VS_INT, 32, true, VS_BOUNDED};
    bool plain = has_type(a->t) && has_type(b->t) && a->t.kind == b->t.kind;
    return plain ? avm_node_binary(m, op, t, a, b, src) : avm_node_any(m, t, src);
}

struct vs_type avm_pointer_type(const struct avm *m)
{
    return (struct vs_type){VS_PTR, m->u->pointer_bits, 0, VS_BOUNDED};
}

const struct node *avm_node_pointer_add(struct avm *m, const struct node *p, const struct node *offset,
                                        const struct cwi_expr *src)
{
    struct vs_type ot = vs_offset_type(avm_pointer_type(m));
    offset = avm_node_unary(m, VS_CONVERT, ot, offset, src);
    if (p->kind == N_CONST && offset->kind == N_CONST)
        return avm_node_constant(m, p->t, vs_ptr_add(m->pool, p->t, p->v, offset->v), src);
    struct node *n = avm_node_new(m, N_PTRADD, p->t, src);
    n->a = p;
    n->b = offset;
    n->ta = p->t;
    n->tb = ot;
    return n;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* Signed arithmetic of the program itself, where overflow is not defined. */
static const struct node *checked(struct avm *m, const struct cwi_expr *e, const struct node *n)
{
    bool computes = e->op == CWI_ADD || e->op == CWI_SUB || e->op == CWI_MUL || e->op == CWI_NEG || e->op == CWI_ABS;
    if (m->wraps || !computes || n->t.kind != VS_INT || !n->t.is_signed || n->ta.kind != VS_INT ||
        (n->kind != N_BINARY && n->kind != N_UNARY))
        return n;
    struct node *copy = arena_copy(m->arena, n, sizeof *n);
    copy->may_overflow = true;
    copy->traps = m->traps;
    return copy;
}

static const struct node *lower_binary(struct avm *m, const struct cwi_expr *e, struct vs_type t)
{
    const struct node *a = avm_lower(m, e->a), *b = avm_lower(m, e->b);
    if (!has_type(t) || !has_type(a->t) || !has_type(b->t))
        return avm_node_any(m, t, e);
    struct vs_type ot = vs_offset_type(avm_pointer_type(m));
    if (e->op == CWI_PTRADD && e->b->kind == CWI_CONST)
        b = avm_node_constant(m, ot, vs_const(m->pool, ot, e->b->value), e);
    if (e->op == CWI_PTRADD)
        return a->t.kind == VS_PTR && b->t.kind == VS_INT ? avm_node_pointer_add(m, a, b, e) : avm_node_any(m, t, e);
    bool shift = e->op == CWI_SHL || e->op == CWI_SHR || e->op == CWI_ROTL || e->op == CWI_ROTR;
    if (!shift && a->t.kind == b->t.kind && a->t.bits != b->t.bits)
        b = avm_node_unary(m, VS_CONVERT, a->t, b, e);
    const struct node *n = checked(m, e, avm_node_binary(m, vs_of_cwi[e->op], t, a, b, e));
    if (a->kind != N_CONST || b->kind != N_CONST)
        return n;
    bool overflows = n->may_overflow && vs_overflows(m->pool, n->op, t, a->v, a->t, b->v, b->t);
    if (!overflows && !vs_traps(m->pool, n->op, t, a->v, a->t, b->v, b->t))
        return avm_node_constant(m, t, vs_binary(m->pool, n->op, t, a->v, a->t, b->v, b->t), e);
    return n;
}

static const struct node *lower_unary(struct avm *m, const struct cwi_expr *e, struct vs_type t)
{
    const struct node *a = avm_lower(m, e->a);
    enum vs_op op = vs_of_cwi[e->op];
    if (!has_type(t) || !has_type(a->t))
        return avm_node_any(m, t, e);
    bool overflows = a->kind == N_CONST && (op == VS_NEG || op == VS_ABS) &&
                     vs_overflows(m->pool, op, t, a->v, a->t, vs_small(0), a->t);
    return overflows /* of the least number: to be found when it is computed */
               ? checked(m, e, avm_node_binary(m, VS_SUB, t, avm_node_constant(m, t, vs_small(0), e), a, e))
               : checked(m, e, avm_node_unary(m, op, t, a, e));
}

const struct node *avm_lower(struct avm *m, const struct cwi_expr *e)
{
    struct vs_type t = avm_type(m, e->type);
    if (cwi_is_lvalue(e))
        return avm_lower_read(m, e);
    switch (e->kind) {
    case CWI_CONST:
        if (!has_type(t) || t.kind == VS_FLOAT)
            return avm_node_any(m, t, e);
        if (t.kind == VS_PTR)
            return avm_node_constant(
                m, t, vs_ptr(m->pool, t, VS_ABSOLUTE, vs_const(m->pool, vs_offset_type(t), e->value)), e);
        return number(m, t, e);
    case CWI_FCONST:
        return t.kind == VS_FLOAT && m->has_floats ? avm_node_constant(m, t, vs_float(m->pool, t, e->fvalue), e)
                                                   : avm_node_any(m, t, e);
    case CWI_FUNCREF:
        return avm_node_constant(m, avm_pointer_type(m), avm_lower_func(m, e->ref), e);
    case CWI_ADDR:
        return avm_lower_address(m, e->a, e);
    case CWI_UNARY:
        return lower_unary(m, e, t);
    case CWI_BINARY:
        return lower_binary(m, e, t);
    case CWI_COND: {
        struct node *n = avm_node_new(m, N_COND, t, e);
        n->a = avm_lower(m, e->a);
        n->b = avm_lower(m, e->b);
        n->c = avm_lower(m, e->c);
        return has_type(t) && has_type(n->b->t) && has_type(n->c->t) ? n : avm_node_any(m, t, e);
    }
    case CWI_BOUND: {
        struct node *n = avm_node_new(m, N_BOUND, t, e);
        n->offset = (uint64_t)(e->value + 1);
        return n;
    }
    default:
        return avm_node_any(m, t, e);
    }
}

struct activations {
    const struct avm *m;
    cwi_id func;
    bool are_others;
};

static bool find_activation(void *activations, const struct cwi_expr *e)
{
    struct activations *x = activations;
    if (e->kind == CWI_VAR && x->m->objects[e->ref].is_activation)
        x->are_others |= cwi_var_of(x->m->u, e->ref)->owner != x->func;
    return !x->are_others;
}

const struct node *avm_lower_in(struct avm *m, cwi_id func, const struct cwi_expr *e)
{
    struct activations x = {.m = m, .func = func};
    cwi_expr_walk(e, find_activation, &x);
    return x.are_others ? avm_node_any(m, avm_type(m, e->type), e) : avm_lower(m, e);
}
