/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lts_reduce: chooses the classes, makes the quotient of them, hands it on for numbering.
 *
 * Every quotient has at most the transitions of its input: each of its transitions is the image of one or more, and a
 * silent loop that stands for divergence replaces at least one silent step inside the class.
 */
#include "runtime/lts/reduce.h"
#include "runtime/lts/refine/confluence.h"
#include "runtime/lts/refine/peephole.h"
#include "runtime/lts/quotient.h"
#include "runtime/lts/refine/must.h"
#include "runtime/lts/refine/refine.h"
#include "runtime/lts/refine/tau_star.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

static enum status refined_classes(const struct graph *g, enum refine_kind kind, uint32_t *class_of, uint32_t *classes,
                                   bool **divergent, const struct lts_control *c, struct diag *d)
{
    struct refined r;
    enum status st = refine_graph(g, kind, &r, NULL, c, d);
    if (st)
        return st;
    memcpy(class_of, r.class_of, g->states * sizeof *class_of);
    free(r.class_of);
    *classes = r.classes;
    if (divergent)
        *divergent = r.divergent;
    else
        free(r.divergent);
    return ST_OK;
}

static enum status strong_classes(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **loops,
                                  const struct lts_control *c, struct diag *d)
{
    enum status st = refined_classes(g, REFINE_STRONG, class_of, classes, NULL, c, d);
    if (st || !loops)
        return st;
    *loops = base_mem_zalloc(*classes * sizeof **loops);
    for (uint32_t s = 0; s < g->states; s++)
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++)
            (*loops)[class_of[s]] |= class_of[g->target[t]] == class_of[s];
    return ST_OK;
}

static enum status branching_classes(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **loops,
                                     const struct lts_control *c, struct diag *d)
{
    (void)loops;
    return refined_classes(g, REFINE_BRANCHING, class_of, classes, NULL, c, d);
}

static enum status divergent_classes(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **loops,
                                     const struct lts_control *c, struct diag *d)
{
    return refined_classes(g, REFINE_DIVERGENT, class_of, classes, loops, c, d);
}

static enum status observed_classes(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **loops,
                                    const struct lts_control *c, struct diag *d)
{
    (void)loops;
    return weak_partition(g, class_of, classes, NULL, c, d);
}

static enum status cycle_classes(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **loops,
                                 const struct lts_control *c, struct diag *d)
{
    (void)c;
    (void)d;
    *classes = lts_graph_components(g, NULL, false, class_of, loops);
    return ST_OK;
}

static const struct method {
    enum lts_relation relation;
    enum status (*classes)(const struct graph *, uint32_t *, uint32_t *, bool **, const struct lts_control *,
                           struct diag *);
    enum must_match must;
    bool loop_is_step, weak, minimal, divergence;
} methods[] = {
    {LTS_TAU_CYCLE, cycle_classes, MUST_BRANCHING, false, false, false, false},
    {LTS_STRONG, strong_classes, MUST_STRONG, true, false, true, false},
    {LTS_BRANCHING, branching_classes, MUST_BRANCHING, false, false, true, false},
    {LTS_DPBRANCHING, divergent_classes, MUST_BRANCHING, false, false, true, true},
    {LTS_WEAK, observed_classes, MUST_WEAK, false, true, true, false},
    {LTS_DPWEAK, weak_partition, MUST_WEAK, false, true, true, true},
};

static const struct method *method_of(enum lts_relation relation)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (methods[i].relation == relation)
            return &methods[i];
    return NULL;
}

enum status lts_reduce_partition(const struct graph *g, enum lts_relation relation, uint32_t *class_of,
                                 uint32_t *classes, bool **loops, const struct lts_control *c, struct diag *d)
{
    const struct method *m = method_of(relation);
    bool *unwanted = NULL;
    if (loops)
        *loops = NULL;
    enum status st = m->classes(g, class_of, classes, loops || !m->divergence ? loops : &unwanted, c, d);
    free(unwanted);
    return st;
}

enum status lts_reduce_quotient(const struct graph *g, enum lts_relation relation, const uint32_t *class_of,
                                uint32_t classes, const bool *loops, struct graph *q, const struct lts_control *c,
                                struct diag *d)
{
    const struct method *m = method_of(relation);
    lts_graph_collapse(q, g, class_of, classes, m->weak ? NULL : loops);
    enum status st = m->weak ? weak_minimise(q, c, d) : ST_OK;
    if (st)
        return st;
    if (m->weak && loops)
        lts_graph_add_loops(q, loops);
    refine_reduce_must(g, class_of, q, m->must, m->loop_is_step);
    return ST_OK;
}

