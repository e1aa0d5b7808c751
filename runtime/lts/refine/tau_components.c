/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Components of silent transitions, and their collapse in place. The search is that of D. Pearce, "A space-efficient
 * algorithm for finding strongly connected components" (2016): one array serves as order of discovery, low link and
 * number of the component.
 *
 * A state that is a component of its own keeps its place among the others of its kind, so that its row only ever moves
 * towards the front; rows of larger components are gathered aside and come last.
 */
#include "compact_rows.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

/* Transitions whose targets are asked for while those before them are in hand. */
enum { AHEAD = 16 };

struct step {
    uint32_t state, index; /* the index that it began with: it is a root when no transition lowers it */
    uint32_t next;         /* the transition to look at next */
};

struct search {
    const struct compact *c;
    uint32_t *index; /* 0: not seen; else as found, or, from `done` up, finished */
    uint32_t clock, done;
    struct u32s open;
    struct VEC(struct step) path;
};

/* Begins with a state. What is needed of the states behind it is asked for at once, not one after the other. */
static void enter(struct search *x, uint32_t s)
{
    const struct compact *c = x->c;
    struct step step = {s, x->clock, c->first[s]};
    uint32_t end = c->first[s + 1];
    for (uint32_t t = step.next; t < end && t < step.next + AHEAD && compact_silent(c, t); t++) {
        __builtin_prefetch(&x->index[compact_target(c, t)], 1);
        __builtin_prefetch(&c->first[compact_target(c, t)]);
    }
    x->index[s] = x->clock++;
    vec_push(&x->path, step);
}

/* Finished components are numbered downwards from above, so that they never look older than what is open. */
static void leave(struct search *x, uint32_t s, bool root)
{
    if (!root) {
        vec_push(&x->open, s);
        return;
    }
    x->clock--;
    while (x->open.count && x->index[s] <= x->index[x->open.items[x->open.count - 1]]) {
        x->index[x->open.items[--x->open.count]] = x->done;
        x->clock--;
    }
    x->index[s] = x->done--;
}

static void search_from(struct search *x, uint32_t start)
{
    const struct compact *c = x->c;
    enter(x, start);
    while (x->path.count) {
        struct step *step = &x->path.items[x->path.count - 1];
        uint32_t s = step->state;
        if (step->next < c->first[s + 1] && compact_silent(c, step->next)) {
            uint32_t to = compact_target(c, step->next);
            if (!x->index[to]) {
                enter(x, to);
                continue; /* the same transition is looked at again afterwards */
            }
            if (x->index[to] < x->index[s])
                x->index[s] = x->index[to];
            step->next++;
            continue;
        }
        x->path.count--;
        leave(x, s, x->index[s] == step->index);
    }
}

/* component[s], in the order in which components are finished; returns how many there are. */
static uint32_t find_components(const struct compact *c, uint32_t *component)
{
    struct search x = {.c = c, .index = component, .clock = 1, .done = UINT32_MAX};
    memset(component, 0, c->states * sizeof *component);
    for (uint32_t s = 0; s < c->states; s++)
        if (!component[s])
            search_from(&x, s);
    for (uint32_t s = 0; s < c->states; s++)
        component[s] = UINT32_MAX - component[s];
    vec_free(&x.open);
    vec_free(&x.path);
    return UINT32_MAX - x.done;
}

/* ---- collapse ---------------------------------------------------------------------------------------------------- */

/* Moves of larger components that were met lately: most of what a giant component does, its states do again and again,
 * and what is dropped here need not be sorted. */
enum { LATELY = 256 };

struct collapse {
    struct compact *c;
    struct compact_nodes *nodes;
    const uint32_t *component;
    uint32_t single;           /* nodes that are one state: numbers below this */
    uint32_t *first, *members; /* of node single + i: members[first[i] .. first[i+1]-1] */
    struct u64s row, aside;    /* aside: rows of the larger components */
    struct u32s ends;
    struct {
        uint64_t move;
        uint32_t node;
    } lately[LATELY]; /* by hash; at first the silent loop of node 0, which is never asked for */
};

/* Whether the node is known to have the move; if not, it is from now on. */
static bool met_lately(struct collapse *x, uint32_t node, uint64_t move)
{
    size_t slot = hash_u64(move) % LATELY;
    if (x->lately[slot].node == node && x->lately[slot].move == move)
        return true;
    x->lately[slot].node = node;
    x->lately[slot].move = move;
    return false;
}

static uint32_t node_of(const struct collapse *x, uint32_t s)
{
    return x->nodes->node_of ? x->nodes->node_of[s] : s;
}

