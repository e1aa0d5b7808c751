/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * no-leak: blocks of the heap that may be lost, which were not freed and to which nothing surely leads.
 *
 * A cell leads to a block surely when its set is one pointer into that block. What is kept of the state is enough for
 * that alone: whether a block is surely lost is for concrete runs to say.
 */
#include "memory.h"
#include "runtime/avm/step.h"

struct leading {
    struct avm *m;
    const struct work *s;
    struct VEC(uint32_t) reached; /* objects, each once */
};

static bool is_reached(const struct leading *l, uint32_t object)
{
    for (size_t i = 0; i < l->reached.count; i++)
        if (l->reached.items[i] == object)
            return true;
    return false;
}

static void lead(struct leading *l, vs v)
{
    if (v <= VS_TOP || vs_is_small(v) || vs_ptr_targets(l->m->pool, v) != 1)
        return;
    uint32_t object = vs_ptr_object(l->m->pool, v, 0);
    if (object != VS_ABSOLUTE && avm_is_heap_block(l->m, object) && !is_reached(l, object))
        vec_push(&l->reached, object);
}

static void lead_words(struct leading *l, const vs *words, const struct cell *const *cells, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (cells[i]->t.kind == VS_PTR)
            lead(l, words[i]);
}

/* The frames on the one way back. */
static void lead_callers(struct leading *l)
{
    struct avm *m = l->m;
    for (uint32_t ctx = l->s->w[W_CTX]; ctx;) {
        const struct context *c = &m->contexts.items[ctx];
        if (c->callers.count != 1 || c->is_joined || c->callers.items[0].frame == NO_FRAME)
            return;
        uint32_t n;
        avm_store_get(m->frames, c->callers.items[0].frame, m->frame_buffer, &n);
        const struct func_code *fn = m->code.items[c->callers.items[0].pc].fn;
        lead_words(l, m->frame_buffer + 1, fn->frame_cells, n - 1);
        ctx = c->callers.items[0].ctx;
    }
}

/* What lies in the blocks that are there without being led to, and in those that are reached. */
static void lead_blocks(struct leading *l)
{
    uint64_t key = 0, x;
    struct block b;
    size_t known;
    do {
        known = l->reached.count;
        for (uint64_t from = 0; avm_map_from(l->m->maps, l->s->w[W_HEAP], from, &key, &x); from = key + 1) {
            uint32_t object = (uint32_t)(key >> 32);
            if (!(uint32_t)key || avm_is_summary(l->m, object) || !avm_block(l->m, l->s, object, &b) ||
                b.life != BLOCK_LIVE)
                continue;
            if (!avm_is_heap_block(l->m, object) || is_reached(l, object))
                lead(l, (vs)x);
        }
    } while (l->reached.count > known);
}

static void suspect(struct avm *m, struct work *s, uint32_t object)
{
    const struct cwi_stmt *made = site_of_block(m, object)->at, *now = s->stmt;
    struct place at = now ? cwi_place_text(m->u, now->at) : (struct place){0};
    avm_suspect(
        m, s, AVM_DOUBT_LEAK, made,
        at.line ? arena_printf(m->step_arena, "the block that is allocated here may be lost at %s:%u", at.file, at.line)
                : "the block that is allocated here may be lost");
}

void avm_drop_lost(struct avm *m, struct work *s, uint32_t object)
{
    struct block b;
    if (avm_asks(m, AVM_DOUBT_LEAK) && avm_is_heap_block(m, object) && avm_block(m, s, object, &b) &&
        b.life & BLOCK_LIVE)
        suspect(m, s, object);
}

void avm_find_lost(struct avm *m, struct work *s, const struct func_code *fn)
{
    struct leading l = {.m = m, .s = s};
    uint64_t key, x;
    struct block b;
    if (!avm_asks(m, AVM_DOUBT_LEAK) || !s->w[W_HEAP] || m->probe.on)
        return;
    lead(&l, s->w[W_RESULT]);
    lead_words(&l, s->w + W_GLOBALS, m->global_cells, m->global_count);
    lead_words(&l, s->w + m->frame_base, fn->frame_cells, fn->words - m->frame_base);
    lead_callers(&l);
    lead_blocks(&l);
    for (uint64_t from = 0; avm_map_from(m->maps, s->w[W_HEAP], from, &key, &x); from = key + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (!(uint32_t)key && avm_is_heap_block(m, object) && avm_block(m, s, object, &b) && b.life & BLOCK_LIVE &&
            (avm_is_summary(m, object) || !is_reached(&l, object)))
            suspect(m, s, object);
    }
    vec_free(&l.reached);
}
