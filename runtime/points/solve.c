/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Solving the inclusion constraints: only what is new in a set is passed on, and nodes in a cycle of copies become one.
 * Sources: Andersen 1994; Pearce, Kelly, Hankin 2003 and 2007.
 */
#include "runtime/base/components.h"
#include "runtime/points/private.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

/* ---- sets -------------------------------------------------------------------------------------------------------- */

bool pt_pset_has(const struct pset *s, uint32_t x)
{
    return sorted_has_u32(s->items, s->count, x);
}

bool pt_pset_add(struct pset *s, uint32_t x)
{
    size_t i = lower_bound_u32(s->items, 0, s->count, x);
    if (i < s->count && s->items[i] == x)
        return false;
    vec_reserve(s, s->count + 1);
    memmove(s->items + i + 1, s->items + i, (s->count - i) * sizeof *s->items);
    s->items[i] = x;
    s->count++;
    return true;
}

void pt_pset_merge(struct pset *s, const uint32_t *items, size_t count)
{
    if (count < 4) {
        for (size_t i = 0; i < count; i++)
            pt_pset_add(s, items[i]);
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

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

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
    return node;
}

static void enqueue(struct pt *pt, uint32_t node)
{
    if (node_of(pt, node)->queued)
        return;
    node_of(pt, node)->queued = true;
    vec_push(&pt->work, node);
}

/* A set of more places than this says nothing any more, and costs. */
enum { PLACES_MAX = 2000, STEPS_TO_ASK = 64, EACH_COPY = 10, EFFORT_OF_UNIT = 11 /* of the budget */ };

/* The node is taken to hold anything: what it held escapes, and so does all that comes. */
static void give_up(struct pt *pt, uint32_t node)
{
    struct pt_node *n = node_of(pt, node);
    struct pset held = n->set;
    n->is_anything = true;
    n->set = (struct pset){0};
    vec_free(&n->fresh);
    pt_pset_add(&n->set, PT_UNKNOWN);
    pt_pset_add(&n->fresh, PT_UNKNOWN);
    enqueue(pt, node);
    for (size_t i = 0; i < held.count; i++)
        pt_add_item(pt, PT_UNKNOWN, held.items[i]);
    vec_free(&held);
    pt->gave_up = true;
}

static void add_sorted(struct pt *pt, uint32_t node, const uint32_t *items, size_t count)
{
    struct pt_node *n = node_of(pt, node);
    struct pset added = {0};
    for (size_t i = 0, k = 0; i < count; i++) {
        k = gallop_u32(n->set.items, k, n->set.count, items[i]);
        if (k == n->set.count || n->set.items[k] != items[i])
            vec_push(&added, items[i]);
    }
    if (added.count) {
        pt_pset_merge(&n->set, added.items, added.count);
        pt_pset_merge(&n->fresh, added.items, added.count);
        enqueue(pt, node);
    }
    vec_free(&added);
    if (n->set.count > PLACES_MAX)
        give_up(pt, node);
}

void pt_add_items(struct pt *pt, uint32_t node, const uint32_t *items, size_t count)
{
    node = pt_leader(pt, node);
    if (node != PT_UNKNOWN && !pt_is_left_there(pt, node) && !node_of(pt, node)->is_anything) {
        add_sorted(pt, node, items, count);
        return;
    }
    bool escapes = pt_is_left_there(pt, node) && pt_may_be_taken(pt, node);
    for (size_t i = 0; i < count; i++) {
        pt_add_item(pt, node, items[i]);
        if (escapes && !pt_is_given(pt, items[i]))
            pt_add_item(pt, PT_UNKNOWN, items[i]);
    }
}

void pt_add_item(struct pt *pt, uint32_t node, uint32_t location)
{
    node = pt_leader(pt, node);
    node = node_of(pt, node)->is_anything ? PT_UNKNOWN : node;
    struct pt_node *n = node_of(pt, node);
    if (pt_is_left_there(pt, node) && pt_is_given(pt, location))
        return;
    if (node == PT_UNKNOWN)
        location = pt_object_at(pt, location);
    if (pt_pset_add(&n->set, location)) {
        pt_pset_add(&n->fresh, location);
        enqueue(pt, node);
    }
}

static void take_set(struct pt *pt, uint32_t node, struct pset *out)
{
    const struct pset *set = &node_of(pt, node)->set;
    pt_pset_merge(out, set->items, set->count);
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
    if (from == to || base_map64_get(&pt->edges, key, &there))
        return;
    base_map64_put(&pt->edges, key, 1);
    vec_push(&node_of(pt, from)->copies, to);
    struct pset now = {0};
    take_set(pt, from, &now);
    pt_add_items(pt, to, now.items, now.count);
    vec_free(&now);
}

/* ---- what depends on where a pointer points ---------------------------------------------------------------------- */

static void access_one(struct pt *pt, uint32_t location, struct pt_transfer t)
{
    struct pt_ids cells = {0};
    pt_cells(pt, location, &pt->accesses.items[t.index], t.is_store, &cells);
    for (size_t i = 0; i < cells.count; i++)
        pt_copy(pt, t.is_store ? t.node : cells.items[i], t.is_store ? cells.items[i] : t.node);
    vec_free(&cells);
}

static void shift_one(struct pt *pt, uint32_t location, struct pt_transfer t)
{
    struct pset moved = {0};
    pt_shifted(pt, location, &pt->shifts.items[t.index], &moved);
    pt_add_items(pt, t.node, moved.items, moved.count);
    vec_free(&moved);
}

static void call_one(struct pt *pt, uint32_t location, struct pt_transfer t)
{
    pt_link(pt, pt->pending.items[t.index], location);
}

/* Does for what is in the node's set now what is going to be done for later additions, which come through the queue. */
static void begin(struct pt *pt, uint32_t node, void (*f)(struct pt *pt, uint32_t location, struct pt_transfer t),
                  struct pt_transfer t)
{
    struct pset now = {0};
    take_set(pt, node, &now);
    for (size_t i = 0; i < now.count; i++)
        f(pt, now.items[i], t);
    vec_free(&now);
}

static void access_through(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t node, bool is_store)
{
    if (pointer == PT_NONE || node == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    vec_push(&pt->accesses, *a);
    struct pt_transfer t = {node, (uint32_t)pt->accesses.count - 1, is_store};
    vec_push(&node_of(pt, pointer)->accesses, t);
    begin(pt, pointer, access_one, t);
}

void pt_load(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t to)
{
    access_through(pt, pointer, a, to, false);
}

void pt_store(struct pt *pt, uint32_t pointer, const struct pt_access *a, uint32_t from)
{
    access_through(pt, pointer, a, from, true);
}

void pt_shift(struct pt *pt, uint32_t pointer, const struct pt_shift *s, uint32_t to)
{
    if (pointer == PT_NONE || to == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    vec_push(&pt->shifts, *s);
    struct pt_transfer t = {to, (uint32_t)pt->shifts.count - 1, false};
    vec_push(&node_of(pt, pointer)->shifts, t);
    begin(pt, pointer, shift_one, t);
}

void pt_call_through(struct pt *pt, uint32_t pointer, struct pt_call *call)
{
    vec_push(&pt->pending, call);
    if (pointer == PT_NONE)
        return;
    pointer = pt_leader(pt, pointer);
    struct pt_transfer t = {PT_NONE, (uint32_t)pt->pending.count - 1, false};
    vec_push(&node_of(pt, pointer)->calls, t.index);
    begin(pt, pointer, call_one, t);
}

/* ---- cycles ------------------------------------------------------------------------------------------------------ */

#define APPEND(to, from)                                                                                               \
    do {                                                                                                               \
        for (size_t i = 0; i < (from)->count; i++)                                                                     \
            vec_push((to), (from)->items[i]);                                                                          \
        vec_free(from);                                                                                                \
    } while (0)

/* Node `b` becomes part of `a`. What only one of them had is new to the other's constraints: all is passed on again. */
void pt_unite(struct pt *pt, uint32_t a, uint32_t b)
{
    a = pt_leader(pt, a);
    b = pt_leader(pt, b);
    if (a == b)
        return;
    struct pt_node *x = node_of(pt, a), *y = node_of(pt, b);
    y->leader = a;
    pt_pset_merge(&x->set, y->set.items, y->set.count);
    pt_pset_merge(&x->fresh, x->set.items, x->set.count);
    APPEND(&x->copies, &y->copies);
    APPEND(&x->accesses, &y->accesses);
    APPEND(&x->shifts, &y->shifts);
    APPEND(&x->calls, &y->calls);
    vec_free(&y->set);
    vec_free(&y->fresh);
    if (x->fresh.count)
        enqueue(pt, a);
    if (x->is_anything || y->is_anything || x->set.count > PLACES_MAX)
        give_up(pt, a);
}

static uint32_t next_copy(void *context, uint32_t node, uint32_t i)
{
    struct pt *pt = context;
    const struct pt_node *n = node_of(pt, node);
    if (pt_is_left_there(pt, node))
        return COMPONENTS_NONE; /* it must not become one with others, as it does not take everything */
    return i < n->copies.count ? pt_leader(pt, n->copies.items[i]) : COMPONENTS_NONE;
}

static bool is_leader(void *context, uint32_t node)
{
    return node_of(context, node)->leader == node;
}

static void unite_all(void *context, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        pt_unite(context, members[count - 1], members[i]);
}

static void collapse_cycles(struct pt *pt)
{
    base_components_find(&(struct components_graph){(uint32_t)pt->nodes.count, next_copy, is_leader, unite_all, pt});
}

/* ---- solving ----------------------------------------------------------------------------------------------------- */

static void pass_on(struct pt *pt, uint32_t node)
{
    struct pset fresh = node_of(pt, node)->fresh;
    const struct pt_node *n = node_of(pt, node);
    pt->effort += n->copies.count * (EACH_COPY + fresh.count) + fresh.count * (n->accesses.count + n->shifts.count);
    node_of(pt, node)->fresh = (struct pset){0};
    /* The lists may grow, the nodes move and become one with others while they are gone through. */
    for (size_t i = 0; i < node_of(pt, node)->copies.count; i++)
        pt_add_items(pt, node_of(pt, node)->copies.items[i], fresh.items, fresh.count);
    for (size_t k = 0; k < fresh.count; k++) {
        for (size_t i = 0; i < node_of(pt, node)->accesses.count; i++)
            access_one(pt, fresh.items[k], node_of(pt, node)->accesses.items[i]);
        for (size_t i = 0; i < node_of(pt, node)->shifts.count; i++)
            shift_one(pt, fresh.items[k], node_of(pt, node)->shifts.items[i]);
        for (size_t i = 0; i < node_of(pt, node)->calls.count; i++)
            call_one(pt, fresh.items[k], (struct pt_transfer){PT_NONE, node_of(pt, node)->calls.items[i], false});
        if (node == PT_UNKNOWN)
            pt_escape(pt, fresh.items[k]);
    }
    vec_free(&fresh);
}

/* First in, first out, so that a node has gathered what it can get when its turn comes. */
static uint32_t next_work(struct pt *pt)
{
    uint32_t node = pt->work.items[pt->work_done++];
    if (pt->work_done == pt->work.count || pt->work_done > 100000) {
        memmove(pt->work.items, pt->work.items + pt->work_done,
                (pt->work.count - pt->work_done) * sizeof *pt->work.items);
        pt->work.count -= pt->work_done;
        pt->work_done = 0;
    }
    return node;
}

static void ask_budget(struct pt *pt)
{
    base_budget_spend(pt->budget, pt->effort / EFFORT_OF_UNIT);
    pt->effort = 0;
    pt->is_stopped = base_budget_ask(pt->budget) != BUDGET_LEFT;
}

void pt_solve(struct pt *pt)
{
    while ((pt->work.count || pt->new_funcs.count) && !pt->is_stopped) {
        if (pt->new_funcs.count) {
            pt_constrain(pt, pt->new_funcs.items[--pt->new_funcs.count]);
            continue;
        }
        uint32_t node = next_work(pt);
        node_of(pt, node)->queued = false;
        if (node_of(pt, node)->leader == node)
            pass_on(pt, node);
        if (++pt->steps % STEPS_TO_ASK == 0)
            ask_budget(pt);
        if (pt->steps >= pt->steps_to_cycles) {
            collapse_cycles(pt);
            pt->steps_to_cycles = pt->steps + pt->nodes.count / 4 + 1000;
        }
    }
}
