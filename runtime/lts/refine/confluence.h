/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction by confluent silent steps.
 */
#ifndef CWOLF_LTS_REFINE_CONFLUENCE_H
#define CWOLF_LTS_REFINE_CONFLUENCE_H

#include "runtime/lts/reduce.h"

/* Silent cycles become one state, silent steps that are confluent are taken at once, until none is left. The result
 * is divergence-preserving branching bisimilar to the system and never larger. */
lts_reduce_maker refine_confluence;

#endif
