/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums of numbers times terms, modulo 2 to a width, and equations between them in echelon form. Private to the room.
 *
 * Source: Karr 1976, Affine relationships among variables of a program; Müller-Olm and Seidl 2007, Analysis of modular
 * arithmetic.
 */
#ifndef CWOLF_SMT_FORMS_H
#define CWOLF_SMT_FORMS_H

#include "terms.h"

enum { FORM_PARTS = 24, FORM_ROWS = 64 };

/* constant + the sum of factor * atom, modulo 2 to the width. */
struct form {
    unsigned width;
    uint32_t count, steps;
    uint64_t constant;
    struct part {
        smt_term atom;
        uint64_t factor;
    } parts[FORM_PARTS];
    bool is_lost; /* it has too many parts */
};
struct equations {
    struct smt *s;
    struct form rows[FORM_ROWS]; /* each is 0; 2 to the power divides its factors, and is that of its pivot */
    smt_term pivots[FORM_ROWS];
    uint8_t powers[FORM_ROWS];
    uint32_t count;
    bool is_contradiction;
    const struct smt_choices *choices; /* what is known of them; or NULL */
};

struct form smt_form_of(const struct equations *y, smt_term a);
/* a - b, less what the equations say; b may be 0. */
struct form smt_form_difference(const struct equations *y, smt_term a, smt_term b);
/* It is that number, whatever the atoms are. */
bool smt_form_is(const struct form *f, uint64_t *value);
/* a is b, which may be 0; where there is no room, that is forgotten. */
void smt_equations_add(struct equations *y, smt_term a, smt_term b);

#endif
