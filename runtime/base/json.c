/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writing JSON piece by piece.
 */
#include "runtime/base/json.h"
#include "runtime/base/text.h"

static void new_line(struct json_out *j)
{
    buf_putc(j->out, '\n');
    for (unsigned i = 0; i < j->depth; i++)
        buf_puts(j->out, "  ");
}

/* What stands between the last value and this one, and its key. */
static void begin(struct json_out *j, const char *key)
{
    if (j->depth) {
        bool *has_items = &j->open[j->depth - 1].has_items;
        if (*has_items)
            buf_putc(j->out, ',');
        if (!j->rows)
            new_line(j);
        else if (*has_items)
            buf_putc(j->out, ' ');
        *has_items = true;
    }
    if (key) {
        buf_put_json(j->out, key, strlen(key), false);
        buf_puts(j->out, ": ");
    }
}

void base_json_open(struct json_out *j, const char *key, enum json_kind kind)
{
    begin(j, key);
    if (j->depth == JSON_DEPTH)
        abort();
    j->open[j->depth].kind = kind;
    j->open[j->depth].has_items = false;
    j->rows += kind == JSON_ROW || kind == JSON_TUPLE;
    buf_putc(j->out, kind == JSON_OBJECT || kind == JSON_ROW ? '{' : '[');
    j->depth++;
}

void base_json_close(struct json_out *j)
{
    j->depth--;
    enum json_kind kind = j->open[j->depth].kind;
    if (j->open[j->depth].has_items && !j->rows)
        new_line(j);
    j->rows -= kind == JSON_ROW || kind == JSON_TUPLE;
    buf_putc(j->out, kind == JSON_OBJECT || kind == JSON_ROW ? '}' : ']');
    if (!j->depth)
        buf_putc(j->out, '\n');
}

void base_json_put_text(struct json_out *j, const char *key, const char *text)
{
    begin(j, key);
    if (text)
        buf_put_json(j->out, text, strlen(text), false);
    else
        buf_puts(j->out, "null");
}

void base_json_put_number(struct json_out *j, const char *key, uint64_t number)
{
    begin(j, key);
    buf_printf(j->out, "%llu", (unsigned long long)number);
}

void base_json_put_bool(struct json_out *j, const char *key, bool value)
{
    begin(j, key);
    buf_puts(j->out, value ? "true" : "false");
}

void base_json_put_texts(struct json_out *j, const char *key, const char *const *texts, size_t count)
{
    base_json_open(j, key, JSON_TUPLE);
    for (size_t i = 0; i < count; i++)
        base_json_put_text(j, NULL, texts[i]);
    base_json_close(j);
}
