/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * report: what a check found, in the formats that other programs read, and as a page for people.
 *
 * A format is one row of `report_formats` and one file. Each writes text for a finished report; where it goes is the
 * caller's business. Texts of a report are any bytes; each format says what becomes of those it cannot hold.
 */
#ifndef CWOLF_DRIVER_REPORT_H
#define CWOLF_DRIVER_REPORT_H

#include "runtime/driver/driver.h"

struct json_out;

struct report {
    const struct cwi_unit *unit;
    const struct check_report *check;
    bool strict;                          /* what is undecided is an error */
    const struct check_answer *violation; /* that a witness is about; NULL: the first one */
    const char *specification;            /* in whose words; NULL: the question's */
};

struct report_format {
    const char *name;
    const char *suffix; /* of files in it, which --report goes by; with the dot */
    const char *help;
    void (*print)(const struct report *r, struct buf *out); /* appends */
};
extern const struct report_format report_formats[]; /* ends with name == NULL */
/* By name, or by what a path ends with; NULL when there is none. */
const struct report_format *report_by_name(const char *name);
const struct report_format *report_by_suffix(const char *path);
/* Writes the report to a file, or with NULL to standard output; EX_HOLDS or EX_BAD after a message. */
int report_write(const struct report *r, const struct report_format *f, const char *path);
/* The violations alone, as JSON: --witness. */
void report_witness(const struct report *r, struct buf *out);
/* The first violation in the formats of the software verification competition (witness.c); nothing without one. */
void report_graphml(const struct report *r, struct buf *out);
void report_yaml(const struct report *r, struct buf *out);
/* The rows of the table, for `cwolf help check`. */
void report_help(struct buf *out);

/* One page of several: pages that were written before, each with its path, in this order (page_join.c). ST_BAD with a
 * diag: one of them is no such page. */
struct report_page_file {
    const char *path;
    struct buf text;
};
enum status report_join_pages(const struct report_page_file *pages, size_t count, struct buf *out, struct diag *d);

/* ---- private to the formats -------------------------------------------------------------------------------------- */

void report_text(const struct report *r, struct buf *out);
void report_json(const struct report *r, struct buf *out);
void report_sarif(const struct report *r, struct buf *out);
void report_junit(const struct report *r, struct buf *out);
void report_tap(const struct report *r, struct buf *out);
void report_page(const struct report *r, struct buf *out);

const char *report_verdict(enum lts_verdict v);                                  /* "True" */
const char *report_end(enum avm_end e);                                          /* "out of states" */
const char *report_function(const struct cwi_unit *u, cwi_id func);              /* its name; NULL: none */
void report_chosen(const struct report *r, const char *key, struct json_out *j); /* the pragmas of r->check->chosen */
/* The diagnostic of an answer as text for the screen has it, without colours. */
void report_plain(const struct report *r, const struct check_answer *a, struct buf *out);

/* A place for programs that mark it. Columns count UTF-16 code units from 1, as SARIF and JavaScript do; bytes that are
 * no UTF-8 are one each. They need the source, and are those of bytes without it. */
struct report_place {
    const char *file; /* NULL: nowhere in a file */
    uint32_t line, col;
    uint32_t end; /* the column behind what is meant; 0: not known */
};
struct report_place report_place(const struct cwi_unit *u, struct cwi_place at);

#endif
