/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of blocks that follow from the shape of the heap: the blocks of a site are numbered in the order in which the
 * state's words lead to them, then each other's cells. Two states that differ only in which of their blocks was
 * allocated first become one; n elements of a list are one state then and not n! of them.
 *
 * A renaming is an isomorphism: names mean nothing, since the order of the addresses of two objects is not known. What
 * frames that are to come back name keeps its name, and so does the block that stands for many. Nothing is renamed
 * where more frames may come to be returned to, nor in a recursion, which is told from one that goes on for ever by the
 * blocks that it is called with. Looking at the heap costs credit, which changes earn: where blocks are arrays, and
 * stay where they are, it is soon let be. Source: Iosif 2004, Symmetry reductions for model checking of concurrent
 * dynamic software.
 */
#include "references.h"

#include <stdlib.h>

enum { MOST_CELLS = 512, COST_OF_LOOKING = 32, WORTH_OF_CHANGE = 20, MOST_COST = 100000 }; /* in cells */

struct renaming {
    struct avm *m;
    struct work *s;
    uint32_t words;             /* of the state */
    const uint8_t *keeps;       /* by number of a block: its name */
    uint32_t *name;             /* by number: the new one; 0: none yet */
    uint32_t *next;             /* by site */
    struct VEC(uint32_t) order; /* blocks that have a new name */
    uint32_t cells;             /* that were looked at */
    bool changes;
};

static void rename_block(void *renaming, uint32_t object)
{
    struct renaming *x = renaming;
    uint32_t number = object & OBJECT_ID, site = number / BLOCKS_PER_SITE, n = number;
    if (!site_of_block(x->m, object) || x->name[number])
        return;
    if (!x->keeps[number] && !avm_is_summary(x->m, object)) {
        while (x->keeps[site * BLOCKS_PER_SITE + x->next[site]])
            x->next[site]++;
        n = site * BLOCKS_PER_SITE + x->next[site]++;
    }
    x->name[number] = OBJECT_HEAP | n;
    x->changes |= n != number;
    vec_push(&x->order, object);
}

static uint32_t new_name(void *renaming, uint32_t object)
{
    const struct renaming *x = renaming;
    return site_of_block(x->m, object) ? x->name[object & OBJECT_ID] : object;
}

/* Whether two blocks of one site are there; else they have but one order. */
static bool has_two(const struct avm *m, const struct work *s)
{
    uint64_t key = (uint64_t)OBJECT_HEAP << 32, x;
    uint32_t last = UINT32_MAX;
    for (uint64_t from = key; avm_map_from(m->maps, s->w[W_HEAP], from, &key, &x); from = (key | UINT32_MAX) + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (!site_of_block(m, object))
            continue;
        if ((object & OBJECT_ID) / BLOCKS_PER_SITE == last)
            return true;
        last = (object & OBJECT_ID) / BLOCKS_PER_SITE;
    }
    return false;
}

/* What the cells of the object lead to. */
static void follow_cells(struct renaming *x, uint32_t object)
{
    x->cells += avm_refer_cells(x->m, x->s->w[W_HEAP], object, MOST_CELLS + 1 - x->cells, rename_block, x);
}

/* From block `i` of those that have names on. */
static void follow_named(struct renaming *x, size_t i)
{
    for (; i < x->order.count && x->cells <= MOST_CELLS; i++)
        follow_cells(x, x->order.items[i]);
}

/* What is left without a name nothing leads to: it is dropped, or comes last where leaks are asked for. */
static void end_unnamed(struct renaming *x)
{
    uint64_t key, v;
    for (uint64_t from = 0; avm_map_from(x->m->maps, x->s->w[W_HEAP], from, &key, &v); from = (key | UINT32_MAX) + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (!site_of_block(x->m, object) || x->name[object & OBJECT_ID])
            continue;
        if (avm_asks(x->m, AVM_DOUBT_LEAK)) {
            rename_block(x, object);
            follow_named(x, x->order.count - 1);
        } else {
            avm_drop_block(x->m, x->s, object);
        }
    }
}

/* From the words, then from variables that lie in the heap and from what keeps its name, then through the blocks.
 * False: that is too much. */
