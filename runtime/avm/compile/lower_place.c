/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lvalues: which object they lie in and where, as far as that is constant; what is loaded there, or its address, as a
 * node; where a store goes.
 */
#include "lower.h"
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"

struct lvalue {
    cwi_id var;              /* base variable, or 0 */
    const struct node *base; /* else the pointer */
    /* Stride and index: of the only variable term; with several, index is in bytes and stride 1. */
    uint64_t offset, stride;
    const struct node *index; /* offset-typed, or NULL */
    uint8_t bit_pos, bit_width;
    bool is_volatile;
};

static void add_term(struct avm *m, struct lvalue *l, const struct node *index, uint64_t stride,
                     const struct cwi_expr *src)
{
    struct vs_type ot = vs_offset_type(avm_pointer_type(m));
    index = avm_node_unary(m, VS_CONVERT, ot, index, src);
    if (!l->index) {
        l->index = index;
        l->stride = stride;
        return;
    }
    const struct node *first = avm_node_binary(
        m, VS_MUL, ot, l->index, avm_node_constant(m, ot, vs_const(m->pool, ot, (int64_t)l->stride), src), src);
    const struct node *second = avm_node_binary(
        m, VS_MUL, ot, index, avm_node_constant(m, ot, vs_const(m->pool, ot, (int64_t)stride), src), src);
    l->index = avm_node_binary(m, VS_ADD, ot, first, second, src);
    l->stride = 1;
}

/* Where a local of the current activation is. */
static const struct node *activation(struct avm *m, const struct cwi_expr *e)
{
    const struct cell *c = &m->cells.items[m->objects[e->ref].first];
    struct node *n = avm_node_new(m, N_SLOT, c->t, e);
    n->cell = c;
    return n;
}

static void resolve(struct avm *m, const struct cwi_expr *e, struct lvalue *l)
{
    l->is_volatile |= e->is_volatile;
    switch (e->kind) {
    case CWI_VAR:
        if (m->objects[e->ref].is_activation)
            l->base = activation(m, e);
        else
            l->var = e->ref;
        return;
    case CWI_FIELD:
        resolve(m, e->a, l);
        l->offset += e->offset;
        if (e->bit_width) {
            l->bit_pos = e->bit_pos;
            l->bit_width = e->bit_width;
        }
        return;
    case CWI_INDEX: {
        resolve(m, e->a, l);
        uint64_t stride = e->offset ? e->offset : cwi_type_of(m->u, e->type)->size;
        const struct node *i = avm_lower(m, e->b);
        int64_t c;
        if (i->kind == N_CONST && vs_is_const(m->pool, i->t, i->v, &c))
            l->offset += (uint64_t)c * stride;
        else
            add_term(m, l, i, stride, e->b);
        return;
    }
    default: { /* CWI_DEREF */
        const struct cwi_expr *p = e->a;
        while (p->kind == CWI_BINARY && p->op == CWI_PTRADD && p->b->kind == CWI_CONST) {
            l->offset += (uint64_t)p->b->value;
            p = p->a;
        }
        if (p->kind == CWI_ADDR)
            resolve(m, p->a, l);
        else
            l->base = avm_lower(m, p);
    }
    }
}

/* The address of an object or function that may be declared weakly: null where nobody defines it, and perhaps null in
 * an object file. */
static vs named_address(struct avm *m, uint32_t object, uint64_t offset, bool is_absent, bool is_open)
{
    struct vs_type pt = avm_pointer_type(m);
    vs at = vs_const(m->pool, vs_offset_type(pt), (int64_t)offset);
    vs there = vs_ptr(m->pool, pt, is_absent ? VS_ABSOLUTE : object, at);
    return is_open ? vs_join(m->pool, pt, there, vs_ptr(m->pool, pt, VS_ABSOLUTE, at)) : there;
}

static vs var_address(struct avm *m, cwi_id var, uint64_t offset)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    return named_address(m, var, offset, v->is_absent, v->is_weak && v->linkage == CWI_EXTERN && !v->is_absent);
}

vs avm_lower_func(struct avm *m, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(m->u, func);
    return named_address(m, OBJECT_FUNCTION | func, 0, f->is_absent, f->is_weak && !f->block_count && !f->is_absent);
}

static const struct node *address(struct avm *m, const struct lvalue *l, const struct cwi_expr *src)
{
    struct vs_type pt = avm_pointer_type(m), ot = vs_offset_type(pt);
    const struct node *p;
    if (l->var) {
        struct node *n = avm_node_new(m, N_CONST, pt, src);
        n->v = var_address(m, l->var, l->offset);
        p = n;
    } else {
        p = l->base;
        if (l->offset)
            p = avm_node_pointer_add(m, p, avm_node_constant(m, ot, vs_const(m->pool, ot, (int64_t)l->offset), src),
                                     src);
    }
    if (l->index) {
        const struct node *bytes = l->index;
        if (l->stride != 1)
            bytes = avm_node_binary(m, VS_MUL, ot, bytes,
                                    avm_node_constant(m, ot, vs_const(m->pool, ot, (int64_t)l->stride), src), src);
        p = avm_node_pointer_add(m, p, bytes, src);
    }
    return p;
}

