/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inputs that were found, written as a test suite: its files, and the script that runs them.
 */
#include "suite.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

bool driver_parse_numbers(const char *text, struct numbers *out, struct fractions *fractions)
{
    for (const char *s = text;;) {
        char *end;
        s += strspn(s, ", \t\r\n");
        if (!*s)
            return true;
        errno = 0;
        int64_t x = *s == '-' ? strtoll(s, &end, 0) : (int64_t)strtoull(s, &end, 0);
        bool is_integer = end != s && !errno && (!*end || strchr(", \t\r\n", *end));
        double real = is_integer ? 0 : strtod(s, &end);
        if (!is_integer && (end == s || (*end && !strchr(", \t\r\n", *end))))
            return false;
        vec_push(out, is_integer ? x : run_fraction(fractions->count));
        if (!is_integer)
            vec_push(fractions, real);
        s = end;
    }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

enum status driver_suite_read(struct arena *a, const char *directory, struct check_search_options *out,
                              struct fractions *fractions, struct diag *d)
{
    enum { LIMIT = 64 << 20 };
    enum status st = ST_OK;
    for (unsigned n = 1; !st; n++) {
        const char *path = arena_printf(a, "%s/%u.inputs", directory, n);
        struct buf text = {0};
        struct numbers numbers = {0};
        if (access(path, F_OK))
            break;
        st = base_file_read(path, &text, LIMIT, d);
        if (!st && (strlen(buf_str(&text)) != text.size || !driver_parse_numbers(buf_str(&text), &numbers, fractions)))
            st = diag_set(d, ST_BAD, (struct place){path, 0, 0},
                          "numbers are expected, with commas or space between them");
        struct check_inputs x = {.count = (uint32_t)numbers.count, .items = vec_to_arena(&numbers, a)};
        if (!st)
            vec_push(&out->seeds, x);
        vec_free(&numbers);
        buf_free(&text);
    }
    return st;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static bool is_character(const struct run_input_from *from)
{
    return !from->func && !from->var;
}

static enum status write_text(const char *directory, const char *name, struct buf *text, bool is_wanted, struct diag *d)
{
    struct buf path = {0};
    enum status st = ST_OK;
    buf_printf(&path, "%s/%s", directory, name);
    if (is_wanted)
        st = base_file_write(buf_str(&path), text->data ? text->data : "", text->size, d);
    else
        unlink(buf_str(&path));
    buf_free(&path);
    buf_free(text);
    return st;
}

static void put_number(int64_t x, const struct fractions *fractions, struct buf *out)
{
    double real;
    if (run_is_fraction(x, fractions->items, fractions->count, &real))
        buf_printf(out, "%.17g\n", real);
    else
        buf_printf(out, "%lld\n", (long long)x);
}

static enum status write_test(const char *directory, unsigned n, const struct check_test *t,
                              const struct fractions *fractions, struct diag *d)
{
    struct buf inputs = {0}, values = {0}, characters = {0};
    char name[3][32];
    bool is_read = false, is_called = false;
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        put_number(t->inputs.items[i], fractions, &inputs);
        is_read |= is_character(&t->inputs.from[i]);
        is_called |= !is_character(&t->inputs.from[i]);
        if (is_character(&t->inputs.from[i]))
            buf_putc(&characters, (char)t->inputs.items[i]);
        else
            put_number(t->inputs.items[i], fractions, &values);
    }
    snprintf(name[0], sizeof name[0], "%u.inputs", n);
    snprintf(name[1], sizeof name[1], "%u.values", n);
    snprintf(name[2], sizeof name[2], "%u.stdin", n);
    enum status st = write_text(directory, name[0], &inputs, true, d);
    enum status values_st = write_text(directory, name[1], &values, is_called && !st, d);
    enum status stdin_st = write_text(directory, name[2], &characters, is_read && !st, d);
    return st ? st : values_st ? values_st : stdin_st;
}

static enum status write_script(const char *directory, const char *const *command, bool has_functions, struct diag *d)
{
    struct buf text = {0}, path = {0};
    buf_puts(&text, "#!/bin/sh\n"
                    "# Runs a program on each test: run.sh [PROGRAM ARGUMENT...]\n");
    if (has_functions)
        buf_puts(&text, "# The program has to be linked with inputs.c, which gives it the values.\n");
    buf_puts(&text, "[ $# -gt 0 ] || set --");
    for (; *command; command++) {
        buf_putc(&text, ' ');
        driver_put_for_shell(*command, &text);
    }
    buf_puts(&text, "\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n"
                    "for inputs in \"$here\"/*.inputs; do\n"
                    "    test=${inputs%.inputs}\n"
                    "    characters=/dev/null\n"
                    "    [ -e \"$test.stdin\" ] && characters=$test.stdin\n"
                    "    echo \"== test ${test##*/}\"\n"
                    "    CWOLF_VALUES=$test.values \"$@\" <\"$characters\"\n"
                    "    echo \"exit status $?\"\n"
                    "done\n");
    enum status st = write_text(directory, "run.sh", &text, true, d);
    buf_printf(&path, "%s/run.sh", directory);
    if (!st)
        chmod(buf_str(&path), 0755);
    buf_free(&path);
    return st;
}

/* The functions that give inputs: those that no test came to as well, for the program is linked with them. */
static bool *functions_of(const struct cwi_unit *u, const struct notes *notes, const struct check_found *found)
{
    bool *used = base_mem_zalloc(u->funcs.count + 1);
    for (uint32_t i = 0; i < found->test_count; i++)
        for (uint32_t k = 0; k < found->tests[i].inputs.count; k++)
            used[found->tests[i].inputs.from[k].func] = true;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        struct effect e = pt_effect_of(u, f, notes);
        used[f] |= !cwi_func_of(u, f)->block_count && pt_gives_input(cwi_func_of(u, f), &e);
    }
    used[0] = false;
    return used;
}

