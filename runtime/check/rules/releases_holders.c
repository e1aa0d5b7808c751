/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `close(s) releases s = open(_)`: what is open when the last variable that holds it goes is lost.
 *
 * Holders are the variables into which what is opened flows through assignments, arguments and results, as long as
 * these are locals whose address nobody takes. The activation that opened it, or got it as a result, owns it: it is
 * lost where that function returns something else, and where a holder is overwritten and no other one of the function
 * has it. What flows anywhere else (a member, a static variable, the library) is held by somebody who is not followed,
 * too: from there on it is not lost for certain, and the rule is True only if the function that owns it releases it.
 * Events that make nothing (va_start) are owned by the activation that does them.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"
#include "runtime/points/effect_letters.h"

/* ---- where a value goes ------------------------------------------------------------------------------------------ */

enum flow { FLOW_NONE, FLOW_SAME, FLOW_AWAY };

static bool is_holder(const struct finder *x, const struct cwi_expr *e)
{
    return e->kind == CWI_VAR && x->holds[e->ref];
}

static enum flow worse(enum flow a, enum flow b)
{
    return a > b ? a : b;
}

/* A conversion from which the same number, or pointer, can be had back. */
static bool keeps_value(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_type *to = cwi_type_of(u, e->type), *from = cwi_type_of(u, e->a->type);
    return to->kind == from->kind && to->bits >= from->bits;
}

/* Whether the expression's value is what a holder has; or is computed from it, which nobody follows. */
static enum flow flow_of(const struct finder *x, const struct cwi_expr *e)
{
    if (!e)
        return FLOW_NONE;
    if (cwi_is_lvalue(e))
        return is_holder(x, e) ? FLOW_SAME : FLOW_NONE; /* what it points to is something else */
    switch (e->kind) {
    case CWI_ADDR:
        return FLOW_NONE;
    case CWI_COND:
        return worse(flow_of(x, e->b), flow_of(x, e->c));
    case CWI_UNARY:
        if (e->op == CWI_LOGNOT || flow_of(x, e->a) == FLOW_NONE)
            return FLOW_NONE;
        return e->op == CWI_CONVERT && keeps_value(x->c->u, e) ? flow_of(x, e->a) : FLOW_AWAY;
    case CWI_BINARY:
        if ((e->op >= CWI_EQ && e->op <= CWI_LOGOR) || e->op == CWI_UNORDERED)
            return FLOW_NONE;
        return flow_of(x, e->a) || flow_of(x, e->b) ? FLOW_AWAY : FLOW_NONE;
    default:
        return FLOW_NONE;
    }
}

bool rule_is_private(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_var *v = e && e->kind == CWI_VAR ? cwi_var_of(u, e->ref) : NULL;
    return v && !v->is_address_taken && !v->is_volatile && cwi_is_automatic(v);
}

/* ---- holders ----------------------------------------------------------------------------------------------------- */

static void add_holder(struct finder *x, const struct cwi_expr *to)
{
    if (rule_is_private(x->c->u, to) && to->ref < x->vars && !x->holds[to->ref])
        x->holds[to->ref] = x->grew = true;
}

const struct cwi_func *rule_callee_of(const struct cwi_unit *u, const struct cwi_stmt *s)
{
    return s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF ? cwi_func_of(u, s->rhs->ref) : NULL;
}

static bool gives_holder(const struct finder *x, const struct cwi_stmt *s)
{
    return rule_callee_of(x->c->u, s) && s->rhs->ref < x->funcs && x->returns[s->rhs->ref];
}

static void spread(struct finder *x, cwi_id func, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(x->c->u, s);
    if (s->kind == CWI_ASSIGN && flow_of(x, s->rhs) == FLOW_SAME)
        add_holder(x, s->lhs);
    for (uint32_t i = 0; f && f->block_count && i < s->arg_count && i < f->param_count; i++)
        if (flow_of(x, s->args[i]) == FLOW_SAME)
            add_holder(x, cwi_expr_var(x->c->a, x->c->u, f->params[i]));
    if (f && s->lhs && gives_holder(x, s))
        add_holder(x, s->lhs);
    if (s->kind == CWI_RETURN && flow_of(x, s->rhs) == FLOW_SAME && !x->is_taken[func] && !x->returns[func])
        x->returns[func] = x->grew = true;
}

