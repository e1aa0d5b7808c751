/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * link-check: what gcc runs after each link with the specs file. Answers the questions that travel in the program that
 * was just linked.
 *
 * Invariants: without questions nothing is printed and the output stays. A violation removes the output and exits 1
 * (unless violations=warn), because gcc would leave it and the next make would call it done. A failure of our own,
 * crashes included, warns and keeps the output, except under strict. Only regular files are touched.
 */
#include "runtime/driver/baseline.h"
#include "linkcheck.h"
#include "runtime/driver/rules.h"
#include "runtime/models/models.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* How the check in the child process ended. */
enum outcome { PASSED = 0, VIOLATED = 1, FAILED = 2, WRONG = 3, CRASHED };

static bool is_regular(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISREG(s.st_mode);
}

/* ---- which files to read ----------------------------------------------------------------------------------------- */

static bool has_fragments(const char *path)
{
    return driver_probe_file(path).found == PROBE_FRAGMENTS;
}

/* Objects built with -flto lose their section in the link: then what went in is read. */
static bool section_vanished(const struct link_options *o)
{
    if (o->lto)
        return true;
    if (has_fragments(o->output))
        return false;
    for (size_t i = 0; i < o->inputs.count; i++)
        if (has_fragments(o->inputs.items[i]))
            return true;
    return false;
}

static bool is_worth_reading(const char *path)
{
    return is_regular(path) && driver_probe_file(path).found != PROBE_OTHER;
}

/* Of the product, where it is no raw image, only which variables of libraries it has copies of. */
static enum status collect_inputs(const struct link_options *o, struct cwi_inputs *in, struct diag *d)
{
    struct cwi_inputs product = {0};
    enum status st = is_worth_reading(o->output) ? cwi_collect(o->output, false, &product, d) : ST_OK;
    for (size_t i = 0; i < product.copied.count; i++)
        vec_push(&in->copied, (const char *)arena_str(in->arena, product.copied.items[i]));
    cwi_inputs_free(&product);
    for (size_t i = 0; i < o->inputs.count && !st; i++)
        if (is_worth_reading(o->inputs.items[i]))
            st = cwi_collect(o->inputs.items[i], true, in, d);
    return st;
}

/* What was just linked, and the shared libraries with fragments that it was linked with: they are part of the
 * program. */
static enum status collect_output(const struct link_options *o, struct cwi_inputs *in, struct diag *d)
{
    enum status st = cwi_collect(o->output, false, in, d);
    for (size_t i = 0; i < o->inputs.count && !st; i++) {
        struct probe p = driver_probe_file(o->inputs.items[i]);
        if (p.is_dynamic && p.found == PROBE_FRAGMENTS)
            st = cwi_collect(o->inputs.items[i], false, in, d);
    }
    return st;
}

/* What else belongs to the program, and what the linker was told about names. */
static enum status complete(const struct link_options *o, bool from_inputs, struct cwi_inputs *in, struct diag *d)
{
    enum status st = driver_libraries_add(in, o->directories.items, o->directories.count, d);
    for (size_t i = 0; i < o->inputs.count && !st && !from_inputs; i++) {
        size_t first = in->list.count;
        if (!is_worth_reading(o->inputs.items[i]) || driver_probe_file(o->inputs.items[i]).is_dynamic)
            continue;
        st = cwi_collect(o->inputs.items[i], true, in, d);
        for (size_t k = first; k < in->list.count; k++)
            in->list.items[k].is_table = in->list.items[k].unit_count > 0;
    }
    for (size_t i = 0; i < o->wraps.count; i++)
        vec_push(&in->wraps, o->wraps.items[i]);
    for (size_t i = 0; i < o->defsyms.count; i++)
        vec_push(&in->defsyms, o->defsyms.items[i]);
    in->knows_options = true;
    in->odd_start = o->odd_start;
    return st;
}

/* ---- what the product carries ------------------------------------------------------------------------------------ */

/* What the linker, or objcopy, did to names cannot be told from the product. Checked later, it has to say so itself. */
static enum status keep_bindings(const struct link_options *o, bool from_inputs, const struct cwi_inputs *in,
                                 struct diag *d)
{
    struct cwi_unit *u = NULL;
    struct buf frame = {0};
    enum status st = cwi_link(in, o->output, NULL, &u, d);
    if (!st && (from_inputs || u->is_rebound || u->odd_start) && !(st = cwi_write(u, &frame, d)))
        driver_linkcheck_replace(o, &frame);
    cwi_unit_free(u);
    buf_free(&frame);
    return st;
}

/* ---- is there anything to check? --------------------------------------------------------------------------------- */

