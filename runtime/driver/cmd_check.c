/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: answers questions about a program. Verdict lines (or another format) go to standard output, reports to files,
 * diagnostics to standard error.
 */
#include "runtime/driver/boolean_check.h"
#include "runtime/driver/baseline.h"
#include "runtime/driver/cache.h"
#include "runtime/driver/harness.h"
#include "runtime/driver/report/report.h"
#include "runtime/driver/rules.h"
#include "runtime/driver/svcomp.h"

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
    char *const *files; /* what is checked */
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
    if (!strcmp(text, "paths")) {
        k->layer = CHECK_ONLY_PATHS;
        return EX_HOLDS;
    }
    if (!driver_parse_size(text, false, &n) || n < 1 || n > 2)
        return driver_say_usage(
            command,
            "--layer=%s: there are 1 (joined states, intervals), 2 (the maps, and automatic ones) and "
            "paths (runs of each path alone)",
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

/* The note of a --spec option: FILE or FILE:PROCESS, where a file of the whole name comes first. */
static const struct note *spec_note(struct arena *a, const struct spec_option *s, const char *relation)
{
    struct note *n = ARENA_NEW(a, struct note);
    const char *colon = strrchr(s->file, ':');
    FILE *whole = fopen(s->file, "r");
    n->kind = NOTE_SPEC;
    n->u.spec.file = whole || !colon ? s->file : arena_strn(a, s->file, (size_t)(colon - s->file));
    n->u.spec.process = whole || !colon || !colon[1] ? NULL : colon + 1;
    n->u.spec.relation = s->relation ? s->relation : relation ? relation : "obseq";
    if (whole)
        fclose(whole);
    return n;
}

/* Adds the questions of the command line behind those that travel in the program, in the order given. */
static int add_questions(struct check_command *k, struct program *p)
{
    struct diag d = {0};
    for (size_t i = 0; i < k->formulas.count; i++) {
        struct note *n = NULL;
        enum status st = note_parse_property(p->arena, k->formulas.items[i], p->unit, 0, &n, &d);
        if (st)
            return driver_say_failure(st, &d);
        vec_push(&p->notes.list, n);
    }
    for (size_t i = 0; i < k->specs.count; i++)
        vec_push(&p->notes.list, spec_note(p->arena, &k->specs.items[i], k->relation));
    return EX_HOLDS;
}

static int write_witness(const char *path, const struct report *r)
{
    struct buf text = {0};
    const char *suffix = strrchr(path, '.');
    if (suffix && !strcmp(suffix, ".graphml"))
        report_graphml(r, &text);
    else if (suffix && (!strcmp(suffix, ".yml") || !strcmp(suffix, ".yaml")))
        report_yaml(r, &text);
    else
        report_witness(r, &text);
    int status = driver_write_output(path, &text);
    buf_free(&text);
    return status;
}

static int write_svcomp(const struct check_command *k, const struct check_report *r)
{
    struct buf text = {0};
    bool is_known = driver_svcomp_print(&k->svcomp, r, &text);
    int status = driver_write_output(NULL, &text);
    buf_free(&text);
    return status ? status : is_known ? EX_HOLDS : EX_MAYBE;
}

static bool has_witness(const struct check_command *k, const struct report *r)
{
    return k->is_svcomp ? r->violation != NULL : check_exit_status(r->check) == EX_VIOLATED;
}

/* A file that cannot be written does not keep the others from being written. */
static int write_all(const struct check_command *k, const struct report *r)
{
    int status = k->is_svcomp ? write_svcomp(k, r->check) : report_write(r, k->format, NULL);
    for (size_t i = 0; i < k->reports.count; i++) {
        int written = report_write(r, k->reports.items[i].format, k->reports.items[i].path);
        status = status ? status : written;
    }
    int written = EX_HOLDS;
    for (size_t i = 0; i < k->witnesses.count && has_witness(k, r); i++) {
        int one = write_witness(k->witnesses.items[i], r);
        written = written ? written : one;
    }
    if (!written && k->new_baseline)
        written = driver_baseline_write(k->new_baseline, r->check);
    return status ? status : written;
}

static void say_chosen(const struct program *p, const struct check_report *r)
{
    struct buf text = {0};
    if (r->was_exact)
        buf_puts(&text, "cwolf: note: decided with everything tracked exactly, as by --default=exact\n");
    for (uint32_t i = 0; i < r->count; i++)
        if (r->answers[i].by)
            buf_printf(&text, "cwolf: note: '%s' is decided by: %s\n", r->answers[i].name, r->answers[i].by);
    for (uint32_t i = 0; i < r->chosen_count; i++) {
        note_print_pragma(p->unit, r->chosen[i], &text);
        if (text.size && text.data[text.size - 1] != '\n')
            buf_putc(&text, '\n');
    }
    fwrite(buf_str(&text), 1, text.size, stderr);
    buf_free(&text);
}

static int write_harness(const struct check_command *k, const struct program *p, const struct check_report *r)
{
    struct diag d = {0};
    uint32_t count;
    enum status st = driver_harness_write(k->harness, p->unit, r, k->files, k->file_count, &count, &d);
    if (st)
        return driver_say_failure(st, &d);
    if (count)
        driver_say(DIAG_NOTE, "%u failing %s in '%s': make -C %s run, or debug", count, count == 1 ? "run" : "runs",
                   k->harness, k->harness);
    else if (check_exit_status(r) == EX_VIOLATED)
        driver_say(DIAG_WARNING, "no run was found that shows a violation: nothing is written to '%s'", k->harness);
    return EX_HOLDS;
}

static int report(const struct check_command *k, const struct program *p, const struct check_report *r)
{
    if (r->model) {
        driver_say_model_notes(r->model, r->assumptions, r->assumption_count);
        driver_say_explosion(r->model, r->used_up);
    } else { /* answered without a run */
        driver_say_assumptions(r->assumptions, r->assumption_count);
    }
    if (k->show_auto)
        say_chosen(p, r);
    if (k->format == report_formats)
        driver_say_answers(p->unit, r, k->strict);
    driver_baseline_say(r);
    struct report all = {.unit = p->unit, .check = r, .strict = k->strict};
    const struct svcomp_row *row = driver_svcomp_violated(&k->svcomp, r, &all.violation);
    all.specification = row ? row->formula : NULL;
    int status = write_all(k, &all);
    if (!status && k->harness)
        status = write_harness(k, p, r);
    return status ? status : check_exit_status(r);
}

static enum status read_rules(const struct check_command *k, struct rules *out, struct diag *d)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < k->rules.count && !st; i++)
        st = driver_rules_read(k->rules.items[i], out, d);
    return st;
}

