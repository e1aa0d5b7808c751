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
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

struct minimiser {
    struct graph near; /* the graph, numbered along silent transitions */
    struct weak_questions ask;
    bool *redundant;   /* by transition of `near` */
    struct u64s asked; /* by question: label << 32 | target */
    struct visited label;
    struct u32s labels;
    uint32_t longest;           /* the state with the longest row, often a hub ... */
    struct weak_words repeated; /* ... and the questions in hand that two of its transitions answer, or one before */
};

/* Whether state s has another first step from where a weak transition might do as well as transition t. */
static bool has_choice(const struct graph *h, uint32_t s, uint64_t t)
{
    uint64_t first = h->first[s];
    return (weak_silent(h, s, first) && (first != t || weak_silent(h, s, first + 1))) ||
           (t > first && h->label[t - 1] == h->label[t]) || (t + 1 < h->first[s + 1] && h->label[t + 1] == h->label[t]);
}

static bool implied(const struct minimiser *m, uint32_t s, uint64_t t, uint32_t bit)
{
    const struct graph *h = &m->near;
    for (uint64_t u = h->first[s]; weak_silent(h, s, u); u++)
        if (u != t && weak_holds(weak_can(&m->ask, h->target[u]), bit))
            return true;
    if (h->label[t] == GRAPH_SILENT)
        return false;
    uint64_t u = t;
    while (u > h->first[s] && h->label[u - 1] == h->label[t])
        u--;
    for (; u < h->first[s + 1] && h->label[u] == h->label[t]; u++)
        if (u != t && weak_holds(weak_reach(&m->ask, h->target[u]), bit))
            return true;
    return false;
}

/* Adds what one of the transitions answers; `once`: what those before did. */
static void count_answers(struct minimiser *m, struct weak_words *once, struct weak_words w)
{
    for (int i = 0; i < WEAK_WORDS; i++) {
        m->repeated.word[i] |= once->word[i] & w.word[i];
        once->word[i] |= w.word[i];
    }
}

/* Does for all transitions of the longest row at once what implied() does for one: the transition asked about is one
 * that answers, so it takes two; but a silent step before a visible label is never the one asked about. */
static void check_longest(struct minimiser *m)
{
    const struct graph *h = &m->near;
    struct weak_words once = {0};
    m->repeated = (struct weak_words){0};
    for (uint64_t t = h->first[m->longest]; t < h->first[m->longest + 1]; t++) {
        bool silent = h->label[t] == GRAPH_SILENT;
        struct weak_words w = silent ? weak_can(&m->ask, h->target[t]) : weak_reach(&m->ask, h->target[t]);
        struct weak_words own = w;
        for (int i = 0; i < WEAK_WORDS; i++) {
            own.word[i] &= m->ask.mask[h->label[t]].word[i];
            m->repeated.word[i] |= silent ? w.word[i] & ~own.word[i] : 0;
        }
        count_answers(m, &once, own);
    }
}

static void check_asked(struct minimiser *m)
{
    const struct reverse *in = &m->ask.in;
    weak_questions_answer(&m->ask);
    check_longest(m);
    for (uint32_t bit = 0; bit < m->asked.count; bit++) {
        uint32_t label = (uint32_t)(m->asked.items[bit] >> 32), to = (uint32_t)m->asked.items[bit];
        for (uint64_t i = in->first[to]; i < in->first[to + 1]; i++)
            if (in->label[i] == label)
                m->redundant[in->index[i]] = in->source[i] == m->longest ? weak_holds(m->repeated, bit)
                                                                         : implied(m, in->source[i], in->index[i], bit);
    }
    weak_questions_clear(&m->ask);
    m->asked.count = 0;
}

/* Asks about all labels by which a transition leads to state s that might be redundant. */
static void ask_into(struct minimiser *m, uint32_t s)
{
    const struct reverse *in = &m->ask.in;
    visited_clear(&m->label);
    m->labels.count = 0;
    for (uint64_t i = in->first[s]; i < in->first[s + 1]; i++)
        if (has_choice(&m->near, in->source[i], in->index[i]))
            visited_add(&m->label, &m->labels, in->label[i]);
    for (size_t i = 0; i < m->labels.count; i++) {
        if (m->ask.count == WEAK_QUESTIONS)
            check_asked(m);
        weak_question_add(&m->ask, m->labels.items[i], &s, 1);
        vec_push(&m->asked, (uint64_t)m->labels.items[i] << 32 | s);
    }
}

static enum status check_all(struct minimiser *m, const struct lts_control *c, struct diag *d)
{
    enum status st = ST_OK;
    weak_questions_init(&m->ask, &m->near, NULL);
    m->label = visited_new(m->near.labels);
    for (uint32_t s = 1; s < m->near.states; s++)
        if (m->near.first[s + 1] - m->near.first[s] > m->near.first[m->longest + 1] - m->near.first[m->longest])
            m->longest = s;
    for (uint32_t s = 0; s < m->near.states && !st; s++) {
        size_t before = m->asked.count;
        ask_into(m, s);
        if (m->asked.count < before || !(s & 0xffff))
            st = lts_control_step(c, "minimising", s, m->near.states, d);
    }
    check_asked(m);
    weak_questions_free(&m->ask);
    visited_free(&m->label);
    vec_free(&m->labels);
    vec_free(&m->asked);
    return st;
}

/* Writes the rows of `near` that are not redundant, in their old numbers, over those of q. */
static void keep_rest(struct graph *q, const struct minimiser *m, const uint32_t *number)
{
    uint32_t *old = base_mem_alloc((q->states + (size_t)1) * sizeof *old);
    uint64_t at = 0;
    for (uint32_t s = 0; s < q->states; s++)
        old[number[s]] = s;
    for (uint32_t s = 0; s < q->states; s++) {
        for (uint64_t t = m->near.first[number[s]]; t < m->near.first[number[s] + 1]; t++)
            if (!m->redundant[t]) {
                q->label[at] = m->near.label[t];
                q->target[at++] = old[m->near.target[t]];
            }
        q->first[s + 1] = at;
    }
    lts_graph_sort_rows(q);
    free(old);
}

enum status weak_minimise(struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct minimiser m = {0};
    if (!weak_any_silent(q))
        return ST_OK;
    uint32_t *number = weak_numbers(q);
    weak_renumber(&m.near, q, number);
    m.redundant = base_mem_zalloc(graph_transitions(q) * sizeof *m.redundant);
    enum status st = check_all(&m, c, d);
    if (!st)
        keep_rest(q, &m, number);
    lts_graph_free(&m.near);
    free(m.redundant);
    free(number);
    return st;
}
