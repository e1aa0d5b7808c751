/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of this room share: the tables behind the enumerations, and copying of code from one unit into
 * another.
 */
#ifndef CWOLF_CWI_PRIVATE_H
#define CWOLF_CWI_PRIVATE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/cwi/cwi.h"

/* ---- names of the linker ----------------------------------------------------------------------------------------- */

/* What symbol tables call a variable or function, NULL when it has no name. (GCC's star says that the name takes no
 * prefix.) */
static inline const char *cwi_symbol_name(const char *name, const char *asm_name)
{
    const char *s = asm_name ? asm_name : name;
    return s && *s == '*' ? s + 1 : s;
}

/* ---- tables (names.c) -------------------------------------------------------------------------------------------- */

extern const char *const cwi_op_words[CWI_OPS];                           /* names that need no quoting in XML */
int cwi_word_find(const char *const *words, int count, const char *word); /* -1: none */

struct cwi_expr_rule {
    const char *element; /* XML */
    uint8_t operands;    /* a, b, c: the first so many are there */
    uint8_t lvalue;      /* 1: operand a is an lvalue */
};
extern const struct cwi_expr_rule cwi_expr_rules[CWI_EXPR_KINDS];

enum cwi_need { CWI_NEVER, CWI_MAYBE, CWI_MUST };
struct cwi_stmt_rule { /* what a statement of a kind has; the rest is NULL or 0 */
    enum cwi_need lhs, rhs;
    bool args;
    uint32_t least_targets, most_targets;
};
extern const struct cwi_stmt_rule cwi_stmt_rules[CWI_STMT_KINDS];
static inline bool cwi_is_terminator(enum cwi_stmt_kind k)
{
    return k >= CWI_GOTO;
}

struct cwi_flag { /* a bool in a struct, its letter in XML; a table of them ends with letter 0 */
    char letter;
    size_t offset;
    const char *name;
};
extern const struct cwi_flag cwi_type_flags[], cwi_var_flags[], cwi_func_flags[], cwi_stmt_flags[];
static inline bool *cwi_flag_of(const struct cwi_flag *f, const void *object)
{
    return (bool *)((char *)object + f->offset);
}

/* ---- constructors and destructors (start.c) ---------------------------------------------------------------------- */

/* Whether a section holds functions that run before main, or after it, and with which priority. */
bool cwi_is_call_array(const char *section, bool at_end, uint32_t *priority);
bool cwi_is_preinit_array(const char *section);

/* ---- copying (copy.c) -------------------------------------------------------------------------------------------- */

/* Copies into `arena`; ids go through the maps, where a NULL map leaves them as they are. `var_targets` and
 * `func_targets`, indexed by mapped ids, lead from an alias to its definition. */
struct cwi_copy {
    struct arena *arena;
    const cwi_id *files, *types, *vars, *funcs, *var_targets, *func_targets;
};
const struct cwi_expr *cwi_copy_expr(const struct cwi_copy *c, const struct cwi_expr *e);
struct cwi_place cwi_copy_place(const struct cwi_copy *c, struct cwi_place at);
void cwi_copy_type(const struct cwi_copy *c, struct cwi_type *out, const struct cwi_type *t);
void cwi_copy_var(const struct cwi_copy *c, struct cwi_var *out, const struct cwi_var *v);
void cwi_copy_func(const struct cwi_copy *c, struct cwi_func *out, const struct cwi_func *f);
void cwi_copy_note(const struct cwi_copy *c, struct cwi_note *out, const struct cwi_note *n);
void cwi_copy_loss(const struct cwi_copy *c, struct cwi_loss *out, const struct cwi_loss *l);

#endif
