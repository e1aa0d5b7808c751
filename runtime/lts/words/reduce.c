/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction by traces, completed traces and failures. For traces: the deterministic system with the fewest states that
 * has the same (weak) traces. All states of a prefix-closed language accept, so the minimal one is the strong quotient
 * of the subset construction. The sets are built over a quotient by a bisimulation that keeps what is observed.
 *
 * For the others a set of states also has a colour, what can be refused there: the normal form of A. W. Roscoe,
 * "Model-checking CSP" (1994), which is then minimised and made a transition system again (normal_form.h). Minimal
 * normal forms of equal systems are isomorphic, so that what follows from the normal form alone is a canonical form.
 *
 * With propositions, a step is its label and the propositions that hold afterwards. Nothing is must in the result of a
 * system with may transitions: a set of states does not tell which of them a program is in.
 */
#include "runtime/lts/words/normal_form.h"
#include "runtime/lts/reduce.h"

#include <stdlib.h>

/* How much is done between two looks at the budget, in members of sets. */
enum { WORK_BETWEEN = 1 << 18, ROW_WORK = 1 << 10 };

/* The deterministic graph while it grows. */
struct growth {
    struct sets sets;
    struct set_steps steps;
    struct u64s first;
    struct u32s label, target, old, colour;
};

static enum status check_budget(const struct growth *x, const struct acceptances *seen, const struct lts_control *c,
                                struct diag *d)
{
    uint64_t bytes =
        seen->bytes + x->sets.bytes +
        (x->label.capacity + x->target.capacity + x->old.capacity + x->colour.capacity) * sizeof(uint32_t) +
        x->first.capacity * sizeof(uint64_t);
    if (words_sets_count(&x->sets) > control_states(c))
        return diag_set(d, ST_LIMIT, (struct place){0},
                        "the deterministic system has more than %u states (--max-states)", control_states(c));
    enum status st = lts_control_memory(c, bytes, "the deterministic system", d);
    return !st && control_stops(c) ? lts_control_stopped(d) : st;
}

/* Returns how many members the set has. */
static size_t add_row(struct growth *x, uint32_t set, const struct graph *g, const struct kind *kind,
                      struct acceptances *seen)
{
    words_sets_expand(&x->sets, set, &x->steps);
    size_t n;
    const uint32_t *member = words_sets_members(&x->sets, set, &n);
    uint32_t colour = g->colour ? g->colour[*member] : 0;
    if (kind->what != OBSERVE_TRACES)
        colour = words_acceptances_kind(seen, member, n, &x->steps);
    vec_push(&x->old, g->old[*member]);
    vec_push(&x->colour, colour);
    for (size_t i = 0; i < x->steps.count; i++) {
        vec_push(&x->label, x->steps.items[i].letter.label);
        vec_push(&x->target, x->steps.items[i].set);
    }
    vec_push(&x->first, x->label.count);
    return n;
}

/* Makes the deterministic graph; old[] of a set is a state of what `g` is a quotient of. */
static enum status determinise(const struct graph *g, const struct kind *kind, struct acceptances *seen,
                               struct graph *out, const struct lts_control *c, struct diag *d)
{
    struct growth x = {.first = {0}};
    enum status st = ST_OK;
    words_sets_init(&x.sets, g, kind->weak);
    words_sets_single(&x.sets, g->root[0]);
    vec_push(&x.first, 0);
    uint64_t work = 0; /* a set can have a member, or a million */
    for (uint32_t s = 0; s < words_sets_count(&x.sets) && !st; s++) {
        work += add_row(&x, s, g, kind, seen) + x.steps.count + ROW_WORK;
        if (work < WORK_BETWEEN && s && words_sets_count(&x.sets) <= control_states(c))
            continue;
        work = 0;
        st = check_budget(&x, seen, c, d);
    }
    *out = (struct graph){.states = (uint32_t)x.old.count,
                          .first = x.first.items,
                          .label = x.label.items,
                          .target = x.target.items,
                          .old = x.old.items,
                          .colour = x.colour.items,
                          .colours = kind->what == OBSERVE_TRACES ? g->colours : base_intern_count(seen->kinds)};
    struct graph names = *g;
    if (kind->what != OBSERVE_TRACES)
        names.valuation = NULL; /* the colours are kinds */
    lts_graph_dress(out, &names);
    lts_graph_sort_rows(out);
    vec_free(&x.steps);
    words_sets_free(&x.sets);
    return st;
}

/* Minimises the deterministic graph. */
static enum status minimise(const struct graph *dfa, struct graph *q, const struct lts_control *c, struct diag *d)
{
    uint32_t *class_of = base_mem_alloc(dfa->states * sizeof *class_of);
    enum status st = lts_reduce_collapse(dfa, LTS_STRONG, class_of, q, c, d);
    for (uint32_t k = 0; k < q->states; k++)
        q->old[k] = dfa->old[q->old[k]];
    free(class_of);
    return st;
}

/* `small` is a quotient of g. */
static enum status reduce_words(const struct graph *g, const struct graph *small, const struct kind *kind,
                                struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct graph dfa, normal = {0};
    struct acceptances seen = {0};
    bool traces = kind->what == OBSERVE_TRACES;
    if (!traces)
        words_acceptances_init(&seen, small, kind->weak, kind->what);
    enum status st = determinise(small, kind, &seen, &dfa, c, d);
    if (!st)
        st = minimise(&dfa, traces ? q : &normal, c, d);
    if (!st && !traces)
        st = words_normal_form_unfold(&normal, &seen, lts_graph_has_may(g), q, c, d);
    lts_graph_free(&dfa);
    lts_graph_free(&normal);
    words_acceptances_free(&seen);
    return st;
}

enum status words_reduce(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                         const struct lts_control *c, struct diag *d)
{
    const struct kind *kind = lts_relation_kind(relation);
    struct graph small = {0};
    enum status st = lts_reduce_collapse(g, kind->classes, class_of, &small, c, d);
    if (!st)
        st = reduce_words(g, &small, kind, q, c, d);
    lts_graph_free(&small);
    memset(class_of, 0xff, g->states * sizeof *class_of);
    class_of[g->root[0]] = q->root[0];
    return st;
}
