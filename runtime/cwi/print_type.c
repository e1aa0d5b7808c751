/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Types, names and strings in C syntax. C declarators read inside out, so a type is printed around what it declares.
 */
#include "runtime/cwi/print.h"

enum { MOST_PARAMS = 2000 }; /* characters */

static void print_base(const struct cwi_type *t, struct buf *out)
{
    static const char *const records[CWI_TYPE_KINDS] = {
        [CWI_VOID] = "void", [CWI_STRUCT] = "struct {...}", [CWI_UNION] = "union {...}"};
    if (t->name)
        buf_puts(out, t->name);
    else if (t->kind == CWI_INT && (t->bits == 8 || t->bits == 16 || t->bits == 32 || t->bits == 64))
        buf_printf(out, "%sint%u_t", t->is_signed ? "" : "u", t->bits);
    else if (t->kind == CWI_INT)
        buf_printf(out, "%sint:%u", t->is_signed ? "" : "unsigned ", t->bits);
    else if (t->kind == CWI_FLOAT)
        buf_puts(out, t->bits == 32 ? "float" : t->bits == 64 ? "double" : "long double");
    else if (records[t->kind])
        buf_puts(out, records[t->kind]);
    else
        buf_printf(out, "<%llu bytes>", (unsigned long long)t->size);
}

static void print_params(const struct cwi_unit *u, const struct cwi_type *t, struct buf *out)
{
    buf_putc(out, '(');
    size_t start = out->size;
    for (uint32_t i = 0; i < t->param_count; i++) {
        buf_puts(out, i ? ", " : "");
        if (out->size - start > MOST_PARAMS) { /* function types can grow exponentially when written out */
            buf_puts(out, "...");
            break;
        }
        cwi_print_type(u, t->params[i], out);
    }
    if (t->is_variadic)
        buf_puts(out, t->param_count ? ", ..." : "...");
    else if (!t->param_count)
        buf_puts(out, "void");
    buf_putc(out, ')');
}

/* C declarators read inside out: `inner` is what was collected so far, around which this type goes. `by_shape`: its own
 * name is not used. */
static void declare(const struct cwi_unit *u, cwi_id id, bool by_shape, const char *inner, struct buf *out)
{
    const struct cwi_type *t = id && id < u->types.count ? cwi_type_of(u, id) : NULL;
    bool derived = t && (by_shape || !t->name);
    struct buf b = {0};
    bool starts_with_star = *inner == '*';
    if (!t) {
        buf_printf(out, "?%s%s", *inner ? " " : "", inner);
    } else if (derived && t->kind == CWI_PTR) {
        buf_printf(&b, "*%s%s", t->is_volatile ? "volatile " : "", inner);
        declare(u, t->of, false, b.data, out);
    } else if (derived && t->kind == CWI_ARRAY) {
        buf_printf(&b, starts_with_star ? "(%s)" : "%s", inner);
        if (t->count == CWI_UNKNOWN)
            buf_puts(&b, "[]");
        else
            buf_printf(&b, "[%llu]", (unsigned long long)t->count);
        declare(u, t->of, false, b.data, out);
    } else if (derived && t->kind == CWI_FUNC) {
        buf_printf(&b, starts_with_star ? "(%s)" : "%s", inner);
        print_params(u, t, &b);
        declare(u, t->of, false, b.data, out);
    } else {
        if (t->is_volatile && !(t->name && !strncmp(t->name, "volatile ", 9)))
            buf_puts(out, "volatile ");
        print_base(t, out);
        buf_printf(out, "%s%s", *inner ? " " : "", inner);
    }
    buf_free(&b);
}

void cwi_print_type(const struct cwi_unit *u, cwi_id type, struct buf *out)
{
    declare(u, type, false, "", out);
}

void cwi_print_declaration(const struct cwi_unit *u, cwi_id type, const char *name, struct buf *out)
{
    declare(u, type, false, name, out);
}

void cwi_print_shape(const struct cwi_unit *u, cwi_id type, struct buf *out)
{
    declare(u, type, true, "", out);
}

void cwi_print_var_name(const struct cwi_unit *u, cwi_id var, struct buf *out)
{
    const struct cwi_var *v = cwi_var_of(u, var);
    if (v->name)
        buf_puts(out, v->name);
    else if (v->asm_name)
        buf_puts(out, v->asm_name);
    else
        buf_printf(out, "_%u", var);
}

const char *cwi_func_name(const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    return f->name ? f->name : f->asm_name ? f->asm_name : "?";
}

static const char *escape_of(uint8_t c)
{
    static const char *const escapes[] = {
        ['\n'] = "\\n", ['\t'] = "\\t", ['\r'] = "\\r", ['\a'] = "\\a", ['\b'] = "\\b",
        ['\f'] = "\\f", ['\v'] = "\\v", ['"'] = "\\\"", ['\\'] = "\\\\"};
    return c < sizeof escapes / sizeof *escapes ? escapes[c] : NULL;
}

void cwi_print_string(const uint8_t *bytes, uint64_t size, struct buf *out)
{
    if (size && !bytes[size - 1])
        size--;
    buf_putc(out, '"');
    for (uint64_t i = 0; i < size; i++) {
        const char *escape = escape_of(bytes[i]);
        if (escape)
            buf_puts(out, escape);
        else if (bytes[i] >= 32 && bytes[i] < 127)
            buf_putc(out, (char)bytes[i]);
        else
            buf_printf(out, "\\%03o", bytes[i]);
    }
    buf_putc(out, '"');
}
