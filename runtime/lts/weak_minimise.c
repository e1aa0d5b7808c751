/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fewest transitions of a weak quotient: J. Eloranta, "Minimizing the number of transitions with respect to
 * observation equivalence" (1991).
 *
 * A transition is redundant when others imply it: p -> q (silent) when a silent path of two or more steps leads from p
 * to q; p -a-> q when a silent step of p leads to a state with a weak a-transition to q, or when another a-transition
 * of p leads to a state from which silent steps lead to q. Silent steps have no cycles, so what implies a transition is
 * never implied by it, and all redundant ones can go at once. A transition that stays corresponds to transitions of the
 * original system, hence the result never has more than it; and the result is unique.
 */
#include "runtime/lts/weak.h"

#include <stdlib.h>

struct minimiser {
    struct graph *q;
    uint32_t *below, *deep,
        *implied; /* by state: stamps. Reached by silent steps; by two or more; implied for the label */
    uint32_t stamp;
    struct u32s below_list, implied_list;
    bool *redundant; /* by transition */
};

static bool is_silent(const struct graph *q, uint64_t t)
{
    return q->label[t] == GRAPH_SILENT;
}

/* Everything below p by silent steps. */
static void find_below(struct minimiser *x, uint32_t p)
{
    const struct graph *q = x->q;
    x->below_list.count = 0;
    for (uint64_t t = q->first[p]; t < q->first[p + 1] && is_silent(q, t); t++) {
        x->below[q->target[t]] = x->stamp;
        vec_push(&x->below_list, q->target[t]);
    }
    for (size_t i = 0; i < x->below_list.count; i++) {
        uint32_t u = x->below_list.items[i];
        for (uint64_t t = q->first[u]; t < q->first[u + 1] && is_silent(q, t); t++) {
            uint32_t v = q->target[t];
            x->deep[v] = x->stamp;
            if (x->below[v] != x->stamp)
                vec_push(&x->below_list, v);
            x->below[v] = x->stamp;
        }
    }
}

static void imply(struct minimiser *x, uint32_t s)
{
    if (x->implied[s] == x->stamp)
        return;
    x->implied[s] = x->stamp;
    vec_push(&x->implied_list, s);
}

/* The first transition of s whose label is not below `label`. */
static uint64_t find_label(const struct graph *q, uint32_t s, uint32_t label)
{
    uint64_t low = q->first[s], high = q->first[s + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (q->label[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the redundant ones of p's transitions from .. to-1, which have one visible label. */
static void check_label(struct minimiser *x, uint64_t from, uint64_t to)
{
    const struct graph *q = x->q;
    uint32_t label = q->label[from];
    x->stamp++;
    x->implied_list.count = 0;
    for (size_t i = 0; i < x->below_list.count; i++)
        for (uint64_t t = find_label(q, x->below_list.items[i], label);
             t < q->first[x->below_list.items[i] + 1] && q->label[t] == label; t++)
            imply(x, q->target[t]);
    for (uint64_t t = from; t < to; t++)
        for (uint64_t u = q->first[q->target[t]]; u < q->first[q->target[t] + 1] && is_silent(q, u); u++)
            imply(x, q->target[u]);
    for (size_t i = 0; i < x->implied_list.count; i++) {
        uint32_t s = x->implied_list.items[i];
        for (uint64_t t = q->first[s]; t < q->first[s + 1] && is_silent(q, t); t++)
            imply(x, q->target[t]);
    }
    for (uint64_t t = from; t < to; t++)
        x->redundant[t] = x->implied[q->target[t]] == x->stamp;
}

static void check_state(struct minimiser *x, uint32_t p)
{
    const struct graph *q = x->q;
    uint64_t t = q->first[p];
    x->stamp++;
    find_below(x, p);
    for (; t < q->first[p + 1] && is_silent(q, t); t++)
        x->redundant[t] = x->deep[q->target[t]] == x->stamp;
    while (t < q->first[p + 1]) {
        uint64_t end = t + 1;
        while (end < q->first[p + 1] && q->label[end] == q->label[t])
            end++;
        if (x->below_list.count || end - t > 1)
            check_label(x, t, end);
        t = end;
    }
}

static void drop_redundant(struct graph *q, const bool *redundant)
{
    uint64_t at = 0, t = 0;
    for (uint32_t s = 0; s < q->states; s++) {
        for (; t < q->first[s + 1]; t++)
            if (!redundant[t]) {
                q->label[at] = q->label[t];
                q->target[at++] = q->target[t];
            }
        q->first[s + 1] = at;
    }
}

void weak_minimise(struct graph *q)
{
    struct minimiser x = {.q = q};
    x.below = mem_zalloc(q->states * sizeof *x.below);
    x.deep = mem_zalloc(q->states * sizeof *x.deep);
    x.implied = mem_zalloc(q->states * sizeof *x.implied);
    x.redundant = mem_zalloc(graph_transitions(q) * sizeof *x.redundant);
    for (uint32_t p = 0; p < q->states; p++)
        check_state(&x, p);
    drop_redundant(q, x.redundant);
    free(x.below);
    free(x.deep);
    free(x.implied);
    free(x.redundant);
    vec_free(&x.below_list);
    vec_free(&x.implied_list);
}
