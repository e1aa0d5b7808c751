/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements of a function: each becomes a parallel assignment of the predicates that it may change, a branch a free
 * choice and assumptions. Source: Ball, Podelski, Rajamani 2001, sections 7 and 9.1.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

static struct place place_of(const struct abstraction *x, const struct cwi_stmt *s)
{
    return cwi_place_text(x->u, s->at);
}

/* ---- pieces ------------------------------------------------------------------------------------------------------ */

void pred_assign_all(struct abstraction *x, const struct bool_name *names, struct bool_expr *const *values,
                     size_t count, struct place at)
{
    if (!count)
        return;
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_ASSIGN, at);
    bool_stmt_names(x->program, b, names, count);
    bool_stmt_args(x->program, b, values, count);
}

void pred_assign(struct abstraction *x, const struct pred_change *c, const struct pred_ids *scope, struct place at)
{
    struct VEC(struct bool_name) names = {0};
    struct VEC(struct bool_expr *) values = {0};
    for (size_t i = 0; i < scope->count; i++) {
        const struct pred p = x->preds.items[scope->items[i]];
        if (p.v.kind == PRED_RESULT)
            continue;
        const struct cwi_expr *q = pred_before(x, c, p.v.expr);
        if (q == p.v.expr)
            continue;
        vec_push(&names, ((struct bool_name){p.v.name, at}));
        vec_push(&values, pred_choice(x, pred_cover(x, scope, q)));
    }
    pred_assign_all(x, names.items, values.items, names.count, at);
    vec_free(&names);
    vec_free(&values);
}

static void assume(struct abstraction *x, struct bool_expr *e, struct place at)
{
    if (e->op == BOOL_TRUE)
        return;
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_ASSUME, at);
    bool_stmt_args(x->program, b, &e, 1);
}

void pred_assume(struct abstraction *x, const struct pred_ids *scope, const struct cwi_expr *e, bool holds,
                 struct place at)
{
    struct pred_cover c = pred_cover(x, scope, e);
    assume(x, pred_not(x, holds ? c.fails : c.holds), at);
}

void pred_jump(struct abstraction *x, const char *label, struct place at)
{
    struct bool_target target = {.name = label, .at = at};
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_GOTO, at);
    bool_stmt_targets(x->program, b, &target, 1);
}

void pred_mark_way(struct abstraction *x, uint32_t way)
{
    vec_push(&x->ways, ((struct pred_way){x->funcs[x->func].proc, x->proc->stmt_count, way}));
}

void pred_stop(struct abstraction *x, struct place at)
{
    assume(x, pred_constant(x, BOOL_FALSE), at);
}

void pred_fail(struct abstraction *x, struct place at)
{
    struct bool_expr *never = pred_constant(x, BOOL_FALSE);
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_ASSERT, at);
    bool_stmt_args(x->program, b, &never, 1);
}

static const char *block_label(const struct abstraction *x, uint32_t block)
{
    return arena_printf(x->arena, "b%u", block);
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

/* One way out: the condition that is assumed (NULL: none), and whether it holds. */
struct way {
    const struct cwi_expr *condition;
    bool holds;
    uint32_t target;
};

static void branch(struct abstraction *x, const struct pred_ids *scope, const struct way *ways, uint32_t count,
                   struct place at)
{
    struct bool_target *targets = ARENA_ARRAY(x->arena, struct bool_target, count);
    uint32_t first = x->label;
    for (uint32_t i = 0; i < count; i++)
        targets[i] = (struct bool_target){.name = arena_printf(x->arena, "w%u", first + i), .at = at};
    x->label += count;
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_GOTO, at);
    bool_stmt_targets(x->program, b, targets, count);
    for (uint32_t i = 0; i < count; i++) {
        bool_add_label(x->program, x->proc, targets[i].name, at);
        pred_mark_way(x, i);
        if (ways[i].condition)
            pred_assume(x, scope, ways[i].condition, ways[i].holds, at);
        pred_jump(x, block_label(x, ways[i].target), at);
    }
}

const struct cwi_expr *pred_in_case(struct abstraction *x, const struct cwi_expr *e, const struct cwi_case *c)
{
    cwi_id truth = cwi_int_type(x->u, 1, false);
    const struct cwi_expr *lo = cwi_expr_const(x->arena, e->type, c->lo),
                          *hi = cwi_expr_const(x->arena, e->type, c->hi);
    if (c->lo == c->hi)
        return cwi_expr_binary(x->arena, CWI_EQ, truth, e, lo);
    return cwi_expr_binary(x->arena, CWI_LOGAND, truth, cwi_expr_binary(x->arena, CWI_GE, truth, e, lo),
                           cwi_expr_binary(x->arena, CWI_LE, truth, e, hi));
}

static void build_switch(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    struct way *ways = ARENA_ARRAY(x->arena, struct way, s->case_count + 1);
    const struct cwi_expr *any = NULL;
    bool is_number = pred_is_number(x, s->rhs->type);
    for (uint32_t i = 0; i < s->case_count; i++) {
        const struct cwi_expr *c = pred_in_case(x, s->rhs, &s->cases[i]);
        ways[i + 1] = (struct way){is_number ? c : NULL, true, s->cases[i].target};
        any = any ? cwi_expr_binary(x->arena, CWI_LOGOR, cwi_int_type(x->u, 1, false), any, c) : c;
    }
    ways[0] = (struct way){is_number ? any : NULL, false, s->targets[0]};
    branch(x, scope, ways, s->case_count + 1, place_of(x, s));
}

