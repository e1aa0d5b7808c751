/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step of a path on which a call gave null: what an expression gives there, and what a statement does to the cells
 * that hold it. Whatever is not understood ends the path as a trouble.
 */
#include "results_walk.h"

enum { NO_CELL = UINT32_MAX, MANY_CELLS = UINT32_MAX - 1 };

static struct result_value trouble(struct result_step *x, bool is_followed, const char *why)
{
    if (!x->why) {
        x->why = why;
        x->is_followed = is_followed;
    }
    return (struct result_value){RESULT_OTHER, 0};
}
static struct result_value followed(struct result_step *x)
{
    return trouble(x, true, "is followed");
}

static struct result_value number(bool is)
{
    return (struct result_value){RESULT_NUMBER, is};
}
static const struct result_value other = {RESULT_OTHER, 0};

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* What leads to the lvalue is followed. */
static void look_at_base(struct result_step *x, const struct cwi_expr *e)
{
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (e->kind == CWI_INDEX && result_eval(x, e->b).kind == RESULT_NULL)
            trouble(x, false, "is computed with");
    if (e->kind == CWI_DEREF && result_eval(x, e->a).kind == RESULT_NULL)
        followed(x);
}

static struct result_value load(struct result_step *x, const struct cwi_expr *e)
{
    struct result_cell at;
    look_at_base(x, e);
    const struct result_cell *found = result_cell_of(x->c->u, e, &at) ? result_find(x->state, &at) : NULL;
    if (found)
        return (struct result_value){found->is_number ? RESULT_NUMBER : RESULT_NULL, found->number};
    for (size_t i = 0; i < x->state->count; i++)
        if (!result_is_apart(x->c->u, &x->state->items[i], e))
            return trouble(x, false, "is read in a way that is not understood");
    return other;
}

/* The first byte of what null leads to is null. */
static struct result_value address(struct result_step *x, const struct cwi_expr *e)
{
    bool is_first = true;
    for (e = e->a; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a) {
        is_first &= e->kind == CWI_FIELD ? !e->offset : e->b->kind == CWI_CONST && !e->b->value;
        if (e->kind == CWI_INDEX && result_eval(x, e->b).kind == RESULT_NULL)
            trouble(x, false, "is computed with");
    }
    if (e->kind != CWI_DEREF || result_eval(x, e->a).kind != RESULT_NULL)
        return other;
    return is_first ? (struct result_value){RESULT_NULL, 0} : trouble(x, false, "is computed with");
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
    return a >= 0 && b >= 0 ? number(is_and) : other;
}

static bool is_zero(struct result_value v)
{
    return v.kind == RESULT_NULL || (v.kind == RESULT_NUMBER && !v.number);
}

static struct result_value binary(struct result_step *x, const struct cwi_expr *e)
{
    struct result_value a = result_eval(x, e->a), b = result_eval(x, e->b);
    bool is_null = a.kind == RESULT_NULL || b.kind == RESULT_NULL;
    bool are_bits = cwi_type_of(x->c->u, e->type)->bits == 1;
    switch (e->op) {
    case CWI_EQ:
    case CWI_NE:
        if (is_zero(a) && is_zero(b))
            return number(e->op == CWI_EQ);
        if (a.kind == RESULT_NUMBER && b.kind == RESULT_NUMBER)
            return number((a.number == b.number) == (e->op == CWI_EQ));
        return other;
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
    case CWI_UNORDERED:
        return other;
    case CWI_LOGAND:
    case CWI_LOGOR:
        return logical(e->op == CWI_LOGAND, truth(a), truth(b));
    case CWI_AND:
    case CWI_OR:
        if (are_bits && !is_null)
            return logical(e->op == CWI_AND, truth(a), truth(b));
        return is_null ? trouble(x, false, "is computed with") : other;
    case CWI_PTRADD:
        if (a.kind == RESULT_NULL && b.kind == RESULT_NUMBER && !b.number)
            return a;
        return is_null ? trouble(x, false, "is computed with") : other;
    default:
        return is_null ? trouble(x, false, "is computed with") : other;
    }
}

