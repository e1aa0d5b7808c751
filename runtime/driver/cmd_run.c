/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run: the program on concrete values, from its fragments.
 *
 * Standard output is the program's; everything of ours goes to standard error. The process ends without the host's exit
 * functions: the program's own have run, and what it left in its buffers is not ours to write.
 */
#include "reach.h"
#include "runtime/cwi/fragments.h"
#include "runtime/driver/diagnostics/quote.h"
#include "step_terminal.h"

#include <errno.h>
#include <limits.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    OPT_INPUTS = OPT_OWN,
    OPT_CALL,
    OPT_LEAKS,
    OPT_OVERFLOWS,
    OPT_MAX_STEPS,
    OPT_COVER,
    OPT_STEP,
    OPT_REACH,
    OPT_GOALS,
    OPT_SUITE,
    OPT_NO_SEARCH,
    INPUTS_LIMIT = 64 << 20
};

struct run_command {
    struct numbers inputs;
    struct fractions fractions; /* among them */
    struct VEC(const char *) calls;
    const char *entry;              /* NULL: main */
    const char *cover, *cover_path; /* the file; NULL: none. The path leads there wherever the program is */
    int lock;                       /* of it, among the processes of the program */
    int *failed;                    /* shared by them: one that the program made ended with an error */
    bool steps, has_goals;
    const char *only_for_goals; /* an option that was given, or NULL */
    struct goal_request goals;
    struct run_config cfg;
};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static int take_inputs(struct run_command *r, const char *text)
{
    struct buf file = {0};
    struct diag d = {0};
    int status = EX_HOLDS;
    r->cfg.has_inputs = true;
    if (!text[strspn(text, "0123456789abcdefABCDEFxXpPnitNIT+.-, ")] &&
        driver_parse_numbers(text, &r->inputs, &r->fractions))
        return EX_HOLDS;
    r->inputs.count = r->fractions.count = 0;
    if (access(text, F_OK) && strchr("0123456789-+", *text) && *text)
        return driver_say_usage(
            "run", "--inputs=%s: numbers of 64 bits are expected, with commas or space between them", text);
    enum status st = base_file_read(text, &file, INPUTS_LIMIT, &d);
    if (st)
        status = driver_say_failure(st, &d);
    else if (strlen(buf_str(&file)) != file.size || !driver_parse_numbers(buf_str(&file), &r->inputs, &r->fractions))
        status = driver_say_usage("run", "--inputs=%s: numbers are expected, with commas or space between them", text);
    buf_free(&file);
    return status;
}

static int take_option(struct run_command *r, int option, const char *argument)
{
    switch (option) {
    case OPT_INPUTS:
        return take_inputs(r, argument);
    case OPT_CALL:
        vec_push(&r->calls, argument);
        return EX_HOLDS;
    case OPT_STEP:
        r->steps = true;
        return EX_HOLDS;
    case OPT_LEAKS:
        r->cfg.leaks = true;
        return EX_HOLDS;
    case OPT_OVERFLOWS:
        r->cfg.overflows = true;
        return EX_HOLDS;
    case OPT_ENTRY:
        r->entry = argument;
        return EX_HOLDS;
    case OPT_COVER:
        r->cover = argument ? argument : "cwolf.info";
        return EX_HOLDS;
    case OPT_REACH:
        r->has_goals = true;
        vec_push(&r->goals.places, argument);
        return EX_HOLDS;
    case OPT_GOALS:
        r->has_goals = true;
        r->goals.file = argument;
        return EX_HOLDS;
    case OPT_SUITE:
        r->only_for_goals = "--suite";
        r->goals.suite = argument;
        return EX_HOLDS;
    case OPT_NO_SEARCH:
        r->only_for_goals = "--no-search";
        r->goals.only_given = true;
        return EX_HOLDS;
    case OPT_TIMEOUT: {
        char *end;
        r->goals.timeout = strtod(argument, &end);
        r->only_for_goals = "--timeout";
        if (end != argument && !*end && r->goals.timeout > 0)
            return EX_HOLDS;
        return driver_say_usage("run", "--timeout=%s: a number of seconds is expected", argument);
    }
    case OPT_MAX_STEPS:
        if (driver_parse_size(argument, false, &r->cfg.max_steps) && r->cfg.max_steps)
            return EX_HOLDS;
        return driver_say_usage("run", "--max-steps=%s: a number of statements is expected, like 1000000 or 10M",
                                argument);
    default:
        return EX_BAD;
    }
}

