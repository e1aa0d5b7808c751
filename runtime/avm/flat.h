/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flat code: silent stores, and the values that decide at the end of a code, as straight instructions on words. Private
 * to flat_make.c, which makes it, and flat_run.c, which runs it.
 *
 * Behind its slots a working state has the constants of the program and room for temporaries (m->registers words in
 * all), so that each operand is the index of a word.
 */
#ifndef CWOLF_AVM_FLAT_H
#define CWOLF_AVM_FLAT_H

#include "step.h"

enum flat_kind {
    /* to = a OP b, small integers in place, else the operator of `what` (a node; with `swapped` of b and a) */
    F_ADD,
    F_SUB,
    F_MUL,
    F_AND,
    F_OR,
    F_XOR,
    F_EQ,
    F_NE,
    F_LT,
    F_LT_UNSIGNED,
    F_LE,
    F_LE_UNSIGNED,
    F_LOGAND,
    F_LOGOR,
    F_BINARY,
    /* to = OP a */
    F_CONVERT,
    F_NEG,
    F_BITNOT,
    F_LOGNOT,
    F_UNARY,
    F_SELECT,        /* to = a ? b : c */
    F_ELEMENT,       /* to = word first + (a * scale + offset) of the c words there; `what` the node */
    F_EVAL,          /* to = the tree `what` */
    F_STORE,         /* word to = a; `what` the cell, c: it holds any singleton as it is */
    F_STORE_ELEMENT, /* word first + (a * scale + offset) of the c words there = b; `what` the target */
    F_STORE_ANY      /* a goes where `what`, a target, says */
};
struct flat {
    uint8_t kind, drop; /* drop: 64 - width of the result */
    bool is_signed, swapped;
    uint32_t to, a, b, c, first;
    int32_t scale, offset;
    const void *what;
};

static inline bool flat_has_value(const struct code *c)
{
    return c->value && (c->end == END_IF || c->end == END_SWITCH);
}

#endif
