/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CCS files as systems, and systems as CWB-NC automata.
 * Source of the latter: thesis of DuVarney, figure 4.12.
 */
#include "runtime/lts/io/ccs.h"

#include <stdlib.h>

static void list_processes(const struct ccs_file *f, struct buf *out)
{
    for (size_t i = 0; i < f->process.count && out->size < 300; i++)
        buf_printf(out, "%s%s", i ? ", " : "", base_intern_str(f->processes, (uint32_t)i));
}

/* The process asked for, else `main`, else the only one. */
static enum status choose_process(const struct ccs_file *f, const char *name, const char *process, uint32_t *out,
                                  struct diag *d)
{
    struct place at = {name, 0, 0};
    const char *wanted = process ? process : "main";
    *out = base_intern_find(f->processes, wanted, strlen(wanted));
    if (*out != UINT32_MAX)
        return ST_OK;
    if (f->process.count == 0)
        return diag_set(d, ST_BAD, at, "the file defines no process");
    if (!process && f->process.count == 1) {
        *out = 0;
        return ST_OK;
    }
    struct buf names = {0};
    list_processes(f, &names);
    enum status st;
    if (process) {
        const char **known = base_mem_alloc(f->process.count * sizeof *known);
        for (size_t i = 0; i < f->process.count; i++)
            known[i] = base_intern_str(f->processes, (uint32_t)i);
        const char *near = base_nearest_name(process, known, f->process.count);
        st = diag_set(d, ST_BAD, at, "no process '%s' is defined; %s%s%s", process,
                      near ? "did you mean '" : "there are ", near ? near : names.data, near ? "'?" : "");
        free(known);
    } else {
        st = diag_set(d, ST_BAD, at, "several processes and none is called main; write FILE:PROCESS, one of %s",
                      names.data);
    }
    buf_free(&names);
    return st;
}

static enum status unfold_process(struct ccs_file *f, uint32_t process, const struct lts_control *c, struct lts **out,
                                  struct diag *d)
{
    uint32_t body = f->process.items[process].body;
    bool automaton = ccs_kind_of(&f->terms, body) == T_AUT;
    struct buf name = {0};
    buf_printf(&name, "process '%s'", base_intern_str(f->processes, process));
    enum status st = io_ccs_unfold(f, automaton ? body : io_ccs_term(&f->terms, T_CONST, &process, 1), name.data,
                                   f->process.items[process].defined_at, c, out, d);
    buf_free(&name);
    return st;
}

enum status lts_read_ccs(struct source *s, const char *process, struct lts **out, struct diag *d)
{
    const char *text;
    size_t size;
    uint32_t chosen;
    enum status st = lts_source_all(s, &text, &size);
    if (st != ST_OK)
        return st;
    struct ccs_file f;
    st = io_ccs_parse(&f, s->name, text, size, d);
    if (st == ST_OK)
        st = choose_process(&f, s->name, process, &chosen, d);
    if (st == ST_OK)
        st = unfold_process(&f, chosen, s->control, out, d);
    io_ccs_file_free(&f);
    return st;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void quote(struct buf *out, const char *s, size_t n)
{
    if (n > 1 && *s == '\'') {
        buf_putc(out, '\'');
        s++;
        n--;
    }
    if (io_ccs_is_name(s, n)) {
        buf_add(out, s, n);
        return;
    }
    lts_put_quoted(out, s, n);
}

static void write_state(struct buf *out, const struct lts *l, uint32_t s, const struct label_table *labels)
{
    buf_printf(out, "\n    %u:", s);
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
        if (t > l->first[s] && l->label[t] == l->label[t - 1]) {
            buf_putc(out, ',');
        } else {
            if (t > l->first[s])
                buf_putc(out, '}');
            buf_add(out, labels->items[l->label[t]].data, labels->items[l->label[t]].size);
            buf_putc(out, '{');
        }
        lts_put_number(out, l->target[t]);
    }
    if (l->first[s] < l->first[s + 1])
        buf_putc(out, '}');
}

enum status lts_write_ccs(const struct lts *l, const struct lts_print *how, struct buf *out, struct diag *d)
{
    const char *name = how->name ? how->name : "main";
    if (!io_ccs_is_name(name, strlen(name)))
        return diag_set(d, ST_BAD, (struct place){0}, "'%s' cannot be the name of a CCS process", name);
    struct label_table labels = lts_label_table_new(l, how, quote, "t");
    buf_printf(out, "proc %s = Aut(start=%u,", name, l->initial);
    uint32_t last = l->initial; /* the highest number that occurs, so that the states can be counted */
    enum status st = ST_OK;
    for (uint32_t s = 0; s < l->states && st == ST_OK; s++) {
        if (l->first[s] < l->first[s + 1])
            write_state(out, l, s, &labels);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            last = l->target[t] > last ? l->target[t] : last;
        last = l->first[s] < l->first[s + 1] && s > last ? s : last;
        st = lts_drain(how, out, d);
    }
    if (last + 1 < l->states)
        buf_printf(out, "\n    %u:", l->states - 1);
    buf_puts(out, ")\n");
    lts_label_table_free(&labels);
    return st;
}
