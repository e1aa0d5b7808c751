/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * equations: linear equations that hold in some rows of numbers.
 *
 * Sources: Karr 1976, Affine relationships among variables of a program; Müller-Olm and Seidl 2007, Analysis of modular
 * arithmetic; Howell 1986, Spans in the module (Z_m)^s.
 */
#ifndef CWOLF_CHECK_EQUATIONS_H
#define CWOLF_CHECK_EQUATIONS_H

#include "runtime/run/trace/loop_cut.h"

enum { EQUATION_TERMS = CUT_CELLS };
struct equation_term { /* a cell, or the product of two: `times` is CUT_CELLS, or the other */
    uint8_t cell, times;
};
struct equation_rows {
    const int64_t (*rows)[CUT_CELLS];
    uint32_t count;
    const bool *is_within; /* by row: it is one of those that count */
};

/* Calls `found` with candidates of the kind CUT_SUM that say of a term, which stands first and once, that it is a
 * sum of terms before it, small numbers of them, in all rows within. At most EQUATION_TERMS terms count. */
void check_equations_find(const struct equation_rows *r, const struct equation_term *terms, uint32_t count,
                          void (*found)(void *context, const struct run_cut_candidate *k), void *context);
/* Whether it holds in the rows within, or in all; modulo 2 to the 32. */
bool check_equation_holds(const struct equation_rows *r, const struct run_cut_candidate *k, bool everywhere);

#endif
