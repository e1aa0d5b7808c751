/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a word is a weak trace: the set of states that can be reached by it, letter by letter.
 */
#include "runtime/lts/lts.h"

#include <stdlib.h>

struct states {
    uint32_t *items;
    size_t count, capacity;
};

struct walk {
    const struct lts *l;
    uint32_t *seen, stamp;
    struct states here, next;
};

static void add(struct walk *w, struct states *to, uint32_t s)
{
    if (w->seen[s] == w->stamp)
        return;
    w->seen[s] = w->stamp;
    vec_push(to, s);
}

static void close_silently(struct walk *w, struct states *set)
{
    const struct lts *l = w->l;
    for (size_t i = 0; i < set->count; i++)
        for (uint64_t t = l->first[set->items[i]]; t < l->first[set->items[i] + 1]; t++)
            if (l->label[t] == LTS_TAU)
                add(w, set, l->target[t]);
}

static void step(struct walk *w, uint32_t label)
{
    const struct lts *l = w->l;
    w->stamp++;
    w->next.count = 0;
    for (size_t i = 0; i < w->here.count; i++)
        for (uint64_t t = l->first[w->here.items[i]]; t < l->first[w->here.items[i] + 1]; t++)
            if (l->label[t] == label)
                add(w, &w->next, l->target[t]);
    close_silently(w, &w->next);
    struct states done = w->here;
    w->here = w->next;
    w->next = done;
}

bool lts_accepts(const struct lts *l, const char *const *word, size_t length, size_t *upto)
{
    struct walk w = {.l = l, .stamp = 1};
    size_t i = 0;
    w.seen = mem_zalloc((l->states + (size_t)1) * sizeof *w.seen);
    if (l->states)
        add(&w, &w.here, l->initial);
    close_silently(&w, &w.here);
    for (; i < length; i++) {
        uint32_t label = intern_find(l->labels, word[i], strlen(word[i]));
        if (label == LTS_TAU || label == UINT32_MAX)
            break;
        step(&w, label);
        if (!w.here.count)
            break;
    }
    free(w.seen);
    free(w.here.items);
    free(w.next.items);
    if (i < length && upto)
        *upto = i;
    return i == length;
}
