/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * smt: is there a value for each unknown so that all conditions hold? Terms are bit vectors of 1 to 64 bits with the
 * operators of CWI, answered by Z3, whose library is loaded when the first solver is made. The one room that knows Z3.
 *
 * Sources: Z3's C API, 4.8; SMT-LIB 2.6, theory FixedSizeBitVectors.
 */
#ifndef CWOLF_SMT_H
#define CWOLF_SMT_H

#include "runtime/base/budget.h"
#include "runtime/cwi/cwi.h"

struct smt;
/* A term of one solver, valid as long as that; equal terms have equal ids. 0 is no term, and what has 0 as an operand
 * is 0. */
typedef uint32_t smt_term;

enum smt_answer {
    SMT_SAT,    /* smt_value gives the values */
    SMT_UNSAT,  /* smt_in_core tells which conditions are enough for that */
    SMT_UNKNOWN /* the limit ended the search */
};

/* Fails with ST_SYSTEM where the library is not installed; the diag says what to install. The caller frees it. */
enum status smt_new(struct smt **out, struct diag *d);
void smt_free(struct smt *s); /* NULL is allowed */

/* `width` bits of the value. */
smt_term smt_const(struct smt *s, uint64_t value, unsigned width);
/* The unknown of that number: always the same term for the same number and width. */
smt_term smt_unknown(struct smt *s, uint32_t number, unsigned width);
/* Cut, or extended by the signedness of what is extended. */
smt_term smt_convert(struct smt *s, smt_term a, bool is_signed, unsigned width);
/* CWI_NEG, CWI_BITNOT, CWI_LOGNOT (one bit), CWI_ABS; 0 for another operator. */
smt_term smt_unary(struct smt *s, enum cwi_op op, smt_term a);
/* Operands of one width, but for shifts and rotations, where the count may have another; comparisons, && and || give
 * one bit. `is_signed` is of the operands' type. Division by zero and shifts by the width or more give some value: what
 * the program may not do is the caller's condition. 0 for another operator, or operands that do not fit. */
smt_term smt_binary(struct smt *s, enum cwi_op op, bool is_signed, smt_term a, smt_term b);
/* a where the condition is not 0, else b. */
smt_term smt_cond(struct smt *s, smt_term condition, smt_term a, smt_term b);
unsigned smt_width(const struct smt *s, smt_term a);
/* It was made by smt_const, of this value (cut to its width). */
bool smt_is_const(const struct smt *s, smt_term a, uint64_t *value);
/* It was made by smt_cond, of these. */
bool smt_is_cond(const struct smt *s, smt_term x, smt_term *condition, smt_term *a, smt_term *b);

/* Do all the conditions hold (are not 0) for some values of the unknowns? Work done for earlier questions is used. */
enum smt_answer smt_check(struct smt *s, const smt_term *conditions, size_t count);
/* The same for a question that is unlike the others: nothing that was learnt is used, the question is simplified first,
 * and it has no core. */
enum smt_answer smt_check_alone(struct smt *s, const smt_term *conditions, size_t count);
/* The same, case by case where it is hard: for what is thought to be impossible, with choices in it. */
enum smt_answer smt_check_cases(struct smt *s, const smt_term *conditions, size_t count);
/* Whether the conditions contradict each other by linear equations among them, or by what they compare: quick, and no
 * answer to be asked about further. */
bool smt_is_refuted(struct smt *s, const smt_term *conditions, size_t count);
/* Finds values for conditions that do nothing but compare unknowns, without the solver; true: smt_value gives those of
 * the unknowns that they have, and 0 for everything else. */
bool smt_solve_order(struct smt *s, const smt_term *conditions, size_t count);
/* Decides, without the solver, what does nothing but compare single unknowns with constants, or say something of
 * unknowns that are left one value by that. SMT_SAT: smt_value as after smt_solve_order; SMT_UNKNOWN: it is something
 * else. */
enum smt_answer smt_check_ranges(struct smt *s, const smt_term *conditions, size_t count);
/* Puts into out[i] a condition that holds whenever number i does, and more often: products of unknowns are unknowns, as
 * sums of products of their parts. So what contradicts itself without them does so with them. False: there are no such
 * products. */
bool smt_without_products(struct smt *s, const smt_term *conditions, size_t count, smt_term *out);
/* Whether conditions that speak of nothing but what the last one speaks of contradict each other, even if all that is
 * known of products with large constants is that equal numbers have equal ones. A question (smt_limit) where there are
 * such products, else false at once. */
bool smt_is_refuted_without_scaling(struct smt *s, const smt_term *conditions, size_t count);
/* Puts into *out conditions of which one holds where this one does, and returns how many they are. It is 1, and the
 * condition itself, for all but negated conjunctions, and for those of more than `most` parts. */
size_t smt_cases(struct smt *s, smt_term condition, smt_term *out, size_t most);
/* After SMT_SAT: a value that the term may have, together with all others; valid until the next question. */
uint64_t smt_value(struct smt *s, smt_term a);
/* After SMT_UNSAT: the conditions of which this is true contradict each other (not always a smallest set; all, where
 * the same was asked before by smt_check_alone or smt_check_cases). */
bool smt_in_core(const struct smt *s, size_t condition);

/* The most that one question may take, in Z3's resource units (about 5 million in a second); 0: no limit. Counted, not
 * timed: the same questions in the same order end the same way everywhere. */
void smt_limit(struct smt *s, uint32_t units);
/* No question goes on behind the budget's deadline, if it has one: units are not counted in all that Z3 does. What is
 * cut off there is SMT_UNKNOWN. NULL: no budget. */
void smt_until(struct smt *s, const struct budget *b);
/* Every question takes from *left what it took, in the same units; where none are left the answer is SMT_UNKNOWN. NULL:
 * nothing is counted. */
void smt_account(struct smt *s, uint64_t *left);
/* Begins anew: the conditions of earlier questions, which every later one carries along, are let go. Terms and answers
 * stay. For who asks many questions about one thing, then many about another. */
void smt_renew(struct smt *s);
/* How many questions Z3 was asked; equal questions are asked once. */
uint64_t smt_questions(const struct smt *s);

#endif