static const char source_head[] = "/* The functions that give a program its inputs: from the file that CWOLF_VALUES "
                                  "names, with commas or space between\n"
                                  " * them. Where it ends, or has no integer where one is taken, the program ends. */\n"
                                  "#include <errno.h>\n"
                                  "#include <stdio.h>\n"
                                  "#include <stdlib.h>\n\n"
                                  "static long long cwolf_next(double *real)\n"
                                  "{\n"
                                  "    static FILE *values;\n"
                                  "    const char *name = getenv(\"CWOLF_VALUES\");\n"
                                  "    char text[400], *end;\n"
                                  "    int number = errno;\n"
                                  "    if (!values && name)\n"
                                  "        values = fopen(name, \"r\");\n"
                                  "    if (values)\n"
                                  "        (void)!fscanf(values, \"%*[, \\t\\r\\n]\");\n"
                                  "    if (!values || fscanf(values, \"%399[^, \\t\\r\\n]\", text) != 1)\n"
                                  "        exit(0);\n"
                                  "    errno = 0;\n"
                                  "    long long x = *text == '-' ? strtoll(text, &end, 0) "
                                  ": (long long)strtoull(text, &end, 0);\n"
                                  "    int is_integer = !*end && !errno;\n"
                                  "    if (!is_integer && !real)\n"
                                  "        exit(0);\n"
                                  "    if (real)\n"
                                  "        *real = is_integer ? (double)x : strtod(text, NULL);\n"
                                  "    errno = number;\n"
                                  "    return x;\n"
                                  "}\n";

static enum status write_source(const char *directory, const struct cwi_unit *u, const bool *used, const char *caller,
                                struct diag *d)
{
    struct buf text = {0};
    bool any = caller != NULL;
    buf_puts(&text, source_head);
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(u, f);
        if (!used[f])
            continue;
        any = true;
        buf_putc(&text, '\n');
        if (x->block_count)
            buf_printf(&text, "/* '%s' is the program's own: only cwolf run --inputs gives its values */\n", x->name);
        if (x->block_count)
            continue;
        cwi_print_type(u, cwi_type_of(u, x->type)->of, &text);
        bool is_real = cwi_type_of(u, cwi_type_of(u, x->type)->of)->kind == CWI_FLOAT;
        buf_printf(&text, " %s()\n{\n", x->asm_name ? x->asm_name : x->name);
        buf_puts(&text, is_real ? "    double real;\n    cwolf_next(&real);\n" : "");
        buf_puts(&text, "    return (");
        cwi_print_type(u, cwi_type_of(u, x->type)->of, &text);
        buf_puts(&text, is_real ? ")real;\n}\n" : ")cwolf_next(NULL);\n}\n");
    }
    buf_puts(&text, caller ? caller : "");
    return write_text(directory, "inputs.c", &text, any, d);
}

enum status driver_suite_write(const char *directory, const struct cwi_unit *u, const struct notes *notes,
                               const struct check_found *found, const struct fractions *fractions,
                               const char *const *command, const char *caller, struct diag *d)
{
    enum status st = ST_OK;
    struct buf old = {0};
    bool *used = functions_of(u, notes, found), any = caller != NULL;
    if (mkdir(directory, 0777) && errno != EEXIST)
        st = diag_errno(d, directory, "cannot make the directory");
    for (uint32_t i = 0; !st && i < found->test_count; i++)
        st = write_test(directory, i + 1, &found->tests[i], fractions, d);
    for (unsigned n = found->test_count + 1; !st; n++) { /* of a longer suite that was there */
        static const char *const kinds[] = {"inputs", "values", "stdin"};
        bool is_gone = true;
        for (int k = 0; k < 3; k++) {
            old.size = 0;
            buf_printf(&old, "%s/%u.%s", directory, n, kinds[k]);
            is_gone &= unlink(buf_str(&old)) != 0;
        }
        if (is_gone)
            break;
    }
    for (cwi_id f = 1; f < u->funcs.count; f++)
        any |= used[f];
    if (!st)
        st = write_source(directory, u, used, caller, d);
    if (!st)
        st = write_script(directory, command, any, d);
    buf_free(&old);
    free(used);
    return st;
}
