/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reductions of systems of some 10^5 transitions whose minimal sizes are known by construction, and what holds of the
 * reductions of all families that can be generated.
 */
#include "tap.h"
#include "lts_large.h"

static struct lts *reduced(const struct lts *l, enum lts_relation r)
{
    struct lts *out;
    struct diag d;
    if (lts_reduce(l, r, NULL, &out, NULL, &d))
        printf("# %s\n", d.text);
    return out;
}

static bool related(const struct lts *a, const struct lts *b, enum lts_relation r)
{
    struct lts_comparison c;
    struct diag d;
    bool yes = !lts_compare(a, b, r, false, NULL, &c, &d) && c.verdict == LTS_VERDICT_TRUE;
    lts_comparison_free(&c);
    return yes;
}

static const char *name_of(enum lts_relation r)
{
    const struct lts_relation_row *row = lts_relations;
    while (row->relation != r)
        row++;
    return row->name;
}

/* Both sizes; and the quotient is equivalent to the whole. */
static void sized(const char *what, const struct lts *l, enum lts_relation r, uint32_t states)
{
    struct lts *q = reduced(l, r);
    ok(q && q->states == states, "%s, %llu transitions: %u %s classes (expected %u)", what,
       (unsigned long long)lts_transitions(l), q ? q->states : 0, name_of(r), states);
    ok(q && related(l, q, r), "and the quotient is %s equivalent", name_of(r));
    lts_free(q);
}

/* On systems without structure: the relations are ordered, and quotients of quotients agree. */
static void ordered(const char *what, const struct lts *l)
{
    struct lts *strong = reduced(l, LTS_STRONG), *branching = reduced(l, LTS_BRANCHING), *weak = reduced(l, LTS_WEAK);
    struct lts *via = reduced(branching, LTS_WEAK), *peep = reduced(l, LTS_PEEPHOLE),
               *cycle = reduced(l, LTS_TAU_CYCLE);
    ok(l->states >= strong->states && strong->states >= branching->states && branching->states >= weak->states,
       "%s: %u states, %u strong, %u branching, %u weak classes", what, l->states, strong->states, branching->states,
       weak->states);
    ok(via->states == weak->states && lts_transitions(via) == lts_transitions(weak),
       "weak by way of branching is weak (%llu transitions)", (unsigned long long)lts_transitions(weak));
    ok(related(strong, branching, LTS_BRANCHING),
       "the strong quotient is branching bisimilar to the branching quotient");
    ok(related(branching, weak, LTS_WEAK), "the branching quotient is weakly bisimilar to the weak quotient");
    ok(related(peep, cycle, LTS_DPWEAK), "the peephole and the collapse of cycles both preserve divergence");
    lts_free(strong);
    lts_free(branching);
    lts_free(weak);
    lts_free(via);
    lts_free(peep);
    lts_free(cycle);
}

/* The same system with its states in another order. */
static struct lts *shuffled(const struct lts *l)
{
    uint32_t *number = base_mem_alloc(l->states * sizeof *number);
    struct lts_builder *b = lts_builder_new();
    for (uint32_t s = 0; s < l->states; s++)
        number[s] = s;
    for (uint32_t s = l->states; s > 1; s--) {
        uint32_t k = large_random(s), old = number[s - 1];
        number[s - 1] = number[k];
        number[k] = old;
    }
    lts_builder_states(b, l->states);
    for (uint32_t i = base_intern_count(l->labels) - 1; i; i--)
        lts_builder_label(b, base_intern_str(l->labels, i));
    for (uint32_t s = l->states; s--;)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            lts_builder_add(b, number[s], l->label[t] ? base_intern_count(l->labels) - l->label[t] : LTS_TAU,
                            number[l->target[t]], true, 0);
    struct lts *other = lts_builder_finish(b, number[l->initial], false, false);
    free(number);
    return other;
}

static bool same_size(const struct lts *a, const struct lts *b)
{
    return a && b && a->states == b->states && lts_transitions(a) == lts_transitions(b);
}

