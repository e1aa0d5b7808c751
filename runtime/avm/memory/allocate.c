/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of blocks. A site's blocks are held one by one while there are names for them; a name is free again when
 * nothing in the state leads to its block. Beyond that one block stands for all the others of its site.
 */
#include "references.h"

#include <stdlib.h>

uint32_t avm_site(struct avm *m, const void *site, const struct abs *abs)
{
    uint64_t key = (uint64_t)(uintptr_t)site;
    uint32_t id;
    if (!base_map64_get(&m->site_of, key, &id)) {
        id = (uint32_t)m->site_of.count;
        base_map64_put(&m->site_of, key, id);
        vec_push(&m->sites, ((struct site){.abs = abs, .at = site}));
    }
    return id;
}

bool avm_is_summary(const struct avm *m, uint32_t object)
{
    return site_of_block(m, object) && (object & OBJECT_ID) % BLOCKS_PER_SITE == BLOCKS_PER_SITE - 1;
}

/* ---- collecting -------------------------------------------------------------------------------------------------- */

/* Drops those of some objects, of one site or a variable, that nothing leads to. */
static void collect(struct avm *m, struct work *s, uint32_t first, uint32_t count)
{
    struct references r = {.m = m, .var = first};
    struct block b;
    bool some = false;
    for (uint32_t i = 0; i < count && !some; i++)
        some = avm_block(m, s, first + i, &b);
    if (!some || !avm_knows_callers(m, s->w[W_CTX]))
        return;
    avm_find_references(&r, s);
    for (uint32_t i = 0; i < count; i++)
        if (!*avm_mark_of(&r, first + i) && avm_block(m, s, first + i, &b)) {
            avm_drop_lost(m, s, first + i);
            avm_drop_block(m, s, first + i);
        }
    free(r.led_to);
}

void avm_collect(struct avm *m, struct work *s)
{
    struct references r = {.m = m, .var = VS_DROP};
    uint64_t key = 0, x;
    if (!s->w[W_HEAP] || avm_asks(m, AVM_DOUBT_LEAK) || !avm_knows_callers(m, s->w[W_CTX]))
        return;
    avm_find_references(&r, s);
    for (uint64_t from = 0; avm_map_from(m->maps, s->w[W_HEAP], from, &key, &x); from = key + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        const uint8_t *mark = avm_mark_of(&r, object);
        key |= UINT32_MAX;
        if (mark && !*mark)
            avm_drop_block(m, s, object);
    }
    free(r.led_to);
}

/* ---- pinned blocks ---------------------------------------------------------------------------------------------- */

struct pins {
    const struct avm *m;
    const struct work *s;
    struct VEC(uint32_t) objects;
};

