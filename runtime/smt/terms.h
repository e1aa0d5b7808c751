/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A solver's terms, as its own files see them. Private to the room.
 */
#ifndef CWOLF_SMT_TERMS_H
#define CWOLF_SMT_TERMS_H

#include "library.h"

/* Z3 keeps truth values and bits apart: a term of one bit has either form, the other is made when it is asked for. */
struct term {
    Z3_ast bits, truth;
    unsigned width;
};
struct smt {
    struct z3 z3;
    Z3_context c;
    struct VEC(struct term) terms;  /* [0] is no term */
    struct map64 by_bits, by_truth; /* Z3's id of the form -> term */
    struct solver *solver;          /* solver.c */
};

Z3_ast smt_bits(struct smt *s, smt_term a);
Z3_ast smt_truth(struct smt *s, smt_term a); /* a != 0 */

struct solver *smt_solver_new(struct smt *s);
void smt_solver_free(struct smt *s);

#endif
