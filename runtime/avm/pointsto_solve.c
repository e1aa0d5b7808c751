/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Solving the inclusion constraints: only what is new in a set is passed on, and nodes in a cycle of copies become one.
 * Sources: Andersen 1994; Pearce, Kelly, Hankin 2003; Tarjan 1972.
 */
#include "runtime/avm/pointsto_private.h"

#include <stdlib.h>

/* ---- sets ---------------------------------------------------------------------------------------------------------*/

static size_t pset_place(const struct pset *s, uint32_t x)
{
    size_t from = 0, to = s->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (s->items[middle] < x)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

bool pset_has(const struct pset *s, uint32_t x)
{
    size_t i = pset_place(s, x);
    return i < s->count && s->items[i] == x;
}

bool pset_add(struct pset *s, uint32_t x)
{
    size_t i = pset_place(s, x);
    if (i < s->count && s->items[i] == x)
        return false;
    vec_reserve(s, s->count + 1);
    memmove(s->items + i + 1, s->items + i, (s->count - i) * sizeof *s->items);
    s->items[i] = x;
    s->count++;
    return true;
}

void pset_merge(struct pset *s, const uint32_t *items, size_t count)
{
    if (count < 4) {
        for (size_t i = 0; i < count; i++)
            pset_add(s, items[i]);
        return;
    }
    struct pset out = {0};
    vec_reserve(&out, s->count + count);
    size_t i = 0, k = 0;
    while (i < s->count || k < count) {
        uint32_t x = k == count || (i < s->count && s->items[i] <= items[k]) ? s->items[i] : items[k];
        i += i < s->count && s->items[i] == x;
        k += k < count && items[k] == x;
        out.items[out.count++] = x;
    }
    vec_free(s);
    *s = out;
}

/* ---- nodes --------------------------------------------------------------------------------------------------------*/

static struct pt_node *node_of(struct pt *pt, uint32_t node)
{
    return &pt->nodes.items[node];
}

uint32_t pt_leader(struct pt *pt, uint32_t node)
{
    while (node_of(pt, node)->leader != node) {
        uint32_t next = node_of(pt, node)->leader;
        node_of(pt, node)->leader = node_of(pt, next)->leader;
        node = next;
    }
    return node;
}

uint32_t pt_new_node(struct pt *pt)
{
    uint32_t node = (uint32_t)pt->nodes.count;
    vec_push(&pt->nodes, ((struct pt_node){.leader = node}));
    if (node >= pt->first_dynamic)
        vec_push(&pt->sites, ((struct pt_object){.kind = PT_OUTSIDE}));
    return node;
}

static void enqueue(struct pt *pt, uint32_t node)
{
    if (node_of(pt, node)->queued)
        return;
    node_of(pt, node)->queued = true;
    vec_push(&pt->work, node);
}

void pt_add_items(struct pt *pt, uint32_t node, const uint32_t *items, size_t count)
{
    node = pt_leader(pt, node);
    struct pt_node *n = node_of(pt, node);
    struct pset added = {0};
    for (size_t i = 0, k = 0; i < count; i++) {
        while (k < n->set.count && n->set.items[k] < items[i])
            k++;
        if (k == n->set.count || n->set.items[k] != items[i])
            vec_push(&added, items[i]);
    }
    if (added.count) {
        pset_merge(&n->set, added.items, added.count);
        pset_merge(&n->fresh, added.items, added.count);
        enqueue(pt, node);
    }
    vec_free(&added);
}

void pt_add_item(struct pt *pt, uint32_t node, uint32_t object)
{
    node = pt_leader(pt, node);
    struct pt_node *n = node_of(pt, node);
    if (pset_add(&n->set, object)) {
        pset_add(&n->fresh, object);
        enqueue(pt, node);
    }
}

/* Calls `f` for what is in the node's set now; later additions come through the queue. The set may grow meanwhile. */
static void for_all_now(struct pt *pt, uint32_t node, void (*f)(struct pt *pt, uint32_t object, uint32_t other), uint32_t other)
{
    struct pset now = {0};
    const struct pset *set = &node_of(pt, node)->set;
    pset_merge(&now, set->items, set->count);
    for (size_t i = 0; i < now.count; i++)
        f(pt, now.items[i], other);
    vec_free(&now);
}

void pt_copy(struct pt *pt, uint32_t from, uint32_t to)
{
    if (from == PT_NONE || to == PT_NONE)
        return;
    if (from == PT_UNKNOWN) {
        pt_add_item(pt, to, PT_UNKNOWN);
        return;
    }
    from = pt_leader(pt, from);
    to = pt_leader(pt, to);
    uint64_t key = (uint64_t)from << 32 | to;
    uint32_t there;
    if (from == to || map64_get(&pt->edges, key, &there))
        return;
    map64_put(&pt->edges, key, 1);
    vec_push(&node_of(pt, from)->copies, to);
    struct pset now = {0};
    pset_merge(&now, node_of(pt, from)->set.items, node_of(pt, from)->set.count);
    pt_add_items(pt, to, now.items, now.count);
    vec_free(&now);
}

static void load_one(struct pt *pt, uint32_t object, uint32_t to)
{
    if (!pt_is_func(pt, object))
        pt_copy(pt, object, to);
}

static void store_one(struct pt *pt, uint32_t object, uint32_t from)
{
    if (!pt_is_func(pt, object))
        pt_copy(pt, from, object);
}

static void call_one(struct pt *pt, uint32_t object, uint32_t call)
{
    pt_link(pt, pt->pending.items[call], object);
}

void pt_load(struct pt *pt, uint32_t pointer, uint32_t to)
{
    if (pointer == PT_NONE || to == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    vec_push(&node_of(pt, pointer)->loads, to);
    for_all_now(pt, pointer, load_one, to);
}

void pt_store(struct pt *pt, uint32_t pointer, uint32_t from)
{
    if (pointer == PT_NONE || from == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    vec_push(&node_of(pt, pointer)->stores, from);
    for_all_now(pt, pointer, store_one, from);
}

void pt_call_through(struct pt *pt, uint32_t pointer, struct pt_call *call)
{
    vec_push(&pt->pending, call);
    if (pointer == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    vec_push(&node_of(pt, pointer)->calls, (uint32_t)pt->pending.count - 1);
    for_all_now(pt, pointer, call_one, (uint32_t)pt->pending.count - 1);
}

/* ---- cycles -------------------------------------------------------------------------------------------------------*/

static void append(struct pt_ids *to, struct pt_ids *from)
{
    for (size_t i = 0; i < from->count; i++)
        vec_push(to, from->items[i]);
    vec_free(from);
}

/* Node `b` becomes part of `a`. What only one of them had is new to the other's constraints: all is passed on again. */
static void unite(struct pt *pt, uint32_t a, uint32_t b)
{
    struct pt_node *x = node_of(pt, a), *y = node_of(pt, b);
    y->leader = a;
    pset_merge(&x->set, y->set.items, y->set.count);
    pset_merge(&x->fresh, x->set.items, x->set.count);
    append(&x->copies, &y->copies);
    append(&x->loads, &y->loads);
    append(&x->stores, &y->stores);
    append(&x->calls, &y->calls);
    vec_free(&y->set);
    vec_free(&y->fresh);
    if (x->fresh.count)
        enqueue(pt, a);
}

struct walk {
    uint32_t *number, *low;
    struct pt_ids stack, path, next; /* open nodes; the path from the start, and how far each of its nodes is */
    uint32_t count;
    bool *open;
};

static void enter(struct walk *w, uint32_t node)
{
    w->number[node] = w->low[node] = ++w->count;
    w->open[node] = true;
    vec_push(&w->stack, node);
    vec_push(&w->path, node);
    vec_push(&w->next, 0);
}

static void leave(struct pt *pt, struct walk *w, uint32_t node)
{
    w->path.count--;
    w->next.count--;
    if (w->path.count) {
        uint32_t above = w->path.items[w->path.count - 1];
        w->low[above] = w->low[node] < w->low[above] ? w->low[node] : w->low[above];
    }
    if (w->low[node] != w->number[node])
        return;
    for (uint32_t other; (other = w->stack.items[--w->stack.count]) != node;) {
        w->open[other] = false;
        unite(pt, node, other);
    }
    w->open[node] = false;
}

static void collapse_cycles(struct pt *pt)
{
    size_t count = pt->nodes.count;
    struct walk w = {.number = mem_zalloc(count * sizeof *w.number), .low = mem_zalloc(count * sizeof *w.low),
                     .open = mem_zalloc(count)};
    for (uint32_t start = 0; start < count; start++) {
        if (w.number[start] || node_of(pt, start)->leader != start)
            continue;
        enter(&w, start);
        while (w.path.count) {
            uint32_t node = w.path.items[w.path.count - 1], *next = &w.next.items[w.next.count - 1];
            if (*next == node_of(pt, node)->copies.count) {
                leave(pt, &w, node);
                continue;
            }
            uint32_t to = pt_leader(pt, node_of(pt, node)->copies.items[(*next)++]);
            if (!w.number[to])
                enter(&w, to);
            else if (w.open[to] && w.number[to] < w.low[node])
                w.low[node] = w.number[to];
        }
    }
    free(w.number);
    free(w.low);
    free(w.open);
    vec_free(&w.stack);
    vec_free(&w.path);
    vec_free(&w.next);
}

/* ---- solving ------------------------------------------------------------------------------------------------------*/

static void pass_on(struct pt *pt, uint32_t node)
{
    struct pset fresh = node_of(pt, node)->fresh;
    node_of(pt, node)->fresh = (struct pset){0};
    /* The lists may grow and the nodes move while they are gone through. */
    for (size_t i = 0; i < node_of(pt, node)->copies.count; i++)
        pt_add_items(pt, node_of(pt, node)->copies.items[i], fresh.items, fresh.count);
    for (size_t k = 0; k < fresh.count; k++) {
        for (size_t i = 0; i < node_of(pt, node)->loads.count; i++)
            load_one(pt, fresh.items[k], node_of(pt, node)->loads.items[i]);
        for (size_t i = 0; i < node_of(pt, node)->stores.count; i++)
            store_one(pt, fresh.items[k], node_of(pt, node)->stores.items[i]);
        for (size_t i = 0; i < node_of(pt, node)->calls.count; i++)
            call_one(pt, fresh.items[k], node_of(pt, node)->calls.items[i]);
        if (node == PT_UNKNOWN)
            pt_escape(pt, fresh.items[k]);
    }
    vec_free(&fresh);
}

void pt_solve(struct pt *pt)
{
    while (pt->work.count || pt->new_funcs.count) {
        if (pt->new_funcs.count) {
            pt_constrain(pt, pt->new_funcs.items[--pt->new_funcs.count]);
            continue;
        }
        uint32_t node = pt->work.items[--pt->work.count];
        node_of(pt, node)->queued = false;
        if (node_of(pt, node)->leader == node)
            pass_on(pt, node);
        if (++pt->steps >= pt->steps_to_cycles) {
            collapse_cycles(pt);
            pt->steps_to_cycles = pt->steps + 4 * pt->nodes.count + 1000;
        }
    }
}
