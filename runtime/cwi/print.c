/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions in C syntax, as a reader of the source would write them: fields by name, elements by index, string
 * literals as text, and casts where there is a conversion. Invariant: brackets only where C needs them, or where gcc
 * warns without.
 */
#include "runtime/cwi/print.h"

enum level { /* how tightly C binds, loosest first */
             L_COND,
             L_LOGOR,
             L_LOGAND,
             L_OR,
             L_XOR,
             L_AND,
             L_EQ,
             L_LESS,
             L_SHIFT,
             L_ADD,
             L_MUL,
             L_UNARY,
             L_POSTFIX
};

static const uint8_t op_levels[CWI_OPS] = {
    [CWI_ADD] = L_ADD,     [CWI_SUB] = L_ADD,   [CWI_PTRADD] = L_ADD,   [CWI_PTRSUB] = L_ADD, [CWI_MUL] = L_MUL,
    [CWI_DIV] = L_MUL,     [CWI_MOD] = L_MUL,   [CWI_EXACTDIV] = L_MUL, [CWI_AND] = L_AND,    [CWI_OR] = L_OR,
    [CWI_XOR] = L_XOR,     [CWI_SHL] = L_SHIFT, [CWI_SHR] = L_SHIFT,    [CWI_EQ] = L_EQ,      [CWI_NE] = L_EQ,
    [CWI_LT] = L_LESS,     [CWI_LE] = L_LESS,   [CWI_GT] = L_LESS,      [CWI_GE] = L_LESS,    [CWI_LOGAND] = L_LOGAND,
    [CWI_LOGOR] = L_LOGOR,
}; /* 0: printed as a function */

static void print(const struct cwi_unit *u, const struct cwi_expr *e, enum level around, struct buf *out);

static const struct cwi_type *known_type(const struct cwi_unit *u, cwi_id id)
{
    return id && id < u->types.count ? cwi_type_of(u, id) : NULL;
}

static void print_const(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    const struct cwi_type *t = known_type(u, e->type);
    for (uint32_t i = 0; t && i < t->enumerator_count; i++)
        if (t->enumerators[i].value == e->value) {
            buf_puts(out, t->enumerators[i].name);
            return;
        }
    bool is_char = t && t->kind == CWI_INT && t->name && t->bits == 8 && !strcmp(t->name, "char");
    if (is_char && e->value >= 32 && e->value < 127)
        buf_printf(out, e->value == '\'' || e->value == '\\' ? "'\\%c'" : "'%c'", (char)e->value);
    else if (t && t->kind == CWI_PTR && e->value)
        buf_printf(out, "0x%llx", (unsigned long long)e->value);
    else if (t && t->kind == CWI_INT && !t->is_signed)
        buf_printf(out, "%llu", (unsigned long long)e->value);
    else if (e->value == INT64_MIN)
        buf_puts(out, "(-9223372036854775807 - 1)");
    else
        buf_printf(out, "%lld", (long long)e->value);
}

/* The shortest text that reads back as the same number, and is no integer's. */
static void print_float(double value, struct buf *out)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    buf_puts(out, text);
    if (!strpbrk(text, ".einf"))
        buf_puts(out, ".0");
}

/* The literal that `e` is the first byte of, or NULL. */
static const struct cwi_var *literal_at(const struct cwi_unit *u, const struct cwi_expr *e)
{
    while ((e->kind == CWI_INDEX && e->b->kind == CWI_CONST && !e->b->value) ||
           (e->kind == CWI_FIELD && !e->offset && !e->name))
        e = e->a;
    if (e->kind != CWI_VAR)
        return NULL;
    const struct cwi_var *v = cwi_var_of(u, e->ref);
    bool is_text =
        v->linkage == CWI_LITERAL && !v->name && v->init_count == 1 && v->init[0].bytes && !v->init[0].offset;
    return is_text ? v : NULL;
}

static void print_cast(const struct cwi_unit *u, cwi_id type, bool to_pointer, struct buf *out)
{
    buf_putc(out, '(');
    cwi_print_declaration(u, type, to_pointer ? "*" : "", out);
    buf_putc(out, ')');
}

