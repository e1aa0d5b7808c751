/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report as SARIF: one run, a rule for each question, a result for each answer, its path as a code flow.
 *
 * False is of the kind "fail" and an error; so is Maybe, as a warning (an error under strict, and where a baseline says
 * that it held), because viewers hide what is "open"; True is of the kind "pass". Assumptions, and what was forgotten,
 * are notifications; hints are properties. An answer without a place is at the program's file: code scanning refuses
 * results without a location. Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
 */
#include "runtime/base/json.h"
#include "runtime/driver/report/report.h"
#include "runtime/driver/report/uri.h"

static const char base_id[] = "%SRCROOT%";

static void put_words(const char *text, struct json_out *j)
{
    base_json_open(j, "message", JSON_ROW);
    base_json_put_text(j, "text", text ? text : "");
    base_json_close(j);
}

static void put_artifact(const char *file, struct json_out *j)
{
    struct buf uri = {0};
    bool is_relative = report_uri_of_file(file, &uri);
    base_json_open(j, "artifactLocation", JSON_ROW);
    base_json_put_text(j, "uri", uri.data);
    if (is_relative)
        base_json_put_text(j, "uriBaseId", base_id);
    base_json_close(j);
    buf_free(&uri);
}

static void put_region(const struct report_place *p, struct json_out *j)
{
    if (!p->line)
        return;
    base_json_open(j, "region", JSON_ROW);
    base_json_put_number(j, "startLine", p->line);
    if (p->col)
        base_json_put_number(j, "startColumn", p->col);
    if (p->end)
        base_json_put_number(j, "endColumn", p->end);
    base_json_close(j);
}

/* One object of the type `location`; `instead` is the file when the place is in none (may be NULL), `text` its message.
 */
static void put_location(const struct report *r, const char *key, struct cwi_place at, cwi_id func, const char *instead,
                         const char *text, struct json_out *j)
{
    struct report_place p = report_place(r->unit, at);
    const char *file = p.file ? p.file : instead, *name = report_function(r->unit, func);
    base_json_open(j, key, JSON_ROW);
    if (file) {
        base_json_open(j, "physicalLocation", JSON_ROW);
        put_artifact(file, j);
        if (p.file)
            put_region(&p, j);
        base_json_close(j);
    }
    if (name) {
        base_json_open(j, "logicalLocations", JSON_TUPLE);
        base_json_open(j, NULL, JSON_ROW);
        base_json_put_text(j, "name", name);
        base_json_put_text(j, "kind", "function");
        base_json_close(j);
        base_json_close(j);
    }
    if (text)
        put_words(text, j);
    base_json_close(j);
}

/* ---- the questions ----------------------------------------------------------------------------------------------- */

/* Rules are told apart by their names: a question that is asked twice is one. */
static void put_rules(const struct report *r, struct intern *rules, struct json_out *j)
{
    base_json_open(j, "rules", JSON_LIST);
    for (uint32_t i = 0; i < r->check->count; i++) {
        const char *name = r->check->answers[i].name;
        uint32_t known = base_intern_count(rules);
        if (base_intern_add(rules, name, strlen(name)) < known)
            continue;
        base_json_open(j, NULL, JSON_OBJECT);
        base_json_put_text(j, "id", name);
        base_json_open(j, "shortDescription", JSON_ROW);
        base_json_put_text(j, "text", name);
        base_json_close(j);
        base_json_open(j, "defaultConfiguration", JSON_ROW);
        base_json_put_text(j, "level", "error");
        base_json_close(j);
        base_json_close(j);
    }
    base_json_close(j);
}

