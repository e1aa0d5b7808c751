/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a CCS file must obey beyond its grammar; shared terms; release.
 */
#include "runtime/base/components.h"
#include "runtime/lts/io/ccs.h"

#include <stdlib.h>

/* ---- terms ------------------------------------------------------------------------------------------------------- */

void io_ccs_terms_init(struct ccs_terms *t)
{
    *t = (struct ccs_terms){.shared = base_intern_new()};
}

uint32_t io_ccs_term(struct ccs_terms *t, enum ccs_kind kind, const uint32_t *args, uint32_t count)
{
    uint32_t known = base_intern_count(t->shared);
    t->word.count = count + (size_t)1;
    vec_reserve(&t->word, t->word.count);
    t->word.items[0] = kind;
    if (count)
        memcpy(t->word.items + 1, args, count * sizeof *args);
    uint32_t id = base_intern_add(t->shared, (const char *)t->word.items, t->word.count * sizeof *t->word.items);
    if (id == known)
        t->words += t->word.count;
    return id;
}

void io_ccs_terms_free(struct ccs_terms *t)
{
    base_intern_free(t->shared);
    vec_free(&t->word);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static bool before(const struct place *a, const struct place *b)
{
    return a->line != b->line ? a->line < b->line : a->col < b->col;
}

static enum status check_defined(struct ccs_file *f, struct diag *d)
{
    struct VEC(const char *) known = {0};
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < f->process.count; i++) {
        if (f->process.items[i].defined)
            vec_push(&known, base_intern_str(f->processes, (uint32_t)i));
        else if (first == SIZE_MAX || before(&f->process.items[i].used_at, &f->process.items[first].used_at))
            first = i;
    }
    enum status st = ST_OK;
    if (first != SIZE_MAX) {
        const char *name = base_intern_str(f->processes, (uint32_t)first);
        const char *near = base_nearest_name(name, known.items, known.count);
        st = diag_set(d, ST_BAD, f->process.items[first].used_at, "no process '%s' is defined%s%s%s", name,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    vec_free(&known);
    return st;
}

/* ---- recursion without guard ------------------------------------------------------------------------------------- */

/* Up to the first edge that closes a cycle, an open process is one on the way to the process in hand. */
struct guard_check {
    const struct ccs_file *f;
    bool *open;
    const struct ccs_unguarded *closing;
};

static uint32_t next_unguarded(void *context, uint32_t process, uint32_t i)
{
    struct guard_check *x = context;
    const struct ccs_process *p = &x->f->process.items[process];
    x->open[process] = true;
    if (x->closing || i == p->unguarded.count)
        return COMPONENTS_NONE;
    if (x->open[p->unguarded.items[i].to])
        x->closing = &p->unguarded.items[i];
    return p->unguarded.items[i].to;
}

static bool starts_at(void *context, uint32_t process)
{
    (void)process;
    return !((struct guard_check *)context)->closing;
}

static void close_processes(void *context, const uint32_t *members, uint32_t count)
{
    while (count)
        ((struct guard_check *)context)->open[members[--count]] = false;
}

static enum status check_guarded(const struct ccs_file *f, struct diag *d)
{
    uint32_t n = (uint32_t)f->process.count;
    struct guard_check x = {f, base_mem_zalloc(n + (size_t)1), NULL};
    base_components_find(&(struct components_graph){n, next_unguarded, starts_at, close_processes, &x});
    free(x.open);
    if (!x.closing)
        return ST_OK;
    return diag_set(d, ST_BAD, x.closing->at,
                    "unguarded recursion: process '%s' comes back to itself without an action in between",
                    base_intern_str(f->processes, x.closing->to));
}

enum status io_ccs_check(struct ccs_file *f, struct diag *d)
{
    enum status st = check_defined(f, d);
    return st == ST_OK ? check_guarded(f, d) : st;
}

void io_ccs_file_init(struct ccs_file *f)
{
    *f = (struct ccs_file){.names = base_intern_new(),
                           .processes = base_intern_new(),
                           .set_names = base_intern_new(),
                           .restrictions = base_intern_new(),
                           .relabellings = base_intern_new()};
    io_ccs_terms_init(&f->terms);
    base_intern_add(f->names, "\0tau", 4); /* id 0: no text holds a zero byte */
}

void io_ccs_file_free(struct ccs_file *f)
{
    for (size_t i = 0; i < f->set.count; i++)
        vec_free(&f->set.items[i].names);
    for (size_t i = 0; i < f->automaton.count; i++) {
        vec_free(&f->automaton.items[i].steps);
        free(f->automaton.items[i].first);
        free(f->automaton.items[i].order);
    }
    for (size_t i = 0; i < f->process.count; i++)
        vec_free(&f->process.items[i].unguarded);
    vec_free(&f->process);
    vec_free(&f->set);
    vec_free(&f->automaton);
    io_ccs_terms_free(&f->terms);
    base_intern_free(f->names);
    base_intern_free(f->processes);
    base_intern_free(f->set_names);
    base_intern_free(f->restrictions);
    base_intern_free(f->relabellings);
}
