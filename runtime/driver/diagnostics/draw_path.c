/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A path through the source, drawn as gcc -fanalyzer draws it: events numbered, grouped by function, events of one
 * place under one quotation.
 *
 * Invariant: at most MOST_EVENTS are drawn: minor ones (decided branches without a label) go first, then the middle,
 * and the number of those left out is said where they are missing.
 */
#include "quote.h"

enum { MOST_EVENTS = 20, FIRST_EVENTS = 8 };

/* The events that are drawn, by index into the answer's path. */
struct chosen {
    uint32_t *index, count, gap_after, left_out; /* `left_out` events are missing behind the first gap_after ones */
};

static struct chosen choose_events(const struct check_answer *a)
{
    struct chosen c = {base_mem_alloc(sizeof(uint32_t) * (a->path_length + 1)), 0, UINT32_MAX, 0};
    bool drop_minor = a->path_length > MOST_EVENTS;
    for (uint32_t i = 0; i < a->path_length; i++)
        if (!drop_minor || !a->path[i].is_minor || i + 1 == a->path_length)
            c.index[c.count++] = i;
    if (c.count > MOST_EVENTS) {
        c.gap_after = FIRST_EVENTS;
        c.left_out = c.count - MOST_EVENTS;
        memmove(c.index + FIRST_EVENTS, c.index + FIRST_EVENTS + c.left_out,
                (MOST_EVENTS - FIRST_EVENTS) * sizeof *c.index);
        c.count = MOST_EVENTS;
    }
    return c;
}

static void put_bar(struct buf *out)
{
    buf_printf(out, "    %s|%s", driver_colour_on(COLOUR_PATH), driver_colour_off(COLOUR_PATH));
}

void driver_event_text(const struct check_event *e, struct buf *out)
{
    bool has_text = e->text && *e->text;
    if (has_text)
        buf_puts(out, e->text);
    if (e->label)
        buf_printf(out, "%slabel %s", has_text ? "; " : "", e->label);
}

static void put_text(const struct check_event *e, uint32_t number, struct buf *out)
{
    buf_printf(out, "%s(%u)%s ", driver_colour_on(COLOUR_PATH), number, driver_colour_off(COLOUR_PATH));
    driver_event_text(e, out);
    buf_putc(out, '\n');
}

/* Events keep the number that they have with those left out. */
static uint32_t number_of(const struct chosen *c, uint32_t n)
{
    return n + 1 + (n >= c->gap_after ? c->left_out : 0);
}

/* The events n..end-1 of one place: the quotation once, then a line for each. */
static void put_place(const struct cwi_unit *u, const struct check_answer *a, const struct chosen *c, uint32_t n,
                      uint32_t end, cwi_id *file, struct buf *out)
{
    const struct check_event *e = &a->path[c->index[n]];
    struct place p = cwi_place_text(u, e->at);
    struct buf prefix = {0};
    put_bar(&prefix);
    if (e->at.file && e->at.file != *file && driver_source_line(p.file, p.line))
        buf_printf(out, "%s%s:%u:%u:\n", prefix.data, p.file, p.line, p.col);
    *file = e->at.file ? e->at.file : *file;
    int column = driver_quote_line(e->at.file ? p.file : NULL, p.line, p.col, prefix.data, COLOUR_PATH, out);
    if (column >= 0)
        buf_printf(out, "%s%5s | %*s%s|%s\n", prefix.data, "", column, "", driver_colour_on(COLOUR_PATH),
                   driver_colour_off(COLOUR_PATH));
    for (uint32_t i = n; i < end; i++) {
        buf_puts(out, prefix.data);
        if (column >= 0)
            buf_printf(out, "%5s | %*s", "", column, "");
        else if (e->at.file)
            buf_printf(out, " %s:%u:%u: ", p.file, p.line, p.col);
        else
            buf_putc(out, ' ');
        put_text(&a->path[c->index[i]], number_of(c, i), out);
    }
    buf_free(&prefix);
}

static void put_function(const struct cwi_unit *u, cwi_id func, uint32_t from, uint32_t to, struct buf *out)
{
    const char *name = func ? cwi_func_of(u, func)->name : NULL;
    buf_puts(out, "  ");
    if (name)
        buf_printf(out, "'%s%s%s': ", driver_colour_on(COLOUR_QUOTE), name, driver_colour_off(COLOUR_QUOTE));
    if (from == to)
        buf_printf(out, "event %u\n", from);
    else
        buf_printf(out, "events %u-%u\n", from, to);
    put_bar(out);
    buf_putc(out, '\n');
}

void driver_path_print(const struct cwi_unit *u, const struct check_answer *a, struct buf *out)
{
    if (!a->path_length)
        return;
    struct chosen c = choose_events(a);
    cwi_id file = a->at.file;
    for (uint32_t n = 0; n < c.count;) {
        uint32_t end = n;
        cwi_id func = a->path[c.index[n]].func;
        while (end < c.count && a->path[c.index[end]].func == func && (end != c.gap_after || end == n))
            end++;
        if (n == c.gap_after)
            buf_printf(out, "  ... %u more events ...\n", c.left_out);
        put_function(u, func, number_of(&c, n), number_of(&c, end - 1), out);
        while (n < end) {
            uint32_t same = n + 1;
            while (same < end && cwi_same_place(a->path[c.index[same]].at, a->path[c.index[n]].at))
                same++;
            put_place(u, a, &c, n, same, &file, out);
            n = same;
        }
        put_bar(out);
        buf_putc(out, '\n');
    }
    free(c.index);
}