static void each_statement(struct finder *x, void (*visit)(struct finder *x, cwi_id func, const struct cwi_stmt *s))
{
    for (cwi_id f = 1; f < x->funcs; f++)
        for (uint32_t b = 0; b < cwi_func_of(x->c->u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(x->c->u, f)->blocks[b].count; i++)
                visit(x, f, &cwi_func_of(x->c->u, f)->blocks[b].stmts[i]);
}

/* The calls that begin a life: what they return is held by whom it is given to. */
static void find_first(struct finder *x)
{
    for (size_t i = 0; i < x->sites.count; i++) {
        struct site *s = &x->sites.items[i];
        const struct cwi_stmt *stmt = &cwi_func_of(x->c->u, s->func)->blocks[s->block].stmts[s->index];
        for (size_t k = 0; s->kind == SITE_CALL && k < s->before.count + s->after.count; k++) {
            const struct matcher *m = k < s->before.count ? &s->before.items[k] : &s->after.items[k - s->before.count];
            s->owns |= m->part == PART_SECOND;
            if (m->part == PART_SECOND && m->event->result && stmt->lhs && !rule_is_private(x->c->u, stmt->lhs)) {
                s->owns = false;
                x->c->is_kept = true;
                x->c->kept_at = stmt->at;
                break;
            }
            if (m->part == PART_SECOND && m->event->result && stmt->lhs)
                add_holder(x, stmt->lhs);
        }
    }
}

/* ---- what is lost, and where ------------------------------------------------------------------------------------- */

static struct site *add_site(struct finder *x, enum site_kind kind, cwi_id func, uint32_t b, uint32_t i)
{
    for (size_t k = 0; k < x->sites.count && kind == SITE_CALL; k++) {
        struct site *s = &x->sites.items[k];
        if (s->kind == SITE_CALL && s->func == func && s->block == b && s->index == i)
            return s;
    }
    struct site s = {.kind = kind, .func = func, .block = b, .index = i};
    vec_push(&x->sites, s);
    return &x->sites.items[x->sites.count - 1];
}

/* From here on somebody has it who is not followed. */
static void let_go(struct finder *x, const struct cwi_expr *value, cwi_id func, uint32_t b, uint32_t i,
                   struct cwi_place at)
{
    struct VEC(const struct cwi_expr *) left = {0};
    vec_push(&left, value);
    while (left.count) {
        const struct cwi_expr *e = left.items[--left.count];
        if (cwi_is_lvalue(e) && is_holder(x, e)) {
            add_site(x, SITE_KEPT, func, b, i)->held_value = e;
            if (!x->c->kept_at.line)
                x->c->kept_at = at;
        }
        if (!cwi_is_lvalue(e) || e->kind == CWI_COND) {
            if (e->a)
                vec_push(&left, e->a);
            if (e->b)
                vec_push(&left, e->b);
            if (e->c)
                vec_push(&left, e->c);
        }
    }
    vec_free(&left);
}

/* What it returns may be what it was handed: freopen. */
static bool may_return(const struct cwi_unit *u, const struct cwi_stmt *call, const struct cwi_expr *argument)
{
    const struct cwi_type *t = cwi_type_of(u, argument->type), *r = call->lhs ? cwi_type_of(u, call->lhs->type) : NULL;
    return r && t->kind == CWI_PTR && r->kind == CWI_PTR && r->of == t->of;
}

/* What becomes of the arguments of a call. */
/* The library makes text of the argument, which the program may read: a number or an address that stands for it. */
static bool is_written_to_memory(const struct effect *e, uint32_t k)
{
    bool is_memory = pt_effect_has(e, 'w') || pt_effect_has(e, 'a') || pt_effect_has(e, 'l');
    return is_memory && pt_effect_has(e, 'F') && effect_is_repeated(e, k);
}

static void find_arguments(struct finder *x, cwi_id func, uint32_t b, uint32_t i)
{
    const struct cwi_unit *u = x->c->u;
    const struct cwi_stmt *s = &cwi_func_of(u, func)->blocks[b].stmts[i];
    const struct cwi_func *f = rule_callee_of(u, s);
    struct effect e = {0};
    bool before, after, handle;
    if (f && !f->block_count)
        e = pt_effect_of(u, s->rhs->ref, x->c->notes);
    if (f)
        rule_names(x->c->rule, rule_name_of(x->c, s->rhs->ref), &before, &after, &handle);
    if (f && !f->block_count && before)
        return; /* an event says what it does */
    for (uint32_t k = 0; k < s->arg_count; k++) {
        enum flow flow = flow_of(x, s->args[k]);
        bool is_param = f && f->block_count && k < f->param_count && f->params[k] < x->vars && x->holds[f->params[k]];
        bool is_used = f && !f->block_count && e.known && !strchr(LETTERS_KEPT, effect_letter(&e, k));
        is_used &= !may_return(u, s, s->args[k]) && !(e.flags & EFFECT_CALLS_NOW); /* which may get it */
        x->c->is_shown |= flow != FLOW_NONE && is_written_to_memory(&e, k);
        if (flow == FLOW_AWAY || (flow == FLOW_SAME && !is_param && !is_used))
            let_go(x, s->args[k], func, b, i, s->at);
    }
}

/* Activations end by it wherever a pointer to it is called. */
static bool is_left_by_pointer(const struct finder *x)
{
    for (cwi_id f = 1; f < x->funcs; f++)
        if (x->is_taken[f] && x->leaves[f])
            return true;
    return false;
}

bool rule_is_outermost(const struct rule_compiler *c, cwi_id func)
{
    return func == c->entry || (c->main && func == c->main);
}

static struct site *take_result(struct finder *x, struct site *s, const struct cwi_stmt *call)
{
    const struct cwi_type *t = cwi_type_of(x->c->u, call->rhs->type), *of = t->of ? cwi_type_of(x->c->u, t->of) : NULL;
    cwi_id type = call->lhs ? call->lhs->type : of && of->kind == CWI_FUNC ? of->of : 0;
    if (!s->result && type)
        s->result = rule_temp(x->c, s->func, type);
    return s;
}

/* Tables that numbers of descriptors lead into, sets of them among these: who finds a place there knows the number. */
struct indexing {
    struct finder *x;
    const struct cwi_expr *found; /* a holder in the address of some place, or NULL */
    bool in_place;
};

static bool find_index(void *indexing, const struct cwi_expr *e)
{
    struct indexing *k = indexing;
    if (e->kind == CWI_VAR && k->in_place && is_holder(k->x, e) && cwi_type_of(k->x->c->u, e->type)->kind == CWI_INT)
        k->found = e;
    if (k->in_place || e->kind == CWI_VAR || !cwi_is_lvalue(e))
        return true;
    k->in_place = true;
    cwi_expr_walk(e, find_index, k);
    k->in_place = false;
    return false;
}

static void find_indices(struct finder *x, cwi_id func, uint32_t b, uint32_t i)
{
    const struct cwi_stmt *s = &cwi_func_of(x->c->u, func)->blocks[b].stmts[i];
    struct indexing k = {.x = x};
    cwi_stmt_walk(s, find_index, &k);
    if (k.found)
        let_go(x, k.found, func, b, i, s->at);
}

struct counting {
    cwi_id var;
    uint32_t count;
};

static bool count_name(void *counting, const struct cwi_expr *e)
{
    struct counting *k = counting;
    k->count += e->kind == CWI_VAR && e->ref == k->var;
    return true;
}

static void count_names(void *counting, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, count_name, counting);
}

