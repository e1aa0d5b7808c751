/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What releases what, function by function: from each statement that opens something, all ways through its function,
 * with the set of variables that hold it. A branch that compares a holder with null, or with numbers below 0, goes the
 * way of what could be opened; any other goes both. If on no way of any function something is lost, the rule holds:
 * what a function hands to its caller is opened there by the call. A way on which something is lost need not be one of
 * the program, but says where to look.
 */
#include "runtime/check/rules/sites.h"

enum { MOST_HELD = 62, MOST_STEPS = 20000 };
#define KEPT (UINT64_C(1) << 63) /* among what holds it: somebody who is not followed */

struct ways {
    struct finder *x;
    cwi_id func;
    const struct cwi_func *f;
    const struct site *begin;
    cwi_id vars[MOST_HELD]; /* the holders of the function: bit k */
    uint32_t var_count;
    struct VEC(struct way_state {
        uint32_t block;
        uint64_t held;
    }) seen;
    uint32_t steps;
};

static uint64_t bit_of(const struct ways *w, const struct cwi_expr *e)
{
    for (uint32_t k = 0; e && e->kind == CWI_VAR && k < w->var_count; k++)
        if (w->vars[k] == e->ref)
            return (uint64_t)1 << k;
    return 0;
}

/* What is converted, where the value stays what it is. */
static const struct cwi_expr *whole(const struct ways *w, const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT &&
           cwi_type_of(w->x->c->u, e->type)->bits >= cwi_type_of(w->x->c->u, e->a->type)->bits)
        e = e->a;
    return e;
}

/* The variables that the value may be taken from. */
static uint64_t sources(const struct ways *w, const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (e && e->kind == CWI_COND)
        return sources(w, e->b) | sources(w, e->c);
    return bit_of(w, e);
}

/* Of a condition, while these hold what was opened: 1, 0, or -1, either. */
static int truth(const struct ways *w, const struct cwi_expr *e, uint64_t held)
{
    e = whole(w, e);
    if (e->kind == CWI_UNARY && e->op == CWI_LOGNOT) {
        int t = truth(w, e->a, held);
        return t < 0 ? t : !t;
    }
    if (bit_of(w, e) & held && cwi_type_of(w->x->c->u, e->type)->kind == CWI_PTR)
        return 1;
    if (e->kind != CWI_BINARY)
        return -1;
    if (e->op == CWI_LOGAND || e->op == CWI_LOGOR) {
        int a = truth(w, e->a, held), b = truth(w, e->b, held), decides = e->op == CWI_LOGOR;
        return a == decides || b == decides ? decides : a < 0 || b < 0 ? -1 : !decides;
    }
    const struct cwi_expr *a = whole(w, e->a), *b = whole(w, e->b);
    if (!(bit_of(w, a) & held) || b->kind != CWI_CONST)
        return -1;
    bool is_pointer = cwi_type_of(w->x->c->u, a->type)->kind == CWI_PTR;
    bool is_below = is_pointer ? !b->value : b->value < 0; /* it is no value that what was opened can have */
    if (e->op == CWI_EQ || e->op == CWI_NE)
        return is_below ? e->op == CWI_NE : -1;
    if (is_pointer)
        return -1;
    if (b->value < 0 &&
        !cwi_type_of(w->x->c->u, e->a->type)->is_signed) /* compared without a sign, above all numbers */
        return e->op == CWI_LT || e->op == CWI_LE;
    if (e->op == CWI_LT || e->op == CWI_LE)
        return b->value < 0 || (b->value == 0 && e->op == CWI_LT) ? 0 : -1;
    if (e->op == CWI_GT || e->op == CWI_GE)
        return b->value < 0 || (b->value == 0 && e->op == CWI_GE) ? 1 : -1;
    return -1;
}

/* What the event that opens something names, if it makes nothing; else NULL. */
static const struct cwi_expr *named_object(const struct ways *w)
{
    const struct cwi_expr *object = NULL;
    for (size_t k = 0; k < w->begin->before.count; k++)
        object = w->begin->before.items[k].part == PART_SECOND ? w->begin->before.items[k].object : object;
    return object;
}

