/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The code of an event: which of the rule's events it is, whether its object is the watched one, and what that does to
 * the automaton. Blocks are made from the end to the beginning. What a graph does with an event is in graph.c.
 */
#include "event_code.h"
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

/* ---- expressions ------------------------------------------------------------------------------------------------- */

const struct cwi_expr *rule_as(struct rule_compiler *c, const struct cwi_expr *e, cwi_id type)
{
    return e->type == type ? e : cwi_expr_unary(c->a, CWI_CONVERT, type, e);
}

const struct cwi_expr *rule_equals(struct rule_compiler *c, const struct cwi_expr *x, const struct cwi_expr *y)
{
    const struct cwi_type *t = cwi_type_of(c->u, x->type);
    cwi_id type = t->kind == CWI_INT ? cwi_int_type(c->u, 64, true) : x->type;
    const struct cwi_expr *e = cwi_expr_binary(c->a, CWI_EQ, c->int_type, rule_as(c, x, type), rule_as(c, y, type));
    struct cwi_expr *of_objects = arena_copy(c->a, e, sizeof *e);
    of_objects->name = CWI_SAME_OBJECT;
    return of_objects;
}

cwi_id rule_temp(struct rule_compiler *c, cwi_id func, cwi_id type)
{
    return cwi_add_var(c->u, &(struct cwi_var){.linkage = CWI_TEMP, .type = type, .owner = func});
}

struct cwi_stmt rule_assign(struct rule_compiler *c, cwi_id var, const struct cwi_expr *value, struct cwi_place at)
{
    const struct cwi_expr *to = cwi_expr_var(c->a, c->u, var);
    return (struct cwi_stmt){.kind = CWI_ASSIGN, .at = at, .lhs = to, .rhs = rule_as(c, value, to->type)};
}

static cwi_id pointer_to(struct rule_compiler *c, cwi_id of)
{
    struct cwi_type t = {.kind = CWI_PTR, .of = of, .bits = c->u->pointer_bits, .size = c->u->pointer_bits / 8u};
    return cwi_add_type(c->u, &t);
}

struct cwi_stmt rule_choose(struct rule_compiler *c, cwi_id temp, struct cwi_place at)
{
    cwi_id type = pointer_to(c, cwi_func_of(c->u, c->nondet)->type);
    return (struct cwi_stmt){
        .kind = CWI_CALL, .at = at, .lhs = cwi_expr_var(c->a, c->u, temp), .rhs = cwi_expr_func(c->a, type, c->nondet)};
}

