/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * dump, calls, flow: what the fragments of a program say, as text and pictures.
 *
 * Invariant: these need no entry, no maps and no engine; they show the linked program as the engine would get it.
 */
#include "runtime/driver/driver.h"

enum { OPT_XML = OPT_OWN, OPT_NOTES, OPT_ROOT, OPT_FUNCTION };

/* What the three commands take. */
struct show {
    const char *command, *output, *name, *format;
    bool xml, notes;
};

/* Reads the options; the index of the first program, or -1 after a message. */
static int read_options(int argc, char **argv, const struct option *options, struct show *s)
{
    int c;
    optind = 0;
    s->command = argv[0];
    while ((c = next_option(argc, argv, s->command, "o:", options)) != -1) {
        if (c == '?')
            return -1;
        if (c == 'o')
            s->output = optarg;
        else if (c == OPT_FORMAT)
            s->format = optarg;
        else if (c == OPT_ROOT || c == OPT_FUNCTION)
            s->name = optarg;
        s->xml |= c == OPT_XML;
        s->notes |= c == OPT_NOTES;
    }
    if (optind < argc)
        return optind;
    say_usage(s->command, "no program given");
    return -1;
}

static void print_notes(const struct program *p, struct buf *out)
{
    for (size_t i = 0; i < p->notes.list.count; i++) {
        note_print_pragma(p->unit, p->notes.list.items[i], out);
        if (out->size && out->data[out->size - 1] != '\n')
            buf_putc(out, '\n');
    }
}

int cmd_dump(int argc, char **argv)
{
    static const struct option options[] = {
        {"xml", no_argument, NULL, OPT_XML}, {"notes", no_argument, NULL, OPT_NOTES}, {0}};
    struct show s = {0};
    int first = read_options(argc, argv, options, &s);
    if (first < 0)
        return EX_BAD;
    struct program p;
    struct buf text = {0};
    struct diag d = {0};
    struct run_options none = {0};
    int status = program_link(&p, argv + first, argc - first, PROGRAM_PART);
    if (!status && s.notes)
        status = program_notes(&p, &none);
    if (!status && s.xml) {
        enum status st = cwi_write_xml(p.unit, &text, &d);
        status = st ? say_failure(st, &d) : EX_HOLDS;
    } else if (!status && s.notes)
        print_notes(&p, &text);
    else if (!status)
        cwi_dump(p.unit, &text);
    if (!status)
        status = write_output(s.output, &text);
    buf_free(&text);
    program_free(&p);
    return status;
}

/* text, dot or svg by option, else by the output's suffix; -1 after a message. */
static int graph_format(const struct show *s, bool *svg)
{
    const char *dot = s->output ? strrchr(s->output, '.') : NULL;
    const char *name = s->format ? s->format : dot && (!strcmp(dot, ".dot") || !strcmp(dot, ".svg")) ? dot + 1 : "text";
    *svg = !strcmp(name, "svg");
    if (*svg || !strcmp(name, "dot"))
        return CWI_GRAPH_DOT;
    if (!strcmp(name, "text"))
        return CWI_GRAPH_TEXT;
    say_usage(s->command, "--format=%s is unknown: there are text, dot, svg", name);
    return -1;
}

/* Turns dot text into SVG by the program `dot`. */
static int to_svg(struct buf *text)
{
    struct buf svg = {0};
    struct diag d = {0};
    char *argv[] = {"dot", "-Tsvg", NULL};
    enum status st = run_filter(argv, text, &svg, &d);
    if (st)
        return buf_free(&svg), say_failure(st, &d);
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
    const char *near = nearest_name(name, names.items, names.count);
    if (f)
        say(DIAG_ERROR, "there are several functions '%s'", name);
    else if (near)
        say(DIAG_ERROR, "no function '%s'; did you mean '%s'?", name, near);
    else
        say(DIAG_ERROR, "no function '%s'", name);
    vec_free(&names);
    return 0;
}

static void print_flows(const struct cwi_unit *u, cwi_id func, enum cwi_graph_format f, struct buf *out)
{
    for (cwi_id i = 1; i < u->funcs.count; i++) {
        if (func ? i != func : cwi_func_of(u, i)->block_count == 0)
            continue;
        if (f == CWI_GRAPH_TEXT)
            buf_printf(out, "%sfunction %s\n", out->size ? "\n" : "", cwi_func_of(u, i)->name);
        cwi_flow_graph(u, i, f, out);
    }
}

static int show_graph(int argc, char **argv, const struct option *options, bool calls)
{
    struct show s = {0};
    bool svg;
    int first = read_options(argc, argv, options, &s), format = first < 0 ? -1 : graph_format(&s, &svg);
    if (format < 0)
        return EX_BAD;
    if (svg && !calls && !s.name)
        return say_usage(s.command, "a picture shows one function: give --function=NAME");
    struct program p;
    struct buf text = {0};
    cwi_id func = 0;
    int status = program_link(&p, argv + first, argc - first, PROGRAM_PART);
    if (!status && s.name && !(func = find_function(p.unit, s.name)))
        status = EX_BAD;
    if (!status && calls)
        cwi_call_graph(p.unit, func, (enum cwi_graph_format)format, &text);
    else if (!status)
        print_flows(p.unit, func, (enum cwi_graph_format)format, &text);
    if (!status && svg)
        status = to_svg(&text);
    if (!status)
        status = write_output(s.output, &text);
    buf_free(&text);
    program_free(&p);
    return status;
}

int cmd_calls(int argc, char **argv)
{
    static const struct option options[] = {
        {"root", required_argument, NULL, OPT_ROOT}, {"format", required_argument, NULL, OPT_FORMAT}, {0}};
    return show_graph(argc, argv, options, true);
}

int cmd_flow(int argc, char **argv)
{
    static const struct option options[] = {
        {"function", required_argument, NULL, OPT_FUNCTION}, {"format", required_argument, NULL, OPT_FORMAT}, {0}};
    return show_graph(argc, argv, options, false);
}
