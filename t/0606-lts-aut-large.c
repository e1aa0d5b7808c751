/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran files of several megabytes, which are read in pieces by several threads: the system is the one that the
 * builder makes of the same transitions, and errors have the line and column that one reader would give.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdio.h>
#include <unistd.h>

static uint64_t seed = 60606;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

struct text {
    struct buf buf;
    struct lts_builder *builder;
    uint32_t states, lines;
    const char *end_of_line;
};

/* A label in one of the ways of writing it; most are plain. */
static uint32_t put_label(struct text *t, uint32_t i)
{
    char name[64];
    uint32_t n = any(1 + i / 4) % 5000;
    switch (any(12)) {
    case 0:
        buf_puts(&t->buf, any(2) ? "i" : "\"tau\"");
        return LTS_TAU;
    case 1:
        snprintf(name, sizeof name, "say \"%u\"", n);
        buf_printf(&t->buf, "\"say \\\"%u\\\"\"", n);
        break;
    case 2:
        snprintf(name, sizeof name, "PUT !%u, 0", n);
        buf_puts(&t->buf, name);
        break;
    case 3:
        snprintf(name, sizeof name, "a_long_label_%u", n);
        buf_printf(&t->buf, any(2) ? "\"%s\"" : "%s", name);
        break;
    default:
        snprintf(name, sizeof name, "a%u", n);
        buf_printf(&t->buf, any(2) ? "\"%s\"" : "%s", name);
    }
    return lts_builder_label(t->builder, name);
}

static void put_transition(struct text *t, uint32_t i, uint32_t from)
{
    uint32_t to = any(t->states);
    buf_printf(&t->buf, any(10) ? "(%u," : "( %u , ", from);
    uint32_t label = put_label(t, i);
    buf_printf(&t->buf, any(10) ? ",%u)" : ", %u )", to);
    lts_builder_add(t->builder, from, label, to, true, 0);
}

static struct text make(uint32_t states, uint32_t transitions, bool ascending, const char *end_of_line)
{
    struct text t = {.builder = lts_builder_new(), .states = states, .end_of_line = end_of_line};
    buf_printf(&t.buf, "# many\ndes (%u,%u,%u)%s", any(states), transitions, states, end_of_line);
    t.lines = 2;
    for (uint32_t i = 0; i < transitions; i++) {
        put_transition(&t, i, ascending ? (uint32_t)((uint64_t)i * states / transitions) : any(states));
        if (any(1000) == 0)
            continue; /* the next one is on the same line */
        buf_puts(&t.buf, end_of_line);
        t.lines++;
        if (any(1000) == 0) {
            buf_printf(&t.buf, "# comment%s%s", end_of_line, end_of_line);
            t.lines += 2;
        }
    }
    lts_builder_states(t.builder, states);
    return t;
}

static struct lts *read_text(const struct buf *b, struct diag *d)
{
    struct lts *l = NULL;
    *d = (struct diag){0};
    lts_read_text("large.aut", b->data, b->size, LTS_FMT_AUT, NULL, 0, &l, d);
    return l;
}

/* Numbers of labels included. */
static bool same(const struct lts *a, const struct lts *b)
{
    uint64_t n = lts_transitions(a);
    if (a->states != b->states || n != lts_transitions(b) ||
        base_intern_count(a->labels) != base_intern_count(b->labels))
        return false;
    for (uint32_t i = 0; i < base_intern_count(a->labels); i++)
        if (strcmp(base_intern_str(a->labels, i), base_intern_str(b->labels, i)))
            return false;
    return !memcmp(a->first, b->first, (a->states + (size_t)1) * sizeof *a->first) &&
           !memcmp(a->label, b->label, n * sizeof *a->label) && !memcmp(a->target, b->target, n * sizeof *a->target);
}

