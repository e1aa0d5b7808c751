/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GraphML for graph editors. Source: graphml.graphdrawing.org, the primer.
 */
#include "runtime/lts/io/io.h"

static const struct {
    const char *id, *domain, *name, *type;
} keys[] = {
    {"label", "edge", "label", "string"},        {"must", "edge", "must", "boolean"},
    {"initial", "node", "initial", "boolean"},   {"name", "node", "name", "string"},
    {"props", "node", "propositions", "string"},
};

/* Printable text, which has no character that XML cannot hold. */
static void quote(struct buf *out, const char *s, size_t n)
{
    struct buf text = {0};
    buf_put_printable(&text, s, n);
    for (size_t i = 0; i < text.size; i++) {
        const char *entity = base_xml_entity(text.data[i]);
        if (entity)
            buf_puts(out, entity);
        else
            buf_putc(out, text.data[i]);
    }
    buf_free(&text);
}

static void put_data(struct buf *out, const char *key, const char *text, size_t size)
{
    buf_printf(out, "      <data key=\"%s\">", key);
    buf_add(out, text, size);
    buf_puts(out, "</data>\n");
}

static void write_state(struct buf *out, const struct lts *l, uint32_t s)
{
    struct buf data = {0}, text = {0}, props = lts_propositions(l, s);
    if (s == l->initial)
        put_data(&data, "initial", "true", 4);
    if (l->state_names && l->state_names[s]) {
        quote(&text, l->state_names[s], strlen(l->state_names[s]));
        put_data(&data, "name", text.data, text.size);
    }
    text.size = 0;
    quote(&text, props.data, props.size);
    if (text.size)
        put_data(&data, "props", text.data, text.size);
    if (data.size)
        buf_printf(out, "    <node id=\"s%u\">\n%s    </node>\n", s, data.data);
    else
        buf_printf(out, "    <node id=\"s%u\"/>\n", s);
    buf_free(&data);
    buf_free(&text);
    buf_free(&props);
}

static void write_row(struct buf *out, const struct lts *l, uint32_t s, const struct label_table *labels)
{
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
        const struct buf *label = &labels->items[l->label[t]];
        buf_printf(out, "    <edge source=\"s%u\" target=\"s%u\">\n", s, l->target[t]);
        put_data(out, "label", label->data, label->size);
        if (l->must)
            put_data(out, "must", lts_is_must(l, t) ? "true" : "false", lts_is_must(l, t) ? 4 : 5);
        buf_puts(out, "    </edge>\n");
    }
}

enum status lts_write_graphml(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    const char *name = how->name ? how->name : "main";
    enum status st = ST_OK;
    struct label_table labels = lts_label_table_new(l, how, quote, NULL);
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        buf_printf(out, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", keys[i].id, keys[i].domain,
                   keys[i].name, keys[i].type);
    buf_puts(out, "  <graph id=\"");
    quote(out, name, strlen(name));
    buf_puts(out, "\" edgedefault=\"directed\">\n");
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_state(out, l, s);
        st = lts_drain(how, out, d);
    }
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_row(out, l, s, &labels);
        st = lts_drain(how, out, d);
    }
    buf_puts(out, "  </graph>\n</graphml>\n");
    lts_label_table_free(&labels);
    return st;
}
