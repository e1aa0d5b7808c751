/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every comparison on thousands of random pairs of systems against the textbook: verdicts agree; where two systems
 * differ, the trace is a shortest one and its steps exist, and the formula is true of the first and false of the
 * second.
 *
 * Another seed: 0640-lts-comparison SEED [PAIRS].
 */
#ifndef PAIRS
#define PAIRS 4000 /* t/long has more */
#endif
#include "tap.h"
#include "lts_naive_formula.h"
#include "lts_naive_words.h"
#include "lts_random.h"

static const char *failure;
static int traces, plays, formulas, equal;

static bool fails(const char *what)
{
    if (!failure)
        failure = what;
    return false;
}

/* The steps of each side must be a path of its system from the initial state. */
static bool steps_exist(const struct lts *const sys[2], const struct lts_comparison *c)
{
    uint32_t at[2] = {sys[0]->initial, sys[1]->initial};
    for (size_t i = 0; i < c->steps; i++) {
        const struct lts_step *step = &c->trace[i];
        const struct lts *l = sys[step->side];
        if (step->transition == LTS_NO_TRANSITION || step->transition >= lts_transitions(l))
            return fails("a step has no transition");
        uint64_t t = step->transition;
        if (c->is_trace && step->side != c->only_in)
            return fails("a step of the trace is not of the system that has it");
        if (t < l->first[at[step->side]] || t >= l->first[at[step->side] + 1])
            return fails("a step does not begin where the last one ended");
        if (l->target[t] != step->state || strcmp(lts_label(l, t), step->label))
            return fails("a step is not its transition");
        at[step->side] = step->state;
    }
    return true;
}

static bool strong_traces(enum lts_relation r)
{
    return r == LTS_STRONG || r == LTS_TRACE || r == LTS_SIM || r == LTS_READY_SIM || r == LTS_COMPLETED_TRACE ||
           r == LTS_FAILURES;
}

/* What is observed along words; of the relations that are no words, traces explain the difference where they can. */
static enum naive_observation observed(enum lts_relation r)
{
    const struct naive_words *w = naive_words_of(r);
    return w ? w->what : N_TRACES;
}

/* What is refused at the end of the trace: a set that one side can refuse there and the other cannot. */
static bool check_refusal(const struct naive *x, const struct lts_comparison *c, const uint32_t here[2], bool weak,
                          enum naive_observation what)
{
    uint32_t set = 0, all = (1u << x->labels) - 1,
             mine = (uint32_t)(c->only_in ? x->second + (int)c->state_b : (int)c->state_a);
    for (size_t i = 0; i < c->refused_count; i++)
        set |= 1u << (strcmp(c->refused[i], "i") ? naive_label((struct naive *)x, c->refused[i])
                      : weak                     ? N_SHOWN
                                                 : N_SILENT);
    if (!(here[c->only_in] >> mine & 1) || !naive_stable(x, (int)mine, weak) ||
        (naive_offers(x, (int)mine, weak) & (what == N_COMPLETED ? all : set)))
        return fails("the state said to refuse does not");
    if (naive_refuses(x, here[!c->only_in], set, weak))
        return fails("the other side can refuse it, too");
    for (size_t i = 0; i < c->refused_count; i++) { /* no label too many, but for the greedy choice of them */
        const char *name = c->refused[i];
        for (size_t k = 0; k < i; k++)
            if (!strcmp(name, c->refused[k]))
                return fails("a refused label is named twice");
    }
    return true;
}

static bool check_trace(const struct naive *x, enum lts_relation relation, bool preorder,
                        const struct lts_comparison *c)
{
    bool weak = !strong_traces(relation);
    enum naive_observation what = observed(relation);
    int s = x->root[0], t = x->root[1], letters = 0;
    int first = naive_beyond(x, s, t, weak, what), second = naive_beyond(x, t, s, weak, what);
    int best = preorder || second < 0 || (first >= 0 && first < second) ? first : second;
    for (size_t i = 0; i < c->steps; i++)
        letters += !weak || strcmp(c->trace[i].label, "i");
    for (size_t i = 0; x->colour[s] >= 0 && weak && i < c->steps; i++) /* a tau that shows is a letter too */
        if (!strcmp(c->trace[i].label, "i")) {
            const struct lts_step *step = &c->trace[i];
            uint32_t before = i ? c->trace[i - 1].state : (uint32_t)(step->side ? t - x->second : s);
            int base = step->side ? x->second : 0;
            letters += x->colour[base + (int)before] != x->colour[base + (int)step->state];
        }
    if (letters != best)
        return fails("the trace is not a shortest one");
    if ((c->only_in ? second : first) < 0)
        return fails("the trace is said to be in the wrong system");
    /* replay the letters in the other system: all but the last must be possible, the last must not */
    uint32_t here[2] = {weak ? x->closure[s] : 1u << s, weak ? x->closure[t] : 1u << t};
    uint32_t own = (uint32_t)x->root[c->only_in];
    for (size_t i = 0; i < c->steps; i++) {
        const struct lts_step *step = &c->trace[i];
        uint32_t to = (step->side ? (uint32_t)x->second : 0) + step->state;
        bool tau = !strcmp(step->label, "i"), same = x->colour[own] == x->colour[to];
        int a = !tau ? naive_label((struct naive *)x, step->label) : same || !weak ? N_SILENT : N_SHOWN;
        own = to;
        if (weak && a == N_SILENT)
            continue;
        for (int side = 0; side < 2; side++)
            here[side] = naive_letter(x, here[side], a, x->colour[to], weak);
        letters--;
        if (!here[c->only_in])
            return fails("the system said to have the trace has it not");
        if (!here[!c->only_in] != (!letters && !c->refuses))
            return fails("the trace is not a trace of one system only");
    }
    return !c->refuses || check_refusal(x, c, here, weak, what);
}

