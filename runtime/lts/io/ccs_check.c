/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a CCS file must obey beyond its grammar; shared terms; release.
 *
 * Terms are hash-consed: the pool holds each once, so that equality is equality of ids.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/io/ccs.h"

#include <stdlib.h>

/* ---- terms ------------------------------------------------------------------------------------------------------- */

static size_t place_in_table(const struct ccs_terms *t, uint32_t head, const uint32_t *args, uint32_t count)
{
    uint64_t h = base_hash_bytes(args, count * sizeof *args, head);
    size_t i = h & t->mask;
    for (; t->table[i]; i = (i + 1) & t->mask) {
        const uint32_t *words = t->pool.items + t->start.items[t->table[i] - 1];
        if (words[0] == head && (count == 0 || !memcmp(words + 1, args, count * sizeof *args)))
            break;
    }
    return i;
}

static void grow_table(struct ccs_terms *t)
{
    t->mask = t->table ? t->mask * 2 + 1 : 255;
    free(t->table);
    t->table = base_mem_zalloc((t->mask + 1) * sizeof *t->table);
    for (size_t id = 0; id < t->start.count; id++) {
        const uint32_t *words = t->pool.items + t->start.items[id];
        t->table[place_in_table(t, words[0], words + 1, words[0] >> 3)] = (uint32_t)id + 1;
    }
}

uint32_t io_ccs_term(struct ccs_terms *t, enum ccs_kind kind, const uint32_t *args, uint32_t count)
{
    if (!t->table || (t->start.count + 1) * 4 > t->mask * 3)
        grow_table(t);
    uint32_t head = count << 3 | (uint32_t)kind;
    size_t i = place_in_table(t, head, args, count);
    if (t->table[i])
        return t->table[i] - 1;
    vec_push(&t->start, (uint32_t)t->pool.count);
    vec_push(&t->pool, head);
    vec_reserve(&t->pool, t->pool.count + count);
    if (count)
        memcpy(t->pool.items + t->pool.count, args, count * sizeof *args);
    t->pool.count += count;
    return (t->table[i] = (uint32_t)t->start.count) - 1;
}

void io_ccs_terms_free(struct ccs_terms *t)
{
    vec_free(&t->pool);
    vec_free(&t->start);
    free(t->table);
    t->table = NULL;
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

void io_ccs_sort_set(struct ccs_set *set)
{
    set->names.count = base_sort_unique_u32(set->names.items, set->names.count);
}

const struct ccs_set *io_ccs_restricted_names(const struct ccs_file *f, uint32_t restriction)
{
    const struct ccs_restriction *r = &f->restriction.items[restriction];
    return r->lone != UINT32_MAX && f->set.items[r->lone].defined ? &f->set.items[r->lone] : &r->set;
}

bool io_ccs_restricts(const struct ccs_file *f, uint32_t restriction, uint32_t name)
{
    const struct ccs_set *set = io_ccs_restricted_names(f, restriction);
    return sorted_has_u32(set->names.items, set->names.count, name);
}

/* ---- recursion without guard ------------------------------------------------------------------------------------- */

/* Depth first over "is named without an action before it". */
struct walk {
    struct ccs_file *f;
    uint32_t *first, *order; /* edges of each process: order[first[p] ..] are indices into unguarded */
    uint32_t *next;          /* how far each process on the path is done */
    uint8_t *colour;         /* 0 not seen, 1 on the path, 2 done */
    uint32_t *path;
    uint32_t length;
};

static void index_edges(struct walk *w)
{
    struct ccs_file *f = w->f;
    size_t n = f->process.count;
    w->first = base_mem_zalloc((n + 2) * sizeof *w->first);
    w->order = base_mem_alloc((f->unguarded.count + 1) * sizeof *w->order);
    for (size_t i = 0; i < f->unguarded.count; i++)
        w->first[f->unguarded.items[i].from + 2]++;
    for (size_t p = 2; p <= n; p++)
        w->first[p] += w->first[p - 1];
    for (size_t i = 0; i < f->unguarded.count; i++)
        w->order[w->first[f->unguarded.items[i].from + 1]++] = (uint32_t)i;
}

static void enter(struct walk *w, uint32_t process)
{
    w->colour[process] = 1;
    w->next[process] = w->first[process];
    w->path[w->length++] = process;
}

static enum status walk_from(struct walk *w, uint32_t root, struct diag *d)
{
    enter(w, root);
    while (w->length) {
        uint32_t here = w->path[w->length - 1];
        if (w->next[here] == w->first[here + 1]) {
            w->colour[here] = 2;
            w->length--;
            continue;
        }
        const struct ccs_unguarded *edge = &w->f->unguarded.items[w->order[w->next[here]++]];
        if (w->colour[edge->to] == 1)
            return diag_set(d, ST_BAD, edge->at,
                            "unguarded recursion: process '%s' comes back to itself without an action in between",
                            base_intern_str(w->f->processes, edge->to));
        if (w->colour[edge->to] == 0)
            enter(w, edge->to);
    }
    return ST_OK;
}

static enum status check_guarded(struct ccs_file *f, struct diag *d)
{
    size_t n = f->process.count + 1;
    struct walk w = {.f = f};
    index_edges(&w);
    w.next = base_mem_alloc(n * sizeof *w.next);
    w.colour = base_mem_zalloc(n);
    w.path = base_mem_alloc(n * sizeof *w.path);
    enum status st = ST_OK;
    for (uint32_t p = 0; p < f->process.count && st == ST_OK; p++)
        if (w.colour[p] == 0)
            st = walk_from(&w, p, d);
    free(w.first);
    free(w.order);
    free(w.next);
    free(w.colour);
    free(w.path);
    return st;
}

enum status io_ccs_check(struct ccs_file *f, struct diag *d)
{
    enum status st = check_defined(f, d);
    if (st == ST_OK)
        st = check_guarded(f, d);
    for (size_t i = 0; i < f->set.count; i++)
        io_ccs_sort_set(&f->set.items[i]);
    for (size_t i = 0; i < f->restriction.count; i++)
        io_ccs_sort_set(&f->restriction.items[i].set);
    return st;
}

void io_ccs_file_init(struct ccs_file *f)
{
    *f = (struct ccs_file){.names = base_intern_new(), .processes = base_intern_new(), .set_names = base_intern_new()};
    base_intern_add(f->names, "\0tau", 4); /* id 0: no text holds a zero byte */
}

void io_ccs_file_free(struct ccs_file *f)
{
    for (size_t i = 0; i < f->set.count; i++)
        vec_free(&f->set.items[i].names);
    for (size_t i = 0; i < f->restriction.count; i++)
        vec_free(&f->restriction.items[i].set.names);
    for (size_t i = 0; i < f->relabelling.count; i++) {
        vec_free(&f->relabelling.items[i].from);
        vec_free(&f->relabelling.items[i].to);
        base_map64_free(&f->relabelling.items[i].index);
    }
    for (size_t i = 0; i < f->automaton.count; i++) {
        vec_free(&f->automaton.items[i].steps);
        free(f->automaton.items[i].first);
        free(f->automaton.items[i].order);
    }
    vec_free(&f->process);
    vec_free(&f->set);
    vec_free(&f->restriction);
    vec_free(&f->relabelling);
    vec_free(&f->automaton);
    vec_free(&f->unguarded);
    io_ccs_terms_free(&f->terms);
    base_intern_free(f->names);
    base_intern_free(f->processes);
    base_intern_free(f->set_names);
}
