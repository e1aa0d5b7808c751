/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks that nothing leads to any more: found from the static variables, the active functions and what the library was
 * handed to keep, through every word of what is reached.
 */
#include "private.h"

struct reach {
    struct machine *m;
    struct VEC(uint32_t) list;
    size_t done;
};

static void add(struct reach *r, uint32_t id)
{
    struct object *o = &r->m->mem.objects.items[id];
    if (!id || o->life != LIFE_LIVE || o->is_reached)
        return;
    o->is_reached = true;
    vec_push(&r->list, id);
}

static void add_value(struct reach *r, struct val v)
{
    if (v.undef)
        return;
    add(r, memory_object_of(&r->m->mem, v));
}

static void add_contents(struct reach *r, const struct object *o)
{
    uint64_t first = (o->base + 7) / 8 * 8;
    for (uint64_t at = first; memory_has(&r->m->mem, o->base) && at + 8 <= o->base + o->size; at += 8)
        add_value(r, run_memory_load(&r->m->mem, (void *)(uintptr_t)at, 8));
}

static void add_roots(struct reach *r)
{
    struct machine *m = r->m;
    for (uint32_t id = 1; id < m->mem.objects.count; id++) {
        struct object *o = &m->mem.objects.items[id];
        o->is_reached = false;
        if (o->kind != OBJECT_BLOCK || o->is_kept)
            add(r, id);
    }
    for (struct frame *f = m->frame; f; f = f->up) {
        for (uint32_t i = 0; i < f->fn->registers; i++)
            add_value(r, f->registers[i]);
        struct object locals = {.base = (uint64_t)(uintptr_t)f->base, .size = f->fn->frame_size};
        add_contents(r, &locals);
    }
}

void run_leaks(struct machine *m)
{
    struct reach r = {.m = m};
    uint64_t bytes = 0, blocks = 0;
    const struct cwi_stmt *first = NULL;
    add_roots(&r);
    while (r.done < r.list.count)
        add_contents(&r, &m->mem.objects.items[r.list.items[r.done++]]);
    vec_free(&r.list);
    for (uint32_t id = 1; id < m->mem.objects.count; id++) {
        const struct object *o = &m->mem.objects.items[id];
        if (o->life != LIFE_LIVE || o->is_reached || !o->made || o->kind != OBJECT_BLOCK)
            continue;
        first = blocks++ ? first : o->made;
        bytes += o->size;
    }
    if (!blocks)
        return;
    m->frame = NULL; /* the place is that of the allocation */
    m->out->at = first->at;
    m->out->fault = RUN_LEAK;
    run_fail(m, "%llu block%s of %llu bytes %s lost, the first of which was allocated here", (unsigned long long)blocks,
             blocks == 1 ? "" : "s", (unsigned long long)bytes, blocks == 1 ? "is" : "are");
}
