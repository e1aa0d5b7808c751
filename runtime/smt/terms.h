/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A solver's terms, as its own files see them. Private to the room.
 */
#ifndef CWOLF_SMT_TERMS_H
#define CWOLF_SMT_TERMS_H

#include "z3_load.h"

enum term_shape {
    TERM_OTHER,
    TERM_CONST,
    TERM_UNKNOWN,
    TERM_ADD,
    TERM_SUB,
    TERM_MUL,
    TERM_NEG,
    TERM_EQ,
    TERM_LT, /* without signs; what is greater stands second */
    TERM_LE,
    TERM_SIGNED_LT,
    TERM_SIGNED_LE,
    TERM_AND,
    TERM_NOT,
    TERM_COND,     /* a where c is not 0, else b */
    TERM_EXTENDED, /* a, to more bits */
    TERM_LOWEST    /* a, to fewer */
};
struct term {
    /* Z3 keeps truth values and bits apart: a term of one bit has either form, the other is made when it is asked for.
     * NULL: nobody has asked for it. */
    Z3_ast bits, truth;
    unsigned width;
    uint8_t shape; /* as forms.c, cases.c, order.c and ranges.c see it */
    uint8_t op;    /* where it is the result of an operator: enum cwi_op */
    bool is_signed;
    uint32_t parts;   /* conditions that it is a conjunction of, each counted as often as it is met; or 1 */
    smt_term a, b, c; /* operands */
    uint64_t value;   /* of a constant; of an unknown, its number */
};
struct smt_terms VEC(smt_term);
struct smt_fact { /* a condition, and what it is */
    smt_term term;
    bool is_true;
};
struct smt_facts VEC(struct smt_fact);
struct smt_choices { /* which of its two terms a choice (TERM_COND) is; 0: that is not known */
    smt_term (*chosen)(void *context, smt_term choice);
    void *context;
};
struct smt_values VEC(struct smt_valued {
    smt_term term;
    uint64_t value;
});
struct smt {
    struct z3 z3;
    Z3_context c;
    struct VEC(struct term) terms; /* [0] is no term */
    struct map64 made;             /* by what a term is made of */
    struct map64 replaced;         /* Z3's id of what smt_replaced made -> term */
    struct products *products;     /* products.c; NULL: none was asked for */
    struct solver *solver;         /* solver.c */
};

/* Z3 has it as a truth value. */
bool smt_is_truth(const struct term *t);
/* Its forms (z3_forms.c). */
Z3_ast smt_bits(struct smt *s, smt_term a);
Z3_ast smt_truth(struct smt *s, smt_term a); /* a != 0 */
/* None is a conjunction of so many parts that going through them, by a recursion, takes long or much room. */
bool smt_are_small(const struct smt *s, const smt_term *conditions, size_t count);
/* Without negations before it; *is_true: what it is to be then. */
smt_term smt_positive(const struct smt *s, smt_term a, bool *is_true);
/* With these parts replaced. */
smt_term smt_replaced(struct smt *s, smt_term a, uint32_t count, const Z3_ast *from, const Z3_ast *to);

/* ---- linear.c ---------------------------------------------------------------------------------------------------- */

/* Puts into *out conditions that hold for the same values as these: less is said of what the equations among them
 * imply. True: they contradict each other. */
bool smt_linear(struct smt *s, const smt_term *conditions, size_t count, struct smt_terms *out);
/* The product as a sum of numbers times terms, each of which is `replaced` first; 0: it has too many parts. */
smt_term smt_linear_product(struct smt *s, smt_term product, smt_term (*replaced)(struct smt *s, smt_term atom));

/* ---- order.c ----------------------------------------------------------------------------------------------------- */

/* What they compare cannot be in that order; false: that is not seen. */
bool smt_order_contradicts(const struct smt *s, const smt_term *conditions, size_t count);
/* The same of facts, with what is known of choices, and kept: whether that makes a condition so. The caller frees it
 * (free). */
struct smt_orders *smt_orders_new(void);
bool smt_orders_build(struct smt_orders *x, const struct smt *s, const struct smt_choices *choices,
                      const struct smt_fact *facts, size_t count);
uint64_t smt_orders_cost(const struct smt_orders *x); /* what that took, in units of smt_limit, about */
bool smt_orders_imply(const struct smt_orders *x, smt_term a, bool is_true);
/* Values with which they hold, where they do nothing but compare unknowns. False: something else, or none. */
bool smt_order_values(const struct smt *s, const smt_term *conditions, size_t count, struct smt_values *out);

/* ---- ranges.c ---------------------------------------------------------------------------------------------------- */

/* What smt_check_ranges says; SMT_SAT: the values of all unknowns that they compare with constants. */
enum smt_answer smt_by_ranges(const struct smt *s, const smt_term *conditions, size_t count, struct smt_values *out);

/* ---- cases.c ----------------------------------------------------------------------------------------------------- */

/* A case that does not contradict itself: the conditions, and what was decided. *units: what the answer took. */
typedef enum smt_answer smt_leaf(void *context, const smt_term *conditions, size_t count, uint64_t *units);
/* SMT_UNSAT: every case contradicts itself, or `leaf` says that it does. Else what that says of another one;
 * SMT_UNKNOWN where there are too many, or `leaf` is NULL. *units: the most it may take, with the leaves; then what its
 * own steps took. */
enum smt_answer smt_by_cases(struct smt *s, const smt_term *conditions, size_t count, uint64_t *units, smt_leaf *leaf,
                             void *context);

/* ---- products.c -------------------------------------------------------------------------------------------------- */

void smt_products_free(struct smt *s);

struct solver *smt_solver_new(struct smt *s);
void smt_solver_free(struct smt *s);

#endif
