/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test of the same name on 1,000 random programs. SEED=N chooses others.
 */
#define PROGRAMS 1000
#define UNITS    (below(16) ? 500 : 8000) /* most questions that take longer stay open with 8,000 too */
#include "t/1211-predicates.c"
