/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * expr.c: the C expressions of annotations: precedence climbing over the table of operators.
 *
 * What is read is a tree of cwi as GCC would build it: see build.c. Depth of brackets and number of operators are
 * bounded, because both become depth of trees that others walk. Assignments, calls and strings are no part of the
 * subset. Source: C11 6.5.
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/parse.h"

const struct binary_operator note_binary_operators[] = {
    {"||", 1, CWI_LOGOR}, {"&&", 2, CWI_LOGAND}, {"|", 3, CWI_OR},   {"^", 4, CWI_XOR}, {"&", 5, CWI_AND},
    {"==", 6, CWI_EQ},    {"!=", 6, CWI_NE},     {"<", 7, CWI_LT},   {"<=", 7, CWI_LE}, {">", 7, CWI_GT},
    {">=", 7, CWI_GE},    {"<<", 8, CWI_SHL},    {">>", 8, CWI_SHR}, {"+", 9, CWI_ADD}, {"-", 9, CWI_SUB},
    {"*", 10, CWI_MUL},   {"/", 10, CWI_DIV},    {"%", 10, CWI_MOD}, {NULL, 0, 0},
};

static const struct cwi_expr *parse_cond(struct parser *p);

static bool enter(struct parser *p)
{
    if (p->depth >= p->max_depth)
        return note_fail(p, peek(p)->at, "the expression is nested too deeply (the limit is %u brackets)",
                         p->max_depth / NOTES_NESTS_OF_BRACKET);
    p->depth++;
    return true;
}

