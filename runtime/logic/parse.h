/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parser: a position in a text, words and signs at it, and makers of formulas. Private to the room.
 *
 * After the first error `failed` is set and the position stands at the end, so that every loop ends; what is returned
 * from then on is some formula.
 */
#ifndef CWOLF_LOGIC_PARSE_H
#define CWOLF_LOGIC_PARSE_H

#include "runtime/logic/formula.h"

typedef const struct logic_formula *formula;

enum logic_kind { KIND_CTL, KIND_LTL, KIND_CTLSTAR, KIND_MU, KIND_HML }; /* rows of logic_table, in this order */

struct definition { /* where NAME = FORMULA */
    const char *name;
    struct logic_formula *body;
    bool open; /* being resolved */
};
struct parser {
    struct arena *arena;
    const char *file, *text;
    size_t at, size;
    enum logic_kind kind;
    uint32_t nesting, formulas;
    struct VEC(struct binder {
        const char *name;
        formula fix;
    }) scope;
    struct VEC(struct definition) where;
    struct VEC(formula) fair; /* path formulas that a path of interest satisfies */
    bool failed;
    struct diag *diag;
};

/* ---- the text (parse_text.c) ------------------------------------------------------------------------------------- */
void logic_parse_error(struct parser *p, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);
/* "expected X, found Y" at the position. */
void logic_parse_expected(struct parser *p, const char *what);
void logic_parse_blanks(struct parser *p);
/* Takes a sign if it stands next, after blanks. */
bool logic_parse_sign(struct parser *p, const char *sign);
/* The same without taking it. */
bool logic_parse_at(struct parser *p, const char *sign);
/* Takes a whole word if it stands next. */
bool logic_parse_word(struct parser *p, const char *word);
/* How many letters the word at the position has (0: none); its first is p->text[p->at]. */
size_t logic_parse_word_size(struct parser *p);
/* A name: a word with or without a quote in front and data in brackets behind, or a string. Fails when there is none.
 */
struct logic_name logic_parse_name(struct parser *p);
bool logic_parse_at_name(struct parser *p);
/* One level of recursion more; false (and failed) when it is too deep. Each true is followed by parse_up. */
bool logic_parse_down(struct parser *p);
void logic_parse_up(struct parser *p);

/* ---- making formulas (formula.c) --------------------------------------------------------------------------------- */
formula logic_make(struct parser *p, enum logic_op op, formula a, formula b);
formula logic_make_not(struct parser *p, formula a);
formula logic_make_implies(struct parser *p, formula a, formula b);
formula logic_make_finally(struct parser *p, formula a);
formula logic_make_globally(struct parser *p, formula a);
formula logic_make_weak_until(struct parser *p, formula a, formula b);
formula logic_make_modal(struct parser *p, enum logic_op op, const struct logic_actions *actions, formula a);
/* A fixpoint without a body yet, and a variable bound by it. */
struct logic_formula *logic_make_fix(struct parser *p, enum logic_op op);
formula logic_make_variable(struct parser *p, formula fix, size_t offset);
formula logic_close_fix(struct parser *p, struct logic_formula *fix, formula body);
formula logic_make_atom(struct parser *p, struct logic_name name);
/* All of them, as a tree of little depth. */
formula logic_make_all(struct parser *p, enum logic_op op, const formula *items, size_t count);
const struct logic_actions *logic_make_actions(struct parser *p, int op, const struct logic_actions *a,
                                               const struct logic_actions *b);

/* ---- grammar ----------------------------------------------------------------------------------------------------- */
formula logic_parse_formula(struct parser *p);  /* parse.c */
formula logic_parse_unary(struct parser *p);    /* parse.c */
formula logic_parse_modality(struct parser *p); /* parse_modal.c; at < or [ */
/* All ('A') or some ('E') of the fair paths; parse.c. */
formula logic_parse_quantify(struct parser *p, char quantifier, formula path);
const struct logic_actions *
logic_parse_actions(struct parser *p); /* parse_modal.c; a set of labels up to a closing sign */

/* ---- what only a whole formula shows (resolve.c) ----------------------------------------------------------------- */
void logic_resolve_definitions(struct parser *p, formula f);
/* Variables under an even number of negations; no names where a logic has none; no path formula outside A and E. */
void logic_resolve_check(struct parser *p, formula f);

#endif
