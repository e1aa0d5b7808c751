/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The world outside of trials that have one (run_config.has_world): the command line is an input, and what is asked of
 * the system fails, as it may for reasons that are not the program's, but for files that may be opened (opened.c), and
 * what always succeeds. Standard output and error take what is written. There is no terminal, and nothing is known
 * about any.
 *
 * Source: POSIX.1-2017, the errors of each function; the Linux manual pages, sections 2 and 3.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 3, MOST_LENGTH = 12, WITH_VARIABLES = 8 }; /* so many arguments more: variables may be there */
enum { USER = 1000 };                                              /* its number, and that of its group */
enum { OPEN_FLAGS = O_ACCMODE | O_APPEND | O_CLOEXEC | O_CREAT | O_EXCL | O_NOCTTY | O_NONBLOCK | O_TRUNC };

/* ---- the command line -------------------------------------------------------------------------------------------- */

/* One character, or the number of arguments, of argument number `which`. */
static uint8_t next_byte(struct machine *m, cwi_id argv, uint8_t which)
{
    return run_input_byte(m, (struct run_input_from){.var = argv, .argument = which});
}

/* Reads an argument up to its zero; how many inputs that took. */
static uint32_t read_argument(struct machine *m, cwi_id argv, uint8_t which, char *text)
{
    uint32_t used = 0;
    bool goes_on = true;
    while (goes_on && used < MOST_LENGTH) {
        text[used] = (char)next_byte(m, argv, which);
        goes_on = text[used++];
    }
    return used;
}

struct val run_world_arguments(struct machine *m, cwi_id entry, uint32_t *argc)
{
    const struct cwi_func *f = m->funcs[entry].f;
    cwi_id argv = f->param_count > 1 ? f->params[1] : 0;
    uint8_t asked = argv ? next_byte(m, argv, RUN_ARGUMENT_COUNT) : WITH_VARIABLES;
    uint8_t count = asked < WITH_VARIABLES ? asked : asked % WITH_VARIABLES;
    char texts[MOST_ARGUMENTS + 1][MOST_LENGTH + 1] = {0};
    const char *list[MOST_ARGUMENTS + 2] = {m->cfg->args[0]};
    uint32_t first[MOST_ARGUMENTS + 1], used[MOST_ARGUMENTS + 1];
    count = count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS;
    m->has_variables = asked >= WITH_VARIABLES;
    for (uint8_t i = 1; i <= count; i++) {
        first[i] = (uint32_t)m->next_input;
        used[i] = read_argument(m, argv, i, texts[i]);
        list[i] = texts[i];
    }
    struct val strings = run_strings_object(m, list, argc);
    for (uint8_t i = 1; i <= count; i++) {
        const uint8_t *at = (const uint8_t *)(uintptr_t)strings.bits + i * sizeof *list;
        at = (const uint8_t *)(uintptr_t)run_memory_load(&m->mem, at, sizeof *list).bits;
        for (uint32_t k = 0; k < used[i]; k++)
            run_trace_input_byte(m, first[i] + k, at + k);
    }
    return strings;
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

/* What the system answers: mostly an error, of several one that may go by, whatever comes of the name later: no memory,
 * or too many files of all programs. Error 0: there is none, and the result is one that it may be. */
static const struct answer {
    const char *name;
    int result, error;
} answers[] = {
    {"access", -1, ENOMEM},     {"bind", -1, EADDRINUSE},
    {"chdir", -1, ENOMEM},      {"chmod", -1, ENOMEM},
    {"chown", -1, ENOMEM},      {"chroot", -1, ENOMEM},
    {"connect", -1, ETIMEDOUT}, {"creat", -1, ENFILE},
    {"dup", -1, EMFILE},        {"fchmod", -1, EPERM},
    {"fchown", -1, EPERM},      {"fdopen", 0, ENOMEM},
    {"fdopendir", 0, ENOMEM},   {"fopen", 0, ENFILE},
    {"fork", -1, EAGAIN},       {"fstat", -1, EOVERFLOW},
    {"fstatat", -1, ENOMEM},    {"getcwd", 0, EACCES},
    {"getegid", USER, 0},       {"geteuid", USER, 0},
    {"getgid", USER, 0},        {"getgrgid", 0, EIO},
    {"getgrnam", 0, EIO},       {"getpgrp", 1000, 0},
    {"getpid", 1000, 0},        {"getppid", 999, 0},
    {"getpwnam", 0, EIO},       {"getpwuid", 0, EIO},
    {"gettid", 1000, 0},        {"getuid", USER, 0},
    {"isatty", 0, ENOTTY},      {"lchown", -1, ENOMEM},
    {"link", -1, ENOMEM},       {"lstat", -1, ENOMEM},
    {"mkdir", -1, ENOMEM},      {"mkfifo", -1, ENOMEM},
    {"open", -1, ENFILE},       {"openat", -1, ENFILE},
    {"opendir", 0, ENFILE},     {"pipe", -1, ENFILE},
    {"popen", 0, ENFILE},       {"readlink", -1, ENOMEM},
    {"realpath", 0, ENOMEM},    {"remove", -1, ENOMEM},
    {"rename", -1, ENOMEM},     {"rmdir", -1, ENOMEM},
    {"setgid", -1, EPERM},      {"setgroups", -1, EPERM},
    {"setuid", -1, EPERM},      {"socket", -1, ENFILE},
    {"socketpair", -1, ENFILE}, {"srand", 0, 0},
    {"srandom", 0, 0},          {"stat", -1, ENOMEM},
    {"symlink", -1, ENOMEM},    {"system", -1, EAGAIN},
    {"tcgetattr", -1, ENOTTY},  {"tgetent", -1, 0},
    {"tgetflag", 0, 0},         {"tgetnum", -1, 0},
    {"tgetstr", 0, 0},          {"ioctl", -1, ENOTTY},
    {"tmpfile", 0, ENFILE},     {"truncate", -1, ENOMEM},
    {"ttyname", 0, ENOTTY},     {CWI_CHOOSES_ARGUMENTS, 0, 0}, /* it has the command line */
    {"unlink", -1, ENOMEM},     {"utime", -1, EPERM},
    {"utimes", -1, EPERM},      {"waitpid", -1, ECHILD},
};

static const struct answer *find_answer(const char *name)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (!strcmp(answers[i].name, name))
            return &answers[i];
    return NULL;
}

