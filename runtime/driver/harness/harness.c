/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs that fail, outside of the checker: the Makefile beside the suite of their inputs.
 */
#include "harness.h"
#include "harness_main.h"
#include "suite.h"

#include <limits.h>

/* What a violation looks like natively, by the logic of its property. */
struct kind {
    const char *logic;
    const char *under;  /* what the program runs under, for make; or NULL */
    const char *show;   /* options of cwolf run */
    bool stops;         /* the debugger stops where it is */
    bool is_told;       /* the user has to know */
    const char *expect; /* of make run */
};
#define OF_MEMORY                                                                                                      \
    "valgrind tells what leaves a block of the heap; what stays within one object, or leaves one of the stack or of "  \
    "static storage, only make show tells"
static const struct kind kinds[] = {
    {"reach-assert", NULL, "", false, false, "it fails natively"},
    {"unreachable", NULL, "", true, true, "what is reached need not fail: make debug stops there"},
    {"memory-safe", "$(WATCHED)", "", false, true, OF_MEMORY},
    {"no-null", "$(WATCHED)", "", false, true, "it is ended by a signal, where the compiler left the access"},
    {"no-use-after-free", "$(WATCHED)", "", false, true,
     "valgrind tells it of blocks of the heap; of variables that are gone only make show tells"},
    {"no-bad-free", "$(WATCHED)", "", false, true, "valgrind tells it"},
    {"no-uninit", "$(WATCHED)", "", false, true,
     "valgrind tells what is decided by memory without a value, where the compiler left that; else make show does"},
    {"no-leak", "$(WATCHED_TO_THE_END)", "--leaks", false, true,
     "valgrind tells blocks to which nothing leads at the end; where a stale copy of a pointer is left, only make show "
     "tells"},
    {"no-overflow", "$(WATCHED)", "--overflows", false, true,
     "natively nothing is seen of it: only make show tells it"},
};
static const struct kind other_kind = {"", NULL, "", false, false, "it does what the check says"};

struct harness {
    struct arena *arena;
    const struct harness_request *r;
    struct VEC(struct check_test) tests;
    struct VEC(const struct check_answer *) answers; /* of each */
    struct VEC(const char *) objects, programs;      /* full paths of what was checked */
    const struct cwi_func *function;                 /* the entry, if it is no main; else NULL */
    struct buf caller;                               /* C that calls it */
    bool has_functions;                              /* some input comes from one without a body */
};

static const struct kind *kind_of(const struct check_answer *x)
{
    for (size_t i = 0; x->question->kind == NOTE_PROPERTY && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].logic, x->question->u.property.logic))
            return &kinds[i];
    return &other_kind;
}

/* ---- what there is ----------------------------------------------------------------------------------------------- */

static void collect_tests(struct harness *h)
{
    for (uint32_t i = 0; i < h->r->report->count; i++) {
        const struct check_answer *x = &h->r->report->answers[i];
        if (x->verdict != LTS_VERDICT_FALSE || !x->inputs)
            continue;
        vec_push(&h->tests, ((struct check_test){.inputs = *x->inputs, .goals = 1}));
        vec_push(&h->answers, x);
        for (uint32_t k = 0; k < x->inputs->count; k++)
            h->has_functions |= x->inputs->from[k].func != 0;
    }
}

static void collect_files(struct harness *h)
{
    char real[PATH_MAX];
    for (size_t i = 0; i < h->r->file_count; i++) {
        const char *given = h->r->files[i], *path = realpath(given, real) ? arena_str(h->arena, real) : given;
        const char *suffix = strrchr(path, '.');
        if (suffix && (!strcmp(suffix, ".o") || !strcmp(suffix, ".a")))
            vec_push(&h->objects, path);
        else
            vec_push(&h->programs, path);
    }
}

static bool is_archive(const char *path)
{
    return !strcmp(strrchr(path, '.'), ".a");
}