/* The value, or the place, is the same as long as no variable in the expression is assigned to: it reads no memory. */
static bool is_steady(const struct ways *w, const struct cwi_expr *e, bool is_place)
{
    switch (e->kind) {
    case CWI_CONST:
    case CWI_FUNCREF:
        return true;
    case CWI_VAR:
        return is_place || rule_is_private(w->x->c->u, e);
    case CWI_ADDR:
        return is_steady(w, e->a, true);
    case CWI_FIELD:
        return is_place && is_steady(w, e->a, true);
    case CWI_INDEX:
        return is_place && is_steady(w, e->a, true) && is_steady(w, e->b, false);
    case CWI_DEREF:
        return is_place && is_steady(w, e->a, false);
    case CWI_UNARY:
        return is_steady(w, e->a, false);
    case CWI_BINARY:
        return is_steady(w, e->a, false) && is_steady(w, e->b, false);
    default:
        return false;
    }
}

/* The statement may change a variable that is in what the event names. */
static bool changes_object(const struct ways *w, const struct cwi_stmt *s)
{
    const struct cwi_expr *object = named_object(w);
    bool may = object && s->kind == CWI_ASM;
    return may || (object && s->lhs && s->lhs->kind == CWI_VAR && cwi_expr_reads(object, s->lhs->ref));
}

/* The call releases it: 1; 0: not; -1: perhaps. */
static int releases(const struct ways *w, const struct site *s, uint64_t held)
{
    const struct cwi_expr *object = named_object(w);
    int found = 0;
    for (size_t k = 0; s && k < s->before.count; k++) {
        const struct matcher *m = &s->before.items[k];
        bool are_places = m->object && object && m->object->kind == CWI_ADDR && object->kind == CWI_ADDR;
        bool is_equal = are_places ? cwi_expr_equal(m->object->a, object->a)
                                   : m->object && object && cwi_expr_equal(m->object, object);
        bool is_same = !w->x->c->rule->object || is_equal || (m->object && sources(w, m->object) & held);
        if (m->part == PART_FIRST && is_same)
            found = m->tests.count || (is_equal && !is_steady(w, object, false)) ? -1 : 1;
        else if (m->part == PART_FIRST && m->object && object &&
                 !are_places) /* another list, or the same in other words */
            found = found ? found : -1;
    }
    return found;
}

/* A function with a body gets it, of whose parameters the list says something. */
static bool hands_over(const struct ways *w, const struct cwi_stmt *call, uint64_t held, const bool *params)
{
    const struct cwi_func *f = rule_callee_of(w->x->c->u, call);
    bool gets = false;
    for (uint32_t k = 0; call->kind == CWI_CALL && k < call->arg_count; k++) {
        uint64_t given = sources(w, call->args[k]) & held;
        bool is_body = f && f->block_count;
        if (given && is_body)
            gets |= k >= f->param_count || params[f->params[k]];
    }
    return gets;
}

static bool ends_program(const struct ways *w, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL || s->rhs->kind != CWI_FUNCREF)
        return false;
    const struct cwi_func *f = cwi_func_of(w->x->c->u, s->rhs->ref);
    struct effect e = {0};
    if (!f->block_count)
        e = pt_effect_of(w->x->c->u, s->rhs->ref, w->x->c->notes);
    return f->is_noreturn || e.flags & EFFECT_NORETURN;
}

/* A way is not followed further: somebody else may get it there, if the function lets anybody keep what it holds, whom
 * the engine does not see lose it. */
static void leave_open(const struct ways *w)
{
    w->x->c->is_unsure = true;
    for (uint32_t k = 0; k < w->var_count; k++)
        w->x->c->is_kept |= w->x->is_kept[w->vars[k]];
}

static void lose(const struct ways *w, const struct cwi_stmt *s, uint64_t held)
{
    struct rule_compiler *c = w->x->c;
    if (held & KEPT) { /* or it is not, as somebody has it still */
        c->is_kept = true;
        return;
    }
    const struct cwi_stmt *begin = &w->f->blocks[w->begin->block].stmts[w->begin->index];
    if (c->loses++)
        return;
    c->loss = (struct rule_loss){.opened = begin->at, .lost = s->at, .func = w->func};
}

