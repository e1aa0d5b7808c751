/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions: making, walking and comparing trees. Invariant: a tree is never changed after it was made.
 */
#include "runtime/cwi/edit.h"
#include "runtime/cwi/private.h"

static struct cwi_expr *make(struct arena *a, enum cwi_expr_kind kind, cwi_id type)
{
    struct cwi_expr *e = ARENA_NEW(a, struct cwi_expr);
    e->kind = kind;
    e->type = type;
    return e;
}

const struct cwi_expr *cwi_expr_const(struct arena *a, cwi_id type, int64_t value)
{
    struct cwi_expr *e = make(a, CWI_CONST, type);
    e->value = value;
    return e;
}

const struct cwi_expr *cwi_expr_var(struct arena *a, const struct cwi_unit *u, cwi_id var)
{
    struct cwi_expr *e = make(a, CWI_VAR, cwi_var_of(u, var)->type);
    e->ref = var;
    e->is_volatile = cwi_var_of(u, var)->is_volatile;
    return e;
}

const struct cwi_expr *cwi_expr_func(struct arena *a, cwi_id pointer_type, cwi_id func)
{
    struct cwi_expr *e = make(a, CWI_FUNCREF, pointer_type);
    e->ref = func;
    return e;
}

const struct cwi_expr *cwi_expr_unary(struct arena *a, enum cwi_op op, cwi_id type, const struct cwi_expr *x)
{
    struct cwi_expr *e = make(a, CWI_UNARY, type);
    e->op = op;
    e->a = x;
    return e;
}

const struct cwi_expr *cwi_expr_binary(struct arena *a, enum cwi_op op, cwi_id type, const struct cwi_expr *x,
                                       const struct cwi_expr *y)
{
    struct cwi_expr *e = make(a, CWI_BINARY, type);
    e->op = op;
    e->a = x;
    e->b = y;
    return e;
}

const struct cwi_expr *cwi_expr_deref(struct arena *a, cwi_id type, const struct cwi_expr *pointer)
{
    struct cwi_expr *e = make(a, CWI_DEREF, type);
    e->a = pointer;
    return e;
}

const struct cwi_expr *cwi_expr_field(struct arena *a, const struct cwi_unit *u, const struct cwi_expr *of,
                                      uint32_t field)
{
    const struct cwi_field *f = &cwi_type_of(u, of->type)->fields[field];
    struct cwi_expr *e = make(a, CWI_FIELD, f->type);
    e->a = of;
    e->offset = f->offset;
    e->bit_pos = f->bit_pos;
    e->bit_width = f->bit_width;
    e->name = f->name;
    e->is_volatile = of->is_volatile || cwi_type_of(u, f->type)->is_volatile;
    return e;
}

const struct cwi_expr *cwi_expr_index(struct arena *a, cwi_id type, const struct cwi_expr *array,
                                      const struct cwi_expr *index)
{
    struct cwi_expr *e = make(a, CWI_INDEX, type);
    e->a = array;
    e->b = index;
    e->is_volatile = array->is_volatile;
    return e;
}

const struct cwi_expr *cwi_expr_addr(struct arena *a, cwi_id pointer_type, const struct cwi_expr *lvalue)
{
    struct cwi_expr *e = make(a, CWI_ADDR, pointer_type);
    e->a = lvalue;
    return e;
}

const struct cwi_expr *cwi_expr_lost(struct arena *a, cwi_id type, const char *why)
{
    struct cwi_expr *e = make(a, CWI_LOST, type);
    e->name = arena_str(a, why);
    return e;
}

bool cwi_is_lvalue(const struct cwi_expr *e)
{
    return e && (e->kind == CWI_VAR || e->kind == CWI_DEREF || e->kind == CWI_FIELD || e->kind == CWI_INDEX);
}

void cwi_expr_walk(const struct cwi_expr *e, bool (*visit)(void *context, const struct cwi_expr *e), void *context)
{
    if (!e || !visit(context, e))
        return;
    cwi_expr_walk(e->a, visit, context);
    cwi_expr_walk(e->b, visit, context);
    cwi_expr_walk(e->c, visit, context);
}

void cwi_stmt_walk(const struct cwi_stmt *s, bool (*visit)(void *context, const struct cwi_expr *e), void *context)
{
    cwi_expr_walk(s->lhs, visit, context);
    cwi_expr_walk(s->rhs, visit, context);
    for (uint32_t i = 0; i < s->arg_count; i++)
        cwi_expr_walk(s->args[i], visit, context);
}