static void pin(void *context, uint32_t object)
{
    struct pins *p = context;
    struct block b;
    if (avm_block(p->m, p->s, object, &b))
        vec_push(&p->objects, object);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t avm_pin(struct avm *m, const struct work *s, uint32_t outer, uint32_t frame)
{
    struct pins p = {.m = m, .s = s};
    uint32_t n;
    avm_store_get(m->frames, frame, m->frame_buffer, &n);
    for (uint32_t i = 1; i < n; i++)
        vs_objects(m->pool, m->frame_buffer[i], pin, &p);
    avm_each_pinned(m, outer, pin, &p);
    if (p.objects.count)
        qsort(p.objects.items, p.objects.count, sizeof *p.objects.items, by_number);
    size_t kept = 0;
    for (size_t i = 0; i < p.objects.count; i++)
        if (!kept || p.objects.items[kept - 1] != p.objects.items[i])
            p.objects.items[kept++] = p.objects.items[i];
    uint32_t id = base_intern_add(m->key_values, (const char *)p.objects.items, kept * sizeof *p.objects.items);
    vec_free(&p.objects);
    return id;
}

/* ---- allocation -------------------------------------------------------------------------------------------------- */

/* One more block that the summary stands for. */
static void add_to_summary(struct avm *m, struct work *s, uint32_t object, const struct block *b)
{
    struct work one = *s;
    vs word[W_GLOBALS] = {0};
    use_words(&one, word); /* a state with nothing but that block */
    avm_set_block(m, &one, object, b, false);
    set_heap(s, avm_join_blocks(m, s->w[W_HEAP], word[W_HEAP], false, false));
}

uint32_t avm_allocate(struct avm *m, struct work *s, uint32_t site, const struct block *b)
{
    uint32_t first = block_of_site(site, 0);
    struct block old;
    uint32_t most = joins_states(m) ? JOINED_PER_SITE : BLOCKS_PER_SITE - 1;
    collect(m, s, first, BLOCKS_PER_SITE);
    for (uint32_t i = 0; i < most; i++)
        if (!avm_block(m, s, first + i, &old)) {
            avm_set_block(m, s, first + i, b, true);
            return first + i;
        }
    add_to_summary(m, s, first + BLOCKS_PER_SITE - 1, b);
    return first + BLOCKS_PER_SITE - 1;
}

void avm_end_block(struct avm *m, struct work *s, uint32_t object, bool surely)
{
    struct block b;
    if (!avm_block(m, s, object, &b))
        return;
    surely &= !avm_is_summary(m, object);
    b.life = surely ? BLOCK_DEAD : b.life | BLOCK_DEAD;
    b.rest = surely ? REST_ANY : b.rest;
    avm_set_block(m, s, object, &b, surely);
}

void avm_end_site(struct avm *m, struct work *s, uint32_t site, bool surely)
{
    for (uint32_t i = 0; s->w[W_HEAP] && i < BLOCKS_PER_SITE; i++)
        avm_end_block(m, s, block_of_site(site, i), surely);
}

/* ---- locals ------------------------------------------------------------------------------------------------------ */

uint32_t avm_local_block(const struct avm *m, const struct work *s, cwi_id var)
{
    const struct object *o = &m->objects[var];
    return o->is_activation ? avm_only_object(m, s->w[m->cells.items[o->first].slot]) : var;
}

static void enter_block(struct avm *m, struct work *s, cwi_id var)
{
    const struct object *o = &m->objects[var];
    struct block b = {o->size, BLOCK_LIVE, REST_ANY};
    if (!o->is_activation) {
        avm_set_block(m, s, var, &b, true);
        return;
    }
    const struct cell *c = &m->cells.items[o->first];
    set_cell(s, c, VS_BOTTOM); /* nothing refers to the block of the activation before through it */
    uint32_t site = avm_site(m, o, o->abs);
    m->sites.items[site].is_local = true;
    set_cell(s, c, vs_ptr(m->pool, c->t, avm_allocate(m, s, site, &b), vs_small(0)));
}

void avm_end_local(struct avm *m, struct work *s, cwi_id var)
{
    uint32_t object = avm_local_block(m, s, var);
    if (avm_asks(m, AVM_DOUBT_BOUNDS) && object != VS_ABSOLUTE && m->objects[var].is_sparse)
        avm_end_block(m, s, object, true);
    else
        avm_forget_object(m, s, object);
}

void avm_begin_local(struct avm *m, struct work *s, cwi_id var)
{
    struct block b;
    uint32_t object = avm_local_block(m, s, var);
    if (object == VS_ABSOLUTE || !avm_block(m, s, object, &b) || b.life == BLOCK_LIVE)
        return;
    enter_block(m, s, var); /* not the one that old pointers lead to */
}

void avm_enter_blocks(struct avm *m, struct work *s, const struct func_code *fn)
{
    for (uint32_t i = 0; i < fn->block_count; i++)
        enter_block(m, s, fn->blocks[i]);
}

void avm_leave_blocks(struct avm *m, struct work *s, const struct func_code *fn)
{
    for (uint32_t i = 0; i < fn->block_count; i++) {
        const struct object *o = &m->objects[fn->blocks[i]];
        uint32_t object = avm_local_block(m, s, fn->blocks[i]);
        if (!o->is_activation && !cwi_var_of(m->u, object)->is_address_taken)
            avm_drop_block(m, s, object); /* nothing can lead to it */
        else if (object != VS_ABSOLUTE)
            avm_end_block(m, s, object, true);
        else /* contexts were joined: one of them is left */
            avm_end_site(m, s, avm_site(m, o, o->abs), false);
    }
    if (fn->block_count) /* the frame is gone: states must not differ in what it led to */
        clear_words(s, m->frame_base, m->scratch_max);
    for (uint32_t i = 0; i < fn->block_count; i++) {
        const struct object *o = &m->objects[fn->blocks[i]];
        if (o->is_activation)
            collect(m, s, block_of_site(avm_site(m, o, o->abs), 0), BLOCKS_PER_SITE);
        else
            collect(m, s, fn->blocks[i], 1);
    }
    bool surely = !m->calls->funcs[fn->func].recursive; /* else it may be another activation's */
    for (uint32_t i = 0; m->has_alloca && i < m->sites.count; i++)
        if (m->sites.items[i].stack_of == fn->func)
            avm_end_site(m, s, i, surely);
}

void avm_write_parameter(struct avm *m, struct work *s, cwi_id func, uint32_t i, vs v, struct vs_type t)
{
    const struct cwi_func *f = cwi_func_of(m->u, func);
    if (i >= f->param_count || !m->objects[f->params[i]].is_sparse)
        return;
    struct vs_type to = avm_type(m, cwi_var_of(m->u, f->params[i])->type);
    uint32_t object = avm_local_block(m, s, f->params[i]);
    if (!has_type(to) || object == VS_ABSOLUTE)
        return;
    struct span x = {.size = m->objects[f->params[i]].size, .t = to};
    avm_write(m, s, object, &x, avm_converted(m, v, t, to), true);
}
