/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_va.c: the ready-made rules `va`. Source: ISO C11, 7.16.1.
 */
#include "labels/rules.h"

const char rules_va[] =
    "event end(ap) : __builtin_va_end(ap);\n"
    "double_end \"va_end twice\" : after end(ap) until __builtin_va_start(ap) never end(ap);\n";
