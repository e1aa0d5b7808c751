/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * quote: quoting of source lines and drawing of paths: private to the diagnostics.
 */
#ifndef CWOLF_DRIVER_QUOTE_H
#define CWOLF_DRIVER_QUOTE_H

#include "runtime/driver/driver.h"

/* Appends "   41 |   code" and the line with the caret below, each behind `prefix`. Returns the caret's column on the
 * screen (from 0), or -1 when there is no such line to quote. */
int driver_quote_line(const char *file, uint32_t line, uint32_t col, const char *prefix, enum colour c,
                      struct buf *out);
/* Appends the events of an answer, grouped by function. */
void driver_path_print(const struct cwi_unit *u, const struct check_answer *a, struct buf *out);

#endif
