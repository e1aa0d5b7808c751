/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reports: what was lost or left undecided, in the words of the source.
 */
#ifndef CWOLF_AVM_REPORT_H
#define CWOLF_AVM_REPORT_H

#include "machine.h"

/* ---- report.c, doubts.c and most_values.c ------------------------------------------------------------------------ */

/* "'#pragma cwolf abstract n : exact' in 'main'" */
const char *avm_pragma_for(struct avm *m, cwi_id var, const char *cell, const char *abstraction);
void avm_lose(struct avm *m, struct cwi_place at, cwi_id func, const char *text);
/* A choice at the statement is nobody's: the value of `cond` is not known well enough in `s`. */
void avm_undecide(struct avm *m, struct work *s, const struct cwi_stmt *stmt, const struct node *cond);
void avm_report(struct avm *m);
void avm_cell_name(const struct avm *m, const struct cell *c, struct buf *out);
void avm_print_value(const struct avm *m, struct vs_type t, vs v, struct buf *out);
const char *avm_call_name(const struct avm *m, const struct cwi_stmt *call);
void avm_report_doubts(struct avm *m);
void avm_report_growth(struct avm *m);

/* ---- print_expr.c: expressions as users wrote them --------------------------------------------------------------- */

void avm_print_expr(const struct avm *m, const struct cwi_expr *e, struct buf *out);
/* In quotes, or "the condition" */
void avm_print_condition(const struct avm *m, const struct cwi_expr *e, struct buf *out);
const struct cwi_func *avm_result_of(const struct avm *m, cwi_id temp); /* that a temporary holds, or NULL */

#endif
