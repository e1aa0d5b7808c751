/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a transition p -a-> q is implied by others: whether a path silent* a silent* from p to q is there besides it.
 *
 * Two searches look for the path, from p and back from q, in turns by the work they have done; they end when they meet
 * or when one has nothing left. One of the two ends is nearly always narrow, even where the other is not. A path never
 * gets higher than where it is, height being the longest silent path: that keeps most states out. The searches never
 * pass a hub: what it implies is known.
 */
#include "runtime/lts/weak_imply.h"

#include <stdlib.h>

/* ---- what is known before ------------------------------------------------------------------------------------------ */

static void find_heights(struct imply *x)
{
    const struct graph *q = x->q;
    uint32_t *order = weak_order(q);
    x->above = mem_zalloc(q->states * sizeof *x->above);
    x->height = mem_zalloc(q->states * sizeof *x->height);
    for (uint32_t i = 0; i < q->states; i++) {
        uint32_t s = order[i];
        x->above[s] = x->hub.knows && s == x->hub.state;
        for (uint64_t t = q->first[s]; imply_silent(x, s, t); t++) {
            uint32_t to = q->target[t];
            x->above[s] |= x->above[to];
            if (x->height[s] <= x->height[to])
                x->height[s] = x->height[to] + 1;
        }
    }
    free(order);
}

static inline bool begins_label(const struct graph *q, uint32_t s, uint64_t t)
{
    return t == q->first[s] || q->label[t] != q->label[t - 1];
}

static void group_sources(struct imply *x)
{
    const struct graph *q = x->q;
    uint64_t *first = mem_zalloc((q->labels + (size_t)2) * sizeof *first);
    for (uint32_t s = 0; s < q->states; s++)
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            first[q->label[t] + 2] += begins_label(q, s, t);
    for (uint32_t l = 0; l < q->labels; l++)
        first[l + 2] += first[l + 1];
    x->first_of_label = first;
    x->source_of_label = mem_alloc((first[q->labels + 1] + 1) * sizeof *x->source_of_label);
    for (uint32_t s = 0; s < q->states; s++)
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            if (begins_label(q, s, t))
                x->source_of_label[first[q->label[t] + 1]++] = s;
}

static void turn_round(struct imply *x)
{
    const struct graph *q = x->q;
    uint64_t m = graph_transitions(q);
    x->in_first = mem_zalloc((q->states + (size_t)2) * sizeof *x->in_first);
    x->in_label = mem_alloc((m + 1) * sizeof *x->in_label);
    x->in_source = mem_alloc((m + 1) * sizeof *x->in_source);
    for (uint64_t t = 0; t < m; t++)
        x->in_first[q->target[t] + 2]++;
    for (uint32_t s = 0; s < q->states; s++)
        x->in_first[s + 2] += x->in_first[s + 1];
    for (uint32_t l = 0; l < q->labels; l++)
        for (uint64_t i = x->first_of_label[l]; i < x->first_of_label[l + 1]; i++) {
            uint32_t s = x->source_of_label[i];
            for (uint64_t t = imply_find(x, s, l); t < q->first[s + 1] && q->label[t] == l; t++) {
                uint64_t at = x->in_first[q->target[t] + 1]++;
                x->in_label[at] = l;
                x->in_source[at] = s;
            }
        }
}

static struct imply_phase new_phase(uint32_t states)
{
    return (struct imply_phase){.seen = visited_new(states)};
}

static void free_phase(struct imply_phase *p)
{
    visited_free(&p->seen);
    vec_free(&p->list);
}

void imply_init(struct imply *x, const struct graph *q)
{
    *x = (struct imply){.q = q};
    weak_hub_make(&x->hub, q, NULL);
    if (!x->hub.knows)
        memset(x->hub.below, 0, q->states * sizeof *x->hub.below);
    find_heights(x);
    group_sources(x);
    turn_round(x);
    x->leads = new_phase(q->states);
    x->forth = (struct imply_search){new_phase(q->states), new_phase(q->states), 0};
    x->back = (struct imply_search){new_phase(q->states), new_phase(q->states), 0};
}

void imply_free(struct imply *x)
{
    weak_hub_free(&x->hub);
    free(x->above);
    free(x->height);
    free(x->first_of_label);
    free(x->source_of_label);
    free(x->in_first);
    free(x->in_label);
    free(x->in_source);
    free_phase(&x->leads);
    free_phase(&x->forth.before);
    free_phase(&x->forth.behind);
    free_phase(&x->back.before);
    free_phase(&x->back.behind);
}

