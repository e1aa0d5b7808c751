/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a trial notes of itself, as its own files see it; private.h has what the machine calls. Private to trace*.c.
 */
#ifndef CWOLF_RUN_TRACE_H
#define CWOLF_RUN_TRACE_H

#include "private.h"

/* A value and the term for it; 0: it does not depend on inputs. */
struct symbolic {
    struct val v;
    uint32_t term;
};

/* ---- trace_terms.c: terms are 0 where an operand is, or there is no room ----------------------------------------- */

static inline bool trace_is_truth(enum cwi_op op)
{
    return (op >= CWI_EQ && op <= CWI_GE) || op == CWI_LOGAND || op == CWI_LOGOR;
}
uint32_t run_trace_add(struct trace *t, struct run_term x);
unsigned run_trace_width(const struct trace *t, uint32_t term);
uint32_t run_trace_constant(struct trace *t, uint64_t value, unsigned width);
uint32_t run_trace_convert(struct trace *t, uint32_t a, bool is_signed, unsigned width);
/* Of operands of one width. */
uint32_t run_trace_binary(struct trace *t, enum cwi_op op, bool is_signed, uint32_t a, uint32_t b);
uint32_t run_trace_input_term(struct trace *t, uint32_t n);
/* Notes a decision; i: the branch, or NULL: a part of the statement that is executed next. */
void run_trace_decide(struct trace *t, uint32_t term, const struct instr *i, uint32_t taken);

/* Something depends on inputs and is not followed: `why`, a literal. */
static inline void trace_lose(struct trace *t, const char *why)
{
    if (!t->shared->lost)
        t->shared->lost = why;
}
/* Where everything is followed: the value goes on as it is, which is a decision. */
void run_trace_fix(struct machine *m, struct symbolic x);

struct shadow *run_trace_register(struct machine *m, const struct val *reg);
void run_trace_set_register(struct machine *m, const struct val *reg, uint64_t bits, uint32_t term);
void run_trace_set_cell(struct trace *t, const uint8_t *at, struct shadow x);
struct shadow run_trace_cell(const struct trace *t, const uint8_t *at);
void run_trace_set_place(struct machine *m, const uint8_t *at, struct shape t, struct symbolic x);
/* Whether one of the bytes may be part of a cell with a term. */
bool run_trace_has_terms(const struct trace *t, const uint8_t *at, uint64_t size);
/* Of one byte, which may be a part of a larger cell; of a number whose bytes were stored one by one. */
uint32_t run_trace_byte(struct trace *t, const uint8_t *at);
uint32_t run_trace_composed(struct trace *t, const uint8_t *at, const struct place_code *p);

/* ---- trace_whole.c: where everything is followed ----------------------------------------------------------------- */

/* Cells that reach over the ends of these bytes become cells of one byte each; with `forgets` those within go. */
void run_trace_split(struct trace *t, const uint8_t *at, uint64_t size, bool forgets);
/* The bytes go on as they are: a decision for each that has a term. */
void run_trace_fix_bytes(struct machine *m, const uint8_t *at, uint64_t size);
/* The address of the place goes on as it is. */
void run_trace_fix_place(struct machine *m, struct frame *f, const struct place_code *p, bool is_write);
/* What a number of another form is computed from. */
void run_trace_fix_operands(struct machine *m, struct frame *f, const struct node *n);
/* What the operator needs of its operands to be defined. */
void run_trace_decide_operands(struct machine *m, const struct node *n, struct symbolic a, struct symbolic b);
/* A store at an address that depends on inputs: to each of the places it may be. */
void run_trace_store_chosen(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                            struct symbolic x);
/* Before a call of a function without a body. */
void run_trace_fix_call(struct machine *m, struct frame *f, const struct instr *i, const struct external *x);
void run_trace_statement_whole(struct machine *m, struct frame *f, const struct instr *i);

/* ---- run_trace_eval.c
 * ------------------------------------------------------------------------------------------------ */

struct symbolic run_trace_eval(struct machine *m, struct frame *f, const struct node *n);
struct symbolic run_trace_held(struct machine *m, const uint8_t *at, const struct place_code *p);
/* The places in the object that the access may be meant for; false: there are none, or too many. */
bool run_trace_find_places(struct machine *m, uint64_t here, uint64_t size, uint64_t *first, uint64_t *last);
/* Where everything is followed: whether the access goes to one of few places that all hold values. */
bool run_trace_is_choice(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                         uint64_t *first, uint64_t *last);
/* Of the address of a place, which is `address`; 0: it does not depend on inputs. */
uint32_t run_trace_address(struct machine *m, struct frame *f, const struct place_code *p, uint64_t address);
/* That an access stays inside of the object that it is meant for. */
void run_trace_decide_bounds(struct machine *m, const struct place_code *p, uint32_t address, uint64_t now);

/* ---- trace_statements.c, trace_paths.c --------------------------------------------------------------------------- */

static inline bool trace_is_scalar(const struct node *n)
{
    return n && run_is_scalar(n->t);
}
/* A new activation: its registers hold nothing of those before it, but for the parameters. */
void run_trace_enter(struct machine *m, struct frame *f);
/* Before the statement is executed. */
void run_trace_statement(struct machine *m, struct frame *f, const struct instr *i);

bool run_trace_is_watched(const struct points *p, const void *what);
void run_trace_conditions(struct machine *m, struct frame *f, const struct instr *i);
/* Follows the path through a function that has paths among the points. */
void run_trace_follow(struct machine *m, struct frame *f, const struct instr *i);

#endif
