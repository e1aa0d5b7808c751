/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of formats, where reports go, and what all formats have in common.
 */
#include "runtime/base/json.h"
#include "runtime/base/text.h"
#include "runtime/driver/report/report.h"

const struct report_format report_formats[] = {
    {"text", ".txt", "a line True NAME, False NAME or Maybe NAME for each question", report_text},
    {"json", ".json", "one object, described below", report_json},
    {"sarif", ".sarif", "SARIF 2.1.0, for code scanning and editors", report_sarif},
    {"junit", ".xml", "JUnit's XML, for continuous integration", report_junit},
    {"tap", ".tap", "TAP version 13, for prove and its kin", report_tap},
    {"html", ".html", "one page for a browser: every question, and its path step by step in the source", report_page},
    {0},
};

void report_help(struct buf *out)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        buf_printf(out, "  %-9s %-7s %s\n", f->name, f->suffix, f->help);
}

const struct report_format *report_by_name(const char *name)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

const struct report_format *report_by_suffix(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (const struct report_format *f = report_formats; dot && f->name; f++)
        if (!strcmp(f->suffix, dot))
            return f;
    return NULL;
}

int report_write(const struct report *r, const struct report_format *f, const char *path)
{
    struct buf text = {0};
    f->print(r, &text);
    int status = driver_write_output(path, &text);
    buf_free(&text);
    return status;
}

void report_text(const struct report *r, struct buf *out)
{
    for (uint32_t i = 0; i < r->check->count; i++)
        buf_printf(out, "%s %s\n", report_verdict(r->check->answers[i].verdict), r->check->answers[i].name);
}

/* ---- common to all ----------------------------------------------------------------------------------------------- */

const char *report_verdict(enum lts_verdict v)
{
    static const char *const words[] = {
        [LTS_VERDICT_FALSE] = "False", [LTS_VERDICT_MAYBE] = "Maybe", [LTS_VERDICT_TRUE] = "True"};
    return words[v];
}

const char *report_end(enum avm_end e)
{
    static const char *const ends[] = {
        [AVM_COMPLETE] = "complete",       [AVM_OUT_OF_STATES] = "out of states", [AVM_OUT_OF_MEMORY] = "out of memory",
        [AVM_OUT_OF_TIME] = "out of time", [AVM_OUT_OF_WORK] = "out of work",     [AVM_INTERRUPTED] = "interrupted",
        [AVM_ANSWERED] = "not needed"};
    return ends[e];
}

const char *report_function(const struct cwi_unit *u, cwi_id func)
{
    return func ? cwi_func_of(u, func)->name : NULL;
}

void report_chosen(const struct report *r, const char *key, struct json_out *j)
{
    base_json_open(j, key, JSON_TUPLE);
    for (uint32_t i = 0; i < r->check->chosen_count; i++) {
        struct buf line = {0};
        note_print_pragma(r->unit, r->check->chosen[i], &line);
        if (line.size && line.data[line.size - 1] == '\n')
            line.data[--line.size] = 0;
        base_json_put_text(j, NULL, buf_str(&line));
        buf_free(&line);
    }
    base_json_close(j);
}

void report_plain(const struct report *r, const struct check_answer *a, struct buf *out)
{
    bool was = driver_colour_pause(true);
    driver_print_answer(r->unit, a, r->strict, out);
    driver_colour_pause(was);
}

struct report_place report_place(const struct cwi_unit *u, struct cwi_place at)
{
    struct place p = cwi_place_text(u, at);
    bool is_file = p.file && *p.file && *p.file != '<';
    struct report_place out = {is_file ? p.file : NULL, p.line, p.col, 0};
    const char *line = is_file && p.col ? driver_source_line(p.file, p.line) : NULL;
    if (!line || p.col > strlen(line))
        return out;
    out.col = 1 + (uint32_t)base_utf16_length(line, p.col - 1);
    out.end = 1 + (uint32_t)base_utf16_length(line, driver_source_extent(line, p.col));
    return out;
}
