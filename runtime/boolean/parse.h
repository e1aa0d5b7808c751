/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two halves of the parser share. Private to the room.
 */
#ifndef CWOLF_BOOLEAN_PARSE_H
#define CWOLF_BOOLEAN_PARSE_H

#include "runtime/boolean/lex.h"

struct parser {
    struct lexer lex;
    struct bool_program *p;
    struct bool_proc *proc;
    uint32_t depth; /* of what is being parsed, at most BOOL_DEEPEST */
    struct diag *d;
};
struct expr_list VEC(struct bool_expr *);
struct name_list VEC(struct bool_name);

/* "expected WHAT, found ..." at the token ahead. */
enum status bool_parse_expected(struct parser *q, const char *what);
/* Takes the keyword or mark, or fails. */
enum status bool_parse_take(struct parser *q, const char *text);
/* Begins a construct within another one; fails when there are too many. Ended by q->depth--. */
enum status bool_parse_enter(struct parser *q);

enum status bool_parse_expr(struct parser *q, struct bool_expr **out);
/* e, e, ...; appended. */
enum status bool_parse_exprs(struct parser *q, struct expr_list *out);
/* An operator over operands; fails when the tree becomes too deep. */
enum status bool_parse_node(struct parser *q, enum bool_op op, struct bool_expr *const *args, size_t count,
                            struct place at, struct bool_expr **out);

/* Statements up to a keyword that begins none. */
enum status bool_parse_block(struct parser *q);
/* a, b, ...; appended. `what` is expected. */
enum status bool_parse_names(struct parser *q, const char *what, struct name_list *out);

#endif
