/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The world outside of trials that have one (run_config.has_world): the command line is an input, and what is asked of
 * the system fails, as it may for reasons that are not the program's. The environment is empty.
 *
 * Source: POSIX.1-2017, the errors of each function; the Linux manual pages, sections 2 and 3.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <errno.h>

enum { MOST_ARGUMENTS = 3, MOST_LENGTH = 12 };

/* ---- the command line -------------------------------------------------------------------------------------------- */

/* One character, or the number of arguments, of argument number `which`. */
static uint8_t next_byte(struct machine *m, cwi_id argv, uint8_t which)
{
    const struct shape byte = {.form = FORM_INT, .size = 1, .bits = 8};
    return (uint8_t)run_input_value(m, byte, (struct run_input_from){.var = argv, .argument = which}, NULL).bits;
}

static struct val argument(struct machine *m, cwi_id argv, uint8_t which)
{
    uint8_t text[MOST_LENGTH + 1] = {0};
    uint32_t length = 0, used = 0, first = (uint32_t)m->next_input;
    while (used < MOST_LENGTH) {
        used++;
        text[length] = next_byte(m, argv, which);
        if (!text[length])
            break;
        length++;
    }
    uint32_t id = run_new_global(m, length + 1, GRANULE, 0);
    if (!id)
        run_stop(m, "there is no memory for the arguments");
    uint8_t *base = (uint8_t *)(uintptr_t)m->mem.objects.items[id].base;
    memcpy(base, text, length + 1);
    for (uint32_t i = 0; i < used; i++)
        run_trace_input_byte(m, first + i, base + i);
    return (struct val){m->mem.objects.items[id].base, id, 0};
}

struct val run_world_arguments(struct machine *m, cwi_id entry, uint32_t *argc)
{
    const struct cwi_func *f = m->funcs[entry].f;
    cwi_id argv = f->param_count > 1 ? f->params[1] : 0;
    uint8_t count = argv ? next_byte(m, argv, RUN_ARGUMENT_COUNT) : 0;
    const char *name = m->cfg->args[0], *const one[] = {name, NULL};
    count = count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS;
    struct val program = run_strings_object(m, one, argc);
    uint32_t id = run_new_global(m, (count + 2) * 8, GRANULE, 0);
    if (!id)
        run_stop(m, "there is no memory for the arguments");
    uint8_t *base = (uint8_t *)(uintptr_t)m->mem.objects.items[id].base;
    run_memory_store(&m->mem, base, 8, run_memory_load(&m->mem, (uint8_t *)(uintptr_t)program.bits, 8));
    for (uint8_t i = 1; i <= count; i++)
        run_memory_store(&m->mem, base + i * 8, 8, argument(m, argv, i));
    run_memory_store(&m->mem, base + (count + 1) * 8, 8, (struct val){0, 0, 0});
    *argc = count + 1u;
    return (struct val){(uint64_t)(uintptr_t)base, id, 0};
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

static const struct failing {
    const char *name;
    int result, error;
} failing[] = {
    {"access", -1, EACCES},   {"bind", -1, EADDRINUSE}, {"chdir", -1, EACCES},      {"chmod", -1, EPERM},
    {"chown", -1, EPERM},     {"chroot", -1, EPERM},    {"connect", -1, ETIMEDOUT}, {"creat", -1, EACCES},
    {"dup", -1, EMFILE},      {"fchmod", -1, EPERM},    {"fchown", -1, EPERM},      {"fdopendir", 0, ENOMEM},
    {"fopen", 0, EMFILE},     {"fork", -1, EAGAIN},     {"fstat", -1, EOVERFLOW},   {"fstatat", -1, EACCES},
    {"getcwd", 0, EACCES},    {"getenv", 0, 0},         {"getgrgid", 0, EIO},       {"getgrnam", 0, EIO},
    {"getpwnam", 0, EIO},     {"getpwuid", 0, EIO},     {"isatty", 0, ENOTTY},      {"lchown", -1, EPERM},
    {"link", -1, EPERM},      {"lstat", -1, EACCES},    {"mkdir", -1, EACCES},      {"mkfifo", -1, EACCES},
    {"mkstemp", -1, EACCES},  {"open", -1, EACCES},     {"openat", -1, EACCES},     {"opendir", 0, EACCES},
    {"pipe", -1, EMFILE},     {"popen", 0, EMFILE},     {"readlink", -1, EACCES},   {"realpath", 0, EACCES},
    {"rename", -1, EACCES},   {"rmdir", -1, EACCES},    {"secure_getenv", 0, 0},    {"setgid", -1, EPERM},
    {"setgroups", -1, EPERM}, {"setuid", -1, EAGAIN},   {"socket", -1, EMFILE},     {"socketpair", -1, EMFILE},
    {"stat", -1, EACCES},     {"symlink", -1, EACCES},  {"system", -1, EAGAIN},     {"tcgetattr", -1, ENOTTY},
    {"tmpfile", 0, EMFILE},   {"truncate", -1, EACCES}, {"ttyname", 0, ENOTTY},     {"unlink", -1, EACCES},
    {"utime", -1, EPERM},     {"utimes", -1, EPERM},    {"waitpid", -1, ECHILD},
};

static bool fail(struct machine *m, struct outcall *c)
{
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
        if (!strcmp(failing[i].name, c->x->name)) {
            c->result = (struct val){(uint64_t)(int64_t)failing[i].result, 0, 0};
            if (failing[i].error)
                *m->error_number = failing[i].error;
        }
    return true;
}

/* What always succeeds is a question, and the locale of C. */
static bool fail_locale(struct machine *m, struct outcall *c)
{
    enum { LONGEST = 4096 };
    const char *name = (const char *)(uintptr_t)c->args[1].bits;
    bool is_there = name && run_string(m, c->args[1], LONGEST) <= LONGEST;
    if (!is_there || !strcmp(name, "C") || !strcmp(name, "POSIX"))
        run_refuse(m, "'%s' asks or changes the world outside", c->x->name);
    c->result = (struct val){0, 0, 0};
    return true;
}

bool run_may_fail(const char *name)
{
    return run_own_world(name) != NULL;
}

own_function *run_own_world(const char *name)
{
    for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
        if (!strcmp(failing[i].name, name))
            return fail;
    return strcmp(name, "setlocale") ? NULL : fail_locale;
}