static const char *symbol_of(const struct cwi_func *f)
{
    return f->asm_name ? f->asm_name : f->name;
}

/* A static function is called from outside by a copy of its object in which it is global. */
static const char *obstacle_of_static(const struct harness *h)
{
    size_t count = 0, archives = 0;
    for (size_t i = 0; i < h->objects.count; i++) {
        archives += is_archive(h->objects.items[i]);
        count += driver_probe_defines(h->objects.items[i], symbol_of(h->function));
    }
    if (!count && !archives)
        return arena_printf(h->arena,
                            "'%s' is static, and the compiler has left no code of its own for it: compile with -O0",
                            h->function->name);
    return count > 1 ? arena_printf(h->arena, "several objects have a static function '%s'", h->function->name) : NULL;
}

/* Why nothing can be linked; NULL: it can. Writes the caller. */
static const char *obstacle(struct harness *h)
{
    const struct cwi_func *f = h->function;
    const char *why_not = NULL;
    if (h->programs.count && (f || (h->has_functions && !h->objects.count)))
        return arena_printf(h->arena, "%s '%s', and '%s' is linked already: check the objects that it is made of",
                            f ? "something has to call" : "something has to give the inputs of",
                            f ? f->name : h->programs.items[0], h->programs.items[0]);
    if (f && f->is_nested)
        return arena_printf(h->arena, "'%s' is a nested function, which only the one around it can call", f->name);
    if (f && f->linkage == CWI_STATIC)
        why_not = obstacle_of_static(h);
    return why_not || !f ? why_not : driver_harness_main(h->arena, h->r->u, h->r->entry, &h->caller);
}

/* What neither make nor the shell takes as it stands is refused. */
static enum status check_paths(const struct harness *h, struct diag *d)
{
    static const char odd[] = "'\"()&;|<>*?[]{}~!`\\:=%\t\n";
    for (size_t i = 0; i < h->objects.count + h->programs.count; i++) {
        const char *path = i < h->objects.count ? h->objects.items[i] : h->programs.items[i - h->objects.count];
        if (strpbrk(path, odd))
            return diag_set(d, ST_BAD, (struct place){path, 0, 0},
                            "a Makefile cannot name this file for --harness: check a copy under a plain name");
    }
    return ST_OK;
}

/* ---- the Makefile ------------------------------------------------------------------------------------------------ */

#define GIVEN_VARIABLE "natively nothing gives '%s' its inputs: only make show tells it"
/* A variable that gives inputs, which nothing does natively; NULL: there is none. */
static const char *given_variable(const struct harness *h, const struct check_inputs *x)
{
    for (uint32_t i = 0; i < x->count; i++) {
        bool is_passed = false;
        for (uint32_t k = 0; h->function && k < h->function->param_count; k++)
            is_passed |= x->from[i].var == h->function->params[k];
        if (!x->from[i].func && x->from[i].var && !is_passed)
            return cwi_var_of(h->r->u, x->from[i].var)->name;
    }
    return NULL;
}

static void put_tests(const struct harness *h, struct buf *out)
{
    for (size_t i = 0; i < h->answers.count; i++) {
        const struct check_answer *x = h->answers.items[i];
        struct place at = cwi_place_text(h->r->u, x->at);
        const char *variable = given_variable(h, x->inputs);
        buf_printf(out, "#   %zu  ", i + 1);
        if (at.file)
            buf_printf(out, "%s:%u: ", at.file, at.line);
        for (const char *c = x->message; *c; c++)
            buf_putc(out, *c == '\n' ? ' ' : *c);
        if (variable)
            buf_printf(out, "\n#      make run: " GIVEN_VARIABLE "\n", variable);
        else
            buf_printf(out, "\n#      make run: %s\n", kind_of(x)->expect);
    }
}

