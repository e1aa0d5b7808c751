/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of the time that is left each way of deciding may take, where others follow (check_session_part).
 */
#ifndef CWOLF_CHECK_SHARES_H
#define CWOLF_CHECK_SHARES_H

#define SHARE_JOINED     0.6  /* the first layer, states joined */
#define SHARE_EXACT      0.15 /* exact states, a round of it; a few may be enough */
#define SHARE_LONG       0.2  /* exact states at last */
#define SHARE_RUNS       0.4  /* runs for what only a run can be sure of */
#define SHARE_FAILURES   0.2  /* runs in which allocations fail */
#define SHARE_PREDICATES 0.5  /* where nobody asked for predicates */
/* All paths, induction, the search for inputs: one after the other, and where a second process does them. */
#define SHARES_IN_TURN                                                                                                 \
    {                                                                                                                  \
        0.4, 0.65, 0.3                                                                                                 \
    }
#define SHARES_BESIDE                                                                                                  \
    {                                                                                                                  \
        0.75, 0.9, 1                                                                                                   \
    }

#endif
