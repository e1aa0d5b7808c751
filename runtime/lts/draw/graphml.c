/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GraphML for graph editors, written with libxml2. Source: graphml.graphdrawing.org, the primer.
 */
#include "runtime/lts/io/io.h"

#include <libxml/xmlwriter.h>
#include <stdio.h>

static const struct {
    const char *id, *domain, *name, *type;
} keys[] = {
    {"label", "edge", "label", "string"},        {"must", "edge", "must", "boolean"},
    {"initial", "node", "initial", "boolean"},   {"name", "node", "name", "string"},
    {"props", "node", "propositions", "string"},
};

static enum status too_large(struct diag *d)
{
    return diag_set(d, ST_LIMIT, (struct place){0}, "the system is too large for GraphML");
}

static void quote(struct buf *out, const char *s, size_t n, bool tau)
{
    (void)tau;
    buf_put_printable(out, s, n);
}

static void start(xmlTextWriterPtr w, const char *element)
{
    xmlTextWriterStartElement(w, BAD_CAST element);
}

static void attribute(xmlTextWriterPtr w, const char *name, const char *value)
{
    xmlTextWriterWriteAttribute(w, BAD_CAST name, BAD_CAST value);
}

static void state_attribute(xmlTextWriterPtr w, const char *name, uint32_t state)
{
    char id[16];
    snprintf(id, sizeof id, "s%u", state);
    attribute(w, name, id);
}

static void data(xmlTextWriterPtr w, const char *key, const char *value)
{
    start(w, "data");
    attribute(w, "key", key);
    xmlTextWriterWriteString(w, BAD_CAST value);
    xmlTextWriterEndElement(w);
}

static void write_state(xmlTextWriterPtr w, const struct lts *l, uint32_t s)
{
    start(w, "node");
    state_attribute(w, "id", s);
    if (s == l->initial)
        data(w, "initial", "true");
    struct buf text = {0};
    if (l->state_names && l->state_names[s]) {
        quote(&text, l->state_names[s], strlen(l->state_names[s]), false);
        data(w, "name", buf_str(&text));
    }
    buf_free(&text);
    struct buf props = lts_propositions(l, s);
    if (props.size) {
        quote(&text, props.data, props.size, false);
        data(w, "props", buf_str(&text));
    }
    buf_free(&props);
    buf_free(&text);
    xmlTextWriterEndElement(w);
}

/* What the writer has ready goes to the text, and that on where it is drained. */
static enum status pass_on(xmlTextWriterPtr w, const struct lts_print *how, struct buf *out, struct diag *d)
{
    if (xmlTextWriterFlush(w) < 0)
        return too_large(d);
    return lts_drain(how, out, d);
}

static enum status write_graph(xmlTextWriterPtr w, const struct lts *l, const struct lts_print *how, struct buf *out,
                               struct diag *d)
{
    enum { OFTEN = 1 << 10 };
    enum status st = ST_OK;
    struct label_table labels = lts_label_table_new(l, how, quote);
    struct buf name = {0};
    quote(&name, how->name ? how->name : "main", strlen(how->name ? how->name : "main"), false);
    start(w, "graph");
    attribute(w, "id", buf_str(&name));
    attribute(w, "edgedefault", "directed");
    buf_free(&name);
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_state(w, l, s);
        if (s % OFTEN == 0)
            st = pass_on(w, how, out, d);
    }
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1] && st == ST_OK; t++) {
            if (t % OFTEN == 0)
                st = pass_on(w, how, out, d);
            start(w, "edge");
            state_attribute(w, "source", s);
            state_attribute(w, "target", l->target[t]);
            data(w, "label", labels.items[l->label[t]].data);
            if (l->must)
                data(w, "must", lts_is_must(l, t) ? "true" : "false");
            xmlTextWriterEndElement(w);
        }
    xmlTextWriterEndElement(w);
    lts_label_table_free(&labels);
    return st;
}

static int take_text(void *context, const char *text, int size)
{
    buf_add(context, text, (size_t)size);
    return size;
}

enum status lts_write_graphml(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    xmlOutputBufferPtr output = xmlOutputBufferCreateIO(take_text, NULL, out, NULL);
    xmlTextWriterPtr w = output ? xmlNewTextWriter(output) : NULL;
    if (!w)
        base_out_of_memory(sizeof *output);
    xmlTextWriterSetIndent(w, 1);
    xmlTextWriterSetIndentString(w, BAD_CAST "  ");
    xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL);
    start(w, "graphml");
    attribute(w, "xmlns", "http://graphml.graphdrawing.org/xmlns");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        start(w, "key");
        attribute(w, "id", keys[i].id);
        attribute(w, "for", keys[i].domain);
        attribute(w, "attr.name", keys[i].name);
        attribute(w, "attr.type", keys[i].type);
        xmlTextWriterEndElement(w);
    }
    enum status st = write_graph(w, l, how, out, d);
    if (xmlTextWriterEndDocument(w) < 0 && st == ST_OK)
        st = too_large(d);
    xmlFreeTextWriter(w);
    return st;
}
