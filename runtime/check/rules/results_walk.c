/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step of a path on which a call gave null: what an expression gives there, and what a statement does to the cells
 * that hold it. Whatever is not understood ends the path as a trouble.
 */
#include "results_walk.h"

enum { MOST_CELLS = 16 }; /* of a state; of numbers more are not known */

struct result_value rule_result_trouble(struct result_step *x, bool is_followed, const char *why)
{
    if (!x->why) {
        x->why = why;
        x->is_followed = is_followed;
    }
    return result_other;
}

struct result_value rule_result_followed(struct result_step *x)
{
    return rule_result_trouble(x, true, "is followed");
}

static struct result_value number(bool is)
{
    return (struct result_value){RESULT_NUMBER, is};
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* What leads to the lvalue is followed. */
static void look_at_base(struct result_step *x, const struct cwi_expr *e)
{
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (e->kind == CWI_INDEX && rule_result_eval(x, e->b).kind == RESULT_NULL)
            rule_result_trouble(x, false, "is computed with");
    if (e->kind == CWI_DEREF && rule_result_eval(x, e->a).kind == RESULT_NULL)
        rule_result_followed(x);
}

static struct result_value load(struct result_step *x, const struct cwi_expr *e)
{
    struct result_cell at;
    look_at_base(x, e);
    const struct result_cell *found = rule_result_cell_of(x->c->u, e, &at) ? rule_result_find(x->state, &at) : NULL;
    enum cwi_type_kind kind = cwi_type_of(x->c->u, e->type)->kind;
    if (found && (kind == CWI_PTR || kind == CWI_INT))
        return (struct result_value){found->is_number ? RESULT_NUMBER : RESULT_NULL, found->number};
    for (size_t i = 0; i < x->state->count; i++)
        if (!rule_result_is_apart(x->c->u, &x->state->items[i], e))
            return rule_result_trouble(x, false, "is read in a way that is not understood");
    return result_other;
}

/* The first byte of what null leads to is null. */
static struct result_value address(struct result_step *x, const struct cwi_expr *e)
{
    bool is_first = true;
    for (e = e->a; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a) {
        is_first &= e->kind == CWI_FIELD ? !e->offset : e->b->kind == CWI_CONST && !e->b->value;
        if (e->kind == CWI_INDEX && rule_result_eval(x, e->b).kind == RESULT_NULL)
            rule_result_trouble(x, false, "is computed with");
    }
    if (e->kind != CWI_DEREF || rule_result_eval(x, e->a).kind != RESULT_NULL)
        return result_other;
    return is_first ? (struct result_value){RESULT_NULL, 0} : rule_result_trouble(x, false, "is computed with");
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* 1, 0, or -1 where it is not known. */
static int truth(struct result_value v)
{
    return v.kind == RESULT_OTHER ? -1 : v.kind == RESULT_NUMBER && v.number != 0;
}

static struct result_value logical(bool is_and, int a, int b)
{
    if (a == !is_and || b == !is_and)
        return number(!is_and);
    return a >= 0 && b >= 0 ? number(is_and) : result_other;
}

static bool is_zero(struct result_value v)
{
    return v.kind == RESULT_NULL || (v.kind == RESULT_NUMBER && !v.number);
}

static struct result_value binary(struct result_step *x, const struct cwi_expr *e)
{
    struct result_value a = rule_result_eval(x, e->a), b = rule_result_eval(x, e->b);
    bool is_null = a.kind == RESULT_NULL || b.kind == RESULT_NULL;
    bool are_bits = cwi_type_of(x->c->u, e->type)->bits == 1;
    switch (e->op) {
    case CWI_EQ:
    case CWI_NE:
        if (is_zero(a) && is_zero(b))
            return number(e->op == CWI_EQ);
        if (a.kind == RESULT_NUMBER && b.kind == RESULT_NUMBER)
            return number((a.number == b.number) == (e->op == CWI_EQ));
        return result_other;
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
    case CWI_UNORDERED:
        return result_other;
    case CWI_LOGAND:
    case CWI_LOGOR:
        return logical(e->op == CWI_LOGAND, truth(a), truth(b));
    case CWI_AND:
    case CWI_OR:
        if (are_bits && !is_null)
            return logical(e->op == CWI_AND, truth(a), truth(b));
        break;
    case CWI_PTRADD:
        if (a.kind == RESULT_NULL && b.kind == RESULT_NUMBER && !b.number)
            return a;
        break;
    default:
        break;
    }
    return is_null ? rule_result_trouble(x, false, "is computed with") : result_other;
}

static struct result_value unary(struct result_step *x, const struct cwi_expr *e)
{
    struct result_value v = rule_result_eval(x, e->a);
    const struct cwi_type *to = cwi_type_of(x->c->u, e->type);
    if (e->op == CWI_LOGNOT)
        return truth(v) < 0 ? result_other : number(!truth(v));
    if (e->op == CWI_CONVERT && v.kind == RESULT_NULL && to->kind == CWI_PTR)
        return v;
    if (e->op == CWI_CONVERT && v.kind != RESULT_OTHER && to->kind == CWI_INT && to->bits == 1)
        return number(truth(v));
    if (e->op == CWI_CONVERT && v.kind == RESULT_NUMBER && to->kind == CWI_INT && (v.number == 0 || v.number == 1))
        return v;
    return v.kind == RESULT_NULL ? rule_result_trouble(x, false, "becomes a number") : result_other;
}

static struct result_value choice(struct result_step *x, const struct cwi_expr *e)
{
    int holds = truth(rule_result_eval(x, e->a));
    if (holds >= 0)
        return rule_result_eval(x, holds ? e->b : e->c);
    struct result_value b = rule_result_eval(x, e->b), c = rule_result_eval(x, e->c);
    if (b.kind == RESULT_NULL || c.kind == RESULT_NULL)
        return b.kind == c.kind ? b : rule_result_trouble(x, false, "is chosen in a way that is not understood");
    return b.kind == RESULT_NUMBER && c.kind == RESULT_NUMBER && b.number == c.number ? b : result_other;
}

struct result_value rule_result_eval(struct result_step *x, const struct cwi_expr *e)
{
    if (cwi_is_lvalue(e))
        return load(x, e);
    switch (e->kind) {
    case CWI_CONST:
        return (struct result_value){RESULT_NUMBER, e->value};
    case CWI_ADDR:
        return address(x, e);
    case CWI_UNARY:
        return unary(x, e);
    case CWI_BINARY:
        return binary(x, e);
    case CWI_COND:
        return choice(x, e);
    default:
        return result_other;
    }
}

/* ---- stores ------------------------------------------------------------------------------------------------------ */

static bool mentions_cell(const struct result_step *x, const struct cwi_expr *e)
{
    for (size_t i = 0; i < x->state->count; i++)
        if (cwi_expr_reads(e, x->state->items[i].root))
            return true;
    return false;
}

void rule_result_store(struct result_step *x, const struct cwi_expr *lhs, struct result_value v)
{
    struct result_cell at;
    look_at_base(x, lhs);
    bool is_cell = rule_result_cell_of(x->c->u, lhs, &at);
    if (is_cell && !rule_result_overwrite(x->state, &at))
        rule_result_trouble(x, false, "lies where nobody follows it");
    for (size_t i = 0; i < x->state->count; i++) {
        bool is_memory = rule_result_is_memory(x->c->u, &x->state->items[i]);
        if ((is_memory || !is_cell) && !rule_result_is_apart(x->c->u, &x->state->items[i], lhs))
            rule_result_trouble(x, false, "may be overwritten in a way that is not understood");
    }
    bool is_register = is_cell && !rule_result_is_memory(x->c->u, &at);
    at.is_confined = is_cell && !at.is_led_to && x->is_confined[at.root];
    if (v.kind == RESULT_NULL && (!is_cell || (!is_register && x->may_be_shared && !at.is_confined)))
        rule_result_trouble(x, false, "is stored where others may read it");
    at.is_number = v.kind == RESULT_NUMBER;
    at.number = v.number;
    if (x->state->count >= MOST_CELLS && v.kind == RESULT_NULL)
        rule_result_trouble(x, false, "has too many copies");
    if (is_cell && x->state->count < MOST_CELLS && (v.kind == RESULT_NULL || (at.is_number && is_register)))
        rule_result_put(x->state, at);
}

static void assign(struct result_step *x, const struct cwi_stmt *s)
{
    const struct cwi_type *t = cwi_type_of(x->c->u, s->lhs->type);
    bool is_scalar = t->kind == CWI_PTR || t->kind == CWI_INT;
    if (s->text && (mentions_cell(x, s->rhs) || mentions_cell(x, s->lhs)))
        rule_result_trouble(x, false, "gets into a list of arguments");
    struct result_value v = s->rhs && !s->text ? rule_result_eval(x, s->rhs) : result_other;
    if (v.kind == RESULT_NULL && t->kind != CWI_PTR)
        rule_result_trouble(x, false, "becomes a number");
    rule_result_store(x, s->lhs, is_scalar ? v : result_other);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void assemble(struct result_step *x, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (mentions_cell(x, s->args[i]))
            rule_result_trouble(x, false, "goes to assembler code");
    if (s->clobbers_memory && rule_result_has_open_memory(x->c->u, x->state))
        rule_result_trouble(x, false, "lies in memory that assembler code may read");
    for (uint32_t i = 0; i < s->outputs; i++)
        rule_result_store(x, s->args[i], result_other);
}

static void end_variable(struct result_step *x, const struct cwi_expr *lhs)
{
    struct result_cell at;
    if (rule_result_cell_of(x->c->u, lhs, &at) && !rule_result_overwrite(x->state, &at))
        rule_result_trouble(x, false, "lies where nobody follows it");
}

static void go(struct result_step *x, uint32_t target)
{
    vec_push(&x->next, target);
}

static bool is_at_most(bool is_signed, int64_t a, int64_t b)
{
    return is_signed ? a <= b : (uint64_t)a <= (uint64_t)b;
}

static void branch(struct result_step *x, const struct cwi_stmt *s)
{
    struct result_value v = s->rhs ? rule_result_eval(x, s->rhs) : result_other;
    if (s->kind == CWI_IF && truth(v) >= 0) {
        go(x, s->targets[!truth(v)]);
        return;
    }
    if (s->kind == CWI_SWITCH && v.kind == RESULT_NUMBER) {
        bool is_signed = cwi_type_of(x->c->u, s->rhs->type)->is_signed;
        for (uint32_t i = 0; i < s->case_count; i++)
            if (is_at_most(is_signed, s->cases[i].lo, v.number) && is_at_most(is_signed, v.number, s->cases[i].hi)) {
                go(x, s->cases[i].target);
                return;
            }
        go(x, s->targets[0]);
        return;
    }
    for (uint32_t i = 0; i < cwi_way_count(s); i++)
        go(x, cwi_way_target(s, i));
}

static void leave(struct result_step *x, const struct cwi_stmt *s)
{
    x->is_over = true;
    if (s->kind == CWI_UNREACHABLE) {
        if (cwi_goes_on_unseen(s) || cwi_is_promise(s))
            rule_result_trouble(x, false, "goes on in a way that is not represented");
        return;
    }
    x->returns_null = s->rhs && rule_result_eval(x, s->rhs).kind == RESULT_NULL;
    for (size_t i = 0; i < x->state->count; i++) {
        const struct result_cell *c = &x->state->items[i];
        bool ends = !c->is_led_to && cwi_is_automatic(cwi_var_of(x->c->u, c->root));
        if (!ends && !c->is_confined)
            rule_result_trouble(x, false, "is stored where others may read it");
    }
}

void rule_result_step(struct result_step *x, const struct cwi_stmt *s)
{
    x->why = NULL;
    x->is_followed = false;
    x->handed.count = x->without.count = 0;
    x->is_over = x->returns_null = false;
    x->next.count = 0;
    switch (s->kind) {
    case CWI_ASSIGN:
        assign(x, s);
        break;
    case CWI_CALL:
        rule_result_call(x, s);
        break;
    case CWI_ASM:
        assemble(x, s);
        break;
    case CWI_FORGET:
        if (!s->lhs)
            rule_result_trouble(x, false, "is lost where something unsupported happens");
        else
            rule_result_store(x, s->lhs, result_other);
        break;
    case CWI_END:
        end_variable(x, s->lhs);
        break;
    case CWI_RETURN:
    case CWI_UNREACHABLE:
        leave(x, s);
        break;
    default:
        branch(x, s);
        break;
    }
}
