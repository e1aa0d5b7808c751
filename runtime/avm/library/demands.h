/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What functions of the library demand of their arguments: for demands.c and printf_length.c. Private to them.
 */
#ifndef CWOLF_AVM_DEMANDS_H
#define CWOLF_AVM_DEMANDS_H

#include "library.h"

/* The string that the argument surely points to, until the next step; NULL: it is not known. */
const char *avm_arguments_string(struct avm *m, struct work *s, const struct node *pointer, uint64_t *length);
/* What such a function writes, until the next step; NULL: it is not known. */
char *avm_arguments_text(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *size);
/* How many bytes a function writes whose format is argument number `format`; *hi is UINT64_MAX without a bound. False:
 * the format is no literal. */
bool avm_arguments_printed(struct avm *m, struct work *s, const struct op *op, uint32_t format, uint64_t *lo,
                           uint64_t *hi);

#endif
