/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Facts about cells: the constants that each is compared with, what it is assigned from, and where its value goes.
 *
 * Facts only suggest abstractions, so that a missed or a wrong one costs precision, never soundness. GCC's front
 * end folds `a <= x && x <= b` into one unsigned comparison, which is read back as the two.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

cwi_id check_fact_var(const struct cwi_expr *cell)
{
    while (cell && (cell->kind == CWI_FIELD || cell->kind == CWI_INDEX))
        cell = cell->a;
    return cell && cell->kind == CWI_VAR ? cell->ref : 0;
}

const struct cwi_expr *check_fact_cell(const struct cwi_unit *u, const struct cwi_expr *lvalue)
{
    const struct cwi_expr *whole = lvalue;
    for (const struct cwi_expr *e = lvalue; e; e = e->a) {
        if (e->kind == CWI_VAR)
            return whole;
        if (e->kind == CWI_INDEX)
            whole = e->a; /* elements are tracked together */
        else if (e->kind != CWI_FIELD)
            return NULL;
        enum cwi_type_kind of = e->kind == CWI_FIELD && e->a->type ? cwi_type_of(u, e->a->type)->kind : CWI_STRUCT;
        if (e->kind == CWI_FIELD && of != CWI_STRUCT)
            whole = e->a; /* members of a union and punned values share their bytes */
    }
    return NULL;
}

static bool is_lvalue(const struct cwi_expr *e)
{
    return e->kind == CWI_VAR || e->kind == CWI_FIELD || e->kind == CWI_INDEX;
}

/* ---- from expressions -------------------------------------------------------------------------------------------- */

/* e seen as cell + delta through conversions; NULL when it is not of that form. */
static const struct cwi_expr *shifted_cell(const struct cwi_unit *u, const struct cwi_expr *e, int64_t *delta)
{
    *delta = 0;
    for (e = cwi_converted(e); e && e->kind == CWI_BINARY; e = cwi_converted(e->a)) {
        const struct cwi_expr *b = cwi_converted(e->b);
        if ((e->op != CWI_ADD && e->op != CWI_SUB) || !b || b->kind != CWI_CONST)
            return NULL;
        uint64_t sum = e->op == CWI_ADD ? (uint64_t)*delta + (uint64_t)b->value : (uint64_t)*delta - (uint64_t)b->value;
        *delta = (int64_t)sum;
    }
    return e && is_lvalue(e) ? check_fact_cell(u, e) : NULL;
}

/* The constant of a comparison on `side` as the cell's own type has it, so that unsigned wrap-around becomes a negative
 * constant again. It may lie outside the cell's type when the comparison is made in a wider one. */
static int64_t in_type(const struct cwi_unit *u, const struct cwi_expr *cell, const struct cwi_expr *side,
                       int64_t value)
{
    const struct cwi_type *t = cell->type ? cwi_type_of(u, cell->type) : NULL;
    const struct cwi_type *s = side->type ? cwi_type_of(u, side->type) : NULL;
    while (t && t->kind == CWI_ARRAY && t->of)
        t = cwi_type_of(u, t->of);
    if (!t || t->kind != CWI_INT || !s || s->kind != CWI_INT)
        return value;
    uint32_t width = t->bits > s->bits ? t->bits : s->bits;
    if (width == 0 || width >= 64)
        return value;
    uint64_t mask = (1ull << width) - 1, bits = (uint64_t)value & mask;
    bool negative = t->is_signed && (bits >> (width - 1) & 1);
    return (int64_t)(negative ? bits | ~mask : bits);
}

static void add_fact(struct facts *f, enum fact_kind kind, const struct cwi_expr *cell, int64_t value,
                     const struct cwi_expr *other)
{
    struct fact fact = {kind, cell, other, value};
    vec_push(&f->of[check_fact_var(cell)].compared, fact);
}

static bool is_unsigned(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return e->type && !cwi_type_of(u, e->type)->is_signed;
}