/* Temporaries that are not read any more. */
static uint64_t forgotten(const struct ways *w, uint32_t b, uint32_t i)
{
    uint64_t out = 0;
    for (uint32_t k = 0; k < w->var_count; k++)
        if (cwi_var_of(w->x->c->u, w->vars[k])->linkage == CWI_TEMP) {
            if (!rule_may_be_read(w->f, w->vars[k], b, i))
                out |= (uint64_t)1 << k;
            else if (rule_is_outermost(w->x->c, w->func)) /* whose return tells nothing */
                leave_open(w);
        }
    return out;
}

/* One statement: false, the way ends, or is not followed further. */
static bool pass(struct ways *w, uint32_t b, uint32_t i, uint64_t *held)
{
    const struct cwi_stmt *s = &w->f->blocks[b].stmts[i];
    struct rule_compiler *c = w->x->c;
    bool has_result = w->begin->result || w->begin->after.count;
    const struct site *event = rule_site_at(w->x, SITE_CALL, w->func, b, i, NULL);
    int released = releases(w, event, *held);
    for (const struct site *k = rule_site_at(w->x, SITE_KEPT, w->func, b, i, NULL); k;
         k = rule_site_at(w->x, SITE_KEPT, w->func, b, i, k)) {
        if (bit_of(w, k->held_value) & *held && k->is_for_good)
            return false;
        *held |= bit_of(w, k->held_value) & *held ? KEPT : 0;
    }
    *held |= hands_over(w, s, *held, w->x->is_kept) ? KEPT : 0;
    bool is_unsure = released < 0 || hands_over(w, s, *held, w->x->is_released) || (!released && changes_object(w, s));
    if (is_unsure)
        leave_open(w);
    if (released || is_unsure || ends_program(w, s))
        return false;
    if (s->kind == CWI_RETURN) {
        bool gives = w->x->returns[w->func] && sources(w, s->rhs) & *held;
        if (!gives && !rule_is_outermost(c, w->func))
            lose(w, s, *held);
        c->is_kept |= gives && *held & KEPT; /* which is not followed to the caller */
        return false;
    }
    if ((s->kind == CWI_ASSIGN || s->kind == CWI_CALL) && s->lhs && bit_of(w, s->lhs)) {
        uint64_t to = bit_of(w, s->lhs);
        bool stays = s->kind == CWI_ASSIGN && sources(w, s->rhs) & *held;
        if (stays && cwi_converted(s->rhs)->kind == CWI_COND) /* or it is something else */
            leave_open(w);
        *held = stays ? *held | to : *held & ~to;
        if (has_result && !(*held & ~KEPT & ~forgotten(w, b, i))) {
            lose(w, s, *held);
            return false;
        }
    }
    return true;
}

static void walk(struct ways *w, uint32_t b, uint32_t i, uint64_t held);

static void go(struct ways *w, uint32_t b, uint64_t held)
{
    for (size_t k = 0; k < w->seen.count; k++)
        if (w->seen.items[k].block == b && w->seen.items[k].held == held)
            return;
    vec_push(&w->seen, ((struct way_state){b, held}));
    walk(w, b, 0, held);
}

static void walk(struct ways *w, uint32_t b, uint32_t i, uint64_t held)
{
    if (++w->steps > MOST_STEPS) {
        leave_open(w);
        return;
    }
    for (; i < w->f->blocks[b].count; i++) {
        const struct cwi_stmt *s = &w->f->blocks[b].stmts[i];
        int t = s->kind == CWI_IF ? truth(w, s->rhs, held) : -1;
        if (!pass(w, b, i, &held))
            return;
        for (uint32_t k = 0; k < s->target_count; k++)
            if (t < 0 || (int)k == !t)
                go(w, s->targets[k], held);
        for (uint32_t k = 0; k < s->case_count; k++)
            go(w, s->cases[k].target, held);
    }
}

