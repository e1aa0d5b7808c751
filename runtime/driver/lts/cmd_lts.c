/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts`: the subcommands that read one system and write one.
 *
 * What is written is complete or absent; anything wrong is one message and status 2.
 */
#include "lts_command.h"

#include <ctype.h>
#include <limits.h>
#include <unistd.h>

const struct lts_subcommand driver_lts_subcommands[] = {
    {"info", driver_lts_info, "[-o FILE] [FILE]",
     "print how many states, transitions and labels (i too) it has, and whether it is deterministic: no silent step, "
     "and no state with two steps by one label",
     1, 1},
    {"convert", driver_lts_convert, "[--format=F] [-o FILE] [FILE]", "write the system in another format", 1, 1},
    {"reduce", driver_lts_reduce_file, "--relation=R [--format=F] [-o FILE] [FILE]",
     "write the smallest system that is equivalent", 1, 1},
    {"compare", driver_lts_compare_files, "--relation=R [--format=text|json] A B",
     "say whether two systems are equivalent, or what tells them apart", 2, 2},
    {"check", driver_lts_check, "[--explain] FILE QUESTION...",
     "say whether formulas of ctl, ltl, ctlstar, mu or hml hold in the initial state, or what refutes them ('cwolf "
     "help logic')",
     2, INT_MAX},
    {"compose", driver_lts_compose_files,
     "[--sync=NAMES] [--sync-all=NAMES] [--hide=NAMES] [--rename=OLD=NEW] [-o FILE] [FILE]...",
     "write the parallel composition: by shared labels (--sync, --sync-all), or by the rules of CCS", 1, INT_MAX},
    {"script", driver_lts_run_script, "[-v] [FILE]", "run a script that composes and reduces systems step by step", 1,
     1},
    {"check-traces", driver_lts_check_traces, "MODEL LOG...", "say whether a model accepts the events of each log", 2,
     INT_MAX},
    {"generate", driver_lts_generate_file, "[FAMILY [VALUE | NAME=VALUE]...] [--format=F] [-o FILE]",
     "write a system of known shape and any size; without FAMILY, list them", 0, INT_MAX},
    {"draw", driver_lts_draw, "[--summary=KIND] [--max-nodes=N] [--format=svg|dot] [-o FILE] [FILE]",
     "draw the system; a large one as a summary", 1, 1},
    {0},
};

/* Of one subcommand, or of all (NULL). */
static int print_help(const struct lts_subcommand *s)
{
    struct buf text = {0};
    if (s)
        driver_lts_help_subcommand(s, &text);
    else
        driver_lts_help(&text);
    int status = driver_write_output(NULL, &text);
    buf_free(&text);
    return status;
}

static const struct lts_subcommand *find_subcommand(const char *name)
{
    for (const struct lts_subcommand *s = driver_lts_subcommands; s->name; s++)
        if (!strcmp(s->name, name))
            return s;
    return NULL;
}

/* What there is, for who named nothing (NULL) or something else. */
static int wanted_command(const char *name)
{
    struct buf list = {0};
    for (const struct lts_subcommand *s = driver_lts_subcommands; s->name; s++)
        buf_printf(&list, "%s%s", list.size ? ", " : "", s->name);
    int status = name ? driver_say_usage("lts", "no command 'lts %s'; there are %s", name, list.data)
                      : driver_say_usage("lts", "a command is wanted: %s", list.data);
    buf_free(&list);
    return status;
}

static int unknown_subcommand(const char *name)
{
    const char *names[sizeof driver_lts_subcommands / sizeof *driver_lts_subcommands];
    size_t n = 0;
    for (const struct lts_subcommand *s = driver_lts_subcommands; s->name; s++)
        names[n++] = s->name;
    const char *near = base_nearest_name(name, names, n);
    if (near)
        return driver_say_usage("lts", "no command 'lts %s'; did you mean '%s'?", name, near);
    return wanted_command(name);
}

static int help_of(const char *name)
{
    const struct lts_subcommand *s = find_subcommand(name);
    return s ? print_help(s) : unknown_subcommand(name);
}

/* Without a file, a pipe is read: but nobody waits at a terminal for a command that waits for him. */
static void default_to_standard_input(const struct lts_subcommand *s, struct lts_options *o)
{
    static char dash[] = "-", *files[] = {dash, NULL};
    if (o->count == 0 && s->least == 1 && !isatty(0)) {
        o->files = files;
        o->count = 1;
    }
}

static int run_subcommand(const struct lts_subcommand *s, struct lts_options *o)
{
    if (o->help)
        return print_help(s);
    int dashes = 0;
    for (int i = 0; i < o->count; i++) {
        dashes += !strcmp(o->files[i], "-");
        if (!*o->files[i])
            return driver_say_usage("lts", "the name of a file is empty");
    }
    if (o->output && !*o->output)
        return driver_say_usage("lts", "--output: the name of the file is empty");
    if (dashes > 1)
        return driver_say_usage("lts", "only one of the files can be standard input");
    default_to_standard_input(s, o);
    driver_set_out_of_memory_status(EX_MAYBE);
    driver_limit_memory(o->max_memory);
    if (o->count < s->least || o->count > s->most)
        return driver_say_usage("lts", "'lts %s' takes %s, not %d", s->name,
                                s->run == driver_lts_check ? "a file and one question or more"
                                : s->most == 1             ? "one file"
                                : s->least == s->most      ? "two files"
                                : s->least == 1            ? "one file or more"
                                                           : "two files or more",
                                o->count);
    return s->run(o);
}

int cmd_lts(int argc, char **argv)
{
    if (argc < 2)
        return wanted_command(NULL);
    bool help = !strcmp(argv[1], "help");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || (help && argc == 2))
        return print_help(NULL);
    if (help)
        return help_of(argv[2]);
    const struct lts_subcommand *s = find_subcommand(argv[1]);
    if (!s)
        return unknown_subcommand(argv[1]);
    struct lts_options o = {.relation = LTS_STRONG, .relation_name = "strong", .arena = arena_new()};
    driver_usage_of_part(arena_printf(o.arena, "lts %s", s->name), s->usage);
    int status = driver_lts_parse_options(&o, s, argc - 1, argv + 1);
    driver_watch_signals();
    if (!status)
        status = run_subcommand(s, &o);
    driver_watch_end();
    vec_free(&o.edits);
    vec_free(&o.sync);
    vec_free(&o.sync_all);
    driver_usage_of_part(NULL, NULL);
    arena_free(o.arena);
    return status;
}

/* ---- what the subcommands share ---------------------------------------------------------------------------------- */

int driver_lts_load(const struct lts_options *o, const char *path, struct lts **out)
{
    struct diag d = {0};
    const char *process;
    char *file = lts_split_path(path, &process);
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_read_file(file, process, o->from, &control, out, &d);
    driver_watch_wipe();
    int status = st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
    free(file);
    return status;
}

int driver_lts_load_edited(const struct lts_options *o, struct lts **out)
{
    int status = driver_lts_load(o, o->files[0], out);
    if (!status && (status = driver_lts_apply_edits(o, out, 1)))
        lts_free(*out);
    return status;
}

/* x.png may be meant to be a picture. */
static void note_suffix(const char *path, const char *written)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (dot && dot > path && (!slash || dot > slash + 1) && isalpha((unsigned char)dot[1]))
        driver_say(DIAG_WARNING,
                   "no format has the suffix of '%s': it is written as %s (--format=%s says that this is meant)", path,
                   written, written);
}

int driver_lts_choose_format(const struct lts_options *o, enum lts_format fallback, enum lts_format *out)
{
    *out = o->output ? lts_format_by_suffix(o->output) : LTS_FMT_UNKNOWN;
    if (o->format)
        return driver_lts_take_format(o->format, out);
    if (*out != LTS_FMT_UNKNOWN)
        return EX_HOLDS;
    *out = fallback;
    if (o->output)
        note_suffix(o->output, fallback == LTS_FMT_SVG ? "svg" : "aut");
    return EX_HOLDS;
}

int driver_lts_save(const struct lts_options *o, const struct lts *l, enum lts_format format)
{
    struct lts_print how = {.must = l->must != NULL, .io_labels = o->io_labels, .name = o->name};
    struct diag d = {0};
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_write_file(l, format, &how, o->output ? o->output : "-", &control, &d);
    driver_watch_wipe();
    return st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
}

int driver_lts_put(const struct lts_options *o, const struct buf *text)
{
    struct lts_out *out;
    struct diag d = {0}, unheard;
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_out_open(o->output ? o->output : "-", &control, &out, &d);
    if (st == ST_OK)
        st = lts_out_add(out, buf_str(text), text->size, &d);
    enum status ended = lts_out_close(out, st == ST_OK, st == ST_OK ? &d : &unheard);
    st = st == ST_OK ? ended : st;
    driver_watch_wipe();
    return st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
}

struct lts_control driver_lts_watch(const struct lts_options *o)
{
    struct lts_control c = {
        .max_memory = o->max_memory, .max_states = (uint32_t)o->max_states, .threads = (unsigned)o->threads};
    driver_watch_lts(&c);
    return c;
}

/* ---- subcommands ------------------------------------------------------------------------------------------------- */

/* Labels that occur on a transition. */
static uint32_t used_labels(const struct lts *l)
{
    uint8_t *seen = base_mem_zalloc((size_t)base_intern_count(l->labels) + 1);
    uint32_t count = 0;
    for (uint64_t t = 0; t < lts_transitions(l); t++)
        if (!seen[l->label[t]]) {
            seen[l->label[t]] = 1;
            count++;
        }
    free(seen);
    return count;
}

int driver_lts_info(const struct lts_options *o)
{
    struct lts *l;
    int status = driver_lts_load(o, o->files[0], &l);
    if (status)
        return status;
    struct buf text = {0};
    buf_printf(&text, "states: %u\ntransitions: %llu\nlabels: %u\ndeterministic: %s\n", l->states,
               (unsigned long long)lts_transitions(l), used_labels(l), lts_deterministic(l) ? "yes" : "no");
    status = driver_lts_put(o, &text);
    buf_free(&text);
    lts_free(l);
    return status;
}

int driver_lts_convert(const struct lts_options *o)
{
    struct lts *l;
    enum lts_format format;
    int status = driver_lts_choose_format(o, LTS_FMT_AUT, &format);
    if (!status)
        status = driver_lts_load_edited(o, &l);
    if (status)
        return status;
    status = driver_lts_save(o, l, format);
    lts_free(l);
    return status;
}

static const struct lts_relation_row *row_of(enum lts_relation relation)
{
    const struct lts_relation_row *r = lts_relations;
    while (r->name && r->relation != relation)
        r++;
    return r;
}

int driver_lts_reduce_file(const struct lts_options *o)
{
    if (o->preorder || !row_of(o->relation)->reduces)
        return driver_say_usage("lts", "relation '%s' compares systems, but does not reduce them", o->relation_name);
    struct lts *l, *small = NULL;
    enum lts_format format;
    int status = driver_lts_choose_format(o, LTS_FMT_AUT, &format);
    if (!status)
        status = driver_lts_load_edited(o, &l);
    if (status)
        return status;
    struct diag d = {0};
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_reduce_taking(l, o->relation, &control, &small, &d);
    driver_watch_wipe();
    status = st == ST_OK ? driver_lts_save(o, small, format) : driver_say_failure(st, &d);
    lts_free(small);
    return status;
}
