/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cwolf: the table of commands, and nothing else.
 */
#include "runtime/driver/driver.h"
#include "runtime/driver/lts/lts_command.h"

#define RUN_USAGE                                                                                                      \
    "[-a MAP.am]... [-l MAP.lm]... [--entry=FUNCTION] [--default=ABSTRACTION]\n"                                       \
    "    [--merge=never|stack|location] [--reduce=none|peephole|strong|branching|weak|trace|weak-trace]\n"             \
    "    [--format=FORMAT] [--kripke] [--must] [--max-states=N] [--max-memory=SIZE] [--timeout=SECONDS] [-o FILE]\n"   \
    "    [--overflow=wrap|none] [--widen-after=N]"

const struct command driver_commands[] = {
    {"model", cmd_model, RUN_USAGE " [--joins=FILE:LINE] [--cube=N] [--no-enforce] PROGRAM...",
     "build the state model of a program and write it"},
    {"check", cmd_check,
     "[-a MAP.am]... [-l MAP.lm]... [-p 'LOGIC FORMULA']... [--properties=FILE] [-R SET|FILE,...]\n"
     "    [--spec=FILE[:PROCESS] --relation=R] [--max-states=N] [--max-memory=SIZE] [--timeout=SECONDS] [--layer=N]\n"
     "    [--auto] [--witness=FILE] [--harness=DIR] [--format=text|json|sarif|junit|tap|html]\n"
     "    [--report=FILE.html]... PROGRAM... | FILE.bp",
     "answer questions about a program: True, False or Maybe"},
    {"lts", cmd_lts, "COMMAND [options] FILE... | COMMAND --help",
     "reduce, compare, compose and draw transition systems"},
    {"link", cmd_link, "-o OUT.cwi PROGRAM...", "link fragments into one"},
    {"dump", cmd_dump, "[--xml] [--notes] [-o FILE] PROGRAM...", "print the intermediate form"},
    {"calls", cmd_calls,
     "[--root=FUNCTION] [--depth=N] [--fold=auto|none|file] [--format=text|dot|svg] [-o FILE] PROGRAM...",
     "print the call graph"},
    {"flow", cmd_flow, "[--function=NAME] [--format=text|dot|svg] [-o FILE] PROGRAM...", "print control flow graphs"},
    {"run", cmd_run,
     "[--inputs=LIST|FILE] [--entry=FUNCTION] [--call=FUNCTION]... [--leaks] [--overflows] [--step]\n"
     "    [--cover[=FILE]] [--max-steps=N] [--reach=PLACE]... [--goals=FILE] [--suite=DIR] [--no-search]\n"
     "    [--timeout=SECONDS] PROGRAM... [-- ARGUMENT...]",
     "run a program from its fragments, with every access checked"},
    {"interface", cmd_interface,
     "[-f FUNCTION]... [--error=CONDITION]... [--initial=CONDITION] [--sequences] [--errors]\n"
     "    [--header] [--suite=DIR] [--compare=OLD] [--client=PROGRAM]... [--result=FUNCTION]... [--buffer=N]\n"
     "    [--format=FORMAT] [-a MAP.am]... [--max-states=N] [--max-memory=SIZE] [--timeout=SECONDS] [-o FILE] "
     "LIBRARY...",
     "find out in which orders the functions of a library may be called"},
    {"build", cmd_build,
     "[--rules=SET|FILE,...] [--baseline=FILE] [--strict] [--violations=warn] [--format=FORMAT]... -- COMMAND...",
     "run a build with every gcc in it verifying"},
    {"report", cmd_report, "[-o FILE] DIRECTORY|PAGE...", "one page of the pages that the links of a build left"},
    {"explain", cmd_explain, "RULE|SET", "say why a ready-made rule is one, with a program that breaks it"},
    {"link-check", cmd_link_check, "-o OUTPUT [options of gcc] INPUT...", "what the specs file runs after each link"},
    {"help", cmd_help, "[TOPIC]", "explain a command or a topic"},
    {0},
};

const struct command *driver_command_find(const char *name)
{
    for (const struct command *c = driver_commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

/* --specs and --plugin: the paths that the compiler's options need. */
static int print_installed(const char *option, const char *name)
{
    struct arena *a = arena_new();
    char *path = driver_installed_file(a, name);
    struct buf line = {0};
    if (path)
        buf_printf(&line, "%s\n", path);
    int status = path ? driver_write_output(NULL, &line) : EX_BAD;
    if (!path)
        driver_say(DIAG_ERROR, "'%s' is neither beside the command nor in ../lib/cwolf: cannot answer %s", name,
                   option);
    buf_free(&line);
    arena_free(a);
    return status;
}

static int unknown_command(const char *name)
{
    const char *names[sizeof driver_commands / sizeof *driver_commands];
    size_t n = 0;
    for (const struct command *c = driver_commands; c->name; c++)
        names[n++] = c->name;
    const char *near = base_nearest_name(name, names, n);
    for (const struct lts_subcommand *s = driver_lts_subcommands; s->name; s++)
        if (!strcmp(s->name, name))
            return driver_say_usage(NULL, "no command '%s'; did you mean 'lts %s'?", name, name);
    if (near)
        return driver_say_usage(NULL, "no command '%s'; did you mean '%s'?", name, near);
    return driver_say_usage(NULL, "no command '%s'", name);
}

int main(int argc, char **argv)
{
    driver_colour_init(COLOUR_AUTO);
    if (argc < 2)
        return driver_say_usage(NULL, "a command is wanted");
    if (!strcmp(argv[1], "--version")) {
        struct buf line = {0};
        buf_puts(&line, "cwolf " CWOLF_VERSION "\n");
        int status = driver_write_output(NULL, &line);
        buf_free(&line);
        return status;
    }
    if (!strcmp(argv[1], "--specs"))
        return print_installed(argv[1], "cwolf.specs");
    if (!strcmp(argv[1], "--plugin"))
        return print_installed(argv[1], "plugin/cwolf.so");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return cmd_help(argc - 1, argv + 1);
    const struct command *c = driver_command_find(argv[1]);
    if (!c)
        return unknown_command(argv[1]);
    if (argc == 3 && c->run != cmd_lts && (!strcmp(argv[2], "--help") || !strcmp(argv[2], "-h")))
        return cmd_help(2, argv); /* the command's name is the topic */
    return c->run(argc - 1, argv + 1);
}
