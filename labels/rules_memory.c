/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules_memory.c: the ready-made rules `memory`. Source: ISO C11, 7.22.3; the properties of the engine that it names.
 */
#include "labels/rules.h"

const char rules_memory[] =
    "event new(p) : p = malloc(_) | p = calloc(_, _) | p = realloc(_, _) | p = reallocarray(_, _, _) | p = strdup(_) | "
    "p = strndup(_, _)\n"
    "  | p = aligned_alloc(_, _);\n"
    "event gone(p) : free(p) | q = realloc(p, _) when (q != 0) | q = reallocarray(p, _, _) when (q != 0);\n"
    "doubt \"getline and its kin may move the block that they are given\" if getline(_) | getdelim(_) | "
    "open_memstream(_);\n"
    "\n"
    "double_free \"a block is freed that is gone\" : after gone(p) until new(p) never free(p);\n"
    "realloc_after_free \"a block is given to realloc that is gone\" : after gone(p) until new(p) never (realloc(p) | "
    "reallocarray(p));\n"
    "use_after_free \"memory is used after its end\" : property no-use-after-free;\n"
    "invalid_free \"what is freed is no block of the heap\" : property no-bad-free;\n"
    "handle new(p) | p = opendir(_) | p = getenv(_) | p = realpath(_, 0);\n"
    "null \"a null pointer is followed\" : property no-null;\n"
    "untested \"what may be null is followed untested\" : handles tested;\n"
    "leak \"a block is lost that was not freed\" : property no-leak;\n";
