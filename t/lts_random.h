/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random systems of a few states, small changes to them, and their permutation.
 */
#ifndef CWOLF_LTS_RANDOM_H
#define CWOLF_LTS_RANDOM_H

#include "lts_naive.h"

static uint64_t naive_seed = 1;

__attribute__((unused)) static uint32_t naive_random(uint32_t below)
{
    naive_seed = naive_seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((naive_seed >> 33) % below);
}

struct naive_edge {
    uint32_t from, to;
    int label; /* -1: tau */
    bool must;
};
/* A system as a list, which can be changed and permuted before it is built. */
struct naive_draft {
    uint32_t states, initial, props;
    int count;
    struct naive_edge edge[64];
    uint8_t value[N_STATES][2];
};

__attribute__((unused)) static void naive_draw(struct naive_draft *d, uint32_t max_states, uint32_t labels, bool may,
                                               bool props)
{
    *d = (struct naive_draft){.states = 1 + naive_random(max_states)};
    uint32_t taus = naive_random(4), density = 1 + naive_random(3);
    d->initial = naive_random(d->states);
    d->props = props ? 1 + naive_random(2) : 0;
    d->count = (int)naive_random(d->states * density + 1);
    for (int i = 0; i < d->count && i < 40; i++)
        d->edge[i] =
            (struct naive_edge){naive_random(d->states), naive_random(d->states),
                                naive_random(4) < taus ? -1 : (int)naive_random(labels), !may || naive_random(3)};
    d->count = d->count < 40 ? d->count : 40;
    for (uint32_t s = 0; s < d->states; s++)
        for (uint32_t p = 0; p < d->props; p++)
            d->value[s][p] = naive_random(4) ? LTS_FALSE : naive_random(4) ? LTS_TRUE : LTS_MAYBE;
}

/* A small change that often keeps an equivalence: an edge more or less, a tau in front of a step, a copied state. */
__attribute__((unused)) static void naive_change(struct naive_draft *d)
{
    uint32_t kind = naive_random(5);
    if (kind == 0 && d->count) {
        d->count--;
        d->edge[naive_random((uint32_t)d->count + 1)] = d->edge[d->count];
    } else if (kind == 1 && d->count < 60)
        d->edge[d->count++] =
            (struct naive_edge){naive_random(d->states), naive_random(d->states), (int)naive_random(4) - 1, true};
    else if (kind == 2 && d->count && d->count < 60 && d->states < 14) {
        struct naive_edge *e = &d->edge[naive_random((uint32_t)d->count)];
        memcpy(d->value[d->states], d->value[naive_random(2) ? e->from : e->to], 2);
        d->edge[d->count++] = (struct naive_edge){d->states, e->to, naive_random(3) ? -1 : e->label, e->must};
        e->to = d->states++;
    } else if (kind == 3 && d->states < 14) {
        uint32_t s = naive_random(d->states);
        memcpy(d->value[d->states], d->value[s], 2);
        for (int i = 0, n = d->count; i < n && d->count < 60; i++)
            if (d->edge[i].from == s) {
                d->edge[d->count] = d->edge[i];
                d->edge[d->count++].from = d->states;
            }
        if (d->count)
            d->edge[naive_random((uint32_t)d->count)].to = d->states;
        d->states++;
    }
}

static const char *const naive_names[] = {"'a", "b", "'c", "d", "e"};

/* Builds the draft with its states and labels in a random order (`mix`), or in its own. */
__attribute__((unused)) static struct lts *naive_build(const struct naive_draft *d, bool mix, bool keep_must)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t number[N_STATES], label[5];
    int order[64];
    for (uint32_t s = 0; s < d->states; s++)
        number[s] = s;
    for (uint32_t s = d->states; mix && s > 1; s--) {
        uint32_t k = naive_random(s), old = number[s - 1];
        number[s - 1] = number[k];
        number[k] = old;
    }
    for (int i = 0; i < d->count; i++)
        order[i] = i;
    for (int i = d->count; mix && i > 1; i--) {
        int k = (int)naive_random((uint32_t)i), old = order[i - 1];
        order[i - 1] = order[k];
        order[k] = old;
    }
    for (int l = 0; l < 5; l++) {
        int at = mix ? (l * 3 + 2) % 5 : l;
        label[at] = lts_builder_label(b, naive_names[at]);
    }
    lts_builder_states(b, d->states);
    for (int i = 0; i < d->count; i++) {
        const struct naive_edge *e = &d->edge[order[i]];
        lts_builder_add(b, number[e->from], e->label < 0 ? LTS_TAU : label[e->label], number[e->to], e->must,
                        (uint32_t)order[i]);
    }
    struct lts *l = lts_builder_finish(b, number[d->initial], keep_must, true);
    if (d->props) {
        static const char *const names[] = {"ready", "open"};
        l->props = d->props;
        l->prop_names = base_mem_zalloc(d->props * sizeof *l->prop_names);
        l->prop = base_mem_zalloc(l->states * d->props);
        for (uint32_t p = 0; p < d->props; p++)
            l->prop_names[p] = strcpy(base_mem_alloc(strlen(names[p]) + 1), names[p]);
        for (uint32_t s = 0; s < d->states; s++)
            memcpy(l->prop + number[s] * d->props, d->value[s], d->props);
    }
    return l;
}

/* A system as text, for comparing and for showing what failed. */
__attribute__((unused)) static void naive_text(const struct lts *l, struct buf *out)
{
    buf_printf(out, "states %u initial %u\n", l->states, l->initial);
    for (uint32_t s = 0; s < l->states; s++) {
        for (uint32_t p = 0; l->prop && p < l->props; p++)
            buf_printf(out, "  %u: %s=%d\n", s, l->prop_names[p], l->prop[s * l->props + p]);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            buf_printf(out, "  %u %s%s %u\n", s, lts_label(l, t), lts_is_must(l, t) ? "" : "?", l->target[t]);
    }
}

__attribute__((unused)) static void naive_show(const char *what, const struct lts *l)
{
    struct buf b = {0};
    naive_text(l, &b);
    for (char *line = strtok(b.data, "\n"); line; line = strtok(NULL, "\n"))
        printf("# %s: %s\n", what, line);
    buf_free(&b);
}

__attribute__((unused)) static bool naive_same(const struct lts *a, const struct lts *b)
{
    struct buf x = {0}, y = {0};
    naive_text(a, &x);
    naive_text(b, &y);
    bool same = x.size == y.size && !memcmp(x.data, y.data, x.size);
    buf_free(&x);
    buf_free(&y);
    return same;
}

#endif