/* For make and for the shell that it calls. */
static void put_path(const char *path, struct buf *out)
{
    for (const char *c = path; *c; c++)
        buf_printf(out, *c == '$' ? "$$" : *c == ' ' || *c == '#' ? "\\%c" : "%c", *c);
}

static void put_paths(const struct harness *h, struct buf *out)
{
    for (size_t i = 0; i < h->objects.count + h->programs.count; i++) {
        buf_putc(out, ' ');
        put_path(i < h->objects.count ? h->objects.items[i] : h->programs.items[i - h->objects.count], out);
    }
}

/* What the rules need to know of each test. */
static void put_settings(const struct harness *h, struct buf *out)
{
    for (size_t i = 0; i < h->answers.count; i++) {
        const struct kind *k = kind_of(h->answers.items[i]);
        struct place at = cwi_place_text(h->r->u, h->answers.items[i]->at);
        if (k->under)
            buf_printf(out, "UNDER.%zu = %s\n", i + 1, k->under);
        if (*k->show)
            buf_printf(out, "SHOW.%zu = %s\n", i + 1, k->show);
        if (k->stops && at.file && !strpbrk(at.file, " '\"$#\\"))
            buf_printf(out, "STOP.%zu = -ex 'break %s:%u'\n", i + 1, at.file, at.line);
    }
    buf_putc(out, '\n');
}

static const char variables[] = "TEST = 1\n"
                                "CC = gcc\n"
                                "GDB = gdb\n"
                                "OBJCOPY = objcopy\n"
                                "VALGRIND = valgrind\n"
                                "CWOLF = cwolf\n"
                                "INPUT = $(if $(wildcard $(TEST).stdin),$(TEST).stdin,/dev/null)\n"
                                "WATCHED = $(if $(VALGRIND),$(VALGRIND) -q --error-exitcode=99)\n"
                                "WATCHED_TO_THE_END = $(if $(VALGRIND),$(WATCHED) --leak-check=full)\n";
static const char rules[] = "run: $(PROGRAM)\n"
                            "\tCWOLF_VALUES=$(TEST).values $(UNDER.$(TEST)) $(PROGRAM) <$(INPUT)\n"
                            "debug: $(PROGRAM)\n"
                            "\tCWOLF_VALUES=$(TEST).values $(GDB) $(STOP.$(TEST)) -ex 'run <$(INPUT)' $(PROGRAM)\n"
                            ".PHONY: run debug show\n";

static void put_show(const struct harness *h, struct buf *out)
{
    buf_puts(out, "show:\n\t$(CWOLF) run $(SHOW.$(TEST))");
    if (h->function)
        buf_printf(out, " --entry=%s", h->function->name);
    buf_puts(out, " --inputs=./$(TEST).inputs");
    put_paths(h, out);
    buf_putc(out, '\n');
}

/* Of an entry that is no main, copies: the program's own main gives way to the caller. */
static void put_objects(const struct harness *h, struct buf *out)
{
    for (size_t i = 0; h->function && i < h->objects.count; i++) {
        buf_printf(out, "object-%zu%s: ", i + 1, strrchr(h->objects.items[i], '.'));
        put_path(h->objects.items[i], out);
        buf_puts(out, " Makefile\n\t$(OBJCOPY) --weaken-symbol=main");
        if (h->function->linkage == CWI_STATIC)
            buf_printf(out, " --globalize-symbol=%s", symbol_of(h->function));
        buf_puts(out, " $< $@\n");
    }
}

static void put_head(const struct harness *h, struct buf *out)
{
    buf_puts(out, "# What cwolf check found, outside of it. Of each test:\n"
                  "#   make run TEST=1     runs the program natively, under valgrind where the property asks for that "
                  "(VALGRIND= : without)\n"
                  "#   make show TEST=1    runs it in cwolf run, which tells the error with its line\n"
                  "#   make debug TEST=1   runs it natively in gdb\n#\n");
    put_tests(h, out);
    buf_puts(out, "#\n# What the program is linked with besides: LIBS\n\n");
}

