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
#include "runtime/lts/control.h"
#include "runtime/lts/weak_imply.h"

#include <stdlib.h>

/* The hub's transitions with the label in hand, in one sweep: implied is what those of all below it lead to, and what
 * lies below the targets of its own. */
static void check_hub(struct imply *x, bool *redundant)
{
    const struct graph *q = x->q;
    uint32_t hub = x->hub.state, label = x->label;
    struct imply_phase *p = &x->forth.behind;
    bool through = false; /* to the hub itself */
    imply_clear(p);
    for (uint64_t i = x->first_of_label[label]; label != GRAPH_SILENT && i < x->first_of_label[label + 1]; i++) {
        uint32_t s = x->source_of_label[i];
        if (s == hub || !x->hub.below[s])
            continue;
        for (uint64_t t = imply_find(x, s, label); t < q->first[s + 1] && q->label[t] == label; t++) {
            through |= x->above[q->target[t]];
            imply_add(p, q->target[t]);
        }
    }
    uint64_t from = imply_find(x, hub, label), to = from;
    for (; to < q->first[hub + 1] && q->label[to] == label; to++) {
        uint32_t s = q->target[to];
        through |= s != hub && x->above[s];
        for (uint64_t t = q->first[s]; weak_silent(q, s, t); t++)
            imply_add(p, q->target[t]);
    }
    for (; p->done < p->list.count; p->done++) {
        uint32_t s = p->list.items[p->done];
        for (uint64_t t = q->first[s]; !(through && x->hub.below[s]) && weak_silent(q, s, t); t++)
            imply_add(p, q->target[t]);
    }
    for (uint64_t t = from; t < to; t++)
        redundant[t] = (through && x->hub.below[q->target[t]]) || visited_has(&p->seen, q->target[t]);
}

/* The transitions of state s with the label in hand; returns how much was looked at. */
static uint64_t check_state(struct imply *x, uint32_t s, bool *redundant)
{
    const struct graph *q = x->q;
    uint64_t work = 0;
    for (uint64_t t = imply_find(x, s, x->label); t < q->first[s + 1] && q->label[t] == x->label; t++) {
        x->forth.work = x->back.work = 0;
        redundant[t] = imply_ask(x, s, q->target[t]);
        work += x->forth.work + x->back.work + 1;
    }
    return work;
}

static enum status check_label(struct imply *x, uint32_t label, bool *redundant, const struct lts_control *c,
                               struct diag *d)
{
    enum { WORK_BETWEEN_QUESTIONS = 1 << 20 };
    uint64_t work = 0;
    enum status st = ST_OK;
    imply_begin(x, label);
    for (uint64_t i = x->first_of_label[label]; i < x->first_of_label[label + 1] && !st; i++) {
        uint32_t s = x->source_of_label[i];
        if (x->hub.knows && s == x->hub.state)
            check_hub(x, redundant);
        else
            work += check_state(x, s, redundant);
        if (work < WORK_BETWEEN_QUESTIONS)
            continue;
        work = 0;
        st = control_step(c, "minimising", 0, 0, d);
    }
    return st;
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

enum status weak_minimise(struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct imply x;
    enum status st = ST_OK;
    if (!weak_any_silent(q))
        return ST_OK;
    bool *redundant = mem_zalloc(graph_transitions(q) * sizeof *redundant);
    imply_init(&x, q);
    for (uint32_t l = 0; l < q->labels && !st; l++)
        st = check_label(&x, l, redundant, c, d);
    imply_free(&x);
    if (!st)
        drop_redundant(q, redundant);
    free(redundant);
    return st;
}
