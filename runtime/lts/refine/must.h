/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Must bits of quotients.
 */
#ifndef CWOLF_LTS_REFINE_MUST_H
#define CWOLF_LTS_REFINE_MUST_H

#include "runtime/lts/graph.h"

/* How a must step of a class may be made up of must steps of its members. */
enum must_match {
    MUST_STRONG,    /* one step */
    MUST_BRANCHING, /* silent steps inside the class, then one step */
    MUST_WEAK,      /* silent steps, one step, silent steps */
};

/* Gives the class graph `q` its must bits. Nothing is done (all stay must) when g has no may transitions. A silent loop
 * of q stands for divergence inside the class, or (with `loop_is_step`) for a silent step. */
void refine_reduce_must(const struct graph *g, const uint32_t *class_of, struct graph *q, enum must_match match,
                        bool loop_is_step);

#endif
