/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: its options.
 */
#include "runtime/driver/check_command.h"

enum {
    OPT_PROPERTIES = OPT_OWN,
    OPT_SPEC,
    OPT_RELATION,
    OPT_LAYER,
    OPT_AUTO,
    OPT_NO_AUTO,
    OPT_WITNESS,
    OPT_SVCOMP,
    OPT_STRICT,
    OPT_REPORT,
    OPT_NO_SEARCH,
    OPT_PREDICATES,
    OPT_NO_PREDICATES,
    OPT_MAX_STEPS,
    OPT_BASELINE,
    OPT_WRITE_BASELINE,
    OPT_JOIN,
    OPT_FOCUS,
    OPT_NO_CACHE,
    OPT_VERIFY_CACHE,
    OPT_HARNESS
};

static int no_format(const char *command, const char *what, bool is_file)
{
    struct buf list = {0};
    for (const struct report_format *f = report_formats; f->name; f++)
        buf_printf(&list, "%s%s", list.size ? ", " : "", is_file ? f->suffix : f->name);
    int status = driver_say_usage(command, "--%s=%s %s: there are %s", is_file ? "report" : "format", what,
                                  is_file ? "has no known suffix" : "is unknown", buf_str(&list));
    buf_free(&list);
    return status;
}

static int take_format(struct check_command *k, const char *command, const char *text)
{
    k->format = report_by_name(text);
    return k->format ? EX_HOLDS : no_format(command, text, false);
}

static int take_report(struct check_command *k, const char *command, const char *path)
{
    struct report_file f = {path, report_by_suffix(path)};
    vec_push(&k->reports, f);
    return f.format ? EX_HOLDS : no_format(command, path, true);
}

static int take_svcomp(struct check_command *k, const char *path)
{
    struct diag d = {0};
    enum status st = driver_svcomp_read(path, &k->svcomp, &d);
    if (st)
        return driver_say_failure(st, &d);
    k->is_svcomp = true;
    for (uint32_t i = 0; i < k->svcomp.count; i++)
        if (driver_svcomp_is_first(&k->svcomp, i)) {
            vec_push(&k->formulas, k->svcomp.rows[i]->property);
            k->svcomp_questions++;
        }
    return EX_HOLDS;
}

static int take_relation(struct check_command *k, const char *command, const char *text)
{
    bool preorder, found;
    lts_relation_by_name(text, &preorder, &found);
    if (!found)
        return driver_say_usage(command, "no relation '%s'; 'cwolf help lts' lists them", text);
    if (k->specs.count && !k->specs.items[k->specs.count - 1].relation)
        k->specs.items[k->specs.count - 1].relation = text;
    else
        k->relation = text;
    return EX_HOLDS;
}

static int take_layer(struct check_command *k, const char *command, const char *text)
{
    uint64_t n;
    if (!strcmp(text, "paths") || !strcmp(text, "typestates")) {
        k->layer = *text == 'p' ? CHECK_ONLY_PATHS : CHECK_ONLY_TYPESTATES;
        return EX_HOLDS;
    }
    if (!driver_parse_size(text, false, &n) || n < 1 || n > 2)
        return driver_say_usage(command,
                                "--layer=%s: there are 1 (joined states, intervals), 2 (the maps, and automatic ones), "
                                "paths (runs of each path alone) and typestates (of rules: their states alone)",
                                text);
    k->layer = (int)n;
    return EX_HOLDS;
}

