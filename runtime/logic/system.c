/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making equations, and ordering them into strongly connected components.
 */
#include "runtime/logic/system.h"

#include "runtime/base/components.h"
#include "runtime/base/sorted.h"

void logic_system_init(struct system *y, struct arena *a, struct model *m)
{
    *y = (struct system){.arena = a, .m = m, .known = base_intern_new()};
    for (int value = 0; value < 2; value++)
        vec_push(&y->eq, ((struct equation){.op = value ? EQ_TRUE : EQ_FALSE}));
}

void logic_system_free(struct system *y)
{
    vec_free(&y->eq);
    vec_free(&y->number);
    vec_free(&y->components);
    base_intern_free(y->known);
    free(y->order);
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

enum { NUMBER_FALSE, NUMBER_TRUE };

uint32_t logic_system_constant(struct system *y, bool value)
{
    (void)y;
    return value ? NUMBER_TRUE : NUMBER_FALSE;
}

/* The equation that is equal to this one, new or known. */
static uint32_t add(struct system *y, struct equation e, const uint32_t *items)
{
    struct buf key = {0};
    uint32_t head[] = {(uint32_t)e.op, e.negated, e.atom, e.labels};
    buf_add(&key, head, sizeof head);
    buf_add(&key, items, e.count * sizeof *items);
    uint32_t id = base_intern_add(y->known, key.data, key.size);
    buf_free(&key);
    if (id < y->number.count)
        return y->number.items[id];
    if (e.count)
        e.child = arena_copy(y->arena, items, e.count * sizeof *items);
    vec_push(&y->number, (uint32_t)y->eq.count);
    vec_push(&y->eq, e);
    return (uint32_t)y->eq.count - 1;
}

uint32_t logic_system_literal(struct system *y, uint32_t atom, bool negated)
{
    return add(y, (struct equation){.op = EQ_LITERAL, .atom = atom, .negated = negated}, NULL);
}

uint32_t logic_system_join(struct system *y, enum equation_op op, const uint32_t *items, size_t count)
{
    uint32_t neutral = op == EQ_AND ? NUMBER_TRUE : NUMBER_FALSE, absorbing = 1 - neutral, joined;
    struct VEC(uint32_t) list = {0};
    for (size_t i = 0; i < count; i++) {
        const struct equation *e = &y->eq.items[items[i]];
        if (e->op == op && e->fix == FIX_NONE)
            for (uint32_t k = 0; k < e->count; k++)
                vec_push(&list, e->child[k]);
        else if (items[i] != neutral)
            vec_push(&list, items[i]);
    }
    list.count = base_sort_unique_u32(list.items, list.count);
    if (list.count && list.items[0] <= NUMBER_TRUE)
        joined = absorbing;
    else if (list.count < 2)
        joined = list.count ? list.items[0] : neutral;
    else
        joined = add(y, (struct equation){.op = op, .count = (uint32_t)list.count}, list.items);
    vec_free(&list);
    return joined;
}

uint32_t logic_system_modal(struct system *y, enum equation_op op, uint32_t labels, uint32_t child)
{
    uint32_t trivial = op == EQ_BOX ? NUMBER_TRUE : NUMBER_FALSE;
    if (child == trivial || y->m->sets.items[labels].none)
        return trivial;
    return add(y, (struct equation){.op = op, .labels = labels, .count = 1}, &child);
}

uint32_t logic_system_fix(struct system *y, enum fixpoint fix, uint32_t nesting)
{
    uint32_t id = (uint32_t)y->eq.count;
    struct equation e = {.op = EQ_OR, .fix = fix, .nesting = nesting, .count = 1};
    e.child = arena_copy(y->arena, &id, sizeof id);
    vec_push(&y->eq, e);
    return id;
}

void logic_system_define(struct system *y, uint32_t fix, uint32_t body)
{
    struct equation *e = &y->eq.items[fix], b = y->eq.items[body];
    if (body == fix)
        return;
    if (b.fix != FIX_NONE) {
        e->child[0] = body;
        return;
    }
    b.fix = e->fix;
    b.nesting = e->nesting;
    *e = b;
}

/* ---- components -------------------------------------------------------------------------------------------------- */

static uint32_t next_child(void *context, uint32_t v, uint32_t i)
{
    const struct equation *e = &((const struct system *)context)->eq.items[v];
    return i < e->count ? e->child[i] : COMPONENTS_NONE;
}

static bool is_root(void *context, uint32_t v)
{
    return v == ((const struct system *)context)->root;
}

static void close_component(void *context, const uint32_t *members, uint32_t count)
{
    struct system *y = context;
    const struct component *last = y->components.count ? &y->components.items[y->components.count - 1] : NULL;
    struct component c = {.first = last ? last->first + last->count : 0, .count = count, .is_recursive = count > 1};
    for (uint32_t k = 0; k < count; k++) {
        struct equation *e = &y->eq.items[members[k]];
        y->order[c.first + k] = members[k];
        e->component = (uint32_t)y->components.count;
        for (uint32_t i = 0; i < e->count; i++)
            c.is_recursive |= e->child[i] == members[k];
    }
    vec_push(&y->components, c);
}

/* Inner fixpoints get smaller priorities; the least that its kind allows, not below those of inner ones. Equations
 * that are no fixpoints get the least of all, which cannot decide: each cycle has a fixpoint. */
static void set_priorities(struct system *y, struct component *c)
{
    struct VEC(uint64_t) fixes = {0}; /* nesting, in descending order, and number */
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t v = y->order[c->first + i];
        if (y->eq.items[v].fix != FIX_NONE)
            vec_push(&fixes, (uint64_t)(UINT32_MAX - y->eq.items[v].nesting) << 32 | v);
    }
    base_sort_u64(fixes.items, fixes.count);
    uint32_t priority = 0, inner = 0; /* the largest of all so far, of those nested more */
    c->least = UINT32_MAX;
    for (size_t i = 0; i < fixes.count; i++) {
        struct equation *e = &y->eq.items[(uint32_t)fixes.items[i]];
        if (i && fixes.items[i] >> 32 != fixes.items[i - 1] >> 32)
            inner = priority;
        e->priority = inner + ((inner & 1) != (e->fix == FIX_LEAST));
        priority = e->priority > priority ? e->priority : priority;
        c->least = e->priority < c->least ? e->priority : c->least;
    }
    c->most = priority;
    for (uint32_t i = 0; i < c->count; i++)
        if (y->eq.items[y->order[c->first + i]].fix == FIX_NONE)
            y->eq.items[y->order[c->first + i]].priority = c->least;
    vec_free(&fixes);
}

static bool is_modal(const struct equation *e)
{
    return e->op == EQ_DIAMOND || e->op == EQ_BOX;
}

static void find_deep(struct system *y, const struct component *c)
{
    bool deep = c->is_recursive;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct equation *e = &y->eq.items[y->order[c->first + i]];
        deep |= is_modal(e) && (e->child[0] > NUMBER_TRUE || !y->m->sets.items[e->labels].all);
        for (uint32_t k = 0; k < e->count; k++)
            deep |= y->eq.items[e->child[k]].is_deep;
    }
    for (uint32_t i = 0; i < c->count; i++)
        y->eq.items[y->order[c->first + i]].is_deep = deep;
}

void logic_system_close(struct system *y)
{
    size_t n = y->eq.count;
    y->order = base_mem_alloc(n * sizeof *y->order);
    base_components_find(&(struct components_graph){(uint32_t)n, next_child, is_root, close_component, y});
    for (size_t i = 0; i < y->components.count; i++) {
        struct component *c = &y->components.items[i];
        if (c->is_recursive)
            set_priorities(y, c);
        find_deep(y, c);
    }
}
