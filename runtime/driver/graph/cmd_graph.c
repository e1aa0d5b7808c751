/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * calls, flow: graphs of a program, as text and pictures.
 *
 * Invariant: these need no entry, no maps and no engine; they show the linked program as the engine would get it.
 */
#include "calls.h"
#include "runtime/driver/driver.h"
#include "flow.h"

enum { OPT_ROOT = OPT_OWN, OPT_DEPTH, OPT_FOLD, OPT_FUNCTION };

/* What the two commands take. */
struct show {
    const char *command, *output, *name, *format;
    uint32_t depth;
    enum calls_fold fold;
    const char *program; /* the first of those named */
    int programs;
};

static bool read_depth(struct show *s, const char *text)
{
    uint64_t depth;
    if (!driver_parse_size(text, false, &depth) || depth >= CALLS_ELSEWHERE) {
        driver_say_usage(s->command, "--depth=%s: expected a number of calls", text);
        return false;
    }
    s->depth = (uint32_t)depth;
    return true;
}

static bool read_fold(struct show *s, const char *text)
{
    static const char *const words[] = {
        [CALLS_FOLD_AUTO] = "auto", [CALLS_FOLD_NONE] = "none", [CALLS_FOLD_FILE] = "file"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) {
            s->fold = (enum calls_fold)i;
            return true;
        }
    driver_say_usage(s->command, "--fold=%s is unknown: there are auto, none, file", text);
    return false;
}

/* Reads the options; the index of the first program, or -1 after a message. */
static int read_options(int argc, char **argv, const struct option *options, struct show *s)
{
    int c;
    optind = 0;
    s->command = argv[0];
    s->depth = CALLS_NO_LIMIT;
    while ((c = driver_next_option(argc, argv, s->command, "o:", options)) != -1) {
        if (c == '?' || (c == OPT_DEPTH && !read_depth(s, optarg)) || (c == OPT_FOLD && !read_fold(s, optarg)))
            return -1;
        if (c == 'o')
            s->output = optarg;
        else if (c == OPT_FORMAT)
            s->format = optarg;
        else if (c == OPT_ROOT || c == OPT_FUNCTION)
            s->name = optarg;
    }
    s->programs = argc - optind;
    s->program = argv[optind];
    if (optind < argc)
        return optind;
    driver_say_usage(s->command, "no program given");
    return -1;
}

enum graph_format { GRAPH_TEXT, GRAPH_DOT, GRAPH_SVG };

/* By option, else by the output's suffix; -1 after a message. */
static int graph_format(const struct show *s)
{
    static const char *const words[] = {[GRAPH_TEXT] = "text", [GRAPH_DOT] = "dot", [GRAPH_SVG] = "svg"};
    const char *dot = s->output ? strrchr(s->output, '.') : NULL;
    const char *name = s->format ? s->format : dot && (!strcmp(dot, ".dot") || !strcmp(dot, ".svg")) ? dot + 1 : "text";
    for (int i = GRAPH_TEXT; i <= GRAPH_SVG; i++)
        if (!strcmp(name, words[i]))
            return i;
    driver_say_usage(s->command, "--format=%s is unknown: there are text, dot, svg", name);
    return -1;
}

/* Turns dot text into SVG by the program `dot`. */
static int to_svg(struct buf *text)
{
    struct buf svg = {0};
    struct diag d = {0};
    char *argv[] = {"dot", "-Tsvg", NULL};
    enum status st = driver_run_filter(argv, text, &svg, &d);
    if (st)
        return buf_free(&svg), driver_say_failure(st, &d);
    buf_free(text);
    *text = svg;
    return EX_HOLDS;
}

/* The function asked for by name; 0 and an error message when there is none. */
static cwi_id find_function(const struct cwi_unit *u, const char *name)
{
    bool ambiguous = false;
    cwi_id f = cwi_find_func(u, NULL, name, &ambiguous);
    if (f && !ambiguous)
        return f;
    struct VEC(const char *) names = {0};
    for (cwi_id i = 1; i < u->funcs.count; i++)
        if (cwi_func_of(u, i)->name)
            vec_push(&names, cwi_func_of(u, i)->name);
    const char *near = base_nearest_name(name, names.items, names.count);
    if (f)
        driver_say(DIAG_ERROR, "there are several functions '%s'", name);
    else if (near)
        driver_say(DIAG_ERROR, "no function '%s'; did you mean '%s'?", name, near);
    else
        driver_say(DIAG_ERROR, "no function '%s'", name);
    vec_free(&names);
    return 0;
}

static void print_calls(const struct cwi_unit *u, cwi_id root, const struct show *s, bool as_text, struct buf *out)
{
    struct buf title = {0};
    buf_puts(&title, s->program);
    if (s->programs > 1)
        buf_printf(&title, " and %d more", s->programs - 1);
    struct call_graph g;
    driver_calls_make(&g, u, root, s->depth);
    if (as_text)
        driver_calls_put_text(&g, out);
    else
        driver_calls_put_dot(&g, s->fold, buf_str(&title), out);
    driver_calls_free(&g);
    buf_free(&title);
}

static void print_flows(const struct cwi_unit *u, cwi_id func, bool as_text, struct buf *out)
{
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        if (func ? i != func : cwi_func_of(u, i)->block_count == 0)
            continue;
        if (as_text) {
            buf_printf(out, "%sfunction %s\n", out->size ? "\n" : "", cwi_func_of(u, i)->name);
            driver_flow_put_text(u, i, out);
        } else {
            driver_flow_put_dot(u, i, out);
        }
    }
    driver_source_forget();
}

static int show_graph(int argc, char **argv, const struct option *options, bool calls)
{
    struct show s = {0};
    int first = read_options(argc, argv, options, &s), format = first < 0 ? -1 : graph_format(&s);
    if (format < 0)
        return EX_BAD;
    if (format == GRAPH_SVG && !calls && !s.name)
        return driver_say_usage(s.command, "a picture shows one function: give --function=NAME");
    struct program p;
    struct buf text = {0};
    cwi_id func = 0;
    int status = driver_program_link(&p, argv + first, argc - first, PROGRAM_PART);
    if (!status && s.name && !(func = find_function(p.unit, s.name)))
        status = EX_BAD;
    if (!status && calls)
        print_calls(p.unit, func, &s, format == GRAPH_TEXT, &text);
    else if (!status)
        print_flows(p.unit, func, format == GRAPH_TEXT, &text);
    if (!status && format == GRAPH_SVG)
        status = to_svg(&text);
    if (!status)
        status = driver_write_output(s.output, &text);
    buf_free(&text);
    driver_program_free(&p);
    return status;
}

int cmd_calls(int argc, char **argv)
{
    static const struct option options[] = {{"root", required_argument, NULL, OPT_ROOT},
                                            {"depth", required_argument, NULL, OPT_DEPTH},
                                            {"fold", required_argument, NULL, OPT_FOLD},
                                            {"format", required_argument, NULL, OPT_FORMAT},
                                            {0}};
    return show_graph(argc, argv, options, true);
}

int cmd_flow(int argc, char **argv)
{
    static const struct option options[] = {
        {"function", required_argument, NULL, OPT_FUNCTION}, {"format", required_argument, NULL, OPT_FORMAT}, {0}};
    return show_graph(argc, argv, options, false);
}