/* The bytes an access touches: of a bit-field, those that hold a bit of it. */
static uint64_t touched_size(const struct avm *m, const struct cwi_expr *e, const struct lvalue *l)
{
    return l->bit_width ? (l->bit_pos + l->bit_width + 7u) / 8 : cwi_type_of(m->u, e->type)->size;
}

struct access {
    struct vs_type t;
    uint64_t size;
};

static struct access access_of(const struct avm *m, const struct cwi_expr *e, const struct lvalue *l)
{
    struct access x = {avm_type(m, e->type), touched_size(m, e, l)};
    if (l->bit_width && has_type(x.t))
        x.t.bits = l->bit_width;
    return x;
}

static bool is_element(const struct object *o, const struct lvalue *l, uint64_t size)
{
    return l->index && o->count && o->stride && l->stride % o->stride == 0 &&
           (int64_t)l->offset % (int64_t)o->stride == 0 && !l->bit_width && o->stride == size &&
           o->count * (uint64_t)o->stride == o->size;
}

static const struct node *element_number(struct avm *m, const struct object *o, const struct lvalue *l,
                                         const struct cwi_expr *src)
{
    struct vs_type ot = vs_offset_type(avm_pointer_type(m));
    int64_t skip = (int64_t)l->offset / (int64_t)o->stride; /* below 0: of what stands before the first element */
    uint64_t scale = l->stride / o->stride;
    const struct node *n = l->index;
    if (scale != 1)
        n = avm_node_binary(m, VS_MUL, ot, n, avm_node_constant(m, ot, vs_const(m->pool, ot, (int64_t)scale), src),
                            src);
    return skip ? avm_node_binary(m, VS_ADD, ot, n, avm_node_constant(m, ot, vs_const(m->pool, ot, skip), src), src)
                : n;
}

/* A read of a cell under another type of the same width: the same bits, seen otherwise. */
static const struct node *seen_as(struct avm *m, const struct node *n, struct vs_type t)
{
    if (!memcmp(&n->t, &t, sizeof t))
        return n;
    return n->t.kind != VS_FLOAT && t.kind != VS_FLOAT && n->t.bits == t.bits
               ? avm_node_unary(m, VS_CONVERT, t, n, n->src)
               : avm_node_any(m, t, n->src);
}

/* What is not held: an input, or anything at all. */
static const struct node *unheld(struct avm *m, const struct object *o, struct vs_type t, uint64_t size,
                                 const struct cwi_expr *e)
{
    struct node *n = avm_node_new(m, N_ANY, t, e);
    n->is_volatile = o->is_input;
    if (o->is_input && o->input && t.kind == VS_INT && size == o->size)
        n->v = avm_declared(m, o->input->u.input.values, o->input->u.input.count, t);
    return n;
}

/* An offset below 0 is one beyond every end. */
static bool is_inside(const struct object *o, const struct lvalue *l, uint64_t size)
{
    return !l->index && o->size != CWI_UNKNOWN && size <= o->size && l->offset <= o->size - size;
}

/* Nobody need define it: then its address is null. */
static bool may_be_absent(const struct avm *m, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(m->u, var);
    return v->is_absent || (v->is_weak && v->linkage == CWI_EXTERN);
}

/* What is accessed by its name, and surely there; else NULL: then it is found by its address. */
static struct object *named_object(struct avm *m, const struct lvalue *l)
{
    bool is_there = l->var && !(m->cfg.checks_accesses && may_be_absent(m, l->var));
    return is_there ? &m->objects[l->var] : NULL;
}

/* The access may lie outside of the object, whether that is tracked or not. */
static bool may_miss(const struct avm *m, const struct object *o, const struct lvalue *l, uint64_t size)
{
    bool is_open = o->size == CWI_UNKNOWN && avm_asks(m, AVM_DOUBT_BOUNDS);
    bool is_outside = o->size != CWI_UNKNOWN && size != CWI_UNKNOWN && !is_inside(o, l, size);
    return m->cfg.checks_accesses && (is_outside || is_open);
}

static const struct node *load(struct avm *m, const struct lvalue *l, const struct access *x, const struct cwi_expr *e)
{
    struct node *n = avm_node_new(m, N_LOAD, x->t, e);
    n->a = address(m, l, e);
    n->size = x->size;
    n->bit_pos = l->bit_pos;
    n->bit_width = l->bit_width;
    n->is_volatile = l->is_volatile;
    return n;
}