/* The index of the first program, or -1 after a message. */
static int read_options(int argc, char **argv, struct run_command *r)
{
    static const struct option options[] = {
        {"inputs", required_argument, NULL, OPT_INPUTS},   {"call", required_argument, NULL, OPT_CALL},
        {"cover", optional_argument, NULL, OPT_COVER},     {"step", no_argument, NULL, OPT_STEP},
        {"leaks", no_argument, NULL, OPT_LEAKS},           {"max-steps", required_argument, NULL, OPT_MAX_STEPS},
        {"reach", required_argument, NULL, OPT_REACH},     {"goals", required_argument, NULL, OPT_GOALS},
        {"suite", required_argument, NULL, OPT_SUITE},     {"no-search", no_argument, NULL, OPT_NO_SEARCH},
        {"timeout", required_argument, NULL, OPT_TIMEOUT}, {"overflows", no_argument, NULL, OPT_OVERFLOWS},
        {"entry", required_argument, NULL, OPT_ENTRY},     {0}};
    int c;
    optind = 0;
    while ((c = driver_next_option(argc, argv, argv[0], "", options)) != -1)
        if (c == '?' || take_option(r, c, optarg))
            return -1;
    if (optind == argc)
        driver_say_usage(argv[0], "no program given");
    else if (r->only_for_goals && !r->has_goals)
        driver_say_usage(argv[0], "%s: there is no goal; give --reach or --goals", r->only_for_goals);
    else if (r->entry && r->has_goals)
        driver_say_usage(argv[0], "--entry: not with goals, which are reached from main");
    else if (r->steps && (r->cover || r->has_goals))
        driver_say_usage(argv[0], "--step: not with %s", r->cover ? "--cover" : "goals");
    else if (r->cover && r->has_goals)
        driver_say_usage(argv[0], "--cover: not with goals; the suite (--suite) can be run with it");
    else
        return optind;
    return -1;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

static void put_place(const struct cwi_unit *u, const struct run_result *r, enum diag_level level, const char *text,
                      struct buf *out)
{
    struct place p = r->at.line ? cwi_place_text(u, r->at) : (struct place){0};
    enum colour c = level == DIAG_ERROR ? COLOUR_ERROR : COLOUR_WARNING;
    driver_put_message(out, p, level, text);
    buf_printf(out, " [%scwolf%s]\n", driver_colour_on(c), driver_colour_off(c));
    driver_quote_line(p.file, p.line, p.col, "", c, out);
    for (uint32_t i = 0; i < r->frame_count; i++) {
        struct place at = cwi_place_text(u, r->frames[i].at);
        struct buf line = {0};
        buf_printf(&line, "%s '%s'", i ? "called from" : "in", r->frames[i].func->name ? r->frames[i].func->name : "?");
        driver_put_message(out, at, DIAG_NOTE, buf_str(&line));
        buf_putc(out, '\n');
        buf_free(&line);
    }
}

static int report(const struct cwi_unit *u, const struct run_result *r)
{
    struct buf out = {0};
    int status = EX_VIOLATED;
    switch (r->end) {
    case RUN_EXITED:
        buf_printf(&out, "exit status %d\n", r->status);
        status = r->status ? EX_VIOLATED : EX_HOLDS;
        break;
    case RUN_SIGNALLED:
        put_place(u, r, DIAG_ERROR, arena_printf(u->arena, "ended by signal %d (%s)", r->status, strsignal(r->status)),
                  &out);
        break;
    case RUN_ERROR:
        put_place(u, r, DIAG_ERROR, r->what, &out);
        break;
    case RUN_UNSUPPORTED: {
        struct buf text = {0};
        buf_printf(&text, "not supported in a run: %s", r->what);
        put_place(u, r, DIAG_WARNING, buf_str(&text), &out);
        buf_free(&text);
        status = EX_MAYBE;
        break;
    }
    case RUN_STOPPED:
        put_place(u, r, DIAG_WARNING, r->what, &out);
        status = EX_MAYBE;
        break;
    }
    fputs(buf_str(&out), stderr);
    buf_free(&out);
    return status;
}

/* A function that is no main runs as cwolf check has it run: the world outside is left as it is. */
static cwi_id named_entry(struct run_command *r, const struct program *p)
{
    struct diag d = {0};
    cwi_id entry = 0;
    if (check_find_entry(p->unit, &p->notes, r->entry, &entry, &d)) {
        driver_say_failure(ST_BAD, &d);
        return 0;
    }
    if (!run_can_start_at(p->unit, entry)) {
        driver_say(DIAG_ERROR,
                   "--entry=%s: a run begins in a function with at most %d parameters, all of them integers, pointers "
                   "or aggregates",
                   r->entry, RUN_MOST_PARAMETERS);
        return 0;
    }
    r->cfg.is_closed |= !run_is_start(p->unit, entry);
    return entry;
}

static cwi_id entry_of(struct run_command *r, const struct program *p)
{
    if (r->entry)
        return named_entry(r, p);
    cwi_id start = cwi_add_start(p->unit), entry = start ? start : cwi_find_func(p->unit, NULL, "main", NULL);
    if (!entry || !cwi_func_of(p->unit, entry)->block_count) {
        driver_say(DIAG_ERROR, "no function 'main' with a body: only whole programs can be run");
        return 0;
    }
    return entry;
}

/* What --call names, the program calls. */
static bool has_calls(const struct run_command *r, const struct cwi_unit *u)
{
    for (size_t i = 0; i < r->calls.count; i++)
        if (!cwi_find_func(u, NULL, r->calls.items[i], NULL)) {
            driver_say(DIAG_ERROR, "--call=%s: the program calls no such function", r->calls.items[i]);
            return false;
        }
    return true;
}

static double share(uint64_t part, uint64_t all)
{
    return all ? 100.0 * (double)part / (double)all : 100;
}

/* Adds to what the file holds from earlier runs, one process of the program after the other. Of those that the program
 * makes nothing is told: the first one fails as they do. */
static int write_cover(const struct run_command *r, bool is_told)
{
    struct buf text = {0};
    struct diag d = {0};
    enum status st = ST_OK;
    if (lockf(r->lock, F_LOCK, 0))
        st = diag_set(&d, ST_SYSTEM, (struct place){r->cover_path, 0, 0}, "%s", strerror(errno));
    else if (!access(r->cover_path, F_OK))
        st = run_cover_read(r->cfg.cover, r->cover_path, &d);
    run_cover_write(r->cfg.cover, &text);
    if (!st)
        st = base_file_write(r->cover_path, text.data, text.size, &d);
    struct run_cover_totals t = run_cover_totals(r->cfg.cover);
    lseek(r->lock, 0, SEEK_SET);
    (void)!lockf(r->lock, F_ULOCK, 0);
    if (!st && is_told)
        fprintf(stderr, "%s: %llu of %llu lines (%.1f %%), %llu of %llu branches (%.1f %%), %llu of %llu functions\n",
                r->cover, (unsigned long long)t.lines_hit, (unsigned long long)t.lines, share(t.lines_hit, t.lines),
                (unsigned long long)t.branches_hit, (unsigned long long)t.branches, share(t.branches_hit, t.branches),
                (unsigned long long)t.functions_hit, (unsigned long long)t.functions);
    buf_free(&text);
    d.at.file = d.at.file == r->cover_path ? r->cover : d.at.file;
    if (st && is_told)
        driver_say_failure(st, &d);
    return st ? EX_BAD : EX_HOLDS;
}

static void save_cover(void *context)
{
    struct run_command *r = context;
    write_cover(r, false);
    run_cover_free(r->cfg.cover);
    r->cfg.cover = run_cover_new();
}

static void begin_cover(struct run_command *r, struct arena *a)
{
    char here[PATH_MAX];
    bool is_relative = *r->cover != '/' && getcwd(here, sizeof here);
    FILE *lock = tmpfile();
    r->cover_path = is_relative ? arena_printf(a, "%s/%s", here, r->cover) : r->cover;
    r->lock = lock ? fileno(lock) : -1;
    r->cfg.cover = run_cover_new();
    r->cfg.save_cover = save_cover;
    r->cfg.context = r;
}

/* As the program's own process would, for those who wait for it. */
static void end_child(struct run_command *r, const struct cwi_unit *u, const struct run_result *result)
{
    if (result->end != RUN_EXITED && result->end != RUN_SIGNALLED)
        report(u, result);
    if (r->failed && result->end == RUN_ERROR)
        *r->failed = 1;
    if (r->cover)
        write_cover(r, false);
    run_end_child(result);
}

static int reach(struct run_command *r, struct program *p, cwi_id entry, char *const *programs, int count)
{
    enum { MOST_STEPS = 200000 };
    struct program whole;
    struct run_options none = {0};
    int status = driver_program_link(&whole, programs, count, PROGRAM_WHOLE);
    if (!status)
        status = driver_program_notes(&whole, &none);
    r->goals.cfg = r->cfg;
    r->goals.cfg.max_steps = r->cfg.max_steps ? r->cfg.max_steps : MOST_STEPS;
    r->goals.command = r->cfg.args;
    r->goals.fractions = &r->fractions;
    if (!status)
        status = driver_goals_answer(&r->goals, p, entry, &whole);
    driver_program_free(&whole);
    return status;
}

static int run(struct run_command *r, char *const *programs, int count, const char *const *args)
{
    struct program p;
    struct run_options none = {0};
    struct run_result result;
    struct diag d = {0};
    int status = driver_program_link(&p, programs, count, r->entry ? PROGRAM_WHOLE : PROGRAM_PART);
    if (!status)
        status = driver_program_notes(&p, &none);
    cwi_id entry = status ? 0 : entry_of(r, &p);
    if (!entry || !has_calls(r, p.unit)) {
        driver_program_free(&p);
        return EX_BAD;
    }
    struct VEC(const char *) argv = {0};
    vec_push(&argv, programs[0]);
    for (int i = 0; args[i]; i++)
        vec_push(&argv, args[i]);
    vec_push(&argv, NULL);
    if (r->cover)
        begin_cover(r, p.unit->arena);
    r->cfg.args = argv.items;
    r->cfg.inputs = r->inputs.items;
    r->cfg.input_count = r->inputs.count;
    r->cfg.fractions = r->fractions.items;
    r->cfg.fraction_count = r->fractions.count;
    r->cfg.calls = r->calls.items;
    r->cfg.call_count = r->calls.count;
    if (r->has_goals) {
        status = reach(r, &p, entry, programs, count);
        vec_free(&argv);
        driver_program_free(&p);
        return status;
    }
    if (r->steps) {
        enum status stepped = run_debug(p.unit, &p.notes, entry, &r->cfg, driver_step_prompt, NULL, &d);
        _exit(stepped ? driver_say_failure(stepped, &d) : EX_HOLDS);
    }
    void *shared = mmap(NULL, sizeof *r->failed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    r->failed = shared == MAP_FAILED ? NULL : shared;
    enum status st = run_program(p.unit, &p.notes, entry, &r->cfg, &result, &d);
    if (!st && result.is_child)
        end_child(r, p.unit, &result);
    if (!st && result.end >= RUN_ERROR)
        fflush(stdout);
    status = st ? driver_say_failure(st, &d) : report(p.unit, &result);
    if (!st && status == EX_HOLDS && r->failed && *r->failed) {
        driver_say(DIAG_ERROR, "a process that the program made ended with an error");
        status = EX_VIOLATED;
    }
    if (!st && r->cover && write_cover(r, true))
        status = EX_BAD;
    run_cover_free(r->cfg.cover);
    if (!st)
        _exit(status);
    vec_free(&argv);
    driver_program_free(&p);
    return status;
}

int cmd_run(int argc, char **argv)
{
    struct run_command r = {.goals.timeout = 10};
    int end = 1;
    while (end < argc && strcmp(argv[end], "--"))
        end++;
    const char *const *args = (const char *const *)argv + end + (end < argc);
    char *last = argv[end];
    argv[end] = NULL;
    int first = read_options(end, argv, &r);
    argv[end] = last;
    int status = first < 0 ? EX_BAD : run(&r, argv + first, end - first, args);
    vec_free(&r.inputs);
    vec_free(&r.fractions);
    vec_free(&r.calls);
    vec_free(&r.goals.places);
    return status;
}
