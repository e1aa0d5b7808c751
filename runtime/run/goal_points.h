/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The points of a program whose functions are translated; trial.h says what they are. Private to the room.
 */
#ifndef CWOLF_RUN_GOAL_POINTS_H
#define CWOLF_RUN_GOAL_POINTS_H

#include "runtime/run/trace/trace.h"

/* Numbers statements and edges, once. */
void run_points_number(struct machine *m, struct points *p);
void run_points_free(struct points *p);
void run_points_next(const struct machine *m, const struct points *p, uint32_t point,
                     void (*visit)(void *context, uint32_t next), void *context);
uint32_t run_points_condition(struct machine *m, struct points *p, uint32_t place, const struct cwi_expr *condition);
uint32_t run_points_paths(struct machine *m, struct points *p, cwi_id func, uint32_t times, uint32_t limit,
                          uint32_t *first);

#endif
