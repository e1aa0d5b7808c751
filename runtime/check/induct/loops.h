/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loops: those of a function, each with one block that control comes to it by. Source: Havlak 1997, Nesting of
 * reducible and irreducible loops (components of components).
 */
#ifndef CWOLF_CHECK_LOOPS_H
#define CWOLF_CHECK_LOOPS_H

#include "runtime/cwi/cwi.h"

/* Calls `found` for each, outer ones before those in them; `blocks`, valid during the call: by block, it is a part of
 * the loop, which begins with the block `head`. An irreducible loop, one with several entries, is passed over, and so
 * are those in it. */
void check_loops_find(const struct cwi_func *f, void (*found)(void *context, const bool *blocks, uint32_t head),
                      void *context);

#endif
