/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report as JUnit's XML, in the form that Jenkins, GitLab and their kin read: a suite for the program, a case for
 * each question.
 *
 * False is a <failure>. Maybe is an <error>, JUnit's word for a test that came to no result: readers count <skipped> as
 * passed, and what is undecided must not pass. The text in both is the diagnostic as the screen shows it, which begins
 * with the place: strict readers refuse attributes for it. Bytes that XML cannot hold are written as \xNN.
 * Source: junit-10.xsd of Jenkins's xUnit plugin.
 */
#include "runtime/base/text.h"
#include "runtime/driver/report/report.h"

#include <libxml/xmlwriter.h>

/* Lines of any bytes as characters that XML has. */
static const xmlChar *printable(const char *text, struct buf *shown)
{
    shown->size = 0;
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        buf_put_printable(shown, text, (size_t)(end - text));
        if (*end)
            buf_putc(shown, '\n');
    }
    if (shown->data)
        shown->data[shown->size] = 0;
    return BAD_CAST buf_str(shown);
}

static void put_attribute(xmlTextWriterPtr w, const char *name, const char *text)
{
    struct buf shown = {0};
    xmlTextWriterWriteAttribute(w, BAD_CAST name, printable(text, &shown));
    buf_free(&shown);
}

static void put_number(xmlTextWriterPtr w, const char *name, uint32_t number)
{
    xmlTextWriterWriteFormatAttribute(w, BAD_CAST name, "%u", number);
}

static void put_element(xmlTextWriterPtr w, const char *name, const char *text)
{
    struct buf shown = {0};
    xmlTextWriterWriteElement(w, BAD_CAST name, printable(text, &shown));
    buf_free(&shown);
}

static void put_outcome(xmlTextWriterPtr w, const struct check_answer *a, const char *text)
{
    struct buf shown = {0};
    xmlTextWriterStartElement(w, BAD_CAST(a->verdict == LTS_VERDICT_FALSE ? "failure" : "error"));
    put_attribute(w, "type", report_verdict(a->verdict));
    put_attribute(w, "message", a->message ? a->message : report_verdict(a->verdict));
    xmlTextWriterWriteString(w, printable(text, &shown));
    xmlTextWriterEndElement(w);
    buf_free(&shown);
}

static void put_case(xmlTextWriterPtr w, const struct report *r, const struct check_answer *a)
{
    struct buf text = {0};
    xmlTextWriterStartElement(w, BAD_CAST "testcase");
    put_attribute(w, "name", a->name);
    put_attribute(w, "classname", r->unit->name);
    report_plain(r, a, &text);
    if (a->verdict != LTS_VERDICT_TRUE)
        put_outcome(w, a, buf_str(&text));
    else if (text.size)
        put_element(w, "system-out", text.data);
    xmlTextWriterEndElement(w);
    buf_free(&text);
}

static void put_assumptions(xmlTextWriterPtr w, const struct check_report *c)
{
    if (!c->assumption_count)
        return;
    xmlTextWriterStartElement(w, BAD_CAST "properties");
    for (uint32_t i = 0; i < c->assumption_count; i++) {
        xmlTextWriterStartElement(w, BAD_CAST "property");
        put_attribute(w, "name", "assumed");
        put_attribute(w, "value", c->assumptions[i]);
        xmlTextWriterEndElement(w);
    }
    xmlTextWriterEndElement(w);
}

static uint32_t count(const struct check_report *c, enum lts_verdict v)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        n += c->answers[i].verdict == v;
    return n;
}

static void put_suite(xmlTextWriterPtr w, const struct report *r)
{
    xmlTextWriterStartElement(w, BAD_CAST "testsuite");
    put_attribute(w, "name", r->unit->name);
    put_number(w, "tests", r->check->count);
    put_number(w, "failures", count(r->check, LTS_VERDICT_FALSE));
    put_number(w, "errors", count(r->check, LTS_VERDICT_MAYBE));
    put_number(w, "skipped", 0);
    put_assumptions(w, r->check);
    for (uint32_t i = 0; i < r->check->count; i++)
        put_case(w, r, &r->check->answers[i]);
    xmlTextWriterEndElement(w);
}

void report_junit(const struct report *r, struct buf *out)
{
    xmlBufferPtr text = xmlBufferCreate();
    xmlTextWriterPtr w = text ? xmlNewTextWriterMemory(text, 0) : NULL;
    if (!w)
        base_out_of_memory(sizeof *text);
    xmlTextWriterSetIndent(w, 1);
    xmlTextWriterSetIndentString(w, BAD_CAST "  ");
    xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL);
    xmlTextWriterStartElement(w, BAD_CAST "testsuites");
    put_suite(w, r);
    if (xmlTextWriterEndDocument(w) < 0)
        base_out_of_memory((size_t)xmlBufferLength(text));
    xmlFreeTextWriter(w);
    buf_add(out, xmlBufferContent(text), (size_t)xmlBufferLength(text));
    xmlBufferFree(text);
}
