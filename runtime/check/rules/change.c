/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The change at one site: the automaton moves before or behind it, a call that makes a handle succeeds or fails, and a
 * function of which nothing is known makes the state unknown.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/check/rules/event_code.h"
#include "runtime/cwi/edit.h"

/* What a user cannot read: it is computed before, in an expression of its own. */
struct reading {
    const struct cwi_unit *u;
    bool has_temporary;
};

static bool find_temporary(void *reading, const struct cwi_expr *e)
{
    struct reading *r = reading;
    r->has_temporary |= e->kind == CWI_VAR && cwi_var_of(r->u, e->ref)->linkage == CWI_TEMP;
    return true;
}

const char *rule_call_text(struct arena *a, const struct cwi_unit *u, const struct cwi_stmt *call)
{
    struct buf b = {0};
    const struct cwi_func *f = call->rhs->kind == CWI_FUNCREF ? cwi_func_of(u, call->rhs->ref) : NULL;
    if (f)
        buf_puts(&b, f->name ? f->name : "");
    else
        note_print_expr(u, call->rhs, &b);
    buf_putc(&b, '(');
    for (uint32_t i = 0; i < call->arg_count; i++) {
        struct reading r = {.u = u};
        cwi_expr_walk(call->args[i], find_temporary, &r);
        buf_puts(&b, i ? ", " : "");
        if (r.has_temporary)
            buf_puts(&b, "...");
        else
            note_print_expr(u, call->args[i], &b);
    }
    buf_putc(&b, ')');
    const char *text = arena_str(a, buf_str(&b));
    buf_free(&b);
    return text;
}

uint32_t rule_block_of(struct rule_compiler *c, struct cwi_func *f, struct cwi_stmt a, struct cwi_stmt b)
{
    struct cwi_stmt s[2] = {a, b};
    return cwi_add_block(c->u->arena, f, s, 2);
}

/* What a call returned, as a number that is no other's: those of the rest are not told apart from one another. */
static const struct cwi_expr *other_number(struct rule_compiler *c, const struct cwi_expr *e)
{
    const struct cwi_expr *bits = cwi_expr_const(c->a, e->type, RULE_OTHER_BITS),
                          *base = cwi_expr_const(c->a, e->type, RULE_OTHER_BASE);
    return cwi_expr_binary(c->a, CWI_ADD, e->type, cwi_expr_binary(c->a, CWI_AND, e->type, e, bits), base);
}

static uint32_t succeed_or_fail(struct rule_compiler *c, const struct site *s, struct cwi_place at, uint32_t succeeds,
                                uint32_t fails)
{
    cwi_id works = rule_temp(c, s->func, c->bit_type);
    return rule_block_of(c, rule_own(c, s->func), rule_choose_by(c, CWI_CHOOSES_SUCCESS, works, at),
                         cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, works), succeeds, fails));
}

/* Whether the call succeeds is the environment's choice, and whether its handle is the one that is watched a free one.
 * A call that fails is no event. */
static uint32_t handle_code(struct rule_compiler *c, const struct site *s, struct cwi_place at, uint32_t matched,
                            uint32_t next)
{
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_expr *r = cwi_expr_var(c->a, c->u, s->result), *mine, *other, *none;
    const struct cwi_expr *one = cwi_expr_const(c->a, c->int_type, 1);
    if (cwi_type_of(c->u, r->type)->kind == CWI_INT) {
        mine = cwi_expr_const(c->a, r->type, RULE_WATCHED_NUMBER);
        other = other_number(c, r);
        none = cwi_expr_const(c->a, r->type, -1);
    } else {
        mine = cwi_expr_addr(c->a, r->type, cwi_expr_var(c->a, c->u, c->one));
        other = cwi_expr_addr(c->a, r->type, cwi_expr_var(c->a, c->u, c->others));
        none = cwi_expr_const(c->a, r->type, 0);
    }
    uint32_t fails = rule_block_of(c, f, rule_assign(c, s->result, none, at), cwi_goto(c->u->arena, at, next));
    uint32_t declined = rule_block_of(c, f, rule_assign(c, s->result, other, at), cwi_goto(c->u->arena, at, next));
    c->places_asked += c->chosen != 0;
    if (!c->chosen || (c->place && c->place != c->places_asked))
        return succeed_or_fail(c, s, at, declined, fails);
    struct cwi_stmt take[4] = {rule_assign(c, s->result, mine, at), rule_assign(c, c->watched, mine, at),
                               rule_assign(c, c->chosen, one, at), cwi_goto(c->u->arena, at, matched)};
    uint32_t taken = cwi_add_block(c->u->arena, f, take, 4);
    cwi_id is_it = rule_temp(c, s->func, c->bit_type);
    uint32_t ask = rule_block_of(c, f, rule_choose_by(c, CWI_CHOOSES_WATCHED, is_it, at),
                                 cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, is_it), taken, declined));
    struct cwi_stmt free = cwi_if(c->u->arena, at, cwi_expr_var(c->a, c->u, c->chosen), declined, ask);
    uint32_t succeeds = cwi_add_block(c->u->arena, f, &free, 1);
    return succeed_or_fail(c, s, at, succeeds, fails);
}

