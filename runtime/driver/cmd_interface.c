/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * interface: the interface graph of a library: in which orders may its functions be called?
 *
 * Invariant: the graph goes to standard output or a file, what there is to know about it to standard error, ending with
 * a line of sizes. A graph that is not known to be permissive exits with EX_MAYBE.
 */
#include "runtime/driver/driver.h"
#include "client_check.h"
#include "runtime/interface/interface.h"

#include <sys/stat.h>

struct interface_command {
    struct run_options run;
    struct iface_options iface;
    struct VEC(const char *) functions, errors, results;
    const char *suite;               /* a directory */
    const char *old;                 /* the library to compare with */
    struct VEC(const char *) client; /* the program that is checked */
    bool with_errors, is_document, is_rules;
    const char *library; /* the name of its first file */
};

enum {
    OPT_ERROR = OPT_OWN,
    OPT_INITIAL,
    OPT_SEQUENCES,
    OPT_ERRORS,
    OPT_SUITE,
    OPT_HEADER,
    OPT_COMPARE,
    OPT_CLIENT,
    OPT_RESULT,
    OPT_BUFFER
};

enum { MOST_ELEMENTS = 1 << 20 }; /* of a buffer */

/* Rules are written as text, and by this suffix; they need the sequence of calls to tell the region. */
static bool is_rule_file(const char *path)
{
    const char *suffix = path ? strrchr(path, '.') : NULL;
    return suffix && (!strcmp(suffix, ".iface") || !strcmp(suffix, ".rules"));
}

static int take_option(struct interface_command *k, const char *command, int c, const char *argument)
{
    switch (c) {
    case '?':
        return EX_BAD;
    case 'f':
        return vec_push(&k->functions, argument), EX_HOLDS;
    case OPT_ERROR:
        return vec_push(&k->errors, argument), EX_HOLDS;
    case OPT_INITIAL:
        return k->iface.initial = argument, EX_HOLDS;
    case OPT_BUFFER: {
        uint64_t n;
        if (!driver_parse_size(argument, false, &n) || !n || n > MOST_ELEMENTS)
            return driver_say_usage(command, "--buffer=%s: expected a number of elements from 1 to %d", argument,
                                    MOST_ELEMENTS);
        return k->iface.buffer = (uint32_t)n, EX_HOLDS;
    }
    case OPT_SEQUENCES:
        return k->iface.sequences = true, EX_HOLDS;
    case OPT_SUITE:
        return k->suite = argument, k->iface.suite = true, EX_HOLDS;
    case OPT_HEADER:
        return k->is_document = true, EX_HOLDS;
    case OPT_COMPARE:
        return k->old = argument, k->iface.sequences = true, EX_HOLDS;
    case OPT_ERRORS:
        return k->with_errors = true, EX_HOLDS;
    case OPT_RESULT:
        return vec_push(&k->results, argument), EX_HOLDS;
    case OPT_CLIENT:
        return vec_push(&k->client, argument), k->iface.sequences = true, EX_HOLDS;
    case OPT_FORMAT:
        k->is_rules = !strcmp(argument, "rules");
        if (k->is_rules)
            return k->iface.sequences = true, EX_HOLDS;
        k->run.format = lts_format_by_name(argument);
        return k->run.format != LTS_FMT_UNKNOWN ? EX_HOLDS
                                                : driver_say_usage(command, "--format=%s is unknown", argument);
    default:
        return driver_run_option(&k->run, command, c, argument);
    }
}

static void say_problems(const struct iface *i)
{
    enum { MOST_SHOWN = 10 };
    for (uint32_t n = 0; n < i->problem_count && n < MOST_SHOWN; n++) {
        const struct iface_problem *p = &i->problems[n];
        const char *words = i->regions[p->region].words;
        diag_send(driver_say_sink(), DIAG_NOTE, cwi_place_text(i->program, p->at),
                  "'%s' is refused in region %u%s%s%s, though it is not known to err: %s", i->calls[p->call].name,
                  p->region, words ? " (" : "", words ? words : "", words ? ")" : "", p->why);
    }
    if (i->problem_count > MOST_SHOWN)
        driver_say(DIAG_NOTE, "%u more calls are refused that are not known to err", i->problem_count - MOST_SHOWN);
}

