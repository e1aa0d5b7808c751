/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * build: runs a command with compilers of the same names first in PATH, each of which calls the real one with -specs=.
 * For builds that nobody wants to edit.
 *
 * Invariant: the directory of these compilers is gone when the command has ended, however it ended; the exit status is
 * the command's own (128 + signal when it was killed), EX_BAD when it could not be started.
 */
#include "runtime/driver/driver.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What every compiler is called with. */
struct build {
    struct arena *arena;
    const char *specs;
    struct VEC(const char *) options;
};

/* gcc, cc, g++, c++, and with a version or a target: gcc-12, x86_64-linux-gnu-gcc-12. Not gcc-ar, gcc-nm, gcc-ranlib.
 */
static bool is_compiler(const char *name)
{
    static const char *const bases[] = {"gcc", "cc", "g++", "c++"};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        size_t base = strlen(bases[i]), n = strlen(name);
        size_t end = n;
        while (end && strchr("0123456789.", name[end - 1]))
            end--;
        if (end < n && end && name[end - 1] == '-')
            end--;
        else
            end = n;
        if (end >= base && !strncmp(name + end - base, bases[i], base) && (end == base || name[end - base - 1] == '-'))
            return true;
    }
    return false;
}

/* Not GCC: its -specs would be an error. */
static bool is_other_compiler(const char *path)
{
    char real[PATH_MAX];
    const char *name = realpath(path, real) ? strrchr(real, '/') + 1 : path;
    return strstr(name, "clang") || strstr(name, "tcc") || strstr(name, "icc");
}

static enum status write_shim(const struct build *x, const char *directory, const char *name, const char *real,
                              struct diag *d)
{
    struct buf script = {0};
    const char *path = arena_printf(x->arena, "%s/%s", directory, name);
    buf_puts(&script, "#!/bin/sh\nexec ");
    driver_put_for_shell(real, &script);
    buf_puts(&script, " -specs=");
    driver_put_for_shell(x->specs, &script);
    for (size_t i = 0; i < x->options.count; i++) {
        buf_putc(&script, ' ');
        driver_put_for_shell(x->options.items[i], &script);
    }
    buf_puts(&script, " \"$@\"\n");
    enum status st = base_file_write(path, script.data, script.size, d);
    buf_free(&script);
    if (!st && chmod(path, 0755))
        st = diag_errno(d, path, "cannot make it executable");
    return st;
}

/* One for each compiler in a directory of PATH, unless an earlier directory had that name. */
static enum status shims_for(const struct build *x, const char *in, const char *directory, uint32_t *count,
                             struct diag *d)
{
    struct arena *a = x->arena;
    DIR *dir = opendir(in);
    enum status st = ST_OK;
    for (struct dirent *e; !st && dir && (e = readdir(dir));) {
        const char *real = arena_printf(a, "%s/%s", in, e->d_name),
                   *made = arena_printf(a, "%s/%s", directory, e->d_name);
        if (!is_compiler(e->d_name) || access(real, X_OK) || !access(made, F_OK) || is_other_compiler(real))
            continue;
        st = write_shim(x, directory, e->d_name, real, d);
        ++*count;
    }
    if (dir)
        closedir(dir);
    return st;
}

static enum status make_shims(const struct build *x, const char *directory, struct diag *d)
{
    uint32_t count = 0;
    char *path = arena_str(x->arena, getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin"), *rest = path;
    for (char *in; (in = strsep(&rest, ":"));) {
        enum status st = *in == '/' ? shims_for(x, in, directory, &count, d) : ST_OK;
        if (st)
            return st;
    }
    return count ? ST_OK : diag_set(d, ST_BAD, (struct place){0}, "no gcc found in PATH");
}

static void remove_shims(struct arena *a, const char *directory)
{
    DIR *dir = opendir(directory);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.')
            unlink(arena_printf(a, "%s/%s", directory, e->d_name));
    if (dir)
        closedir(dir);
    rmdir(directory);
}

/* Runs the command; signals of the terminal reach it, and we outlive it to clean up. */
static int run_command(struct arena *a, const char *directory, char **argv)
{
    const char *path = getenv("PATH");
    int how = 0;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    pid_t child = fork();
    if (!child) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        setenv("PATH", arena_printf(a, "%s:%s", directory, path ? path : "/usr/bin:/bin"), 1);
        execvp(argv[0], argv);
        driver_say(DIAG_ERROR, "cannot run '%s': %s", argv[0], strerror(errno));
        _exit(EX_BAD);
    }
    while (child > 0 && waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    return child < 0 ? EX_BAD : WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* Names in a list, files by their full path: compilers run in other directories. */
static const char *full_list(struct arena *a, const char *list)
{
    struct buf out = {0};
    while (*list) {
        size_t n = strcspn(list, ",");
        const char *one = arena_strn(a, list, n);
        char real[PATH_MAX];
        buf_printf(&out, "%s%s", out.size ? "," : "", realpath(one, real) ? real : one);
        list += n + (list[n] == ',');
    }
    const char *text = arena_str(a, buf_str(&out));
    buf_free(&out);
    return text;
}

/* The options before the command: 0, or what the command exits with. */
static int take_options(struct build *x, int argc, char **argv)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, 'r'},  {"baseline", required_argument, NULL, 'b'},
        {"strict", no_argument, NULL, 's'},       {"violations", required_argument, NULL, 'v'},
        {"format", required_argument, NULL, 'f'}, {0}};
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "+", options, NULL)) >= 0;) {
        if (c == '?')
            return driver_say_usage(argv[0], "no option '%s'", argv[optind - 1]);
        bool has_files = c == 'r' || c == 'b';
        const char *name = c == 'r' ? "rules" : c == 'b' ? "baseline" : c == 'v' ? "violations" : "format";
        vec_push(&x->options, c == 's' ? "-fplugin-arg-cwolf-strict"
                                       : arena_printf(x->arena, "-fplugin-arg-cwolf-%s=%s", name,
                                                      has_files ? full_list(x->arena, optarg) : optarg));
    }
    return optind < argc ? 0 : driver_say_usage(argv[0], "no command given");
}

int cmd_build(int argc, char **argv)
{
    struct arena *a = arena_new();
    struct build x = {.arena = a, .specs = driver_installed_file(a, "cwolf.specs")};
    struct diag d = {0};
    char *temporary = getenv("TMPDIR");
    char *directory = arena_printf(a, "%s/cwolf-build-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    int status = take_options(&x, argc, argv);
    if (!status && !x.specs) {
        driver_say(DIAG_ERROR, "'cwolf.specs' is neither beside the command nor in ../lib/cwolf");
        status = EX_BAD;
    } else if (!status && !mkdtemp(directory)) {
        driver_say(DIAG_ERROR, "cannot make a directory like %s: %s", directory, strerror(errno));
        status = EX_BAD;
    } else if (!status) {
        enum status st = make_shims(&x, directory, &d);
        status = st ? driver_say_failure(st, &d) : run_command(a, directory, argv + optind);
        remove_shims(a, directory);
    }
    vec_free(&x.options);
    arena_free(a);
    return status;
}
