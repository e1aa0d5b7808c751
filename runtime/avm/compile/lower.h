/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What expressions (lower.c) and lvalues (lower_place.c) share when they become evaluation nodes. Nodes live in the
 * machine's arena; `src` is the expression that a node stands for.
 */
#ifndef CWOLF_AVM_LOWER_H
#define CWOLF_AVM_LOWER_H

#include "runtime/avm/machine.h"

struct node *avm_node_new(struct avm *m, enum node_kind kind, struct vs_type t, const struct cwi_expr *src);
const struct node *avm_node_any(struct avm *m, struct vs_type t, const struct cwi_expr *src);
const struct node *avm_node_constant(struct avm *m, struct vs_type t, vs v, const struct cwi_expr *src);
const struct node *avm_node_unary(struct avm *m, enum vs_op op, struct vs_type t, const struct node *a,
                                  const struct cwi_expr *src);
const struct node *avm_node_binary(struct avm *m, enum vs_op op, struct vs_type t, const struct node *a,
                                   const struct node *b, const struct cwi_expr *src);
/* `offset` in bytes. */
const struct node *avm_node_pointer_add(struct avm *m, const struct node *p, const struct node *offset,
                                        const struct cwi_expr *src);
struct vs_type avm_pointer_type(const struct avm *m);

/* What is loaded from an lvalue; its address; that of a function. */
const struct node *avm_lower_read(struct avm *m, const struct cwi_expr *lvalue);
const struct node *avm_lower_address(struct avm *m, const struct cwi_expr *lvalue, const struct cwi_expr *src);
vs avm_lower_func(struct avm *m, cwi_id func);

#endif
