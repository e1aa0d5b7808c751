/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report as TAP version 13: a test for each question, with a YAML block that says where and why.
 *
 * Maybe is `not ok`: a harness counts both `# TODO` and `# SKIP` as passed, and what is undecided must not pass. Its
 * block says `verdict: Maybe`. Source: https://testanything.org/tap-version-13-specification.html
 */
#include "runtime/base/text.h"
#include "runtime/driver/report/report.h"

/* A description has no line ends, and a "#" in it would start a directive. */
static void put_description(const char *name, struct buf *out)
{
    struct buf shown = {0};
    buf_put_printable(&shown, name, strlen(name));
    for (size_t i = 0; i < shown.size; i++)
        buf_printf(out, "%s%c", shown.data[i] == '#' ? "\\" : "", shown.data[i]);
    buf_free(&shown);
}

/* A double-quoted scalar of YAML: a string of JSON is one. */
static void put_scalar(const char *indent, const char *key, const char *text, struct buf *out)
{
    if (!text || !*text)
        return;
    buf_printf(out, "  %s%s: ", indent, key);
    buf_put_json(out, text, strlen(text), false);
    buf_putc(out, '\n');
}

static void put_place(const struct report *r, struct cwi_place at, const char *indent, struct buf *out)
{
    struct place p = cwi_place_text(r->unit, at);
    put_scalar(indent, "file", p.file, out);
    if (p.line)
        buf_printf(out, "  %sline: %u\n", indent, p.line);
    if (p.col)
        buf_printf(out, "  %scolumn: %u\n", indent, p.col);
}

static void put_details(const struct report *r, const struct check_answer *a, struct buf *out)
{
    buf_puts(out, "  ---\n");
    put_scalar("", "message", a->message, out);
    buf_printf(out, "  verdict: %s\n", report_verdict(a->verdict));
    put_place(r, a->at, "", out);
    put_scalar("", "trace", a->trace, out);
    put_scalar("", "holds", a->holds, out);
    if (a->hint_count)
        buf_puts(out, "  hints:\n");
    for (uint32_t i = 0; i < a->hint_count; i++)
        put_scalar("  ", "- text", a->hints[i], out);
    if (a->path_length)
        buf_puts(out, "  path:\n");
    for (uint32_t i = 0; i < a->path_length; i++) {
        struct buf text = {0};
        driver_event_text(&a->path[i], &text);
        put_scalar("  ", "- text", text.size ? text.data : "?", out);
        put_place(r, a->path[i].at, "    ", out);
        buf_free(&text);
    }
    buf_puts(out, "  ...\n");
}

void report_tap(const struct report *r, struct buf *out)
{
    buf_printf(out, "TAP version 13\n1..%u\n", r->check->count);
    for (uint32_t i = 0; i < r->check->count; i++) {
        const struct check_answer *a = &r->check->answers[i];
        buf_printf(out, "%s %u - ", a->verdict == LTS_VERDICT_TRUE ? "ok" : "not ok", i + 1);
        put_description(a->name, out);
        buf_putc(out, '\n');
        if (a->verdict != LTS_VERDICT_TRUE || a->hint_count)
            put_details(r, a, out);
    }
    for (uint32_t i = 0; i < r->check->assumption_count; i++) {
        buf_puts(out, "# assumed: ");
        put_description(r->check->assumptions[i], out);
        buf_putc(out, '\n');
    }
}