static const char *const question_words[] = {"property", "properties", "spec", "rule", NULL};

static bool asks(const struct cwi_unit *u)
{
    for (size_t i = 0; i < u->notes.count; i++)
        for (size_t k = 0; question_words[k]; k++)
            if (!strcmp(u->notes.items[i].word, question_words[k]))
                return true;
    return false;
}

/* Questions given to the link itself. */
static bool is_asked(const struct link_options *o)
{
    bool given = o->specs.count > 0 || o->rules;
    for (size_t i = 0; i < o->run.maps.count; i++)
        given |= o->run.maps.items[i].kind == MAP_PROPERTIES;
    return given;
}

static bool has_questions(const struct link_options *o, const struct cwi_inputs *in)
{
    bool any = false, given = is_asked(o);
    for (size_t i = 0; i < in->list.count; i++)
        for (size_t k = 0; k < in->list.items[i].unit_count; k++) {
            any |= asks(in->list.items[i].units[k]);
            any |= given;
        }
    return any;
}

/* ---- objects without fragments ----------------------------------------------------------------------------------- */

/* Whether annotations say what a call of the function does. */
static bool is_declared(const struct notes *notes, cwi_id func)
{
    for (size_t i = 0; i < notes->list.count; i++) {
        const struct note *n = notes->list.items[i];
        if ((n->kind == NOTE_EXTERNAL && n->u.external.func == func) ||
            (n->kind == NOTE_INPUT && n->u.input.func == func))
            return true;
    }
    return false;
}

static bool defines_called(const struct cwi_input *input, const struct program *p, const char **which)
{
    for (cwi_id f = 1; f < p->unit->funcs.count; f++) {
        const struct cwi_func *func = cwi_func_of(p->unit, f);
        for (size_t i = 0; !func->block_count && func->asm_name && i < input->define_count; i++)
            if (!strcmp(input->defines[i], func->asm_name) && !is_declared(&p->notes, f)) {
                *which = func->name ? func->name : func->asm_name;
                return true;
            }
    }
    return false;
}

/* Names the inputs that define functions of the model but carry no fragment; the number of them. */
static int say_missing(const struct link_options *o, const struct program *p)
{
    struct cwi_inputs in = {.arena = arena_new()};
    struct diag ignored;
    int count = 0;
    for (size_t i = 0; o->missing != LINK_IGNORE && i < o->inputs.count; i++)
        if (is_regular(o->inputs.items[i]) && driver_probe_file(o->inputs.items[i]).found == PROBE_NOTHING)
            (void)cwi_collect(o->inputs.items[i], true, &in, &ignored);
    for (size_t i = 0; i < in.list.count; i++) {
        const struct cwi_input *input = &in.list.items[i];
        const char *which;
        if (input->unit_count || !input->has_code || !defines_called(input, p, &which))
            continue;
        count++;
        diag_send(
            driver_say_sink(), o->missing == LINK_ERROR ? DIAG_ERROR : DIAG_WARNING, (struct place){input->path, 0, 0},
            "no fragment of C Wolf in it, though it defines '%s': that may do anything; compile it with the flag, say "
            "what it does ('#pragma cwolf external'), or -fplugin-arg-cwolf-missing=ignore",
            which);
    }
    cwi_inputs_free(&in);
    return count;
}

/* ---- the questions ----------------------------------------------------------------------------------------------- */

/* A map given to the compiler and to the linker alike travels in the fragment already. */
static bool travels(const struct cwi_unit *u, const char *word, const char *file)
{
    for (size_t i = 0; i < u->notes.count; i++)
        if (u->notes.items[i].file_name && !strcmp(u->notes.items[i].word, word) &&
            !strcmp(u->notes.items[i].file_name, file))
            return true;
    return false;
}

static void drop_travelling(struct link_options *o, const struct cwi_unit *u)
{
    static const char *const words[] = {[MAP_AM] = "am", [MAP_LM] = "lm", [MAP_PROPERTIES] = "properties"};
    size_t kept = 0;
    for (size_t i = 0; i < o->run.maps.count; i++)
        if (!travels(u, words[o->run.maps.items[i].kind], o->run.maps.items[i].path))
            o->run.maps.items[kept++] = o->run.maps.items[i];
    o->run.maps.count = kept;
}

static void add_specs(const struct link_options *o, struct program *p)
{
    for (size_t i = 0; i < o->specs.count; i++) {
        const struct link_spec *s = &o->specs.items[i];
        struct note *n = ARENA_NEW(p->arena, struct note);
        n->kind = NOTE_SPEC;
        n->u.spec.file = s->file;
        n->u.spec.process = s->process;
        n->u.spec.relation = s->relation;
        if (!travels(p->unit, "spec", s->value))
            vec_push(&p->notes.list, n);
    }
}

