/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report as the object that page.js reads. It stands inside a script element: every "<" in it is \u003c.
 */
#include "html_page.h"

/* How much a verdict claims: a path that some run takes, one that the abstraction allows, or what rests on
 * assumptions. */
static const char *certainty(const struct report *r, enum lts_verdict v)
{
    if (v == LTS_VERDICT_MAYBE)
        return "possible";
    return v == LTS_VERDICT_TRUE && r->check->assumption_count ? "assumed" : "certain";
}

static void put_path(const struct report *r, const struct check_answer *a, struct page_sources *s, struct json_out *j)
{
    base_json_open(j, "path", JSON_LIST);
    for (uint32_t i = 0; i < a->path_length; i++) {
        const struct check_event *e = &a->path[i];
        base_json_open(j, NULL, JSON_ROW);
        report_page_put_place(s, r->unit, e->at, j);
        base_json_put_text(j, "function", report_function(r->unit, e->func));
        base_json_put_text(j, "text", e->text ? e->text : "");
        base_json_put_text(j, "label", e->label);
        base_json_put_bool(j, "minor", e->is_minor);
        base_json_close(j);
    }
    base_json_close(j);
}

static void put_answer(const struct report *r, const struct check_answer *a, struct page_sources *s, struct json_out *j)
{
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_put_text(j, "name", a->name);
    base_json_put_text(j, "verdict", report_verdict(a->verdict));
    base_json_put_text(j, "certainty", certainty(r, a->verdict));
    base_json_put_text(j, "message", a->message);
    report_page_put_place(s, r->unit, a->at, j);
    base_json_put_text(j, "trace", a->trace);
    base_json_put_text(j, "holds", a->holds);
    base_json_put_texts(j, "hints", a->hints, a->hint_count);
    put_path(r, a, s, j);
    base_json_close(j);
}

static void put_losses(const struct report *r, struct page_sources *s, struct json_out *j)
{
    const struct avm_model *m = r->check->model;
    base_json_open(j, "losses", JSON_LIST);
    for (uint32_t i = 0; m && i < m->loss_count; i++) {
        base_json_open(j, NULL, JSON_ROW);
        report_page_put_place(s, r->unit, m->losses[i].at, j);
        base_json_put_text(j, "text", m->losses[i].text);
        base_json_close(j);
    }
    base_json_close(j);
}

void report_page_data(const struct report *r, const char *size, struct buf *out)
{
    struct buf text = {0};
    struct json_out j = {.out = &text};
    struct page_sources *s = report_page_sources_new();
    base_json_open(&j, NULL, JSON_OBJECT);
    base_json_put_text(&j, "program", r->unit->name);
    base_json_open(&j, "answers", JSON_LIST);
    for (uint32_t i = 0; i < r->check->count; i++)
        put_answer(r, &r->check->answers[i], s, &j);
    base_json_close(&j);
    base_json_put_texts(&j, "assumptions", r->check->assumptions, r->check->assumption_count);
    put_losses(r, s, &j);
    report_chosen(r, "chosen", &j);
    base_json_put_text(&j, "model", size);
    report_page_put_sources(s, &j);
    base_json_close(&j);
    report_page_sources_free(s);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '<')
            buf_puts(out, "\\u003c");
        else
            buf_putc(out, text.data[i]);
    buf_free(&text);
}
