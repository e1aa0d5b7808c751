/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lifetimes: which local variables end before their function does, and which a pointer may outlive, so that another one
 * may lie later where the pointer leads.
 */
#ifndef CWOLF_POINTS_LIFETIMES_H
#define CWOLF_POINTS_LIFETIMES_H

#include "runtime/points/callgraph.h"

enum { PT_ENDS_EARLY = 1, PT_IS_OUTLIVED = 2 };
/* What is so of each variable, by its id; in the arena. */
const uint8_t *pt_lifetimes(struct arena *a, const struct cwi_unit *u, struct pt *pt, const struct callgraph *g);

#endif
