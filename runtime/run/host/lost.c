/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stream that a rule watches (run_config.lost): whether it is open when the program ends, and nothing that is there
 * then leads to it. Every byte that is there may be the first of an address, and blocks that are lost themselves count:
 * what is found is lost for certain, unless the program had its address in a form of its own, as text.
 */
#include "external.h"

#include <getopt.h>
#include <string.h>

static uint64_t address(const struct machine *m)
{
    return m->statics[m->cfg->lost];
}

void run_lost_begin(struct machine *m, const struct outcall *c)
{
    if (m->cfg->lost)
        m->lost = (struct run_frame){m->frame->fn->f, c->at->src->at};
}

/* A function that closes says which stream, but for those that close all, and those that get a descriptor. */
void run_lost_note(struct machine *m, const struct outcall *c)
{
    bool is_of_others = false;
    if (!m->lost.func || !(c->x->effect.flags & EFFECT_CLOSES))
        return;
    for (uint32_t i = 0; i < c->count; i++)
        is_of_others |= effect_letter(&c->x->effect, i) == 's' && c->args[i].bits != address(m);
    if (!is_of_others)
        m->lost.func = NULL;
}

/* It leads to the stream, or into it: what a program adds to an address, or puts into its lowest bits, is little. */
static bool leads_there(const struct machine *m, uint64_t value)
{
    const struct object *o = &m->mem.objects.items[m->static_objects[m->cfg->lost]];
    return value - o->base < o->size;
}

static bool holds(const struct machine *m, uint64_t from, uint64_t size)
{
    uint64_t value;
    for (uint64_t at = from; at + sizeof value <= from + size; at++) {
        memcpy(&value, (const void *)(uintptr_t)at, sizeof value);
        if (leads_there(m, value))
            return true;
    }
    return false;
}

/* The library has variables of its own that a program may write. */
static bool is_held_by_library(const struct machine *m)
{
    bool is = leads_there(m, (uint64_t)(uintptr_t)optarg);
    for (int i = 0; i < SIGNALS; i++)
        is |= leads_there(m, m->handlers[i].function);
    return is;
}

/* Variables that a rule has added are not the program's. */
static bool is_ghost(const struct machine *m, const struct object *o)
{
    return o->var && cwi_is_of_rule(cwi_var_of(m->u, o->var));
}

static bool is_held(const struct machine *m)
{
    for (uint32_t id = 1; id < m->mem.objects.count; id++) {
        const struct object *o = &m->mem.objects.items[id];
        if (o->life == LIFE_LIVE && memory_has(&m->mem, o->base) && !is_ghost(m, o) && holds(m, o->base, o->size))
            return true;
    }
    for (const struct frame *f = m->frame; f; f = f->up) {
        for (uint32_t i = 0; i < f->fn->registers; i++)
            if (leads_there(m, f->registers[i].bits))
                return true;
        if (holds(m, (uint64_t)(uintptr_t)f->base, f->fn->frame_size))
            return true;
    }
    return is_held_by_library(m);
}

void run_lost_end(struct machine *m)
{
    struct run_frame lost = m->lost;
    m->lost.func = NULL;
    if (!lost.func || is_held(m))
        return;
    m->frame = NULL; /* the place is that where it was opened */
    m->out->frames[m->out->frame_count++] = lost;
    run_fail_memory(m, RUN_LEAK, "what is opened here is lost");
}
