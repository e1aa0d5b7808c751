/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_va.c: the ready-made rules `va`. Source: ISO C11, 7.16.1.
 */
#include "labels/rules.h"

const char rules_va[] =
    "event begin(ap) : va_start(ap) | va_copy(ap);\n"
    "event use(ap) : va_arg(ap) | vprintf(_, ap) | vfprintf(_, _, ap) | vsprintf(_, _, ap) | vsnprintf(_, _, _, ap)\n"
    "  | vasprintf(_, _, ap) | vdprintf(_, _, ap) | vsyslog(_, _, ap) | vscanf(_, ap) | vfscanf(_, _, ap)\n"
    "  | vsscanf(_, _, ap) | vwarn(_, ap) | vwarnx(_, ap) | verr(_, _, ap) | verrx(_, _, ap)\n"
    "  | vwprintf(_, ap) | vfwprintf(_, _, ap) | vswprintf(_, _, _, ap) | vwscanf(_, ap) | vfwscanf(_, _, ap)\n"
    "  | vswscanf(_, _, ap) | va_copy(_, ap);\n"
    "\n"
    "no_end \"a function returns without va_end for its va_start or va_copy\" : va_end(ap) releases begin(ap);\n"
    "use_after_end \"a va_list is used after va_end\" : after va_end(ap) until begin(ap) never (use(ap) | "
    "va_end(ap));\n"
    "use_unstarted \"a va_list is used before va_start\" : begin(ap) precedes (use(ap) | va_end(ap));\n";
