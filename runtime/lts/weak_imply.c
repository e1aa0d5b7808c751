/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a transition p -a-> q is implied by others: whether a path silent* a silent* from p to q is there besides it.
 *
 * Two searches look for the path, from p and back from q, in turns by the work they have done; they end when they meet
 * or when one has nothing left. One of the two ends is nearly always narrow, even where the other is not. States that
 * intervals of depth-first numbers tell not to reach p or q are kept out (H. Yildirim, V. Chaoji and M. Zaki, "GRAIL:
 * scalable reachability index for large graphs", 2010). The searches never pass a hub: what it implies is known.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/weak_imply.h"

#include <stdlib.h>

/* ---- what is known before ---------------------------------------------------------------------------------------- */

/* Depth first again, with states and their successors in opposite order. */
static uint32_t *opposite_order(const struct imply *x)
{
    const struct graph *q = x->q;
    struct u32s path = {0};
    uint32_t *order = mem_alloc(q->states * sizeof *order), *left = mem_alloc(q->states * sizeof *left), found = 0;
    for (uint32_t s = 0; s < q->states; s++)
        left[s] = LTS_NONE;
    for (uint32_t root = q->states; root-- > 0;) {
        if (left[root] != LTS_NONE)
            continue;
        vec_push(&path, root);
        while (path.count) {
            uint32_t s = path.items[path.count - 1];
            if (left[s] == LTS_NONE)
                left[s] = (uint32_t)(imply_find(x, s, GRAPH_SILENT + 1) - q->first[s]);
            while (left[s] && left[q->target[q->first[s] + left[s] - 1]] != LTS_NONE)
                left[s]--;
            if (left[s]) {
                vec_push(&path, q->target[q->first[s] + left[s] - 1]);
            } else {
                order[found++] = s;
                path.count--;
            }
        }
    }
    vec_free(&path);
    free(left);
    return order;
}

static void find_places(struct imply *x)
{
    const struct graph *q = x->q;
    x->above = mem_zalloc(q->states * sizeof *x->above);
    x->place = mem_alloc(q->states * sizeof *x->place);
    for (int way = 0; way < 2; way++) {
        uint32_t *order = way ? opposite_order(x) : weak_order(q);
        for (uint32_t i = 0; i < q->states; i++) {
            uint32_t s = order[i], least = i;
            x->above[s] = x->hub.knows && s == x->hub.state;
            for (uint64_t t = q->first[s]; weak_silent(q, s, t); t++) {
                uint32_t below = x->place[q->target[t]].least[way];
                x->above[s] |= x->above[q->target[t]];
                least = below < least ? below : least;
            }
            x->place[s].number[way] = i;
            x->place[s].least[way] = least;
        }
        free(order);
    }
}

/* No when a state does not silently reach another one; yes tells nothing: in a depth-first order, what is below a state
 * has numbers from the least to its own. */
static bool may_reach(const struct imply *x, uint32_t s, uint32_t to)
{
    const struct imply_place *a = &x->place[s], *b = &x->place[to];
    return a->least[0] <= b->least[0] && b->number[0] <= a->number[0] && a->least[1] <= b->least[1] &&
           b->number[1] <= a->number[1];
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
    find_places(x);
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
    free(x->place);
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

uint64_t imply_find(const struct imply *x, uint32_t s, uint32_t label)
{
    return lower_bound_u32(x->q->label, x->q->first[s], x->q->first[s + 1], label);
}

/* ---- what the hub implies ---------------------------------------------------------------------------------------- */

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

/* Whether another transition of s with the label, or a silent step and all that follows, leads above the hub. */
static bool leads_otherwise(const struct imply *x, uint32_t s)
{
    const struct graph *q = x->q;
    for (uint64_t t = q->first[s]; weak_silent(q, s, t); t++)
        if (visited_has(&x->leads.seen, q->target[t]))
            return true;
    for (uint64_t t = imply_find(x, s, x->label); t < q->first[s + 1] && q->label[t] == x->label; t++)
        if (q->target[t] != x->hub.state && x->above[q->target[t]])
            return true;
    return false;
}

enum answer { NO, YES, UNKNOWN };

/* What is known of a transition that does not leave the hub itself. YES: a path by way of the hub implies it. UNKNOWN:
 * only paths that do not pass the hub are left. */
static enum answer ask_hub(const struct imply *x, uint32_t from, uint32_t to)
{
    bool to_hub = to == x->hub.state;
    if (!x->hub.knows)
        return UNKNOWN;
    if (x->label == GRAPH_SILENT)
        return x->above[from] && x->hub.below[to] && !to_hub ? YES : UNKNOWN;
    if (x->above[from] && weak_hub_can(&x->hub, x->label, to))
        return YES;
    if (to_hub)
        return leads_otherwise(x, from) ? YES : NO;
    return x->hub.below[to] && visited_has(&x->leads.seen, from) ? YES : UNKNOWN;
}

/* ---- the searches ------------------------------------------------------------------------------------------------ */

struct transition {
    uint32_t from, to;
};

/* Finds a state behind the label: true when it leads to the end. */
static bool find_behind(struct imply *x, struct transition a, uint32_t s)
{
    if (s == a.to)
        return true;
    if (!may_reach(x, s, a.to))
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
    for (t = q->first[s]; weak_silent(q, s, t); t++, x->forth.work++) {
        if (visited_has(&x->back.before.seen, q->target[t]))
            return true;
        if (!(x->above[a.from] && x->hub.below[q->target[t]]))
            imply_add(&x->forth.before, q->target[t]);
    }
    return false;
}

static bool step_behind(struct imply *x, struct transition a, uint32_t s)
{
    for (uint64_t t = x->q->first[s]; weak_silent(x->q, s, t); t++, x->forth.work++)
        if (find_behind(x, a, x->q->target[t]))
            return true;
    return false;
}

/* Finds a state before the label from which a path leads to the end: true when it can be reached. */
static bool find_before_back(struct imply *x, struct transition a, uint32_t s)
{
    if (visited_has(&x->forth.before.seen, s))
        return true;
    if (may_reach(x, a.from, s) && (x->above[a.from] || !x->above[s]))
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

/* Goes back from a state behind the label. A path that ends below the hub does not pass it: ask_hub would know. */
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
        if ((under && x->above[by]) || (x->label == GRAPH_SILENT && !may_reach(x, a.from, by)))
            continue;
        if (visited_has(&x->forth.behind.seen, by))
            return true;
        imply_add(&x->back.behind, by);
    }
    if (x->label == GRAPH_SILENT)
        return false;
    for (t = lower_bound_u32(x->in_label, t, end, x->label); t < end && x->in_label[t] == x->label; t++, x->back.work++)
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
    enum answer known = ask_hub(x, from, to);
    if (known != UNKNOWN)
        return known == YES;
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
