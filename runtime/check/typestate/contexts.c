/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is still to be looked at, calls and returns, and jumps.
 *
 * A callee gets what it can see of its caller's state. Addresses of locals of recursive functions are numbers to it, as
 * a name would mean the newest activation: the caller gets them back as it knew them.
 */
#include "private.h"

#include <stdlib.h>

/* States of a block, and of a function where it is entered, that are kept apart. More are joined where they agree in
 * the keys and in what handles there are where; where there are many of those, in the keys and in who has what is
 * watched, and in the end in the keys alone. */
enum { MOST_APART = 10, MOST_ENTRIES = 20, MOST_JOINED = 60, MOST_JOINED_BY_WATCHED = 120 };
enum agreement { BY_KEYS, BY_WATCHED, BY_HANDLES };
static enum agreement agreement_of(size_t joined)
{
    return joined < MOST_JOINED ? BY_HANDLES : joined < MOST_JOINED_BY_WATCHED ? BY_WATCHED : BY_KEYS;
}

/* ---- work -------------------------------------------------------------------------------------------------------- */

/* False: it was there. */
static bool is_new(struct search *x, const struct item *i)
{
    uint64_t h = hash_u64(hash_u64((uint64_t)i->context->number << 32 | i->state->number) +
                          ((uint64_t)i->block << 32 | i->index));
    uint32_t first, next = 0;
    if (base_map64_get(&x->seen, h, &first))
        next = first + 1;
    for (uint32_t n = next; n; n = x->seen_items.items[n - 1].next) {
        const struct item *k = &x->seen_items.items[n - 1].item;
        if (k->context == i->context && k->state == i->state && k->block == i->block && k->index == i->index)
            return false;
    }
    base_map64_put(&x->seen, h, (uint32_t)x->seen_items.count);
    vec_push(&x->seen_items, ((struct seen_item){*i, next}));
    return true;
}

/* The cell is a key, or holds a handle or where something is that may be watched; or it leads to a block, in which
 * handles may be. */
static bool is_telling(const struct search *x, const struct entry *e, enum agreement in)
{
    const struct states *s = &x->states;
    cwi_id at = e->value.kind == KNOWN_ADDRESS || e->value.kind == KNOWN_HANDED ? e->value.ref : 0;
    bool is_any = at && (s->is_handled[at] || s->is_object[at] || x->is_block[at]);
    return x->is_key[s->cells.items[e->cell].var] || (in == BY_HANDLES && is_any) ||
           (in == BY_WATCHED && at && s->is_watched[at]);
}

static bool agree(const struct search *x, const struct state *a, const struct state *b, enum agreement in)
{
    uint32_t i = 0, k = 0;
    for (;;) {
        while (i < a->count && !is_telling(x, &a->entries[i], in))
            i++;
        while (k < b->count && !is_telling(x, &b->entries[k], in))
            k++;
        if (i == a->count || k == b->count)
            return i == a->count && k == b->count;
        if (a->entries[i].cell != b->entries[k].cell || !known_same(a->entries[i].value, b->entries[k].value))
            return false;
        i++;
        k++;
    }
}

static const struct state *join(struct search *x, const struct state *a, const struct state *b)
{
    struct working w = {0};
    typestate_join(&x->states, &w, a, b);
    const struct state *s = typestate_state(&x->states, &w);
    vec_free(&w);
    return s;
}

/* The state that stands for this one at the block; NULL: one that was looked at says as little. */
static const struct state *one_of_many(struct search *x, struct place_states *p, const struct state *s)
{
    enum agreement in = agreement_of(p->joined.count);
    for (size_t i = 0; i < p->joined.count; i++) {
        if (!agree(x, p->joined.items[i], s, in))
            continue;
        const struct state *both = join(x, p->joined.items[i], s);
        if (both == p->joined.items[i])
            return NULL;
        return p->joined.items[i] = both;
    }
    vec_push(&p->joined, s);
    return s;
}

