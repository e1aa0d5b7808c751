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
    uint32_t inputs, inputs_in_all; /* so far: in the block at hand, in all of them */
    uint8_t *numbers[MOST_IN_ALL];  /* inputs as wide as a pointer */
    uint32_t number_count;
    cwi_id tail;        /* what the flexible array at the block's end is of, or 0 */
    bool gives_further; /* now pointers get theirs, after all integers of the block */
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
    if (t.size == 8)
        g->numbers[g->number_count++] = at;
    if (m->trace && !m->trace->is_quick)
        run_trace_set_place(m, at, t,
                            (struct symbolic){v, run_trace_input_term(m->trace, (uint32_t)m->next_input - 1)});
}

static bool has_pointer(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    bool has = t->kind == CWI_PTR || (t->kind == CWI_ARRAY && has_pointer(u, t->of));
    for (uint32_t i = 0; i < t->field_count && !has; i++)
        has = has_pointer(u, t->fields[i].type);
    return has;
}

cwi_id run_flexible_element(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(u, type);
    const struct cwi_field *last = t->kind == CWI_STRUCT && t->field_count ? &t->fields[t->field_count - 1] : NULL;
    const struct cwi_type *x = last ? cwi_type_of(u, last->type) : NULL;
    return x && x->kind == CWI_ARRAY && (x->size == CWI_UNKNOWN || !x->size) ? x->of : 0;
}

/* What lies `offset` bytes behind the beginning of a block. */
static void give_object(struct giving *g, uint8_t *block, uint64_t offset, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(g->m->u, type);
    struct shape s = run_shape_of(g->m->u, type);
    if (t->kind == CWI_ARRAY) {
        uint64_t size = cwi_type_of(g->m->u, t->of)->size;
        uint64_t all = t->size && t->size != CWI_UNKNOWN ? t->size : t->of == g->tail ? LEAST_ROOM : 0;
        for (uint64_t k = 0; size && k < all / size && k < MOST_ELEMENTS; k++)
            give_object(g, block, offset + k * size, t->of);
        return;
    }
    if (t->kind == CWI_UNION && has_pointer(g->m->u, type))
        return; /* which member it is, something else says */
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
    cwi_id tail = is_known ? run_flexible_element(g->m->u, type) : 0;
    uint64_t count = room < 1 || tail ? 1 : room > most ? most : room;
    uint64_t size = g->from.depth == RUN_MOST_DEPTH ? 0 : is_known ? count * t->size : is_anything ? LEAST_ROOM : 0;
    size += size && tail ? 2 * LEAST_ROOM : 0;
    uint32_t id = run_memory_allocate(mem, size, GRANULE);
    if (!id)
        run_stop(g->m, "there is no memory for what the arguments lead to");
    struct object *o = &mem->objects.items[id];
    o->may_be_larger = o->is_kept = true;
    struct val v = {o->base, id, 0};
    memset((void *)(uintptr_t)v.bits, 0, size);
    run_memory_set_init(mem, (void *)(uintptr_t)v.bits, size, true);
    run_memory_forget_origins(mem, (void *)(uintptr_t)v.bits, size);
    if (size && is_known) {
        uint32_t inputs = g->inputs;
        cwi_id tail_before = g->tail;
        g->tail = tail;
        g->from.depth++;
        g->inputs = 0;
        for (uint64_t k = 0; k < 2 * count; k++) {
            g->gives_further = k >= count;
            give_object(g, (uint8_t *)(uintptr_t)v.bits, k % count * t->size, type);
        }
        g->from.depth--;
        g->gives_further = true;
        g->inputs = inputs;
        g->tail = tail_before;
    }
    run_memory_set_origin(mem, (void *)(uintptr_t)v.bits, size, g->m->unknown);
    for (uint32_t i = 0; i < g->number_count; i++)
        run_memory_store(mem, g->numbers[i], 8, (struct val){run_memory_load(mem, g->numbers[i], 8).bits, 0, 0});
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
