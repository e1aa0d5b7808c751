/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The flow graph of a function in the words of its source, as text and as a picture (DuVarney 2002, 4.4: cwflow).
 * Private to the driver.
 */
#ifndef CWOLF_DRIVER_FLOW_H
#define CWOLF_DRIVER_FLOW_H

#include "runtime/cwi/cwi.h"

/* Appends the blocks of a function, each line with its number: the line of the source where it belongs to one block
 * alone, else (`for (a; b; c)`, macros that expand to several blocks, a source that cannot be read) the statement. */
void driver_flow_put_text(const struct cwi_unit *u, cwi_id func, struct buf *out);
/* The same for graphviz. */
void driver_flow_put_dot(const struct cwi_unit *u, cwi_id func, struct buf *out);

#endif