static struct place_states *place_of(struct context *c, uint32_t block, uint32_t index)
{
    uint64_t key = (uint64_t)block << 32 | index;
    uint32_t n;
    if (!base_map64_get(&c->place_of, key, &n)) {
        n = (uint32_t)c->places.count;
        base_map64_put(&c->place_of, key, n);
        vec_push(&c->places, (struct place_states){0});
    }
    return &c->places.items[n];
}

void typestate_add(struct search *x, struct context *c, uint32_t block, uint32_t index, const struct working *w)
{
    struct item i = {c, block, index, typestate_state(&x->states, w)};
    struct place_states *p = place_of(c, block, index);
    if (p->count >= MOST_APART)
        i.state = one_of_many(x, p, i.state);
    if (!i.state || !is_new(x, &i))
        return;
    p->count++;
    vec_push(&x->work, i);
    if (x->jumps_anywhere && block != JUMP_BLOCK) {
        struct working one = {0};
        typestate_load(&one, i.state);
        typestate_jump(x, c, &one);
        vec_free(&one);
    }
}

/* ---- contexts ---------------------------------------------------------------------------------------------------- */

static struct context *new_context(struct search *x, cwi_id func, const struct state *entry)
{
    struct context *c = ARENA_NEW(x->arena, struct context);
    struct working w = {0};
    *c = (struct context){.func = func, .number = (uint32_t)x->contexts.count, .entry = entry};
    vec_push(&x->contexts, c);
    typestate_load(&w, entry);
    typestate_drop_dead(x, func, 0, &w);
    typestate_add(x, c, 0, 0, &w);
    vec_free(&w);
    return c;
}

struct context *typestate_context(struct search *x, cwi_id func, const struct state *entry)
{
    struct function *f = typestate_function(x, func);
    for (size_t i = 0; i < f->contexts.count; i++)
        if (f->contexts.items[i]->entry == entry)
            return f->contexts.items[i];
    if (f->contexts.count < MOST_ENTRIES) {
        struct context *c = new_context(x, func, entry);
        vec_push(&f->contexts, c);
        return c;
    }
    size_t at = 0;
    enum agreement in = agreement_of(f->joined.count);
    while (at < f->joined.count && !agree(x, f->joined.items[at]->entry, entry, in))
        at++;
    if (at == f->joined.count)
        vec_push(&f->joined, NULL);
    struct context *was = f->joined.items[at];
    const struct state *both = was ? join(x, was->entry, entry) : entry;
    if (!was || both != was->entry) {
        struct context *c = new_context(x, func, both);
        f = typestate_function(x, func);
        f->joined.items[at] = c;
    }
    return f->joined.items[at];
}