static int take_option(struct check_command *k, const char *command, int c, const char *argument)
{
    struct spec_option spec = {argument, NULL};
    struct map_file properties = {MAP_PROPERTIES, argument};
    switch (c) {
    case '?':
        return EX_BAD;
    case 'p':
        vec_push(&k->formulas, argument);
        return EX_HOLDS;
    case 'R':
        vec_push(&k->rules, argument);
        return EX_HOLDS;
    case OPT_PROPERTIES:
        vec_push(&k->run.maps, properties);
        return EX_HOLDS;
    case OPT_SPEC:
        vec_push(&k->specs, spec);
        return EX_HOLDS;
    case OPT_RELATION:
        return take_relation(k, command, argument);
    case OPT_LAYER:
        return take_layer(k, command, argument);
    case OPT_FORMAT:
        return take_format(k, command, argument);
    case OPT_REPORT:
        return take_report(k, command, argument);
    case OPT_BASELINE:
        return k->baseline = argument, EX_HOLDS;
    case OPT_WRITE_BASELINE:
        return k->new_baseline = argument, EX_HOLDS;
    case OPT_HARNESS:
        return k->harness = argument, EX_HOLDS;
    case OPT_WITNESS:
        vec_push(&k->witnesses, argument);
        return EX_HOLDS;
    case OPT_SVCOMP:
        return take_svcomp(k, argument);
    case OPT_AUTO:
        return k->automatic = k->show_auto = true, EX_HOLDS;
    case OPT_NO_AUTO:
        return k->automatic = false, EX_HOLDS;
    case OPT_NO_SEARCH:
        return k->searches = false, EX_HOLDS;
    case OPT_PREDICATES:
        return k->seeks_predicates = CHECK_SEEK_ALL, EX_HOLDS;
    case OPT_NO_PREDICATES:
        return k->seeks_predicates = CHECK_SEEK_NOT, EX_HOLDS;
    case OPT_JOIN:
        return k->states = BOOL_JOIN, EX_HOLDS;
    case OPT_FOCUS:
        k->states = BOOL_TRIVECTORS;
        if (strcmp(argument, "none"))
            vec_push(&k->focus, argument);
        return EX_HOLDS;
    case OPT_NO_CACHE:
        return k->cache = CACHE_OFF, EX_HOLDS;
    case OPT_VERIFY_CACHE:
        return k->cache = CACHE_VERIFY, EX_HOLDS;
    case OPT_STRICT:
        return k->strict = true, EX_HOLDS;
    case OPT_MAX_STEPS:
        if (driver_parse_size(argument, false, &k->max_steps) && k->max_steps)
            return EX_HOLDS;
        return driver_say_usage(command, "--max-steps=%s: expected a positive number", argument);
    default:
        return driver_run_option(&k->run, command, c, argument);
    }
}

int driver_check_options_read(struct check_command *k, int argc, char **argv)
{
    static const struct option options[] = {
        RUN_OPTIONS,
        {"property", required_argument, NULL, 'p'},
        {"rules", required_argument, NULL, 'R'},
        {"properties", required_argument, NULL, OPT_PROPERTIES},
        {"spec", required_argument, NULL, OPT_SPEC},
        {"relation", required_argument, NULL, OPT_RELATION},
        {"layer", required_argument, NULL, OPT_LAYER},
        {"auto", no_argument, NULL, OPT_AUTO},
        {"no-auto", no_argument, NULL, OPT_NO_AUTO},
        {"baseline", required_argument, NULL, OPT_BASELINE},
        {"write-baseline", required_argument, NULL, OPT_WRITE_BASELINE},
        {"witness", required_argument, NULL, OPT_WITNESS},
        {"harness", required_argument, NULL, OPT_HARNESS},
        {"svcomp", required_argument, NULL, OPT_SVCOMP},
        {"strict", no_argument, NULL, OPT_STRICT},
        {"format", required_argument, NULL, OPT_FORMAT},
        {"report", required_argument, NULL, OPT_REPORT},
        {"no-search", no_argument, NULL, OPT_NO_SEARCH},
        {"predicates", no_argument, NULL, OPT_PREDICATES},
        {"no-predicates", no_argument, NULL, OPT_NO_PREDICATES},
        {"max-steps", required_argument, NULL, OPT_MAX_STEPS},
        {"join", no_argument, NULL, OPT_JOIN},
        {"focus", required_argument, NULL, OPT_FOCUS},
        {"no-cache", no_argument, NULL, OPT_NO_CACHE},
        {"verify-cache", no_argument, NULL, OPT_VERIFY_CACHE},
        {0},
    };
    int c, status = EX_HOLDS;
    *k = (struct check_command){
        .automatic = true, .searches = true, .seeks_predicates = CHECK_SEEK_PART, .format = report_formats};
    driver_run_options_init(&k->run);
    optind = 0;
    while (!status && (c = driver_next_option(argc, argv, argv[0], "a:l:p:R:", options)) != -1)
        status = take_option(k, argv[0], c, optarg);
    if (!status && optind >= argc)
        status = driver_say_usage(argv[0], "no program given");
    k->files = argv + optind;
    k->file_count = (size_t)(argc - optind);
    return status;
}

void driver_check_options_free(struct check_command *k)
{
    driver_run_options_free(&k->run);
    vec_free(&k->formulas);
    vec_free(&k->rules);
    vec_free(&k->focus);
    vec_free(&k->specs);
    vec_free(&k->reports);
    vec_free(&k->witnesses);
}