static void put_tool(const struct report *r, struct intern *rules, struct json_out *j)
{
    base_json_open(j, "tool", JSON_OBJECT);
    base_json_open(j, "driver", JSON_OBJECT);
    base_json_put_text(j, "name", "C Wolf");
    base_json_put_text(j, "version", CWOLF_VERSION);
    put_rules(r, rules, j);
    base_json_close(j);
    base_json_close(j);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static void put_notification(const char *level, const char *before, const char *text, struct json_out *j)
{
    struct buf message = {0};
    buf_printf(&message, "%s%s", before, text);
    base_json_put_text(j, "level", level);
    put_words(message.data, j);
    buf_free(&message);
}

static void put_notifications(const struct report *r, struct json_out *j)
{
    const struct avm_model *m = r->check->model;
    base_json_open(j, "toolExecutionNotifications", JSON_LIST);
    for (uint32_t i = 0; i < r->check->assumption_count; i++) {
        base_json_open(j, NULL, JSON_ROW);
        put_notification("note", "assumed: ", r->check->assumptions[i], j);
        base_json_close(j);
    }
    for (uint32_t i = 0; m && i < m->loss_count; i++) {
        base_json_open(j, NULL, JSON_ROW);
        put_notification("note", "", m->losses[i].text, j);
        base_json_open(j, "locations", JSON_TUPLE);
        put_location(r, NULL, m->losses[i].at, m->losses[i].func, r->unit->name, NULL, j);
        base_json_close(j);
        base_json_close(j);
    }
    if (m && m->end != AVM_COMPLETE) {
        base_json_open(j, NULL, JSON_ROW);
        put_notification("warning", "partial result: ", report_end(m->end), j);
        base_json_close(j);
    }
    base_json_close(j);
}

static void put_invocation(const struct report *r, const char *base, struct json_out *j)
{
    base_json_open(j, "originalUriBaseIds", JSON_OBJECT);
    base_json_open(j, base_id, JSON_ROW);
    base_json_put_text(j, "uri", base);
    base_json_close(j);
    base_json_close(j);
    base_json_open(j, "invocations", JSON_LIST);
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_put_bool(j, "executionSuccessful", true);
    base_json_put_number(j, "exitCode", (uint64_t)check_exit_status(r->check));
    put_notifications(r, j);
    base_json_close(j);
    base_json_close(j);
}

/* ---- the answers ------------------------------------------------------------------------------------------------- */

static void put_path(const struct report *r, const struct check_answer *a, struct json_out *j)
{
    base_json_open(j, "codeFlows", JSON_LIST);
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_open(j, "threadFlows", JSON_LIST);
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_open(j, "locations", JSON_LIST);
    for (uint32_t i = 0; i < a->path_length; i++) {
        const struct check_event *e = &a->path[i];
        struct buf text = {0};
        driver_event_text(e, &text);
        base_json_open(j, NULL, JSON_ROW);
        put_location(r, "location", e->at, e->func, NULL, buf_str(&text), j);
        base_json_put_number(j, "executionOrder", i + 1);
        base_json_put_text(j, "importance",
                           e->is_minor               ? "unimportant"
                           : i + 1 == a->path_length ? "essential"
                                                     : "important");
        base_json_close(j);
        buf_free(&text);
    }
    for (int i = 0; i < 5; i++)
        base_json_close(j);
}

static void put_properties(const struct check_answer *a, struct json_out *j)
{
    base_json_open(j, "properties", JSON_OBJECT);
    base_json_put_text(j, "verdict", report_verdict(a->verdict));
    base_json_put_number(j, "layer", (uint64_t)a->layer);
    if (a->trace)
        base_json_put_text(j, "trace", a->trace);
    if (a->holds)
        base_json_put_text(j, "holds", a->holds);
    if (a->hint_count)
        base_json_put_texts(j, "hints", a->hints, a->hint_count);
    base_json_close(j);
}

static const char *level_of(const struct report *r, const struct check_answer *a)
{
    return a->verdict == LTS_VERDICT_TRUE ? "none" : check_answer_fails(a) || r->strict ? "error" : "warning";
}

static void put_result(const struct report *r, const struct check_answer *a, const struct intern *rules,
                       struct json_out *j)
{
    base_json_open(j, NULL, JSON_OBJECT);
    base_json_put_text(j, "ruleId", a->name);
    base_json_put_number(j, "ruleIndex", base_intern_find(rules, a->name, strlen(a->name)));
    base_json_put_text(j, "kind", a->verdict == LTS_VERDICT_TRUE ? "pass" : "fail");
    base_json_put_text(j, "level", level_of(r, a));
    put_words(a->message ? a->message : report_verdict(a->verdict), j);
    base_json_open(j, "locations", JSON_LIST);
    put_location(r, NULL, a->at, a->func, r->unit->name, NULL, j);
    base_json_close(j);
    if (a->path_length)
        put_path(r, a, j);
    put_properties(a, j);
    base_json_close(j);
}

void report_sarif(const struct report *r, struct buf *out)
{
    struct json_out j = {.out = out};
    struct intern *rules = base_intern_new();
    struct buf base = {0};
    report_uri_base(&base);
    base_json_open(&j, NULL, JSON_OBJECT);
    base_json_put_text(&j, "$schema",
                       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    base_json_put_text(&j, "version", "2.1.0");
    base_json_open(&j, "runs", JSON_LIST);
    base_json_open(&j, NULL, JSON_OBJECT);
    put_tool(r, rules, &j);
    put_invocation(r, base.data, &j);
    base_json_put_text(&j, "columnKind", "utf16CodeUnits");
    base_json_open(&j, "results", JSON_LIST);
    for (uint32_t i = 0; i < r->check->count; i++)
        put_result(r, &r->check->answers[i], rules, &j);
    base_json_close(&j);
    base_json_open(&j, "properties", JSON_OBJECT);
    base_json_put_text(&j, "program", r->unit->name);
    report_chosen(r, "chosen", &j);
    base_json_close(&j);
    for (int i = 0; i < 3; i++)
        base_json_close(&j);
    buf_free(&base);
    base_intern_free(rules);
}
