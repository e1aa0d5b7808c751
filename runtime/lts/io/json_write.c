/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems as JSON, written: the members that json_read.c describes and reads.
 */
#include "runtime/lts/io/io.h"

static void quote(struct buf *out, const char *s, size_t n)
{
    buf_put_json(out, s, n, true);
}

static void write_labels(struct buf *out, const struct lts *l, const struct lts_print *how)
{
    struct label_table labels = lts_label_table_new(l, how, quote, NULL);
    buf_puts(out, "  \"labels\": [");
    for (uint32_t i = 0; i < labels.count; i++) {
        buf_puts(out, i ? ", " : "");
        buf_add(out, labels.items[i].data, labels.items[i].size);
    }
    buf_puts(out, "],\n");
    lts_label_table_free(&labels);
}

static void write_propositions(struct buf *out, const struct lts *l)
{
    static const char letters[] = {[LTS_FALSE] = '0', [LTS_MAYBE] = '?', [LTS_TRUE] = '1'};
    buf_puts(out, "  \"propositions\": [");
    for (uint32_t p = 0; p < l->props; p++) {
        buf_puts(out, p ? ", " : "");
        quote(out, l->prop_names[p], strlen(l->prop_names[p]));
    }
    buf_puts(out, "],\n  \"values\": [");
    for (uint32_t s = 0; s < l->states; s++) {
        buf_puts(out, s ? ", \"" : "\"");
        for (uint32_t p = 0; p < l->props; p++)
            buf_putc(out, letters[l->prop[(size_t)s * l->props + p] % 3]);
        buf_putc(out, '"');
    }
    buf_puts(out, "],\n");
}

static void write_state_names(struct buf *out, const struct lts *l)
{
    buf_puts(out, "  \"state_names\": [");
    for (uint32_t s = 0; s < l->states; s++) {
        buf_puts(out, s ? ", " : "");
        if (l->state_names[s])
            quote(out, l->state_names[s], strlen(l->state_names[s]));
        else
            buf_puts(out, "null");
    }
    buf_puts(out, "],\n");
}

enum status lts_write_json(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    enum status st = ST_OK;
    buf_puts(out, "{\n  \"name\": ");
    quote(out, how->name ? how->name : "main", strlen(how->name ? how->name : "main"));
    buf_printf(out, ",\n  \"states\": %u,\n  \"initial\": %u,\n", l->states, l->initial);
    write_labels(out, l, how);
    if (l->props && l->prop)
        write_propositions(out, l);
    if (l->state_names)
        write_state_names(out, l);
    buf_printf(out, "  \"modal\": %s,\n  \"transitions\": [", l->must ? "true" : "false");
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            buf_puts(out, t ? t == l->first[s] ? ",\n    [" : ", [" : "\n    [");
            lts_put_number(out, s);
            buf_putc(out, ',');
            lts_put_number(out, l->label[t]);
            buf_putc(out, ',');
            lts_put_number(out, l->target[t]);
            buf_puts(out, lts_is_must(l, t) ? "]" : ",false]");
        }
        st = lts_drain(how, out, d);
    }
    buf_puts(out, lts_transitions(l) ? "\n  ]\n}\n" : "]\n}\n");
    return st;
}
