/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small things that several commands need: output to files, a filter program, the files of the installation.
 *
 * Invariant: an output is complete or absent; a filter that fails is an error with its name.
 */
#include "runtime/driver/cache.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int driver_write_output(const char *path, const struct buf *text)
{
    struct diag d;
    enum status st = base_file_write(path ? path : "-", buf_str(text), text->size, &d);
    if (!path && !st)
        driver_cache_note_output(text);
    return st ? driver_say_failure(st, &d) : EX_HOLDS;
}

void driver_put_for_shell(const char *word, struct buf *out)
{
    buf_putc(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            buf_puts(out, "'\\''");
        else
            buf_putc(out, *word);
    buf_putc(out, '\'');
}

/* Pages that count as data, of this process, in bytes; 0 when that cannot be known. */
static uint64_t data_bytes(void)
{
    unsigned long long data = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*u %*u %*u %*u %*u %llu", &data) != 1)
        data = 0;
    if (f)
        fclose(f);
    return data * (uint64_t)sysconf(_SC_PAGESIZE);
}

void driver_limit_memory(uint64_t bytes)
{
    enum { OWN = 64 << 20 }; /* threads, libraries, texts */
    struct rlimit limit;
    uint64_t data = data_bytes();
    if (!bytes || !data || getrlimit(RLIMIT_DATA, &limit) || bytes > UINT64_MAX - data - OWN)
        return;
    if (limit.rlim_cur > bytes + data + OWN) {
        limit.rlim_cur = bytes + data + OWN;
        setrlimit(RLIMIT_DATA, &limit);
    }
    driver_set_memory_limit(bytes);
}

char *driver_own_path(struct arena *a)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    return n > 0 ? arena_strn(a, path, (size_t)n) : NULL;
}

char *driver_installed_file(struct arena *a, const char *name)
{
    static const char *const places[] = {"", "../lib/cwolf/"};
    char *self = driver_own_path(a);
    for (size_t i = 0; self && i < sizeof places / sizeof *places; i++) {
        char *path = base_path_beside(a, self, arena_printf(a, "%s%s", places[i], name));
        char *real = access(path, R_OK) ? NULL : realpath(path, NULL);
        if (real) {
            path = arena_str(a, real);
            free(real);
            return path;
        }
    }
    return NULL;
}

/* Starts `argv` with pipes on its standard input and output; the caller's ends come back. Returns the process, or -1.
 */
static pid_t start_filter(char *const *argv, int *to, int *from)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC))
        return -1;
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]), close(in[1]);
        return -1;
    }
    pid_t child = fork();
    if (!child) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    *to = in[1], *from = out[0];
    if (child < 0)
        close(in[1]), close(out[0]);
    return child;
}

/* Feeds and drains at once, because a filter may write before it has read everything. */
static void pump(int to, int from, const struct buf *input, struct buf *output)
{
    size_t done = 0;
    char chunk[65536];
    fcntl(to, F_SETFL, O_NONBLOCK);
    while (from >= 0) {
        struct pollfd p[2] = {{from, POLLIN, 0}, {to, POLLOUT, 0}};
        if (poll(p, 2, -1) < 0 && errno != EINTR)
            break;
        if (to >= 0 && p[1].revents) {
            ssize_t n = done < input->size ? write(to, input->data + done, input->size - done) : -1;
            if (n > 0)
                done += (size_t)n;
            else if (n == 0 || errno != EAGAIN || done >= input->size)
                close(to), to = -1;
        }
        if (p[0].revents) {
            ssize_t n = read(from, chunk, sizeof chunk);
            if (n <= 0)
                break;
            buf_add(output, chunk, (size_t)n);
        }
    }
    if (to >= 0)
        close(to);
    close(from);
}

enum status driver_run_filter(char *const *argv, const struct buf *input, struct buf *output, struct diag *d)
{
    int to, from, how = 0;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    pid_t child = start_filter(argv, &to, &from);
    if (child < 0)
        return diag_errno(d, argv[0], "cannot start");
    sigaction(SIGPIPE, &ignore, &before);
    pump(to, from, input, output);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    sigaction(SIGPIPE, &before, NULL);
    if (WIFEXITED(how) && WEXITSTATUS(how) == 127)
        return diag_set(d, ST_SYSTEM, (struct place){0}, "cannot run '%s': is it installed?", argv[0]);
    if (!WIFEXITED(how) || WEXITSTATUS(how))
        return diag_set(d, ST_SYSTEM, (struct place){0}, "'%s' failed", argv[0]);
    return ST_OK;
}