static void as_built(uint32_t states, uint32_t transitions, bool ascending, const char *end_of_line, const char *what)
{
    struct text t = make(states, transitions, ascending, end_of_line);
    struct diag d;
    struct lts *built = lts_builder_finish(t.builder, 0, false, false), *l = read_text(&t.buf, &d), *again = NULL;
    ok(l && same(l, built), "%s, %.1f MB: as the builder makes it %s", what, (double)t.buf.size / 1e6, d.text);
    char path[] = "/tmp/cwolf-large-XXXXXX";
    int fd = mkstemp(path);
    ok(fd >= 0 && !base_file_write(path, t.buf.data, t.buf.size, &d) &&
           lts_read(path, LTS_FMT_AUT, 0, &again, &d) == ST_OK && same(again, built),
       "also from a file");
    close(fd);
    unlink(path);
    lts_free(l);
    lts_free(again);
    lts_free(built);
    buf_free(&t.buf);
}

/* Where line `line` starts, counted from 1. */
static size_t start_of(const struct buf *b, uint32_t line)
{
    const char *p = b->data;
    while (--line)
        p = strchr(p, '\n') + 1;
    return (size_t)(p - b->data);
}

static bool fails(const struct buf *b, uint32_t line, uint32_t col, const char *message)
{
    struct diag d;
    struct lts *l = read_text(b, &d);
    bool good =
        !l && d.at.line == line && d.at.col == col && !strcmp(d.text, message) && !strcmp(d.at.file, "large.aut");
    if (!good)
        printf("# expected %u:%u: %s\n# got %u:%u: %s\n", line, col, message, d.at.line, d.at.col, d.text);
    lts_free(l);
    return good;
}

/* `bad` takes the place of the start of a line; what is wrong with it is at its first byte. */
static bool fails_at(const struct text *t, uint32_t line, const char *bad, const char *message)
{
    struct buf b = {0};
    size_t at = start_of(&t->buf, line);
    buf_add(&b, t->buf.data, at);
    buf_puts(&b, bad);
    buf_add(&b, t->buf.data + at, t->buf.size - at);
    bool good = fails(&b, line, 1, message);
    buf_free(&b);
    return good;
}

static void wrong_lines(void)
{
    struct text t = make(50000, 200000, true, "\n");
    bool good = true;
    struct diag d;
    struct lts *l = read_text(&t.buf, &d);
    ok(l, "%u lines are right", t.lines);
    lts_free(l);
    for (int i = 0; i < 40; i++)
        good &= fails_at(&t, 3 + any(t.lines - 3), "x", "expected '(' at the start of a transition, found 'x'");
    ok(good, "one wrong line among them is found");
    struct buf more = {0};
    buf_add(&more, t.buf.data, t.buf.size);
    if (more.data[more.size - 1] != '\n')
        buf_puts(&more, "\n"), t.lines++;
    buf_puts(&more, "\n (1,a,1)\n");
    ok(fails(&more, t.lines + 2, 2, "more transitions than the 200000 that the header declares"),
       "a transition too many");
    buf_puts(&more, "(1,a,nothing)\n");
    ok(fails(&more, t.lines + 2, 2, "more transitions than the 200000 that the header declares"),
       "comes before what is wrong behind it");
    char *count = strstr(more.data, "200000");
    memcpy(count, "200002", 6);
    ok(fails(&more, t.lines + 3, 4, "the label is not followed by ', state)'"),
       "which is found when there may be more");
    more.size -= strlen("(1,a,nothing)\n");
    ok(fails(&more, 2, (uint32_t)(count - start_of(&more, 2) - more.data) + 1,
             "the header declares 200002 transitions, the file has 200001"),
       "a transition too few");
    buf_free(&more);
    lts_free(lts_builder_finish(t.builder, 0, false, false));
    buf_free(&t.buf);
}

int main(void)
{
    as_built(100000, 300000, true, "\n", "in the order of sources");
    as_built(100000, 300000, false, "\n", "in any order");
    as_built(7, 200000, false, "\r\n", "few states, lines that end with CRLF");
    as_built(200000, 150000, true, "\r\n", "states without transitions");
    wrong_lines();
    printf("# seed %llu\n", (unsigned long long)seed);
    return done();
}