/* Files that are written are not kept. */
static void make_key(const struct check_command *k, const struct program *p, struct cache *c)
{
    bool writes = k->harness || k->reports.count || k->witnesses.count || k->new_baseline || k->is_svcomp;
    driver_cache_open(c, writes || k->run.budget.deadline ? CACHE_OFF : k->cache);
    driver_cache_add(c, "check", p->unit->name);
    for (size_t i = 0; i < k->formulas.count; i++)
        driver_cache_add(c, "property", k->formulas.items[i]);
    for (size_t i = 0; i < k->rules.count; i++) {
        driver_cache_add(c, "rules", k->rules.items[i]);
        driver_cache_add_rules(c, k->rules.items[i]);
    }
    driver_cache_add_file(c, k->baseline);
    driver_cache_add(c, "format", k->format->name);
    driver_cache_add_number(c, "automatic", k->automatic);
    driver_cache_add_number(c, "show", k->show_auto);
    driver_cache_add_number(c, "strict", k->strict);
    driver_cache_add_number(c, "searches", k->searches);
    driver_cache_add_number(c, "predicates", k->seeks_predicates);
    driver_cache_add_number(c, "layer", (uint64_t)k->layer);
    driver_cache_add_options(c, &k->run);
    driver_cache_add_program(c, p);
}

/* Runs the check and says what comes out, unless that was done before. */
static int answer_with(struct check_command *k, struct program *p, const struct check_options *options)
{
    struct check_report *r = NULL;
    struct diag d = {0};
    struct cache cache;
    int status;
    make_key(k, p, &cache);
    if (driver_cache_find(&cache, p->arena, &status)) {
        driver_cache_close(&cache);
        return status;
    }
    driver_cache_begin(&cache);
    enum status st = check_run(p->unit, &p->notes, options, &r, &d);
    driver_watch_wipe();
    if (st)
        status = driver_say_failure(st, &d);
    else if (!r->count)
        status = driver_say_usage(NULL, "nothing to check: the program carries no property and no spec; give -p, -R, "
                                        "--properties or --spec");
    else
        status = report(k, p, r);
    bool is_lasting = !st && r->count && status != EX_BAD && driver_cache_is_lasting(r, &p->notes, options);
    if (!driver_cache_end(&cache, p->arena, status, is_lasting))
        status = EX_BAD;
    driver_cache_close(&cache);
    check_report_free(r);
    return status;
}

