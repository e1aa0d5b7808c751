/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call graph in few boxes. Private to the driver.
 */
#ifndef CWOLF_DRIVER_CALLS_FOLD_H
#define CWOLF_DRIVER_CALLS_FOLD_H

#include "calls.h"

#define CALLS_NO_BOX UINT32_MAX

enum calls_level {
    CALLS_BY_FUNCTION,
    CALLS_BY_CYCLE, /* functions that call each other are one box */
    CALLS_BY_PATH   /* by file, or by the first `parts` components of its name */
};
struct calls_box {
    cwi_id first;       /* a member, the one with the lowest id */
    uint32_t functions; /* members */
    uint32_t pointers;  /* callees that are pointers, counted for each member */
    uint32_t deeper;    /* calls to functions beyond the depth */
    uint32_t callers;   /* arrows to it from other boxes */
    bool is_hub;        /* so many that they are not drawn */
    struct {
        const char *text;
        size_t size;
    } path; /* BY_PATH: what the members' files have in common; not terminated */
};
struct calls_arrow {
    uint32_t from, to; /* boxes */
    uint32_t sites;
    bool is_hidden; /* leads to a hub */
};
struct calls_folded {
    const struct call_graph *g;
    enum calls_level level;
    uint32_t parts, depth; /* functions at most so deep are shown */
    bool only_defined;     /* functions without a body are left out */
    uint32_t *box_of;      /* of each function; CALLS_NO_BOX: not shown */
    struct VEC(struct calls_box) boxes;
    struct VEC(struct calls_arrow) arrows; /* between different boxes, and from a function to itself */
    uint32_t bodiless, deeper;             /* functions left out: without a body, and beyond the depth */
};

/* Folds as little as a readable picture needs, or as asked. Released by driver_calls_fold_free. */
void driver_calls_fold(struct calls_folded *f, const struct call_graph *g, enum calls_fold how);
void driver_calls_fold_free(struct calls_folded *f);
/* The file that defines a function, or declares one without a body; "" when it is not known. */
const char *driver_calls_file(const struct cwi_unit *u, cwi_id func);

#endif