static bool name_all(struct renaming *x)
{
    const struct avm *m = x->m;
    uint64_t key, v;
    vs_objects(m->pool, x->s->w[W_RESULT], rename_block, x);
    for (uint32_t i = W_GLOBALS; i < x->words; i++)
        vs_objects(m->pool, x->s->w[i], rename_block, x);
    for (uint64_t from = 0; avm_map_from(m->maps, x->s->w[W_HEAP], from, &key, &v); from = (key | UINT32_MAX) + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (!site_of_block(m, object))
            follow_cells(x, object);
        else if (x->keeps[object & OBJECT_ID])
            rename_block(x, object);
        if (x->cells > MOST_CELLS)
            return false;
    }
    follow_named(x, 0);
    if (x->cells <= MOST_CELLS)
        end_unnamed(x);
    return x->cells <= MOST_CELLS;
}

static void note_some(void *some, uint32_t object)
{
    (void)object;
    *(bool *)some = true;
}

static vs renamed(struct renaming *x, vs v)
{
    static const struct vs_type pointer = {.kind = VS_PTR, .bits = 64};
    bool some = false;
    vs_objects(x->m->pool, v, note_some, &some);
    return some ? vs_ptr_map(x->m->pool, pointer, v, new_name, x) : v;
}

static map_id renamed_heap(struct renaming *x, map_id heap)
{
    struct avm *m = x->m;
    map_id out = MAP_EMPTY;
    uint64_t key, v;
    for (uint64_t from = 0; avm_map_from(m->maps, heap, from, &key, &v); from = key + 1) {
        uint64_t to = (uint64_t)new_name(x, (uint32_t)(key >> 32)) << 32 | (uint32_t)key;
        if ((uint32_t)key)
            v = (v & ~(uint64_t)UINT32_MAX) | renamed(x, (vs)v);
        out = avm_map_put(m->maps, out, to, v);
    }
    return out;
}

static void rename_all(struct renaming *x)
{
    struct work *s = x->s;
    vs result = renamed(x, s->w[W_RESULT]);
    if (result != s->w[W_RESULT])
        refine_word(s, W_RESULT, result);
    for (uint32_t i = W_GLOBALS; i < x->words; i++) {
        vs v = renamed(x, s->w[i]);
        if (v != s->w[i])
            refine_word(s, i, v);
    }
    clear_words(s, x->words, x->m->scratch_max);
    set_heap(s, renamed_heap(x, s->w[W_HEAP]));
}

static bool is_in_recursion(const struct avm *m, uint32_t ctx)
{
    for (; ctx; ctx = m->contexts.items[ctx].callers.count ? m->contexts.items[ctx].callers.items[0].ctx : 0)
        if (m->calls->funcs[m->contexts.items[ctx].func].recursive)
            return true;
    return false;
}

/* Nothing but the states and the frames knows the names of blocks, and all frames are known; so they are where the step
 * began, which else may be stepped again. */
static bool may_rename(const struct avm *m, uint32_t ctx)
{
    return !joins_states(m) && m->policy.context != CONTEXT_SUMMARY && !m->cfg.relates && !m->trial &&
           avm_knows_callers(m, m->cursor.words[W_CTX]) && avm_knows_callers(m, ctx) && !is_in_recursion(m, ctx);
}

void avm_rename_blocks(struct avm *m, struct work *s, uint32_t words)
{
    if (m->renaming_cost > MOST_COST || !may_rename(m, s->w[W_CTX]) || !has_two(m, s))
        return;
    struct references callers = {.m = m, .var = VS_DROP};
    avm_begin_references(&callers, s);
    vec_free(&callers.follow);
    struct renaming x = {.m = m, .s = s, .words = words, .keeps = callers.led_to, .cells = COST_OF_LOOKING};
    x.name = base_mem_zalloc((m->sites.count * BLOCKS_PER_SITE + 1) * sizeof *x.name);
    x.next = base_mem_zalloc((m->sites.count + 1) * sizeof *x.next);
    x.changes = name_all(&x) && x.changes;
    if (x.changes)
        rename_all(&x);
    m->renaming_cost += (x.changes ? 1 - WORTH_OF_CHANGE : 1) * (int64_t)x.cells;
    vec_free(&x.order);
    free(x.next);
    free(x.name);
    free(callers.led_to);
}