static int answer(struct check_command *k, struct program *p)
{
    struct rules rules = {.arena = p->arena};
    struct check_acceptances baseline = {0};
    struct check_options options = {.engine = k->run.engine,
                                    .automatic = k->automatic,
                                    .layer = k->layer,
                                    .strict = k->strict,
                                    .searches = k->searches,
                                    .wants_inputs = k->harness != NULL,
                                    .seeks_predicates = k->seeks_predicates,
                                    .rules = &rules,
                                    .baseline = &baseline,
                                    .accepts_all = k->new_baseline != NULL,
                                    .sink = driver_say_sink()};
    struct diag d = {0};
    if (k->run.fallback && !driver_option_abstraction(p->arena, k->run.fallback, &options.engine.fallback, &d))
        return driver_say_failure(ST_BAD, &d);
    if (k->run.entry) {
        enum status st = check_find_entry(p->unit, &p->notes, k->run.entry, &options.engine.entry, &d);
        if (st)
            return driver_say_failure(st, &d);
    }
    enum status st = read_rules(k, &rules, &d);
    if (!st && k->baseline)
        st = driver_baseline_read(p->arena, k->baseline, &baseline, &d);
    int status = st ? driver_say_failure(st, &d) : answer_with(k, p, &options);
    vec_free(&rules.list);
    vec_free(&baseline);
    return status;
}

/* A Boolean program: one file, and the options that mean something for it. */
static int check_boolean(const struct check_command *k, const char *command, char *const *paths, int count)
{
    struct bool_options options = {.entry = k->run.entry,
                                   .max_steps = k->max_steps,
                                   .max_memory = k->run.engine.max_memory,
                                   .states = k->states,
                                   .focus = k->focus.items,
                                   .focus_count = k->focus.count,
                                   .budget = &k->run.budget};
    if (count > 1)
        return driver_say_usage(command, "'%s' is a Boolean program, which is checked alone", paths[0]);
    if (k->run.maps.count || k->specs.count || k->format != report_formats || k->reports.count || k->witnesses.count ||
        k->run.fallback || k->layer || k->run.engine.unbounded || k->harness)
        return driver_say_usage(
            command, "of a Boolean program, only -p, --entry, --join, --focus, --max-steps, --max-memory and --timeout "
                     "are available");
    return driver_boolean_check(paths[0], k->formulas.items, k->formulas.count, &options);
}

/* A program with a fragment: linked, with its notes. */
static int check_program(struct check_command *k, char *const *paths, int count)
{
    struct program p = {0};
    if (k->states != BOOL_EXACT)
        return driver_say_usage("check", "--join and --focus are for the check of a Boolean program, FILE.bp");
    if (k->run.engine.unbounded && (k->layer == CHECK_ONLY_PATHS || k->seeks_predicates == CHECK_SEEK_ALL ||
                                    k->is_svcomp || k->witnesses.count || k->harness))
        return driver_say_usage("check", "--overflow=none asks about no machine: it goes without --layer=paths, "
                                         "--predicates, --svcomp, --witness and --harness");
    if (k->max_steps)
        return driver_say_usage("check",
                                "--max-steps bounds the check of a Boolean program, FILE.bp; there is --max-states");
    k->files = paths;
    k->file_count = (size_t)count;
    int status = driver_program_link(&p, paths, count, PROGRAM_WHOLE);
    if (!status)
        status = driver_program_notes(&p, &k->run);
    if (!status)
        status = add_questions(k, &p);
    if (!status)
        status = answer(k, &p);
    driver_program_free(&p);
    return status;
}

int cmd_check(int argc, char **argv)
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
    struct check_command k = {
        .automatic = true, .searches = true, .seeks_predicates = CHECK_SEEK_PART, .format = report_formats};
    int c, status = EX_HOLDS;
    driver_run_options_init(&k.run);
    optind = 0;
    while (!status && (c = driver_next_option(argc, argv, argv[0], RUN_OPTIONS_SHORT "p:R:", options)) != -1)
        status = take_option(&k, argv[0], c, optarg);
    if (!status && optind >= argc)
        status = driver_say_usage(argv[0], "no program given");
    if (!status)
        driver_watch_begin(&k.run);
    if (!status && driver_boolean_is_named(argv[optind]))
        status = check_boolean(&k, argv[0], argv + optind, argc - optind);
    else if (!status && k.is_svcomp && k.formulas.count > k.svcomp_questions)
        status = driver_say_usage(argv[0], "--svcomp asks one question: it goes without -p");
    else if (!status && k.is_svcomp && !k.svcomp.count)
        puts("UNKNOWN"), status = EX_MAYBE;
    else if (!status)
        status = check_program(&k, argv + optind, argc - optind);
    driver_watch_end();
    driver_run_options_free(&k.run);
    vec_free(&k.formulas);
    vec_free(&k.rules);
    vec_free(&k.focus);
    vec_free(&k.specs);
    vec_free(&k.reports);
    vec_free(&k.witnesses);
    driver_source_forget();
    return status;
}
