/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects that were passed over and are local variables: when their lives end they need not be remembered. The room for
 * such objects is small, and every call of a function would take some of it.
 */
#include "runtime/check/rules/sites.h"
#include "runtime/cwi/edit.h"

struct addresses VEC(const struct cwi_expr *);

/* The address of a variable of one activation, or of a part of one. */
static bool is_of_local(const struct cwi_unit *u, const struct cwi_expr *object)
{
    const struct cwi_expr *e = object->kind == CWI_ADDR ? object->a : NULL;
    while (e && (e->kind == CWI_FIELD || (e->kind == CWI_INDEX && e->b->kind == CWI_CONST)))
        e = e->a;
    return e && e->kind == CWI_VAR && cwi_is_automatic(cwi_var_of(u, e->ref));
}

static void add_objects(const struct rule_compiler *c, const struct matchers *m, struct addresses *out)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct cwi_expr *object = m->items[i].object ? cwi_converted(m->items[i].object) : NULL;
        bool is_there = !object || !is_of_local(c->u, object);
        for (size_t k = 0; k < out->count && !is_there; k++)
            is_there = cwi_expr_equal(out->items[k], object);
        if (!is_there)
            vec_push(out, object);
    }
}

/* The objects behind number k move up, and there is one less. */
static uint32_t take_out(struct rule_compiler *c, struct cwi_func *f, uint32_t k, struct cwi_place at, uint32_t next)
{
    struct cwi_stmt s[RULE_PASSED + 1];
    const struct cwi_expr *count = cwi_expr_var(c->a, c->u, c->passed_count);
    uint32_t n = 0, b = next;
    for (uint32_t left = k + 1; left <= RULE_PASSED; left++) {
        struct cwi_stmt less = rule_assign(c, c->passed_count, cwi_expr_const(c->a, c->int_type, left - 1), at);
        uint32_t taken = rule_block_of(c, f, less, cwi_goto(c->u->arena, at, next));
        struct cwi_stmt is =
            cwi_if(c->u->arena, at, rule_equals(c, count, cwi_expr_const(c->a, c->int_type, left)), taken, b);
        b = cwi_add_block(c->u->arena, f, &is, 1);
    }
    for (uint32_t i = k; i + 1 < RULE_PASSED; i++)
        s[n++] = rule_assign(c, c->passed[i], cwi_expr_var(c->a, c->u, c->passed[i + 1]), at);
    s[n++] = cwi_goto(c->u->arena, at, b);
    return cwi_add_block(c->u->arena, f, s, n);
}

/* Takes the object out, wherever it stands, unless there were more than are remembered; then on. */
static uint32_t forget(struct rule_compiler *c, struct cwi_func *f, const struct cwi_expr *object, struct cwi_place at,
                       uint32_t next)
{
    const struct cwi_expr *count = cwi_expr_var(c->a, c->u, c->passed_count);
    uint32_t b = next;
    for (uint32_t k = RULE_PASSED; k-- > 0;) {
        const struct cwi_expr *is_it = rule_equals(c, object, cwi_expr_var(c->a, c->u, c->passed[k]));
        struct cwi_stmt is = cwi_if(c->u->arena, at, is_it, take_out(c, f, k, at, next), b);
        const struct cwi_expr *is_used =
            cwi_expr_binary(c->a, CWI_GT, c->int_type, count, cwi_expr_const(c->a, c->int_type, k));
        struct cwi_stmt used = cwi_if(c->u->arena, at, is_used, cwi_add_block(c->u->arena, f, &is, 1), next);
        b = cwi_add_block(c->u->arena, f, &used, 1);
    }
    struct cwi_stmt all =
        cwi_if(c->u->arena, at, rule_equals(c, count, cwi_expr_const(c->a, c->int_type, RULE_PASSED + 1)), next, b);
    return cwi_add_block(c->u->arena, f, &all, 1);
}

static bool ends_there(const struct cwi_stmt *s, const struct cwi_expr *object)
{
    return s->kind == CWI_RETURN ||
           (s->kind == CWI_END && s->lhs->kind == CWI_VAR && cwi_expr_reads(object, s->lhs->ref));
}

static void forget_in(struct rule_compiler *c, cwi_id func, const struct addresses *objects)
{
    struct cwi_func *f = rule_own(c, func);
    for (uint32_t b = 0, blocks = f->block_count; b < blocks; b++)
        for (uint32_t i = f->blocks[b].count; i-- > 0;) {
            const struct cwi_stmt s = f->blocks[b].stmts[i];
            uint32_t next = UINT32_MAX;
            for (size_t k = 0; k < objects->count; k++) {
                if (!ends_there(&s, objects->items[k]))
                    continue;
                next = next == UINT32_MAX ? cwi_split_block(c->u->arena, f, b, i) : next;
                next = forget(c, f, objects->items[k], s.at, next);
            }
            if (next != UINT32_MAX)
                f->blocks[b].stmts[i] = cwi_goto(c->u->arena, s.at, next);
        }
}

void rule_forget_passed_locals(struct finder *x)
{
    struct rule_compiler *c = x->c;
    for (cwi_id func = 1; func < x->funcs && c->passed_count; func++) {
        struct addresses objects = {0};
        for (size_t i = 0; i < x->sites.count; i++) {
            if (x->sites.items[i].func != func)
                continue;
            add_objects(c, &x->sites.items[i].before, &objects);
            add_objects(c, &x->sites.items[i].after, &objects);
        }
        if (objects.count)
            forget_in(c, func, &objects);
        vec_free(&objects);
    }
}
