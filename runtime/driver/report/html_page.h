/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page: what the page of a report holds: private to its files.
 */
#ifndef CWOLF_DRIVER_REPORT_PAGE_H
#define CWOLF_DRIVER_REPORT_PAGE_H

#include "runtime/base/json.h"
#include "runtime/driver/report/report.h"

/* The source lines that a page shows: all of a short file, else those around the places that were added. */
struct page_sources;
struct page_sources *report_page_sources_new(void);
void report_page_sources_free(struct page_sources *s);
/* Writes the keys file (its number, or null), line, col and end of a place, and keeps its lines in mind. */
void report_page_put_place(struct page_sources *s, const struct cwi_unit *u, struct cwi_place at, struct json_out *j);
/* Writes the key files: each with its name and the parts of it that are shown. */
void report_page_put_sources(const struct page_sources *s, struct json_out *j);

/* The report as the object that page.js reads; `size` says how large the model is, or why it is not drawn. */
void report_page_data(const struct report *r, const char *size, struct buf *out);
/* Draws the model as SVG if it is small enough, and says in `size` what is drawn; both stay empty without a model. */
void report_page_model(const struct report *r, struct buf *svg, struct buf *size);

/* The page: page.html with its markers replaced. `data`: JSON in which every "<" is written \u003c. */
void report_page_fill(const char *model, const char *data, struct buf *out);

#endif