/* cell % k, or cell & (k - 1) with k a power of two: the remainder matters. */
static void remainder_taken(struct facts *f, const struct cwi_expr *e)
{
    const struct cwi_expr *b = e && e->kind == CWI_BINARY ? cwi_converted(e->b) : NULL;
    int64_t ignored;
    if (!b || b->kind != CWI_CONST || b->value <= 0 || b->value == INT64_MAX)
        return;
    bool is_mask = e->op == CWI_AND && !(b->value & (b->value + 1));
    const struct cwi_expr *cell = e->op == CWI_MOD || is_mask ? shifted_cell(f->program, e->a, &ignored) : NULL;
    if (cell)
        add_fact(f, FACT_MOD, cell, is_mask ? b->value + 1 : b->value, NULL);
}

/* (cell + delta) op constant. */
static void compared_with(struct facts *f, enum cwi_op op, const struct cwi_expr *side, int64_t constant)
{
    int64_t delta;
    const struct cwi_expr *cell = shifted_cell(f->program, side, &delta);
    uint64_t base = (uint64_t)constant - (uint64_t)delta;
    if (!cell) {
        remainder_taken(f, cwi_converted(side));
        return;
    }
    if (op == CWI_EQ || op == CWI_NE) {
        add_fact(f, FACT_VALUE, cell, in_type(f->program, cell, side, (int64_t)base), NULL);
        return;
    }
    if (op == CWI_LE || op == CWI_GT)
        base++;
    add_fact(f, FACT_BREAK, cell, in_type(f->program, cell, side, (int64_t)base), NULL);
    if (is_unsigned(f->program, side) && (delta || !is_unsigned(f->program, cell)))
        add_fact(f, FACT_BREAK, cell, in_type(f->program, cell, side, (int64_t)(0 - (uint64_t)delta)), NULL);
}

static enum cwi_op mirrored(enum cwi_op op)
{
    return op == CWI_LT ? CWI_GT : op == CWI_GT ? CWI_LT : op == CWI_LE ? CWI_GE : op == CWI_GE ? CWI_LE : op;
}

static void from_comparison(struct facts *f, const struct cwi_expr *e)
{
    const struct cwi_expr *a = cwi_converted(e->a), *b = cwi_converted(e->b);
    int64_t ignored;
    if (b->kind == CWI_CONST)
        compared_with(f, e->op, e->a, b->value);
    else if (a->kind == CWI_CONST)
        compared_with(f, mirrored(e->op), e->b, a->value);
    else {
        const struct cwi_expr *x = shifted_cell(f->program, a, &ignored), *y = shifted_cell(f->program, b, &ignored);
        if (x && y) {
            add_fact(f, FACT_CELL, x, 0, y);
            add_fact(f, FACT_CELL, y, 0, x);
        }
    }
}

/* A truth value made of a cell: compared with zero. */
static void from_truth(struct facts *f, const struct cwi_expr *e)
{
    const struct cwi_expr *x = cwi_converted(e);
    if (x && is_lvalue(x))
        compared_with(f, CWI_NE, x, 0);
    else
        remainder_taken(f, x);
}

static bool visit_expr(void *context, const struct cwi_expr *e)
{
    struct facts *f = context;
    if (e->kind == CWI_BINARY && e->op >= CWI_EQ && e->op <= CWI_GE)
        from_comparison(f, e);
    else if (e->kind == CWI_BINARY && (e->op == CWI_LOGAND || e->op == CWI_LOGOR)) {
        from_truth(f, e->a);
        from_truth(f, e->b);
    } else if (e->kind == CWI_COND || (e->kind == CWI_UNARY && e->op == CWI_LOGNOT))
        from_truth(f, e->a);
    return true;
}

static void from_expr(struct facts *f, const struct cwi_expr *e)
{
    if (e)
        cwi_expr_walk(e, visit_expr, f);
}

/* ---- from statements --------------------------------------------------------------------------------------------- */

/* Cell := the value of e; e NULL when it is not known. */
static void from_assignment(struct facts *f, const struct cwi_expr *lhs, const struct cwi_expr *e)
{
    const struct cwi_expr *cell = lhs && is_lvalue(lhs) ? check_fact_cell(f->program, lhs) : NULL;
    if (!cell)
        return;
    struct fact_assign assign = {cell, e};
    vec_push(&f->of[check_fact_var(cell)].assigned, assign);
    int64_t delta = 0;
    const struct cwi_expr *source = e ? shifted_cell(f->program, e, &delta) : NULL;
    if (source && check_fact_var(source) != check_fact_var(cell)) {
        struct fact_flow flow = {source, cell, delta};
        vec_push(&f->of[check_fact_var(source)].flows, flow);
    }
}

