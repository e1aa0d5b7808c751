/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The report as one page for a browser, which loads nothing: page.html with its markers replaced by the style sheet,
 * the script, the report's data and the picture of the model. All text of the report is in the data, which page.js puts
 * into the page as text; the picture is by `dot`, which escapes what stands in it.
 */
#include "html_page.h"

#define EMBED(name, file)                                                                                              \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".globl report_page_" #name "\n"                                                                           \
            "report_page_" #name ": .incbin \"runtime/driver/report/" file "\"\n"                                      \
            ".byte 0\n"                                                                                                \
            ".popsection\n");                                                                                          \
    extern const char report_page_##name[]

EMBED(html, "page.html");
EMBED(css, "page.css");
EMBED(js, "page.js");

void report_page_fill(const char *model, const char *data, struct buf *out)
{
    const struct {
        const char *marker, *text;
    } parts[] = {{"@style@", report_page_css}, {"@model@", model}, {"@data@", data}, {"@script@", report_page_js}};
    const char *rest = report_page_html;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *at = strstr(rest, parts[i].marker);
        buf_add(out, rest, (size_t)(at - rest));
        buf_puts(out, parts[i].text);
        rest = at + strlen(parts[i].marker);
    }
    buf_puts(out, rest);
}

void report_page(const struct report *r, struct buf *out)
{
    struct buf data = {0}, svg = {0}, size = {0};
    report_page_model(r, &svg, &size);
    report_page_data(r, size.data, &data);
    report_page_fill(buf_str(&svg), buf_str(&data), out);
    buf_free(&data);
    buf_free(&svg);
    buf_free(&size);
}
