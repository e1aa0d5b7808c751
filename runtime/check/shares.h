/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of what is left, of the time and where they are counted of the states, each way of deciding may take while
 * others follow (check_session_part).
 */
#ifndef CWOLF_CHECK_SHARES_H
#define CWOLF_CHECK_SHARES_H

/* Keyed states with what may hold the objects come first and have no share: they are few. */
#define SHARE_TYPESTATE  0.5  /* the states of a rule alone, which come first */
#define SHARE_PATHS      0.3  /* joined states, by call path, where keyed states with everything are to follow */
#define SHARE_KEYED      0.5  /* keyed states, everything tracked */
#define SHARE_JOINED     0.6  /* joined states, by call path, then by place */
#define SHARE_EXACT      0.15 /* exact states, each time but the last: for programs of few states */
#define SHARE_LONG       0.2  /* exact states, the last time */
#define SHARE_LEFT_OUT   0.4  /* those that are few, without what the answer does not need */
#define SHARE_RUNS       0.4  /* runs for what only a run can be sure of */
#define SHARE_FAILURES   0.2  /* runs in which allocations fail */
#define SHARE_WORLD      0.1  /* runs with a command line, in which what is asked of the system fails */
#define SHARE_LOST       0.3  /* the same for what is lost, which they see in places that nobody else follows */
#define SHARE_PREDICATES 0.5  /* where nobody asked for predicates */
#define SHARE_FORMULA    0.4  /* beside, too: what it can decide it decides soon */
#define SHARE_ALL_PATHS  0.4
#define SHARE_INDUCTION  0.65
#define SHARE_SEARCH     0.3
/* The same where a second process does them. */
#define SHARE_ALL_PATHS_BESIDE 0.75
#define SHARE_INDUCTION_BESIDE 0.9
#define SHARE_SEARCH_BESIDE    1

#endif
