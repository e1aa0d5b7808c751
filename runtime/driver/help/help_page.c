/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of help: filling paragraphs for a terminal, and roff for man(1).
 */
#include "help_page.h"

enum { WIDTH = 100, TERM = 26 };

/* ---- roff -------------------------------------------------------------------------------------------------------- */

/* Text that troff prints as it stands: no request at the start of a line, plain quotes and hyphens. */
static void put_roff(struct buf *out, const char *s, size_t n, bool line_start)
{
    for (size_t i = 0; i < n; i++) {
        if (line_start && (s[i] == '.' || s[i] == '\''))
            buf_puts(out, "\\&");
        line_start = s[i] == '\n';
        if (s[i] == '\\')
            buf_puts(out, "\\e");
        else if (s[i] == '-')
            buf_puts(out, "\\-");
        else if (s[i] == '\'')
            buf_puts(out, "\\(aq");
        else if (s[i] == '`')
            buf_puts(out, "\\(ga");
        else if (s[i] == '^')
            buf_puts(out, "\\(ha");
        else if (s[i] == '~')
            buf_puts(out, "\\(ti");
        else
            buf_putc(out, s[i]);
    }
}

/* ---- plain text -------------------------------------------------------------------------------------------------- */

/* Words from `column` on, the next lines indented by `indent`. */
static void fill(struct buf *out, const char *s, size_t n, size_t column, size_t indent)
{
    const char *end = s + n;
    bool first = true;
    while (s < end) {
        size_t blank = 0, word = 0;
        while (s + blank < end && (s[blank] == ' ' || s[blank] == '\n'))
            blank++;
        s += blank;
        while (s + word < end && s[word] != ' ' && s[word] != '\n')
            word++;
        if (!word)
            break;
        if (!first && column + 1 + word > WIDTH) {
            buf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            buf_putc(out, ' ');
            column++;
        }
        buf_add(out, s, word);
        column += word;
        s += word;
        first = false;
    }
    buf_putc(out, '\n');
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

void driver_page_title(const struct page *p, const char *name, const char *what)
{
    if (!p->man) {
        buf_printf(p->out, "%s: %s\n", name, what);
        return;
    }
    struct buf one_word = {0};
    for (const char *s = name; *s; s++)
        buf_putc(&one_word, *s == ' ' ? '-' : *s);
    buf_puts(p->out, ".TH ");
    for (const char *s = buf_str(&one_word); *s; s++)
        buf_putc(p->out, *s >= 'a' && *s <= 'z' ? (char)(*s - 'a' + 'A') : *s);
    buf_puts(p->out, " 1 \"\" \"C Wolf\"\n.SH NAME\n");
    put_roff(p->out, buf_str(&one_word), one_word.size, false);
    buf_puts(p->out, " \\- ");
    put_roff(p->out, what, strlen(what), false);
    buf_putc(p->out, '\n');
    buf_free(&one_word);
}

void driver_page_heading(const struct page *p, const char *title)
{
    if (!p->man) {
        buf_printf(p->out, "\n%s\n\n", title);
        return;
    }
    buf_puts(p->out, ".SH ");
    for (; *title; title++)
        buf_putc(p->out, *title >= 'a' && *title <= 'z' ? (char)(*title - 'a' + 'A') : *title);
    buf_putc(p->out, '\n');
}

static void put_verbatim(const struct page *p, const char *s, size_t n)
{
    if (!p->man) {
        buf_add(p->out, s, n);
        buf_putc(p->out, '\n');
        return;
    }
    buf_puts(p->out, ".PP\n.nf\n");
    put_roff(p->out, s, n, true);
    buf_puts(p->out, "\n.fi\n");
}

static void put_paragraph(const struct page *p, const char *s, size_t n)
{
    if (!p->man) {
        fill(p->out, s, n, 0, 0);
        return;
    }
    buf_puts(p->out, ".PP\n");
    put_roff(p->out, s, n, true);
    buf_putc(p->out, '\n');
}

void driver_page_text(const struct page *p, const char *text)
{
    for (bool first = true; *text; first = false) {
        const char *end = strstr(text, "\n\n");
        size_t n = end ? (size_t)(end - text) : strlen(text);
        if (!first && !p->man)
            buf_putc(p->out, '\n');
        if (!strncmp(text, "    ", 4))
            put_verbatim(p, text, n);
        else
            put_paragraph(p, text, n);
        text += n + (end ? 2 : 0);
    }
}

void driver_page_entry(const struct page *p, const char *term, const char *text)
{
    if (p->man) {
        buf_puts(p->out, ".TP\n.B ");
        put_roff(p->out, term, strlen(term), false);
        buf_putc(p->out, '\n');
        put_roff(p->out, text, strlen(text), true);
        buf_putc(p->out, '\n');
        return;
    }
    if (strlen(term) + 3 > TERM) {
        buf_printf(p->out, "  %s\n%*s", term, TERM, "");
    } else {
        buf_printf(p->out, "  %-*s", TERM - 2, term);
    }
    fill(p->out, text, strlen(text), TERM, TERM);
}
