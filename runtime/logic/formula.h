/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas as they are parsed: one syntax for all logics. Private to the room.
 *
 * Derived operators are gone: F is true U, G is false R, W and implications are written out, weak and regular
 * modalities are fixpoints of plain ones. Equal parts may be one object; a formula is never changed once it is parsed.
 */
#ifndef CWOLF_LOGIC_FORMULA_H
#define CWOLF_LOGIC_FORMULA_H

#include "runtime/logic/logic.h"

enum logic_op {
    OP_TRUE,
    OP_FALSE,
    OP_ATOM, /* a proposition, or an event: true in a state that a transition with that label enters */
    OP_VARIABLE,
    OP_NOT,
    OP_AND,
    OP_OR,
    OP_MU,
    OP_NU,
    OP_DIAMOND,
    OP_BOX,
    OP_NEXT, /* path formulas from here to OP_RELEASE */
    OP_UNTIL,
    OP_RELEASE,
    OP_EXISTS, /* some maximal path */
    OP_ALL,    /* every maximal path */
};

/* A set of labels: a Boolean combination of names. */
struct logic_actions {
    enum { ACTIONS_ALL, ACTIONS_NAME, ACTIONS_NOT, ACTIONS_AND, ACTIONS_OR } op;
    const struct logic_actions *a, *b;
    struct logic_name {
        const char *text;
        bool quoted; /* the label or proposition of exactly this text */
        bool event;  /* no proposition is meant */
        uint32_t offset;
    } name;
};

struct logic_formula {
    enum logic_op op;
    bool is_path;                        /* its truth depends on a path: it is to stand under A or E */
    uint32_t id;                         /* dense in one question */
    uint32_t depth;                      /* of the tree, bounded: recursions over it are safe */
    uint32_t offset;                     /* in the text */
    const struct logic_formula *a, *b;   /* MU, NU: a is the body; VARIABLE: a is the MU or NU that binds it */
    const struct logic_actions *actions; /* DIAMOND, BOX */
    struct logic_name name;              /* ATOM */
};

/* Bounds on what is parsed, so that no input exhausts the stack. */
enum { LOGIC_DEEPEST = 1000, LOGIC_LARGEST_TEXT = 1 << 20, LOGIC_MOST_FORMULAS = 100000 };

#endif
