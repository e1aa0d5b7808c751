/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The code of a rule that says what releases what: who owns the object that is watched, and where it is lost. The
 * automaton is that of `responds to`, and being lost is its end.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

static const struct cwi_expr *owned_of(struct rule_compiler *c, cwi_id func)
{
    if (!c->owned[func])
        c->owned[func] = cwi_add_var(
            c->u, &(struct cwi_var){.name = "(rule owned)", .linkage = CWI_AUTO, .type = c->int_type, .owner = func});
    return cwi_expr_var(c->a, c->u, c->owned[func]);
}

void rule_make_owner(struct rule_compiler *c, cwi_id func)
{
    owned_of(c, func);
}

void rule_keep_code(struct finder *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, func);
    if (x->was[func])
        return;
    x->was[func] = arena_copy(x->c->a, f, sizeof *f);
    x->was[func]->blocks = cwi_copy_blocks(x->c->a, f);
}

static uint32_t block_if(struct rule_compiler *c, cwi_id func, const struct cwi_expr *cond, struct cwi_place at,
                         uint32_t holds, uint32_t fails)
{
    struct cwi_stmt s = cwi_if(c->u->arena, at, cond, holds, fails);
    return cwi_add_block(c->u->arena, rule_own(c, func), &s, 1);
}

static uint32_t open_state(const struct rule_compiler *c)
{
    return c->automaton.move[0][PART_SECOND].next;
}

/* What was made has not been released. */
static const struct cwi_expr *is_open(struct rule_compiler *c)
{
    return rule_equals(c, cwi_expr_var(c->a, c->u, c->state), cwi_expr_const(c->a, c->int_type, open_state(c)));
}

static const struct cwi_expr *is_watched(struct rule_compiler *c, const struct cwi_expr *value)
{
    return rule_equals(c, value, cwi_expr_var(c->a, c->u, c->watched));
}

static const struct cwi_expr *is_not_watched(struct rule_compiler *c, const struct cwi_expr *value)
{
    return cwi_expr_unary(c->a, CWI_LOGNOT, c->int_type, is_watched(c, value));
}

/* Of the arguments, those that are holders: what comes back may be what one of them had, and who had it has it still.
 */
static const struct cwi_expr *holder_among(const struct finder *x, const struct cwi_stmt *call, uint32_t *i)
{
    for (; call && *i < call->arg_count; (*i)++) {
        const struct cwi_expr *e = cwi_converted(call->args[*i]);
        if (e->kind == CWI_VAR && e->ref < x->vars && x->holds[e->ref])
            return call->args[(*i)++];
    }
    return NULL;
}

uint32_t rule_own_code(struct finder *x, const struct site *s, const struct cwi_stmt *call, struct cwi_place at,
                       uint32_t next)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_expr *object = s->result ? cwi_expr_var(c->a, c->u, s->result) : NULL;
    for (size_t i = 0; i < s->before.count && !object; i++)
        object = s->before.items[i].part == PART_SECOND ? s->before.items[i].object : NULL;
    owned_of(c, s->func);
    struct cwi_stmt own = rule_assign(c, c->owned[s->func], cwi_expr_const(c->a, c->int_type, 1), at);
    uint32_t b = rule_block_of(c, f, own, cwi_goto(c->u->arena, at, next)), i = 0;
    for (const struct cwi_expr *e; c->watched && (e = holder_among(x, call, &i)) != NULL;)
        b = block_if(c, s->func, is_watched(c, e), at, next, b);
    if (c->watched && object)
        b = block_if(c, s->func, is_watched(c, object), at, b, next);
    b = block_if(c, s->func, is_open(c), at, b, next);
    return c->chosen ? block_if(c, s->func, cwi_expr_var(c->a, c->u, c->chosen), at, b, next) : b;
}

/* ---- where it is lost -------------------------------------------------------------------------------------------- */

static uint32_t lose(struct rule_compiler *c, const struct site *s, const struct matcher *m, struct cwi_place at,
                     const char *text, uint32_t next)
{
    struct matchers one = {0};
    vec_push(&one, *m);
    uint32_t b = rule_code(c, s->func, &one, at, text, next);
    vec_free(&one);
    return b;
}

/* A temporary is read behind the statement, or in another block: it may be what still has it. */
bool rule_may_be_read(const struct cwi_func *f, cwi_id var, uint32_t block, uint32_t index)
{
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = b == block ? index + 1 : 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            if ((s->lhs && s->lhs->kind != CWI_VAR && cwi_expr_reads(s->lhs, var)) || cwi_expr_reads(s->rhs, var))
                return true;
            for (uint32_t k = 0; k < s->arg_count; k++)
                if (cwi_expr_reads(s->args[k], var))
                    return true;
        }
    return false;
}

static void add_tests(struct rule_compiler *c, const struct site *s, struct matcher *m)
{
    vec_push(&m->tests, owned_of(c, s->func));
    vec_push(&m->tests, is_open(c));
}

