/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran, written so that aut_read.c and every other tool reads it: tau is a bare i, all other labels are quoted.
 */
#include "runtime/lts/io/io.h"

static char *digits(char *p, uint32_t n)
{
    char reversed[10];
    int count = 0;
    do
        reversed[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count)
        *p++ = reversed[--count];
    return p;
}

struct label_table lts_aut_labels(const struct lts *l, const struct lts_print *how)
{
    return lts_label_table_new(l, how, lts_put_quoted, "i");
}

void lts_put_aut_header(struct buf *out, uint32_t initial, uint64_t transitions, uint32_t states)
{
    buf_printf(out, "des (%u,%llu,%u)\n", initial, (unsigned long long)transitions, states);
}

/* Its room is taken at once: a large system has millions. */
void lts_put_aut_line(struct buf *out, uint32_t from, const struct buf *label, uint32_t to)
{
    size_t most = label->size + 2 * 10 + 6;
    out->data = base_mem_grow(out->data, &out->capacity, out->size + most, 1);
    char *start = out->data + out->size, *p = start;
    *p++ = '(';
    p = digits(p, from);
    *p++ = ',';
    memcpy(p, label->data, label->size);
    p += label->size;
    *p++ = ',';
    p = digits(p, to);
    *p++ = ')';
    *p++ = '\n';
    *p = 0;
    out->size += (size_t)(p - start);
}

enum status lts_write_aut(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    uint32_t tau_name = how->io_labels ? UINT32_MAX : base_intern_find(l->labels, "tau", 3);
    for (uint64_t t = 0; tau_name != UINT32_MAX && t < lts_transitions(l); t++)
        if (l->label[t] == tau_name)
            return diag_set(d, ST_BAD, (struct place){0},
                            "the visible action 'tau' cannot be written as aut: readers take it for the silent one");
    struct label_table labels = lts_aut_labels(l, how);
    lts_put_aut_header(out, l->initial, lts_transitions(l), l->states);
    enum status st = ST_OK;
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            lts_put_aut_line(out, s, &labels.items[l->label[t]], l->target[t]);
        st = lts_drain(how, out, d);
    }
    lts_label_table_free(&labels);
    return st;
}
