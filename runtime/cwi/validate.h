/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shared by the two halves of cwi_validate.
 */
#ifndef CWOLF_CWI_VALIDATE_H
#define CWOLF_CWI_VALIDATE_H

#include "runtime/cwi/private.h"

struct check {
    const struct cwi_unit *u;
    struct diag *d;
    const char *where; /* section and item, for messages */
    size_t index;
    const struct cwi_func *func; /* whose code is checked, or NULL: then block and stmt mean nothing */
    uint32_t block, stmt;
};

bool cwi_check_fail(struct check *c, const char *format, ...) PRINTF_LIKE(2, 3); /* false */
bool cwi_check_id(struct check *c, const char *what, cwi_id id, size_t count, bool may_be_none);
bool cwi_check_expr(struct check *c, const struct cwi_expr *e, unsigned depth);
bool cwi_check_stmt(struct check *c, const struct cwi_stmt *s);

#endif