static bool check_formula(const struct lts *a, const struct lts *b, const struct naive *x, enum lts_relation relation,
                          const struct lts_comparison *c)
{
    uint32_t set = naive_eval(x, c->formula, a);
    if (!(set >> x->root[0] & 1))
        return fails("the formula is not true of the first");
    if (set >> x->root[1] & 1)
        return fails("the formula is true of the second");
    if (c->formula_depth != c->formula->depth)
        return fails("the formula has not the depth that is told");
    bool bisimulation = relation == LTS_STRONG || relation == LTS_WEAK || relation == LTS_DPWEAK ||
                        relation == LTS_BRANCHING || relation == LTS_DPBRANCHING;
    if (bisimulation && (int)c->formula_depth != naive_depth(x, relation, x->root[0], x->root[1]))
        return fails("the formula is not of least depth");
    (void)b;
    return true;
}

static bool check_difference(const struct lts *a, const struct lts *b, const struct naive *x,
                             enum lts_relation relation, bool preorder, const struct lts_comparison *c)
{
    const struct lts *const sys[2] = {a, b};
    bool weak = !strong_traces(relation);
    bool differ = naive_beyond(x, x->root[0], x->root[1], weak, observed(relation)) >= 0 ||
                  (!preorder && naive_beyond(x, x->root[1], x->root[0], weak, observed(relation)) >= 0);
    if (!c->explanation || !*c->explanation)
        return fails("there is no explanation");
    if (x->colour[x->root[0]] != x->colour[x->root[1]])
        return c->formula ? check_formula(a, b, x, relation, c) : fails("there is no formula");
    if (c->is_trace != differ)
        return fails(differ ? "traces differ, but no trace was given" : "traces are equal, but a trace was given");
    traces += c->is_trace;
    plays += !c->is_trace;
    if (!steps_exist(sys, c) || (c->is_trace && !check_trace(x, relation, preorder, c)))
        return false;
    if (!c->is_trace && !c->steps && relation != LTS_READY_SIM)
        return fails("there is no play");
    formulas += c->formula != NULL;
    if (!c->formula && !naive_words_of(relation))
        return fails("there is no formula");
    return !c->formula || check_formula(a, b, x, relation, c);
}

static bool check_pair(const struct lts *a, const struct lts *b, enum lts_relation relation, bool preorder)
{
    struct lts_comparison c;
    struct naive x;
    struct diag d;
    bool fine;
    naive_make(&x, a, b);
    bool expected = naive_equal(&x, relation, preorder);
    if (lts_compare(a, b, relation, preorder, NULL, &c, &d))
        fine = fails("the comparison failed");
    else if ((c.verdict == LTS_VERDICT_TRUE) != expected || c.verdict == LTS_VERDICT_MAYBE)
        fine = fails("the verdict is wrong");
    else
        fine = expected || check_difference(a, b, &x, relation, preorder, &c);
    equal += expected;
    if (!fine) {
        struct buf text = {0};
        if (c.formula)
            lts_formula_text(c.formula, &text);
        printf("# %s\n# expected %d verdict %d\n# explanation: %s\n# formula: %s\n", failure, expected, c.verdict,
               c.explanation ? c.explanation : "", buf_str(&text));
        buf_free(&text);
        for (size_t i = 0; i < c.steps; i++)
            printf("# step %d %s %u\n", c.trace[i].side, c.trace[i].label, c.trace[i].state);
        naive_show("first", a);
        naive_show("second", b);
    }
    lts_comparison_free(&c);
    return fine;
}

static void check_relation(const struct lts_relation_row *row, bool preorder, uint64_t seed, int pairs)
{
    int i = 0;
    naive_seed = seed;
    failure = NULL;
    traces = plays = formulas = equal = 0;
    for (bool fine = true; i < pairs && fine; i++) {
        struct naive_draft draft;
        naive_draw(&draft, i % 3 ? 5 : 12, 1 + naive_random(3), false, i % 4 == 0);
        struct lts *a = naive_build(&draft, false, false), *b;
        for (uint32_t changes = naive_random(4); changes; changes--)
            naive_change(&draft);
        b = naive_build(&draft, i % 8 != 3, false); /* a few in their old order, as people change files */
        fine = check_pair(a, b, row->relation, preorder);
        lts_free(a);
        lts_free(b);
    }
    ok(i == pairs && !failure, "%s%s: %d random pairs compare as the textbook says", row->name,
       preorder ? "-preorder" : "", i);
    printf("# %d equal, %d traces, %d plays, %d formulas\n", equal, traces, plays, formulas);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20262;
    int pairs = argc > 2 ? atoi(argv[2]) : PAIRS;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        if (row->compares && row->relation != LTS_REL_NONE)
            check_relation(row, false, seed, pairs);
        if (row->has_preorder)
            check_relation(row, true, seed, pairs);
    }
    return done();
}
