/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Must bits of quotients: a transition C -a-> D of a quotient is must exactly when every member of C has a matching
 * must step to D.
 *
 * Why this is sound. Read "a -> b is must exactly when every concrete state of a has a successor in b". The concrete
 * states of the class C are those of its members; each of them has, by must steps only, a successor (a weak one, for
 * the weak relations) among the concrete states of the members of D. In the words of modal systems (K. Larsen and B.
 * Thomsen, 1988): each member refines its class, because its may steps are matched by the class's may steps (classes
 * are made without regard to must bits), and the class's must steps by its must steps. So every implementation of the
 * original is an implementation of the quotient: what is True or False of the quotient is so of the original. Where a
 * relation lets silent steps disappear inside a class, an implementation that lacks such a may step stays inside the
 * class, where it refines the class still. The converse does not hold: a quotient can be Maybe where the original is
 * not, since members of one class may differ in their must steps.
 */
#include "runtime/lts/refine/must.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

struct must {
    const struct graph *g;
    const uint32_t *class_of;
    struct graph *q;
    enum must_match match;
    struct reverse in;
    uint32_t *first, *list; /* members of classes */
    struct visited visited;
    struct u32s base, reach;
    struct VEC(uint64_t) moves; /* label << 32 | source */
    uint32_t *count;            /* by class: its members among `reach` */
};

static void close_backwards(struct must *x, struct u32s *list)
{
    const struct reverse *in = &x->in;
    for (size_t i = 0; i < list->count && x->match != MUST_STRONG; i++) {
        uint32_t s = list->items[i];
        for (uint64_t t = in->first[s]; t < in->first[s + 1]; t++)
            if (in->label[t] == GRAPH_SILENT && graph_must(x->g, in->index[t]) &&
                (x->match == MUST_WEAK || x->class_of[in->source[t]] == x->class_of[s]))
                visited_add(&x->visited, list, in->source[t]);
    }
}

/* `reach` holds all states with a matching must step by `label` into class `to`. */
static void set_bits(struct must *x, uint32_t label, uint32_t to)
{
    for (size_t i = 0; i < x->reach.count; i++)
        x->count[x->class_of[x->reach.items[i]]]++;
    for (size_t i = 0; i < x->reach.count; i++) {
        uint32_t c = x->class_of[x->reach.items[i]];
        if (x->count[c] == x->first[c + 1] - x->first[c]) {
            const struct graph *q = x->q;
            for (uint64_t t = q->first[c]; t < q->first[c + 1]; t++)
                if (q->label[t] == label && q->target[t] == to)
                    bit_set(q->must, t, true);
        }
        x->count[c] = 0;
    }
}

static void match_class(struct must *x, uint32_t to, bool loop_is_step)
{
    const struct reverse *in = &x->in;
    visited_clear(&x->visited);
    x->base.count = x->moves.count = 0;
    for (uint32_t i = x->first[to]; i < x->first[to + 1]; i++)
        visited_add(&x->visited, &x->base, x->list[i]);
    if (x->match == MUST_WEAK)
        close_backwards(x, &x->base);
    for (size_t i = 0; i < x->base.count; i++)
        for (uint64_t t = in->first[x->base.items[i]]; t < in->first[x->base.items[i] + 1]; t++)
            if (graph_must(x->g, in->index[t]) &&
                (loop_is_step || in->label[t] != GRAPH_SILENT || x->class_of[in->source[t]] != to))
                vec_push(&x->moves, (uint64_t)in->label[t] << 32 | in->source[t]);
    if (x->moves.count)
        base_sort_u64(x->moves.items, x->moves.count);
    for (size_t i = 0; i < x->moves.count;) {
        uint32_t label = (uint32_t)(x->moves.items[i] >> 32);
        visited_clear(&x->visited);
        x->reach.count = 0;
        for (; i < x->moves.count && x->moves.items[i] >> 32 == label; i++)
            visited_add(&x->visited, &x->reach, (uint32_t)x->moves.items[i]);
        close_backwards(x, &x->reach);
        set_bits(x, label, to);
    }
}

/* Loops that stand for divergence: every member reaches a must cycle inside the class by must steps. */
static void match_divergence(struct must *x)
{
    bool *cyclic, any = false;
    uint32_t *component = base_mem_alloc(x->g->states * sizeof *component);
    lts_graph_components(x->g, x->class_of, true, component, &cyclic);
    enum must_match match = x->match;
    x->match = MUST_BRANCHING;
    visited_clear(&x->visited);
    x->reach.count = 0;
    for (uint32_t s = 0; s < x->g->states; s++)
        if (cyclic[component[s]]) {
            visited_add(&x->visited, &x->reach, s);
            any = true;
        }
    if (any) {
        close_backwards(x, &x->reach);
        for (size_t i = 0; i < x->reach.count; i++)
            x->count[x->class_of[x->reach.items[i]]]++;
        for (uint32_t c = 0; c < x->q->states; c++) {
            bool all = x->count[c] && x->count[c] == x->first[c + 1] - x->first[c];
            x->count[c] = 0;
            for (uint64_t t = x->q->first[c]; all && t < x->q->first[c + 1]; t++)
                if (x->q->label[t] == GRAPH_SILENT && x->q->target[t] == c)
                    bit_set(x->q->must, t, true);
        }
    }
    x->match = match;
    free(component);
    free(cyclic);
}

void refine_reduce_must(const struct graph *g, const uint32_t *class_of, struct graph *q, enum must_match match,
                        bool loop_is_step)
{
    if (!lts_graph_has_may(g))
        return;
    struct must x = {.g = g, .class_of = class_of, .q = q, .match = match};
    q->must = bits_new(graph_transitions(q));
    lts_reverse_make(&x.in, g, true);
    x.list = base_mem_alloc(g->states * sizeof *x.list);
    x.first = base_list_by_key(class_of, g->states, q->states, x.list);
    x.visited = visited_new(g->states);
    x.count = base_mem_zalloc(q->states * sizeof *x.count);
    for (uint32_t c = 0; c < q->states; c++)
        match_class(&x, c, loop_is_step);
    if (!loop_is_step)
        match_divergence(&x);
    lts_reverse_free(&x.in);
    free(x.first);
    free(x.list);
    visited_free(&x.visited);
    free(x.count);
    vec_free(&x.base);
    vec_free(&x.reach);
    vec_free(&x.moves);
}