static bool same_size(const struct cwi_unit *u, cwi_id x, cwi_id y)
{
    return x == y || (known_type(u, x) && known_type(u, y) && known_type(u, x)->size == known_type(u, y)->size &&
                      known_type(u, x)->kind == known_type(u, y)->kind);
}

static const struct cwi_type *pointee(const struct cwi_unit *u, const struct cwi_expr *pointer, cwi_id *id)
{
    const struct cwi_type *t = known_type(u, pointer->type);
    *id = t && t->kind == CWI_PTR ? t->of : 0;
    return known_type(u, *id);
}

/* The field of what `p` points to that lies at `offset` and has the type, or NULL. */
static const struct cwi_field *field_at(const struct cwi_unit *u, const struct cwi_expr *p, uint64_t offset,
                                        cwi_id type)
{
    cwi_id id;
    const struct cwi_type *t = pointee(u, p, &id);
    for (uint32_t i = 0; t && i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        if (f->offset == offset && f->name && !f->bit_width && same_size(u, f->type, type))
            return f;
    }
    return NULL;
}

/* When `p + offset` is the address of an element of what p points to: its index, or NULL with *constant. */
static bool is_element(const struct cwi_unit *u, const struct cwi_expr *sum, cwi_id type, const struct cwi_expr **index,
                       int64_t *constant)
{
    cwi_id id;
    const struct cwi_type *t = pointee(u, sum->a, &id);
    const struct cwi_expr *offset = sum->b;
    uint64_t size = t ? t->size : 0;
    if (!size || size > INT64_MAX || t->kind == CWI_VOID || (type && !same_size(u, id, type)))
        return false;
    *index = NULL;
    if (offset->kind == CWI_CONST) {
        *constant = offset->value / (int64_t)size;
        return offset->value % (int64_t)size == 0;
    }
    bool is_scaled = offset->kind == CWI_BINARY && offset->op == CWI_MUL && offset->b->kind == CWI_CONST;
    if (size != 1 && !(is_scaled && (uint64_t)offset->b->value == size))
        return false;
    *index = size == 1 ? offset : offset->a;
    if ((*index)->kind == CWI_UNARY && (*index)->op == CWI_CONVERT) /* of the index to the width of a pointer */
        *index = (*index)->a;
    return true;
}

static bool print_element(const struct cwi_unit *u, const struct cwi_expr *sum, cwi_id type, struct buf *out)
{
    const struct cwi_expr *index;
    int64_t constant = 0;
    if (!is_element(u, sum, type, &index, &constant))
        return false;
    print(u, sum->a, L_POSTFIX, out);
    buf_putc(out, '[');
    if (index)
        print(u, index, L_COND, out);
    else
        buf_printf(out, "%lld", (long long)constant);
    buf_putc(out, ']');
    return true;
}

static void print_sum(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    cwi_id id;
    const struct cwi_type *t = pointee(u, e->a, &id);
    if (t && t->kind != CWI_VOID && t->size != 1)
        buf_puts(out, "(char *)");
    print(u, e->a, t && t->kind != CWI_VOID && t->size != 1 ? L_UNARY : L_ADD, out);
    buf_puts(out, " + ");
    print(u, e->b, L_MUL, out);
}

static void print_deref(const struct cwi_unit *u, const struct cwi_expr *e, enum level around, struct buf *out)
{
    cwi_id id;
    const struct cwi_expr *p = e->a;
    bool is_sum = p->kind == CWI_BINARY && p->op == CWI_PTRADD;
    const struct cwi_field *f = is_sum && p->b->kind == CWI_CONST && p->b->value >= 0
                                    ? field_at(u, p->a, (uint64_t)p->b->value, e->type)
                                    : NULL;
    if (f) {
        print(u, p->a, L_POSTFIX, out);
        buf_printf(out, "->%s", f->name);
        return;
    }
    if (is_sum && print_element(u, p, e->type, out))
        return;
    bool bracket = around > L_UNARY;
    buf_puts(out, bracket ? "(*" : "*");
    pointee(u, p, &id);
    if (!same_size(u, id, e->type))
        print_cast(u, e->type, true, out);
    print(u, p, L_UNARY, out);
    buf_puts(out, bracket ? ")" : "");
}

