/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs that fail, outside of the checker: the Makefile beside the suite of their inputs.
 */
#include "runtime/driver/harness.h"
#include "runtime/driver/suite.h"

#include <limits.h>

struct harness {
    struct arena *arena;
    const struct cwi_unit *u;
    struct VEC(struct check_test) tests;
    struct VEC(const struct check_answer *) answers; /* of each */
    struct VEC(const char *) objects, programs;      /* full paths of what was checked */
};

static void collect_tests(struct harness *h, const struct check_report *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const struct check_answer *x = &r->answers[i];
        if (x->verdict != LTS_VERDICT_FALSE || !x->inputs)
            continue;
        vec_push(&h->tests, ((struct check_test){.inputs = *x->inputs, .goals = 1}));
        vec_push(&h->answers, x);
    }
}

static void collect_files(struct harness *h, char *const *files, size_t count)
{
    char real[PATH_MAX];
    for (size_t i = 0; i < count; i++) {
        const char *path = realpath(files[i], real) ? arena_str(h->arena, real) : files[i];
        const char *suffix = strrchr(path, '.');
        if (suffix && (!strcmp(suffix, ".o") || !strcmp(suffix, ".a")))
            vec_push(&h->objects, path);
        else
            vec_push(&h->programs, path);
    }
}

/* ---- the Makefile ------------------------------------------------------------------------------------------------ */

static void put_tests(const struct harness *h, struct buf *out)
{
    for (size_t i = 0; i < h->answers.count; i++) {
        const struct check_answer *x = h->answers.items[i];
        struct place at = cwi_place_text(h->u, x->at);
        buf_printf(out, "#   %zu  ", i + 1);
        if (at.file)
            buf_printf(out, "%s:%u: ", at.file, at.line);
        for (const char *c = x->message; *c; c++)
            buf_putc(out, *c == '\n' ? ' ' : *c);
        buf_putc(out, '\n');
    }
}

/* For make and for the shell that it calls. */
static void put_path(const char *path, struct buf *out)
{
    for (const char *c = path; *c; c++)
        buf_printf(out, *c == '$' ? "$$" : *c == ' ' || *c == '#' ? "\\%c" : "%c", *c);
}

static const char rules[] = "TEST = 1\n"
                            "CC = gcc\n"
                            "GDB = gdb\n"
                            "INPUT = $(if $(wildcard $(TEST).stdin),$(TEST).stdin,/dev/null)\n"
                            "\n"
                            "run: $(PROGRAM)\n"
                            "\tCWOLF_VALUES=$(TEST).values $(PROGRAM) <$(INPUT)\n"
                            "debug: $(PROGRAM)\n"
                            "\tCWOLF_VALUES=$(TEST).values $(GDB) -ex 'run <$(INPUT)' $(PROGRAM)\n"
                            ".PHONY: run debug\n";

static void put_makefile(const struct harness *h, bool has_functions, struct buf *out)
{
    bool is_linked = h->objects.count || !h->programs.count || has_functions;
    buf_puts(out,
             "# What cwolf check found, outside of it: 'make run TEST=1' fails as the check says, 'make debug TEST=1' "
             "does so in gdb.\n#\n");
    put_tests(h, out);
    buf_puts(out, "#\n# What the program is linked with besides: LIBS\n\n");
    if (!is_linked) {
        buf_puts(out, "PROGRAM = ");
        put_path(h->programs.items[0], out);
        buf_printf(out, "\n%s", rules);
        return;
    }
    buf_puts(out, "OBJECTS =");
    for (size_t i = 0; i < h->objects.count; i++) {
        buf_putc(out, ' ');
        put_path(h->objects.items[i], out);
    }
    buf_printf(out, "\nLIBS =\nPROGRAM = ./program\n%s\n", rules);
    const char *inputs = has_functions ? " inputs.c" : "";
    buf_printf(out, "./program:%s $(OBJECTS)\n\t$(CC) -g -o $@%s $(OBJECTS) $(LIBS)\n", inputs, inputs);
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

static bool has_functions(const struct harness *h)
{
    for (size_t i = 0; i < h->tests.count; i++)
        for (uint32_t k = 0; k < h->tests.items[i].inputs.count; k++)
            if (h->tests.items[i].inputs.from[k].func)
                return true;
    return false;
}

static enum status write_makefile(const struct harness *h, const char *directory, struct diag *d)
{
    struct buf text = {0};
    put_makefile(h, has_functions(h), &text);
    enum status st = base_file_write(arena_printf(h->arena, "%s/Makefile", directory), text.data, text.size, d);
    buf_free(&text);
    return st;
}

enum status driver_harness_write(const char *directory, const struct cwi_unit *u, const struct notes *notes,
                                 const struct check_report *r, char *const *files, size_t file_count, uint32_t *count,
                                 struct diag *d)
{
    struct harness h = {.arena = arena_new(), .u = u};
    const char *command[] = {"./program", NULL};
    collect_tests(&h, r);
    collect_files(&h, files, file_count);
    if (h.programs.count && !h.objects.count && !has_functions(&h))
        command[0] = h.programs.items[0];
    struct check_found found = {.tests = h.tests.items, .test_count = (uint32_t)h.tests.count};
    *count = found.test_count;
    enum status st = *count ? check_paths(&h, d) : ST_OK;
    if (!st && *count)
        st = driver_suite_write(directory, u, notes, &found, &(struct fractions){0}, command, d);
    if (!st && *count)
        st = write_makefile(&h, directory, d);
    vec_free(&h.tests);
    vec_free(&h.answers);
    vec_free(&h.objects);
    vec_free(&h.programs);
    arena_free(h.arena);
    return st;
}
