/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward constraint analysis: "this tree lies in this set" is pushed down to the cells, as HC4-revise does.
 *
 * It meets, it never replaces; only a cell that stands for exactly one concrete cell is met. A cell's new value is
 * rounded, as is every value that enters a slot; temporaries are exact. Source: DuVarney 2002, 3.9.9, with the
 * corrections of its rules.
 */
#include "runtime/avm/memory/memory.h"

enum { ROUNDS = 4 };

static bool narrow_cell(struct avm *m, struct work *s, const struct cell *c, vs to)
{
    vs now = s->w[c->slot], met = vs_meet(m->pool, c->t, now, to);
    if (met == VS_BOTTOM)
        return false;
    if (vs_plain(m->pool, met) == vs_plain(m->pool, now))
        return true;
    vs rounded = avm_round(m, c, met);
    if (rounded == vs_plain(m->pool, now) || !vs_leq(m->pool, c->t, rounded, now))
        return true;
    refine_word(s, c->slot, avm_with_set(m, now, c->t, rounded));
    return !m->cfg.relates || avm_narrow_related(m, s, now, rounded);
}

/* What a load surely reads from one block. */
static bool narrow_block(struct avm *m, struct work *s, const struct node *n, vs to)
{
    struct mem_place at;
    if (n->bit_width || !avm_sure_place(m, s, n->a, n->size, &at) || !avm_is_block(m, at.object))
        return true;
    struct span x = {.offset = at.offset, .size = n->size, .t = n->t};
    vs now = avm_read(m, s, at.object, &x), met = vs_meet(m->pool, n->t, now, to);
    if (met != VS_BOTTOM && met != now)
        avm_write(m, s, at.object, &x, met, true);
    return met != VS_BOTTOM;
}

static bool narrow_binary(struct avm *m, struct work *s, const struct node *n, vs to)
{
    vs a = avm_eval(m, s, n->a), b = avm_eval(m, s, n->b), a1 = a, b1 = b;
    if (avm_may_coincide(m, s, n, a, b))
        return true;
    vs_back_binary(m->pool, n->op, n->t, to, &a1, n->ta, &b1, n->tb);
    if (a1 == VS_BOTTOM || b1 == VS_BOTTOM)
        return false;
    return (a1 == a || avm_narrow(m, s, n->a, a1)) && (b1 == b || avm_narrow(m, s, n->b, b1));
}

static bool narrow_cond(struct avm *m, struct work *s, const struct node *n, vs to)
{
    bool then_fits = vs_meet(m->pool, n->t, avm_eval(m, s, n->b), to) != VS_BOTTOM;
    bool else_fits = vs_meet(m->pool, n->t, avm_eval(m, s, n->c), to) != VS_BOTTOM;
    if (!then_fits && !else_fits)
        return false;
    if (then_fits && else_fits)
        return true;
    return avm_constrain(m, s, n->a, then_fits) && avm_narrow(m, s, then_fits ? n->b : n->c, to);
}

static bool narrow_element(struct avm *m, struct work *s, const struct node *n, vs to)
{
    vs i = avm_eval(m, s, n->a);
    if (!vs_is_small(i))
        return true;
    int64_t k = vs_small_value(i);
    if (k < 0 || k >= (int64_t)n->object->count)
        return true;
    return narrow_cell(m, s, &m->cells.items[n->object->first + k], to);
}

bool avm_narrow(struct avm *m, struct work *s, const struct node *n, vs to)
{
    if (to == VS_TOP)
        return true;
    if (to == VS_BOTTOM)
        return false;
    switch (n->kind) {
    case N_CONST:
        return vs_meet(m->pool, n->t, n->v, to) != VS_BOTTOM;
    case N_SLOT:
        return narrow_cell(m, s, n->cell, to);
    case N_ELEM:
        return narrow_element(m, s, n, to);
    case N_BOUND: {
        const struct node *b = avm_bound(m, n);
        return !b || memcmp(&b->t, &n->t, sizeof n->t) || avm_narrow(m, s, b, to);
    }
    case N_UNARY: {
        vs a = avm_eval(m, s, n->a), a1 = a;
        vs_back_unary(m->pool, n->op, n->t, to, &a1, n->ta);
        return a1 != VS_BOTTOM && (a1 == a || avm_narrow(m, s, n->a, a1));
    }
    case N_BINARY:
        return narrow_binary(m, s, n, to);
    case N_COND:
        return narrow_cond(m, s, n, to);
    case N_LOAD: {
        struct target t = {
            .kind = P_MEM, .index = n->a, .t = n->t, .size = n->size, .bit_pos = n->bit_pos, .bit_width = n->bit_width};
        const struct cell *c = n->is_volatile ? NULL : avm_sure_cell(m, s, &t);
        if (c)
            return memcmp(&c->t, &n->t, sizeof c->t) || narrow_cell(m, s, c, to);
        return n->is_volatile || narrow_block(m, s, n, to);
    }
    default:
        return true;
    }
}

/* Evaluating inside a constraint asks nothing new of the program: traps found there were counted by the evaluation
 * before. */
bool avm_constrain(struct avm *m, struct work *s, const struct node *cond, bool outcome)
{
    if (!has_type(cond->t) || cond->t.kind == VS_FLOAT)
        return true;
    bool partial = s->partial, feasible = true;
    vs zero = avm_zero(m, cond->t);
    vs wanted = outcome ? vs_complement(m->pool, cond->t, zero) : zero;
    for (int i = 0; i < ROUNDS && feasible; i++) {
        vs before = avm_eval(m, s, cond);
        vs met = vs_meet(m->pool, cond->t, before, wanted);
        if (met == VS_BOTTOM) {
            feasible = false;
            break;
        }
        if (before == met && i > 0)
            break;
        if (cond->kind == N_CONST)
            break;
        feasible = avm_narrow(m, s, cond, wanted);
    }
    if (feasible && m->cfg.relates)
        avm_learn_equal(m, s, cond, outcome);
    s->partial = partial;
    return feasible;
}