static void print_address(const struct cwi_unit *u, const struct cwi_expr *lvalue, struct buf *out)
{
    if (lvalue->kind == CWI_DEREF) {
        print(u, lvalue->a, L_UNARY, out);
        return;
    }
    buf_putc(out, '&');
    print(u, lvalue, L_UNARY, out);
}

static void print_field(const struct cwi_unit *u, const struct cwi_expr *e, enum level around, struct buf *out)
{
    const struct cwi_expr *of = e->a;
    if (!e->name) { /* the same place as another type */
        buf_puts(out, around > L_UNARY ? "(*" : "*");
        print_cast(u, e->type, true, out);
        if (e->offset)
            buf_puts(out, "((char *)");
        print_address(u, of, out);
        if (e->offset)
            buf_printf(out, " + %llu)", (unsigned long long)e->offset);
        buf_puts(out, around > L_UNARY ? ")" : "");
        return;
    }
    cwi_id id;
    bool arrow =
        of->kind == CWI_DEREF && pointee(u, of->a, &id) && same_size(u, id, of->type) && !(of->a->kind == CWI_BINARY);
    print(u, arrow ? of->a : of, L_POSTFIX, out);
    buf_printf(out, "%s%s", arrow ? "->" : ".", e->name);
}

static const struct cwi_type *known_enumerators(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = known_type(u, type);
    return t && t->kind == CWI_INT && t->enumerator_count ? t : NULL;
}

static void print_unary(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    if (e->op == CWI_ABS) {
        buf_puts(out, "abs(");
        print(u, e->a, L_COND, out);
        buf_putc(out, ')');
        return;
    }
    if (e->op == CWI_CONVERT)
        print_cast(u, e->type, false, out);
    else
        buf_puts(out, cwi_op_names[e->op]);
    bool minus_twice = e->op == CWI_NEG && ((e->a->kind == CWI_CONST && e->a->value < 0) ||
                                            (e->a->kind == CWI_UNARY && e->a->op == CWI_NEG));
    print(u, e->a, minus_twice ? L_POSTFIX : L_UNARY, out);
}

/* What the user calls the constant that something of an enumeration is compared with; NULL: it has no name. */
static const char *enumerator(const struct cwi_unit *u, const struct cwi_expr *of, const struct cwi_expr *constant)
{
    while (of->kind == CWI_UNARY && of->op == CWI_CONVERT && !known_enumerators(u, of->type))
        of = of->a;
    const struct cwi_type *t = constant->kind == CWI_CONST ? known_enumerators(u, of->type) : NULL;
    for (uint32_t i = 0; t && i < t->enumerator_count; i++)
        if (t->enumerators[i].value == constant->value)
            return t->enumerators[i].name;
    return NULL;
}

static void print_binary(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    enum level level = (enum level)op_levels[e->op];
    if (!level) {
        buf_printf(out, "%s(", cwi_op_names[e->op]);
        print(u, e->a, L_COND, out);
        buf_puts(out, ", ");
        print(u, e->b, L_COND, out);
        buf_putc(out, ')');
        return;
    }
    /* gcc's advice on mixed operators: brackets around & in |, shifts in sums, && in || */
    bool careful = level == L_OR || level == L_XOR || level == L_AND || level == L_SHIFT;
    print(u, e->a, careful && e->a->kind == CWI_BINARY && e->a->op != e->op ? L_UNARY : level, out);
    buf_printf(out, " %s ", cwi_op_names[e->op]);
    const char *name = e->op >= CWI_EQ && e->op <= CWI_GE ? enumerator(u, e->a, e->b) : NULL;
    if (name)
        buf_puts(out, name);
    else
        print(u, e->b, careful ? L_UNARY : level + 1, out);
}

