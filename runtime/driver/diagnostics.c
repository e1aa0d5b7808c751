/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One answer as a diagnostic in GCC's form: the message, the source line with a caret, and the path as -fanalyzer draws
 * it.
 *
 * Invariant: the text is the same with and without colours, colours apart; a missing source file only takes the
 * quotation away. Source: the output of GCC 12 with -fanalyzer.
 */
#include "runtime/driver/driver.h"
#include "runtime/driver/quote.h"

static void put_coloured(struct buf *out, enum colour c, const char *text)
{
    buf_printf(out, "%s%s%s", colour_on(c), text, colour_off(c));
}

static void put_head(const struct cwi_unit *u, struct cwi_place at, enum diag_level level, const char *text,
                     struct buf *out)
{
    static const struct {
        const char *word;
        enum colour colour;
    } levels[] = {[DIAG_NOTE] = {"note", COLOUR_NOTE},
                  [DIAG_WARNING] = {"warning", COLOUR_WARNING},
                  [DIAG_ERROR] = {"error", COLOUR_ERROR}};
    struct place p = cwi_place_text(u, at);
    struct buf where = {0};
    if (at.file && p.file && p.line && p.col)
        buf_printf(&where, "%s:%u:%u:", p.file, p.line, p.col);
    else if (at.file && p.file && p.line)
        buf_printf(&where, "%s:%u:", p.file, p.line);
    else if (at.file && p.file)
        buf_printf(&where, "%s:", p.file);
    else
        buf_puts(&where, "cwolf:");
    put_coloured(out, COLOUR_LOCUS, buf_str(&where));
    buf_printf(out, " %s%s:%s %s", colour_on(levels[level].colour), levels[level].word,
               colour_off(levels[level].colour), text);
    if (level != DIAG_NOTE) {
        buf_puts(out, " [");
        put_coloured(out, levels[level].colour, "cwolf");
        buf_putc(out, ']');
    }
    buf_putc(out, '\n');
    buf_free(&where);
}

/* What the answer has to say behind the path, each a note at the same place. */
static void put_notes(const struct cwi_unit *u, const struct check_answer *a, struct buf *out)
{
    struct buf text = {0};
    if (a->trace && *a->trace) {
        buf_printf(&text, "what tells them apart: %s", a->trace);
        put_head(u, a->at, DIAG_NOTE, text.data, out);
    }
    if (a->holds && *a->holds) {
        text.size = 0;
        buf_printf(&text, "what does hold: %s", a->holds);
        put_head(u, a->at, DIAG_NOTE, text.data, out);
    }
    for (uint32_t i = 0; i < a->hint_count; i++)
        put_head(u, a->at, DIAG_NOTE, a->hints[i], out);
    buf_free(&text);
}

void print_answer(const struct cwi_unit *u, const struct check_answer *a, bool maybe_is_error, struct buf *out)
{
    bool is_error = a->verdict == LTS_VERDICT_FALSE || (a->verdict == LTS_VERDICT_MAYBE && maybe_is_error);
    if (a->verdict != LTS_VERDICT_TRUE) {
        put_head(u, a->at, is_error ? DIAG_ERROR : DIAG_WARNING, a->message, out);
        struct place p = cwi_place_text(u, a->at);
        quote_line(a->at.file ? p.file : NULL, p.line, p.col, "", is_error ? COLOUR_ERROR : COLOUR_WARNING, out);
        path_print(u, a, out);
    }
    put_notes(u, a, out);
}