/* Without a main, a shared library is asked only what names its own entry. Returns how many questions are left. */
static size_t keep_askable(const struct link_options *o, struct program *p)
{
    cwi_id entry;
    bool has_entry = !check_find_entry(p->unit, &p->notes, NULL, &entry, NULL);
    size_t kept = 0, questions = has_entry && o->rules;
    for (size_t i = 0; i < p->notes.list.count; i++) {
        const struct note *n = p->notes.list.items[i];
        bool is_question = n->kind == NOTE_PROPERTY || n->kind == NOTE_SPEC || n->kind == NOTE_RULE;
        if (is_question && !has_entry && !(n->kind == NOTE_SPEC && n->u.spec.entry))
            continue;
        questions += is_question;
        p->notes.list.items[kept++] = n;
    }
    p->notes.list.count = kept;
    return questions;
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

static void print_report(const struct program *p, const struct check_report *r, bool strict)
{
    driver_say_answers(p->unit, r, strict);
    driver_baseline_say(r);
    if (check_exit_status(r) != EX_HOLDS && r->model) {
        driver_say_model_notes(r->model, r->assumptions, r->assumption_count);
        driver_say_explosion(r->model, r->used_up);
    }
}

static void make_key(const struct link_options *o, const struct program *p, struct cache *c)
{
    bool is_told = o->formats.count || o->run.budget.deadline; /* of reports nothing is kept */
    driver_cache_open(c, is_told ? CACHE_OFF : o->cache);
    driver_cache_add(c, "link", o->output);
    driver_cache_add_number(c, "strict", o->strict);
    driver_cache_add_number(c, "layer", o->layer);
    driver_cache_add(c, "rules", o->rules);
    driver_cache_add_rules(c, o->rules);
    driver_cache_add_file(c, o->baseline);
    driver_cache_add(c, "start", o->odd_start);
    for (size_t i = 0; i < o->wraps.count; i++)
        driver_cache_add(c, "wrap", o->wraps.items[i]);
    for (size_t i = 0; i < o->defsyms.count; i++) {
        driver_cache_add(c, "symbol", o->defsyms.items[i].name);
        driver_cache_add(c, "is", o->defsyms.items[i].is);
    }
    driver_cache_add_options(c, &o->run);
    driver_cache_add_program(c, p);
}

/* What check_run and print_report do, or did before. */
static enum outcome answer(struct link_options *o, struct program *p, const struct check_options *options,
                           struct cache *c)
{
    struct check_report *r = NULL;
    struct diag d = {0};
    int outcome;
    if (driver_cache_find(c, p->arena, &outcome))
        return (enum outcome)outcome;
    driver_cache_begin(c);
    enum status st = check_run(p->unit, &p->notes, options, &r, &d);
    driver_watch_end();
    if (st) {
        driver_say_failure(st, &d);
        return WRONG;
    }
    print_report(p, r, o->strict);
    int status = check_exit_status(r);
    outcome = status == EX_VIOLATED || (status == EX_MAYBE && o->strict) ? VIOLATED : PASSED;
    bool is_lasting = driver_cache_is_lasting(r, &p->notes, options);
    if (!driver_linkcheck_report(o, p, r) || !driver_cache_end(c, p->arena, outcome, is_lasting))
        outcome = WRONG;
    check_report_free(r);
    return (enum outcome)outcome;
}

static enum outcome check_program(struct link_options *o, struct program *p)
{
    driver_watch_begin(&o->run);
    struct rules rules = {.arena = p->arena};
    struct baseline baseline = {0};
    struct check_options options = {.engine = o->run.engine,
                                    .automatic = true,
                                    .layer = (int)o->layer,
                                    .strict = o->strict,
                                    .wants_model = o->formats.count,
                                    .rules = &rules,
                                    .is_brief = !o->run.budget.deadline && !o->run.engine.max_states,
                                    .sink = driver_say_sink()};
    struct diag d = {0};
    struct cache cache;
    drop_travelling(o, p->unit);
    if (driver_program_notes(p, &o->run))
        return WRONG;
    add_specs(o, p);
    if (!keep_askable(o, p)) {
        if (!o->shared)
            driver_say(DIAG_WARNING, "nothing of '%s' was checked: its main has no fragment of C Wolf", o->output);
        return o->shared || !o->strict ? PASSED : WRONG;
    }
    if (say_missing(o, p) && o->missing == LINK_ERROR)
        return WRONG;
    enum status st = o->rules ? driver_rules_read(o->rules, &rules, &d) : ST_OK;
    if (!st && o->baseline)
        st = driver_baseline_read(p->arena, o->baseline, &baseline, &d);
    driver_baseline_apply(&baseline, o->output, p->arena, &options);
    make_key(o, p, &cache);
    enum outcome outcome = st ? WRONG : answer(o, p, &options, &cache);
    driver_cache_close(&cache);
    vec_free(&rules.list);
    driver_baseline_free(&baseline);
    driver_watch_end();
    if (st)
        driver_say_failure(st, &d);
    return outcome;
}

static enum status link_program(const struct link_options *o, struct cwi_inputs *in, struct program *p, struct diag *d)
{
    enum status st = o->shared ? ST_OK : models_add(in, d);
    if (!st)
        st = cwi_link(in, o->output, driver_say_sink(), &p->unit, d);
    if (!st && !o->shared)
        cwi_add_start(p->unit);
    if (!st) {
        driver_program_keep_inputs(p, in);
        cwi_expose(p->unit);
        cwi_hold_extra(p->unit);
    }
    return st;
}

static enum outcome read_and_check(struct link_options *o)
{
    struct cwi_inputs in = {.arena = arena_new()};
    struct program p = {.arena = arena_new()};
    struct diag d = {0};
    enum outcome outcome = PASSED;
    p.notes.arena = p.arena;
    bool from_inputs = section_vanished(o);
    enum status st = from_inputs ? collect_inputs(o, &in, &d) : collect_output(o, &in, &d);
    bool is_damaged = st != ST_OK, wanted = !st && has_questions(o, &in);
    if (!st)
        st = complete(o, from_inputs, &in, &d);
    if (!st)
        st = keep_bindings(o, from_inputs, &in, &d);
    if (wanted && !st)
        st = link_program(o, &in, &p, &d);
    cwi_inputs_free(&in);
    if (st && !is_damaged && !wanted && !o->strict) {
        outcome = PASSED; /* nobody asked for anything */
    } else if (st) {
        d.level = o->strict ? DIAG_ERROR : DIAG_WARNING;
        driver_say_diag(&d);
        outcome = FAILED;
    } else if (wanted)
        outcome = check_program(o, &p);
    driver_program_free(&p);
    driver_source_forget();
    return outcome;
}

/* In a child, so that a crash of ours does not fail somebody's build. */
static enum outcome check_apart(struct link_options *o)
{
    int how = 0;
    if (!has_fragments(o->output) && !section_vanished(o))
        return PASSED;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        driver_set_out_of_memory_status(FAILED);
        int outcome = (int)read_and_check(o);
        fflush(NULL);
        _exit(outcome);
    }
    while (child > 0 && waitpid(child, &how, 0) < 0)
        if (errno != EINTR)
            return CRASHED;
    return child > 0 && WIFEXITED(how) ? (enum outcome)WEXITSTATUS(how) : CRASHED;
}