static void build_branch(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    struct way ways[2] = {{s->rhs, true, s->targets[0]}, {s->rhs, false, s->target_count > 1 ? s->targets[1] : 0}};
    struct way *all = ARENA_ARRAY(x->arena, struct way, s->target_count);
    if (s->kind == CWI_IF) {
        branch(x, scope, ways, 2, place_of(x, s));
        return;
    }
    for (uint32_t i = 0; i < s->target_count; i++)
        all[i].target = s->targets[i];
    branch(x, scope, all, s->target_count, place_of(x, s));
}

static void build_return(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    const struct pred_ids *results = &x->funcs[x->func].results;
    struct VEC(struct bool_expr *) values = {0};
    for (size_t i = 0; i < results->count; i++) {
        const struct cwi_expr *e = x->preds.items[results->items[i]].v.expr;
        vec_push(&values, pred_choice(x, pred_cover(x, scope, pred_before_return(x, s->rhs, e))));
    }
    struct bool_stmt *b = bool_add_stmt(x->program, x->proc, BOOL_RETURN, place_of(x, s));
    bool_stmt_args(x->program, b, values.items, values.count);
    vec_free(&values);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void build_asm(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < s->outputs && i < s->arg_count; i++)
        pred_assign(x, &(struct pred_change){.func = x->func, .lhs = s->args[i]}, scope, place_of(x, s));
}

static void build_stmt(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s)
{
    struct pred_change c = {.func = x->func, .lhs = s->lhs};
    switch (s->kind) {
    case CWI_ASSIGN:
        c.rhs = s->rhs;
        pred_assign(x, &c, scope, place_of(x, s));
        break;
    case CWI_FORGET:
    case CWI_END:
        pred_assign(x, &c, scope, place_of(x, s));
        break;
    case CWI_CALL:
        pred_call(x, scope, s);
        break;
    case CWI_ASM:
        build_asm(x, scope, s);
        break;
    case CWI_GOTO:
        pred_jump(x, block_label(x, s->targets[0]), place_of(x, s));
        break;
    case CWI_SWITCH:
        build_switch(x, scope, s);
        break;
    case CWI_RETURN:
        build_return(x, scope, s);
        break;
    case CWI_UNREACHABLE:
        if (s->text && *s->text)
            pred_fail(x, place_of(x, s));
        pred_stop(x, place_of(x, s));
        break;
    default:
        build_branch(x, scope, s);
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool has_label(const struct abstraction *x, const char *name)
{
    for (uint32_t i = 0; i < x->proc->label_count; i++)
        if (!strcmp(x->proc->labels[i].name, name))
            return true;
    return false;
}

/* The user's labels, unless they look like ours. */
static void add_labels(struct abstraction *x, const struct cwi_block *b, uint32_t number)
{
    struct place at = place_of(x, &b->stmts[0]);
    bool_add_label(x->program, x->proc, block_label(x, number), at);
    for (uint32_t i = 0; i < b->label_count; i++) {
        const char *name = b->labels[i];
        bool is_ours = (name[0] == 'b' || name[0] == 'w') && strspn(name + 1, "0123456789") == strlen(name + 1);
        if (!is_ours && !has_label(x, name))
            bool_add_label(x->program, x->proc, name, at);
    }
}

static bool calls_body(const struct abstraction *x, cwi_id func)
{
    const struct cg_func *g = &x->calls->funcs[func];
    for (uint32_t i = 0; i < g->callee_count; i++)
        if (x->funcs[g->callees[i]].is_in)
            return true;
    return false;
}

/* States in which predicates contradict each other do not exist, but for a moment in calls. */
static void enforce(struct abstraction *x, cwi_id func, const struct pred_ids *scope)
{
    struct place at = cwi_place_text(x->u, cwi_func_of(x->u, func)->at);
    struct bool_name name = {PRED_CALLING, at};
    struct bool_expr *value = pred_constant(x, BOOL_FALSE);
    x->proc->enforce = x->options->no_enforce ? NULL : pred_consistent(x, scope);
    x->funcs[func].has_calling = x->proc->enforce && calls_body(x, func);
    if (!x->funcs[func].has_calling)
        return;
    struct bool_expr *either[] = {bool_expr_variable(x->program, PRED_CALLING, at), x->proc->enforce};
    x->proc->enforce = bool_expr_new(x->program, BOOL_OR, either, 2, at);
    bool_add_local(x->program, x->proc, PRED_CALLING, at);
    pred_assign_all(x, &name, &value, 1, at);
}

enum status pred_build_func(struct abstraction *x, cwi_id func, struct diag *d)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    struct pred_ids scope = {0};
    enum budget_end end = BUDGET_LEFT;
    x->func = func;
    x->proc = x->program->procs[x->funcs[func].proc];
    pred_scope(x, func, &scope);
    enforce(x, func, &scope);
    for (uint32_t b = 0; b < f->block_count; b++) {
        add_labels(x, &f->blocks[b], b);
        for (uint32_t i = 0; i < f->blocks[b].count && !end; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            uint32_t first = x->proc->stmt_count;
            build_stmt(x, &scope, &x->funcs[func].blocks[b].stmts[i]);
            if (x->proc->stmt_count == first)
                bool_add_stmt(x->program, x->proc, BOOL_SKIP, place_of(x, s));
            vec_push(&x->marks, ((struct pred_mark){func, s, x->funcs[func].proc, first}));
            end = base_budget_ask(x->options->budget);
        }
    }
    vec_free(&scope);
    return !end ? ST_OK
                : diag_set(d, end == BUDGET_STOPPED ? ST_STOPPED : ST_LIMIT, (struct place){0},
                           "the budget was used up while predicates were abstracted");
}