static enum refine_kind kind_of(enum lts_relation relation)
{
    if (relation == LTS_STRONG)
        return REFINE_STRONG;
    return method_of(relation)->divergence ? REFINE_DIVERGENT : REFINE_BRANCHING;
}

/* The branching quotient q becomes the weak one, and r its classes. */
static enum status quotient_weakly(struct graph *q, uint32_t states, bool divergence, struct refined *r,
                                   const struct lts_control *c, struct diag *d)
{
    uint32_t *of = base_mem_alloc(q->states * sizeof *of), classes;
    enum status st = weak_classes(q, divergence ? r->divergent : NULL, of, &classes, c, d);
    if (!st) {
        struct graph small;
        bool *divergent = base_mem_zalloc(classes * sizeof *divergent);
        for (uint32_t v = 0; v < q->states; v++)
            divergent[of[v]] |= r->divergent[v];
        free(r->divergent);
        r->divergent = divergent;
        r->classes = classes;
        lts_graph_collapse(&small, q, of, classes, NULL);
        for (uint32_t k = 0; k < classes && q->old; k++)
            small.old[k] = q->old[small.old[k]];
        lts_graph_free(q);
        *q = small;
        for (uint32_t s = 0; r->class_of && s < states; s++)
            r->class_of[s] = of[r->class_of[s]];
        st = weak_minimise(q, c, d);
    }
    free(of);
    return st;
}

/* A bisimulation of a graph whose rows are given up, of a system where all is must and nobody asks for origins: the
 * quotient comes out of the refinement itself. */
static enum status reduce_rows(const struct lts *l, struct graph *g, enum lts_relation relation,
                               const struct lts_control *c, struct lts **out, uint32_t **map, struct diag *d)
{
    struct compact rows;
    struct refined r;
    struct graph q = {0};
    enum refine_kind kind = kind_of(relation);
    enum status st = refine_compact_make(&rows, g, true, d);
    if (st)
        return st;
    st = refine_partition(&rows, kind, g->colour, g->colours, &r, c, d);
    if (st)
        return st;
    refine_compact_give(&rows, &q);
    refine_dress(&q, g, r.class_of);
    if (!l->prop && !l->state_names) {
        free(q.old);
        q.old = NULL;
    }
    if (!map) {
        free(r.class_of);
        r.class_of = NULL;
    }
    if (method_of(relation)->weak)
        st = quotient_weakly(&q, g->states, kind == REFINE_DIVERGENT, &r, c, d);
    if (!st && kind == REFINE_DIVERGENT)
        lts_graph_add_loops(&q, r.divergent);
    if (!st)
        *out = lts_reduce_build_taking(l, g, r.class_of, &q, map);
    lts_graph_free(&q);
    free(r.class_of);
    free(r.divergent);
    return st;
}

/* What the five bisimulations need at most, by measurement, besides a copy of what they are given. */
static enum status reduce_memory(const struct lts *l, bool copy, const struct lts_control *c, struct diag *d)
{
    uint64_t size = l->states + lts_transitions(l);
    return lts_control_memory(c, (copy ? 24 : 16) * size, "the reduction", d);
}

static bool is_bisimulation(enum lts_relation relation)
{
    return method_of(relation) && relation != LTS_TAU_CYCLE;
}

static enum status reduce_by_classes(const struct lts *l, enum lts_relation relation, const struct lts_control *c,
                                     struct lts **out, uint32_t **map, struct diag *d)
{
    struct graph g, q;
    unsigned plain = relation == LTS_STRONG ? GRAPH_PLAIN : 0;
    enum status st = reduce_memory(l, true, c, d);
    if (!st)
        st = lts_graph_make(&g, l, NULL, GRAPH_MUST | plain | (l->origin ? GRAPH_VIA : 0), d);
    if (st)
        return st;
    if (is_bisimulation(relation) && !g.must && !g.via) {
        st = reduce_rows(l, &g, relation, c, out, map, d);
        lts_graph_free(&g);
        return st;
    }
    uint32_t *class_of = base_mem_alloc(g.states * sizeof *class_of), classes;
    bool *loops = NULL;
    st = lts_reduce_partition(&g, relation, class_of, &classes, &loops, c, d);
    if (!st) {
        st = lts_reduce_quotient(&g, relation, class_of, classes, loops, &q, c, d);
        if (!st)
            *out = lts_reduce_build(l, &g, class_of, &q, method_of(relation)->minimal, map);
        lts_graph_free(&q);
    }
    free(loops);
    free(class_of);
    lts_graph_free(&g);
    return st;
}

