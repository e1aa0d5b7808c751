/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The queue of parts with dirty members: a batch of them is put into groups, by all workers, then cut.
 */
#include "runtime/lts/refine/refine_parts.h"
#include "runtime/lts/control.h"

enum { AHEAD = 32, WORK_BETWEEN_QUESTIONS = 1 << 20 };

/* Lists the first `n` members of a part from position `from` on; returns how many are listed by then. */
static size_t list_members(const struct refine *x, uint32_t from, uint32_t n, uint32_t *states, size_t listed)
{
    for (uint32_t i = 0; i < n; i++)
        states[listed++] = x->item[from + i];
    return listed;
}

/* Sends for what putting these parts, at most AHEAD, into groups needs first: of each kind, the members that are looked
 * at first. */
static void prefetch_parts(const struct refine *x, const uint32_t *part, size_t n)
{
    enum { MEMBERS = 4 };
    uint32_t states[AHEAD * (2 * MEMBERS + 1)];
    size_t listed = 0;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&x->part.items[part[i]]);
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(&x->item[x->part.items[part[i]].start]);
        __builtin_prefetch(&x->item[x->part.items[part[i]].middle]);
    }
    for (size_t i = 0; i < n; i++) {
        const struct part *p = &x->part.items[part[i]];
        uint32_t silent = p->dirty[0] < MEMBERS ? p->dirty[0] : MEMBERS;
        uint32_t bottoms = p->end - p->middle, looked_at = p->dirty[1] + 1; /* one that is not dirty, too */
        looked_at = looked_at < MEMBERS + 1 ? looked_at : MEMBERS + 1;
        listed = list_members(x, p->start, silent, states, listed);
        listed = list_members(x, p->middle, bottoms < looked_at ? bottoms : looked_at, states, listed);
    }
    refine_prefetch(x, states, listed);
}

/* Puts the parts queue[head + from .. head + to-1] into groups. */
static void split_parts(void *context, unsigned worker, size_t from, size_t to)
{
    struct refine *x = context;
    const uint32_t *queue = x->queue.items + x->head;
    for (size_t i = from; i < to; i++) {
        if ((i - from) % AHEAD == 0)
            prefetch_parts(x, queue + i, to - i < AHEAD ? to - i : AHEAD);
        refine_split(x, worker, queue[i], &x->cut.items[i]);
    }
}

/* Takes parts from the queue until they have so many dirty members. */
static void take_batch(struct refine *x)
{
    enum { MEMBERS = 1 << 16, ALONE = 1 << 14, GRAIN = 64 };
    uint64_t members = 0;
    size_t n = 0;
    for (; x->head + n < x->queue.count && members < MEMBERS; n++) {
        const struct part *p = &x->part.items[x->queue.items[x->head + n]];
        members += p->dirty[0] + p->dirty[1];
    }
    vec_reserve(&x->cut, n);
    x->cut.count = n;
    struct workers *workers = members < ALONE ? NULL : x->workers;
    size_t share = n / base_workers_count(workers) / 8 + 1;
    base_workers_share(workers, n, share < GRAIN ? share : GRAIN, split_parts, x);
    x->head += n;
    refine_cut(x, workers);
}

/* Lists are empty again; one large split at most needs so much. Returns the work done since the last time. */
static uint64_t clear_splitters(struct refine *x)
{
    uint64_t work = 0;
    for (unsigned i = 0; i < x->splitters; i++) {
        struct splitter *w = &x->splitter[i];
        if (w->moved.capacity > x->c->states / 8)
            vec_free(&w->moved);
        w->group.count = w->moved.count = w->left.count = 0;
        work += w->work;
        w->work = 0;
    }
    return work;
}

enum status refine_queue(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = ST_OK;
    uint64_t work = 0;
    while (x->head < x->queue.count && !st) {
        take_batch(x);
        work += clear_splitters(x) + 1;
        if (x->head > 1024 && x->head > x->queue.count / 2) {
            x->queue.count -= x->head;
            memmove(x->queue.items, x->queue.items + x->head, x->queue.count * sizeof *x->queue.items);
            x->head = 0;
        }
        if (work > WORK_BETWEEN_QUESTIONS) {
            work = 0;
            st = lts_control_step(control, "refining", 0, 0, d);
        }
    }
    return st;
}
