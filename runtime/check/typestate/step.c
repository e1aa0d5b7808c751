/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What statements do to a state, and where it goes from there.
 */
#include "private.h"

enum { MOST_REMEMBERED = 1 << 16 }; /* cells */

/* ---- stores ------------------------------------------------------------------------------------------------------ */

struct working typestate_copy(const struct working *w)
{
    struct working to = {0};
    vec_reserve(&to, w->count + 1);
    if (w->count)
        memcpy(to.items, w->items, w->count * sizeof *to.items);
    to.count = w->count;
    return to;
}

static bool may_change(struct search *x, const struct cwi_expr *lhs, uint32_t cell)
{
    uint64_t key = (uint64_t)(uintptr_t)lhs << 12 ^ cell; /* of objects that lie 16 bytes apart */
    const struct cell c = x->states.cells.items[cell];
    uint32_t known;
    if (cell >= MOST_REMEMBERED)
        return pt_may_change(x->pt, x->func, lhs, c.var, c.offset, c.size);
    if (!base_map64_get(&x->changes, key, &known)) {
        known = pt_may_change(x->pt, x->func, lhs, c.var, c.offset, c.size);
        base_map64_put(&x->changes, key, known);
    }
    return known;
}

/* Something is stored through a pointer of which nothing is known but where it may lead. */
static void forget_pointed(struct search *x, struct working *w, const struct cwi_expr *lhs)
{
    struct pt_set set = pt_may_be(x->pt, x->func, lhs);
    for (size_t i = w->count; i-- > 0;) {
        cwi_id var = x->states.cells.items[w->items[i].cell].var;
        if (!x->is_key[var] && pt_set_has(set, pt_of_var(x->pt, var)) && may_change(x, lhs, w->items[i].cell))
            typestate_set(w, w->items[i].cell, known_nothing);
    }
}

static void add_holder(struct search *x, cwi_id var)
{
    for (size_t i = 0; i < x->holders.count; i++)
        if (x->holders.items[i] == var)
            return;
    vec_push(&x->holders, var);
    x->found_holder = true;
}

void typestate_assign(struct search *x, struct working *w, const struct cwi_expr *lhs, struct known value)
{
    struct target t = typestate_resolve(x, w, lhs);
    uint32_t cell;
    if (t.reach == REACH_ANYWHERE) {
        forget_pointed(x, w, lhs);
        return;
    }
    if ((t.reach == REACH_WITHIN && t.size == CWI_UNKNOWN) || t.is_bits) {
        typestate_forget_var(&x->states, w, t.var);
        return;
    }
    typestate_forget(&x->states, w, t.var, t.offset, t.size);
    if (lhs->is_volatile || !typestate_cell_of(x, &t, lhs->type, &cell))
        return;
    typestate_set(w, cell, value);
    bool is_handle =
        value.kind == KNOWN_FUNCTION || (value.kind == KNOWN_ADDRESS && cwi_is_of_rule(cwi_var_of(x->u, value.ref)));
    if (is_handle && lhs->kind != CWI_VAR && !x->is_key[t.var])
        add_holder(x, t.var);
}

/* A structure is copied: so is what its parts hold. */
static void copy_cells(struct search *x, struct working *w, const struct cwi_expr *lhs, const struct cwi_expr *rhs)
{
    struct target to = typestate_resolve(x, w, lhs), from = typestate_resolve(x, w, rhs);
    struct working parts = {0};
    for (size_t i = 0; from.reach == REACH_EXACT && to.reach == REACH_EXACT && i < w->count; i++) {
        struct cell c = x->states.cells.items[w->items[i].cell];
        if (c.var == from.var && c.offset >= from.offset && c.offset + c.size <= from.offset + from.size &&
            !rhs->is_volatile && !lhs->is_volatile)
            vec_push(&parts, w->items[i]);
    }
    typestate_assign(x, w, lhs, known_nothing);
    for (size_t i = 0; i < parts.count; i++) {
        struct cell c = x->states.cells.items[parts.items[i].cell];
        c.var = to.var;
        c.offset = c.offset - from.offset + to.offset;
        if (x->is_followed[to.var])
            typestate_set(w, typestate_cell(&x->states, c), parts.items[i].value);
    }
    vec_free(&parts);
}

static void assign(struct search *x, struct working *w, const struct cwi_stmt *s)
{
    cwi_id block = x->has_blocks ? typestate_renewed_block(x, s) : 0;
    if (block)
        typestate_renew(x, w, block);
    const struct cwi_type *t = cwi_type_of(x->u, s->lhs->type);
    bool is_scalar = t->kind == CWI_INT || t->kind == CWI_PTR;
    if (x->is_confined && s->lhs->kind == CWI_VAR && s->lhs->ref == x->q->subject)
        typestate_check_confined(x, typestate_eval(x, w, s->rhs), s->at);
    if (!is_scalar && s->rhs && cwi_is_lvalue(s->rhs) && !s->text)
        copy_cells(x, w, s->lhs, s->rhs);
    else
        typestate_assign(x, w, s->lhs, is_scalar && s->rhs && !s->text ? typestate_eval(x, w, s->rhs) : known_nothing);
}