/* The temporary that gets what is called there goes at once to a variable that is followed, or that has it for good,
 * and nowhere else. */
static bool is_passed_on(const struct finder *x, cwi_id func, uint32_t b, uint32_t i)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, func);
    const struct cwi_stmt *s = &f->blocks[b].stmts[i], *next = s + 1; /* a call ends no block */
    const struct cwi_expr *from = next->kind == CWI_ASSIGN ? cwi_converted(next->rhs) : NULL;
    struct counting k = {.var = s->lhs->ref};
    if (!from || from->kind != CWI_VAR || from->ref != k.var)
        return false;
    struct site passed = {.func = func, .block = b, .index = i + 1, .held_value = from};
    bool is_followed = is_holder(x, next->lhs) && cwi_var_of(x->c->u, next->lhs->ref)->linkage != CWI_TEMP;
    cwi_func_walk(f, count_names, &k);
    return k.count == 2 && (is_followed || rule_holds_to_the_end(x, &passed));
}

static void find_lost_at(struct finder *x, cwi_id func, uint32_t b, uint32_t i)
{
    struct rule_compiler *c = x->c;
    const struct cwi_stmt *s = &cwi_func_of(c->u, func)->blocks[b].stmts[i];
    bool is_held = s->lhs && is_holder(x, s->lhs) && cwi_var_of(c->u, s->lhs->ref)->linkage != CWI_TEMP;
    find_indices(x, func, b, i);
    if (s->kind == CWI_CALL)
        find_arguments(x, func, b, i);
    if (s->kind == CWI_CALL && rule_is_outermost(c, func) && s->lhs && is_holder(x, s->lhs) && !is_held &&
        !is_passed_on(x, func, b, i))
        c->is_left = true; /* a temporary of the function whose return is no loss */
    if (rule_is_left_at(x, s))
        c->is_left = true;
    if (rule_may_call(c->u, s, c->entry) || (c->main && func != c->entry && rule_may_call(c->u, s, c->main)))
        c->is_left = true;
    if (s->kind == CWI_CALL && (gives_holder(x, s) || is_held))
        take_result(x, add_site(x, SITE_CALL, func, b, i), s)->owns |=
            gives_holder(x, s) && (!s->lhs || is_holder(x, s->lhs));
    if (s->kind == CWI_CALL && gives_holder(x, s) && s->lhs && !is_holder(x, s->lhs)) {
        c->is_kept = true;
        c->kept_at = s->at;
    }
    if (s->kind == CWI_ASSIGN && flow_of(x, s->rhs) != FLOW_NONE &&
        !(is_holder(x, s->lhs) && flow_of(x, s->rhs) == FLOW_SAME))
        let_go(x, s->rhs, func, b, i, s->at);
    if (s->kind == CWI_RETURN && s->rhs && flow_of(x, s->rhs) != FLOW_NONE &&
        !(x->returns[func] && flow_of(x, s->rhs) == FLOW_SAME))
        let_go(x, s->rhs, func, b, i, s->at);
    if (s->kind == CWI_ASM)
        for (uint32_t k = 0; k < s->arg_count; k++)
            if (flow_of(x, s->args[k]))
                let_go(x, s->args[k], func, b, i, s->at);
    if (s->kind == CWI_CALL && is_held)
        add_site(x, SITE_CALL, func, b, i)->overwrites = s->lhs;
    else if (s->kind == CWI_ASSIGN && is_held)
        add_site(x, SITE_OVERWRITTEN, func, b, i)->overwrites = s->lhs;
    if (s->kind == CWI_RETURN && !rule_is_outermost(c, func))
        add_site(x, SITE_LOST, func, b, i);
}

