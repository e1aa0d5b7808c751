/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of the decisions that trials took is turned round next.
 */
#include "search_private.h"

uint32_t check_search_edge(const struct search *s, const struct item *i)
{
    const struct run_decision *d = &s->pasts.items[i->past].decisions[i->decision];
    return d->stmt ? d->first_edge + i->way : d->first_edge;
}

bool check_search_is_reached(const struct search *s, const struct item *i)
{
    uint32_t edge = check_search_edge(s, i);
    const struct run_decision *d = &s->pasts.items[i->past].decisions[i->decision];
    return d->stmt || d->asked ? s->reached[edge] : s->attempts[edge] != 0;
}

/* Edges that lead to goals come first, then those that no trial took, then those that were seldom asked for. */
static uint32_t score_of(const struct search *s, uint32_t edge)
{
    const struct items *of = &s->waiting[edge];
    enum { REACHED = 8, UNWANTED = 16 };
    bool is_reached = check_search_is_reached(s, &of->items[of->count - 1]);
    return s->attempts[edge] * 2 + (is_reached ? REACHED : 0) + (s->wanted[edge] ? 0 : UNWANTED);
}

void check_search_add(struct search *s, struct item x)
{
    uint32_t edge = check_search_edge(s, &x);
    if (!s->waiting[edge].count)
        vec_push(&s->edges, edge);
    vec_push(&s->waiting[edge], x);
}

/* Of the best edge the newest, which came furthest, and any one in turns. Source: Bucur et al. 2011, Cloud9 (selection
 * by classes). */
bool check_search_take(struct search *s, struct item *x)
{
    size_t best = 0;
    if (!s->edges.count)
        return false;
    for (size_t i = 1; i < s->edges.count; i++)
        if (score_of(s, s->edges.items[i]) < score_of(s, s->edges.items[best]))
            best = i;
    uint32_t edge = s->edges.items[best];
    struct items *of = &s->waiting[edge];
    size_t k = s->attempts[edge] % 2 ? hash_random(&s->seed, of->count) : of->count - 1;
    *x = of->items[k];
    of->items[k] = of->items[--of->count];
    if (!of->count)
        s->edges.items[best] = s->edges.items[--s->edges.count];
    return true;
}

/* One that was put off, when it is its turn. Those that stay open are put off again, behind the others. */
bool check_search_take_put_off(struct search *s, bool is_idle, struct item *x)
{
    enum { EACH = 32, FIRST = 2, MORE = 2, LAST = 6 }; /* at last about a second */
    if (s->options->most_trials || (!is_idle && s->turns % EACH))
        return false;
    for (; s->put_off_next < s->put_off.count; s->put_off_next++) {
        *x = s->put_off.items[s->put_off_next];
        if (check_search_is_reached(s, x))
            continue;
        bool is_round = !s->patience || s->put_off_next >= s->round_end;
        if (is_round)
            s->round_end = (uint32_t)s->put_off.count;
        if (is_round && s->patience < LAST)
            s->patience = s->patience ? s->patience + MORE : FIRST;
        s->put_off_next++;
        return true;
    }
    return false;
}