/* Arguments flow into parameters, returned values into what the call is assigned to. */
static void from_call(struct facts *f, const struct cwi_stmt *s)
{
    const struct cwi_func *callee = s->rhs && s->rhs->kind == CWI_FUNCREF ? cwi_func_of(f->program, s->rhs->ref) : NULL;
    struct arena *a = f->program->arena;
    for (uint32_t i = 0; callee && i < callee->param_count && i < s->arg_count; i++)
        from_assignment(f, cwi_expr_var(a, f->program, callee->params[i]), s->args[i]);
    for (uint32_t i = s->named; callee && callee->extra && s->extra && i < s->arg_count; i++)
        from_assignment(f, cwi_expr_var(a, f->program, callee->extra), s->args[i]);
    bool has_body = callee && callee->block_count;
    for (uint32_t b = 0; has_body && s->lhs && b < callee->block_count; b++) {
        const struct cwi_stmt *last = &callee->blocks[b].stmts[callee->blocks[b].count - 1];
        if (last->kind == CWI_RETURN && last->rhs)
            from_assignment(f, s->lhs, last->rhs);
    }
    if (!has_body)
        from_assignment(f, s->lhs, NULL);
}

static void from_statement(struct facts *f, const struct cwi_stmt *s)
{
    from_expr(f, s->rhs);
    for (uint32_t i = 0; i < s->arg_count; i++)
        from_expr(f, s->args[i]);
    if (s->kind == CWI_ASSIGN)
        from_assignment(f, s->lhs, s->rhs);
    else if (s->kind == CWI_CALL)
        from_call(f, s);
    else if (s->kind == CWI_IF)
        from_truth(f, s->rhs);
    else if (s->kind == CWI_FORGET && s->lhs)
        from_assignment(f, s->lhs, NULL);
    for (uint32_t i = 0; s->kind == CWI_ASM && i < s->outputs; i++)
        from_assignment(f, s->args[i], NULL);
    for (uint32_t i = 0; s->kind == CWI_SWITCH && i < s->case_count; i++) {
        const struct cwi_case *c = &s->cases[i];
        compared_with(f, c->lo == c->hi ? CWI_EQ : CWI_GE, s->rhs, c->lo);
        if (c->lo != c->hi)
            compared_with(f, CWI_LE, s->rhs, c->hi);
    }
}

static void from_initialisers(struct facts *f, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(f->program, var);
    for (uint32_t i = 0; i < v->init_count; i++)
        if (v->init[i].value)
            from_assignment(f, cwi_expr_var(f->program->arena, f->program, var), v->init[i].value);
}

static void from_note(struct facts *f, const struct note *n)
{
    if (n->kind == NOTE_PROPERTY)
        from_expr(f, n->u.property.expr);
    else if (n->kind == NOTE_LABEL) {
        from_expr(f, n->u.label.event.cond);
        from_expr(f, n->u.label.event.when);
    } else if (n->kind == NOTE_PREDICATE)
        from_expr(f, n->u.predicate);
    if (n->kind == NOTE_PROPERTY && n->u.property.expr)
        from_truth(f, n->u.property.expr);
    if (n->kind == NOTE_LABEL && n->u.label.event.kind == EV_WATCH && n->u.label.event.cond)
        from_truth(f, n->u.label.event.cond);
}

void check_facts_collect(struct facts *f, struct cwi_unit *program, const struct notes *notes)
{
    f->program = program;
    f->count = program->vars.count + 1;
    f->of = base_mem_zalloc(f->count * sizeof *f->of);
    for (cwi_id v = 1; v < program->vars.count; v++)
        from_initialisers(f, v);
    for (cwi_id i = 1; i < program->funcs.count; i++) {
        const struct cwi_func *func = cwi_func_of(program, i);
        for (uint32_t b = 0; b < func->block_count; b++)
            for (uint32_t s = 0; s < func->blocks[b].count; s++)
                from_statement(f, &func->blocks[b].stmts[s]);
    }
    for (size_t i = 0; notes && i < notes->list.count; i++)
        from_note(f, notes->list.items[i]);
}

