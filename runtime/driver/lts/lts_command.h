/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The subcommands of `cwolf lts`. Private to its files.
 */
#ifndef CWOLF_DRIVER_LTS_COMMAND_H
#define CWOLF_DRIVER_LTS_COMMAND_H

#include "runtime/driver/driver.h"

/* What stands on the command line of any subcommand. */
struct lts_options {
    const char *relation_name;
    enum lts_relation relation;
    bool preorder, relation_given;
    const char *output;   /* NULL: standard output */
    const char *format;   /* the word given, or NULL */
    enum lts_format from; /* of the files read; UNKNOWN: by suffix and content */
    bool io_labels;
    uint64_t max_states, max_memory, threads;
    struct VEC(struct lts_edit) edits;       /* of the labels read, in the order given */
    struct VEC(const char *) sync, sync_all; /* compose */
    bool gates, restrict_shared;
    struct arena *arena;        /* of the names */
    const char *name;           /* of the process or graph written */
    struct lts_picture picture; /* draw */
    bool verbose;               /* script: tell every system made */
    bool explain;               /* check: show why a formula is true, too */
    bool help;                  /* --help was given: nothing else counts */
    char **files;
    int count;
};
/* One row for each subcommand: the table that the dispatch and the help read. */
struct lts_subcommand {
    const char *name;
    int (*run)(const struct lts_options *o);
    const char *usage, *help;
    int least, most; /* files */
};
extern const struct lts_subcommand driver_lts_subcommands[]; /* ends with name == NULL */

/* One row for each option. */
struct lts_option_row {
    const char *name;
    char letter;                                              /* 0: it has only the long form */
    const char *argument;                                     /* as the help calls it, or NULL for a flag */
    const char *commands;                                     /* the subcommands that have it, between blanks */
    int (*take)(struct lts_options *o, const char *argument); /* EX_HOLDS, or EX_BAD after a message */
    const char *help;
};
extern const struct lts_option_row driver_lts_option_rows[]; /* ends with name == NULL */
bool driver_lts_has_option(const struct lts_subcommand *s, const char *name);
bool driver_lts_option_applies(const struct lts_option_row *r, const struct lts_subcommand *s);
/* Whether the subcommand, which has --relation, takes this one. */
bool driver_lts_relation_applies(const struct lts_relation_row *r, const struct lts_subcommand *s);
/* Fills in `o` from the words behind the subcommand's name; EX_HOLDS, or EX_BAD after a message. */
int driver_lts_parse_options(struct lts_options *o, const struct lts_subcommand *s, int argc, char **argv);
/* The format of that name; EX_BAD after a message that lists them. */
int driver_lts_take_format(const char *name, enum lts_format *out);

int driver_lts_info(const struct lts_options *o);
int driver_lts_convert(const struct lts_options *o);
int driver_lts_reduce_file(const struct lts_options *o);
int driver_lts_compose_files(const struct lts_options *o);
int driver_lts_run_script(const struct lts_options *o);
int driver_lts_draw(const struct lts_options *o);
int driver_lts_generate_file(const struct lts_options *o);
int driver_lts_compare_files(const struct lts_options *o);
int driver_lts_check_traces(const struct lts_options *o);
int driver_lts_check(const struct lts_options *o);

/* Appends the text of `cwolf lts NAME --help`. */
void driver_lts_help_subcommand(const struct lts_subcommand *s, struct buf *out);

/* Adds what --hide, --restrict or --rename says to the edits; EX_HOLDS, or EX_BAD after a message. */
int driver_lts_take_edits(struct lts_options *o, enum lts_edit_kind kind, const char *text);
int driver_lts_take_sync(struct lts_options *o, const char *text);
int driver_lts_take_sync_all(struct lts_options *o, const char *text);
/* Applies the edits to systems that were read; EX_HOLDS, or EX_BAD after a message. */
int driver_lts_apply_edits(const struct lts_options *o, struct lts *const *systems, size_t count);

/* Reads FILE or FILE:PROCESS; EX_HOLDS or an exit status after a message. */
int driver_lts_load(const struct lts_options *o, const char *path, struct lts **out);
/* The same of the first file, with the edits applied. */
int driver_lts_load_edited(const struct lts_options *o, struct lts **out);
/* The format asked for, else that of the output's suffix, else `fallback`, which an unknown suffix is warned of; EX_BAD
 * after a message. */
int driver_lts_choose_format(const struct lts_options *o, enum lts_format fallback, enum lts_format *out);
/* Writes a system to where -o says. */
int driver_lts_save(const struct lts_options *o, const struct lts *l, enum lts_format format);
/* Writes a text to where -o says, packed when the suffix says so. */
int driver_lts_put(const struct lts_options *o, const struct buf *text);
/* Limits of the options, Ctrl-C and progress; driver_watch_wipe follows when the work is done. */
struct lts_control driver_lts_watch(const struct lts_options *o);

#endif
