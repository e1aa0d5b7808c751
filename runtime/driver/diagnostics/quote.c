/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Quoting: a source line behind its number, with the caret and the underline below it.
 *
 * Invariant: columns count bytes in the source and characters on the screen; tabs reach to the next multiple of eight.
 */
#include "quote.h"

/* Appends the line as it appears on the screen, bytes from..to (from 1) coloured; fills their columns on the screen. */
static void put_source(const char *line, uint32_t from, uint32_t to, enum colour c, struct buf *out, int *first,
                       int *last)
{
    int column = 0;
    *first = *last = -1;
    for (uint32_t i = 1; line[i - 1]; i++) {
        char ch = line[i - 1];
        bool continues = (ch & 0xc0) == 0x80;
        if (i == from) {
            buf_puts(out, driver_colour_on(c));
            *first = column;
        }
        int width = ch == '\t' ? 8 - column % 8 : !continues;
        if (ch == '\t')
            buf_printf(out, "%*s", width, "");
        else
            buf_putc(out, (unsigned char)ch < ' ' || ch == 127 ? ' ' : ch);
        column += width;
        if (i == to) {
            buf_puts(out, driver_colour_off(c));
            *last = column - 1;
        }
    }
    if (*last < *first)
        *last = *first;
}

int driver_quote_line(const char *file, uint32_t line, uint32_t col, const char *prefix, enum colour c, struct buf *out)
{
    const char *text = driver_source_line(file, line);
    if (!text)
        return -1;
    bool has_caret = col && col <= strlen(text);
    int first, last;
    buf_printf(out, "%s%5u | ", prefix, line);
    put_source(text, has_caret ? col : 0, has_caret ? driver_source_extent(text, col) : 0, c, out, &first, &last);
    buf_putc(out, '\n');
    if (!has_caret)
        return -1;
    buf_printf(out, "%s%5s | %*s%s^", prefix, "", first, "", driver_colour_on(c));
    for (int i = first; i < last; i++)
        buf_putc(out, '~');
    buf_printf(out, "%s\n", driver_colour_off(c));
    return first;
}