uint32_t rule_overwrite_code(struct finder *x, const struct site *s, const struct cwi_expr *value, struct cwi_place at,
                             uint32_t next)
{
    struct rule_compiler *c = x->c;
    struct matcher m = {.part = PART_EXIT};
    if (!c->watched)
        return next;
    vec_push(&m.tests, is_watched(c, s->overwrites));
    vec_push(&m.tests, is_not_watched(c, value));
    for (cwi_id v = 1; v < x->vars; v++) {
        const struct cwi_var *y = cwi_var_of(c->u, v);
        bool is_other = x->holds[v] && y->owner == s->func && v != s->overwrites->ref;
        if (is_other && y->linkage == CWI_TEMP && !rule_may_be_read(x->was[s->func], v, s->block, s->index))
            continue;
        if (is_other)
            vec_push(&m.tests, is_not_watched(c, cwi_expr_var(c->a, c->u, v)));
        c->is_left |= is_other && y->linkage == CWI_TEMP && rule_is_outermost(c, s->func);
    }
    add_tests(c, s, &m);
    const char *name = cwi_var_of(c->u, s->overwrites->ref)->name;
    uint32_t b = lose(c, s, &m, at, arena_printf(c->a, "'%s' is overwritten", name ? name : "a variable"), next);
    vec_free(&m.tests);
    return b;
}

uint32_t rule_drop_code(struct finder *x, const struct site *s, const struct cwi_stmt *call, struct cwi_place at,
                        uint32_t next)
{
    struct rule_compiler *c = x->c;
    struct matcher m = {.part = PART_EXIT};
    uint32_t i = 0;
    if (!c->watched)
        return next;
    for (const struct cwi_expr *e; (e = holder_among(x, call, &i)) != NULL;)
        vec_push(&m.tests, is_not_watched(c, e));
    vec_push(&m.tests, is_watched(c, cwi_expr_var(c->a, c->u, s->result)));
    add_tests(c, s, &m);
    uint32_t b = lose(c, s, &m, at, "what is returned is dropped", next);
    vec_free(&m.tests);
    return b;
}

static void change_overwritten(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_stmt stmt = f->blocks[s->block].stmts[s->index];
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index);
    uint32_t b = rule_overwrite_code(x, s, stmt.rhs, stmt.at, rest);
    f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, stmt.at, b);
}

static void change_return(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    const struct cwi_stmt stmt = f->blocks[s->block].stmts[s->index];
    bool gives = x->returns[s->func] && stmt.rhs && stmt.rhs->kind != CWI_CONST;
    struct matcher m = {.part = PART_EXIT};
    if (!c->owned[s->func] || (gives && !c->watched))
        return;
    if (gives)
        vec_push(&m.tests, is_not_watched(c, stmt.rhs));
    add_tests(c, s, &m);
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index);
    uint32_t b = lose(c, s, &m, stmt.at, arena_printf(c->a, "'%s' returns", f->name), rest);
    f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, stmt.at, b);
    vec_free(&m.tests);
}

static void change_kept(struct finder *x, const struct site *s)
{
    struct rule_compiler *c = x->c;
    struct cwi_func *f = rule_own(c, s->func);
    struct cwi_place at = f->blocks[s->block].stmts[s->index].at;
    uint32_t rest = cwi_split_block(c->u->arena, f, s->block, s->index);
    uint32_t dead = c->automaton.move[open_state(c)][PART_EXIT].next;
    struct cwi_stmt forget = rule_assign(c, c->state, cwi_expr_const(c->a, c->int_type, dead), at);
    uint32_t b = rule_block_of(c, f, forget, cwi_goto(c->u->arena, at, rest));
    b = block_if(c, s->func, is_open(c), at, b, rest);
    if (c->watched)
        b = block_if(c, s->func, is_watched(c, s->held_value), at, b, rest);
    if (c->chosen)
        b = block_if(c, s->func, cwi_expr_var(c->a, c->u, c->chosen), at, b, rest);
    f->blocks[s->block].stmts[s->index] = cwi_goto(c->u->arena, at, b);
}

void rule_change_lost(struct finder *x, const struct site *s)
{
    if (s->kind == SITE_OVERWRITTEN)
        change_overwritten(x, s);
    else if (s->kind == SITE_LOST)
        change_return(x, s);
    else
        change_kept(x, s);
}

/* ---- where a function begins ------------------------------------------------------------------------------------- */

void rule_begin_owners(struct finder *x)
{
    struct rule_compiler *c = x->c;
    for (cwi_id func = 1; func < x->funcs; func++) {
        struct VEC(struct cwi_stmt) stmts = {0};
        struct cwi_place at = cwi_func_of(c->u, func)->at;
        if (c->owned[func])
            vec_push(&stmts, rule_assign(c, c->owned[func], cwi_expr_const(c->a, c->int_type, 0), at));
        for (cwi_id v = 1; v < x->vars; v++) {
            const struct cwi_var *y = cwi_var_of(c->u, v);
            int64_t none = cwi_type_of(c->u, y->type)->kind == CWI_INT ? -1 : 0;
            if (x->holds[v] && y->owner == func && y->linkage != CWI_PARAM)
                vec_push(&stmts, rule_assign(c, v, cwi_expr_const(c->a, y->type, none), at));
        }
        if (stmts.count) {
            struct cwi_func *f = rule_own(c, func);
            vec_push(&stmts, cwi_goto(c->u->arena, at, cwi_free_entry(c->u->arena, f)));
            uint32_t b = cwi_add_block(c->u->arena, f, stmts.items, (uint32_t)stmts.count);
            f->blocks[0].stmts[0] = cwi_goto(c->u->arena, at, b);
        }
        vec_free(&stmts);
    }
}
