/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traces, completed traces and failures by the definitions of van Glabbeek 1990 and 1993: what is observed after every
 * word, for which the sets of states that it leads to are compared.
 */
#ifndef CWOLF_LTS_NAIVE_WORDS_H
#define CWOLF_LTS_NAIVE_WORDS_H

#include "lts_naive.h"

enum naive_observation { N_TRACES, N_COMPLETED, N_FAILURES };

/* The set reached from a set by a letter: a label and a colour. */
static uint32_t naive_letter(const struct naive *x, uint32_t set, int a, int colour, bool weak)
{
    uint32_t to = naive_post(x->step[a], set), out = 0;
    if (!weak && a == N_SILENT)
        to |= naive_post(x->step[N_SHOWN], set);
    for (int u = 0; u < x->states; u++)
        if ((to >> u & 1) && x->colour[u] == colour)
            out |= 1u << u;
    return weak ? naive_post(x->closure, out) : out;
}

/* Whether the state is stable: in the weak relations only then it refuses or completes anything. */
static bool naive_stable(const struct naive *x, int s, bool weak)
{
    return !weak || !x->step[N_SILENT][s];
}

/* The labels that a state can do, as a set; all taus are one where silent steps count. */
static uint32_t naive_offers(const struct naive *x, int s, bool weak)
{
    uint32_t set = 0;
    for (int a = 0; a < x->labels; a++)
        if (x->step[a][s])
            set |= 1u << (!weak && a == N_SHOWN ? N_SILENT : a);
    return set;
}

/* Whether (w, refused) is a failure, where w leads to the states of a set. */
static bool naive_refuses(const struct naive *x, uint32_t set, uint32_t refused, bool weak)
{
    for (int s = 0; s < x->states; s++)
        if ((set >> s & 1) && naive_stable(x, s, weak) && !(naive_offers(x, s, weak) & refused))
            return true;
    return false;
}

/* Whether what is observed in the first set, to which a word leads, is not observed in the second. */
static bool naive_observed_more(const struct naive *x, uint32_t a, uint32_t b, bool weak, enum naive_observation what)
{
    uint32_t all = (1u << x->labels) - 1;
    if (a && !b)
        return true;
    if (what == N_COMPLETED)
        return naive_refuses(x, a, all, weak) && !naive_refuses(x, b, all, weak);
    if (what == N_FAILURES)
        for (uint32_t refused = 0; refused <= all; refused++)
            if (naive_refuses(x, a, refused, weak) && !naive_refuses(x, b, refused, weak))
                return true;
    return false;
}

/* Pairs of sets that words lead to, breadth first. */
struct naive_pairs {
    struct {
        uint32_t a, b;
        int depth;
    } queue[1 << 16];
    uint32_t count, table[1 << 18], used[1 << 16]; /* table: place in the queue + 1 */
};

static void naive_add_pair(struct naive_pairs *p, uint32_t a, uint32_t b, int depth)
{
    uint32_t i = (uint32_t)(hash_u64((uint64_t)a << 32 | b) & 0x3ffff);
    for (; p->table[i]; i = (i + 1) & 0x3ffff)
        if (p->queue[p->table[i] - 1].a == a && p->queue[p->table[i] - 1].b == b)
            return;
    if (p->count == 1 << 16)
        abort();
    p->used[p->count] = i;
    p->queue[p->count].a = a;
    p->queue[p->count].b = b;
    p->queue[p->count].depth = depth;
    p->table[i] = ++p->count;
}

/* The length of the shortest word after which something is observed of s and not of t; -1: there is none. */
static int naive_beyond(const struct naive *x, int s, int t, bool weak, enum naive_observation what)
{
    static struct naive_pairs p;
    int found = -1;
    for (uint32_t i = 0; i < p.count; i++)
        p.table[p.used[i]] = 0;
    p.count = 0;
    naive_add_pair(&p, weak ? x->closure[s] : 1u << s, weak ? x->closure[t] : 1u << t, 0);
    for (uint32_t i = 0; i < p.count && found < 0; i++) {
        if (naive_observed_more(x, p.queue[i].a, p.queue[i].b, weak, what))
            found = p.queue[i].depth;
        for (int a = weak ? N_SHOWN : N_SILENT; a < x->labels; a++)
            for (int colour = 0; colour < 9 && (weak || a != N_SHOWN); colour++) {
                uint32_t to_a = naive_letter(x, p.queue[i].a, a, colour, weak);
                uint32_t to_b = naive_letter(x, p.queue[i].b, a, colour, weak);
                if (to_a)
                    naive_add_pair(&p, to_a, to_b, p.queue[i].depth + 1);
            }
    }
    return found;
}

/* The length of the shortest trace of state s that t has not; 0 when there is none (so inclusion holds). */
__attribute__((unused)) static int naive_trace_beyond(const struct naive *x, int s, int t, bool weak)
{
    int n = naive_beyond(x, s, t, weak, N_TRACES);
    return n < 0 ? 0 : n;
}

static const struct naive_words {
    enum lts_relation relation;
    bool weak;
    enum naive_observation what;
} naive_words[] = {
    {LTS_TRACE, false, N_TRACES},
    {LTS_WEAK_TRACE, true, N_TRACES},
    {LTS_COMPLETED_TRACE, false, N_COMPLETED},
    {LTS_WEAK_COMPLETED_TRACE, true, N_COMPLETED},
    {LTS_FAILURES, false, N_FAILURES},
    {LTS_WEAK_FAILURES, true, N_FAILURES},
};

__attribute__((unused)) static const struct naive_words *naive_words_of(enum lts_relation relation)
{
    for (size_t i = 0; i < sizeof naive_words / sizeof *naive_words; i++)
        if (naive_words[i].relation == relation)
            return &naive_words[i];
    return NULL;
}

/* Whether the systems' initial states are related (preorder: the first below the second). */
__attribute__((unused)) static bool naive_equal(const struct naive *x, enum lts_relation relation, bool preorder)
{
    int s = x->root[0], t = x->root[1];
    const struct naive_words *w = naive_words_of(relation);
    if (w)
        return x->colour[s] == x->colour[t] && naive_beyond(x, s, t, w->weak, w->what) < 0 &&
               (preorder || naive_beyond(x, t, s, w->weak, w->what) < 0);
    uint32_t R[N_STATES];
    naive_relation(x, relation, R);
    return (R[s] >> t & 1) && (preorder || (R[t] >> s & 1));
}

#endif