static const struct cwi_expr *as_null(bool value)
{
    (void)value;
    return NULL;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *number(struct parser *p)
{
    struct note_token t = note_take(p);
    bool hex = t.text && t.text[0] == '0' && (t.text[1] | 32) == 'x';
    if (t.text && t.kind == TOK_NUMBER && (strchr(t.text, '.') || strpbrk(t.text, hex ? "pP" : "eE"))) {
        bool single = !hex && (t.text[strlen(t.text) - 1] | 32) == 'f';
        double v = strtod(t.text, NULL);
        return note_float_const(p->a, note_float_type(p->u, single ? 32 : 64), single ? (double)(float)v : v);
    }
    uint64_t v = (uint64_t)t.value;
    bool decimal = !t.text || t.text[0] != '0';
    uint32_t bits = t.is_long ? note_long_bits(p->u) : note_int_bits(p->u);
    bool is_unsigned = t.is_unsigned && t.kind == TOK_NUMBER;
    if (t.kind == TOK_CHAR)
        return cwi_expr_const(p->a, note_int_type(p->u), t.value);
    /* The first type that holds it: C11 6.4.4.1. */
    for (; bits < 64; bits *= 2) {
        if (!(v >> (bits - 1)))
            break;
        if (!(v >> bits) && (is_unsigned || !decimal)) {
            is_unsigned = true;
            break;
        }
    }
    if (v > INT64_MAX)
        is_unsigned = true;
    return cwi_expr_const(p->a, cwi_int_type(p->u, bits, !is_unsigned), t.value);
}

/* Operators that C cannot spell, as notes that travel have them: $add(pointer, bytes), $sub, $exact, $at(array,
 * index). */
static const struct cwi_expr *spelled_operator(struct parser *p)
{
    struct note_token t = note_take(p);
    if (!note_is_ref_resolver(p->r) || !enter(p))
        return as_null(note_fail(p, t.at, "a stray '$'"));
    const struct cwi_expr *x = NULL, *y = NULL;
    if (!note_expect(p, "(", "after the operator") || !(x = note_parse_c(p)) ||
        !note_expect(p, ",", "between operands") || !(y = note_parse_c(p)) ||
        !note_expect(p, ")", "after the operands"))
        return NULL;
    p->depth--;
    if (!strcmp(t.text, "$at"))
        return type_of(p->u, x)->kind == CWI_ARRAY ? cwi_expr_index(p->a, type_of(p->u, x)->of, x, y) : NULL;
    if (!strcmp(t.text, "$add") && is_ptr(p->u, x) && is_int(p->u, y))
        return cwi_expr_binary(p->a, CWI_PTRADD, x->type, x, y);
    if (!strcmp(t.text, "$sub") && is_ptr(p->u, x) && is_ptr(p->u, y))
        return cwi_expr_binary(p->a, CWI_PTRSUB, note_size_type(p->u, true), x, y);
    if (!strcmp(t.text, "$exact") && is_int(p->u, x) && is_int(p->u, y))
        return cwi_expr_binary(p->a, CWI_EXACTDIV, x->type, x, y);
    return as_null(note_fail(p, t.at, "'%s' cannot be applied here", t.text));
}

static const struct cwi_expr *reference(struct parser *p)
{
    struct note_token t = note_take(p);
    return note_name_in(p, t.at, NULL, NULL, arena_printf(p->a, "$%lld", (long long)t.value));
}

static const struct cwi_expr *primary(struct parser *p)
{
    const struct note_token *t = peek_c(p);
    switch (t->kind) {
    case TOK_NUMBER:
    case TOK_CHAR:
        return number(p);
    case TOK_REF:
        return reference(p);
    case TOK_NAME:
        return t->text[0] == '$' ? spelled_operator(p) : note_plain_name(p);
    case TOK_STRING:
        return note_file_name(p);
    case TOK_PUNCT:
        if (note_is_punct(t, "(")) {
            bool in_target = p->in_target;
            note_take(p);
            if (!enter(p))
                return NULL;
            p->in_target = false;
            const struct cwi_expr *e = parse_cond(p);
            p->in_target = in_target;
            p->depth--;
            peek_c(p);
            return e && note_expect(p, ")", "in the expression") ? e : NULL;
        }
        break;
    default:
        break;
    }
    return as_null(note_fail(p, t->at, "expected an expression, found %s", note_describe(p, t)));
}

static const struct cwi_expr *postfix(struct parser *p)
{
    const struct cwi_expr *e = primary(p);
    while (e) {
        const struct note_token *t = peek_c(p);
        struct place at = t->at;
        if (note_is_punct(t, "[")) {
            bool in_target = p->in_target;
            note_take(p);
            if (!enter(p))
                return NULL;
            p->in_target = false;
            const struct cwi_expr *index = parse_cond(p);
            p->in_target = in_target;
            p->depth--;
            peek_c(p);
            if (!index || !note_expect(p, "]", "after the index"))
                return NULL;
            e = note_build_index(p, at, e, index);
        } else if (note_is_punct(t, "->") || (note_is_punct(t, ".") && !note_is_punct(note_peek_at(p, 1, true), "."))) {
            bool arrow = note_is_punct(t, "->");
            note_take(p);
            t = peek_c(p);
            if (t->kind != TOK_NAME)
                return as_null(note_fail(p, t->at, "expected a field's name, found %s", note_describe(p, t)));
            struct note_token name = note_take(p);
            e = note_build_member(p, name.at, e, name.text, arrow);
        } else if (note_is_punct(t, "(")) {
            return as_null(note_fail(p, at, "a call cannot stand in an annotation's expression"));
        } else if (note_is_punct(t, "++") || note_is_punct(t, "--")) {
            return as_null(
                note_fail(p, at, "'%s' would change the program: an annotation's expression has no effects", t->text));
        } else {
            return e;
        }
        if (++p->operators > p->max_operators)
            return as_null(
                note_fail(p, at, "the expression is too long (the limit is %u operators)", p->max_operators));
    }
    return NULL;
}

static const struct cwi_expr *size_of(struct parser *p)
{
    struct note_token word = note_take(p);
    cwi_id type = 0;
    int is_type = note_is_punct(peek_c(p), "(") ? note_parse_type_name(p, 1, &type) : 0;
    if (is_type < 0)
        return NULL;
    if (!is_type) {
        const struct cwi_expr *e = note_parse_c_unary(p);
        if (!e)
            return NULL;
        type = e->type;
    }
    const struct cwi_type *t = cwi_type_of(p->u, type);
    if (t->size == CWI_UNKNOWN || t->kind == CWI_FUNC || t->kind == CWI_VOID)
        return as_null(note_fail(p, word.at, "the size of this type is not known"));
    return cwi_expr_const(p->a, note_size_type(p->u, false), (int64_t)t->size);
}

static const struct cwi_expr *prefixed(struct parser *p)
{
    const struct note_token *t = peek_c(p);
    struct place at = t->at;
    if (note_is_word(t, "sizeof"))
        return size_of(p);
    if (note_is_punct(t, "++") || note_is_punct(t, "--"))
        return as_null(
            note_fail(p, at, "'%s' would change the program: an annotation's expression has no effects", t->text));
    if (t->kind == TOK_PUNCT && t->text[0] && !t->text[1] && strchr("-+!~*&", t->text[0])) {
        struct note_token op = note_take(p);
        const struct cwi_expr *e = note_parse_c_unary(p);
        return e ? note_build_unary(p, at, op.text, e) : NULL;
    }
    if (note_is_punct(t, "(")) {
        cwi_id type;
        int is_type = note_parse_type_name(p, 1, &type);
        if (is_type < 0)
            return NULL;
        if (is_type) {
            const struct cwi_expr *e = note_parse_c_unary(p);
            return e ? note_build_cast(p, at, e, type) : NULL;
        }
    }
    return postfix(p);
}

const struct cwi_expr *note_parse_c_unary(struct parser *p)
{
    if (!enter(p))
        return NULL;
    const struct cwi_expr *e = prefixed(p);
    p->depth--;
    return e;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static const struct binary_operator *binary_operator(struct parser *p, int least)
{
    const struct note_token *t = peek_c(p);
    if (t->kind != TOK_PUNCT)
        return NULL;
    for (const struct binary_operator *o = note_binary_operators; o->text; o++)
        if (o->precedence >= least && !strcmp(o->text, t->text))
            return o;
    return NULL;
}

static const struct cwi_expr *parse_binary(struct parser *p, int least)
{
    const struct cwi_expr *x = note_parse_c_unary(p);
    const struct binary_operator *o;
    while (x && (o = binary_operator(p, least))) {
        struct note_token t = note_take(p);
        if (++p->operators > p->max_operators)
            return as_null(
                note_fail(p, t.at, "the expression is too long (the limit is %u operators)", p->max_operators));
        const struct cwi_expr *y = parse_binary(p, o->precedence + 1);
        x = y ? note_build_binary(p, t.at, o->op, x, y) : NULL;
    }
    return x;
}

static const struct cwi_expr *parse_cond(struct parser *p)
{
    const struct cwi_expr *c = parse_binary(p, PREC_OR);
    if (!c || p->in_target || !note_is_punct(peek_c(p), "?"))
        return c;
    struct note_token t = note_take(p);
    const struct cwi_expr *x = NULL, *y = NULL;
    if (!enter(p) || !(x = parse_cond(p)))
        return NULL;
    peek_c(p);
    if (!note_expect(p, ":", "after the second operand of '?'") || !(y = parse_cond(p)))
        return NULL;
    p->depth--;
    return note_build_cond(p, t.at, c, x, y);
}

static unsigned tree_depth(const struct cwi_expr *e)
{
    if (!e)
        return 0;
    unsigned a = tree_depth(e->a), b = tree_depth(e->b), c = tree_depth(e->c);
    a = a > b ? a : b;
    return 1 + (a > c ? a : c);
}

/* Conversions make a tree deeper than its text; a few levels are left for what is put around it. */
static const struct cwi_expr *bounded(struct parser *p, struct place at, const struct cwi_expr *e)
{
    if (e && tree_depth(e) > CWI_MAX_DEPTH - 8)
        return as_null(note_fail(p, at, "the expression is too deep"));
    return e;
}

const struct cwi_expr *note_parse_c(struct parser *p)
{
    if (p->depth)
        return parse_cond(p);
    struct place at = peek_c(p)->at;
    p->operators = 0;
    return bounded(p, at, parse_cond(p));
}

const struct cwi_expr *note_parse_c_target(struct parser *p)
{
    struct place at = peek_c(p)->at;
    p->operators = 0;
    p->in_target = true;
    const struct cwi_expr *e = bounded(p, at, note_parse_c_unary(p));
    p->in_target = false;
    return e;
}

const struct cwi_expr *note_parse_c_scalar(struct parser *p)
{
    struct place at = peek_c(p)->at;
    const struct cwi_expr *e = note_parse_c(p);
    if (!e)
        return NULL;
    e = note_decay(p->a, p->u, e);
    if (!is_int(p->u, e) && !is_float(p->u, e) && !is_ptr(p->u, e))
        return as_null(note_fail(
            p, at, "a number or pointer is needed here, and this is a struct, a union or something without a value"));
    return e;
}

const struct cwi_expr *note_parse_c_condition(struct parser *p)
{
    const struct cwi_expr *e = note_parse_c_scalar(p);
    return e ? note_truth(p->a, p->u, e) : NULL;
}

bool note_parse_c_constant(struct parser *p, int64_t *out, cwi_id *type)
{
    struct place at = peek_c(p)->at;
    const struct cwi_expr *e = note_parse_c_scalar(p);
    if (!e)
        return false;
    if (e->kind != CWI_CONST)
        return note_fail(p, at, "a constant is needed here");
    *out = e->value;
    if (type)
        *type = e->type;
    return true;
}
