/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Simulation after M. Henzinger, T. Henzinger and P. Kopke, "Computing simulations on finite and infinite graphs"
 * (1995): when q' stops simulating p', the predecessors of q' that have no other answer stop simulating the
 * predecessors of p'. It runs in rounds, so that ranks give shortest plays. Memory is two bytes for each pair of
 * states.
 */
#include "runtime/lts/sim.h"
#include "runtime/lts/sim_blocks.h"

#include <stdlib.h>

/* From this round on rounds are no longer told apart, and refutations take effect at once. */
enum { LAST_EXACT = SIM_LAST_ROUND - 1 };

struct sim {
    const struct graph *g;
    struct reverse in;
    uint16_t *rank, round;
    struct u32s now, next; /* rows with pairs refuted in the last round, in this one */
    bool *listed;          /* rows in `next` */
};

static void refute(struct sim *x, uint32_t p, uint32_t q)
{
    uint16_t *rank = &x->rank[(size_t)p * x->g->states + q];
    if (*rank)
        return;
    *rank = x->round;
    if (!x->listed[p])
        vec_push(&x->next, p);
    x->listed[p] = true;
}

/* Whether q has an answer by `label` to the step to p2 that was not refuted before this round. */
static bool answers(const struct sim *x, uint32_t q, uint32_t label, uint32_t p2)
{
    const struct graph *g = x->g;
    const uint16_t *row = x->rank + (size_t)p2 * g->states;
    for (uint64_t t = g->first[q]; t < g->first[q + 1] && g->label[t] <= label; t++)
        if (g->label[t] == label && (!row[g->target[t]] || (row[g->target[t]] >= x->round && x->round < LAST_EXACT)))
            return true;
    return false;
}

/* The pair (p2, q2) was refuted in the last round. */
static void spread(struct sim *x, uint32_t p2, uint32_t q2)
{
    for (uint64_t t = x->in.first[q2]; t < x->in.first[q2 + 1]; t++) {
        uint32_t q = x->in.source[t], label = x->in.label[t];
        if (answers(x, q, label, p2))
            continue;
        for (uint64_t u = x->in.first[p2]; u < x->in.first[p2 + 1]; u++)
            if (x->in.label[u] == label)
                refute(x, x->in.source[u], q);
    }
}

static void run_round(struct sim *x)
{
    uint32_t n = x->g->states;
    uint16_t last = x->round;
    struct u32s rows = x->next;
    x->next = x->now;
    x->now = rows;
    x->next.count = 0;
    memset(x->listed, 0, n);
    x->round += x->round < LAST_EXACT;
    for (size_t i = 0; i < x->now.count; i++) {
        const uint16_t *row = x->rank + (size_t)x->now.items[i] * n;
        for (uint32_t q = 0; q < n; q++)
            if (row[q] == last)
                spread(x, x->now.items[i], q);
    }
}

enum status sim_ranks(const struct graph *g, bool ready, uint16_t **rank, const struct lts_control *c, struct diag *d)
{
    uint64_t n = g->states;
    *rank = NULL;
    if (n > 65536 && (!c || !c->max_memory)) /* eight gigabytes: more is hardly meant */
        return diag_set(d, ST_LIMIT, (struct place){0}, "simulation of %llu classes takes a table of %llu MB: allow it with --max-memory",
                        (unsigned long long)n, (unsigned long long)(n * n * 2 >> 20));
    enum status st = control_memory(c, n * n * sizeof **rank, "simulation", d);
    if (st)
        return st;
    struct sim x = {.g = g, .round = 1};
    x.rank = *rank = mem_zalloc((size_t)(n * n) * sizeof **rank);
    x.listed = mem_zalloc(n);
    reverse_make(&x.in, g, false);
    for (uint32_t p = 0; p < n; p++)
        for (uint32_t q = 0; q < n; q++)
            if (!sim_compatible(g, ready, p, q))
                refute(&x, p, q);
    while (x.next.count && !st) {
        run_round(&x);
        if (control_stops(c))
            st = control_stopped(d);
    }
    reverse_free(&x.in);
    free(x.listed);
    vec_free(&x.now);
    vec_free(&x.next);
    return st;
}
