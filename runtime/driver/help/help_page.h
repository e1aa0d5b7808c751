/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of help, printed for a terminal or as a man page from the same source.
 */
#ifndef CWOLF_DRIVER_HELP_PAGE_H
#define CWOLF_DRIVER_HELP_PAGE_H

#include "runtime/base/base.h"

struct page {
    struct buf *out;
    bool man; /* roff for man(1), else plain text */
};

/* The first line; `name` is that of the man page. */
void driver_page_title(const struct page *p, const char *name, const char *what);
void driver_page_heading(const struct page *p, const char *title);
/* Paragraphs between empty lines, filled; lines that start with four blanks stay as they are. */
void driver_page_text(const struct page *p, const char *text);
/* A term and what it means. */
void driver_page_entry(const struct page *p, const char *term, const char *text);

#endif
