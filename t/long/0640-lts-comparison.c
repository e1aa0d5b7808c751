/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test of the same name on 20,000 random systems for each relation.
 */
#define PAIRS 20000
#include "t/0640-lts-comparison.c"