/* ---- what follows ------------------------------------------------------------------------------------------------ */

static int remove_output(const struct link_options *o)
{
    if (o->keep_violations)
        return EX_HOLDS;
    if (unlink(o->output))
        driver_say(DIAG_ERROR, "cannot remove '%s': %s", o->output, strerror(errno));
    return EX_VIOLATED;
}

static int conclude(const struct link_options *o, enum outcome outcome)
{
    if (outcome == CRASHED)
        driver_say(o->strict ? DIAG_ERROR : DIAG_WARNING,
                   "the check of '%s' ended without a result: this is a fault of C Wolf", o->output);
    bool is_own_failure = outcome == FAILED || outcome == CRASHED;
    if (outcome == VIOLATED || outcome == WRONG || (is_own_failure && o->strict)) {
        int status = remove_output(o);
        if (status)
            return status;
    }
    return o->strip ? driver_linkcheck_strip(o) : EX_HOLDS;
}

int cmd_link_check(int argc, char **argv)
{
    struct link_options o;
    struct arena *a = arena_new();
    int status = EX_HOLDS;
    if (!driver_link_options_read(&o, a, argc, argv)) {
        if (o.nearest)
            driver_say(DIAG_ERROR, "'%s' is not understood; did you mean '%s'?", o.wrong, o.nearest);
        else
            driver_say(DIAG_ERROR, "'%s' is not understood; 'cwolf help flag' lists the arguments", o.wrong);
        status = EX_VIOLATED;
    } else if (!o.relocatable && is_regular(o.output))
        status = conclude(&o, check_apart(&o));
    driver_link_options_free(&o);
    arena_free(a);
    return status;
}
