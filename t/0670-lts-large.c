/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reductions of systems of some 10^5 transitions whose minimal sizes are known by construction.
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

int main(void)
{
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
    return done();
}