enum { LONGEST = 4096 }; /* text of an argument that is looked at */

static const char *text_of(struct machine *m, const struct outcall *c, uint32_t i)
{
    bool is_there = i < c->count && c->args[i].bits && run_string(m, c->args[i], LONGEST) < LONGEST;
    return is_there ? (const char *)(uintptr_t)c->args[i].bits : NULL;
}

static bool is_mode(const char *mode, const char *first, const char *rest)
{
    return mode && *mode && strchr(first, *mode) && strspn(mode + 1, rest) == strlen(mode + 1);
}

static bool is_descriptor_first(const char *name)
{
    static const char *const names[] = {"bind",  "connect", "dup",     "fchmod",    "fchown",
                                        "fstat", "isatty",  "ttyname", "tcgetattr", "fdopendir"};
    return run_is_named(names, sizeof names / sizeof *names, name);
}

/* Its arguments are such that it may fail for no fault of theirs, which has errors of its own. */
static bool is_sound(struct machine *m, const struct outcall *c)
{
    const char *name = c->x->name, *text = NULL;
    int64_t numbers[3] = {0};
    for (uint32_t i = 0; i < c->count && i < 3; i++)
        numbers[i] = (int64_t)c->args[i].bits;
    for (uint32_t i = 0; i < c->count && i < c->x->effect.param_count; i++)
        if (c->x->effect.params[i].is_string && (!(text = text_of(m, c, i)) || strspn(text, "/") == strlen(text)))
            return false; /* "/" has errors of its own, too */
    bool is_open = m->handles ? (int)numbers[0] >= 0 : (uint32_t)numbers[0] <= STDERR_FILENO; /* as far as is known */
    is_open |= run_has_written(m, c);
    if (!strcmp(name, "bind") || !strcmp(name, "connect"))
        return m->handles && is_open && numbers[1] && numbers[2] > 0;
    if (is_descriptor_first(name))
        return is_open;
    if (!strcmp(name, "ioctl"))
        return is_open && numbers[1] == TIOCGWINSZ;
    if (!strcmp(name, "open"))
        return !(numbers[1] & ~OPEN_FLAGS);
    if (!strcmp(name, "openat"))
        return (int)numbers[0] == AT_FDCWD && !(numbers[2] & ~OPEN_FLAGS);
    if (!strcmp(name, "fstatat"))
        return (int)numbers[0] == AT_FDCWD && c->count > 3 && !(c->args[3].bits & ~(uint64_t)AT_SYMLINK_NOFOLLOW);
    if (!strcmp(name, "setuid") || !strcmp(name, "setgid"))
        return (int)numbers[0] != USER;
    if (!strcmp(name, "fopen") || !strcmp(name, "popen"))
        return is_mode(text_of(m, c, 1), *name == 'f' ? "rwa" : "rw", *name == 'f' ? "b+xe" : "e");
    if (!strcmp(name, "socket") || !strcmp(name, "socketpair"))
        return (numbers[0] == AF_UNIX || numbers[0] == AF_INET || numbers[0] == AF_INET6) && !numbers[2] &&
               (numbers[1] == SOCK_STREAM || numbers[1] == SOCK_DGRAM);
    if (!strcmp(name, "getcwd"))
        return numbers[1] > 1 || !numbers[0];
    if (!strcmp(name, "truncate"))
        return numbers[1] > 0;
    if (!strcmp(name, "readlink"))
        return numbers[2] > 0;
    if (!strcmp(name, "access"))
        return !(numbers[1] & ~(int64_t)(R_OK | W_OK | X_OK));
    if (!strcmp(name, "waitpid"))
        return !(numbers[2] & ~(int64_t)(WNOHANG | WUNTRACED | WCONTINUED));
    return strcmp(name, "rmdir") != 0 || (text && text[strlen(text) - 1] != '.');
}

