/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The labels of parallel transitions as a short list:
 * labels that differ in one number, and whose numbers follow each other, are one item: `?pkt0..47`, `send(1,2..5)`.
 */
#include "runtime/lts/draw/draw.h"

#include <stdlib.h>

enum { LEAST_RANGE = 3, LINE = 36, MOST_LINES = 6 };

/* A label and the number in it that tells it from others; without one, start and end are 0. */
struct numbered {
    const struct buf *label;
    size_t start, end; /* of the number */
    uint64_t value;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number that ends last, unless it begins with a zero (then it is a code, not a count) or is too long to count. */
static struct numbered cut(const struct buf *label)
{
    struct numbered p = {.label = label};
    size_t end = label->size;
    while (end && !is_digit(label->data[end - 1]))
        end--;
    size_t start = end;
    while (start && is_digit(label->data[start - 1]))
        start--;
    if (end - start == 0 || end - start > 18 || (label->data[start] == '0' && end - start > 1))
        return p;
    p.start = start;
    p.end = end;
    for (size_t i = start; i < end; i++)
        p.value = p.value * 10 + (uint64_t)(label->data[i] - '0');
    return p;
}

static int compare_bytes(const char *x, size_t nx, const char *y, size_t ny)
{
    int c = memcmp(x, y, nx < ny ? nx : ny);
    return c ? c : nx < ny ? -1 : nx > ny;
}

/* By what stands before the number and behind it: 0 for labels that differ in the number alone. */
static int by_frame(const struct numbered *x, const struct numbered *y)
{
    if (!x->end != !y->end)
        return x->end ? 1 : -1;
    if (!x->end)
        return compare_bytes(x->label->data, x->label->size, y->label->data, y->label->size);
    int c = compare_bytes(x->label->data, x->start, y->label->data, y->start);
    return c ? c
             : compare_bytes(x->label->data + x->end, x->label->size - x->end, y->label->data + y->end,
                             y->label->size - y->end);
}

static int by_number(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    int c = by_frame(x, y);
    return c ? c : x->value < y->value ? -1 : x->value > y->value;
}

/* Where the run of numbers that follow each other ends which begins at `from`. */
static size_t run_end(const struct numbered *p, size_t from, size_t count)
{
    size_t to = from + 1;
    while (to < count && p[from].end && by_frame(&p[from], &p[to]) == 0 && p[to].value == p[to - 1].value + 1)
        to++;
    return to - from >= LEAST_RANGE ? to : from + 1;
}

static void put_item(struct buf *out, const struct numbered *first, const struct numbered *last)
{
    if (first == last) {
        buf_add(out, first->label->data, first->label->size);
        return;
    }
    buf_add(out, first->label->data, first->end);
    buf_puts(out, "..");
    buf_add(out, last->label->data + last->start, last->label->size - last->start);
}

void draw_label_list(struct buf *out, const struct buf *const *labels, size_t count)
{
    struct numbered *p = base_mem_alloc((count + 1) * sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = cut(labels[i]);
    qsort(p, count, sizeof *p, by_number);
    size_t line_start = out->size, lines = 1;
    for (size_t i = 0, next; i < count; i = next) {
        struct buf item = {0};
        next = run_end(p, i, count);
        put_item(&item, &p[i], &p[next - 1]);
        bool breaks = i && out->size - line_start + item.size > LINE;
        if (breaks && lines == MOST_LINES) {
            buf_printf(out, ", +%zu more", count - i);
            buf_free(&item);
            break;
        }
        buf_puts(out, !i ? "" : breaks ? "\\n" : ", ");
        line_start = breaks ? out->size : line_start;
        lines += breaks;
        buf_add(out, item.data, item.size);
        buf_free(&item);
    }
    free(p);
}
