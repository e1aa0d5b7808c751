/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check: answers questions about a program. Verdict lines (or another format) go to standard output, reports to files,
 * diagnostics to standard error.
 */
#include "runtime/driver/baseline.h"
#include "runtime/driver/boolean_check.h"
#include "runtime/driver/check_command.h"
#include "runtime/driver/harness/harness.h"
#include "runtime/driver/rules.h"

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
        written = driver_baseline_write(k->new_baseline, r->unit->name, r->check);
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
    struct harness_request request = {
        .directory = k->harness,
        .u = p->unit,
        .notes = &p->notes,
        .report = r,
        .files = k->files,
        .file_count = k->file_count,
    };
    struct diag d = {0};
    if (check_find_entry(p->unit, &p->notes, k->run.entry, &request.entry, &d))
        request.entry = 0; /* each design names its own */
    enum status st = driver_harness_write(&request, &d);
    return st ? driver_say_failure(st, &d) : EX_HOLDS;
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
    driver_cache_add_number(c, "never fails", k->is_svcomp);
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
    struct baseline baseline = {0};
    struct check_options options = {.engine = k->run.engine,
                                    .automatic = k->automatic,
                                    .layer = k->layer,
                                    .strict = k->strict,
                                    .searches = k->searches,
                                    .never_fails = k->is_svcomp, /* as the competition has it */
                                    .wants_inputs = k->harness != NULL,
                                    .wants_model = k->reports.count || k->format != report_formats,
                                    .seeks_predicates = k->seeks_predicates,
                                    .rules = &rules,
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
    driver_baseline_apply(&baseline, p->unit->name, p->arena, &options);
    int status = st ? driver_say_failure(st, &d) : answer_with(k, p, &options);
    vec_free(&rules.list);
    driver_baseline_free(&baseline);
    return status;
}

/* A Boolean program: one file, and the options that mean something for it. */
static int check_boolean(const struct check_command *k)
{
    struct bool_options options = {.entry = k->run.entry,
                                   .max_steps = k->max_steps,
                                   .max_memory = k->run.engine.max_memory,
                                   .states = k->states,
                                   .focus = k->focus.items,
                                   .focus_count = k->focus.count,
                                   .budget = &k->run.budget};
    if (k->file_count > 1)
        return driver_say_usage("check", "'%s' is a Boolean program, which is checked alone", k->files[0]);
    if (k->run.maps.count || k->specs.count || k->format != report_formats || k->reports.count || k->witnesses.count ||
        k->run.fallback || k->layer || k->run.engine.unbounded || k->harness)
        return driver_say_usage(
            "check", "of a Boolean program, only -p, --entry, --join, --focus, --max-steps, --max-memory and --timeout "
                     "are available");
    return driver_boolean_check(k->files[0], k->formulas.items, k->formulas.count, &options);
}

/* A program with a fragment: linked, with its notes. */
static int check_program(struct check_command *k)
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
    int status = driver_program_link(&p, k->files, (int)k->file_count, PROGRAM_WHOLE);
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
    struct check_command k;
    int status = driver_check_options_read(&k, argc, argv);
    if (!status)
        driver_watch_begin(&k.run);
    if (!status && driver_boolean_is_named(k.files[0]))
        status = check_boolean(&k);
    else if (!status && k.is_svcomp && k.formulas.count > k.svcomp_questions)
        status = driver_say_usage("check", "--svcomp asks one question: it goes without -p");
    else if (!status && k.is_svcomp && !k.svcomp.count)
        puts("UNKNOWN"), status = EX_MAYBE;
    else if (!status)
        status = check_program(&k);
    driver_watch_end();
    driver_check_options_free(&k);
    driver_source_forget();
    return status;
}