/* Adds the moves of state s, seen as moves of its node; notes and drops silent loops. */
static void add_moves(struct collapse *x, uint32_t s, uint32_t from, uint32_t to)
{
    uint32_t node = node_of(x, s), end = x->c->first[x->c->states];
    for (uint32_t t = from; t < to; t++) {
        if (x->nodes->node_of && t + AHEAD < end)
            __builtin_prefetch(&x->nodes->node_of[compact_target(x->c, t + AHEAD)]);
        uint32_t target = node_of(x, compact_target(x->c, t));
        uint64_t move = (uint64_t)compact_label(x->c, t) << 32 | target;
        if (compact_silent(x->c, t) && target == node)
            x->nodes->loop[node] = true;
        else if (node < x->single || !met_lately(x, node, move))
            vec_push(&x->row, move);
    }
}

static void number_nodes(struct collapse *x, uint32_t count)
{
    struct compact *c = x->c;
    uint32_t *number = base_mem_zalloc((count + (size_t)1) * sizeof *number), large = 0, at = 0;
    for (uint32_t s = 0; s < c->states; s++)
        number[x->component[s]]++;
    for (uint32_t i = 0; i < count; i++)
        x->single += number[i] == 1;
    x->first = base_mem_zalloc((count - x->single + (size_t)2) * sizeof *x->first);
    for (uint32_t i = 0; i < count; i++)
        if (number[i] > 1) {
            x->first[large + 2] = number[i];
            number[i] = x->single + large++;
        } else {
            number[i] = LTS_NONE;
        }
    for (uint32_t i = 0; i < large; i++)
        x->first[i + 2] += x->first[i + 1];
    x->members = base_mem_alloc((c->states - x->single + (size_t)1) * sizeof *x->members);
    x->nodes->node_of = base_mem_alloc(c->states * sizeof *x->nodes->node_of);
    for (uint32_t s = 0; s < c->states; s++) {
        uint32_t node = number[x->component[s]];
        if (node == LTS_NONE)
            node = at++;
        else
            x->members[x->first[node - x->single + 1]++] = s;
        x->nodes->node_of[s] = node;
    }
    free(number);
}

static void gather_large(struct collapse *x, uint32_t large)
{
    vec_reserve(&x->aside, 1); /* an address even where no moves are left */
    for (uint32_t i = 0; i < large; i++) {
        x->row.count = 0;
        for (uint32_t m = x->first[i]; m < x->first[i + 1]; m++)
            add_moves(x, x->members[m], x->c->first[x->members[m]], x->c->first[x->members[m] + 1]);
        size_t n = base_sort_unique_u64(x->row.items, x->row.count);
        for (size_t j = 0; j < n; j++)
            vec_push(&x->aside, x->row.items[j]);
        vec_push(&x->ends, (uint32_t)x->aside.count);
    }
}

/* Rows of the nodes that are one state move towards the front; returns where they end. */
static uint32_t move_single(struct collapse *x)
{
    struct compact *c = x->c;
    uint32_t at = 0, from = 0;
    for (uint32_t s = 0; s < c->states; s++) {
        uint32_t to = c->first[s + 1], node = node_of(x, s);
        if (node < x->single) {
            x->row.count = 0;
            add_moves(x, s, from, to);
            size_t n = base_sort_unique_u64(x->row.items, x->row.count);
            refine_compact_put(c, at, x->row.items, n);
            at += (uint32_t)n;
            c->first[node + 1] = at;
        }
        from = to;
    }
    return at;
}

void refine_compact_collapse(struct compact *c, struct compact_nodes *nodes)
{
    uint32_t *component = base_mem_alloc(c->states * sizeof *component), count = find_components(c, component);
    struct collapse x = {.c = c, .nodes = nodes, .component = component, .single = count};
    *nodes = (struct compact_nodes){.states = c->states};
    nodes->loop = base_mem_zalloc(count * sizeof *nodes->loop);
    if (count < c->states) {
        x.single = 0;
        number_nodes(&x, count);
        gather_large(&x, count - x.single);
    }
    free(component);
    uint32_t at = move_single(&x);
    for (size_t i = 0, from = 0; i < x.ends.count; i++) {
        refine_compact_put(c, at, x.aside.items + from, x.ends.items[i] - from);
        at += x.ends.items[i] - (uint32_t)from;
        from = x.ends.items[i];
        c->first[x.single + i + 1] = at;
    }
    c->states = count;
    refine_compact_trim(c);
    free(x.first);
    free(x.members);
    vec_free(&x.row);
    vec_free(&x.aside);
    vec_free(&x.ends);
}

void refine_compact_nodes_free(struct compact_nodes *nodes)
{
    free(nodes->node_of);
    free(nodes->loop);
    *nodes = (struct compact_nodes){0};
}
