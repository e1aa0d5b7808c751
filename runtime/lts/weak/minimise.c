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
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"
#include "runtime/lts/weak/imply.h"

#include <stdlib.h>

struct minimiser {
    struct graph near; /* the graph, numbered along silent transitions */
    struct imply imply;
    struct workers *workers;
    struct imply_ends *ends; /* by worker */
    bool *redundant;         /* by transition of `near` */
    uint64_t from;           /* the first source of the label in hand that is not looked at */
};

/* The first transition of s with the label in hand. */
static uint64_t find(const struct minimiser *m, uint32_t s)
{
    return lower_bound_u32(m->near.label, m->near.first[s], m->near.first[s + 1], m->imply.label);
}

static void add_row(const struct weak_rows *rows, struct imply_phase *p, uint32_t s)
{
    uint32_t count;
    const uint32_t *row = weak_row(rows, WEAK_TARGETS, s, &count);
    for (uint32_t i = 0; i < count; i++)
        imply_add(p, row[i]);
}

/* The hub's transitions with the label in hand, in one sweep: implied is what those of all below it lead to, and what
 * lies below the targets of its own. */
static void check_hub(struct minimiser *m)
{
    const struct imply *x = &m->imply;
    uint32_t hub = x->hub.state, label = x->label, count;
    struct imply_phase *p = &m->ends[0].forth.behind;
    bool through = false; /* to the hub itself */
    imply_clear(p);
    for (uint64_t i = x->first_of_label[label]; label != GRAPH_SILENT && i < x->first_of_label[label + 1]; i++)
        if (x->source_of_label[i] != hub && x->hub.below[x->source_of_label[i]])
            add_row(&x->visible, p, x->source_of_label[i]);
    for (size_t i = 0; i < p->list.count; i++)
        through |= x->above[p->list.items[i]];
    const uint32_t *row = weak_row(imply_rows(x), WEAK_TARGETS, hub, &count);
    for (uint32_t i = 0; i < count; i++) {
        through |= row[i] != hub && x->above[row[i]];
        add_row(&x->silent, p, row[i]);
    }
    for (; p->done < p->list.count; p->done++)
        if (!(through && x->hub.below[p->list.items[p->done]]))
            add_row(&x->silent, p, p->list.items[p->done]);
    uint64_t t = find(m, hub);
    for (uint32_t i = 0; i < count; i++)
        m->redundant[t + i] = (through && x->hub.below[row[i]]) || visited_has(&p->seen, row[i]);
}

static void check_sources(void *context, unsigned worker, size_t from, size_t to)
{
    struct minimiser *m = context;
    const struct imply *x = &m->imply;
    for (uint64_t i = m->from + from; i < m->from + to; i++) {
        uint32_t s = x->source_of_label[i], count;
        const uint32_t *row = weak_row(imply_rows(x), WEAK_TARGETS, s, &count);
        uint64_t t = find(m, s);
        for (uint32_t k = 0; k < count && !(x->hub.knows && s == x->hub.state); k++)
            m->redundant[t + k] = imply_ask(&m->ends[worker], s, row[k]);
    }
}

static enum status check_label(struct minimiser *m, uint32_t label, const struct lts_control *c, struct diag *d)
{
    enum { TOGETHER = 1 << 14, GRAIN = 1 << 8 };
    struct imply *x = &m->imply;
    uint64_t end = x->first_of_label[label + 1];
    imply_begin(x, label);
    if (x->hub.knows)
        check_hub(m);
    for (m->from = x->first_of_label[label]; m->from < end; m->from += TOGETHER) {
        workers_share(m->workers, end - m->from < TOGETHER ? end - m->from : TOGETHER, GRAIN, check_sources, m);
        enum status st = control_step(c, "minimising", label, m->near.labels, d);
        if (st)
            return st;
    }
    return ST_OK;
}

static enum status check_all(struct minimiser *m, const struct lts_control *c, struct diag *d)
{
    enum status st = ST_OK;
    m->workers = weak_workers(&m->near, c);
    m->ends = mem_alloc(workers_count(m->workers) * sizeof *m->ends);
    imply_init(&m->imply, &m->near);
    for (unsigned i = 0; i < workers_count(m->workers); i++)
        imply_ends_init(&m->ends[i], &m->imply);
    for (uint32_t l = 0; l < m->near.labels && !st; l++)
        st = check_label(m, l, c, d);
    for (unsigned i = 0; i < workers_count(m->workers); i++)
        imply_ends_free(&m->ends[i]);
    imply_free(&m->imply);
    free(m->ends);
    workers_free(m->workers);
    return st;
}

/* Writes the rows of `near` that are not redundant, in their old numbers, over those of q. */
static void keep_rest(struct graph *q, const struct minimiser *m, const uint32_t *number)
{
    uint32_t *old = mem_alloc((q->states + (size_t)1) * sizeof *old);
    uint64_t at = 0;
    for (uint32_t s = 0; s < q->states; s++)
        old[number[s]] = s;
    for (uint32_t s = 0; s < q->states; s++) {
        uint64_t t = m->near.first[number[s]], end = m->near.first[number[s] + 1], part = at;
        for (; t < end; t++) {
            if (m->redundant[t])
                continue;
            if (at > part && q->label[at - 1] != m->near.label[t]) {
                sort_u32(q->target + part, at - part);
                part = at;
            }
            q->label[at] = m->near.label[t];
            q->target[at++] = old[m->near.target[t]];
        }
        sort_u32(q->target + part, at - part);
        q->first[s + 1] = at;
    }
    free(old);
}

enum status weak_minimise(struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct minimiser m = {0};
    if (!weak_any_silent(q))
        return ST_OK;
    uint32_t *number = weak_numbers(q);
    weak_renumber(&m.near, q, number);
    m.redundant = mem_zalloc(graph_transitions(q) * sizeof *m.redundant);
    enum status st = check_all(&m, c, d);
    if (!st)
        keep_rest(q, &m, number);
    graph_free(&m.near);
    free(m.redundant);
    free(number);
    return st;
}
