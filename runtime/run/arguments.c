/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the caller of an entry passes that is no main: integers are inputs; a pointer leads to a block of its own, whose
 * first integers are inputs and whose pointers lead to further blocks, down to one of which nothing is known. The
 * caller's may be larger: what is said to be outside of such a block is not decided. Source: lazy initialisation
 * (Khurshid, Pasareanu and Visser 2003), but at once, and without aliases.
 */
#include "trace.h"
#include "external.h"

enum { LEAST_ROOM = 64, MOST_ELEMENTS = 16, MOST_INPUTS = 12, MOST_IN_ALL = 64 };

struct giving {
    struct machine *m;
    struct run_input_from from;
    uint32_t inputs, inputs_in_all; /* so far, in the block at hand */
    bool gives_further;             /* now pointers get theirs, after all integers of the block */
};

static struct val give_block(struct giving *g, cwi_id type, uint64_t most);

static void give_integer(struct giving *g, uint8_t *at, struct shape t)
{
    struct machine *m = g->m;
    if (g->inputs == MOST_INPUTS || g->inputs_in_all == MOST_IN_ALL)
        return;
    g->inputs++;
    g->inputs_in_all++;
    struct val v = run_input_value(m, t, g->from, NULL);
    run_memory_store(&m->mem, at, (uint32_t)t.size, v);
    if (m->trace && !m->trace->is_quick)
        run_trace_set_place(m, at, t,
                            (struct symbolic){v, run_trace_input_term(m->trace, (uint32_t)m->next_input - 1)});
}

/* What lies `offset` bytes behind the beginning of a block. */
static void give_object(struct giving *g, uint8_t *block, uint64_t offset, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(g->m->u, type);
    struct shape s = run_shape_of(g->m->u, type);
    if (t->kind == CWI_ARRAY && t->size != CWI_UNKNOWN) {
        uint64_t size = cwi_type_of(g->m->u, t->of)->size;
        for (uint64_t k = 0; size && k < t->size / size && k < MOST_ELEMENTS; k++)
            give_object(g, block, offset + k * size, t->of);
        return;
    }
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        bool is_beside = i && f->offset == t->fields[i - 1].offset; /* of a union, or bits */
        if (!f->bit_width && !is_beside)
            give_object(g, block, offset + f->offset, f->type);
    }
    g->from.offset[g->from.depth - 1] = (uint32_t)offset;
    if (t->kind == CWI_PTR && g->gives_further)
        run_memory_store(&g->m->mem, block + offset, 8, give_block(g, t->of, MOST_ELEMENTS));
    else if (t->kind != CWI_PTR && s.form == FORM_INT && !g->gives_further)
        give_integer(g, block + offset, s);
}

/* Of at most so many elements of a type: as many as there is room for, and a whole one. */
static struct val give_block(struct giving *g, cwi_id type, uint64_t most)
{
    struct memory *mem = &g->m->mem;
    const struct cwi_type *t = type ? cwi_type_of(g->m->u, type) : NULL;
    bool is_known = t && t->kind != CWI_FUNC && t->kind != CWI_VOID && t->size && t->size != CWI_UNKNOWN;
    bool is_anything = !t || t->kind == CWI_VOID;
    uint64_t room = is_known ? LEAST_ROOM / t->size : 0;
    uint64_t count = room < 1 ? 1 : room > most ? most : room;
    uint64_t size = g->from.depth == RUN_MOST_DEPTH ? 0 : is_known ? count * t->size : is_anything ? LEAST_ROOM : 0;
    uint32_t id = run_memory_allocate(mem, size, GRANULE);
    if (!id)
        run_stop(g->m, "there is no memory for what the arguments lead to");
    struct object *o = &mem->objects.items[id];
    o->may_be_larger = o->is_kept = true;
    struct val v = {o->base, id, 0};
    memset((void *)(uintptr_t)v.bits, 0, size);
    run_memory_set_init(mem, (void *)(uintptr_t)v.bits, size, true);
    if (size && is_known) {
        uint32_t inputs = g->inputs;
        g->from.depth++;
        g->inputs = 0;
        for (uint64_t k = 0; k < 2 * count; k++) {
            g->gives_further = k >= count;
            give_object(g, (uint8_t *)(uintptr_t)v.bits, k % count * t->size, type);
        }
        g->from.depth--;
        g->gives_further = true;
        g->inputs = inputs;
    }
    return v;
}

struct val run_argument(struct machine *m, cwi_id param)
{
    struct giving g = {.m = m, .from.var = param};
    cwi_id type = cwi_var_of(m->u, param)->type;
    struct shape t = run_shape_of(m->u, type);
    return t.is_pointer           ? give_block(&g, cwi_type_of(m->u, type)->of, MOST_ELEMENTS)
           : t.form == FORM_BYTES ? give_block(&g, type, 1)
                                  : run_input_value(m, t, g.from, NULL);
}
