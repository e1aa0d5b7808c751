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

struct shadow *run_trace_register(struct machine *m, const struct val *reg);
void run_trace_set_register(struct machine *m, const struct val *reg, uint64_t bits, uint32_t term);
void run_trace_set_cell(struct trace *t, const uint8_t *at, struct shadow x);
struct shadow run_trace_cell(const struct trace *t, const uint8_t *at);
void run_trace_set_place(struct machine *m, const uint8_t *at, struct shape t, struct symbolic x);
/* Of one byte, which may be a part of a larger cell; of a number whose bytes were stored one by one. */
uint32_t run_trace_byte(struct trace *t, const uint8_t *at);
uint32_t run_trace_composed(struct trace *t, const uint8_t *at, const struct place_code *p);

/* ---- run_trace_eval.c
 * ------------------------------------------------------------------------------------------------ */

struct symbolic run_trace_eval(struct machine *m, struct frame *f, const struct node *n);
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