static void say_graph(const struct iface *i, double seconds)
{
    for (uint32_t n = 0; n < i->assumption_count; n++)
        driver_say(DIAG_NOTE, "assumed: %s", i->assumptions[n]);
    say_problems(i);
    if (i->ended)
        driver_say(DIAG_NOTE, "%s before everything was seen: calls that were not are refused", i->ended);
    if (i->unseen)
        driver_say(DIAG_WARNING, "not known to be safe: %s", i->unseen);
    fprintf(stderr, "%s, %s, %s\n", i->unseen ? "not known to be safe" : "safe",
            i->is_permissive ? "permissive" : "not known to be permissive",
            i->is_deterministic ? "the calls made tell the region" : "the calls made do not always tell the region");
    fprintf(stderr, "regions %u, calls %u, edges %u, rounds %u, states %llu, seconds %.3f\n", i->region_count,
            i->call_count, i->edge_count, i->rounds, (unsigned long long)i->states, seconds);
}

static int write_graph(const struct interface_command *k, const struct iface *i)
{
    struct lts_print how = {.must = true, .name = "Interface"};
    enum lts_format format = k->run.format;
    struct lts *graph = iface_lts(i, k->with_errors);
    struct buf text = {0};
    struct diag d = {0};
    if (format == LTS_FMT_UNKNOWN && k->run.output)
        format = lts_format_by_suffix(k->run.output);
    enum status st = ST_OK;
    if (k->is_rules)
        st = driver_interface_rules(i, k->library, &text, &d);
    else if (k->is_document)
        iface_document(i, &text);
    else
        st = lts_write(graph, format == LTS_FMT_UNKNOWN ? LTS_FMT_AUT : format, &how, &text, &d);
    int status = st ? driver_say_failure(st, &d) : driver_write_output(k->run.output, &text);
    buf_free(&text);
    lts_free(graph);
    return status;
}

static int write_suite(const struct interface_command *k, const struct iface *i)
{
    struct buf path = {0}, text = {0};
    if (!k->suite || !i->suite)
        return EX_HOLDS;
    buf_printf(&path, "%s/suite.c", k->suite);
    buf_puts(&text, i->suite);
    mkdir(k->suite, 0777); /* that it is there is what writing tells */
    int status = driver_write_output(buf_str(&path), &text);
    if (!status)
        fprintf(stderr, "suite '%s': %u tests, %u edges without one\n", buf_str(&path), i->test_count,
                i->untested_count);
    buf_free(&path);
    buf_free(&text);
    return status;
}

static int build(struct interface_command *k, struct program *p, struct iface **out)
{
    struct diag d = {0};
    k->iface.engine = k->run.engine;
    k->iface.functions = k->functions.items;
    k->iface.function_count = k->functions.count;
    k->iface.errors = k->errors.items;
    k->iface.error_count = k->errors.count;
    k->iface.results = k->results.items;
    k->iface.result_count = k->results.count;
    enum status st = iface_build(p->unit, &p->notes, &k->iface, out, &d);
    return st ? driver_say_failure(st, &d) : EX_HOLDS;
}

/* The verdict is the exit status. What was assumed about the library travels with the rules. */
static int check_client(struct interface_command *k, const struct iface *i, char **paths, int count)
{
    struct interface_client c = {.client = k->client.items,
                                 .client_count = k->client.count,
                                 .library = paths,
                                 .library_count = (size_t)count,
                                 .name = k->library,
                                 .run = &k->run};
    say_problems(i);
    if (i->ended)
        driver_say(DIAG_NOTE, "%s before everything was seen: calls that were not are unknown", i->ended);
    return driver_interface_check_client(i, &c);
}

static int show(struct interface_command *k, const struct iface *i)
{
    int status = write_graph(k, i);
    if (!status)
        status = write_suite(k, i);
    say_graph(i, base_budget_now() - k->run.started);
    return !status && (!i->is_permissive || i->unseen) ? EX_MAYBE : status;
}