/* Each relation is coarser than the one before it; each quotient is equivalent, reduces to itself, and does not depend
 * on the order of states and labels. Traces alone may have more classes than there are states: their systems are
 * deterministic. */
static void keeps_laws(const char *family, const uint64_t *values, bool words)
{
    static const enum lts_relation order[] = {LTS_STRONG, LTS_DPBRANCHING, LTS_BRANCHING,
                                              LTS_DPWEAK, LTS_WEAK,        LTS_WEAK_TRACE};
    static const int finer[] = {-1, 0, 1, 1, 2, -1};
    struct lts *l, *q[6], *other;
    struct diag d;
    uint64_t full[LTS_PARAMETERS] = {0};
    const struct lts_family *f = lts_family_by_name(family);
    for (int i = 0; f->parameters[i].name; i++)
        full[i] = values[i];
    if (lts_generate(f, full, NULL, &l, &d))
        printf("# %s\n", d.text);
    other = shuffled(l);
    for (int i = 0; i < 5 + words; i++) {
        q[i] = reduced(l, order[i]);
        struct lts *again = reduced(q[i], order[i]), *mixed = reduced(other, order[i]);
        ok(same_size(q[i], again) && same_size(q[i], mixed) && related(q[i], mixed, order[i]),
           "%s, %llu transitions: %u %s classes, again, and in any order of the states", family,
           (unsigned long long)lts_transitions(l), q[i]->states, name_of(order[i]));
        ok(related(l, q[i], order[i]) && (finer[i] < 0 || q[i]->states <= q[finer[i]]->states),
           "the quotient is equivalent, and has no more classes than that of a finer relation");
        lts_free(again);
        lts_free(mixed);
    }
    if (words)
        ok(related(q[4], q[5], LTS_WEAK_TRACE), "weak bisimulation keeps the weak traces");
    for (int i = 0; i < 5 + words; i++)
        lts_free(q[i]);
    lts_free(other);
    lts_free(l);
}

static const struct {
    const char *family;
    uint64_t values[LTS_PARAMETERS];
    bool words; /* the deterministic system is small */
} families[] = {
    {"philosophers", {6}, true}, {"window", {2, 2, 1}, true},  {"ring", {9}, true},
    {"buffers", {6, 3}, true},   {"grid", {60, 60, 3}, false}, {"fibonacci", {18}, true},
    {"chain", {9000, 3}, true},  {"abp", {2, 3}, true},        {"random", {6000, 9000, 5, 40, 3}, false},
};

int main(void)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        keeps_laws(families[i].family, families[i].values, families[i].words);
    struct lts *l = large_abp(2, 2);
    sized("two alternating-bit protocols", l, LTS_BRANCHING, 9);
    sized("two alternating-bit protocols", l, LTS_WEAK, 9);
    sized("two alternating-bit protocols", l, LTS_DPBRANCHING,
          36); /* with and without retries ahead: twice as many, squared */
    sized("two alternating-bit protocols", l, LTS_WEAK_TRACE, 9);
    ordered("two alternating-bit protocols", l);
    lts_free(l);
    l = large_buffers(9, 2);
    sized("nine buffers", l, LTS_BRANCHING, 1023);
    sized("nine buffers", l, LTS_WEAK, 1023);
    sized("nine buffers", l, LTS_DPWEAK, 1023);
    lts_free(l);
    l = large_counter(100000, false);
    sized("a counter", l, LTS_STRONG, 100001);
    sized("a counter", l, LTS_BRANCHING, 100001);
    lts_free(l);
    l = large_random_system(30000, 45000, 4, 40, 7);
    ordered("a random system", l);
    lts_free(l);
    l = large_random_system(2000, 2600, 2, 60, 8);
    ordered("a sparse random system", l);
    lts_free(l);
    l = large_random_system(4000, 40000, 10, 10, 9);
    ordered("a random system at the threshold of a large silent component", l);
    lts_free(l);
    l = large_random_system(4000, 40000, 10, 15, 10);
    ordered("a random system with such a component", l);
    lts_free(l);
    return done();
}
