/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arguments of an entry that is no main, in a machine's memory. What is said to be outside of a block is not
 * decided: the caller's may be larger.
 */
#include "entry_arguments.h"
#include "runtime/run/host/external.h"
#include "runtime/run/trace/trace.h"

struct giving {
    struct machine *m;
    uint8_t *numbers[RUN_MOST_GIVEN]; /* inputs as wide as a pointer */
    uint32_t number_count;
};

static uint8_t *bytes_of_block(struct giving *g, uint32_t block)
{
    return (uint8_t *)(uintptr_t)g->m->mem.objects.items[block].base;
}

static uint32_t give_block(void *context, uint64_t size)
{
    struct giving *g = context;
    struct memory *mem = &g->m->mem;
    uint32_t id = run_memory_allocate(mem, size, GRANULE);
    if (!id)
        run_stop(g->m, "there is no memory for what the arguments lead to");
    struct object *o = &mem->objects.items[id];
    o->may_be_larger = o->is_kept = true;
    void *bytes = (void *)(uintptr_t)o->base;
    memset(bytes, 0, size);
    run_memory_set_init(mem, bytes, size, true);
    run_memory_forget_origins(mem, bytes, size);
    return id;
}

static void give_integer(void *context, uint32_t block, uint64_t offset, cwi_id type, const struct run_input_from *from)
{
    struct giving *g = context;
    struct machine *m = g->m;
    struct shape t = run_shape_of(m->u, type);
    struct val v = run_input_value(m, t, *from, NULL);
    uint8_t *at = bytes_of_block(g, block) + offset;
    run_memory_store(&m->mem, at, (uint32_t)t.size, v);
    if (t.size == 8)
        g->numbers[g->number_count++] = at;
    if (m->trace && !m->trace->is_quick)
        run_trace_set_place(m, at, t,
                            (struct symbolic){v, run_trace_input_term(m->trace, (uint32_t)m->next_input - 1)});
}

static void give_pointer(void *context, uint32_t block, uint64_t offset, uint32_t to)
{
    struct giving *g = context;
    struct memory *mem = &g->m->mem;
    run_memory_store(mem, bytes_of_block(g, block) + offset, 8, (struct val){mem->objects.items[to].base, to, 0});
}

/* Whatever has no pointer of its own may be one that nothing is known about, but for the inputs. */
static void end_block(void *context, uint32_t block, uint64_t size)
{
    struct giving *g = context;
    struct memory *mem = &g->m->mem;
    run_memory_set_origin(mem, bytes_of_block(g, block), size, g->m->unknown);
    for (uint32_t i = 0; i < g->number_count; i++)
        run_memory_store(mem, g->numbers[i], 8, (struct val){run_memory_load(mem, g->numbers[i], 8).bits, 0, 0});
}

struct val run_argument(struct machine *m, cwi_id param)
{
    struct giving g = {.m = m};
    const struct run_giver giver = {m->u, &g, give_block, give_integer, give_pointer, end_block};
    uint32_t block = run_give_argument(&giver, param);
    return block ? (struct val){m->mem.objects.items[block].base, block, 0}
                 : run_input_value(m, run_shape_of(m->u, cwi_var_of(m->u, param)->type),
                                   (struct run_input_from){.var = param}, NULL);
}