/* The ways from one statement that opens something. */
static void begin_at(struct ways *w, const struct site *s)
{
    const struct cwi_stmt *stmt = &w->f->blocks[s->block].stmts[s->index];
    uint64_t held = stmt->kind == CWI_CALL && stmt->lhs ? bit_of(w, stmt->lhs) : 0;
    bool has_result = s->result || s->after.count;
    w->begin = s;
    w->seen.count = 0;
    w->steps = 0;
    if (has_result && !held) {
        if (w->x->c->rule->object && !stmt->lhs)
            lose(w, stmt, 0);
        leave_open(w);
        return;
    }
    walk(w, s->block, s->index + 1, held);
}

/* What the value goes to is released, or kept, so what it comes from is; true: that was not known. */
static bool hands_on(struct finder *x, const struct cwi_expr *from, cwi_id to)
{
    from = cwi_converted(from);
    if (!from || from->kind != CWI_VAR || !x->holds[from->ref])
        return false;
    bool is_new = (x->is_released[to] && !x->is_released[from->ref]) || (x->is_kept[to] && !x->is_kept[from->ref]);
    x->is_released[from->ref] |= x->is_released[to];
    x->is_kept[from->ref] |= x->is_kept[to];
    return is_new;
}

/* By an assignment, or to the parameters of a function with a body. */
static bool releases_more(struct finder *x, const struct cwi_stmt *s)
{
    if (s->kind == CWI_ASSIGN)
        return s->lhs->kind == CWI_VAR && hands_on(x, s->rhs, s->lhs->ref);
    const struct cwi_func *callee = rule_callee_of(x->c->u, s);
    bool any = false;
    for (uint32_t k = 0; callee && callee->block_count && k < s->arg_count && k < callee->param_count; k++)
        any |= hands_on(x, s->args[k], callee->params[k]);
    return any;
}

/* Parameters that are released, or kept, somewhere in their function or in what that hands them to. */
static void find_released(struct finder *x)
{
    bool grew = true;
    for (size_t k = 0; k < x->sites.count; k++) {
        struct site *s = &x->sites.items[k];
        for (size_t m = 0; s->kind == SITE_CALL && m < s->before.count; m++) {
            const struct cwi_expr *e = cwi_converted(s->before.items[m].object);
            if (e && e->kind == CWI_VAR && e->ref < x->vars)
                x->is_released[e->ref] |= s->before.items[m].part == PART_FIRST;
        }
        s->is_for_good = s->kind == SITE_KEPT && rule_holds_to_the_end(x, s);
        if (s->kind == SITE_KEPT && !s->is_for_good)
            x->is_kept[s->held_value->ref] = true;
    }
    while (grew) {
        grew = false;
        for (cwi_id f = 1; f < x->funcs; f++)
            for (uint32_t b = 0; b < cwi_func_of(x->c->u, f)->block_count; b++)
                for (uint32_t i = 0; i < cwi_func_of(x->c->u, f)->blocks[b].count; i++)
                    grew |= releases_more(x, &cwi_func_of(x->c->u, f)->blocks[b].stmts[i]);
    }
}

void rule_find_ways(struct finder *x)
{
    x->is_released = base_mem_zalloc(x->vars * sizeof *x->is_released);
    x->is_kept = base_mem_zalloc(x->vars * sizeof *x->is_kept);
    find_released(x);
    for (size_t k = 0; k < x->sites.count; k++) {
        const struct site *s = &x->sites.items[k];
        struct ways w = {.x = x, .func = s->func, .f = cwi_func_of(x->c->u, s->func)};
        if (!s->owns)
            continue;
        for (cwi_id v = 1; v < x->vars; v++)
            if (x->holds[v] && cwi_var_of(x->c->u, v)->owner == s->func) {
                if (w.var_count == MOST_HELD) {
                    x->c->is_unsure = true;
                    x->c->is_kept |= x->c->kept_at.line != 0;
                } else {
                    w.vars[w.var_count++] = v;
                }
            }
        begin_at(&w, s);
        vec_free(&w.seen);
    }
    free(x->is_released);
    free(x->is_kept);
}