/* _cwolf_event("text"): the event stands on the path. */
static struct cwi_stmt tell(struct emitter *e)
{
    struct rule_compiler *c = e->c;
    size_t size = strlen(e->text) + 1;
    vec_push(&c->told, ((struct rule_told){e->at, e->text}));
    cwi_id one = cwi_int_type(c->u, 8, true);
    struct cwi_type array = {.kind = CWI_ARRAY, .of = one, .count = size, .size = size};
    struct cwi_init *init = ARENA_NEW(c->a, struct cwi_init);
    *init = (struct cwi_init){.bytes = arena_copy(c->a, e->text, size), .size = size};
    cwi_id var = cwi_add_var(c->u, &(struct cwi_var){.linkage = CWI_LITERAL,
                                                     .type = cwi_add_type(c->u, &array),
                                                     .is_const = true,
                                                     .init = init,
                                                     .init_count = 1});
    const struct cwi_expr **args = ARENA_ARRAY(c->a, const struct cwi_expr *, 1);
    args[0] = cwi_expr_addr(c->a, pointer_to(c, one), cwi_expr_var(c->a, c->u, var));
    cwi_id type = pointer_to(c, cwi_func_of(c->u, c->event)->type);
    return (struct cwi_stmt){
        .kind = CWI_CALL, .at = e->at, .rhs = cwi_expr_func(c->a, type, c->event), .args = args, .arg_count = 1};
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

/* A violation there is accepted. */
static bool is_excluded(const struct emitter *e)
{
    for (size_t i = 0; i < e->c->excluded.count; i++)
        if (!strcmp(e->c->excluded.items[i].func, e->f->name) && !strcmp(e->c->excluded.items[i].event, e->text))
            return true;
    return false;
}

uint32_t rule_violation(struct emitter *e)
{
    if (is_excluded(e))
        return e->next;
    struct cwi_stmt on = cwi_goto(e->c->u->arena, e->at, e->next);
    uint32_t b = cwi_add_block(e->c->u->arena, e->f, &on, 1);
    cwi_add_label(e->c->u->arena, &e->f->blocks[b], e->c->label);
    e->c->can_be_violated = true;
    return b;
}

uint32_t rule_move(struct emitter *e, uint32_t state, uint32_t next)
{
    struct rule_compiler *c = e->c;
    struct cwi_stmt s[3] = {tell(e), rule_assign(c, c->state, cwi_expr_const(c->a, c->int_type, state), e->at),
                            cwi_goto(c->u->arena, e->at, next)};
    return cwi_add_block(c->u->arena, e->f, s, 3);
}

static uint32_t one_move(struct emitter *e, uint32_t state, int letter)
{
    const struct rule_automaton *x = &e->c->automaton;
    bool violates = x->move[state][letter].violates && e->is_watched;
    uint32_t next = violates ? rule_violation(e) : e->next;
    if (next == e->next)
        return rule_move(e, violates ? x->move[state][letter].accepted : x->move[state][letter].next, next);
    /* behind a violation nothing is asked; and a handler that only uses objects writes no state */
    struct cwi_stmt s[2] = {tell(e), cwi_goto(e->c->u->arena, e->at, next)};
    return cwi_add_block(e->c->u->arena, e->f, s, 2);
}

uint32_t rule_by_state(struct emitter *e, const uint32_t *targets, uint32_t other)
{
    struct rule_compiler *c = e->c;
    struct cwi_case *cases = ARENA_ARRAY(c->a, struct cwi_case, RULE_STATES);
    uint32_t count = 0, *to = ARENA_ARRAY(c->a, uint32_t, 1);
    for (uint32_t i = 0; i < c->automaton.count; i++)
        if (targets[i] != UINT32_MAX)
            cases[count++] = (struct cwi_case){i, i, targets[i], NULL};
    *to = other;
    struct cwi_stmt s = {.kind = CWI_SWITCH,
                         .at = e->at,
                         .rhs = cwi_expr_var(c->a, c->u, c->state),
                         .targets = to,
                         .target_count = 1,
                         .cases = cases,
                         .case_count = count};
    return count ? cwi_add_block(c->u->arena, e->f, &s, 1) : other;
}

static uint32_t moves(struct emitter *e, int letter)
{
    const struct rule_automaton *x = &e->c->automaton;
    uint32_t targets[RULE_STATES];
    e->c->has_letter[letter] = true;
    for (uint32_t i = 0; i < x->count; i++)
        targets[i] = x->move[i][letter].next != i ? one_move(e, i, letter) : UINT32_MAX;
    return rule_by_state(e, targets, e->next);
}

/* ---- which events ------------------------------------------------------------------------------------------------ */

uint32_t rule_branch(struct emitter *e, const struct cwi_expr *cond, uint32_t holds, uint32_t fails)
{
    struct cwi_stmt s = cwi_if(e->c->u->arena, e->at, cond, holds, fails);
    return cwi_add_block(e->c->u->arena, e->f, &s, 1);
}

/* Decides the matchers from number k on; `letter`: the parts that match so far. */
static uint32_t match(struct emitter *e, size_t k, int letter)
{
    struct rule_compiler *c = e->c;
    if (c->rule->pattern == RULE_GRAPH)
        return rule_match_graph(e);
    if (k == e->m->count)
        return letter ? moves(e, letter) : e->next;
    const struct matcher *m = &e->m->items[k];
    uint32_t fails = match(e, k + 1, letter);
    if (m->object && !e->is_watched)
        return fails;
    uint32_t holds = match(e, k + 1, letter | m->part);
    if (holds == fails)
        return fails;
    for (size_t i = 0; i < m->tests.count; i++)
        holds = rule_branch(e, m->tests.items[i], holds, fails);
    if (m->object && !(e->object && cwi_expr_equal(e->object, m->object)))
        holds = rule_branch(e, rule_equals(c, m->object, cwi_expr_var(c->a, c->u, c->watched)), holds, fails);
    return holds;
}

/* ---- choosing the object ----------------------------------------------------------------------------------------- */

/* Some of the events about this object may change the state. */
static bool may_move(const struct emitter *e, const struct cwi_expr *object, uint32_t state)
{
    int all = 0;
    if (e->c->rule->pattern == RULE_GRAPH)
        return rule_graph_may_move(e, object, state);
    for (size_t k = 0; k < e->m->count; k++)
        if (!e->m->items[k].object || cwi_expr_equal(e->m->items[k].object, object))
            all |= e->m->items[k].part;
    for (int letter = 1; letter < PART_SETS; letter++)
        if ((letter & all) == letter && e->c->automaton.move[state][letter].next != state)
            return true;
    return false;
}

static const struct cwi_expr *number(struct emitter *e, int64_t value)
{
    return cwi_expr_const(e->c->a, e->c->int_type, value);
}

/* The object is not the watched one, and is remembered: it cannot be taken under watch later, where events of its were
 * overlooked. */
static uint32_t pass(struct emitter *e, const struct cwi_expr *object, uint32_t next)
{
    struct rule_compiler *c = e->c;
    const struct cwi_expr *count = cwi_expr_var(c->a, c->u, c->passed_count);
    struct cwi_stmt more[2] = {rule_assign(c, c->passed_count, number(e, RULE_PASSED + 1), e->at),
                               cwi_goto(c->u->arena, e->at, next)};
    uint32_t b = cwi_add_block(c->u->arena, e->f, more, 2);
    for (uint32_t i = RULE_PASSED; i-- > 0;) {
        struct cwi_stmt keep[3] = {rule_assign(c, c->passed[i], object, e->at),
                                   rule_assign(c, c->passed_count, number(e, i + 1), e->at),
                                   cwi_goto(c->u->arena, e->at, next)};
        uint32_t kept = cwi_add_block(c->u->arena, e->f, keep, 3);
        b = rule_branch(e, rule_equals(c, count, number(e, i)), kept, b);
    }
    return b;
}

/* Goes to `known` where the object is among those that were passed over. */
static uint32_t is_passed(struct emitter *e, const struct cwi_expr *object, uint32_t known, uint32_t other)
{
    struct rule_compiler *c = e->c;
    const struct cwi_expr *count = cwi_expr_var(c->a, c->u, c->passed_count);
    for (uint32_t i = RULE_PASSED; i-- > 0;) {
        uint32_t is = rule_branch(e, rule_equals(c, object, cwi_expr_var(c->a, c->u, c->passed[i])), known, other);
        other = rule_branch(e, cwi_expr_binary(c->a, CWI_GT, c->int_type, count, number(e, i)), is, other);
    }
    return other;
}

/* More objects were passed over than are remembered: whether it is one of them nobody knows. */
static uint32_t lose(struct emitter *e, uint32_t next)
{
    struct rule_compiler *c = e->c;
    struct cwi_stmt s[2] = {{.kind = CWI_FORGET,
                             .at = e->at,
                             .lhs = cwi_expr_var(c->a, c->u, c->state),
                             .text = "more objects of a rule than are remembered"},
                            cwi_goto(c->u->arena, e->at, next)};
    uint32_t lost = cwi_add_block(c->u->arena, e->f, s, 2);
    c->forgets = true;
    return rule_branch(e, rule_equals(c, cwi_expr_var(c->a, c->u, c->passed_count), number(e, RULE_PASSED + 1)), lost,
                       next);
}

uint32_t rule_may_watch(struct emitter *e, const struct cwi_expr *object, uint32_t taken, uint32_t declined)
{
    struct rule_compiler *c = e->c;
    cwi_id temp = rule_temp(c, e->func, c->bit_type);
    struct cwi_stmt take[3] = {rule_assign(c, c->watched, object, e->at),
                               rule_assign(c, c->chosen, cwi_expr_const(c->a, c->int_type, 1), e->at),
                               cwi_goto(c->u->arena, e->at, taken)};
    uint32_t take_it = cwi_add_block(c->u->arena, e->f, take, 3);
    return rule_block_of(c, e->f, rule_choose(c, temp, e->at),
                         cwi_if(c->u->arena, e->at, cwi_expr_var(c->a, c->u, temp), take_it, declined));
}

/* No object is watched yet: it may be this one. `declined`: it is not. */
static uint32_t choose(struct emitter *e, const struct cwi_expr *object, uint32_t declined)
{
    struct rule_compiler *c = e->c;
    struct emitter with = *e;
    with.object = object;
    with.is_watched = true;
    uint32_t then = match(&with, 0, 0);
    uint32_t taken = c->passed_count ? lose(e, then) : then;
    uint32_t asked = rule_may_watch(e, object, taken, c->passed_count ? pass(e, object, declined) : declined);
    if (c->passed_count)
        asked = is_passed(e, object, declined, asked);
    if (cwi_type_of(c->u, object->type)->kind == CWI_PTR && object->kind != CWI_ADDR) { /* null is no object */
        asked = rule_branch(e, rule_equals(c, object, cwi_expr_const(c->a, object->type, 0)), declined, asked);
        c->passes_null |= !c->rule->set;
    }
    uint32_t targets[RULE_STATES];
    for (uint32_t i = 0; i < c->automaton.count; i++)
        targets[i] = may_move(e, object, i) ? asked : UINT32_MAX;
    return rule_by_state(e, targets, declined);
}

static bool is_first_of(const struct matchers *m, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (m->items[i].object && cwi_expr_equal(m->items[i].object, m->items[k].object))
            return false;
    return m->items[k].object != NULL;
}

uint32_t rule_code(struct rule_compiler *c, cwi_id func, const struct matchers *m, struct cwi_place at,
                   const char *text, uint32_t next)
{
    struct emitter e = {c, func, rule_own(c, func), m, at, text, next, NULL, true};
    if (!c->chosen)
        return match(&e, 0, 0);
    uint32_t watched = match(&e, 0, 0);
    e.is_watched = false;
    uint32_t free = match(&e, 0, 0);
    for (size_t k = m->count; k-- > 0 && !c->makes_handles;) /* handles are chosen where they are made */
        if (is_first_of(m, k))
            free = choose(&e, m->items[k].object, free);
    return watched == free ? free : rule_branch(&e, cwi_expr_var(c->a, c->u, c->chosen), watched, free);
}