static struct result_value unary(struct result_step *x, const struct cwi_expr *e)
{
    struct result_value v = result_eval(x, e->a);
    const struct cwi_type *to = cwi_type_of(x->c->u, e->type);
    if (e->op == CWI_LOGNOT)
        return truth(v) < 0 ? other : number(!truth(v));
    if (e->op == CWI_CONVERT && v.kind == RESULT_NULL && to->kind == CWI_PTR)
        return v;
    if (e->op == CWI_CONVERT && v.kind != RESULT_OTHER && to->kind == CWI_INT && to->bits == 1)
        return number(truth(v));
    if (e->op == CWI_CONVERT && v.kind == RESULT_NUMBER && to->kind == CWI_INT && (v.number == 0 || v.number == 1))
        return v;
    return v.kind == RESULT_NULL ? trouble(x, false, "becomes a number") : other;
}

static struct result_value choice(struct result_step *x, const struct cwi_expr *e)
{
    int holds = truth(result_eval(x, e->a));
    if (holds >= 0)
        return result_eval(x, holds ? e->b : e->c);
    struct result_value b = result_eval(x, e->b), c = result_eval(x, e->c);
    if (b.kind == RESULT_NULL || c.kind == RESULT_NULL)
        return b.kind == c.kind ? b : trouble(x, false, "is chosen in a way that is not understood");
    return b.kind == RESULT_NUMBER && c.kind == RESULT_NUMBER && b.number == c.number ? b : other;
}

struct result_value result_eval(struct result_step *x, const struct cwi_expr *e)
{
    switch (e->kind) {
    case CWI_CONST:
        return (struct result_value){RESULT_NUMBER, e->value};
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return load(x, e);
    case CWI_ADDR:
        return address(x, e);
    case CWI_UNARY:
        return unary(x, e);
    case CWI_BINARY:
        return binary(x, e);
    case CWI_COND:
        return choice(x, e);
    default:
        return other;
    }
}

/* ---- stores ------------------------------------------------------------------------------------------------------ */

static bool mentions_cell(const struct result_step *x, const struct cwi_expr *e)
{
    for (size_t i = 0; i < x->state->count; i++)
        if (result_mentions(e, x->state->items[i].root))
            return true;
    return false;
}

/* Where a cell of the same root is that nobody else's pointers lead to, none lead to this one. */
static bool is_confined(const struct result_step *x, const struct result_cell *cell)
{
    for (size_t i = 0; i < x->state->count && cell->is_led_to; i++)
        if (x->state->items[i].root == cell->root && x->state->items[i].is_led_to && x->state->items[i].is_confined)
            return true;
    return !cell->is_led_to && x->is_confined[cell->root];
}

static void store(struct result_step *x, const struct cwi_expr *lhs, struct result_value v)
{
    struct result_cell at;
    look_at_base(x, lhs);
    bool is_cell = result_cell_of(x->c->u, lhs, &at);
    if (is_cell && !result_overwrite(x->state, &at))
        trouble(x, false, "lies where nobody follows it");
    for (size_t i = 0; i < x->state->count; i++)
        if (result_is_memory(x->c->u, &x->state->items[i]) && !result_is_apart(x->c->u, &x->state->items[i], lhs))
            trouble(x, false, "may be overwritten in a way that is not understood");
    bool is_register = is_cell && !result_is_memory(x->c->u, &at);
    at.is_confined = is_cell && is_confined(x, &at);
    if (v.kind == RESULT_NULL && (!is_cell || (!is_register && x->may_be_shared && !at.is_confined)))
        trouble(x, false, "is stored where others may read it");
    at.is_number = v.kind == RESULT_NUMBER;
    at.number = v.number;
    if (is_cell && (v.kind == RESULT_NULL || (at.is_number && is_register)))
        result_put(x->state, at);
}