/* lhs = what the call returned; then on. */
static uint32_t give_result(struct finder *x, const struct site *s, const struct cwi_stmt *call, uint32_t rest)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt to = {.kind = CWI_ASSIGN, .at = call->at, .lhs = call->lhs};
    if (!call->lhs || !s->result)
        return rest;
    to.rhs = rule_as(c, cwi_expr_var(c->a, c->u, s->result), call->lhs->type);
    uint32_t given = rule_block_of(c, f, to, cwi_goto(c->u->arena, call->at, rest));
    return s->overwrites ? rule_overwrite_code(x, s, to.rhs, call->at, given) : given;
}

/* A call that surely returns 0, in place of which nothing happens. */
static struct cwi_stmt without_call(struct rule_compiler *c, const struct site *s, const struct cwi_stmt *call)
{
    const struct cwi_expr *to = call->lhs ? call->lhs : cwi_expr_var(c->a, c->u, rule_temp(c, s->func, c->int_type));
    return (struct cwi_stmt){.kind = CWI_ASSIGN, .at = call->at, .lhs = to, .rhs = cwi_expr_const(c->a, to->type, 0)};
}

/* In place of the call, behind which the block ends: its arguments are kept for what comes after, and it is done. */
static void put_call(struct rule_compiler *c, const struct site *s, const struct cwi_stmt *call, uint32_t next)
{
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt done = s->is_sure ? without_call(c, s, call) : *call, on = cwi_goto(c->u->arena, call->at, next);
    struct VEC(struct cwi_stmt) stmts = {0};
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (s->held && s->held[i])
            vec_push(&stmts, rule_assign(c, s->held[i], call->args[i], call->at));
    struct cwi_stmt *at = f->blocks[s->block].stmts + s->index;
    at[0] = done;
    at[1] = on;
    if (stmts.count) {
        vec_push(&stmts, done);
        vec_push(&stmts, on);
        at[0] = cwi_goto(c->u->arena, call->at, cwi_add_block(c->u->arena, f, stmts.items, (uint32_t)stmts.count));
        f->blocks[s->block].count = s->index + 1;
    }
    vec_free(&stmts);
}

static void change_after(struct finder *x, const struct site *s, const char *text)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt call = f->blocks[s->block].stmts[s->index];
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index + 1);
    uint32_t given = give_result(x, s, &call, rest);
    if (s->owns && s->result && !call.lhs)
        given = rule_drop_code(x, s, &call, call.at, given);
    if (s->owns && (s->result || !c->watched))
        given = rule_own_code(x, s, &call, call.at, given);
    uint32_t next = rule_code(c, s->func, &s->after, call.at, text, given);
    if (s->is_handle && s->result)
        next = handle_code(c, s, call.at, next, given);
    call.is_tail = false;
    if (s->result)
        call.lhs = cwi_expr_var(c->a, c->u, s->result);
    put_call(c, s, &call, next);
}

/* The list that is copied, which may be the one that it is copied to: what is done to it comes first. */
static bool is_of_source(const struct site *s, const struct matcher *m)
{
    bool is_copy = s->text && str_begins(s->text, "va_copy");
    return is_copy && m->event && m->event->arg_count == 2 && m->event->args[0].kind == RULE_ANY;
}

static void change_before(struct finder *x, const struct site *s, const char *text)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_place at = f->blocks[s->block].stmts[s->index].at;
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index);
    if (s->owns && !s->result)
        rest = rule_own_code(x, s, NULL, at, rest);
    struct matchers first = {0}, then = {0};
    for (size_t i = 0; i < s->before.count; i++)
        if (is_of_source(s, &s->before.items[i]))
            vec_push(&first, s->before.items[i]);
        else
            vec_push(&then, s->before.items[i]);
    uint32_t code = then.count ? rule_code(c, s->func, &then, at, text, rest) : rest;
    code = first.count ? rule_code(c, s->func, &first, at, text, code) : code;
    vec_free(&first);
    vec_free(&then);
    f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, at, code);
}

