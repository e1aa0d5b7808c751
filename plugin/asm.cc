/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inline assembler. What has no instructions only hides values from the compiler: an output tied to an input gets its
 * value, any other output any value, and memory stays as it is. All else is a statement of its own.
 *
 * Source: GCC manual, "Extended Asm", "Simple Constraints"; gimplify_asm_expr, which makes an output and an input of
 * each operand that is both.
 */
#include "plugin/plugin.h"

/* Nothing but blanks, empty statements, comments, and lines that begin with #, which are comments for every assembler
 * of GNU. */
bool asm_is_empty(const gasm *s)
{
    bool line_begins = true;
    for (const char *p = gimple_asm_string(s); *p; p++) {
        if (*p == '\n')
            line_begins = true;
        else if (*p == '#' && line_begins)
            p += strcspn(p, "\n") - 1;
        else if (p[0] == '/' && p[1] == '*' && strstr(p + 2, "*/"))
            p = strstr(p + 2, "*/") + 1;
        else if (!ISSPACE(*p) && *p != ';')
            return false;
        else
            line_begins &= *p != ';';
    }
    return true;
}

static const struct cwi_expr *asm_operand(tree t)
{
    if (TREE_CODE(t) == LABEL_DECL || (TREE_CODE(t) == ADDR_EXPR && TREE_CODE(TREE_OPERAND(t, 0)) == LABEL_DECL))
        return NULL;
    return rvalue(t);
}

/* ---- without instructions ---------------------------------------------------------------------------------------- */

static const char *constraint_of(tree operand)
{
    const char *text = TREE_STRING_POINTER(TREE_VALUE(TREE_PURPOSE(operand)));
    return text + strspn(text, "=+&%");
}

/* The input that surely is in the place of output `i`: its constraint is that number and nothing else. NULL_TREE: there
 * is none. */
static tree tied_input(gasm *s, unsigned i)
{
    for (unsigned k = 0; k < gimple_asm_ninputs(s); k++) {
        tree operand = gimple_asm_input_op(s, k);
        char *end;
        unsigned long number = strtoul(constraint_of(operand), &end, 10);
        if (end > constraint_of(operand) && !*end && number == i)
            return TREE_VALUE(operand);
    }
    return NULL_TREE;
}

/* The output is memory, and an input is the same memory. */
static bool stays(gasm *s, unsigned i)
{
    tree output = gimple_asm_output_op(s, i);
    if (strcmp(constraint_of(output), "m"))
        return false;
    for (unsigned k = 0; k < gimple_asm_ninputs(s); k++) {
        tree input = gimple_asm_input_op(s, k);
        if (!strcmp(constraint_of(input), "m") && operand_equal_p(TREE_VALUE(output), TREE_VALUE(input), 0))
            return true;
    }
    return false;
}

/* What output `i` gets. */
static const struct cwi_expr *left(gasm *s, unsigned i)
{
    tree output = TREE_VALUE(gimple_asm_output_op(s, i)), input = tied_input(s, i);
    cwi_id type = type_id(TREE_TYPE(output));
    if (input && type_id(TREE_TYPE(input)) == type)
        return rvalue(input);
    bool are_scalars = input && is_gimple_reg_type(TREE_TYPE(input)) && is_gimple_reg_type(TREE_TYPE(output));
    if (are_scalars && type_of(type)->kind == type_of(type_id(TREE_TYPE(input)))->kind &&
        TYPE_PRECISION(TREE_TYPE(input)) == TYPE_PRECISION(TREE_TYPE(output)))
        return op_unary(NOP_EXPR, TREE_TYPE(output), TREE_TYPE(input), rvalue(input));
    struct cwi_expr *e = expr_new(CWI_LOST, type);
    e->name = "what assembler without instructions leaves there";
    return e;
}

static void translate_empty(gasm *s)
{
    unsigned n = gimple_asm_noutputs(s);
    auto_vec<const struct cwi_expr *> values;
    for (unsigned i = 0; i < n; i++) { /* all inputs are read before any output is written */
        const struct cwi_expr *e = stays(s, i) ? NULL : left(s, i);
        values.safe_push(e && n > 1 && e->kind != CWI_LOST ? saved(e) : e);
    }
    for (unsigned i = 0; i < n; i++)
        if (values[i])
            emit_assign(lvalue(TREE_VALUE(gimple_asm_output_op(s, i))), values[i]);
}

/* ---- all else ---------------------------------------------------------------------------------------------------- */

void translate_asm(gasm *s)
{
    auto_vec<const struct cwi_expr *> args;
    reading.clear();
    if (asm_is_empty(s)) {
        translate_empty(s);
        return;
    }
    for (unsigned i = 0; i < gimple_asm_noutputs(s); i++)
        args.safe_push(lvalue(TREE_VALUE(gimple_asm_output_op(s, i))));
    unsigned outputs = args.length();
    for (unsigned i = 0; i < gimple_asm_ninputs(s); i++)
        if (const struct cwi_expr *e = asm_operand(TREE_VALUE(gimple_asm_input_op(s, i))))
            args.safe_push(e);
    struct cwi_stmt out = stmt_new(CWI_ASM);
    out.text = gimple_asm_string(s);
    for (unsigned i = 0; i < gimple_asm_nclobbers(s); i++)
        out.clobbers_memory |= !strcmp(TREE_STRING_POINTER(TREE_VALUE(gimple_asm_clobber_op(s, i))), "memory");
    if (out.clobbers_memory)
        fold_written_memory();
    for (unsigned i = 0; i < outputs; i++)
        written(args[i]);
    out.args = args.address();
    out.arg_count = args.length();
    out.outputs = outputs;
    loss("inline assembler");
    emit_stmt(&out);
}
