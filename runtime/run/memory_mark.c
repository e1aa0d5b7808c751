/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory goes back to where it was, so that one process can run a program many times.
 */
#include "memory.h"

#include <sys/mman.h>

enum { MOST = 4 << 20, MOST_CLEARED = 1 << 20 };

bool run_memory_mark(struct memory *m, struct arena *a, struct memory_mark *mark)
{
    uint64_t from = m->stack_end, size = (m->top - from + GRANULE - 1) / GRANULE * GRANULE;
    *mark = (struct memory_mark){.size = size, .top = m->top, .object_count = m->objects.count};
    if (size > MOST || m->ended.count || m->quarantine.count)
        return false;
    mark->bytes = arena_copy(a, m->region + from, size);
    mark->init = arena_copy(a, m->init + from / 8, size / 8);
    mark->made_from = arena_copy(a, m->made_from + from / 8, size / 8 * sizeof *m->made_from);
    mark->owner = arena_copy(a, m->owner + from / GRANULE, size / GRANULE * sizeof *m->owner);
    mark->placed = m->placed ? arena_copy(a, m->placed + from / 8, size / 8) : NULL;
    mark->objects = arena_copy(a, m->objects.items, m->objects.count * sizeof *m->objects.items);
    m->stack_most = m->stack;
    return true;
}

/* Nothing lies there, and never did: few bytes are written, of many the pages are given back. */
static void clear(struct memory *m, uint64_t from, uint64_t end)
{
    from = from / 8 * 8;
    end = (end + GRANULE) / GRANULE * GRANULE; /* an object owns the granule that its end is in */
    uint64_t pages = from / 4096 * 4096;       /* of the mark too, which is written anew */
    if (end - from <= MOST_CLEARED) {
        memset(m->region + from, 0, end - from);
        memset(m->owner + from / GRANULE, 0, (end - from + GRANULE - 1) / GRANULE * sizeof *m->owner);
        run_memory_set_init(m, m->region + from, end - from, false);
        return;
    }
    madvise(m->region + pages, end - pages, MADV_DONTNEED);
    memset(m->owner + from / GRANULE, 0, (end - from) / GRANULE * sizeof *m->owner);
    run_memory_set_init(m, m->region + from, end - from, false);
}

void run_memory_go_back(struct memory *m, const struct memory_mark *mark)
{
    uint64_t from = m->stack_end;
    clear(m, GRANULE, m->stack_most);
    clear(m, mark->top, m->top);
    memcpy(m->region + from, mark->bytes, mark->size);
    memcpy(m->init + from / 8, mark->init, mark->size / 8);
    memcpy(m->made_from + from / 8, mark->made_from, mark->size / 8 * sizeof *m->made_from);
    memcpy(m->owner + from / GRANULE, mark->owner, mark->size / GRANULE * sizeof *m->owner);
    if (m->placed)
        memcpy(m->placed + from / 8, mark->placed, mark->size / 8);
    memcpy(m->objects.items, mark->objects, mark->object_count * sizeof *m->objects.items);
    m->objects.count = mark->object_count;
    m->top = mark->top;
    m->stack = m->stack_most = GRANULE;
    m->ended.count = m->ended_from = m->quarantine.count = m->quarantine_from = 0;
    m->quarantined = 0;
    for (size_t i = 0; i < sizeof m->free_blocks / sizeof *m->free_blocks; i++)
        m->free_blocks[i].count = 0;
}