void check_facts_free(struct facts *f)
{
    for (size_t v = 0; f->of && v < f->count; v++) {
        vec_free(&f->of[v].compared);
        vec_free(&f->of[v].assigned);
        vec_free(&f->of[v].flows);
    }
    free(f->of);
    f->of = NULL;
}

/* ---- which cells an expression depends on ------------------------------------------------------------------------ */

struct reading {
    const struct facts *facts;
    void (*visit)(void *context, const struct cwi_expr *cell);
    void *context;
    int depth;
};

static bool visit_reading(void *context, const struct cwi_expr *e);

/* A compiler temporary stands for what it was computed from. */
static void read_temporary(struct reading *r, cwi_id var)
{
    const struct var_facts *v = &r->facts->of[var];
    if (r->depth > 6)
        return;
    r->depth++;
    for (size_t i = 0; i < v->assigned.count; i++)
        if (v->assigned.items[i].from)
            cwi_expr_walk(v->assigned.items[i].from, visit_reading, r);
    r->depth--;
}

/* The lvalue with its root, behind a pointer, replaced by a variable; NULL when it is not that simple. */
static const struct cwi_expr *rooted(const struct facts *f, const struct cwi_expr *e, cwi_id var)
{
    struct arena *a = f->program->arena;
    if (e->kind == CWI_DEREF)
        return cwi_expr_var(a, f->program, var);
    const struct cwi_expr *inner = e->a && (e->kind == CWI_FIELD || e->kind == CWI_INDEX) ? rooted(f, e->a, var) : NULL;
    struct cwi_expr copy = *e;
    copy.a = inner;
    return inner ? arena_copy(a, &copy, sizeof copy) : NULL;
}

/* What lies behind a pointer may be any variable of that type whose address is taken: when those are few, they are
 * read. */
static void read_targets(struct reading *r, const struct cwi_expr *e)
{
    enum { FEW = 8 };
    const struct cwi_unit *u = r->facts->program;
    const struct cwi_expr *root = e;
    cwi_id found[FEW];
    size_t count = 0;
    while (root && (root->kind == CWI_FIELD || root->kind == CWI_INDEX))
        root = root->a;
    for (cwi_id v = 1; root && root->kind == CWI_DEREF && v < u->vars.count; v++) {
        const struct cwi_var *var = cwi_var_of(u, v);
        const struct cwi_type *t = var->type ? cwi_type_of(u, var->type) : NULL;
        bool fits = var->type == root->type || (t && t->kind == CWI_ARRAY && t->of == root->type);
        if (!fits || !var->is_address_taken || var->linkage == CWI_LITERAL)
            continue;
        if (count == FEW)
            return;
        found[count++] = v;
    }
    for (size_t i = 0; i < count; i++) {
        bool is_whole = cwi_var_of(u, found[i])->type == root->type;
        const struct cwi_expr *x = is_whole ? rooted(r->facts, e, found[i]) : cwi_expr_var(u->arena, u, found[i]);
        const struct cwi_expr *cell = x ? check_fact_cell(u, x) : NULL;
        if (cell)
            r->visit(r->context, cell);
    }
}

static bool visit_reading(void *context, const struct cwi_expr *e)
{
    struct reading *r = context;
    if (e->kind == CWI_ADDR)
        return false;
    if (e->kind == CWI_DEREF)
        read_targets(r, e);
    if (!is_lvalue(e))
        return true;
    const struct cwi_expr *cell = check_fact_cell(r->facts->program, e);
    cwi_id var = cell ? check_fact_var(cell) : 0;
    if (var && cwi_var_of(r->facts->program, var)->linkage == CWI_TEMP)
        read_temporary(r, var);
    else if (cell)
        r->visit(r->context, cell);
    const struct cwi_expr *root = e;
    for (; root && (root->kind == CWI_INDEX || root->kind == CWI_FIELD); root = root->a)
        if (root->kind == CWI_INDEX)
            cwi_expr_walk(root->b, visit_reading, r);
    if (!cell && root && root->kind == CWI_DEREF) {
        read_targets(r, e);
        cwi_expr_walk(root->a, visit_reading, r);
    }
    return false;
}

void check_fact_cells(const struct facts *f, const struct cwi_expr *e,
                      void (*visit)(void *context, const struct cwi_expr *cell), void *context)
{
    struct reading r = {f, visit, context, 0};
    if (e)
        cwi_expr_walk(e, visit_reading, &r);
}
