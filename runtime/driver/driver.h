/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * driver: the command `cwolf`: parses options, calls the rooms, prints. It decides nothing: verdicts come from check,
 * models from avm, reductions from lts.
 *
 * Every command is one row of `commands` and one file cmd_NAME.c. What a command prints for programs to read goes to
 * standard output through base_file_write (so that a full disk is noticed); everything for people goes to standard
 * error through message.c.
 */
#ifndef CWOLF_DRIVER_H
#define CWOLF_DRIVER_H

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/check/check.h"
#include "runtime/cwi/fragments.h"

#define CWOLF_VERSION "0.1.0"

/* What every command exits with; the table behind `cwolf help exit`. */
enum { EX_HOLDS = 0, EX_VIOLATED = 1, EX_BAD = 2, EX_MAYBE = 3 };

struct command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
    const char *usage;                 /* what follows "cwolf NAME" */
    const char *help;                  /* one line */
};
extern const struct command driver_commands[]; /* ends with name == NULL */
const struct command *driver_command_find(const char *name);

int cmd_model(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_lts(int argc, char **argv);
int cmd_link(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_calls(int argc, char **argv);
int cmd_flow(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_interface(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_link_check(int argc, char **argv);
int cmd_help(int argc, char **argv);

/* The pages of `cwolf help lts` and cwolf-lts(1), appended (lts/lts_help.c); and cwolf(1) (help.c). */
void driver_lts_help(struct buf *out);
void driver_lts_man(struct buf *out);
void driver_interface_help(struct buf *out); /* `cwolf help interface` (help/interface_help.c) */
/* Those of `cwolf help logic` and cwolf-logic(1) (help/logic_help.c). */
void driver_logic_help(struct buf *out);
void driver_logic_man(struct buf *out);

/* ---- messages to people (message.c) ------------------------------------------------------------------------------ */

/* "cwolf: error: ..." on standard error. */
void driver_say(enum diag_level level, const char *format, ...) PRINTF_LIKE(2, 3);
/* "file:line:col: error: ...", or as `say` when there is no file. */
void driver_say_diag(const struct diag *d);
/* What driver_say_diag prints without the end of the line, appended. */
void driver_put_message(struct buf *out, struct place at, enum diag_level level, const char *text);
/* As driver_say_diag for a failure; returns the exit status it means. */
int driver_say_failure(enum status st, const struct diag *d);
/* A sink that prints as driver_say_diag does. */
const struct diag_sink *driver_say_sink(void);
/* Wrong use: prints the message and where to read more; returns EX_BAD. `command` may be NULL. */
int driver_say_usage(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
/* From here on wrong use is that of a part of a command ("lts reduce"), whose own help is pointed at; NULL: no more.
 * The texts are not copied. */
void driver_usage_of_part(const char *name, const char *usage);

/* Colours by GCC's rules: standard error is a terminal, TERM is set and not "dumb", GCC_COLORS is not empty and may
 * change each. */
enum colour {
    COLOUR_ERROR,
    COLOUR_WARNING,
    COLOUR_NOTE,
    COLOUR_LOCUS,
    COLOUR_QUOTE,
    COLOUR_RANGE,
    COLOUR_PATH,
    COLOURS
};
enum colour_mode { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS };
void driver_colour_init(enum colour_mode mode);
const char *driver_colour_on(enum colour c); /* "" without colours */
const char *driver_colour_off(enum colour c);
bool driver_colour_pause(bool pause); /* no colours until it is called with false; returns what was before */

/* ---- options common to model, check and link-check (options.c, load.c) ------------------------------------------- */

/* Maps and other files given with options, in the order given. */
struct map_file {
    enum { MAP_AM, MAP_LM, MAP_PROPERTIES } kind;
    const char *path;
};
struct run_options {
    struct VEC(struct map_file) maps;
    const char *entry;
    const char *fallback;     /* the text of --default */
    struct avm_config engine; /* all but entry and fallback */
    struct budget budget;     /* of the whole command, driver_watch_begin hands it to the engine */
    double started;           /* the command, on its clock */
    enum lts_relation reduce; /* LTS_REL_NONE: no reduction */
    const char *output;       /* NULL: standard output */
    enum lts_format format;   /* LTS_FMT_UNKNOWN: by the output's suffix, else .aut */
    bool kripke, must, io_labels;
};
/* The long options that driver_run_option understands; commands put these rows into their own tables, and no row that
 * means nothing to them. */
enum {
    OPT_ENTRY = 1000,
    OPT_DEFAULT,
    OPT_MERGE,
    OPT_CONTEXT,
    OPT_REDUCE,
    OPT_MAX_STATES,
    OPT_MAX_MEMORY,
    OPT_TIMEOUT,
    OPT_KRIPKE,
    OPT_MUST,
    OPT_VOLATILE,
    OPT_LABELS,
    OPT_GRAIN,
    OPT_OVERFLOW,
    OPT_WIDEN_AFTER,
    OPT_FORMAT,
    OPT_OWN
};
#define BUDGET_OPTIONS                                                                                                 \
    {"max-states", required_argument, NULL, OPT_MAX_STATES}, {"max-memory", required_argument, NULL, OPT_MAX_MEMORY},  \
    {                                                                                                                  \
        "timeout", required_argument, NULL, OPT_TIMEOUT                                                                \
    }
#define RUN_OPTIONS                                                                                                    \
    BUDGET_OPTIONS, {"entry", required_argument, NULL, OPT_ENTRY}, {"default", required_argument, NULL, OPT_DEFAULT},  \
        {"merge", required_argument, NULL, OPT_MERGE}, {"context", required_argument, NULL, OPT_CONTEXT},              \
        {"volatile", required_argument, NULL, OPT_VOLATILE}, {"grain", required_argument, NULL, OPT_GRAIN},            \
        {"overflow", required_argument, NULL, OPT_OVERFLOW},                                                           \
    {                                                                                                                  \
        "widen-after", required_argument, NULL, OPT_WIDEN_AFTER                                                        \
    }

void driver_run_options_init(struct run_options *o);
void driver_run_options_free(struct run_options *o);
/* Takes one option: EX_HOLDS when it was understood, EX_BAD after a message when its argument is wrong, -1 when it is
 * not one of these. */
int driver_run_option(struct run_options *o, const char *command, int option, const char *argument);
/* getopt_long with messages of our own: what getopt_long returns, or '?' after a message. */
int driver_next_option(int argc, char **argv, const char *command, const char *short_options,
                       const struct option *options);
/* "10", "4k", "512M", "2G" in powers of 1024 (`binary`) or 1000. */
bool driver_parse_size(const char *text, bool binary, uint64_t *out);
bool driver_option_abstraction(struct arena *a, const char *text, const struct abs **out, struct diag *d);

/* A linked program and every note about it. */
struct program {
    struct arena *arena;
    struct cwi_unit *unit;
    struct notes notes;
    const char *const *inputs; /* the files that a whole program was linked of */
    size_t input_count;
};
enum program_how {
    PROGRAM_PART,  /* as it is */
    PROGRAM_WHOLE, /* with models of the library, and with what runs before and after main */
};
/* Remembers the files, for the key of the cache. */
void driver_program_keep_inputs(struct program *p, const struct cwi_inputs *in);
/* Collects and links `paths`. EX_HOLDS, or EX_BAD after messages. */
int driver_program_link(struct program *p, char *const *paths, int count, enum program_how how);
/* Adds the shared libraries that the modules among the inputs need, and those that these need: found by their run
 * paths, in `directories` (-L), LD_LIBRARY_PATH and the system's own. One that is not found is left out (libraries.c).
 */
enum status driver_libraries_add(struct cwi_inputs *in, const char *const *directories, size_t count, struct diag *d);
/* Adds the notes that travel in the fragments, then those of the maps given. */
int driver_program_notes(struct program *p, const struct run_options *o);
void driver_program_free(struct program *p);

/* ---- while the engine runs (progress.c) -------------------------------------------------------------------------- */

/* Catches Ctrl-C and SIGTERM (the first ends the run orderly, one that comes a moment later at once), installs stop and
 * progress. */
void driver_watch_begin(struct run_options *o);
/* The same for a command on transition systems, from here to driver_watch_end: no moment is left in which Ctrl-C would
 * end it without a message. Each piece of work takes its functions from driver_watch_lts and wipes the progress line
 * when it is done. */
void driver_watch_signals(void);
void driver_watch_lts(struct lts_control *c);
void driver_watch_wipe(void);
bool driver_watch_interrupted(void);
void driver_watch_end(void); /* wipes the progress line, restores the signal */

/* ---- what a run has to say (model_notes.c) ----------------------------------------------------------------------- */

void driver_say_assumptions(const char *const *assumptions, uint32_t count);
/* The notes that belong to every result: what was forgotten, what was assumed, rules without effect. */
void driver_say_model_notes(const struct avm_model *m, const char *const *assumptions, uint32_t count);
/* Undecided branches and what would decide them. */
void driver_say_undecided(const struct avm_model *m);
/* The explosion report of a run that reached a budget; `max_states` if that was it, else 0. */
void driver_say_explosion(const struct avm_model *m, uint64_t max_states);

/* ---- diagnostics in GCC's form (diagnostics.c, source.c, path.c) ------------------------------------------------- */

/* Appends one answer: what is wrong, where, and the path that shows it; nothing for True without hints. */
void driver_print_answer(const struct cwi_unit *u, const struct check_answer *a, bool maybe_is_error, struct buf *out);
/* What an event of a path says, with its label: "calls 'open_door'; label open". */
void driver_event_text(const struct check_event *e, struct buf *out);
/* All answers of a report, on standard error. */
void driver_say_answers(const struct cwi_unit *u, const struct check_report *r, bool maybe_is_error);

/* Source lines for quoting: the text of a line without its end, or NULL when it cannot be had. Lives until
 * driver_source_forget. */
const char *driver_source_line(const char *file, uint32_t line);
uint32_t driver_source_line_count(const char *file); /* 0: it cannot be read */
void driver_source_forget(void);
/* The columns to underline from `col` (from 1) in `line`: a call with its brackets, a word, or one character; returns
 * the last column. */
uint32_t driver_source_extent(const char *line, uint32_t col);

/* ---- small things (tools.c) -------------------------------------------------------------------------------------- */

/* Runs `argv` with `input` on its standard input and collects its standard output. */
enum status driver_run_filter(char *const *argv, const struct buf *input, struct buf *output, struct diag *d);
/* Writes to a file or standard output; EX_HOLDS or EX_BAD after a message. */
int driver_write_output(const char *path, const struct buf *text);
/* A file of the installation ("cwolf.specs"): beside the command in a build directory, else in ../lib/cwolf. NULL when
 * absent. */
char *driver_installed_file(struct arena *a, const char *name);
/* The path of the command that is running. */
char *driver_own_path(struct arena *a);
/* Appends a word as a shell reads it. */
void driver_put_for_shell(const char *word, struct buf *out);
/* What an exhausted memory means for the exit status; EX_BAD unless set. */
void driver_set_out_of_memory_status(int status);
/* Bounds the memory of the process, beyond what it has now: more ends it, with a message that says so and EX_MAYBE.
 * Finer limits say more; this one holds where there is none. */
void driver_limit_memory(uint64_t bytes);
void driver_set_memory_limit(uint64_t bytes); /* what the message says (message.c) */

/* Whether a file has a section .cwolf (elf_probe.c): decided without reading it. */
struct probe {
    enum { PROBE_OTHER, PROBE_NOTHING, PROBE_FRAGMENTS, PROBE_ARCHIVE } found; /* other: cannot be opened, too */
    bool is_dynamic; /* a shared library or a program that is like one */
};
struct probe driver_probe_file(const char *path);
/* Whether an object file defines the symbol, be it a local one. No archive does. */
bool driver_probe_defines(const char *path, const char *symbol);

#endif
