/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_expr.c: expressions as text that reads back as the same tree.
 *
 * Two hands: for travelling, every conversion is a cast to a referenced type and names are references; for users, names
 * and types have their names and a conversion is left out where C's rules make it again. Brackets stand only where
 * precedence asks for them.
 */
#include "runtime/notes/print.h"

static void print_at(struct printer *p, const struct cwi_expr *e, int least);

void note_print_ref(struct printer *p, int kind, cwi_id id)
{
    size_t i = 0;
    while (i < p->refs->list.count && !((int)p->refs->list.items[i].kind == kind && p->refs->list.items[i].id == id))
        i++;
    if (i == p->refs->list.count) {
        struct cwi_ref ref;
        ref.kind = kind == CWI_REF_VAR ? CWI_REF_VAR : kind == CWI_REF_FUNC ? CWI_REF_FUNC : CWI_REF_TYPE;
        ref.id = id;
        vec_push(&p->refs->list, ref);
    }
    buf_printf(p->out, "$%zu", i);
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static void print_type(struct printer *p, cwi_id id)
{
    const struct cwi_type *t = cwi_type_of(p->u, id);
    if (p->refs) {
        note_print_ref(p, CWI_REF_TYPE, id);
    } else if (t->kind == CWI_PTR && !t->name) {
        print_type(p, t->of);
        buf_puts(p->out, t->of && cwi_type_of(p->u, t->of)->kind == CWI_PTR ? "*" : " *");
    } else if (t->kind == CWI_INT && !t->name) {
        const char *base = t->bits == note_int_bits(p->u)    ? "int"
                           : t->bits == 1                    ? "_Bool"
                           : t->bits == 8                    ? "char"
                           : t->bits == 16                   ? "short"
                           : t->bits == note_long_bits(p->u) ? "long"
                                                             : "long long";
        const char *sign = t->bits == 1                            ? ""
                           : !t->is_signed                         ? "unsigned "
                           : t->bits == 8 && !p->u->char_is_signed ? "signed "
                                                                   : "";
        buf_printf(p->out, "%s%s", sign, base);
    } else {
        cwi_print_type(p->u, id, p->out);
    }
}

/* Whether the type is the one that operations and literals have: only those can be left unsaid in a note that
 * travels. */
static bool is_plain(const struct printer *p, const struct cwi_type *t)
{
    return t->kind == CWI_INT && (!p->refs || !t->name);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static const char *literal_suffix(const struct printer *p, const struct cwi_type *t, int64_t value)
{
    if (!is_plain(p, t))
        return NULL;
    if (t->bits == note_int_bits(p->u) && value != note_fit_value((int64_t)1 << (t->bits - 1), t->bits, true))
        return t->is_signed ? "" : "u";
    if (t->bits == 64 && note_long_bits(p->u) == 64 && value != INT64_MIN)
        return t->is_signed ? "l" : "ul";
    return NULL;
}

static void print_int(struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(p->u, e);
    if (t->kind == CWI_INT && !t->is_signed)
        buf_printf(p->out, "%llu", (unsigned long long)e->value);
    else
        buf_printf(p->out, "%lld", (long long)e->value);
}

static bool is_negative(const struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(p->u, e);
    return e->kind == CWI_FCONST ? e->fvalue < 0 : e->value < 0 && !(t->kind == CWI_INT && !t->is_signed);
}

static void print_cast_const(struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(p->u, e);
    buf_putc(p->out, '(');
    print_type(p, e->type);
    buf_putc(p->out, ')');
    /* The smallest signed number has no literal of its own; an address is written unsigned. */
    if (t->kind == CWI_PTR || (t->kind == CWI_INT && !t->is_signed))
        buf_printf(p->out, "%llu", (unsigned long long)e->value);
    else if (e->value == INT64_MIN)
        buf_puts(p->out, "0x8000000000000000u");
    else
        buf_printf(p->out, "%lld", (long long)e->value);
}

static void print_const(struct printer *p, const struct cwi_expr *e, int least)
{
    const struct cwi_type *t = type_of(p->u, e);
    const char *suffix = literal_suffix(p, t, e->value);
    bool bracket = least > PREC_UNARY && (!suffix || is_negative(p, e));
    if (bracket)
        buf_putc(p->out, '(');
    if (suffix) {
        print_int(p, e);
        buf_puts(p->out, suffix);
    } else {
        print_cast_const(p, e);
    }
    if (bracket)
        buf_putc(p->out, ')');
}

static void print_float(struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(p->u, e);
    char text[64];
    snprintf(text, sizeof text, "%.17g", e->fvalue);
    bool plain = t->bits == 64 || t->bits == 32;
    if (!plain || e->fvalue < 0)
        buf_putc(p->out, '(');
    if (!plain) {
        buf_putc(p->out, '(');
        print_type(p, e->type);
        buf_putc(p->out, ')');
    }
    buf_printf(p->out, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", t->bits == 32 ? "f" : "");
    if (!plain || e->fvalue < 0)
        buf_putc(p->out, ')');
}

/* ---- conversions that C makes by itself -------------------------------------------------------------------------- */

/* The operand as a user would write it; its own type is what the usual conversions then start from. */
static const struct cwi_expr *bare(const struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(p->u, e);
    if (e->kind != CWI_UNARY || e->op != CWI_CONVERT || t->kind == CWI_PTR ||
        note_value_type(p->u, e->a->type).kind == VS_PTR)
        return e;
    return e->a;
}

static bool same_vs_type(struct vs_type x, struct vs_type y)
{
    return x.kind == y.kind && x.bits == y.bits && x.is_signed == y.is_signed;
}

/* Whether digits alone, a literal of type int, have the constant's value. */
static bool is_literal(const struct printer *p, const struct cwi_expr *e)
{
    uint32_t bits = note_int_bits(p->u);
    return e->kind == CWI_CONST && type_of(p->u, e)->kind == CWI_INT &&
           note_fit_value(e->value, bits, true) == e->value &&
           e->value != note_fit_value((int64_t)1 << (bits - 1), bits, true) &&
           (e->value >= 0 || type_of(p->u, e)->is_signed);
}

/* The shape of an operand when printed with (`stripped`) or without its conversion. */
static struct vs_type shape_of(const struct printer *p, const struct cwi_expr *e, bool stripped)
{
    if (stripped && is_literal(p, e))
        return (struct vs_type){VS_INT, (uint8_t)note_int_bits(p->u), 1, VS_BOUNDED};
    return note_promoted_shape(p->u, stripped ? bare(p, e) : e);
}

static bool is_null(const struct printer *p, const struct cwi_expr *e)
{
    return e->kind == CWI_CONST && !e->value && type_of(p->u, e)->kind == CWI_PTR;
}

static void print_operand(struct printer *p, const struct cwi_expr *e, bool stripped, int least)
{
    if (stripped && is_null(p, e)) {
        buf_putc(p->out, '0');
        return;
    }
    if (stripped && is_literal(p, e)) {
        if (e->value < 0 && least > PREC_UNARY)
            buf_printf(p->out, "(%lld)", (long long)e->value);
        else
            buf_printf(p->out, "%lld", (long long)e->value);
        return;
    }
    print_at(p, stripped ? bare(p, e) : e, least);
}

/* Which of the two operands' conversions the usual conversions make again: bit 0 the left one's, bit 1 the right
 * one's. */
static unsigned implied(const struct printer *p, const struct cwi_expr *x, const struct cwi_expr *y)
{
    struct vs_type wanted = note_value_type(p->u, x->type);
    if (p->refs)
        return 0;
    if (wanted.kind == VS_PTR)
        return is_null(p, y) ? 2 : is_null(p, x);
    for (unsigned strip = 4; strip-- > 0;) {
        struct vs_type t = note_usual_shape(shape_of(p, x, strip & 1), shape_of(p, y, strip & 2));
        if (same_vs_type(t, wanted))
            return strip;
    }
    return 0;
}

/* One operand that is promoted by itself. */
static void print_promoted(struct printer *p, const struct cwi_expr *e, int least)
{
    struct vs_type wanted = note_value_type(p->u, e->type);
    bool strip = !p->refs && same_vs_type(shape_of(p, e, true), wanted);
    print_operand(p, e, strip, least);
}

/* ---- pointers ---------------------------------------------------------------------------------------------------- */

static void print_two(struct printer *p, const char *op, const struct cwi_expr *x, const struct cwi_expr *y)
{
    buf_printf(p->out, "%s(", op);
    print_at(p, x, PREC_COND);
    buf_puts(p->out, ", ");
    print_at(p, y, PREC_COND);
    buf_putc(p->out, ')');
}

/* The index of a sum of bytes: `bytes` divided by the size, as the user wrote it. */
static void print_scaled(struct printer *p, const struct cwi_expr *bytes, int64_t size)
{
    if (bytes->kind == CWI_UNARY && bytes->op == CWI_NEG)
        bytes = bytes->a;
    if (bytes->kind == CWI_CONST)
        buf_printf(p->out, "%lld", (long long)(bytes->value < 0 ? -bytes->value : bytes->value) / size);
    else if (size != 1 && bytes->kind == CWI_BINARY && bytes->op == CWI_MUL)
        print_at(p, bare(p, bytes->a), 10);
    else
        print_at(p, bare(p, bytes), 10);
}

static void print_pointer_sum(struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(p->u, type_of(p->u, e)->of);
    int64_t size =
        t->kind == CWI_VOID || t->kind == CWI_FUNC || t->size == CWI_UNKNOWN || !t->size ? 1 : (int64_t)t->size;
    bool minus = e->b->kind == CWI_CONST ? e->b->value < 0 : e->b->kind == CWI_UNARY && e->b->op == CWI_NEG;
    print_at(p, e->a, 9);
    buf_puts(p->out, minus ? " - " : " + ");
    print_scaled(p, e->b, size);
}

static bool print_pointer_operator(struct printer *p, const struct cwi_expr *e, int least)
{
    const struct cwi_expr *difference = e->op == CWI_PTRSUB                               ? e
                                        : e->op == CWI_EXACTDIV && e->a->op == CWI_PTRSUB ? e->a
                                                                                          : NULL;
    if (e->op != CWI_PTRADD && e->op != CWI_PTRSUB && e->op != CWI_EXACTDIV)
        return false;
    if (p->refs) {
        print_two(p, e->op == CWI_PTRADD ? "$add" : e->op == CWI_PTRSUB ? "$sub" : "$exact", e->a, e->b);
        return true;
    }
    if (least > 9)
        buf_putc(p->out, '(');
    if (e->op == CWI_PTRADD) {
        print_pointer_sum(p, e);
    } else if (difference) {
        print_at(p, difference->a, 9);
        buf_puts(p->out, " - ");
        print_at(p, difference->b, 10);
    }
    if (least > 9)
        buf_putc(p->out, ')');
    return true;
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

static void print_logical(struct printer *p, enum cwi_op op, const struct cwi_expr *a, const struct cwi_expr *b,
                          int least)
{
    const struct binary_operator *o = note_binary_operators;
    while (o->op != op)
        o++;
    if (o->precedence < least)
        buf_putc(p->out, '(');
    print_operand(p, a, false, o->precedence);
    buf_printf(p->out, " %s ", o->text);
    print_operand(p, b, false, o->precedence + 1);
    if (o->precedence < least)
        buf_putc(p->out, ')');
}

static void print_binary(struct printer *p, const struct cwi_expr *e, int least)
{
    if (print_pointer_operator(p, e, least))
        return;
    const struct binary_operator *o = note_binary_operators;
    while (o->text && o->op != e->op)
        o++;
    if (!o->text) {
        cwi_print_expr(p->u, e, p->out);
        return;
    }
    if (e->op == CWI_LOGAND || e->op == CWI_LOGOR) {
        print_logical(p, e->op, e->a, e->b, least);
        return;
    }
    bool shift = e->op == CWI_SHL || e->op == CWI_SHR;
    if (o->precedence < least)
        buf_putc(p->out, '(');
    unsigned strip = shift ? 0 : implied(p, e->a, e->b);
    if (shift)
        print_promoted(p, e->a, o->precedence);
    else
        print_operand(p, e->a, strip & 1, o->precedence);
    buf_printf(p->out, " %s ", o->text);
    if (shift)
        print_promoted(p, e->b, o->precedence + 1);
    else
        print_operand(p, e->b, strip & 2, o->precedence + 1);
    if (o->precedence < least)
        buf_putc(p->out, ')');
}

static void print_unary(struct printer *p, const struct cwi_expr *e, int least)
{
    if (least > PREC_UNARY)
        buf_putc(p->out, '(');
    if (e->op == CWI_CONVERT) {
        buf_putc(p->out, '(');
        print_type(p, e->type);
        buf_putc(p->out, ')');
        print_at(p, e->a, PREC_UNARY);
    } else if (e->op == CWI_LOGNOT) {
        buf_putc(p->out, '!');
        print_at(p, e->a, PREC_UNARY);
    } else {
        /* Never `--`. */
        bool twice = e->a->kind == CWI_UNARY && e->a->op == e->op;
        buf_putc(p->out, e->op == CWI_NEG ? '-' : '~');
        print_promoted(p, e->a, twice ? PREC_POSTFIX : PREC_UNARY);
    }
    if (least > PREC_UNARY)
        buf_putc(p->out, ')');
}

static void print_prefix(struct printer *p, const char *op, const struct cwi_expr *e, int least)
{
    if (least > PREC_UNARY)
        buf_putc(p->out, '(');
    buf_puts(p->out, op);
    print_at(p, e, PREC_UNARY);
    if (least > PREC_UNARY)
        buf_putc(p->out, ')');
}

static void print_field(struct printer *p, const struct cwi_expr *e)
{
    const struct cwi_expr *of = e->a;
    while (of->kind == CWI_FIELD && !of->name)
        of = of->a; /* an anonymous member: C looks through it */
    bool arrow = of->kind == CWI_DEREF;
    print_at(p, arrow ? of->a : of, PREC_POSTFIX);
    buf_printf(p->out, "%s%s", arrow ? "->" : ".", e->name ? e->name : "");
}

static void print_cond(struct printer *p, const struct cwi_expr *e, int least)
{
    enum cwi_op op;
    const struct cwi_expr *b;
    if (note_is_logical(p->u, e, &op, &b)) {
        print_logical(p, op, e->a, b, least);
        return;
    }
    unsigned strip = implied(p, e->b, e->c);
    if (least > PREC_COND)
        buf_putc(p->out, '(');
    print_at(p, e->a, PREC_OR);
    buf_puts(p->out, " ? ");
    print_operand(p, e->b, strip & 1, PREC_OR);
    buf_puts(p->out, " : ");
    print_operand(p, e->c, strip & 2, PREC_COND);
    if (least > PREC_COND)
        buf_putc(p->out, ')');
}

static void print_at(struct printer *p, const struct cwi_expr *e, int least)
{
    switch (e->kind) {
    case CWI_CONST:
        print_const(p, e, least);
        return;
    case CWI_FCONST:
        print_float(p, e);
        return;
    case CWI_VAR:
        if (p->refs)
            note_print_ref(p, CWI_REF_VAR, e->ref);
        else
            buf_puts(p->out, cwi_var_of(p->u, e->ref)->name ? cwi_var_of(p->u, e->ref)->name : "?");
        return;
    case CWI_FUNCREF:
        note_print_function(p, e->ref);
        return;
    case CWI_DEREF:
        print_prefix(p, "*", e->a, least);
        return;
    case CWI_ADDR:
        print_prefix(p, "&", e->a, least);
        return;
    case CWI_FIELD:
        print_field(p, e);
        return;
    case CWI_INDEX:
        print_at(p, e->a, PREC_POSTFIX);
        buf_putc(p->out, '[');
        print_operand(p, e->b, !p->refs, PREC_COND);
        buf_putc(p->out, ']');
        return;
    case CWI_UNARY:
        print_unary(p, e, least);
        return;
    case CWI_BINARY:
        print_binary(p, e, least);
        return;
    case CWI_COND:
        print_cond(p, e, least);
        return;
    case CWI_BOUND:
        buf_puts(p->out, e->name ? e->name : "value");
        return;
    default:
        cwi_print_expr(p->u, e, p->out);
    }
}

void note_print_c(struct printer *p, const struct cwi_expr *e)
{
    print_at(p, e, PREC_COND);
}

void note_print_expr(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    struct printer p = {u, out, NULL};
    note_print_c(&p, e);
}