static void demand_sound(struct machine *m, const struct outcall *c)
{
    if (!is_sound(m, c))
        run_refuse_outside(m, c->x->name);
}

static bool answered(struct machine *m, struct outcall *c)
{
    const struct answer *f = find_answer(c->x->name);
    c->result = (struct val){(uint64_t)(int64_t)f->result, 0, 0};
    if (f->error)
        *m->error_number = f->error;
    return true;
}

/* No file has that name. */
static bool is_nameless(struct machine *m, const struct outcall *c)
{
    static const char *const of_files[] = {"chdir",    "fopen", "lstat", "mkdir",  "open",    "opendir",
                                           "readlink", "rmdir", "stat",  "unlink", "realpath"};
    if (!run_is_named(of_files, sizeof of_files / sizeof *of_files, c->x->name))
        return false;
    const char *name = text_of(m, c, 0);
    return name && !*name && (strcmp(c->x->name, "fopen") != 0 || is_mode(text_of(m, c, 1), "rwa", "b+xe"));
}

/* True: it surely fails. */
static bool fails_at_once(struct machine *m, struct outcall *c)
{
    if (!is_nameless(m, c)) {
        demand_sound(m, c);
        return false;
    }
    answered(m, c);
    *m->error_number = ENOENT;
    return true;
}

static bool answer(struct machine *m, struct outcall *c)
{
    m->opens = OPENS_OTHERS;
    return fails_at_once(m, c) || answered(m, c);
}

static bool open_or_fail(struct machine *m, struct outcall *c)
{
    m->opens = OPENS_NOT;
    return fails_at_once(m, c) || run_open_file(m, c, text_of(m, c, 0), text_of(m, c, 1)) || answered(m, c);
}

static bool stat_or_fail(struct machine *m, struct outcall *c)
{
    return fails_at_once(m, c) || run_stat_file(m, c, text_of(m, c, 0)) || answered(m, c);
}

/* The mode of a file that is created is nobody else's to set. */
static bool change_mode(struct machine *m, struct outcall *c)
{
    if (!run_has_written(m, c))
        return answer(m, c);
    c->result = (struct val){0, 0, 0};
    return true;
}

static bool create_or_fail(struct machine *m, struct outcall *c)
{
    bool is_known = fails_at_once(m, c);
    m->opens = is_known ? OPENS_NOT : OPENS_OTHERS;
    return is_known || run_open_descriptor(m, c, text_of(m, c, 0), (int)c->args[1].bits) || answered(m, c);
}

static bool stream_or_fail(struct machine *m, struct outcall *c)
{
    if (!is_mode(text_of(m, c, 1), "w", "be"))
        run_refuse_outside(m, c->x->name);
    return run_open_stream_of(m, c) || answered(m, c);
}

/* A rule may say that it works: it is read and written, or a command says what comes out of it. */
static bool fail_to_open(struct machine *m, struct outcall *c)
{
    demand_sound(m, c);
    m->opens = OPENS_OTHERS;
    return answered(m, c);
}

