/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the state leads to: from its words, from the frames that are to come back, and on through the heap.
 */
#include "references.h"

#include <stdlib.h>

uint8_t *avm_mark_of(struct references *r, uint32_t object)
{
    return site_of_block(r->m, object) ? &r->led_to[object & OBJECT_ID] : object == r->var ? &r->var_is_led_to : NULL;
}

static void refer_to(void *context, uint32_t object)
{
    struct references *r = context;
    uint8_t *mark = avm_mark_of(r, object);
    if (!mark || *mark)
        return;
    *mark = 1;
    vec_push(&r->follow, object);
}

static void refer_words(struct references *r, const vs *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        vs_objects(r->m->pool, words[i], refer_to, r);
}

uint32_t avm_refer_cells(const struct avm *m, map_id heap, uint32_t object, uint32_t most,
                         void (*each)(void *context, uint32_t object), void *context)
{
    uint32_t count = 0;
    uint64_t key, x, from = (uint64_t)object << 32;
    for (; count < most && avm_map_from(m->maps, heap, from, &key, &x) && key >> 32 == object; from = key + 1) {
        if ((uint32_t)key)
            vs_objects(m->pool, (vs)x, each, context);
        count++;
    }
    return count;
}

void avm_each_pinned(const struct avm *m, uint32_t pinned, void each(void *, uint32_t), void *context)
{
    const char *set = base_intern_str(m->key_values, pinned), *end = set + base_intern_len(m->key_values, pinned);
    for (uint32_t object; set < end; set += sizeof object) {
        memcpy(&object, set, sizeof object);
        each(context, object);
    }
}

static void refer_callers(struct references *r, uint32_t ctx)
{
    struct avm *m = r->m;
    if (m->policy.context == CONTEXT_SUMMARY) { /* whoever else calls it pins the same */
        if (ctx)
            avm_each_pinned(m, m->contexts.items[ctx].pinned, refer_to, r);
        return;
    }
    for (; ctx && !r->seen[ctx]; ctx = m->contexts.items[ctx].callers.items[0].ctx) {
        const struct context *c = &m->contexts.items[ctx];
        r->seen[ctx] = 1;
        for (size_t i = 0; i < c->callers.count; i++) {
            uint32_t n;
            if (c->callers.items[i].frame == NO_FRAME)
                continue;
            avm_store_get(m->frames, c->callers.items[i].frame, m->frame_buffer, &n);
            refer_words(r, m->frame_buffer + 1, n - 1);
            if (i > 0)
                refer_callers(r, c->callers.items[i].ctx);
        }
        if (!c->callers.count)
            return;
    }
}

bool avm_knows_callers(const struct avm *m, uint32_t ctx)
{
    if (joins_states(m) || m->policy.context == CONTEXT_SUMMARY)
        return true;
    for (; ctx; ctx = m->contexts.items[ctx].callers.items[0].ctx) {
        if (avm_gains_callers(m, ctx))
            return false;
        if (!m->contexts.items[ctx].callers.count)
            return true;
    }
    return true;
}

void avm_begin_references(struct references *r, const struct work *s)
{
    r->led_to = base_mem_zalloc(r->m->sites.count * BLOCKS_PER_SITE + 1);
    r->seen = base_mem_zalloc(r->m->contexts.count);
    refer_callers(r, s->w[W_CTX]);
    free(r->seen);
}

/* What variables lead to that lie in the heap. A block leads on only where something leads to it: two that nothing else
 * leads to may point to each other. */
static void refer_variables(struct references *r, const struct work *s)
{
    uint64_t key = 0, x;
    for (uint64_t from = 0; avm_map_from(r->m->maps, s->w[W_HEAP], from, &key, &x); from = (key | UINT32_MAX) + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (!avm_mark_of(r, object))
            avm_refer_cells(r->m, s->w[W_HEAP], object, UINT32_MAX, refer_to, r);
    }
}

static void follow(struct references *r, const struct work *s)
{
    while (r->follow.count) {
        uint32_t object = r->follow.items[--r->follow.count];
        avm_refer_cells(r->m, s->w[W_HEAP], object, UINT32_MAX, refer_to, r);
    }
}

void avm_find_references(struct references *r, const struct work *s)
{
    struct avm *m = r->m;
    avm_begin_references(r, s);
    vs_objects(m->pool, s->w[W_RESULT], refer_to, r);
    refer_words(r, s->w + W_GLOBALS, m->scratch_max - W_GLOBALS);
    refer_words(r, m->arguments, m->argument_count);
    refer_variables(r, s);
    follow(r, s);
    vec_free(&r->follow);
}
