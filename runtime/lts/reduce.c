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
#include "runtime/lts/relations.h"
#include "runtime/lts/rows.h"
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

static enum status make_by_classes(const struct graph *g, enum lts_relation relation, uint32_t *class_of,
                                   struct graph *q, const struct lts_control *c, struct diag *d)
{
    uint32_t classes;
    bool *loops;
    enum status st = lts_reduce_partition(g, relation, class_of, &classes, &loops, c, d);
    if (!st)
        st = lts_reduce_quotient(g, relation, class_of, classes, loops, q, c, d);
    free(loops);
    return st;
}

static const struct method {
    enum lts_relation relation;
    lts_reduce_maker *make;
    bool minimal; /* no two states of a result are strongly bisimilar */
    bool certain; /* a result's steps may be must beside may steps */
    /* of those made by classes: */
    enum status (*classes)(const struct graph *, uint32_t *, uint32_t *, bool **, const struct lts_control *,
                           struct diag *);
    enum must_match must;
    bool loop_is_step, weak, divergence;
} methods[] = {
    {LTS_TAU_CYCLE, make_by_classes, false, true, cycle_classes, MUST_BRANCHING, false, false, false},
    {LTS_STRONG, make_by_classes, true, true, strong_classes, MUST_STRONG, true, false, false},
    {LTS_BRANCHING, make_by_classes, true, true, branching_classes, MUST_BRANCHING, false, false, false},
    {LTS_DPBRANCHING, make_by_classes, true, true, divergent_classes, MUST_BRANCHING, false, false, true},
    {LTS_WEAK, make_by_classes, true, true, observed_classes, MUST_WEAK, false, true, false},
    {LTS_DPWEAK, make_by_classes, true, true, weak_partition, MUST_WEAK, false, true, true},
    {LTS_PEEPHOLE, .make = refine_peephole, .certain = true},
    {LTS_TAU_CONFLUENCE, .make = refine_confluence},
    {LTS_TAU_STAR, .make = refine_tau_star_quotient, .minimal = true},
    {LTS_SIM, .make = sim_reduce, .minimal = true},
    {LTS_READY_SIM, .make = sim_reduce, .minimal = true},
    {LTS_SAFETY, .make = sim_reduce, .minimal = true},
    {LTS_TRACE, .make = words_reduce, .minimal = true},
    {LTS_WEAK_TRACE, .make = words_reduce, .minimal = true},
    {LTS_COMPLETED_TRACE, .make = words_reduce, .minimal = true},
    {LTS_WEAK_COMPLETED_TRACE, .make = words_reduce, .minimal = true},
    {LTS_FAILURES, .make = words_reduce, .minimal = true},
    {LTS_WEAK_FAILURES, .make = words_reduce, .minimal = true},
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

enum status lts_reduce_collapse(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                                const struct lts_control *c, struct diag *d)
{
    uint32_t classes;
    bool *loops;
    enum status st = lts_reduce_partition(g, relation, class_of, &classes, &loops, c, d);
    if (!st)
        lts_graph_collapse(q, g, class_of, classes, loops);
    free(loops);
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

static bool is_bisimulation(const struct method *m)
{
    return m && m->classes && m->minimal;
}

static enum status reduce_by(const struct method *m, const struct lts *l, const struct lts_control *c, struct lts **out,
                             uint32_t **map, struct diag *d)
{
    struct graph g, q = {0};
    const struct kind *kind = lts_relation_kind(m->relation);
    unsigned plain = kind && !kind->weak ? GRAPH_PLAIN : 0;
    enum status st = m->classes ? reduce_memory(l, true, c, d) : ST_OK;
    if (!st)
        st = lts_graph_make(&g, l, NULL, GRAPH_MUST | plain | (l->origin ? GRAPH_VIA : 0), d);
    if (st)
        return st;
    if (is_bisimulation(m) && !g.must && !g.via) {
        st = reduce_rows(l, &g, m->relation, c, out, map, d);
    } else {
        uint32_t *class_of = base_mem_alloc(g.states * sizeof *class_of);
        st = m->make(&g, m->relation, class_of, &q, c, d);
        if (!st && !m->certain)
            lts_graph_all_may(&q, &g);
        if (!st)
            *out = lts_reduce_build(l, &g, class_of, &q, m->minimal, map);
        lts_graph_free(&q);
        free(class_of);
    }
    lts_graph_free(&g);
    return st;
}

enum status lts_reduce(const struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                       uint32_t **class_of, struct diag *d)
{
    const struct method *m = method_of(relation);
    *out = NULL;
    if (class_of)
        *class_of = NULL;
    if (m)
        return reduce_by(m, l, c, out, class_of, d);
    if (relation != LTS_REL_NONE)
        return diag_set(d, ST_BAD, (struct place){0}, "the relation compares systems, but does not reduce them");
    *out = lts_rows_reachable(l, class_of);
    return ST_OK;
}

enum status lts_reduce_taking(struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                              struct diag *d)
{
    struct graph g;
    enum status st;
    if (is_bisimulation(method_of(relation)) && lts_graph_can_take(l)) {
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