struct reading {
    cwi_id var;
    bool found;
};

static bool find_read(void *reading, const struct cwi_expr *e)
{
    struct reading *r = reading;
    r->found |= e->kind == CWI_VAR && e->ref == r->var;
    return !r->found;
}

bool cwi_expr_reads(const struct cwi_expr *e, cwi_id var)
{
    struct reading r = {.var = var};
    cwi_expr_walk(e, find_read, &r);
    return r.found;
}

void cwi_func_walk(const struct cwi_func *f, void (*visit)(void *context, const struct cwi_stmt *s), void *context)
{
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            visit(context, &f->blocks[b].stmts[i]);
}

void cwi_unit_walk(const struct cwi_unit *u, void (*visit)(void *context, const struct cwi_stmt *s), void *context)
{
    for (cwi_id f = 1; f < u->funcs.count; f++)
        cwi_func_walk(cwi_func_of(u, f), visit, context);
}

bool cwi_locate(const struct cwi_func *f, const struct cwi_stmt *s, uint32_t *block, uint32_t *index)
{
    for (uint32_t b = 0; b < f->block_count; b++)
        if (s >= f->blocks[b].stmts && s < f->blocks[b].stmts + f->blocks[b].count) {
            *block = b;
            *index = (uint32_t)(s - f->blocks[b].stmts);
            return true;
        }
    return false;
}

bool cwi_ways_find(const struct cwi_func *f, uint32_t block, uint32_t index,
                   enum cwi_way (*look)(void *context, const struct cwi_stmt *s), void *context)
{
    bool *seen = base_mem_zalloc(f->block_count * sizeof *seen);
    struct VEC(struct point {
        uint32_t block;
        uint32_t index;
    }) work = {0};
    enum cwi_way way = WAY_GOES_ON;
    vec_push(&work, ((struct point){block, index}));
    while (work.count && way != WAY_FOUND) {
        struct point at = work.items[--work.count];
        const struct cwi_block *b = &f->blocks[at.block];
        way = WAY_GOES_ON;
        for (uint32_t i = at.index; i < b->count && way == WAY_GOES_ON; i++)
            way = look(context, &b->stmts[i]);
        const struct cwi_stmt *last = &b->stmts[b->count - 1];
        for (uint32_t k = 0; way == WAY_GOES_ON && k < cwi_way_count(last); k++) {
            uint32_t to = cwi_way_target(last, k);
            if (!seen[to])
                vec_push(&work, ((struct point){to, 0}));
            seen[to] = true;
        }
    }
    vec_free(&work);
    free(seen);
    return way == WAY_FOUND;
}

static bool same_text(const char *x, const char *y)
{
    return x == y || (x && y && !strcmp(x, y));
}

static bool same_node(const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (x->kind != y->kind || x->type != y->type || x->is_volatile != y->is_volatile)
        return false;
    switch (x->kind) {
    case CWI_CONST:
    case CWI_BOUND:
        return x->value == y->value;
    case CWI_FCONST: /* by bits: 0.0 is not -0.0, and NaN is itself */
        return !memcmp(&x->fvalue, &y->fvalue, sizeof x->fvalue);
    case CWI_VAR:
    case CWI_FUNCREF:
        return x->ref == y->ref;
    case CWI_FIELD:
        return x->offset == y->offset && x->bit_pos == y->bit_pos && x->bit_width == y->bit_width;
    case CWI_INDEX:
        return x->offset == y->offset;
    case CWI_UNARY:
    case CWI_BINARY:
        return x->op == y->op;
    case CWI_LOST:
        return same_text(x->name, y->name);
    default:
        return true;
    }
}

bool cwi_is_free_value(const struct cwi_expr *e, uint64_t *value)
{
    static const struct {
        const char *name;
        uint64_t value;
    } rows[] = {{CWI_OPTIMISERS_KNOW, 0}, {CWI_OBJECT_SIZE, UINT64_MAX}, {CWI_STACK_ADDRESS, 0}};
    for (size_t i = 0; e->kind == CWI_LOST && e->name && i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(e->name, rows[i].name)) {
            if (value)
                *value = rows[i].value;
            return true;
        }
    return false;
}

bool cwi_expr_equal(const struct cwi_expr *x, const struct cwi_expr *y)
{
    if (x == y)
        return true;
    return x && y && same_node(x, y) && cwi_expr_equal(x->a, y->a) && cwi_expr_equal(x->b, y->b) &&
           cwi_expr_equal(x->c, y->c);
}
