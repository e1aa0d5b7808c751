/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of blocks that follow from the shape of the heap: the blocks of a site are numbered in the order in which the
 * state's words lead to them, then each other's cells. Two states that differ only in which of their blocks was
 * allocated first become one; n elements of a list are one state then and not n! of them.
 *
 * A renaming is an isomorphism: names mean nothing, since the order of the addresses of two objects is not known. What
 * frames that are to come back name keeps its name, and so does the block that stands for many; where more frames may
 * come to be returned to, nothing is renamed. Looking at the heap
 * costs credit, which changes earn: where blocks are arrays, and stay where they are, it is soon let be. Source: Iosif
 * 2004, Symmetry reductions for model checking of concurrent dynamic software.
 */
#include "references.h"

#include <stdlib.h>

enum { MOST_CELLS = 512, CREDIT_OF_CHANGE = 20 };

struct renaming {
    struct avm *m;
    struct work *s;
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
    uint64_t key, v, from = (uint64_t)object << 32;
    for (; avm_map_from(x->m->maps, x->s->w[W_HEAP], from, &key, &v) && key >> 32 == object; from = key + 1) {
        if ((uint32_t)key)
            vs_objects(x->m->pool, (vs)v, rename_block, x);
        if (++x->cells > MOST_CELLS)
            return;
    }
}

/* What is left without a name nothing leads to. */
static void drop_unnamed(struct renaming *x)
{
    uint64_t key, v;
    for (uint64_t from = 0; avm_map_from(x->m->maps, x->s->w[W_HEAP], from, &key, &v); from = (key | UINT32_MAX) + 1) {
        uint32_t object = (uint32_t)(key >> 32);
        if (site_of_block(x->m, object) && !x->name[object & OBJECT_ID] && !avm_asks(x->m, AVM_DOUBT_LEAK))
            avm_drop_block(x->m, x->s, object);
        else
            rename_block(x, object);
    }
}

/* From the words, then from variables that lie in the heap and from what keeps its name, then through the blocks; those
 * that nothing leads to last. False: that is too much. */
static bool name_all(struct renaming *x)
{
    const struct avm *m = x->m;
    uint64_t key, v;
    vs_objects(m->pool, x->s->w[W_RESULT], rename_block, x);
    for (uint32_t i = W_GLOBALS; i < m->scratch_max; i++)
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
    for (size_t i = 0; i < x->order.count && x->cells <= MOST_CELLS; i++)
        follow_cells(x, x->order.items[i]);
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
    for (uint32_t i = W_GLOBALS; i < x->m->scratch_max; i++)
        if (renamed(x, s->w[i]) != s->w[i])
            refine_word(s, i, renamed(x, s->w[i]));
    set_heap(s, renamed_heap(x, s->w[W_HEAP]));
}

void avm_rename_blocks(struct avm *m, struct work *s)
{
    if (!s->w[W_HEAP] || m->renaming_credit < 0 || !avm_knows_callers(m, s) || !has_two(m, s))
        return;
    struct references callers = {.m = m, .var = VS_DROP};
    avm_begin_references(&callers, s);
    vec_free(&callers.follow);
    struct renaming x = {.m = m, .s = s, .keeps = callers.led_to};
    x.name = base_mem_zalloc((m->sites.count * BLOCKS_PER_SITE + 1) * sizeof *x.name);
    x.next = base_mem_zalloc((m->sites.count + 1) * sizeof *x.next);
    if (name_all(&x)) {
        drop_unnamed(&x);
        if (x.changes)
            rename_all(&x);
    } else {
        x.changes = false;
    }
    m->renaming_credit += (x.changes ? CREDIT_OF_CHANGE - 1 : -1) * (int64_t)x.cells;
    vec_free(&x.order);
    free(x.next);
    free(x.name);
    free(callers.led_to);
}
