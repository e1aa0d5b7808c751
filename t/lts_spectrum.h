/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which relation implies which: the arrows of van Glabbeek's spectrum, 1990 and 1993, for those that the tool has.
 */
#ifndef CWOLF_LTS_SPECTRUM_H
#define CWOLF_LTS_SPECTRUM_H

#include "runtime/lts/lts.h"

/* The direct ones. Where a tau can change a proposition, the plain relations see a tau and the weak ones a change, and
 * what is refused of the two differs: plain failures imply weak ones in systems without propositions only. */
static const struct spectrum_arrow {
    enum lts_relation finer, coarser;
    bool preorder, plain_only; /* the preorders imply each other, too; only without propositions */
} spectrum[] = {
    {LTS_REL_NONE, LTS_STRONG, false, false},
    {LTS_PEEPHOLE, LTS_DPWEAK, false, false},
    {LTS_TAU_CYCLE, LTS_DPBRANCHING, false, false},
    {LTS_TAU_CONFLUENCE, LTS_DPBRANCHING, false, false},
    {LTS_STRONG, LTS_DPBRANCHING, false, false},
    {LTS_STRONG, LTS_READY_SIM, false, false},
    {LTS_DPBRANCHING, LTS_BRANCHING, false, false},
    {LTS_DPBRANCHING, LTS_DPWEAK, false, false},
    {LTS_BRANCHING, LTS_WEAK, false, false},
    {LTS_BRANCHING, LTS_TAU_STAR, false, false},
    {LTS_DPWEAK, LTS_WEAK, false, false},
    {LTS_DPWEAK, LTS_WEAK_FAILURES, false, false},
    {LTS_WEAK, LTS_SAFETY, false, false},
    {LTS_TAU_STAR, LTS_SAFETY, false, false},
    {LTS_READY_SIM, LTS_SIM, true, false},
    {LTS_READY_SIM, LTS_FAILURES, true, false},
    {LTS_SIM, LTS_TRACE, true, false},
    {LTS_SIM, LTS_SAFETY, true, false},
    {LTS_SAFETY, LTS_WEAK_TRACE, true, false},
    {LTS_FAILURES, LTS_COMPLETED_TRACE, true, false},
    {LTS_FAILURES, LTS_WEAK_FAILURES, true, true},
    {LTS_COMPLETED_TRACE, LTS_TRACE, true, false},
    {LTS_COMPLETED_TRACE, LTS_WEAK_COMPLETED_TRACE, true, false},
    {LTS_WEAK_FAILURES, LTS_WEAK_COMPLETED_TRACE, true, false},
    {LTS_WEAK_COMPLETED_TRACE, LTS_WEAK_TRACE, true, false},
    {LTS_TRACE, LTS_WEAK_TRACE, true, false},
};

/* Whether systems related by the first are related by the second, directly or over others. */
__attribute__((unused)) static bool spectrum_implies(enum lts_relation finer, enum lts_relation coarser, bool props)
{
    if (finer == coarser)
        return true;
    for (size_t i = 0; i < sizeof spectrum / sizeof *spectrum; i++)
        if (spectrum[i].finer == finer && !(props && spectrum[i].plain_only) &&
            spectrum_implies(spectrum[i].coarser, coarser, props))
            return true;
    return false;
}

#endif
