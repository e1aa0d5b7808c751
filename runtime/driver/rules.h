/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules: the rules of a command line: ready-made sets by name, and files.
 */
#ifndef CWOLF_DRIVER_RULES_H
#define CWOLF_DRIVER_RULES_H

#include "runtime/notes/rule.h"

/* Adds those of a list, NAME or FILE, several separated by commas. The diag names an unknown set, with the nearest. */
enum status driver_rules_read(const char *list, struct rules *out, struct diag *d);
/* Calls `visit` for each rule of the ready-made sets; a rule lives as long as the call. */
void driver_rules_visit(void (*visit)(void *context, const struct rule *r), void *context);

#endif
