/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * States, and how two become one.
 */
#include "private.h"

/* ---- making ------------------------------------------------------------------------------------------------------ */

struct state *check_merged_state(struct merged *m)
{
    struct state *s;
    if (m->free_states.count) {
        s = m->free_states.items[--m->free_states.count];
    } else {
        s = base_mem_zalloc(sizeof *s);
        vec_push(&m->all_states, s);
    }
    s->guard = NULL;
    s->count = 0;
    return s;
}

struct state *check_merged_clone(struct merged *m, const struct state *s)
{
    struct state *r = check_merged_state(m);
    r->guard = s->guard;
    r->values = base_mem_grow(r->values, &r->capacity, s->count, sizeof *r->values);
    if (s->count)
        memcpy(r->values, s->values, s->count * sizeof *s->values);
    r->count = s->count;
    return r;
}

void check_merged_release(struct merged *m, struct state *s)
{
    if (s)
        vec_push(&m->free_states, s);
}

struct value *check_merged_value(struct merged *m, struct state *s, uint32_t cell)
{
    if (cell >= s->count) {
        s->values = base_mem_grow(s->values, &s->capacity, m->cells.count, sizeof *s->values);
        memset(s->values + s->count, 0, (m->cells.count - s->count) * sizeof *s->values);
        s->count = m->cells.count;
    }
    return &s->values[cell];
}

struct value check_merged_held(struct merged *m, const struct state *s, uint32_t cell)
{
    struct value v = cell < s->count ? s->values[cell] : (struct value){0};
    return v.term ? v : m->cells.items[cell].initial;
}

/* ---- guards ------------------------------------------------------------------------------------------------------ */

const struct guard *check_merged_guarded(struct merged *m, const struct guard *up, smt_term condition)
{
    if (check_merged_is(m, condition, 1))
        return up;
    struct guard *g = ARENA_NEW(m->arena, struct guard);
    *g =
        (struct guard){condition, up ? check_merged_and(m, up->all, condition) : condition, up ? up->depth + 1 : 1, up};
    return g;
}

bool check_merged_is_nowhere(struct merged *m, const struct state *s)
{
    return s->guard && check_merged_is(m, s->guard->all, 0);
}

void check_merged_add_duty(struct merged *m, const struct state *s, smt_term bad, const char *what)
{
    if (check_merged_is(m, bad, 0) || check_merged_is_nowhere(m, s))
        return;
    for (size_t i = 0; i < m->duties.count; i++)
        if (m->duties.items[i].guard == s->guard && m->duties.items[i].bad == bad)
            return;
    vec_push(&m->duties, ((struct duty){s->guard, bad, m->at, what}));
}

/* ---- meeting ----------------------------------------------------------------------------------------------------- */

struct value check_merged_choice(struct merged *m, smt_term condition, struct value a, struct value b)
{
    struct value r = {0};
    if (a.term == b.term && a.unset == b.unset) {
        r = a;
    } else if (!a.term || !b.term) {
        smt_term is_there = a.term ? condition : check_merged_not(m, condition), none = check_merged_const(m, 0, 1);
        struct value only = a.term ? a : b;
        r.term = only.term;
        r.unset = check_merged_or(m, check_merged_not(m, is_there), only.unset ? only.unset : none);
    } else {
        smt_term none = check_merged_const(m, 0, 1);
        r.term = check_merged_cond(m, condition, a.term, b.term);
        if (a.unset || b.unset)
            r.unset = check_merged_cond(m, condition, a.unset ? a.unset : none, b.unset ? b.unset : none);
    }
    r.may = check_merged_united(m, a.may, b.may);
    r.multiple = a.multiple == b.multiple ? a.multiple : 1;
    return r;
}

struct conditions VEC(smt_term);

/* The first guard in both, and what each says beyond it. */
static const struct guard *common(const struct guard *a, const struct guard *b, struct conditions *x,
                                  struct conditions *y)
{
    while (a != b) {
        bool takes_a = a && (!b || a->depth >= b->depth), takes_b = b && (!a || b->depth >= a->depth);
        if (takes_a) {
            vec_push(x, a->term);
            a = a->up;
        }
        if (takes_b) {
            vec_push(y, b->term);
            b = b->up;
        }
    }
    return a;
}

/* The last of the list is the first condition. Those that are a part of `known`, which holds, are left out. */
static smt_term all_of(struct merged *m, const struct conditions *x, smt_term known, bool *has_known)
{
    smt_term r = check_merged_const(m, 1, 1);
    for (size_t i = x->count; i-- > 0;) {
        bool is_known = known && check_merged_has_part(m, known, x->items[i]);
        *has_known |= is_known;
        r = is_known ? r : check_merged_and(m, r, x->items[i]);
    }
    return r;
}

/* One of the two lists holds, in as few words as possible: (c and x) or not c is x or not c. */
static smt_term either_of(struct merged *m, const struct conditions *x, const struct conditions *y)
{
    bool is_less = false;
    smt_term a = all_of(m, x, 0, &is_less), b = all_of(m, y, 0, &is_less);
    smt_term b_left = all_of(m, y, check_merged_not(m, a), &is_less);
    if (is_less)
        return check_merged_or(m, a, b_left);
    return check_merged_or(m, all_of(m, x, check_merged_not(m, b), &is_less), b);
}

struct state *check_merged_meet(struct merged *m, struct state *a, struct state *b)
{
    struct conditions x = {0}, y = {0};
    bool is_less = false;
    if (!a || !b)
        return a ? a : b;
    const struct guard *both = common(a->guard, b->guard, &x, &y);
    bool is_split = x.count && y.count && check_merged_not(m, x.items[x.count - 1]) == y.items[y.count - 1];
    smt_term condition = is_split ? x.items[x.count - 1] : all_of(m, &x, 0, &is_less);
    smt_term either = either_of(m, &x, &y);
    vec_free(&x);
    vec_free(&y);
    size_t count = a->count > b->count ? a->count : b->count;
    for (uint32_t c = 0; c < count; c++) {
        struct value v = check_merged_held(m, a, c), w = check_merged_held(m, b, c);
        if (v.term != w.term || v.unset != w.unset || v.may != w.may)
            *check_merged_value(m, a, c) = check_merged_choice(m, condition, v, w);
    }
    a->guard = check_merged_guarded(m, both, either);
    check_merged_release(m, b);
    return a;
}
