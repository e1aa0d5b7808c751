/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of relations: for the command line, the help and the tests (what a row mentions stands before it), and how
 * each is decided.
 */
#include "runtime/lts/relations.h"

const struct lts_relation_row lts_relations[] = {
    {LTS_STRONG, "strong", "bisim", "strong bisimulation: every step counts, silent ones too", true, true, false},
    {LTS_BRANCHING, "branching", NULL, "branching bisimulation: silent steps that decide nothing vanish", true, true,
     false},
    {LTS_DPBRANCHING, "dpbranching", "branching-divergence", "the same, telling silent endless loops apart", true, true,
     false},
    {LTS_WEAK, "weak", "obseq", "weak bisimulation, observational equivalence", true, true, false},
    {LTS_DPWEAK, "dpweak", "weak-divergence", "the same, telling silent endless loops apart", true, true, false},
    {LTS_TRACE, "trace", NULL, "equal sequences of steps, silent ones included", true, true, true},
    {LTS_WEAK_TRACE, "weak-trace", NULL, "equal sequences of visible steps", true, true, true},
    {LTS_COMPLETED_TRACE, "completed-trace", "completed", "trace, and equal sequences after which no step is possible",
     true, true, true},
    {LTS_WEAK_COMPLETED_TRACE, "weak-completed-trace", "weak-completed",
     "the same for visible steps; endless silent loops complete nothing", true, true, true},
    {LTS_FAILURES, "failures", NULL, "trace, and equal sets of steps that can be refused after each", true, true, true},
    {LTS_WEAK_FAILURES, "weak-failures", "stable-failures",
     "the same for visible steps; refused where no silent step is possible, so endless silent loops refuse nothing",
     true, true, true},
    {LTS_SIM, "sim", "simulation", "each can imitate the other, step by step", true, true, true},
    {LTS_READY_SIM, "ready-sim", "ready-simulation", "the same, offering equal choices on the way", true, true, true},
    {LTS_TAU_STAR, "tau-star", "tau*.a",
     "bisimulation of visible steps with the silent ones before them; reduces to a system without silent steps", true,
     true, false},
    {LTS_SAFETY, "safety", "weak-sim", "each can imitate the other's visible steps; reduces as tau-star does", true,
     true, true},
    {LTS_TAU_CONFLUENCE, "tau-confluence", "confluence",
     "silent steps that take no choice away are taken at once; branching bisimilar, silent loops included", true, false,
     false},
    {LTS_TAU_CYCLE, "tau-cycle", NULL, "states on a silent cycle become one", true, false, false},
    {LTS_PEEPHOLE, "peephole", "peep", "states with one silent step are passed over; weakly equivalent", true, false,
     false},
    {LTS_REL_NONE, "none", "isomorphism", "the reachable part, as it is", true, true, false},
    {LTS_REL_NONE, NULL, NULL, NULL, false, false, false},
};

static const struct kind kinds[] = {
    {LTS_STRONG, FAMILY_BISIMULATION, false, LTS_STRONG, 0, false, LTS_REL_NONE},
    {LTS_BRANCHING, FAMILY_BISIMULATION, true, LTS_BRANCHING, 0, false, LTS_REL_NONE},
    {LTS_DPBRANCHING, FAMILY_BISIMULATION, true, LTS_DPBRANCHING, 0, false, LTS_REL_NONE},
    {LTS_WEAK, FAMILY_BISIMULATION, true, LTS_WEAK, 0, false, LTS_REL_NONE},
    {LTS_DPWEAK, FAMILY_BISIMULATION, true, LTS_DPWEAK, 0, false, LTS_REL_NONE},
    {LTS_TAU_STAR, FAMILY_BISIMULATION, true, LTS_TAU_STAR, 0, false, LTS_SAFETY},
    {LTS_SIM, FAMILY_SIMULATION, false, LTS_STRONG, 0, false, LTS_SIM},
    {LTS_READY_SIM, FAMILY_SIMULATION, false, LTS_STRONG, 0, true, LTS_SIM},
    {LTS_SAFETY, FAMILY_SIMULATION, true, LTS_TAU_STAR, 0, false, LTS_SAFETY},
    {LTS_TRACE, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_TRACES, false, LTS_TRACE},
    {LTS_WEAK_TRACE, FAMILY_WORDS, true, LTS_BRANCHING, OBSERVE_TRACES, false, LTS_WEAK_TRACE},
    {LTS_COMPLETED_TRACE, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_COMPLETED, false, LTS_TRACE},
    {LTS_WEAK_COMPLETED_TRACE, FAMILY_WORDS, true, LTS_DPBRANCHING, OBSERVE_COMPLETED, false, LTS_WEAK_TRACE},
    {LTS_FAILURES, FAMILY_WORDS, false, LTS_STRONG, OBSERVE_FAILURES, false, LTS_TRACE},
    {LTS_WEAK_FAILURES, FAMILY_WORDS, true, LTS_DPBRANCHING, OBSERVE_FAILURES, false, LTS_WEAK_TRACE},
};

const struct kind *relation_kind(enum lts_relation r)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].relation == r)
            return &kinds[i];
    return NULL;
}

static bool is_word(const char *word, size_t size, const char *name)
{
    return name && strlen(name) == size && !memcmp(word, name, size);
}

enum lts_relation lts_relation_by_name(const char *name, bool *preorder, bool *found)
{
    static const char suffix[] = "-preorder";
    size_t size = strlen(name), cut = sizeof suffix - 1;
    bool wanted = size > cut && !strcmp(name + size - cut, suffix);
    if (wanted)
        size -= cut;
    if (preorder)
        *preorder = wanted;
    for (const struct lts_relation_row *r = lts_relations; r->name; r++)
        if ((is_word(name, size, r->name) || is_word(name, size, r->alias)) && (!wanted || r->has_preorder)) {
            if (found)
                *found = true;
            return r->relation;
        }
    if (found)
        *found = false;
    return LTS_REL_NONE;
}
