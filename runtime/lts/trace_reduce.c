/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction by traces: the deterministic system with the fewest states that has the same (weak) traces. All states of a
 * prefix-closed language accept, so the minimal one is the strong quotient of the subset construction. The sets are
 * built over the strong (weak traces: branching) quotient, which has the same traces and fewer states.
 *
 * With propositions, a step is its label and the propositions that hold afterwards. Nothing is must in the result of a
 * system with may transitions: a set of states does not tell which of them a program is in.
 */
#include "runtime/lts/partition.h"
#include "runtime/lts/reduce.h"
#include "runtime/lts/reduce_build.h"
#include "runtime/lts/trace.h"

#include <stdlib.h>

/* Makes the deterministic graph; old[] of a set is a state of `g`. */
static enum status determinise(const struct graph *g, bool weak, struct graph *out, const struct lts_control *c,
                               struct diag *d)
{
    struct sets sets;
    struct set_steps steps = {0};
    struct u64s first = {0};
    struct u32s label = {0}, target = {0}, old = {0}, colour = {0};
    enum status st = ST_OK;
    sets_init(&sets, g, weak);
    sets_single(&sets, g->root[0]);
    vec_push(&first, 0);
    for (uint32_t s = 0; s < sets_count(&sets) && !st; s++) {
        uint32_t member = sets.member.items[sets.start.items[s]];
        vec_push(&old, g->old[member]);
        vec_push(&colour, g->colour ? g->colour[member] : 0);
        sets_expand(&sets, s, &steps);
        for (size_t i = 0; i < steps.count; i++) {
            vec_push(&label, steps.items[i].letter.label);
            vec_push(&target, steps.items[i].set);
        }
        vec_push(&first, label.count);
        if (sets_count(&sets) > control_states(c))
            st = diag_set(d, ST_LIMIT, (struct place){0}, "the deterministic system has more than %u states",
                          control_states(c));
        else if (!(s & 255) && control_stops(c))
            st = control_stopped(d);
    }
    *out = (struct graph){.states = (uint32_t)old.count,
                          .labels = g->labels,
                          .first = first.items,
                          .label = label.items,
                          .target = target.items,
                          .old = old.items,
                          .colour = colour.items,
                          .colours = g->colours};
    graph_copy_names(out, g);
    graph_sort_rows(out);
    vec_free(&steps);
    sets_free(&sets);
    return st;
}

static bool no_loops(const bool *loops, uint32_t classes)
{
    for (uint32_t c = 0; c < classes; c++)
        if (loops[c])
            return false;
    return true;
}

/* Minimises the deterministic graph and numbers it. */
static enum status finish(const struct lts *l, const struct graph *g, const struct graph *dfa,
                          const struct lts_control *c, struct lts **out, uint32_t **map, struct diag *d)
{
    struct graph q;
    uint32_t *class_of = mem_alloc(dfa->states * sizeof *class_of), classes;
    bool *loops;
    enum status st = reduce_partition(dfa, LTS_STRONG, class_of, &classes, &loops, c, d);
    if (!st) {
        graph_collapse(&q, dfa, class_of, classes, no_loops(loops, classes) ? NULL : loops);
        for (uint32_t k = 0; k < classes; k++)
            q.old[k] = dfa->old[q.old[k]];
        graph_all_may(&q, g);
        uint32_t *of_old = mem_alloc(g->states * sizeof *of_old);
        memset(of_old, 0xff, g->states * sizeof *of_old);
        of_old[g->root[0]] = q.root[0];
        *out = reduce_build(l, g, of_old, &q, true, map);
        free(of_old);
        graph_free(&q);
    }
    free(loops);
    free(class_of);
    return st;
}

enum status trace_reduce(const struct lts *l, bool weak, const struct lts_control *c, struct lts **out, uint32_t **map,
                         struct diag *d)
{
    struct graph g, small, dfa;
    enum lts_relation first = weak ? LTS_BRANCHING : LTS_STRONG;
    enum status st = graph_make(&g, l, NULL, GRAPH_MUST | (weak ? 0 : GRAPH_PLAIN) | (l->origin ? GRAPH_VIA : 0), d);
    if (st)
        return st;
    uint32_t *class_of = mem_alloc(g.states * sizeof *class_of), classes;
    bool *loops;
    st = reduce_partition(&g, first, class_of, &classes, &loops, c, d);
    if (!st) {
        graph_collapse(&small, &g, class_of, classes, loops);
        st = determinise(&small, weak, &dfa, c, d);
        if (!st)
            st = finish(l, &g, &dfa, c, out, map, d);
        graph_free(&dfa);
        graph_free(&small);
    }
    free(loops);
    free(class_of);
    graph_free(&g);
    return st;
}
