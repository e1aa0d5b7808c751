/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures: graphviz text, and SVG drawn by the program `dot` (run, not linked: its licence does not mix with GPL).
 *
 * Inputs are blue, outputs black, the silent action grey. A transition that is may only is dashed. Parallel transitions
 * between two states share one arrow. A state without transitions has a double circle.
 */
#include "runtime/lts/control.h"
#include "runtime/lts/io/io.h"

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

void lts_put_dot_text(struct buf *out, const char *s, size_t n)
{
    struct buf shown = {0};
    lts_put_printable(&shown, s, n);
    for (size_t i = 0; i < shown.size; i++) {
        if (shown.data[i] == '"' || shown.data[i] == '\\')
            buf_putc(out, '\\');
        buf_putc(out, shown.data[i]);
    }
    buf_free(&shown);
}

void lts_put_dot_label(struct buf *out, const char *s, size_t n)
{
    enum { LONGEST = 120 };
    size_t shown = 0;
    for (size_t length; shown < n && shown < LONGEST; shown += length ? length : 1)
        length = lts_utf8_length(s + shown, s + n);
    lts_put_dot_text(out, s, shown);
    if (shown < n)
        buf_printf(out, "\342\200\246 (%zu bytes)", n);
}

static void quote(struct buf *out, const char *s, size_t n, bool tau)
{
    (void)tau;
    lts_put_dot_text(out, s, n);
}

static void quote_short(struct buf *out, const char *s, size_t n, bool tau)
{
    (void)tau;
    lts_put_dot_label(out, s, n);
}

static void write_state(struct buf *out, const struct lts *l, uint32_t s)
{
    struct buf props = lts_propositions(l, s);
    const char *name = l->state_names ? l->state_names[s] : NULL;
    bool stops = l->first[s] == l->first[s + 1];
    buf_printf(out, "    s%u [label=\"%u", s, s);
    while (name && *name) { /* a name may have several lines */
        size_t n = strcspn(name, "\n");
        if (n) {
            buf_puts(out, "\\n");
            lts_put_dot_text(out, name, n);
        }
        name += n + (name[n] != 0);
    }
    if (props.size) {
        buf_puts(out, "\\n{");
        lts_put_dot_text(out, props.data, props.size);
        buf_putc(out, '}');
    }
    buf_printf(out, "\"%s%s%s];\n", l->state_names || props.size ? ", shape=box, style=\"rounded,filled\"" : "",
               stops ? (l->state_names || props.size ? ", peripheries=2" : ", shape=doublecircle") : "",
               s == l->initial ? ", fillcolor=\"#dbe9f6\"" : "");
    buf_free(&props);
}

/* One arrow of transition t, with every later label of the same row, target and must bit. */
static void write_arrow(struct buf *out, const struct lts *l, uint32_t s, uint64_t t, const struct label_table *labels,
                        bool dashed)
{
    static const char *const colour[] = {"#777777", "#1f4e9c", "black"}; /* silent, input, output */
    int kind = -1;
    buf_printf(out, "    s%u -> s%u [label=\"", s, l->target[t]);
    for (uint64_t k = t; k < l->first[s + 1]; k++) {
        if (l->target[k] != l->target[t] || lts_is_must(l, k) != lts_is_must(l, t))
            continue;
        int mine = l->label[k] == LTS_TAU ? 0 : lts_label(l, k)[0] == '\'' ? 1 : 2;
        kind = kind < 0 || kind == mine ? mine : 2;
        if (k > t)
            buf_puts(out, "\\n");
        buf_add(out, labels->items[l->label[k]].data, labels->items[l->label[k]].size);
    }
    buf_printf(out, "\", color=\"%s\", fontcolor=\"%s\"%s];\n", colour[kind], colour[kind],
               dashed ? ", style=dashed" : "");
}

static bool first_to_target(const struct lts *l, uint32_t s, uint64_t t)
{
    for (uint64_t k = l->first[s]; k < t; k++)
        if (l->target[k] == l->target[t] && lts_is_must(l, k) == lts_is_must(l, t))
            return false;
    return true;
}

/* Rows of thousands are written arrow by arrow: merging looks at all pairs. */
static void write_row(struct buf *out, const struct lts *l, uint32_t s, const struct label_table *labels,
                      bool show_must)
{
    bool merge = l->first[s + 1] - l->first[s] <= 1000;
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
        bool dashed = show_must && !lts_is_must(l, t);
        if (merge && first_to_target(l, s, t))
            write_arrow(out, l, s, t, labels, dashed);
        else if (!merge)
            buf_printf(out, "    s%u -> s%u [label=\"%s\"%s];\n", s, l->target[t], labels->items[l->label[t]].data,
                       dashed ? ", style=dashed" : "");
    }
}

/* With `shorten` as a picture, else as a text for other programs, where all of a label counts. */
static enum status write_graph(const struct lts *l, const struct lts_print *how, bool shorten, struct buf *out,
                               struct diag *d)
{
    enum status st = ST_OK;
    struct label_table labels = lts_label_table_new(l, how, shorten ? quote_short : quote);
    const char *name = how->name ? how->name : "main";
    buf_puts(out, "digraph \"");
    lts_put_dot_text(out, name, strlen(name));
    buf_puts(out, "\" {\n    rankdir=TB;\n"
                  "    node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\"];\n"
                  "    edge [fontname=\"Helvetica\", fontsize=11];\n    start [shape=point, label=\"\"];\n");
    buf_printf(out, "    start -> s%u;\n", l->initial);
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_state(out, l, s);
        st = lts_drain(how, out, d);
    }
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        write_row(out, l, s, &labels, how->must);
        st = lts_drain(how, out, d);
    }
    buf_puts(out, "}\n");
    lts_label_table_free(&labels);
    return st;
}

enum status lts_write_dot(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    return write_graph(l, how, false, out, d);
}

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
    while ((st = control_await(c, fd, false, d)) == ST_OK &&
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

static enum status draw(const struct buf *text, const struct lts_control *c, struct buf *out, struct diag *d)
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
    enum status st = write_graph(l, &kept, true, &text, d);
    if (st == ST_OK)
        st = draw(&text, how->control, out, d);
    buf_free(&text);
    return st;
}

/* Whether one can follow the arrows: a tree has one for each state, and not many more may be added. */
static bool is_clear(const struct lts *l, uint32_t most)
{
    uint64_t arrows = 0;
    if (l->states > most || lts_transitions(l) > (uint64_t)most * 5)
        return false;
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            arrows += first_to_target(l, s, t);
    return arrows <= l->states + (uint64_t)most * 5 / 8;
}

enum status lts_write_picture(const struct lts *l, const struct lts_picture *what, enum lts_format format,
                              const struct lts_print *how, struct buf *out, struct diag *d)
{
    static const struct lts_print plain = {0};
    uint32_t most = what->max_nodes ? what->max_nodes : 200, groups = what->max_nodes ? what->max_nodes : 24;
    bool whole = what->kind == LTS_SUMMARY_NONE || (what->kind == LTS_SUMMARY_AUTO && is_clear(l, most));
    how = how ? how : &plain;
    if (whole)
        return lts_write(l, format, how, out, d);
    struct buf text = {0};
    enum status st = lts_write_summary_dot(l, what->kind, groups, how, &text, d);
    if (st != ST_OK)
        ;
    else if (format == LTS_FMT_DOT)
        buf_add(out, text.data, text.size);
    else if (format == LTS_FMT_SVG)
        st = draw(&text, how->control, out, d);
    else
        st = diag_set(d, ST_BAD, (struct place){0}, "a summary is a picture: format svg or dot");
    buf_free(&text);
    return st;
}
