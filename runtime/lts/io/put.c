/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small text that several writers share: numbers, labels, propositions, printable characters.
 */
#include "runtime/lts/io/io.h"

#include <stdlib.h>

void lts_put_number(struct buf *out, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    buf_add(out, digits + at, sizeof digits - at);
}

struct buf lts_label_text(const struct lts *l, uint32_t label, const struct lts_print *how)
{
    struct buf text = {0};
    const char *name = base_intern_str(l->labels, label);
    size_t n = base_intern_len(l->labels, label);
    bool input = n > 1 && name[0] == '\'';
    if (how->io_labels && label != LTS_TAU) {
        buf_putc(&text, input ? '?' : '!');
        name += input;
        n -= input;
    }
    buf_add(&text, name, n);
    return text;
}

struct label_table lts_label_table_new(const struct lts *l, const struct lts_print *how,
                                       void (*quote)(struct buf *out, const char *s, size_t n), const char *tau)
{
    struct label_table t = {.count = base_intern_count(l->labels)};
    t.items = base_mem_zalloc((t.count + (size_t)1) * sizeof *t.items);
    for (uint32_t i = 0; i < t.count; i++) {
        struct buf text = lts_label_text(l, i, how);
        buf_add(&t.items[i], "", 0); /* so that an empty label is a string too */
        if (i == LTS_TAU && tau)
            buf_puts(&t.items[i], tau);
        else
            quote(&t.items[i], text.data, text.size);
        buf_free(&text);
    }
    return t;
}

void lts_label_table_free(struct label_table *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        buf_free(&t->items[i]);
    free(t->items);
    *t = (struct label_table){0};
}

struct buf lts_propositions(const struct lts *l, uint32_t state)
{
    struct buf text = {0};
    for (uint32_t p = 0; l->prop && p < l->props; p++) {
        uint8_t value = l->prop[(size_t)state * l->props + p];
        if (value == LTS_FALSE)
            continue;
        if (text.size)
            buf_putc(&text, ' ');
        buf_puts(&text, l->prop_names[p]);
        if (value == LTS_MAYBE)
            buf_putc(&text, '?');
    }
    return text;
}

void lts_put_quoted(struct buf *out, const char *s, size_t n)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < n; i++) {
        static const char special[] = "\"\\\n\r", written[] = "\"\\nr";
        const char *escape = s[i] ? strchr(special, s[i]) : NULL;
        if (escape)
            buf_putc(out, '\\');
        buf_putc(out, escape ? written[escape - special] : s[i]);
    }
    buf_putc(out, '"');
}
