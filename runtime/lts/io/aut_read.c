/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Aldebaran files of any size, read by several threads.
 *
 * The text is dealt out in pieces. Pieces are parsed side by side and joined in their order, so that labels get the
 * numbers, and errors the lines, that one reader from front to back would give.
 */
#include "runtime/lts/io/aut.h"

#include "runtime/lts/control.h"
#include "runtime/base/workers.h"

#include <pthread.h>
#include <stdlib.h>

struct joined {
    struct source *source;
    const struct lts_control *control;
    struct aut_header header;
    bool headed; /* the header was in a piece that is joined */
    struct lts_builder *builder;
    size_t count;   /* of its transitions */
    uint32_t lines; /* of the pieces joined */

    pthread_mutex_t reading, joining;
    pthread_cond_t turn;
    uint64_t next;      /* the piece that is to be joined next */
    enum status status; /* of what was joined; set once */
    struct diag *d;
};

/* ---- joining ----------------------------------------------------------------------------------------------------- */

/* The reader's labels by the numbers of the whole: those new in this piece come in the order of their appearance. */
struct translation {
    struct VEC(uint32_t) of;
};

static void translate(struct translation *t, struct joined *j, const struct aut_reader *r)
{
    for (uint32_t i = (uint32_t)t->of.count; i < base_intern_count(r->labels); i++)
        vec_push(&t->of, lts_builder_label_n(j->builder, base_intern_str(r->labels, i), base_intern_len(r->labels, i)));
}

static enum status append(struct joined *j, const struct aut_reader *r, struct translation *t)
{
    size_t n = r->out.count;
    enum status st =
        lts_control_memory(j->control, (j->count + n) * 12 + (uint64_t)j->header.states * 16, j->source->name, j->d);
    if (st != ST_OK)
        return st;
    translate(t, j, r);
    lts_rows_add(j->builder, r->out.items, n, t->of.items);
    j->count += n;
    return ST_OK;
}

/* What came of a piece; more transitions than declared are found by reading it again up to there. */
static enum status join(struct joined *j, struct aut_reader *r, const struct piece *p, enum status st,
                        struct translation *t)
{
    uint64_t left = j->header.transitions - j->count;
    if (r->out.count > left) {
        r->limit = left;
        if (!j->headed) /* it may be in this piece; else other threads are reading it */
            j->header.found = false;
        st = io_aut_read_piece(r, p);
    }
    if (j->header.found && !j->headed) {
        j->header.line += j->lines;
        j->headed = true;
    }
    if (st == ST_OK)
        return append(j, r, t);
    *j->d = *r->d;
    j->d->at.line += j->lines;
    return st;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

struct worker {
    struct joined *j;
    struct aut_reader reader;
    struct translation translation;
    struct piece piece;
    struct diag d;
};

static bool take_piece(struct worker *w)
{
    struct joined *j = w->j;
    pthread_mutex_lock(&j->reading);
    bool got = j->source->status == ST_OK && lts_source_piece(j->source, &w->piece);
    pthread_mutex_unlock(&j->reading);
    return got;
}

/* Parses a piece and joins it when all before it are. False when that was the end. */
static bool work(struct worker *w)
{
    struct joined *j = w->j;
    if (!take_piece(w))
        return false;
    enum status st = io_aut_read_piece(&w->reader, &w->piece);
    pthread_mutex_lock(&j->joining);
    while (j->next != w->piece.number && j->status == ST_OK)
        pthread_cond_wait(&j->turn, &j->joining);
    bool goes_on = j->status == ST_OK;
    if (goes_on) {
        j->status = join(j, &w->reader, &w->piece, st, &w->translation);
        j->lines += w->reader.lines;
        goes_on = j->status == ST_OK;
        j->next++;
    }
    pthread_cond_broadcast(&j->turn);
    pthread_mutex_unlock(&j->joining);
    return goes_on;
}

static void work_on(void *context, unsigned number, size_t from, size_t to)
{
    struct worker *workers = context;
    (void)number;
    for (size_t i = from; i < to; i++)
        while (work(&workers[i]))
            ;
}

static void worker_init(struct worker *w, struct joined *j)
{
    w->j = j;
    io_aut_reader_init(&w->reader, j->source->name, &j->header, &w->d);
}

static void worker_free(struct worker *w)
{
    io_aut_reader_free(&w->reader);
    vec_free(&w->translation.of);
    free(w->piece.text);
}

/* The first pieces, up to the header and one more, are read alone: most files have no others. */
static void read_pieces(struct joined *j)
{
    struct worker first = {0};
    worker_init(&first, j);
    bool goes_on = work(&first);
    while (goes_on && !j->header.found)
        goes_on = work(&first);
    goes_on = goes_on && work(&first);
    worker_free(&first);
    if (!goes_on)
        return;
    struct workers *all = base_workers_new(j->control ? j->control->threads : 0);
    size_t count = base_workers_count(all);
    struct worker *readers = base_mem_zalloc(count * sizeof *readers);
    for (size_t i = 0; i < count; i++)
        worker_init(&readers[i], j);
    base_workers_share(all, count, 1, work_on, readers);
    for (size_t i = 0; i < count; i++)
        worker_free(&readers[i]);
    free(readers);
    base_workers_free(all);
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static enum status check_counts(const struct joined *j)
{
    const struct aut_header *h = &j->header;
    struct place at = {j->source->name, h->found ? h->line : 1, h->found ? h->transitions_col : 1};
    if (!h->found)
        return diag_set(j->d, ST_BAD, at, "expected the header 'des (initial, transitions, states)', found the end");
    if (h->transitions != j->count)
        return diag_set(j->d, ST_BAD, at, "the header declares %llu transitions, the file has %llu",
                        (unsigned long long)h->transitions, (unsigned long long)j->count);
    at.col = h->states_col;
    if (!states_plausible(h->states, j->count))
        return diag_set(j->d, ST_BAD, at, "the header declares %u states for %llu transitions", h->states,
                        (unsigned long long)j->count);
    return ST_OK;
}

enum status lts_read_aut(struct source *s, struct lts **out, struct diag *d)
{
    struct joined j = {.source = s, .control = s->control, .d = d, .builder = lts_builder_new()};
    pthread_mutex_init(&j.reading, NULL);
    pthread_mutex_init(&j.joining, NULL);
    pthread_cond_init(&j.turn, NULL);
    struct diag unread; /* of the source, which fails while earlier pieces are being joined */
    s->d = &unread;
    read_pieces(&j);
    s->d = d;
    pthread_cond_destroy(&j.turn);
    pthread_mutex_destroy(&j.joining);
    pthread_mutex_destroy(&j.reading);
    if (j.status == ST_OK && s->status != ST_OK)
        *d = unread;
    enum status st = j.status != ST_OK ? j.status : s->status;
    if (st == ST_OK)
        st = check_counts(&j);
    if (st != ST_OK) {
        lts_builder_free(j.builder);
        return st;
    }
    lts_builder_states(j.builder, j.header.states);
    *out = lts_builder_finish(j.builder, j.header.initial, false, false);
    return ST_OK;
}
