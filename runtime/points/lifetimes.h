/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lifetimes: which local variables end before their function does, and which a pointer may outlive, so that another one
 * may lie later where the pointer leads.
 */
#ifndef CWOLF_POINTS_LIFETIMES_H
#define CWOLF_POINTS_LIFETIMES_H

#include "runtime/points/callgraph.h"

enum {
    PT_ENDS_EARLY = 1,  /* the code ends it before its function returns: a local of an inner block */
    PT_IS_OUTLIVED = 2, /* a pointer to it may be looked at after its end */
    PT_IS_KEPT = 4,     /* ... and in another activation of its function, which has one of its own */
};
/* Which of these are so, by variable id; in the arena. Of functions that are reachable in `g`. Cannot fail. */
const uint8_t *pt_lifetimes(struct arena *a, const struct cwi_unit *u, struct pt *pt, const struct callgraph *g,
                            cwi_id entry);

#endif