/* What all but the keys hold may be something else now. */
static void forget_shared(struct search *x, struct working *w)
{
    for (size_t i = w->count; i-- > 0;) {
        cwi_id var = x->states.cells.items[w->items[i].cell].var;
        const struct cwi_var *v = cwi_var_of(x->u, var);
        if (!x->is_key[var] && (!cwi_is_automatic(v) || v->is_address_taken))
            typestate_set(w, w->items[i].cell, known_nothing);
    }
}

static void assemble(struct search *x, struct working *w, const struct cwi_stmt *s)
{
    if (s->clobbers_memory)
        forget_shared(x, w);
    for (uint32_t i = 0; i < s->outputs; i++)
        typestate_assign(x, w, s->args[i], known_nothing);
}

static void forget(struct search *x, struct working *w, const struct cwi_stmt *s)
{
    if (s->lhs)
        typestate_assign(x, w, s->lhs, known_nothing);
    else
        w->count = 0;
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

static void go(struct search *x, const struct item *i, uint32_t block, const struct working *w)
{
    struct working to = typestate_copy(w);
    typestate_drop_dead(x, i->context->func, block, &to);
    typestate_add(x, i->context, block, 0, &to);
    vec_free(&to);
}

static void branch(struct search *x, const struct item *i, const struct working *w, const struct cwi_stmt *s)
{
    for (int holds = 0; holds < 2; holds++) {
        struct working to = typestate_copy(w);
        if (typestate_assume(x, &to, s->rhs, holds))
            go(x, i, s->targets[!holds], &to);
        vec_free(&to);
    }
}

/* Into a case of one value, what is switched on holds it. */
static void choose_case(struct search *x, const struct item *i, const struct working *w, const struct cwi_stmt *s,
                        const struct cwi_case *k)
{
    struct target t = {.reach = REACH_ANYWHERE};
    struct working to = typestate_copy(w);
    uint32_t cell;
    if (cwi_is_lvalue(s->rhs) && !s->rhs->is_volatile)
        t = typestate_resolve(x, w, s->rhs);
    if (k->lo == k->hi && typestate_cell_of(x, &t, s->rhs->type, &cell))
        typestate_set(&to, cell, known_number(k->lo));
    go(x, i, k->target, &to);
    vec_free(&to);
}

static void choose(struct search *x, const struct item *i, const struct working *w, const struct cwi_stmt *s)
{
    struct known v = typestate_eval(x, w, s->rhs);
    bool is_covered = false;
    for (uint32_t k = 0; k < s->case_count; k++) {
        const struct cwi_case *c = &s->cases[k];
        bool is_apart = v.kind == KNOWN_RANGE && (v.hi < c->lo || v.lo > c->hi) && c->lo <= c->hi;
        if (!is_apart)
            choose_case(x, i, w, s, c);
        is_covered |= v.kind == KNOWN_RANGE && c->lo <= v.lo && v.hi <= c->hi;
    }
    if (!is_covered)
        go(x, i, s->targets[0], w);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void finish(struct search *x, const struct item *i, struct working *w, const struct cwi_stmt *s)
{
    switch (s->kind) {
    case CWI_IF:
        branch(x, i, w, s);
        break;
    case CWI_SWITCH:
        choose(x, i, w, s);
        break;
    case CWI_RETURN:
        typestate_return(x, i->context, w, s->rhs ? typestate_eval(x, w, s->rhs) : known_nothing);
        break;
    case CWI_UNREACHABLE:
        if (cwi_goes_on_unseen(s))
            typestate_give_up(x, s->at, s->text);
        break;
    default:
        for (uint32_t k = 0; k < cwi_way_count(s); k++)
            go(x, i, cwi_way_target(s, k), w);
        break;
    }
}

void typestate_step(struct search *x, const struct item *i)
{
    if (i->block == JUMP_BLOCK) {
        typestate_leave(x, i->context, i->state);
        return;
    }
    const struct cwi_block *b = &cwi_func_of(x->u, i->context->func)->blocks[i->block];
    struct working w = {0};
    uint32_t k = i->index;
    x->func = i->context->func;
    typestate_load(&w, i->state);
    if (typestate_function(x, x->func)->is_target[i->block]) {
        x->is_reached = true;
        x->reached_in = x->func;
        x->reached_at = b->stmts[0].at;
    }
    for (; k + 1 < b->count && b->stmts[k].kind != CWI_CALL && !x->is_reached; k++) {
        const struct cwi_stmt *s = &b->stmts[k];
        if (s->kind == CWI_ASSIGN)
            assign(x, &w, s);
        else if (s->kind == CWI_ASM)
            assemble(x, &w, s);
        else if (s->kind == CWI_FORGET)
            forget(x, &w, s);
        else if (s->kind == CWI_END && s->lhs->kind == CWI_VAR)
            typestate_end_var(x, &w, s->lhs->ref);
        if (x->jumps_anywhere)
            typestate_jump(x, i->context, &w);
    }
    struct item at = *i;
    at.index = k;
    if (!x->is_reached && b->stmts[k].kind == CWI_CALL)
        typestate_call(x, &at, &w, &b->stmts[k]);
    else if (!x->is_reached)
        finish(x, &at, &w, &b->stmts[k]);
    vec_free(&w);
}