/* The locale is C's, which the environment does not change; there is no other. */
static bool set_locale(struct machine *m, struct outcall *c)
{
    const char *const c_locale[] = {"C", NULL};
    const char *name = text_of(m, c, 1);
    uint32_t unused;
    c->result = (struct val){0, 0, 0};
    if (c->args[0].bits > LC_ALL || (c->args[1].bits && (!name || strpbrk(name, ";/"))))
        run_refuse_outside(m, c->x->name);
    if (!name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX")) {
        struct val strings = run_strings_object(m, c_locale, &unused);
        c->result = run_memory_load(&m->mem, (void *)(uintptr_t)strings.bits, sizeof strings.bits);
    }
    return true;
}

/* Time does not pass. */
static bool give_time(struct machine *m, struct outcall *c)
{
    c->result = (struct val){1700000000, 0, 0};
    if (c->args[0].bits)
        run_memory_store(&m->mem, run_access(m->frame, c->args[0], sizeof c->result.bits, true), sizeof c->result.bits,
                         c->result);
    return true;
}

static bool give_mask(struct machine *m, struct outcall *c)
{
    c->result = (struct val){m->file_mask, 0, 0};
    m->file_mask = (uint32_t)c->args[0].bits & 0777;
    return true;
}

/* Standard output and error take everything: the host's drop it. */
static bool write_out(struct machine *m, struct outcall *c)
{
    if (c->args[0].bits != STDOUT_FILENO && c->args[0].bits != STDERR_FILENO)
        run_refuse_outside(m, c->x->name);
    return false;
}

static bool number_standard(struct machine *m, struct outcall *c)
{
    FILE *const streams[] = {stdin, stdout, stderr};
    for (uint64_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (c->args[0].bits == (uint64_t)(uintptr_t)streams[i]) {
            c->result = (struct val){i, 0, 0};
            return true;
        }
    run_refuse_outside(m, c->x->name);
}

/* Of a stream that was not opened here. */
static bool refuse_to_close(struct machine *m, struct outcall *c)
{
    run_refuse_outside(m, c->x->name);
}

/* A call that an input has decided is not decided anew. Objects stand for the handle that is watched, and for one
 * other at a time: of two it would not be known which is which. */
static bool choose_success(struct machine *m, struct outcall *c)
{
    bool works = m->opens == OPENS_OTHERS ? run_chooses_success(m, c) : m->opens == OPENS;
    bool may_be_asked = m->handle_asks && !m->has_watched;
    m->is_for_stream = m->opens == OPENS;
    if (m->is_for_stream)
        run_open_for_rule(m, false);
    m->opens = OPENS_OTHERS;
    m->handles += works;
    m->other_handles += works && !m->is_for_stream;
    if (works && run_others_open(m) > 1 && !may_be_asked)
        run_refuse(m, "a rule's handles are not told apart");
    c->result = (struct val){works, 0, 0};
    return true;
}

static bool choose_watched(struct machine *m, struct outcall *c)
{
    bool is_it = run_chooses_success(m, c);
    m->handle_asks = true;
    m->has_watched |= is_it;
    if (is_it) {
        m->other_handles -= !m->is_for_stream;
        if (m->is_for_stream)
            run_open_for_rule(m, true);
        run_lost_begin(m, c);
    } else if (run_others_open(m) > 1)
        run_refuse(m, "a rule's handles are not told apart");
    c->result = (struct val){is_it, 0, 0};
    return true;
}

own_function *run_own_world(const char *name)
{
    static const struct own_row rows[] = {{"fopen", open_or_fail},
                                          {"stat", stat_or_fail},
                                          {"lstat", stat_or_fail},
                                          {"open", create_or_fail},
                                          {"fdopen", stream_or_fail},
                                          {"close", run_close_descriptor},
                                          {"fchmod", change_mode},
                                          {"getenv", run_get_variable},
                                          {"secure_getenv", run_get_variable},
                                          {"popen", fail_to_open},
                                          {"tmpfile", fail_to_open},
                                          {"setlocale", set_locale},
                                          {"write", write_out},
                                          {"time", give_time},
                                          {"umask", give_mask},
                                          {"fileno", number_standard},
                                          {"fileno_unlocked", number_standard},
                                          {"fclose", refuse_to_close},
                                          {"pclose", refuse_to_close},
                                          {CWI_CHOOSES_SUCCESS, choose_success},
                                          {CWI_CHOOSES_WATCHED, choose_watched}};
    own_function *own = run_find_own(rows, sizeof rows / sizeof *rows, name);
    return own ? own : find_answer(name) ? answer : NULL;
}

bool run_may_fail(const char *name)
{
    return run_own_world(name) != NULL;
}
