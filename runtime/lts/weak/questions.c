/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak transitions into sets of states, for many sets at once: each question "label a into set B" is one bit of a word,
 * and words spread backwards over silent transitions. As these lead to smaller numbers, states are visited in ascending
 * order, each once; only states with some answer are visited at all.
 */
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

void weak_questions_init(struct weak_questions *x, const struct graph *h, const bool *loop)
{
    *x = (struct weak_questions){.h = h, .loop = loop};
    lts_reverse_make(&x->in, h, true);
    x->reach = base_mem_zalloc((h->states + (size_t)1) * sizeof *x->reach);
    x->can = base_mem_zalloc((h->states + (size_t)1) * sizeof *x->can);
    x->mask = base_mem_zalloc((h->labels + (size_t)1) * sizeof *x->mask);
    x->pending = bits_new(h->states);
    weak_hub_make(&x->hub, h, loop);
}

void weak_questions_free(struct weak_questions *x)
{
    lts_reverse_free(&x->in);
    free(x->reach);
    free(x->can);
    free(x->mask);
    free(x->pending);
    weak_hub_free(&x->hub);
    vec_free(&x->reached);
    vec_free(&x->able);
    vec_free(&x->labels);
}

static void forget(struct weak_words *words, struct u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        words[list->items[i]] = (struct weak_words){0};
    list->count = 0;
}

void weak_questions_clear(struct weak_questions *x)
{
    forget(x->reach, &x->reached);
    forget(x->can, &x->able);
    forget(x->mask, &x->labels);
    x->hub_reaches = x->hub_can = (struct weak_words){0};
    x->count = 0;
}

static inline void join(struct weak_words *w, const struct weak_words *more)
{
    for (int i = 0; i < WEAK_WORDS; i++)
        w->word[i] |= more->word[i];
}

static inline struct weak_words meet(struct weak_words w, const struct weak_words *mask)
{
    for (int i = 0; i < WEAK_WORDS; i++)
        w.word[i] &= mask->word[i];
    return w;
}

/* Adds the words to those of state s; true when that changes them. */
static inline bool unite(struct weak_words *words, uint32_t s, const struct weak_words *more, struct u32s *list)
{
    uint64_t before = 0, fresh = 0;
    for (int i = 0; i < WEAK_WORDS; i++) {
        before |= words[s].word[i];
        fresh |= more->word[i] & ~words[s].word[i];
        words[s].word[i] |= more->word[i];
    }
    if (fresh && !before)
        vec_push(list, s);
    return fresh;
}

void weak_question_add(struct weak_questions *x, uint32_t label, const uint32_t *states, size_t n)
{
    struct weak_words bit = {0};
    bit.word[x->count / 64] = (uint64_t)1 << x->count % 64;
    x->count++;
    unite(x->mask, label, &bit, &x->labels);
    bool hub = false;
    for (size_t i = 0; i < n && x->hub.known && !hub; i++)
        hub = x->hub.below[states[i]];
    if (hub)
        join(&x->hub_reaches, &bit);
    for (size_t i = 0; i < n; i++)
        if (!(hub && x->hub.above[states[i]]))
            unite(x->reach, states[i], &bit, &x->reached);
}

/* `w` without what holds for s because of the hub. */
static inline struct weak_words without_hub(const struct weak_questions *x, uint32_t s, struct weak_words w,
                                            const struct weak_words *hub)
{
    for (int i = 0; x->hub.known && x->hub.above[s] && i < WEAK_WORDS; i++)
        w.word[i] &= ~hub->word[i];
    return w;
}

static void close_backwards(struct weak_questions *x, struct weak_words *words, struct u32s *list,
                            const struct weak_words *hub)
{
    const struct reverse *in = &x->in;
    size_t w = SIZE_MAX, waiting = list->count;
    for (size_t i = 0; i < list->count; i++) {
        bit_set(x->pending, list->items[i], true);
        w = list->items[i] / 64 < w ? list->items[i] / 64 : w;
    }
    for (; waiting; w++)
        while (x->pending[w]) {
            uint32_t s = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(x->pending[w]);
            bit_set(x->pending, s, false);
            waiting--;
            for (uint64_t t = in->first[s]; t < in->first[s + 1]; t++) {
                uint32_t from = in->source[t];
                if (in->label[t] != GRAPH_SILENT)
                    continue;
                struct weak_words more = without_hub(x, from, words[s], hub);
                if (!unite(words, from, &more, list) || bit_get(x->pending, from))
                    continue;
                bit_set(x->pending, from, true);
                waiting++;
            }
        }
}

/* Adds to what state s can do the questions about a label that hold where the label leads. */
static inline void answer(struct weak_questions *x, uint32_t s, uint32_t label, const struct weak_words *there)
{
    struct weak_words w = meet(*there, &x->mask[label]);
    unite(x->can, s, &w, &x->able);
    if (x->hub.known && x->hub.below[s])
        join(&x->hub_can, &w);
}

/* What the hub does to states above it, all of which reach what it reaches. */
static void answer_hub(struct weak_questions *x)
{
    for (size_t i = 0; x->hub.known && i < x->labels.count; i++) {
        uint32_t label = x->labels.items[i];
        struct weak_words w = meet(x->hub_reaches, &x->mask[label]);
        if (label == GRAPH_SILENT || x->hub.again[label])
            join(&x->hub_can, &w);
    }
}

void weak_questions_answer(struct weak_questions *x)
{
    const struct reverse *in = &x->in;
    close_backwards(x, x->reach, &x->reached, &x->hub_reaches);
    answer_hub(x);
    for (size_t i = 0; i < x->reached.count; i++) {
        uint32_t s = x->reached.items[i];
        for (uint64_t t = in->first[s]; t < in->first[s + 1]; t++)
            if (in->label[t] != GRAPH_SILENT)
                answer(x, in->source[t], in->label[t], &x->reach[s]);
        answer(x, s, GRAPH_SILENT, &x->reach[s]);
        if (x->loop && x->loop[s])
            answer(x, s, x->h->labels, &x->reach[s]);
    }
    close_backwards(x, x->can, &x->able, &x->hub_can);
}

struct weak_words weak_can(const struct weak_questions *x, uint32_t s)
{
    struct weak_words w = x->can[s];
    if (!x->hub.known)
        return w;
    if (x->hub.above[s])
        join(&w, &x->hub_can);
    for (uint64_t i = x->hub.first[s]; i < x->hub.first[s + 1]; i++) {
        struct weak_words there = meet(x->hub_reaches, &x->mask[x->hub.labels.items[i]]);
        join(&w, &there);
    }
    return w;
}

struct weak_words weak_reach(const struct weak_questions *x, uint32_t s)
{
    struct weak_words w = x->reach[s];
    if (x->hub.known && x->hub.above[s])
        join(&w, &x->hub_reaches);
    return w;
}
