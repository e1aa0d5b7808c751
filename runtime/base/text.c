/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bytes as UTF-8, as printable text, and as strings of graphviz and JSON.
 */
#include "runtime/base/text.h"

size_t base_utf8_length(const char *p, const char *end)
{
    const unsigned char *s = (const unsigned char *)p;
    size_t room = (size_t)(end - p), n;
    unsigned char low = 0x80, high = 0xbf;
    if (room == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    if (s[0] >= 0xc2 && s[0] <= 0xdf)
        n = 2;
    else if (s[0] >= 0xe0 && s[0] <= 0xef)
        n = 3;
    else if (s[0] >= 0xf0 && s[0] <= 0xf4)
        n = 4;
    else
        return 0;
    if (s[0] == 0xe0)
        low = 0xa0;
    if (s[0] == 0xed)
        high = 0x9f;
    if (s[0] == 0xf0)
        low = 0x90;
    if (s[0] == 0xf4)
        high = 0x8f;
    if (room < n || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < n; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    return n;
}

size_t base_utf16_length(const char *s, size_t n)
{
    size_t units = 0;
    for (const char *p = s, *end = s + n; p < end;) {
        size_t length = base_utf8_length(p, end);
        units += length == 4 ? 2 : 1;
        p += length ? length : 1;
    }
    return units;
}

void buf_put_utf8(struct buf *out, uint32_t c)
{
    if (c < 0x80) {
        buf_putc(out, (char)c);
        return;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    buf_putc(out, (char)(first[more] | c >> 6 * more));
    while (more-- > 0)
        buf_putc(out, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

bool base_is_control(const char *p, size_t length)
{
    const unsigned char *s = (const unsigned char *)p;
    return (length == 1 && (s[0] < ' ' || s[0] == 0x7f)) || (length == 2 && s[0] == 0xc2 && s[1] < 0xa0) ||
           (length == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe);
}

void buf_put_printable(struct buf *out, const char *s, size_t n)
{
    for (const char *p = s, *end = s + n; p < end;) {
        size_t length = base_utf8_length(p, end);
        bool is_shown = length && !base_is_control(p, length);
        length = length ? length : 1;
        if (is_shown)
            buf_add(out, p, length);
        for (size_t i = 0; i < length && !is_shown; i++)
            buf_printf(out, "\\x%02x", (unsigned char)p[i]);
        p += length;
    }
}

void buf_put_dot(struct buf *out, const char *s, size_t n)
{
    struct buf shown = {0};
    buf_put_printable(&shown, s, n);
    for (size_t i = 0; i < shown.size; i++) {
        if (shown.data[i] == '"' || shown.data[i] == '\\')
            buf_putc(out, '\\');
        buf_putc(out, shown.data[i]);
    }
    buf_free(&shown);
}

const char *base_xml_entity(char c)
{
    return c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : NULL;
}

void buf_put_json(struct buf *out, const char *s, size_t n, bool keep_bytes)
{
    buf_putc(out, '"');
    for (const char *p = s, *end = s + n; p < end;) {
        size_t length = base_utf8_length(p, end);
        unsigned char c = (unsigned char)*p;
        if (length == 0 && keep_bytes)
            buf_printf(out, "\\udc%02x", c);
        else if (length == 0)
            buf_puts(out, "\\ufffd");
        else if (c < ' ' || c == 0x7f)
            buf_printf(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else
            buf_add(out, p, length);
        p += length ? length : 1;
    }
    buf_putc(out, '"');
}