static void assign(struct result_step *x, const struct cwi_stmt *s)
{
    const struct cwi_type *t = cwi_type_of(x->c->u, s->lhs->type);
    bool is_scalar = t->kind == CWI_PTR || t->kind == CWI_INT;
    if (s->text && (mentions_cell(x, s->rhs) || mentions_cell(x, s->lhs)))
        trouble(x, false, "gets into a list of arguments");
    struct result_value v = s->rhs && !s->text ? result_eval(x, s->rhs) : other;
    if (v.kind == RESULT_NULL && t->kind != CWI_PTR)
        trouble(x, false, "becomes a number");
    store(x, s->lhs, is_scalar ? v : other);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* A null argument comes back neither from this call nor from a later one. */
static bool forgets(const struct effect *e, uint32_t i)
{
    bool gives = e->result == EFFECT_ANY_RESULT || e->result == EFFECT_INTO || e->result == EFFECT_INTO_DEEP ||
                 e->result == EFFECT_LOADED || e->result == EFFECT_EARLIER || e->result == EFFECT_HANDED;
    return e->known && i < e->param_count && !gives && strchr("-srwbzedl", effect_letter(e, i)) &&
           !(effect_is_repeated(e, i) && (pt_effect_has(e, 'F') || pt_effect_has(e, 'S')));
}

/* What the library does with it; gives what the call does. */
static struct result_value call_library(struct result_step *x, const struct cwi_stmt *s)
{
    struct effect e = pt_effect_of(x->c->u, s->rhs->ref, x->c->notes);
    struct result_value result = other;
    for (uint32_t i = 0; i < s->arg_count; i++) {
        if (result_eval(x, s->args[i]).kind != RESULT_NULL)
            continue;
        if (e.known && pt_effect_is_pointer(&e, i) && !effect_param(&e, i)->may_be_null)
            followed(x);
        else if (e.result == EFFECT_ARGUMENT && e.arg == i && e.known)
            result.kind = RESULT_NULL;
        else if (!forgets(&e, i))
            trouble(x, false, "goes to a function of which that is not known");
    }
    if (result_has_open_memory(x->c->u, x->state) && !result_is_call_harmless(x->c, s))
        trouble(x, false, "lies in memory that a function of the library may read");
    return result;
}

/* The argument leads to cells: the function finds them by its parameter, and may overwrite them. */
static void hand_cells(struct result_step *x, const struct cwi_stmt *s, uint32_t i, const struct cwi_func *f)
{
    struct result_cell to;
    if (!result_address_of(x->c->u, s->args[i], &to))
        return;
    for (size_t k = 0; k < x->state->count; k++) {
        struct result_cell cell = x->state->items[k];
        if (!cell.is_confined || cell.root != to.root || cell.is_led_to != to.is_led_to)
            continue;
        struct effect e = f->block_count ? (struct effect){0} : pt_effect_of(x->c->u, s->rhs->ref, x->c->notes);
        if (f->block_count || effect_letter(&e, i) != 'r')
            x->overwritten = x->overwritten == NO_CELL ? k : MANY_CELLS;
        for (uint32_t j = 0; j < i; j++)
            if (result_mentions(s->args[j], cell.root))
                trouble(x, false, "goes to a function in two ways");
        if (cell.offset < to.offset)
            trouble(x, false, "goes to a function that gets what lies behind it");
        cell.offset -= to.offset;
        cell.root = f->block_count ? f->params[i] : 0;
        cell.is_led_to = true;
        if (f->block_count)
            result_put(&x->handed, cell);
    }
}

static void hand_null(struct result_step *x, const struct cwi_func *f, uint32_t i)
{
    struct result_cell cell = {0};
    if (!f || i >= f->param_count || !result_is_register(x->c->u, f->params[i])) {
        trouble(x, false, "goes to a function that is not followed");
        return;
    }
    cell.root = f->params[i];
    cell.size = cwi_type_of(x->c->u, cwi_var_of(x->c->u, cell.root)->type)->size;
    result_put(&x->handed, cell);
}

/* The call may have overwritten the cell that it was led to. */
static void fork(struct result_step *x)
{
    if (x->overwritten == MANY_CELLS)
        trouble(x, false, "goes to a function in two ways");
    for (size_t k = 0; k < x->state->count && x->overwritten != NO_CELL; k++)
        if (k != x->overwritten)
            vec_push(&x->without, x->state->items[k]);
}

static void call(struct result_step *x, const struct cwi_stmt *s)
{
    bool is_direct = s->rhs->kind == CWI_FUNCREF;
    const struct cwi_func *f = is_direct ? cwi_func_of(x->c->u, s->rhs->ref) : NULL;
    struct result_value result = other;
    x->overwritten = NO_CELL;
    if (!is_direct && result_eval(x, s->rhs).kind == RESULT_NULL)
        followed(x);
    if (f && !f->block_count)
        result = call_library(x, s);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        if ((!f || f->block_count) && result_eval(x, s->args[i]).kind == RESULT_NULL)
            hand_null(x, f, i);
        if (f && (!f->block_count || i < f->param_count))
            hand_cells(x, s, i, f);
    }
    bool may_access = f ? x->is_accessor[s->rhs->ref] : x->accesses_by_pointer;
    if ((!f || f->block_count) && may_access && result_has_open_memory(x->c->u, x->state))
        trouble(x, false, "lies in memory that a function may read");
    fork(x);
    if (s->lhs) {
        struct result_state *state = x->state;
        store(x, s->lhs, result);
        x->state = &x->without;
        if (x->without.count)
            store(x, s->lhs, result);
        x->state = state;
    }
    x->is_over = f && f->is_noreturn;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void assemble(struct result_step *x, const struct cwi_stmt *s)
{
    for (uint32_t i = 0; i < s->arg_count; i++)
        if (mentions_cell(x, s->args[i]))
            trouble(x, false, "goes to assembler code");
    if (s->clobbers_memory && result_has_open_memory(x->c->u, x->state))
        trouble(x, false, "lies in memory that assembler code may read");
    for (uint32_t i = 0; i < s->outputs; i++)
        store(x, s->args[i], other);
}

static void end_variable(struct result_step *x, const struct cwi_expr *lhs)
{
    struct result_cell at;
    if (result_cell_of(x->c->u, lhs, &at) && !result_overwrite(x->state, &at))
        trouble(x, false, "lies where nobody follows it");
}

static void go(struct result_step *x, uint32_t target)
{
    vec_push(&x->next, target);
}

static void branch(struct result_step *x, const struct cwi_stmt *s)
{
    struct result_value v = s->rhs ? result_eval(x, s->rhs) : other;
    if (s->kind == CWI_IF && truth(v) >= 0) {
        go(x, s->targets[!truth(v)]);
        return;
    }
    if (s->kind == CWI_SWITCH && v.kind == RESULT_NUMBER) {
        for (uint32_t i = 0; i < s->case_count; i++)
            if (s->cases[i].lo <= v.number && v.number <= s->cases[i].hi) {
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
        if (s->text && strcmp(s->text, "trap") != 0)
            trouble(x, false, "goes on in a way that is not represented");
        return;
    }
    x->returns_null = s->rhs && result_eval(x, s->rhs).kind == RESULT_NULL;
    for (size_t i = 0; i < x->state->count; i++) {
        const struct result_cell *c = &x->state->items[i];
        bool ends = !c->is_led_to && cwi_is_automatic(cwi_var_of(x->c->u, c->root));
        if (!ends && !c->is_confined)
            trouble(x, false, "is stored where others may read it");
    }
}

void result_step(struct result_step *x, const struct cwi_stmt *s)
{
    x->why = NULL;
    x->handed.count = x->without.count = 0;
    x->is_over = x->returns_null = false;
    x->next.count = 0;
    switch (s->kind) {
    case CWI_ASSIGN:
        assign(x, s);
        break;
    case CWI_CALL:
        call(x, s);
        break;
    case CWI_ASM:
        assemble(x, s);
        break;
    case CWI_FORGET:
        if (!s->lhs)
            trouble(x, false, "is lost where something unsupported happens");
        else
            store(x, s->lhs, other);
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
