/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One answer as a diagnostic in GCC's form: the message, the source line with a caret, and the path as -fanalyzer draws
 * it.
 *
 * Invariant: the text is the same with and without colours, colours apart; a missing source file only takes the
 * quotation away. Source: the output of GCC 12 with -fanalyzer.
 */
#include "runtime/driver/driver.h"
#include "quote.h"

static void put_head(const struct cwi_unit *u, struct cwi_place at, enum diag_level level, const char *text,
                     struct buf *out)
{
    enum colour c = level == DIAG_ERROR ? COLOUR_ERROR : COLOUR_WARNING;
    driver_put_message(out, cwi_place_text(u, at), level, text);
    if (level != DIAG_NOTE)
        buf_printf(out, " [%scwolf%s]", driver_colour_on(c), driver_colour_off(c));
    buf_putc(out, '\n');
}

/* "maps: the limit is reached": layers one behind the other with the same reason share a line. */
static void put_lacks(const struct cwi_unit *u, const struct check_answer *a, struct buf *out)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < a->lack_count; i++) {
        const char *why = strchr(a->lacks[i], ':');
        bool goes_on =
            why && i + 1 < a->lack_count && strchr(a->lacks[i + 1], ':') && !strcmp(strchr(a->lacks[i + 1], ':'), why);
        buf_puts(&text, text.size ? ", " : "left open by ");
        if (goes_on) {
            buf_add(&text, a->lacks[i], (size_t)(why - a->lacks[i]));
            continue;
        }
        buf_puts(&text, a->lacks[i]);
        put_head(u, a->at, DIAG_NOTE, text.data, out);
        text.size = 0;
    }
    buf_free(&text);
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
        put_head(u, a->at, a->is_vacuous && i + 1 == a->hint_count ? DIAG_WARNING : DIAG_NOTE, a->hints[i], out);
    put_lacks(u, a, out);
    if (a->by && a->verdict == LTS_VERDICT_FALSE) {
        text.size = 0;
        buf_printf(&text, "decided by: %s", a->by);
        put_head(u, a->at, DIAG_NOTE, text.data, out);
    }
    buf_free(&text);
}

void driver_print_answer(const struct cwi_unit *u, const struct check_answer *a, bool maybe_is_error, struct buf *out)
{
    bool is_error = check_answer_fails(a) || (a->verdict == LTS_VERDICT_MAYBE && maybe_is_error);
    if (a->verdict != LTS_VERDICT_TRUE) {
        put_head(u, a->at, is_error ? DIAG_ERROR : DIAG_WARNING, a->message, out);
        struct place p = cwi_place_text(u, a->at);
        driver_quote_line(a->at.file ? p.file : NULL, p.line, p.col, "", is_error ? COLOUR_ERROR : COLOUR_WARNING, out);
        driver_path_print(u, a, out);
    }
    put_notes(u, a, out);
}

void driver_say_answers(const struct cwi_unit *u, const struct check_report *r, bool maybe_is_error)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < r->count; i++)
        driver_print_answer(u, &r->answers[i], maybe_is_error, &text);
    fwrite(buf_str(&text), 1, text.size, stderr);
    buf_free(&text);
}
