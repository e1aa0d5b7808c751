/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The walk over the types of an entry's parameters: which blocks and inputs there are. It makes nothing
 * (entry_arguments.h).
 */
#include "entry_arguments.h"
#include "private.h"

enum { LEAST_ROOM = 64, MOST_ELEMENTS = 16, MOST_INPUTS = 12, MOST_IN_ALL = RUN_MOST_GIVEN };

struct walk {
    const struct run_giver *giver;
    struct run_input_from from;
    uint32_t inputs, inputs_in_all; /* so far: in the block at hand, in all of them */
    cwi_id tail;                    /* what the flexible array at the block's end is of, or 0 */
    bool gives_further;             /* now pointers get theirs, after all integers of the block */
};

static uint32_t walk_block(struct walk *w, cwi_id type, uint64_t most);

static void walk_integer(struct walk *w, uint32_t block, uint64_t offset, cwi_id type)
{
    if (w->inputs == MOST_INPUTS || w->inputs_in_all == MOST_IN_ALL)
        return;
    w->inputs++;
    w->inputs_in_all++;
    w->giver->integer(w->giver->context, block, offset, type, &w->from);
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
static void walk_object(struct walk *w, uint32_t block, uint64_t offset, cwi_id type)
{
    const struct cwi_unit *u = w->giver->u;
    const struct cwi_type *t = cwi_type_of(u, type);
    if (t->kind == CWI_ARRAY) {
        uint64_t size = cwi_type_of(u, t->of)->size;
        uint64_t all = t->size && t->size != CWI_UNKNOWN ? t->size : t->of == w->tail ? LEAST_ROOM : 0;
        for (uint64_t k = 0; size && k < all / size && k < MOST_ELEMENTS; k++)
            walk_object(w, block, offset + k * size, t->of);
        return;
    }
    if (t->kind == CWI_UNION && has_pointer(u, type))
        return; /* which member it is, something else says */
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        bool is_beside = i && f->offset == t->fields[i - 1].offset; /* of a union, or bits */
        if (!f->bit_width && !is_beside)
            walk_object(w, block, offset + f->offset, f->type);
    }
    w->from.offset[w->from.depth - 1] = (uint32_t)offset;
    if (t->kind == CWI_PTR && w->gives_further)
        w->giver->pointer(w->giver->context, block, offset, walk_block(w, t->of, MOST_ELEMENTS));
    else if (t->kind != CWI_PTR && run_shape_of(u, type).form == FORM_INT && !w->gives_further)
        walk_integer(w, block, offset, type);
}

/* Of at most so many elements of a type: as many as there is room for, and a whole one. */
static uint32_t walk_block(struct walk *w, cwi_id type, uint64_t most)
{
    const struct run_giver *g = w->giver;
    const struct cwi_type *t = type ? cwi_type_of(g->u, type) : NULL;
    bool is_known = t && t->kind != CWI_FUNC && t->kind != CWI_VOID && t->size && t->size != CWI_UNKNOWN;
    bool is_anything = !t || t->kind == CWI_VOID;
    uint64_t room = is_known ? LEAST_ROOM / t->size : 0;
    cwi_id tail = is_known ? run_flexible_element(g->u, type) : 0;
    uint64_t count = room < 1 || tail ? 1 : room > most ? most : room;
    uint64_t size = w->from.depth == RUN_MOST_DEPTH ? 0 : is_known ? count * t->size : is_anything ? LEAST_ROOM : 0;
    size += size && tail ? 2 * LEAST_ROOM : 0;
    uint32_t block = g->block(g->context, size);
    if (size && is_known) {
        uint32_t inputs = w->inputs;
        cwi_id tail_before = w->tail;
        w->tail = tail;
        w->from.depth++;
        w->inputs = 0;
        for (uint64_t k = 0; k < 2 * count; k++) {
            w->gives_further = k >= count;
            walk_object(w, block, k % count * t->size, type);
        }
        w->from.depth--;
        w->gives_further = true;
        w->inputs = inputs;
        w->tail = tail_before;
    }
    g->end(g->context, block, size);
    return block;
}

uint32_t run_give_argument(const struct run_giver *giver, cwi_id param)
{
    struct walk w = {.giver = giver, .from.var = param};
    cwi_id type = cwi_var_of(giver->u, param)->type;
    struct shape t = run_shape_of(giver->u, type);
    return t.is_pointer           ? walk_block(&w, cwi_type_of(giver->u, type)->of, MOST_ELEMENTS)
           : t.form == FORM_BYTES ? walk_block(&w, type, 1)
                                  : 0;
}
