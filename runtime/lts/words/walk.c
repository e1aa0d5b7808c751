/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a word is a weak trace: the set of states that can be reached by it, letter by letter.
 */
#include "runtime/lts/words/walk.h"

static void close_silently(struct walk *w, struct u32s *set)
{
    const struct lts *l = w->l;
    for (size_t i = 0; i < set->count; i++)
        for (uint64_t t = l->first[set->items[i]]; t < l->first[set->items[i] + 1]; t++)
            if (l->label[t] == LTS_TAU)
                visited_add(&w->visited, set, l->target[t]);
}

static void step(struct walk *w, uint32_t label)
{
    const struct lts *l = w->l;
    visited_clear(&w->visited);
    w->next.count = 0;
    for (size_t i = 0; i < w->here.count; i++)
        for (uint64_t t = l->first[w->here.items[i]]; t < l->first[w->here.items[i] + 1]; t++)
            if (l->label[t] == label)
                visited_add(&w->visited, &w->next, l->target[t]);
    close_silently(w, &w->next);
    struct u32s done = w->here;
    w->here = w->next;
    w->next = done;
}

void words_walk_begin(struct walk *w, const struct lts *l)
{
    *w = (struct walk){.l = l, .visited = visited_new(l->states)};
    visited_clear(&w->visited);
    if (l->states)
        visited_add(&w->visited, &w->here, l->initial);
    close_silently(w, &w->here);
}

bool words_walk_on(struct walk *w, const char *label, size_t size)
{
    uint32_t id = base_intern_find(w->l->labels, label, size);
    if (id == LTS_TAU || id == UINT32_MAX)
        return false;
    step(w, id);
    return w->here.count > 0;
}

void words_walk_end(struct walk *w)
{
    visited_free(&w->visited);
    vec_free(&w->here);
    vec_free(&w->next);
}

bool lts_accepts(const struct lts *l, const char *const *word, size_t length, size_t *upto)
{
    struct walk w;
    size_t i = 0;
    words_walk_begin(&w, l);
    while (i < length && words_walk_on(&w, word[i], strlen(word[i])))
        i++;
    words_walk_end(&w);
    if (i < length && upto)
        *upto = i;
    return i == length;
}