/* The address of an array's first element is written as the array. */
static bool decays(const struct cwi_unit *u, const struct cwi_expr *e)
{
    cwi_id id;
    const struct cwi_type *array = known_type(u, e->a->type);
    return e->a->kind != CWI_DEREF && array && array->kind == CWI_ARRAY && pointee(u, e, &id) &&
           same_size(u, id, array->of);
}

static enum level level_of(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_expr *index;
    int64_t constant;
    switch (e->kind) {
    case CWI_BINARY:
        if (e->op == CWI_PTRADD && is_element(u, e, 0, &index, &constant))
            return L_UNARY;
        return op_levels[e->op] ? (enum level)op_levels[e->op] : L_POSTFIX;
    case CWI_UNARY:
        return e->op == CWI_ABS ? L_POSTFIX : L_UNARY;
    case CWI_COND:
        return L_COND;
    case CWI_ADDR:
        return literal_at(u, e->a) || decays(u, e) ? L_POSTFIX : L_UNARY;
    case CWI_CONST:
        return e->value < 0 && known_type(u, e->type) && known_type(u, e->type)->is_signed ? L_UNARY : L_POSTFIX;
    default: /* DEREF and FIELD look after themselves */
        return L_POSTFIX;
    }
}

static void print_plain(const struct cwi_unit *u, const struct cwi_expr *e, enum level around, struct buf *out)
{
    const struct cwi_var *literal;
    switch (e->kind) {
    case CWI_CONST:
        print_const(u, e, out);
        break;
    case CWI_FCONST:
        print_float(e->fvalue, out);
        break;
    case CWI_VAR:
        if ((literal = literal_at(u, e)))
            cwi_print_string(literal->init[0].bytes, literal->init[0].size, out);
        else
            cwi_print_var_name(u, e->ref, out);
        break;
    case CWI_DEREF:
        print_deref(u, e, around, out);
        break;
    case CWI_FIELD:
        print_field(u, e, around, out);
        break;
    case CWI_INDEX:
        print(u, e->a, L_POSTFIX, out);
        buf_putc(out, '[');
        print(u, e->b, L_COND, out);
        buf_putc(out, ']');
        break;
    case CWI_ADDR:
        if ((literal = literal_at(u, e->a))) {
            cwi_print_string(literal->init[0].bytes, literal->init[0].size, out);
        } else if (decays(u, e)) {
            print(u, e->a, around, out);
        } else {
            print_address(u, e->a, out);
        }
        break;
    case CWI_FUNCREF:
        buf_puts(out, cwi_func_name(u, e->ref));
        break;
    case CWI_UNARY:
        print_unary(u, e, out);
        break;
    case CWI_BINARY:
        if (e->op != CWI_PTRADD)
            print_binary(u, e, out);
        else
            print_sum(u, e, out);
        break;
    case CWI_COND:
        print(u, e->a, L_LOGOR, out);
        buf_puts(out, " ? ");
        print(u, e->b, L_COND, out);
        buf_puts(out, " : ");
        print(u, e->c, L_COND, out);
        break;
    case CWI_BOUND:
        if (e->value < 0)
            buf_puts(out, "value");
        else
            buf_printf(out, "argument %lld", (long long)e->value + 1);
        break;
    default:
        buf_printf(out, "<%s>", e->name ? e->name : "unknown");
    }
}

static void print(const struct cwi_unit *u, const struct cwi_expr *e, enum level around, struct buf *out)
{
    const struct cwi_expr *index;
    int64_t constant;
    if (!e) {
        buf_puts(out, "<nothing>");
        return;
    }
    bool bracket = level_of(u, e) < around;
    if (bracket)
        buf_putc(out, '(');
    if (e->kind == CWI_BINARY && e->op == CWI_PTRADD && is_element(u, e, 0, &index, &constant)) {
        buf_putc(out, '&');
        print_element(u, e, 0, out);
    } else {
        print_plain(u, e, around, out);
    }
    if (bracket)
        buf_putc(out, ')');
}

void cwi_print_expr(const struct cwi_unit *u, const struct cwi_expr *e, struct buf *out)
{
    print(u, e, L_COND, out);
}