/* A state that stays keeps its own transitions; each is must when one of those it stands for is. */
static enum status reduce_peephole(const struct lts *l, struct lts **out, uint32_t **map, struct diag *d)
{
    struct graph g, q;
    enum status st = lts_graph_make(&g, l, NULL, GRAPH_MUST | (l->origin ? GRAPH_VIA : 0), d);
    if (st)
        return st;
    uint32_t *class_of = base_mem_alloc(g.states * sizeof *class_of), *kept;
    uint32_t classes = refine_peephole_classes(&g, class_of, &kept);
    bool *loops = base_mem_zalloc(classes * sizeof *loops);
    for (uint32_t k = 0; k < classes; k++)
        for (uint64_t t = g.first[kept[k]]; t < g.first[kept[k] + 1] && g.label[t] == GRAPH_SILENT; t++)
            loops[k] |= class_of[g.target[t]] == k;
    lts_graph_collapse(&q, &g, class_of, classes, loops);
    memcpy(q.old, kept, classes * sizeof *kept);
    if (g.must) {
        q.must = bits_new(graph_transitions(&q));
        for (uint32_t k = 0; k < classes; k++)
            for (uint64_t t = g.first[kept[k]]; t < g.first[kept[k] + 1]; t++) {
                uint64_t at = lts_graph_find(&q, k, g.label[t], class_of[g.target[t]]);
                if (graph_must(&g, t))
                    bit_set(q.must, at, true);
            }
    }
    *out = lts_reduce_build(l, &g, class_of, &q, false, map);
    lts_graph_free(&q);
    lts_graph_free(&g);
    free(loops);
    free(kept);
    free(class_of);
    return ST_OK;
}

static enum status reduce_nothing(const struct lts *l, struct lts **out, uint32_t **map)
{
    *out = lts_reachable(l);
    if (!map)
        return ST_OK;
    struct u32s order = {0};
    *map = base_mem_alloc((l->states + (size_t)1) * sizeof **map);
    memset(*map, 0xff, l->states * sizeof **map);
    (*map)[l->initial] = 0;
    vec_push(&order, l->initial);
    for (size_t i = 0; i < order.count; i++)
        for (uint64_t t = l->first[order.items[i]]; t < l->first[order.items[i] + 1]; t++)
            if ((*map)[l->target[t]] == LTS_NONE) {
                (*map)[l->target[t]] = (uint32_t)order.count;
                vec_push(&order, l->target[t]);
            }
    vec_free(&order);
    return ST_OK;
}

enum status lts_reduce(const struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                       uint32_t **class_of, struct diag *d)
{
    *out = NULL;
    if (class_of)
        *class_of = NULL;
    switch (relation) {
    case LTS_REL_NONE:
        return reduce_nothing(l, out, class_of);
    case LTS_PEEPHOLE:
        return reduce_peephole(l, out, class_of, d);
    case LTS_TRACE:
    case LTS_WEAK_TRACE:
    case LTS_COMPLETED_TRACE:
    case LTS_WEAK_COMPLETED_TRACE:
    case LTS_FAILURES:
    case LTS_WEAK_FAILURES:
        return words_trace_reduce(l, relation, c, out, class_of, d);
    case LTS_SIM:
    case LTS_READY_SIM:
    case LTS_SAFETY:
        return sim_reduce(l, relation, c, out, class_of, d);
    case LTS_TAU_STAR:
        return refine_tau_star_reduce(l, c, out, class_of, d);
    case LTS_TAU_CONFLUENCE:
        return refine_confluence_reduce(l, c, out, class_of, d);
    default:
        if (!method_of(relation))
            return diag_set(d, ST_BAD, (struct place){0}, "the relation compares systems, but does not reduce them");
        return reduce_by_classes(l, relation, c, out, class_of, d);
    }
}

enum status lts_reduce_taking(struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                              struct diag *d)
{
    struct graph g;
    enum status st;
    if (is_bisimulation(relation) && lts_graph_can_take(l)) {
        *out = NULL;
        st = reduce_memory(l, false, c, d);
        if (!st) {
            lts_graph_take(&g, l);
            st = reduce_rows(l, &g, relation, c, out, NULL, d);
            lts_graph_free(&g);
        }
    } else {
        st = lts_reduce(l, relation, c, out, NULL, d);
    }
    lts_free(l);
    return st;
}
