/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Simulation and ready simulation of systems of a few hundred states, where rows of bits are several words that grow on
 * the way: every pair of states as the textbook says, which refutes in rounds.
 *
 * Another seed: 0632-lts-simulation SEED [SYSTEMS].
 */
#include "runtime/lts/sim/blocks.h"
#include "tap.h"

#include <stdio.h>

enum { STATES = 400 };

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33) % below);
}

/* With `forward`, steps lead to later states mostly, so that many differ after long words only. */
static struct lts *draw_system(uint32_t states, uint32_t steps, uint32_t labels, bool forward)
{
    static const char *const names[] = {"a", "b", "c"};
    struct lts_builder *b = lts_builder_new();
    uint32_t label[4] = {LTS_TAU};
    for (int i = 0; i < 3; i++)
        label[i + 1] = lts_builder_label(b, names[i]);
    lts_builder_states(b, states);
    for (uint32_t i = 1; i < states; i++)
        lts_builder_add(b, draw(forward ? i : states), label[draw(labels)], i, true, 0);
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t from = draw(states), to = draw(states);
        if (forward && from > to && draw(50))
            continue;
        lts_builder_add(b, from, label[draw(labels)], to, true, 0);
    }
    return lts_builder_finish(b, 0, false, false);
}

static bool step_answered(const struct graph *g, bool above[][STATES], uint64_t t, uint32_t q)
{
    for (uint64_t u = g->first[q]; u < g->first[q + 1]; u++)
        if (g->label[u] == g->label[t] && above[g->target[t]][g->target[u]])
            return true;
    return false;
}

/* above[p][q]: q simulates p. */
static void textbook(const struct graph *g, bool ready, bool above[][STATES])
{
    for (uint32_t p = 0; p < g->states; p++)
        for (uint32_t q = 0; q < g->states; q++)
            above[p][q] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < g->states; p++)
            for (uint32_t q = 0; q < g->states; q++) {
                bool holds = above[p][q];
                for (uint64_t t = g->first[p]; holds && t < g->first[p + 1]; t++)
                    holds = step_answered(g, above, t, q);
                for (uint64_t u = g->first[q]; holds && ready && u < g->first[q + 1]; u++) {
                    holds = false;
                    for (uint64_t t = g->first[p]; t < g->first[p + 1]; t++)
                        holds |= g->label[t] == g->label[u];
                }
                changed |= holds != above[p][q];
                above[p][q] = holds;
            }
    }
}

static bool agrees(const struct graph *g, bool ready, uint32_t *most)
{
    static bool above[STATES][STATES];
    struct sim_blocks x;
    struct diag d;
    bool fine = !sim_blocks(g, ready, NULL, &x, NULL, &d);
    textbook(g, ready, above);
    for (uint32_t p = 0; p < g->states && fine; p++)
        for (uint32_t q = 0; q < g->states && fine; q++) {
            fine = sim_below(&x, p, q) == above[p][q] && (x.block[p] == x.block[q]) == (above[p][q] && above[q][p]);
            if (!fine)
                printf("# states %u and %u of %u\n", p, q, g->states);
        }
    *most = x.count > *most ? x.count : *most;
    sim_blocks_free(&x);
    return fine;
}

int main(int argc, char **argv)
{
    int systems = argc > 2 ? atoi(argv[2]) : 60, i;
    uint32_t most = 0;
    bool fine = true;
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20267;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (i = 0; i < systems && fine; i++) {
        struct graph g;
        struct diag d;
        uint32_t states = 20 + draw(STATES - 20);
        struct lts *l = draw_system(states, states * draw(3), 1 + draw(4), i % 2);
        fine = !lts_graph_make(&g, l, NULL, GRAPH_PLAIN, &d) && agrees(&g, false, &most) && agrees(&g, true, &most);
        lts_graph_free(&g);
        lts_free(l);
    }
    ok(fine, "%d systems of up to %u states: each pair is as the textbook says", i, STATES);
    ok(most > 192, "some have more blocks than fit in three words: %u", most);

    struct lts *l = draw_system(STATES, STATES, 3, true);
    struct graph g;
    struct sim_blocks x;
    struct diag d = {0};
    struct lts_control little = {.max_memory = 1000};
    lts_graph_make(&g, l, NULL, GRAPH_PLAIN, &d);
    ok(sim_blocks(&g, false, NULL, &x, &little, &d) == ST_LIMIT && strstr(d.text, "before it ends"),
       "a limit of memory ends it: %s", d.text);
    lts_graph_free(&g);
    lts_free(l);
    return done();
}