void typestate_contexts_free(struct search *x)
{
    for (size_t i = 0; i < x->contexts.count; i++) {
        struct context *c = x->contexts.items[i];
        for (size_t k = 0; k < c->places.count; k++)
            vec_free(&c->places.items[k].joined);
        vec_free(&c->places);
        base_map64_free(&c->place_of);
        vec_free(&c->links);
        vec_free(&c->landings);
        vec_free(&c->jumps);
        vec_free(&c->endings);
    }
    vec_free(&x->contexts);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct handing {
    struct VEC(struct known) values;
};

static bool is_local_of_recursive(const struct search *x, struct known v)
{
    const struct cwi_var *var = v.kind == KNOWN_ADDRESS ? cwi_var_of(x->u, v.ref) : NULL;
    return var && cwi_is_automatic(var) && (!var->owner || x->calls->funcs[var->owner].recursive);
}

/* What the value is to the callee. */
static struct known hand(struct search *x, struct handing *h, cwi_id callee, struct known v)
{
    if (v.kind == KNOWN_HANDED || is_local_of_recursive(x, v)) {
        size_t n = 0;
        while (n < h->values.count && !known_same(h->values.items[n], v))
            n++;
        if (n == h->values.count)
            vec_push(&h->values, v);
        return (struct known){KNOWN_HANDED, v.ref, (int64_t)n, 0};
    }
    if (v.kind == KNOWN_ADDRESS && typestate_is_local(cwi_var_of(x->u, v.ref), callee)) /* of the time before */
        return (struct known){KNOWN_DEAD, v.ref, 0, 0};
    return v;
}

static bool is_seen_by(struct search *x, cwi_id callee, uint32_t cell)
{
    cwi_id var = x->states.cells.items[cell].var;
    return typestate_sees(x, callee)[var] && !typestate_is_local(cwi_var_of(x->u, var), callee);
}

static void set_params(struct search *x, struct working *to, cwi_id callee, const struct known *values, uint32_t count)
{
    const struct cwi_func *f = cwi_func_of(x->u, callee);
    for (uint32_t i = 0; values && i < f->param_count && i < count; i++) {
        cwi_id type = cwi_var_of(x->u, f->params[i])->type;
        struct target t = {.reach = REACH_EXACT, .var = f->params[i], .size = cwi_type_of(x->u, type)->size};
        uint32_t cell;
        if (typestate_cell_of(x, &t, type, &cell))
            typestate_set(to, cell, values[i]);
    }
}

static struct known handed_back(const struct link *l, struct known v)
{
    if (v.kind == KNOWN_HANDED)
        return l->handed[v.lo];
    return v.kind == KNOWN_ELSEWHERE ? known_not_zero : v; /* it may be the caller's */
}

/* What the caller knows where the callee leaves that. */
static void restore(struct search *x, const struct link *l, cwi_id callee, const struct state *left, struct working *w)
{
    for (uint32_t i = 0; i < l->state->count; i++)
        if (!is_seen_by(x, callee, l->state->entries[i].cell))
            vec_push(w, l->state->entries[i]);
    typestate_renew_by(x, w, callee);
    for (uint32_t i = 0; i < left->count; i++)
        typestate_set(w, left->entries[i].cell, handed_back(l, left->entries[i].value));
}

static const struct cwi_stmt *stmt_at(const struct search *x, const struct context *c, uint32_t block, uint32_t index)
{
    return &cwi_func_of(x->u, c->func)->blocks[block].stmts[index];
}

static void come_back(struct search *x, const struct link *l, cwi_id callee, const struct ending *e)
{
    struct working w = {0};
    cwi_id was = x->func;
    restore(x, l, callee, e->state, &w);
    x->func = l->caller->func;
    const struct cwi_stmt *s = stmt_at(x, l->caller, l->block, l->index);
    if (!l->is_callback && s->lhs)
        typestate_assign(x, &w, s->lhs, handed_back(l, e->result));
    typestate_add(x, l->caller, l->block, l->index + !l->is_callback, &w);
    x->func = was;
    vec_free(&w);
}

static struct known ended(const struct search *x, struct known v, cwi_id func)
{
    bool is_its = v.kind == KNOWN_ADDRESS && typestate_is_local(cwi_var_of(x->u, v.ref), func);
    return is_its ? (struct known){KNOWN_DEAD, v.ref, 0, 0} : v;
}

static void end_locals(struct search *x, struct working *w, cwi_id func)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++) {
        struct entry e = w->items[i];
        e.value = ended(x, e.value, func);
        if (!typestate_is_local(cwi_var_of(x->u, x->states.cells.items[e.cell].var), func))
            w->items[kept++] = e;
    }
    w->count = kept;
}

/* A jump leaves the callee, and may leave the caller. What calls it back may have done a part of what it does. */
static void jump_out(struct search *x, const struct link *l, cwi_id callee, const struct state *jump)
{
    struct working left = {0}, w = {0};
    cwi_id was = x->func;
    typestate_load(&left, jump);
    end_locals(x, &left, callee);
    restore(x, l, callee, typestate_state(&x->states, &left), &w);
    x->func = l->caller->func;
    if (l->is_callback)
        typestate_forget_call(x, &w, stmt_at(x, l->caller, l->block, l->index));
    typestate_jump(x, l->caller, &w);
    x->func = was;
    vec_free(&left);
    vec_free(&w);
}