/* The first place of low .. high-1 whose label is not below `label`, or high. */
static uint64_t find_label(const uint32_t *labels, uint64_t low, uint64_t high, uint32_t label)
{
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (labels[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t imply_find(const struct imply *x, uint32_t s, uint32_t label)
{
    return find_label(x->q->label, x->q->first[s], x->q->first[s + 1], label);
}

/* ---- what the hub implies ------------------------------------------------------------------------------------------ */

static bool leads_at_once(const struct imply *x, uint32_t s)
{
    for (uint64_t t = imply_find(x, s, x->label); t < x->q->first[s + 1] && x->q->label[t] == x->label; t++)
        if (x->above[x->q->target[t]])
            return true;
    return false;
}

void imply_begin(struct imply *x, uint32_t label)
{
    struct imply_phase *p = &x->leads;
    x->label = label;
    imply_clear(p);
    if (!x->hub.knows || label == GRAPH_SILENT)
        return;
    bool again = x->hub.again[label]; /* then all that is above the hub leads, which need not be found */
    for (uint64_t i = x->first_of_label[label]; i < x->first_of_label[label + 1]; i++) {
        uint32_t s = x->source_of_label[i];
        if (!(again && x->above[s]) && leads_at_once(x, s))
            imply_add(p, s);
    }
    for (; p->done < p->list.count; p->done++) {
        uint32_t s = p->list.items[p->done];
        for (uint64_t t = x->in_first[s]; t < x->in_first[s + 1] && x->in_label[t] == GRAPH_SILENT; t++)
            if (!(again && x->above[x->in_source[t]]))
                imply_add(p, x->in_source[t]);
    }
}

/* Whether a path by way of the hub implies the transition, which does not leave the hub itself. */
static bool hub_implies(const struct imply *x, uint32_t from, uint32_t to)
{
    bool under = x->hub.below[to] && to != x->hub.state;
    if (x->label == GRAPH_SILENT)
        return x->above[from] && under;
    return (x->above[from] && weak_hub_can(&x->hub, x->label, to)) || (under && visited_has(&x->leads.seen, from));
}

/* ---- the searches -------------------------------------------------------------------------------------------------- */

struct transition {
    uint32_t from, to;
};

/* Finds a state behind the label: true when it leads to the end. */
static bool find_behind(struct imply *x, struct transition a, uint32_t s)
{
    if (s == a.to)
        return true;
    if (x->height[s] <= x->height[a.to])
        return false;
    if (x->hub.below[a.to] ? x->above[s] : x->hub.below[s])
        return x->hub.below[a.to];
    if (visited_has(&x->back.behind.seen, s))
        return true;
    imply_add(&x->forth.behind, s);
    return false;
}

static bool step_before(struct imply *x, struct transition a, uint32_t s)
{
    const struct graph *q = x->q;
    uint64_t t = imply_find(x, s, x->label);
    for (; t < q->first[s + 1] && q->label[t] == x->label; t++, x->forth.work++)
        if (!(s == a.from && q->target[t] == a.to) && find_behind(x, a, q->target[t]))
            return true;
    if (x->label == GRAPH_SILENT)
        return false;
    for (t = q->first[s]; imply_silent(x, s, t); t++, x->forth.work++) {
        if (visited_has(&x->back.before.seen, q->target[t]))
            return true;
        if (!(x->above[a.from] && x->hub.below[q->target[t]]))
            imply_add(&x->forth.before, q->target[t]);
    }
    return false;
}

static bool step_behind(struct imply *x, struct transition a, uint32_t s)
{
    for (uint64_t t = x->q->first[s]; imply_silent(x, s, t); t++, x->forth.work++)
        if (find_behind(x, a, x->q->target[t]))
            return true;
    return false;
}

/* Finds a state before the label from which a path leads to the end: true when it can be reached. */
static bool find_before_back(struct imply *x, struct transition a, uint32_t s)
{
    if (visited_has(&x->forth.before.seen, s))
        return true;
    if (x->height[s] < x->height[a.from] && (x->above[a.from] || !x->above[s]))
        imply_add(&x->back.before, s);
    return false;
}

static bool step_before_back(struct imply *x, struct transition a, uint32_t s)
{
    for (uint64_t t = x->in_first[s]; t < x->in_first[s + 1] && x->in_label[t] == GRAPH_SILENT; t++, x->back.work++)
        if (find_before_back(x, a, x->in_source[t]))
            return true;
    return false;
}

/* Goes back from a state behind the label. A path that ends below the hub does not pass it: hub_implies would know. */
static bool step_behind_back(struct imply *x, struct transition a, uint32_t s)
{
    bool under = x->hub.below[a.to] && a.to != x->hub.state;
    uint64_t t = x->in_first[s], end = x->in_first[s + 1];
    for (; t < end && x->in_label[t] == GRAPH_SILENT; t++, x->back.work++) {
        uint32_t by = x->in_source[t];
        if (x->label == GRAPH_SILENT && by == a.from) {
            if (s != a.to)
                return true;
            continue;
        }
        if ((under && x->above[by]) || (x->label == GRAPH_SILENT && x->height[by] >= x->height[a.from]))
            continue;
        if (visited_has(&x->forth.behind.seen, by))
            return true;
        imply_add(&x->back.behind, by);
    }
    if (x->label == GRAPH_SILENT)
        return false;
    for (t = find_label(x->in_label, t, end, x->label); t < end && x->in_label[t] == x->label; t++, x->back.work++)
        if (!(s == a.to && x->in_source[t] == a.from) && find_before_back(x, a, x->in_source[t]))
            return true;
    return false;
}

static bool has_more(const struct imply_phase *p)
{
    return p->done < p->list.count;
}

bool imply_ask(struct imply *x, uint32_t from, uint32_t to)
{
    struct transition a = {from, to};
    if (hub_implies(x, from, to))
        return true;
    struct imply_phase *p[] = {&x->forth.before, &x->forth.behind, &x->back.before, &x->back.behind};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        imply_clear(p[i]);
    x->forth.work = x->back.work = 0;
    imply_add(&x->forth.before, from);
    imply_add(&x->back.behind, to);
    while ((has_more(p[0]) || has_more(p[1])) && (has_more(p[2]) || has_more(p[3]))) {
        bool met;
        if (x->forth.work <= x->back.work)
            met = has_more(p[1]) ? step_behind(x, a, p[1]->list.items[p[1]->done++])
                                 : step_before(x, a, p[0]->list.items[p[0]->done++]);
        else
            met = has_more(p[3]) ? step_behind_back(x, a, p[3]->list.items[p[3]->done++])
                                 : step_before_back(x, a, p[2]->list.items[p[2]->done++]);
        if (met)
            return true;
    }
    return false;
}
