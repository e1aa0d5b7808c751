/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report of a check as JSON: one object, in the order and with the keys that `cwolf help check` documents.
 *
 * Invariant: the text is JSON whatever bytes names hold (bytes that are no UTF-8 become U+FFFD), with a stable order of
 * keys. Source: RFC 8259.
 */
#include "runtime/base/text.h"
#include "runtime/driver/driver.h"

static void put_string(const char *text, struct buf *out)
{
    if (text)
        buf_put_json(out, text, strlen(text), false);
    else
        buf_puts(out, "null");
}

static void put_key(const char *key, struct buf *out)
{
    buf_printf(out, "\"%s\": ", key);
}

static void put_place(const struct cwi_unit *u, struct cwi_place at, cwi_id func, struct buf *out)
{
    struct place p = cwi_place_text(u, at);
    put_key("file", out);
    put_string(at.file ? p.file : NULL, out);
    buf_printf(out, ", \"line\": %u, \"column\": %u, ", at.line, at.col);
    put_key("function", out);
    put_string(func ? cwi_func_of(u, func)->name : NULL, out);
}

static void put_path(const struct cwi_unit *u, const struct check_answer *a, struct buf *out)
{
    buf_puts(out, "[");
    for (uint32_t i = 0; i < a->path_length; i++) {
        buf_puts(out, i ? ",\n        {" : "\n        {");
        put_place(u, a->path[i].at, a->path[i].func, out);
        buf_puts(out, ", \"text\": ");
        put_string(a->path[i].text, out);
        buf_puts(out, ", \"label\": ");
        put_string(a->path[i].label, out);
        buf_putc(out, '}');
    }
    buf_puts(out, a->path_length ? "\n      ]" : "]");
}

static void put_strings(const char *const *list, uint32_t count, struct buf *out)
{
    buf_putc(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        put_string(list[i], out);
    }
    buf_putc(out, ']');
}

static void put_answer(const struct cwi_unit *u, const struct check_answer *a, struct buf *out)
{
    static const char *const verdicts[] = {
        [LTS_VERDICT_FALSE] = "False", [LTS_VERDICT_MAYBE] = "Maybe", [LTS_VERDICT_TRUE] = "True"};
    buf_puts(out, "    {\n      \"name\": ");
    put_string(a->name, out);
    buf_printf(out, ",\n      \"verdict\": \"%s\",\n      \"message\": ", verdicts[a->verdict]);
    put_string(a->message, out);
    buf_puts(out, ",\n      ");
    put_place(u, a->at, a->func, out);
    buf_printf(out, ",\n      \"layer\": %d,\n      \"trace\": ", a->layer);
    put_string(a->trace, out);
    buf_puts(out, ",\n      \"holds\": ");
    put_string(a->holds, out);
    buf_puts(out, ",\n      \"hints\": ");
    put_strings(a->hints, a->hint_count, out);
    buf_puts(out, ",\n      \"path\": ");
    put_path(u, a, out);
    buf_puts(out, "\n    }");
}

static void put_chosen(const struct cwi_unit *u, const struct check_report *r, struct buf *out)
{
    buf_putc(out, '[');
    for (uint32_t i = 0; i < r->chosen_count; i++) {
        struct buf line = {0};
        note_print_pragma(u, r->chosen[i], &line);
        if (line.size && line.data[line.size - 1] == '\n')
            line.data[--line.size] = 0;
        buf_puts(out, i ? ", " : "");
        put_string(buf_str(&line), out);
        buf_free(&line);
    }
    buf_putc(out, ']');
}

static void put_model(const struct cwi_unit *u, const struct check_report *r, struct buf *out)
{
    const struct avm_model *m = r->model;
    static const char *const ends[] = {[AVM_COMPLETE] = "complete",
                                       [AVM_OUT_OF_STATES] = "out of states",
                                       [AVM_OUT_OF_MEMORY] = "out of memory",
                                       [AVM_OUT_OF_TIME] = "out of time",
                                       [AVM_INTERRUPTED] = "interrupted"};
    buf_printf(out,
               "{\"end\": \"%s\", \"states\": %llu, \"transitions\": %llu, \"must\": %llu, \"bytes\": %llu,\n    "
               "\"losses\": [",
               ends[m->end], (unsigned long long)m->states, (unsigned long long)m->transitions,
               (unsigned long long)m->must, (unsigned long long)m->bytes);
    for (uint32_t i = 0; i < m->loss_count; i++) {
        buf_puts(out, i ? ",\n      {" : "\n      {");
        put_place(u, m->losses[i].at, m->losses[i].func, out);
        buf_puts(out, ", \"text\": ");
        put_string(m->losses[i].text, out);
        buf_putc(out, '}');
    }
    buf_puts(out, "],\n    \"assumptions\": ");
    put_strings(r->assumptions, r->assumption_count, out);
    buf_putc(out, '}');
}

static void put_answers(const struct cwi_unit *u, const struct check_report *r, bool only_false, struct buf *out)
{
    bool first = true;
    buf_puts(out, "  \"answers\": [\n");
    for (uint32_t i = 0; i < r->count; i++) {
        if (only_false && r->answers[i].verdict != LTS_VERDICT_FALSE)
            continue;
        buf_puts(out, first ? "" : ",\n");
        first = false;
        put_answer(u, &r->answers[i], out);
    }
    buf_puts(out, "\n  ]");
}

void print_report_json(const struct cwi_unit *u, const struct check_report *r, struct buf *out)
{
    buf_puts(out, "{\n  \"format\": \"cwolf-check-1\",\n  \"program\": ");
    put_string(u->name, out);
    buf_puts(out, ",\n");
    put_answers(u, r, false, out);
    buf_puts(out, ",\n  \"chosen\": ");
    put_chosen(u, r, out);
    buf_puts(out, ",\n  \"model\": ");
    if (r->model)
        put_model(u, r, out);
    else
        buf_puts(out, "null");
    buf_puts(out, "\n}\n");
}

void print_witness_json(const struct cwi_unit *u, const struct check_report *r, struct buf *out)
{
    buf_puts(out, "{\n  \"format\": \"cwolf-witness-1\",\n  \"program\": ");
    put_string(u->name, out);
    buf_puts(out, ",\n");
    put_answers(u, r, true, out);
    buf_puts(out, "\n}\n");
}
