/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report of a check as JSON: one object, in the order and with the keys that `cwolf help check` documents.
 *
 * Invariant: the keys have a stable order; columns count bytes, as in the diagnostics.
 */
#include "runtime/base/json.h"
#include "runtime/driver/report/report.h"

static void put_place(const struct cwi_unit *u, struct cwi_place at, cwi_id func, struct json_out *j)
{
    struct place p = cwi_place_text(u, at);
    base_json_put_text(j, "file", p.file);
    base_json_put_number(j, "line", p.line);
    base_json_put_number(j, "column", p.col);
    base_json_put_text(j, "function", report_function(u, func));
}

static void put_path(const struct cwi_unit *u, const struct check_answer *a, struct json_out *j)
{
    base_json_open(j, "path", JSON_LIST);
    for (uint32_t i = 0; i < a->path_length; i++) {
        base_json_open(j, NULL, JSON_ROW);
        put_place(u, a->path[i].at, a->path[i].func, j);
        base_json_put_text(j, "text", a->path[i].text);
        base_json_put_text(j, "label", a->path[i].label);
        base_json_close(j);
    }
    base_json_close(j);
}

static void put_answer(const struct cwi_unit *u, const struct check_answer *a, struct json_out *j)
{
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_put_text(j, "name", a->name);
    base_json_put_text(j, "verdict", report_verdict(a->verdict));
    base_json_put_text(j, "message", a->message);
    put_place(u, a->at, a->func, j);
    base_json_put_number(j, "layer", (uint64_t)a->layer);
    base_json_put_text(j, "by", a->by);
    base_json_put_texts(j, "lacks", a->lacks, a->lack_count);
    base_json_put_text(j, "trace", a->trace);
    base_json_put_text(j, "holds", a->holds);
    base_json_put_texts(j, "hints", a->hints, a->hint_count);
    put_path(u, a, j);
    base_json_close(j);
}

static void put_model(const struct cwi_unit *u, const struct check_report *r, struct json_out *j)
{
    const struct avm_model *m = r->model;
    base_json_open(j, "model", JSON_OBJECT);
    base_json_put_text(j, "end", report_end(m->end));
    base_json_put_number(j, "states", m->states);
    base_json_put_number(j, "transitions", m->transitions);
    base_json_put_number(j, "must", m->must);
    base_json_put_number(j, "bytes", m->bytes);
    base_json_open(j, "losses", JSON_LIST);
    for (uint32_t i = 0; i < m->loss_count; i++) {
        base_json_open(j, NULL, JSON_ROW);
        put_place(u, m->losses[i].at, m->losses[i].func, j);
        base_json_put_text(j, "text", m->losses[i].text);
        base_json_close(j);
    }
    base_json_close(j);
    base_json_put_texts(j, "assumptions", r->assumptions, r->assumption_count);
    base_json_close(j);
}

static void put_answers(const struct cwi_unit *u, const struct check_report *r, bool only_false, struct json_out *j)
{
    base_json_open(j, "answers", JSON_LIST);
    for (uint32_t i = 0; i < r->count; i++)
        if (!only_false || r->answers[i].verdict == LTS_VERDICT_FALSE)
            put_answer(u, &r->answers[i], j);
    base_json_close(j);
}

/* The document up to its answers. */
static void begin(const struct report *r, const char *format, bool only_false, struct json_out *j)
{
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_put_text(j, "format", format);
    base_json_put_text(j, "program", r->unit->name);
    put_answers(r->unit, r->check, only_false, j);
}

void report_json(const struct report *r, struct buf *out)
{
    struct json_out j = {.out = out};
    begin(r, "cwolf-check-1", false, &j);
    report_chosen(r, "chosen", &j);
    base_json_put_number(&j, "runs", r->check->runs);
    if (r->check->model)
        put_model(r->unit, r->check, &j);
    else
        base_json_put_text(&j, "model", NULL);
    base_json_close(&j);
}

void report_witness(const struct report *r, struct buf *out)
{
    struct json_out j = {.out = out};
    begin(r, "cwolf-witness-1", true, &j);
    base_json_close(&j);
}