static void put_makefile(const struct harness *h, struct buf *out)
{
    bool is_linked = h->objects.count || !h->programs.count;
    bool has_source = h->has_functions || h->function;
    put_head(h, out);
    buf_puts(out, "PROGRAM = ");
    put_path(is_linked ? "./program" : h->programs.items[0], out);
    buf_printf(out, "\n%s", variables);
    put_settings(h, out);
    buf_puts(out, rules);
    put_show(h, out);
    if (!is_linked)
        return;
    buf_puts(out, "\nOBJECTS =");
    for (size_t i = 0; i < h->objects.count; i++) {
        buf_putc(out, ' ');
        if (h->function)
            buf_printf(out, "object-%zu%s", i + 1, strrchr(h->objects.items[i], '.'));
        else
            put_path(h->objects.items[i], out);
    }
    const char *inputs = has_source ? " inputs.c" : "";
    buf_printf(out, "\nLIBS =\n./program:%s $(OBJECTS) Makefile\n\t$(CC) -g -o $@%s $(OBJECTS) $(LIBS)\n", inputs,
               inputs);
    put_objects(h, out);
}

/* ---- the door ---------------------------------------------------------------------------------------------------- */

static enum status write_all(struct harness *h, struct diag *d)
{
    struct buf text = {0};
    bool is_linked = h->objects.count || !h->programs.count;
    const char *command[] = {is_linked ? "./program" : h->programs.items[0], NULL};
    struct check_found found = {.tests = h->tests.items, .test_count = (uint32_t)h->tests.count};
    enum status st = driver_suite_write(h->r->directory, h->r->u, h->r->notes, &found, &(struct fractions){0}, command,
                                        h->function ? buf_str(&h->caller) : NULL, d);
    put_makefile(h, &text);
    if (!st)
        st = base_file_write(arena_printf(h->arena, "%s/Makefile", h->r->directory), text.data, text.size, d);
    buf_free(&text);
    return st;
}

static void say(const struct harness *h)
{
    size_t n = h->tests.count;
    driver_say(DIAG_NOTE, "%zu failing %s in '%s': make -C %s run, show, or debug", n, n == 1 ? "run" : "runs",
               h->r->directory, h->r->directory);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; kinds[i].is_told && k < n; k++)
            if (kind_of(h->answers.items[k]) == &kinds[i]) {
                driver_say(DIAG_NOTE, "make run, %s: %s", kinds[i].logic, kinds[i].expect);
                break;
            }
    for (size_t i = 0; i < n; i++) {
        const char *variable = given_variable(h, h->answers.items[i]->inputs);
        if (variable)
            driver_say(DIAG_NOTE, "make run TEST=%zu: " GIVEN_VARIABLE, i + 1, variable);
    }
}

enum status driver_harness_write(const struct harness_request *r, struct diag *d)
{
    struct harness h = {.arena = arena_new(), .r = r};
    enum status st = ST_OK;
    collect_tests(&h);
    collect_files(&h);
    if (r->entry && !run_is_start(r->u, r->entry))
        h.function = cwi_func_of(r->u, r->entry);
    if (h.tests.count)
        st = check_paths(&h, d);
    const char *why_not = h.tests.count && !st ? obstacle(&h) : NULL;
    if (!h.tests.count && check_exit_status(r->report) == EX_VIOLATED)
        driver_say(DIAG_WARNING, "no run was found that shows a violation: nothing is written to '%s'", r->directory);
    else if (why_not)
        driver_say(DIAG_WARNING, "no harness is written to '%s': %s", r->directory, why_not);
    else if (h.tests.count && !st && !(st = write_all(&h, d)))
        say(&h);
    buf_free(&h.caller);
    vec_free(&h.tests);
    vec_free(&h.answers);
    vec_free(&h.objects);
    vec_free(&h.programs);
    arena_free(h.arena);
    return st;
}
