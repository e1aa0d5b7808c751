/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SVG: graphviz text (of dot.c or summary_dot.c), drawn by the program `dot` (run, not linked: its licence does not mix
 * with GPL).
 */
#include "runtime/lts/control.h"
#include "runtime/lts/draw/draw.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const size_t large_picture = 20000; /* bytes of graphviz text, some 200 arrows */
static const uint64_t most_drawn = 20000; /* states, or transitions: beyond, dot takes minutes and nobody can read it */

/* ---- running dot ------------------------------------------------------------------------------------------------- */

/* A file without a name that holds `text`, ready to be read; -1 on failure. */
static int hidden_file(const struct buf *text)
{
    FILE *f = tmpfile();
    if (!f)
        return -1;
    bool ok = fwrite(text->data, 1, text->size, f) == text->size && fflush(f) == 0;
    int fd = ok ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;
    fclose(f);
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

/* With `hasty`, where it would else think for minutes about crossings and the length of arrows. */
static enum status start_dot(int input, int output, bool hasty, pid_t *child, struct diag *d)
{
    char *argv[] = {"dot", "-Tsvg", NULL, NULL, NULL, NULL};
    static char effort[][20] = {"-Gnslimit=1", "-Gnslimit1=1", "-Gmclimit=0.3"};
    for (size_t i = 0; hasty && i < sizeof effort / sizeof *effort; i++)
        argv[2 + i] = effort[i];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(child, "dot", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT)
        return diag_set(d, ST_BAD, (struct place){0},
                        "cannot draw: the program 'dot' is not installed (package graphviz); format dot needs none");
    errno = error;
    return error ? diag_errno(d, NULL, "cannot run dot") : ST_OK;
}

static enum status read_picture(int fd, pid_t child, const struct lts_control *c, struct buf *out, struct diag *d)
{
    char piece[1 << 14];
    ssize_t n = 0;
    int how = 0;
    enum status st;
    while ((st = lts_control_await(c, fd, false, d)) == ST_OK &&
           ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0)
            buf_add(out, piece, (size_t)n);
    if (st != ST_OK)
        kill(child, SIGKILL);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    if (st != ST_OK)
        return st;
    if (n < 0 || !WIFEXITED(how) || WEXITSTATUS(how))
        return diag_set(d, ST_BAD, (struct place){0},
                        "the program 'dot' failed (status %d): less to draw (--max-nodes) or more memory may help, "
                        "format dot needs none",
                        WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how));
    return ST_OK;
}

enum status draw_svg(const struct buf *text, const struct lts_control *c, struct buf *out, struct diag *d)
{
    int ends[2];
    int input = hidden_file(text);
    if (input < 0)
        return diag_errno(d, NULL, "cannot make a temporary file");
    if (pipe2(ends, O_CLOEXEC) < 0) {
        close(input);
        return diag_errno(d, NULL, "cannot make a pipe");
    }
    pid_t child;
    enum status st = start_dot(input, ends[1], text->size > large_picture, &child, d);
    close(ends[1]);
    close(input);
    if (st == ST_OK)
        st = read_picture(ends[0], child, c, out, d);
    close(ends[0]);
    return st;
}

enum status lts_write_svg(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    bool many_states = l->states > most_drawn;
    uint64_t many = many_states ? l->states : lts_transitions(l);
    if (many > most_drawn)
        return diag_set(d, ST_BAD, (struct place){0},
                        "%llu %s are too many for a picture (at most %llu); reduce the system, or let "
                        "'cwolf lts draw' summarise it",
                        (unsigned long long)many, many_states ? "states" : "transitions",
                        (unsigned long long)most_drawn);
    struct buf text = {0};
    struct lts_print kept = *how; /* all of it goes to the program */
    kept.drain = NULL;
    enum status st = draw_graph(l, &kept, true, &text, d);
    if (st == ST_OK)
        st = draw_svg(&text, how->control, out, d);
    buf_free(&text);
    return st;
}
