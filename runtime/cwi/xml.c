/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * XML text by hand: elements, attributes, numbers and escapes. Invariant: what it emits is well-formed whatever the
 * strings are.
 */
#include "runtime/cwi/xml.h"
#include "runtime/base/text.h"

/* Room for `n` more bytes and a NUL; whoever asks writes there and sets the size. The names of elements and attributes
 * are short: one such request for each of them, in place of several additions, makes writing twice as fast. */
static char *room(struct buf *b, size_t n)
{
    if (b->capacity - b->size < n + 1)
        b->data = base_mem_grow(b->data, &b->capacity, b->size + n + 1, 1);
    return b->data + b->size;
}

static char *put_name(char *p, const char *name)
{
    while (*name)
        *p++ = *name++;
    return p;
}

static void end_at(struct buf *b, char *p)
{
    *p = 0;
    b->size = (size_t)(p - b->data);
}

enum { SHORT = 32 }; /* names of elements and attributes, digits of a number */

static void end_start_tag(struct xml_out *x)
{
    if (x->is_open)
        buf_putc(&x->text, '>');
    x->is_open = false;
}

static void new_line(struct xml_out *x)
{
    if (!x->is_indented)
        return;
    buf_putc(&x->text, '\n');
    for (unsigned i = 0; i < x->depth; i++)
        buf_putc(&x->text, ' ');
}

void cwi_xml_open(struct xml_out *x, const char *element)
{
    end_start_tag(x);
    new_line(x);
    char *p = room(&x->text, SHORT);
    *p++ = '<';
    end_at(&x->text, put_name(p, element));
    x->is_open = true;
    x->had_child = false;
    x->depth++;
}

void cwi_xml_close(struct xml_out *x, const char *element)
{
    x->depth--;
    if (x->is_open) {
        buf_add(&x->text, "/>", 2);
        x->is_open = false;
    } else {
        if (x->had_child)
            new_line(x);
        char *p = room(&x->text, SHORT);
        *p++ = '<';
        *p++ = '/';
        p = put_name(p, element);
        *p++ = '>';
        end_at(&x->text, p);
    }
    x->had_child = true;
}

/* ` name="`, with room for a short value. */
static char *start_attr(struct xml_out *x, const char *name)
{
    char *p = room(&x->text, 2 * SHORT);
    *p++ = ' ';
    p = put_name(p, name);
    *p++ = '=';
    *p++ = '"';
    return p;
}

void cwi_xml_attr(struct xml_out *x, const char *name, const char *value)
{
    end_at(&x->text, start_attr(x, name));
    buf_puts(&x->text, value);
    buf_putc(&x->text, '"');
}

/* The length of the character at `s` if it is one that XML allows and that can be seen, else 0. NUL ends the string. */
static size_t allowed_length(const char *s, const char *end)
{
    if (*s >= ' ' && *s < 0x7f)
        return 1;
    size_t n = base_utf8_length(s, end);
    return n && base_is_control(s, n) ? 0 : n;
}

static void put_escaped(struct buf *b, const char *value)
{
    static const char *const named[128] = {['<'] = "&lt;",  ['>'] = "&gt;",   ['&'] = "&amp;", ['"'] = "&quot;",
                                           ['\t'] = "&#9;", ['\n'] = "&#10;", ['\\'] = "\\\\"};
    const char *s = value, *start = s, *end = value + strlen(value);
    while (*s) {
        unsigned char c = (unsigned char)*s;
        size_t n = c < 128 && named[c] ? 0 : allowed_length(s, end);
        if (n) {
            s += n;
            continue;
        }
        buf_add(b, start, (size_t)(s - start));
        if (c < 128 && named[c])
            buf_puts(b, named[c]);
        else
            buf_printf(b, "\\x%02x", c);
        start = ++s;
    }
    buf_add(b, start, (size_t)(s - start));
}

void cwi_xml_attr_text(struct xml_out *x, const char *name, const char *value)
{
    if (!value)
        return;
    end_at(&x->text, start_attr(x, name));
    put_escaped(&x->text, value);
    buf_putc(&x->text, '"');
}

static char *put_digits(char *p, uint64_t value)
{
    char digits[SHORT], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + value % 10);
    while (value /= 10);
    while (first < digits + sizeof digits)
        *p++ = *first++;
    return p;
}

void cwi_xml_put_u64(struct buf *b, uint64_t value)
{
    end_at(b, put_digits(room(b, SHORT), value));
}

static void attr_number(struct xml_out *x, const char *name, bool negative, uint64_t value)
{
    char *p = start_attr(x, name);
    if (negative)
        *p++ = '-';
    p = put_digits(p, value);
    *p++ = '"';
    end_at(&x->text, p);
}

void cwi_xml_attr_u64(struct xml_out *x, const char *name, uint64_t value)
{
    attr_number(x, name, false, value);
}

void cwi_xml_attr_i64(struct xml_out *x, const char *name, int64_t value)
{
    attr_number(x, name, value < 0, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void cwi_xml_flush(struct xml_out *x)
{
    if (x->is_open || !x->text.size)
        return;
    x->has_failed |= xmlTextWriterWriteRawLen(x->writer, (const xmlChar *)x->text.data, (int)x->text.size) < 0;
    x->text.size = 0;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

size_t cwi_xml_unescape(char *s)
{
    char *out = strchr(s, '\\');
    if (!out)
        return strlen(s);
    for (const char *in = out; *in; in++) {
        if (*in != '\\') {
            *out++ = *in;
        } else if (in[1] == '\\') {
            *out++ = *++in;
        } else if (in[1] == 'x' && hex_digit(in[2]) >= 0 && hex_digit(in[3]) >= 0) {
            int byte = hex_digit(in[2]) * 16 + hex_digit(in[3]);
            if (!byte)
                return SIZE_MAX;
            *out++ = (char)byte;
            in += 3;
        } else {
            return SIZE_MAX;
        }
    }
    *out = 0;
    return (size_t)(out - s);
}
