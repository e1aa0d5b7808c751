/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * linkcheck: what the specs file tells `cwolf link-check`: private to that command.
 */
#ifndef CWOLF_DRIVER_LINKCHECK_H
#define CWOLF_DRIVER_LINKCHECK_H

#include "runtime/driver/cache.h"
#include "runtime/driver/report/report.h"

enum link_level { LINK_IGNORE, LINK_WARN, LINK_ERROR };
struct link_spec {
    const char *value; /* as given: FILE:PROCESS:RELATION */
    const char *file, *process, *relation;
};
struct link_options {
    const char *output;
    struct run_options run; /* maps and budgets */
    struct VEC(struct link_spec) specs;
    struct VEC(const char *) inputs, directories;
    struct VEC(const char *) wraps;                   /* --wrap=NAME */
    struct VEC(struct cwi_defsym) defsyms;            /* --defsym=NAME=NAME */
    const char *odd_start;                            /* another entry or initialiser: in words, or NULL */
    enum link_level missing;                          /* objects without fragments */
    struct VEC(const struct report_format *) formats; /* of the reports beside the output */
    const char *rules, *baseline;                     /* as given, or NULL */
    uint32_t layer;
    bool relocatable, shared, is_static, lto; /* -r, -shared, -static, -flto */
    bool strict, strip, keep_violations;
    enum cache_use cache;
    const char *wrong;   /* the argument that could not be read */
    const char *nearest; /* what was perhaps meant, or NULL */
};
/* False when one of our own arguments is wrong (o->wrong). Strings stay argv's or live in `a`. */
bool driver_link_options_read(struct link_options *o, struct arena *a, int argc, char **argv);
void driver_link_options_free(struct link_options *o);

/* Puts the linked unit in place of the fragments of the output's objects, or where an LTO link lost them. A failure is
 * a warning, and the output stays as it is. */
void driver_linkcheck_replace(const struct link_options *o, const struct buf *frame);
/* Takes the section out; the exit status. */
int driver_linkcheck_strip(const struct link_options *o);
/* Writes the reports asked for, beside the output as OUTPUT.cwolf.SUFFIX; false after a message when one cannot be. */
bool driver_linkcheck_report(const struct link_options *o, struct program *p, const struct check_report *r);

#endif