/* What is refused only because it is not known to be good is no difference for certain. */
static int compare(const struct iface *old, const struct iface *new)
{
    struct arena *a = arena_new();
    struct iface_comparison c;
    struct buf out = {0};
    iface_compare(a, old, new, &c);
    if (c.only_old)
        buf_printf(&out, "only in the old version: %s\n", c.only_old);
    if (c.only_new)
        buf_printf(&out, "only in the new version: %s\n", c.only_new);
    for (uint32_t i = 0; i < c.forbidden; i++)
        buf_printf(&out, "the new version forbids: %s\n", c.forbids[i]);
    for (uint32_t i = 0; i < c.allowed; i++)
        buf_printf(&out, "the new version allows: %s\n", c.allows[i]);
    bool differs = out.size > 0, are_safe = !old->unseen && !new->unseen;
    if (!differs)
        buf_puts(&out, c.is_partial ? "no difference found before the search ended\n"
                       : !are_safe  ? "no difference found\n"
                                    : "both allow the same\n");
    int status = driver_write_output(NULL, &out);
    bool is_sure = are_safe && old->is_permissive && new->is_permissive && !c.is_partial;
    if (!is_sure)
        driver_say(DIAG_NOTE, "calls that are not known to be good count as forbidden");
    buf_free(&out);
    arena_free(a);
    return status ? status : differs ? EX_VIOLATED : is_sure ? EX_HOLDS : EX_MAYBE;
}

static int link_library(struct interface_command *k, struct program *p, char *const *paths, int count)
{
    int status = driver_program_link(p, paths, count, PROGRAM_WHOLE);
    return status ? status : driver_program_notes(p, &k->run);
}

static int work(struct interface_command *k, char **paths, int count)
{
    struct program p = {0}, old = {0};
    struct iface *i = NULL, *before = NULL;
    char *old_path[] = {(char *)k->old};
    k->library = paths[0];
    k->is_rules |= is_rule_file(k->run.output) && k->run.format == LTS_FMT_UNKNOWN && !k->is_document;
    k->iface.sequences |= k->is_rules;
    int status = link_library(k, &p, paths, count);
    if (!status && k->old)
        status = link_library(k, &old, old_path, 1);
    driver_watch_begin(&k->run);
    if (!status)
        status = build(k, &p, &i);
    if (!status && k->old)
        status = build(k, &old, &before);
    if (!status && k->client.count)
        status = check_client(k, i, paths, count);
    driver_watch_end();
    if (!status && !k->client.count)
        status = k->old ? compare(before, i) : show(k, i);
    iface_free(i);
    iface_free(before);
    driver_program_free(&p);
    driver_program_free(&old);
    return status;
}

int cmd_interface(int argc, char **argv)
{
    static const struct option options[] = {BUDGET_OPTIONS,
                                            {"format", required_argument, NULL, OPT_FORMAT},
                                            {"error", required_argument, NULL, OPT_ERROR},
                                            {"initial", required_argument, NULL, OPT_INITIAL},
                                            {"sequences", no_argument, NULL, OPT_SEQUENCES},
                                            {"errors", no_argument, NULL, OPT_ERRORS},
                                            {"header", no_argument, NULL, OPT_HEADER},
                                            {"compare", required_argument, NULL, OPT_COMPARE},
                                            {"suite", required_argument, NULL, OPT_SUITE},
                                            {"client", required_argument, NULL, OPT_CLIENT},
                                            {"result", required_argument, NULL, OPT_RESULT},
                                            {"buffer", required_argument, NULL, OPT_BUFFER},
                                            {0}};
    struct interface_command k = {0};
    int c, status = EX_HOLDS;
    driver_run_options_init(&k.run);
    optind = 0;
    while (!status && (c = driver_next_option(argc, argv, argv[0], "a:f:o:", options)) != -1)
        status = take_option(&k, argv[0], c, optarg);
    if (!status && optind >= argc)
        status = driver_say_usage(argv[0], "no library given");
    if (!status && k.suite && k.iface.initial)
        status =
            driver_say_usage(argv[0], "tests begin with the library as it is loaded: leave out --initial or --suite");
    if (!status)
        status = work(&k, argv + optind, argc - optind);
    vec_free(&k.functions);
    vec_free(&k.errors);
    vec_free(&k.client);
    vec_free(&k.results);
    driver_run_options_free(&k.run);
    return status;
}