/* It may do what violates the rule itself, in a state where one event does. */
static uint32_t may_violate(struct emitter *e, uint32_t otherwise)
{
    const struct rule_automaton *x = &e->c->automaton;
    const struct cwi_expr *may = cwi_expr_lost(e->c->a, e->c->bit_type, "what an unknown function does");
    uint32_t targets[RULE_STATES], violates = rule_branch(e, may, rule_violation(e), otherwise);
    for (uint32_t i = 0; i < x->count; i++) {
        targets[i] = UINT32_MAX;
        for (int letter = 1; letter < PART_EXIT; letter++)
            if (x->move[i][letter].violates)
                targets[i] = violates;
    }
    return rule_by_state(e, targets, otherwise);
}

/* What the object's state is nobody knows once such a function had it. */
static uint32_t unknown_code(struct rule_compiler *c, const struct site *s, const struct cwi_stmt *call,
                             const struct cwi_expr *object, uint32_t rest)
{
    struct cwi_func *f = rule_own(c, s->func);
    const char *text = rule_call_text(c->a, c->u, call);
    struct emitter e = {c, s->func, f, NULL, call->at, text, rest, object, true};
    struct cwi_stmt lost = {.kind = CWI_FORGET,
                            .at = call->at,
                            .lhs = cwi_expr_var(c->a, c->u, c->state),
                            .text = "an unknown function was handed the object of a rule"};
    uint32_t forgotten = rule_block_of(c, f, lost, cwi_goto(c->u->arena, call->at, rest)), had = forgotten;
    if (c->rule->pattern != RULE_GRAPH)
        had = may_violate(&e, forgotten);
    const struct cwi_expr *is_it = rule_equals(c, object, cwi_expr_var(c->a, c->u, c->watched));
    uint32_t tested = rule_branch(&e, is_it, had, rest);
    if (!c->chosen) /* of a graph there is one from the first event on */
        return tested;
    c->forgets = true;
    bool may_begin = !c->makes_handles && c->rule->pattern != RULE_GRAPH;
    uint32_t free = may_begin ? rule_may_watch(&e, object, forgotten, rest) : rest;
    return rule_branch(&e, cwi_expr_var(c->a, c->u, c->chosen), tested, free);
}

static void change_unknown(struct rule_compiler *c, const struct site *s)
{
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_stmt call = f->blocks[s->block].stmts[s->index];
    enum cwi_type_kind kind = cwi_type_of(c->u, c->object_type)->kind;
    uint32_t rest = UINT32_MAX;
    for (uint32_t i = 0; i < call.arg_count; i++) {
        if (cwi_type_of(c->u, call.args[i]->type)->kind != kind)
            continue;
        if (rest == UINT32_MAX)
            rest = cwi_split_block(c->u->arena, f, s->block, s->index);
        rest = unknown_code(c, s, &call, call.args[i], rest);
    }
    if (rest != UINT32_MAX)
        f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, call.at, rest);
}

static void redirect(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_stmt *call = &f->blocks[s->block].stmts[s->index];
    if (call->kind == CWI_CALL && call->rhs->kind == CWI_FUNCREF && call->rhs->ref < x->funcs &&
        x->inner[call->rhs->ref])
        call->rhs = cwi_expr_func(c->a, call->rhs->type, x->inner[call->rhs->ref]);
}

void rule_change(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    if (s->kind == SITE_ENTRY) {
        const char *text = arena_printf(c->a, "'%s' is called", f->name);
        uint32_t next = cwi_free_entry(c->u->arena, f);
        uint32_t code = rule_code(c, s->func, &s->before, f->at, text, next);
        f->blocks[0].stmts[0] = cwi_goto(c->u->arena, f->at, code);
        return;
    }
    redirect(x, s);
    vec_push(&c->places, f->blocks[s->block].stmts[s->index].at);
    if (s->is_handle)
        rule_carrier(c, f->blocks[s->block].stmts[s->index].lhs);
    const struct cwi_stmt stmt = f->blocks[s->block].stmts[s->index];
    if (s->kind >= SITE_LOST) {
        rule_change_lost(x, s);
        return;
    }
    if (s->kind == SITE_UNKNOWN) {
        if (c->watched)
            change_unknown(c, s);
        return;
    }
    const char *text = s->kind == SITE_END     ? s->ends_thread ? "the thread ends" : "the program ends"
                       : s->kind == SITE_VALUE ? arena_printf(c->a, "%s", s->before.items[0].event->text)
                       : s->text               ? s->text
                                               : rule_call_text(c->a, c->u, &stmt);
    if (s->after.count || s->is_handle || s->owns || s->overwrites)
        change_after(x, s, text);
    else if (s->is_sure)
        f->blocks[s->block].stmts[s->index] = without_call(c, s, &stmt);
    if (s->before.count)
        change_before(x, s, text);
}