const struct node *avm_lower_read(struct avm *m, const struct cwi_expr *e)
{
    struct lvalue l = {0};
    resolve(m, e, &l);
    struct access x = access_of(m, e, &l);
    if (!has_type(x.t))
        return avm_node_any(m, x.t, e);
    struct object *o = named_object(m, &l);
    const struct node *result;
    if (o && !l.index && !o->is_constant && !o->is_sparse && !may_miss(m, o, &l, x.size)) {
        const struct cell *c = o->count ? avm_find_cell(m, o, l.offset, x.size, l.bit_pos, l.bit_width) : NULL;
        if (!c && o->count) {
            result = load(m, &l, &x, e);
        } else if (!c) {
            result = unheld(m, o, x.t, x.size, e);
        } else {
            struct node *n = avm_node_new(m, N_SLOT, c->t, e);
            n->cell = c;
            result = n;
        }
    } else if (o && !o->is_sparse && is_inside(o, &l, x.size)) {
        const struct cwi_var *v = cwi_var_of(m->u, l.var);
        struct span at = {l.offset, x.size, l.bit_pos, l.bit_width, x.t};
        result = avm_node_constant(m, x.t, avm_initial_value(m, v, &at), e);
    } else if (o && is_element(o, &l, x.size)) {
        struct node *n = avm_node_new(m, N_ELEM, m->cells.items[o->first].t, e);
        n->object = o;
        n->object_id = l.var;
        n->a = element_number(m, o, &l, e);
        result = n;
    } else if (o && !is_held(o) && !o->is_constant && (o->is_input || !may_miss(m, o, &l, x.size))) {
        result = unheld(m, o, x.t, x.size, e);
    } else {
        result = load(m, &l, &x, e);
    }
    /* A bit-field's value has the declared type, wider than its bits. */
    struct vs_type declared = avm_type(m, e->type);
    if (l.bit_width)
        return result->kind == N_ANY && result->t.bits == declared.bits
                   ? result
                   : avm_node_unary(m, VS_CONVERT, declared, result, e);
    return seen_as(m, result, x.t);
}

struct target avm_target(struct avm *m, const struct cwi_expr *e)
{
    struct lvalue l = {0};
    resolve(m, e, &l);
    struct access x = access_of(m, e, &l);
    struct object *o = named_object(m, &l);
    struct target to = {.kind = P_NONE,
                        .t = x.t,
                        .size = x.size,
                        .stride = l.stride,
                        .type = e->type,
                        .base = l.var,
                        .src = e,
                        .bit_pos = l.bit_pos,
                        .bit_width = l.bit_width,
                        .is_volatile = l.is_volatile};
    if (o && !is_held(o) && !may_miss(m, o, &l, x.size))
        return to;
    if (o && !o->is_sparse && !l.index && has_type(x.t)) {
        to.cell = avm_find_cell(m, o, l.offset, x.size, l.bit_pos, l.bit_width);
        if (to.cell && to.cell->t.bits == x.t.bits && (to.cell->t.kind == VS_FLOAT) == (x.t.kind == VS_FLOAT)) {
            to.kind = P_CELL;
            return to;
        }
    }
    if (o && has_type(x.t) && is_element(o, &l, x.size) && !memcmp(&m->cells.items[o->first].t, &x.t, sizeof x.t)) {
        to.kind = P_ELEM;
        to.object = o;
        to.index = element_number(m, o, &l, e);
        return to;
    }
    to.kind = P_MEM;
    to.index = address(m, &l, e);
    return to;
}

struct target avm_memory(struct avm *m, const struct cwi_expr *e)
{
    struct lvalue l = {0};
    resolve(m, e, &l);
    return (struct target){.kind = P_MEM,
                           .t = no_type(),
                           .size = touched_size(m, e, &l),
                           .type = e->type,
                           .base = l.var,
                           .src = e,
                           .index = address(m, &l, e),
                           .is_volatile = l.is_volatile};
}

cwi_id avm_base_var(const struct cwi_expr *e)
{
    while (e->kind == CWI_FIELD || e->kind == CWI_INDEX || (e->kind == CWI_DEREF && e->a->kind == CWI_ADDR))
        e = e->kind == CWI_DEREF ? e->a->a : e->a;
    return e->kind == CWI_VAR ? e->ref : 0;
}

const struct node *avm_lower_address(struct avm *m, const struct cwi_expr *lvalue, const struct cwi_expr *src)
{
    struct lvalue l = {0};
    resolve(m, lvalue, &l);
    return address(m, &l, src);
}
