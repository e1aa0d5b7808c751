/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state store alone, on the graph of N dining philosophers (11 when not told: 7,881,196 states, 72 million
 * transitions): breadth first, every successor looked up as the engine does it. A vector holds a location, a context,
 * and for each philosopher what he does and his left fork.
 *
 *     store [N [structs|arrays [near|changed|full]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/avm/store/store.h"

enum { THINKS, HUNGRY, HAS_LEFT, EATS, HAS_RIGHT, MOST = 64 };

struct table_of_philosophers {
    uint32_t n, words;
    uint32_t seat[MOST], fork[MOST]; /* where in the vector */
};

/* The successor in which philosopher i goes on, if he can: changes two words at most. */
static uint32_t move(const struct table_of_philosophers *t, const uint32_t *from, uint32_t i, uint32_t *to, uint32_t *changed)
{
    uint32_t seat = t->seat[i], left = t->fork[i], right = t->fork[(i + 1) % t->n], fork = 0;
    switch (from[seat]) {
    case HUNGRY: fork = left; break;
    case HAS_LEFT: fork = right; break;
    case EATS: fork = left; break;
    case HAS_RIGHT: fork = right; break;
    }
    if ((from[seat] == HUNGRY || from[seat] == HAS_LEFT) && from[fork])
        return 0;
    to[seat] = (from[seat] + 1) % 5;
    changed[0] = seat;
    if (!fork)
        return 1;
    to[fork] = !from[fork];
    changed[1] = fork;
    return 2;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    struct table_of_philosophers t = {.n = argc > 1 ? (uint32_t)atoi(argv[1]) : 11};
    bool arrays = argc > 2 && !strcmp(argv[2], "arrays");
    char how = argc > 3 ? argv[3][0] : 'c';
    if (t.n < 2 || 2 * t.n + 2 > MOST)
        return 2;
    t.words = 2 * t.n + 2;
    for (uint32_t i = 0; i < t.n; i++) {
        t.seat[i] = arrays ? 2 + i : 2 + 2 * i;
        t.fork[i] = arrays ? 2 + t.n + i : 3 + 2 * i;
    }
    struct store *s = avm_store_new();
    struct store_cursor c = {0};
    uint32_t words[MOST][MOST] = {{0}}, changed[2];
    struct store_root roots[MOST];
    uint64_t transitions = 0;
    bool is_new;
    double start = now();
    avm_store_add(s, words[0], t.words, &is_new);
    for (uint32_t state = 0; state < avm_store_count(s); state++) {
        uint32_t moves = 0;
        avm_store_open(s, state, &c);
        for (uint32_t i = 0; i < t.n; i++) {
            uint32_t *to = words[moves];
            memcpy(to, c.words, t.words * sizeof *to);
            uint32_t count = move(&t, c.words, i, to, changed);
            if (!count)
                continue;
            roots[moves++] = how == 'f'   ? avm_store_fold(s, to, t.words)
                             : how == 'n' ? avm_store_fold_near(s, &c, to, t.words)
                                          : avm_store_fold_changed(s, &c, to, changed, count);
        }
        for (uint32_t i = 0; i < moves; i++) {
            uint32_t target = avm_store_insert(s, roots[i], &is_new);
            if (is_new)
                avm_store_set_pred(s, target, state);
        }
        transitions += moves;
    }
    double seconds = now() - start, states = avm_store_count(s);
    size_t preds = 4 * (size_t)avm_store_count(s);
    printf("store: %.0f states, %llu look-ups, %.2f s: %.2f million states/s, %.2f million look-ups/s\n", states,
           (unsigned long long)transitions, seconds, states / seconds / 1e6, (double)transitions / seconds / 1e6);
    printf("store: bytes/state: %.2f payload, %.2f with hash index, and 4 for the predecessor\n",
           (double)(avm_store_payload_bytes(s) - preds) / states, (double)(avm_store_bytes(s) - preds) / states);
    avm_store_close(&c);
    avm_store_free(s);
    return 0;
}
