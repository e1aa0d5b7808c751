/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Blocks that nothing leads to any more: found from the static variables, the active functions and what the library was
 * handed to keep, through every word of what is reached. A variable that the compiler made holds a value of an
 * expression, which is gone when nothing uses it any more.
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

static bool is_in_register(const struct frame *f, uint32_t k)
{
    return f->fn->slot_of[k] != UINT32_MAX && !f->fn->in_memory[k];
}

static bool is_temporary(const struct frame *f, uint32_t k)
{
    return is_in_register(f, k) && cwi_var_of(f->m->u, f->fn->first_var + k)->linkage == CWI_TEMP;
}

/* All but temporaries. */
static void add_registers(struct reach *r, const struct frame *f)
{
    for (uint32_t k = 0; k < f->fn->var_count; k++)
        if (is_in_register(f, k) && !is_temporary(f, k))
            add_value(r, f->registers[f->fn->slot_of[k]]);
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
        add_registers(r, f);
        struct object locals = {.base = (uint64_t)(uintptr_t)f->base, .size = f->fn->frame_size};
        add_contents(r, &locals);
    }
}

static void propagate(struct reach *r)
{
    while (r->done < r->list.count)
        add_contents(r, &r->m->mem.objects.items[r->list.items[r->done++]]);
}

/* ---- temporaries ------------------------------------------------------------------------------------------------- */

static enum cwi_way look_for_use(void *context, const struct cwi_stmt *s)
{
    cwi_id var = *(const cwi_id *)context;
    bool is_written = s->lhs && s->lhs->kind == CWI_VAR && s->lhs->ref == var;
    bool is_read = (!is_written && cwi_expr_reads(s->lhs, var)) || cwi_expr_reads(s->rhs, var);
    for (uint32_t i = 0; i < s->arg_count && !is_read; i++)
        is_read = cwi_expr_reads(s->args[i], var);
    return is_read ? WAY_FOUND : is_written ? WAY_ENDS : WAY_GOES_ON;
}

/* When what the function does now is done. */
static bool is_used_later(const struct frame *f, cwi_id var)
{
    uint32_t block, index;
    return !f->at || f->at->is_borrowed || !cwi_locate(f->fn->f, f->at->src, &block, &index) ||
           cwi_ways_find(f->fn->f, block, index + 1, look_for_use, &var);
}

static void add_temporaries(struct reach *r)
{
    const struct object *objects = r->m->mem.objects.items;
    for (const struct frame *f = r->m->frame; f; f = f->up)
        for (uint32_t k = 0; k < f->fn->var_count; k++) {
            struct val v = is_temporary(f, k) ? f->registers[f->fn->slot_of[k]] : (struct val){0, 0, 0xff};
            uint32_t id = v.undef ? 0 : memory_object_of(&r->m->mem, v);
            if (id && !objects[id].is_reached && is_used_later(f, f->fn->first_var + k))
                add(r, id);
        }
    propagate(r);
}

void run_leaks(struct machine *m)
{
    struct reach r = {.m = m};
    uint64_t bytes = 0, blocks = 0;
    const struct cwi_stmt *first = NULL;
    add_roots(&r);
    propagate(&r);
    add_temporaries(&r);
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
    if (m->has_mixed_bytes) /* they may be parts of an address */
        run_refuse(m, "bits that were never given a value beside bits that were");
    m->frame = NULL; /* the place is that of the allocation */
    m->out->at = first->at;
    m->out->fault = RUN_LEAK;
    run_fail(m, "%llu block%s of %llu bytes %s lost, the first of which was allocated here", (unsigned long long)blocks,
             blocks == 1 ? "" : "s", (unsigned long long)bytes, blocks == 1 ? "is" : "are");
}
