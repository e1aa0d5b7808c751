/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is still to be looked at, calls and returns, and jumps.
 *
 * A callee gets what it can see of its caller's state. Addresses of locals of recursive functions are numbers to it, as
 * a name would mean the newest activation: the caller gets them back as it knew them.
 */
#include "private.h"

#include <stdlib.h>

/* States of a block, and of a function where it is entered, that are kept apart; more that agree in handles, too,
 * before it is the keys alone. */
enum { MOST_APART = 10, MOST_ENTRIES = 20, MOST_JOINED = 60 };

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

/* The cell is a key, or holds what the rule's own variables are for: a handle; or it leads to a block, in which handles
 * may be. */
static bool is_telling(const struct search *x, const struct entry *e, bool by_handles)
{
    bool is_place = by_handles && e->value.kind == KNOWN_ADDRESS;
    return x->is_key[x->states.cells.items[e->cell].var] ||
           (is_place && (typestate_is_rules(cwi_var_of(x->u, e->value.ref)) || x->is_block[e->value.ref]));
}

static bool agree(const struct search *x, const struct state *a, const struct state *b, bool by_handles)
{
    uint32_t i = 0, k = 0;
    for (;;) {
        while (i < a->count && !is_telling(x, &a->entries[i], by_handles))
            i++;
        while (k < b->count && !is_telling(x, &b->entries[k], by_handles))
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
    typestate_join(&w, a, b);
    const struct state *s = typestate_state(&x->states, &w);
    vec_free(&w);
    return s;
}

/* The state that stands for this one at the block; NULL: one that was looked at says as little. */
static const struct state *one_of_many(struct search *x, struct place_states *p, const struct state *s)
{
    bool by_handles = p->joined.count < MOST_JOINED;
    for (size_t i = 0; i < p->joined.count; i++) {
        if (!agree(x, p->joined.items[i], s, by_handles))
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
    if (x->jumps_anywhere)
        typestate_jump(x, w);
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
    bool by_handles = f->joined.count < MOST_JOINED;
    while (at < f->joined.count && !agree(x, f->joined.items[at]->entry, entry, by_handles))
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

/* The caller goes on with what the callee leaves. */
static void come_back(struct search *x, const struct link *l, cwi_id callee, const struct ending *e)
{
    struct working w = {0};
    cwi_id was = x->func;
    for (uint32_t i = 0; i < l->state->count; i++)
        if (!is_seen_by(x, callee, l->state->entries[i].cell))
            vec_push(&w, l->state->entries[i]);
    typestate_renew_by(x, &w, callee);
    for (uint32_t i = 0; i < e->state->count; i++)
        typestate_set(&w, e->state->entries[i].cell, handed_back(l, e->state->entries[i].value));
    x->func = l->caller->func;
    const struct cwi_stmt *s = &cwi_func_of(x->u, x->func)->blocks[l->block].stmts[l->index];
    if (!l->is_callback && s->lhs)
        typestate_assign(x, &w, s->lhs, handed_back(l, e->result));
    typestate_add(x, l->caller, l->block, l->index + !l->is_callback, &w);
    x->func = was;
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

/* What is not of one activation. */
static const struct state *beyond_activations(struct search *x, const struct working *w)
{
    struct working to = {0};
    for (size_t i = 0; i < w->count; i++)
        if (!cwi_is_automatic(cwi_var_of(x->u, x->states.cells.items[w->items[i].cell].var)))
            vec_push(&to, w->items[i]);
    const struct state *s = typestate_state(&x->states, &to);
    vec_free(&to);
    return s;
}

/* What an address that the jump left is where it lands. */
static struct known after_jump(const struct search *x, struct known v)
{
    bool is_of_many = v.kind == KNOWN_HANDED || v.kind == KNOWN_ELSEWHERE || is_local_of_recursive(x, v);
    if (!is_of_many)
        return v;
    bool is_others = v.kind != KNOWN_ELSEWHERE && cwi_var_of(x->u, v.ref)->owner != x->func;
    return (struct known){is_others ? KNOWN_ELSEWHERE : KNOWN_NOT_ZERO, 0, 0, 0};
}

static void land(struct search *x, const struct landing *at, const struct state *jump)
{
    struct working w = {0};
    cwi_id was = x->func;
    typestate_load(&w, jump);
    x->func = at->context->func;
    for (size_t i = 0; i < w.count; i++)
        w.items[i].value = after_jump(x, w.items[i].value);
    const struct cwi_stmt *s = &cwi_func_of(x->u, x->func)->blocks[at->block].stmts[at->index];
    if (s->lhs)
        typestate_assign(x, &w, s->lhs, known_not_zero);
    typestate_add(x, at->context, at->block, at->index + 1, &w);
    x->func = was;
    vec_free(&w);
}

void typestate_jump(struct search *x, const struct working *w)
{
    const struct state *s = beyond_activations(x, w);
    for (size_t i = 0; i < x->jumps.count; i++)
        if (x->jumps.items[i] == s)
            return;
    vec_push(&x->jumps, s);
    for (size_t i = 0; i < x->landings.count; i++) {
        struct landing at = x->landings.items[i];
        land(x, &at, s);
    }
}

void typestate_land(struct search *x, const struct item *call)
{
    struct landing at = {call->context, call->block, call->index};
    for (size_t i = 0; i < x->landings.count; i++) {
        const struct landing *k = &x->landings.items[i];
        if (k->context == at.context && k->block == at.block && k->index == at.index)
            return;
    }
    vec_push(&x->landings, at);
    for (size_t i = 0; i < x->jumps.count; i++)
        land(x, &at, x->jumps.items[i]);
}
