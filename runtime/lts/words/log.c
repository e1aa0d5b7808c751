/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a system can do what a log says.
 *
 * Invariant: only the lines in hand are kept, so that a log may be of any size, or still be written.
 */
#include "runtime/lts/words/walk.h"
#include "runtime/lts/control.h"
#include "runtime/lts/io/io.h"

struct log {
    struct walk walk;
    bool io_labels;
    struct buf label; /* of an event */
    struct lts_log_answer *answer;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool event_is_possible(struct log *x, const char *event, size_t size)
{
    x->label.size = 0;
    bool sign = x->io_labels && size >= 2 && (*event == '?' || *event == '!');
    if (sign && *event == '?')
        buf_putc(&x->label, '\'');
    buf_add(&x->label, event + sign, size - sign);
    if (words_walk_on(&x->walk, x->label.data, x->label.size))
        return true;
    x->answer->unknown = base_intern_find(x->walk.l->labels, x->label.data, x->label.size) == UINT32_MAX;
    return false;
}

/* One line, without its end; false when its event is not possible. */
static bool take_line(struct log *x, const char *p, const char *end)
{
    x->answer->line++;
    while (p < end && is_blank(*p))
        p++;
    while (p < end && is_blank(end[-1]))
        end--;
    if (p == end || *p == '#')
        return true;
    if (event_is_possible(x, p, (size_t)(end - p))) {
        x->answer->events++;
        return true;
    }
    buf_put_printable(&x->answer->rejected, p, (size_t)(end - p));
    return false;
}

static bool take_lines(struct log *x, const char *p, const char *end, const struct lts_control *c)
{
    for (uint32_t count = 0; p < end; count++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline : end;
        if (!take_line(x, p, stop))
            return false;
        if (count % 256 == 255 && control_stops(c)) /* a step of a large system takes long */
            break;
        p = stop + 1;
    }
    return true;
}

enum status lts_check_log(const struct lts *l, const char *path, bool io_labels, const struct lts_control *c,
                          struct lts_log_answer *out, struct diag *d)
{
    struct source s;
    struct piece lines = {0};
    struct log x = {.io_labels = io_labels, .answer = out};
    *out = (struct lts_log_answer){.accepted = true};
    enum status st = lts_source_open(&s, path, c, d);
    words_walk_begin(&x.walk, l);
    while (st == ST_OK && out->accepted && lts_source_piece(&s, &lines)) {
        out->accepted = take_lines(&x, lines.text, lines.text + lines.size, c);
        if (control_stops(c))
            st = lts_control_stopped(d);
    }
    if (st == ST_OK && out->accepted)
        st = s.status;
    words_walk_end(&x.walk);
    buf_free(&x.label);
    free(lines.text);
    lts_source_close(&s);
    if (st != ST_OK)
        buf_free(&out->rejected);
    return st;
}
