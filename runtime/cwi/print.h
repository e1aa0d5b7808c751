/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pieces of text shared by the printers of this room.
 */
#ifndef CWOLF_CWI_PRINT_H
#define CWOLF_CWI_PRINT_H

#include "runtime/cwi/private.h"

void cwi_print_declaration(const struct cwi_unit *u, cwi_id type, const char *name,
                           struct buf *out); /* "int (*f)(void)" */
/* What a named pointer, array or function type is. */
void cwi_print_shape(const struct cwi_unit *u, cwi_id type, struct buf *out);
/* "_12" where it has none. */
void cwi_print_var_name(const struct cwi_unit *u, cwi_id var, struct buf *out);
const char *cwi_func_name(const struct cwi_unit *u, cwi_id func);

#endif
