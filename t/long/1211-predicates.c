/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test of the same name on 500 random programs. SEED=N chooses others.
 */
#define PROGRAMS 500
#define UNITS    (below(16) ? 500 : 8000) /* most questions that take longer stay open with 8,000 too */
#include "t/1211-predicates.c"
