/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print.h: what the printers share: where to, and in which hand. With `refs` a note is written as it travels, else as
 * users write it.
 */
#ifndef CWOLF_NOTES_PRINT_H
#define CWOLF_NOTES_PRINT_H

#include "runtime/notes/parse.h"

#include <stdio.h>

struct printer {
    const struct cwi_unit *u;
    struct buf *out;
    struct note_refs *refs;
};

void note_print_ref(struct printer *p, int kind, cwi_id id); /* kind: CWI_REF_VAR, ... */
void note_print_c(struct printer *p, const struct cwi_expr *e);
void note_print_function(struct printer *p, cwi_id func);

#endif