void typestate_enter(struct search *x, const struct item *call, const struct working *w, cwi_id callee,
                     const struct known *values, uint32_t value_count, bool is_callback)
{
    struct working to = {0};
    struct handing h = {0};
    struct known *args = base_mem_zalloc((value_count + 1) * sizeof *args);
    for (size_t i = 0; i < w->count; i++)
        if (is_seen_by(x, callee, w->items[i].cell))
            typestate_set(&to, w->items[i].cell, hand(x, &h, callee, w->items[i].value));
    for (uint32_t i = 0; i < value_count && values; i++)
        args[i] = hand(x, &h, callee, values[i]);
    set_params(x, &to, callee, values ? args : NULL, value_count);
    struct context *c = typestate_context(x, callee, typestate_state(&x->states, &to));
    struct link l = {.caller = call->context,
                     .block = call->block,
                     .index = call->index,
                     .state = typestate_state(&x->states, w),
                     .handed = vec_to_arena(&h.values, x->arena),
                     .is_callback = is_callback};
    vec_push(&c->links, l);
    for (size_t i = 0; i < c->endings.count; i++) {
        struct ending e = c->endings.items[i];
        come_back(x, &l, callee, &e);
    }
    for (size_t i = 0; i < c->jumps.count; i++)
        jump_out(x, &l, callee, c->jumps.items[i]);
    free(args);
    vec_free(&h.values);
    vec_free(&to);
}

/* ---- returns ----------------------------------------------------------------------------------------------------- */

void typestate_end_var(struct search *x, struct working *w, cwi_id var)
{
    typestate_forget_var(&x->states, w, var);
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].value.kind == KNOWN_ADDRESS && w->items[i].value.ref == var)
            w->items[i].value = (struct known){KNOWN_DEAD, var, 0, 0};
}

void typestate_return(struct search *x, struct context *c, struct working *w, struct known result)
{
    result = ended(x, result, c->func);
    end_locals(x, w, c->func);
    struct ending e = {typestate_state(&x->states, w), result};
    for (size_t i = 0; i < c->endings.count; i++)
        if (c->endings.items[i].state == e.state && known_same(c->endings.items[i].result, result))
            return;
    vec_push(&c->endings, e);
    for (size_t i = 0; i < c->links.count; i++) {
        struct link l = c->links.items[i];
        come_back(x, &l, c->func, &e);
    }
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

/* Into the function that called setjmp, whose own variables may hold what they did then, or do now. Those that live in
 * a part of it may have ended: nobody says which. */
static void land(struct search *x, struct context *c, struct landing at, const struct state *jump)
{
    struct working w = {0};
    cwi_id was = x->func;
    x->func = c->func;
    for (uint32_t i = 0; i < jump->count; i++) {
        struct entry e = jump->entries[i];
        bool is_own = e.value.kind == KNOWN_ADDRESS && typestate_is_local(cwi_var_of(x->u, e.value.ref), c->func);
        if (is_own && x->ends[e.value.ref])
            e.value = known_not_zero;
        if (!typestate_is_local(cwi_var_of(x->u, x->states.cells.items[e.cell].var), c->func))
            vec_push(&w, e);
    }
    const struct cwi_stmt *s = stmt_at(x, c, at.block, at.index);
    if (s->lhs)
        typestate_assign(x, &w, s->lhs, known_not_zero);
    typestate_add(x, c, at.block, at.index + 1, &w);
    x->func = was;
    vec_free(&w);
}

void typestate_jump(struct search *x, struct context *c, const struct working *w)
{
    if (x->may_land)
        typestate_add(x, c, JUMP_BLOCK, 0, w);
}

void typestate_leave(struct search *x, struct context *c, const struct state *jump)
{
    vec_push(&c->jumps, jump);
    for (size_t i = 0; i < c->landings.count; i++)
        land(x, c, c->landings.items[i], jump);
    for (size_t i = 0; i < c->links.count; i++) {
        struct link l = c->links.items[i];
        jump_out(x, &l, c->func, jump);
    }
}

void typestate_land(struct search *x, const struct item *call)
{
    struct context *c = call->context;
    for (size_t i = 0; i < c->landings.count; i++)
        if (c->landings.items[i].block == call->block && c->landings.items[i].index == call->index)
            return;
    struct landing at = {call->block, call->index};
    vec_push(&c->landings, at);
    for (size_t i = 0; i < c->jumps.count; i++)
        land(x, c, at, c->jumps.items[i]);
}
