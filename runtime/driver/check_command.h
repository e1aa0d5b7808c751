/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_command: what the command line of `cwolf check` says: private to that command. Strings stay argv's.
 */
#ifndef CWOLF_CHECK_COMMAND_H
#define CWOLF_CHECK_COMMAND_H

#include "runtime/boolean/boolean.h"
#include "runtime/driver/cache.h"
#include "runtime/driver/report/report.h"
#include "runtime/driver/svcomp.h"

/* A design given on the command line; the relation that follows it, or the default. */
struct spec_option {
    const char *file, *relation;
};
/* A file of --report. */
struct report_file {
    const char *path;
    const struct report_format *format;
};
struct check_command {
    struct run_options run;
    struct VEC(const char *) formulas, rules;
    struct VEC(struct spec_option) specs;
    struct VEC(const char *) witnesses;
    const char *relation, *baseline, *new_baseline, *harness;
    char *const *files; /* what is checked; argv's */
    size_t file_count;
    const struct report_format *format; /* of what goes to standard output; the first row: verdict lines */
    struct VEC(struct report_file) reports;
    bool automatic, show_auto, strict, searches;
    enum check_seeking seeks_predicates;
    enum bool_states states; /* of a Boolean program */
    struct VEC(const char *) focus;
    int layer;
    struct svcomp svcomp; /* what the property file asks */
    bool is_svcomp;
    size_t svcomp_questions; /* among the formulas */
    uint64_t max_steps;      /* of a Boolean program; 0: any number */
    enum cache_use cache;
};

/* The exit status: EX_HOLDS, or that of an option that was reported as wrong. */
int driver_check_options_read(struct check_command *k, int argc, char **argv);
void driver_check_options_free(struct check_command *k);

#endif
