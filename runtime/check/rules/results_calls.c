/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls on a path on which a call gave null: what the library does with it, and what a function of the program gets.
 */
#include "results_walk.h"

enum { NO_CELL = UINT32_MAX, MANY_CELLS = UINT32_MAX - 1 };

/* A conversion of a format says what becomes of it. */
static bool is_variable(const struct effect *e, uint32_t i)
{
    return effect_is_repeated(e, i) && (pt_effect_has(e, 'F') || pt_effect_has(e, 'S'));
}

/* A null argument comes back neither from this call nor from a later one. */
static bool forgets(const struct effect *e, uint32_t i)
{
    bool gives = e->result == EFFECT_ANY_RESULT || e->result == EFFECT_INTO || e->result == EFFECT_INTO_DEEP ||
                 e->result == EFFECT_LOADED || e->result == EFFECT_EARLIER || e->result == EFFECT_HANDED;
    bool calls = e->flags & (EFFECT_CALLS_NOW | EFFECT_CALLS_LATER); /* functions that may be handed it */
    return e->known && i < e->param_count && !gives && !calls && strchr("-srwbzedl", effect_letter(e, i)) &&
           !is_variable(e, i);
}

static bool is_surely_zero(struct result_step *x, const struct cwi_stmt *s, uint32_t i)
{
    struct result_value v = i < s->arg_count ? rule_result_eval(x, s->args[i]) : result_other;
    return v.kind == RESULT_NUMBER && !v.number;
}

/* What the library does with it; gives what the call does. */
static struct result_value call_library(struct result_step *x, const struct cwi_stmt *s)
{
    struct effect e = pt_effect_of(x->c->u, s->rhs->ref, x->c->notes);
    struct result_value result = result_other;
    for (uint32_t i = 0; i < s->arg_count; i++) {
        if (rule_result_eval(x, s->args[i]).kind != RESULT_NULL)
            continue;
        const struct effect_param *p = effect_param(&e, i);
        bool is_followed = e.known && i < e.param_count && !p->may_be_null && !is_variable(&e, i) &&
                           (pt_effect_is_pointer(&e, i) || p->letter == 's');
        if (is_followed)
            rule_result_followed(x);
        else if (p->size_arg >= 0 && !is_surely_zero(x, s, (uint32_t)p->size_arg))
            rule_result_trouble(x, false, "goes to a function that takes null where there is nothing to write");
        else if (pt_effect_counts(&e, i))
            rule_result_trouble(x, false, "goes to a function that takes null where another argument is");
        else if (e.result == EFFECT_ARGUMENT && e.arg == i && e.known)
            result.kind = RESULT_NULL;
        else if (!forgets(&e, i))
            rule_result_trouble(x, false, "goes to a function of which that is not known");
    }
    if (rule_result_has_open_memory(x->c->u, x->state) && !rule_result_is_call_harmless(x->c, s))
        rule_result_trouble(x, false, "lies in memory that a function of the library may read");
    return result;
}

/* The argument leads to cells: the function finds them by its parameter, and may overwrite them. The library does
 * nothing else to them, or they were not confined. */
static void hand_cells(struct result_step *x, const struct cwi_stmt *s, uint32_t i, const struct cwi_func *f)
{
    struct result_cell to;
    if (!rule_result_address_of(x->c->u, s->args[i], &to))
        return;
    for (size_t k = 0; k < x->state->count; k++) {
        struct result_cell cell = x->state->items[k];
        if (!cell.is_confined || cell.root != to.root || cell.is_led_to != to.is_led_to)
            continue;
        x->overwritten = x->overwritten == NO_CELL ? k : MANY_CELLS;
        for (uint32_t j = 0; j < i; j++)
            if (cwi_expr_reads(s->args[j], cell.root))
                rule_result_trouble(x, false, "goes to a function in two ways");
        if (cell.offset < to.offset)
            rule_result_trouble(x, false, "goes to a function that gets what lies behind it");
        if (!f->block_count)
            continue;
        cell.offset -= to.offset;
        cell.root = f->params[i];
        cell.is_led_to = true;
        rule_result_put(&x->handed, cell);
    }
}

static void hand_null(struct result_step *x, const struct cwi_func *f, uint32_t i)
{
    struct result_cell cell = {0};
    if (!f || i >= f->param_count || !rule_result_is_register(x->c->u, f->params[i])) {
        rule_result_trouble(x, false, "goes to a function that is not followed");
        return;
    }
    cell.root = f->params[i];
    cell.size = cwi_type_of(x->c->u, cwi_var_of(x->c->u, cell.root)->type)->size;
    rule_result_put(&x->handed, cell);
}

/* The call may have overwritten the cell that it was led to. */
static void fork(struct result_step *x)
{
    if (x->overwritten == MANY_CELLS)
        rule_result_trouble(x, false, "goes to a function in two ways");
    for (size_t k = 0; k < x->state->count && x->overwritten != NO_CELL; k++)
        if (k != x->overwritten)
            vec_push(&x->without, x->state->items[k]);
}

void rule_result_call(struct result_step *x, const struct cwi_stmt *s)
{
    bool is_direct = s->rhs->kind == CWI_FUNCREF;
    const struct cwi_func *f = is_direct ? cwi_func_of(x->c->u, s->rhs->ref) : NULL;
    struct result_value result = result_other;
    x->overwritten = NO_CELL;
    if (!is_direct && rule_result_eval(x, s->rhs).kind == RESULT_NULL)
        rule_result_followed(x);
    if (f && !f->block_count)
        result = call_library(x, s);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        if ((!f || f->block_count) && rule_result_eval(x, s->args[i]).kind == RESULT_NULL)
            hand_null(x, f, i);
        if (f && (!f->block_count || i < f->param_count))
            hand_cells(x, s, i, f);
    }
    bool may_access = f ? x->is_accessor[s->rhs->ref] : x->accesses_by_pointer;
    if ((!f || f->block_count) && may_access && rule_result_has_open_memory(x->c->u, x->state))
        rule_result_trouble(x, false, "lies in memory that a function may read");
    fork(x);
    if (s->lhs) {
        struct result_state *state = x->state;
        rule_result_store(x, s->lhs, result);
        x->state = &x->without;
        if (x->without.count)
            rule_result_store(x, s->lhs, result);
        x->state = state;
    }
    x->is_over = f && f->is_noreturn;
}