/* In the order in which sites are changed: from the end of a block to its beginning; entries behind all else. At one
 * statement a return is left before it is looked at. */
static int compare_sites(const void *a, const void *b)
{
    const struct site *x = a, *y = b;
    bool xe = x->kind == SITE_ENTRY, ye = y->kind == SITE_ENTRY;
    if (x->func != y->func)
        return x->func < y->func ? -1 : 1;
    if (xe != ye)
        return xe ? 1 : -1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    if (x->index != y->index)
        return x->index > y->index ? -1 : 1;
    return (int)(x->kind == SITE_KEPT) - (int)(y->kind == SITE_KEPT);
}

void rule_find_holders(struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    if (x->c->rule->pattern != RULE_RELEASES)
        return;
    x->vars = (cwi_id)u->vars.count;
    x->holds = base_mem_zalloc(x->vars * sizeof *x->holds);
    x->returns = base_mem_zalloc(x->funcs * sizeof *x->returns);
    x->was = arena_zalloc(x->c->a, x->funcs * sizeof *x->was);
    x->c->owned = arena_zalloc(x->c->a, x->funcs * sizeof *x->c->owned);
    x->c->owned_count = x->funcs;
    rule_find_leaving(x);
    x->c->is_left = is_left_by_pointer(x);
    find_first(x);
    do {
        x->grew = false;
        each_statement(x, spread);
    } while (x->grew);
    for (cwi_id f = 1; f < x->funcs; f++)
        for (uint32_t b = 0; b < cwi_func_of(u, f)->block_count; b++)
            for (uint32_t i = cwi_func_of(u, f)->blocks[b].count; i-- > 0;)
                find_lost_at(x, f, b, i);
    if (x->sites.count)
        qsort(x->sites.items, x->sites.count, sizeof *x->sites.items, compare_sites);
    rule_find_ways(x);
    for (cwi_id v = 1; v < x->vars; v++)
        if (x->holds[v])
            rule_carrier(x->c, cwi_expr_var(x->c->a, u, v));
}
