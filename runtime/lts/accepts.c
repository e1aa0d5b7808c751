/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a word is a weak trace: the set of states that can be reached by it, letter by letter.
 */
#include "runtime/lts/lts.h"
#include "runtime/lts/visited.h"

struct walk {
    const struct lts *l;
    struct visited visited;
    struct u32s here, next;
};

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

bool lts_accepts(const struct lts *l, const char *const *word, size_t length, size_t *upto)
{
    struct walk w = {.l = l};
    size_t i = 0;
    w.visited = visited_new(l->states);
    visited_clear(&w.visited);
    if (l->states)
        visited_add(&w.visited, &w.here, l->initial);
    close_silently(&w, &w.here);
    for (; i < length; i++) {
        uint32_t label = intern_find(l->labels, word[i], strlen(word[i]));
        if (label == LTS_TAU || label == UINT32_MAX)
            break;
        step(&w, label);
        if (!w.here.count)
            break;
    }
    visited_free(&w.visited);
    vec_free(&w.here);
    vec_free(&w.next);
    if (i < length && upto)
        *upto = i;
    return i == length;
}
