/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Signatures in a refinement: what a state can do at once, as a sorted set of words.
 */
#include "runtime/lts/refine/refine_parts.h"
#include "runtime/base/sorted.h"

/* Looking one move up in a long row costs about as much as going over LOOK_UP moves. */
enum { SHORT_ROW = 64, LOOK_UP = 32 };

void refine_gather(const struct refine *x, uint32_t s, bool groups, struct u64s *out)
{
    const struct compact *c = x->c;
    uint32_t from = c->first[s], to = c->first[s + 1], own = x->block[s];
    size_t n = 0;
    vec_reserve(out, to - from + (size_t)1);
    uint64_t *keys = out->items;
    for (uint32_t t = from; t < to; t++) {
        uint32_t label = compact_label(c, t), target = compact_target(c, t), block = x->block[target];
        if (label == GRAPH_SILENT && block == own && refine_abstracts(x)) {
            uint32_t g = groups && x->group_of[target] != LTS_NONE ? x->group_of[target] & ~GROUP_BOTTOM : 0;
            if (groups)
                keys[n++] = REFINE_TO_GROUP | g;
        } else {
            keys[n++] = (uint64_t)label << 32 | block;
        }
    }
    if (x->kind == REFINE_DIVERGENT && x->nodes.loop[s])
        keys[n++] = (uint64_t)c->labels << 32;
    out->count = base_sort_unique_u64(keys, n);
}

uint64_t refine_hash(const struct refine *x, const struct u64s *keys)
{
    uint64_t h = x->seed;
    for (size_t i = 0; i < keys->count; i++)
        h = hash_u64(h ^ keys->items[i]) + keys->items[i];
    return hash_u64(h + keys->count);
}

uint64_t refine_sign(const struct refine *x, struct splitter *w, uint32_t s)
{
    refine_gather(x, s, false, &w->keys);
    w->work += w->keys.count + 1;
    return refine_hash(x, &w->keys);
}

bool refine_subset(const struct u64s *set, const uint64_t *keys, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        at = gallop_u64(set->items, at, set->count, keys[i]);
        if (at == set->count || set->items[at] != keys[i])
            return false;
    }
    return true;
}

/* Keeps what `sample`, the founder of a group, can do in w->set. */
static void load_set(const struct refine *x, struct splitter *w, uint32_t sample)
{
    if (w->set_of == sample)
        return;
    refine_gather(x, sample, true, &w->set);
    w->set_of = sample;
    w->set_lasts = !w->set.count || w->set.items[w->set.count - 1] < REFINE_TO_GROUP;
    w->work += w->set.count;
}

/* ---- long rows --------------------------------------------------------------------------------------------------- */

static bool has_move(const struct compact *c, uint32_t s, uint32_t label, uint32_t target)
{
    uint32_t low = c->first[s], high = c->first[s + 1];
    uint64_t key = (uint64_t)label << 32 | target;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (((uint64_t)compact_label(c, middle) << 32 | compact_target(c, middle)) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->first[s + 1] && compact_label(c, low) == label && compact_target(c, low) == target;
}

/* Whether s has such a move: its targets are looked up one after the other, which is soon done when there is one. */
enum answer { NO, YES, DEAR };

static enum answer look_up(const struct refine *x, struct splitter *w, uint32_t s, uint64_t key, uint64_t limit)
{
    uint32_t block = (uint32_t)key, label = (uint32_t)(key >> 32);
    if (w->looks >= limit || key >= (uint64_t)x->c->labels << 32)
        return DEAR;
    if (block & BLOCK_SINGLE) {
        w->looks++;
        return has_move(x->c, s, label, block & ~BLOCK_SINGLE) ? YES : NO;
    }
    const struct part *p = &x->part.items[block];
    for (uint32_t i = p->start; i < p->end; i++) {
        if (w->looks++ >= limit)
            return DEAR;
        if (has_move(x->c, s, label, x->item[i]))
            return YES;
    }
    return NO;
}

/* A long row is gone over only when looking up would have cost as much: so all costs at most twice the lesser. */
bool refine_can_do(const struct refine *x, struct splitter *w, uint32_t g, const uint64_t *keys, size_t n)
{
    uint32_t sample = refine_group(w, g)->sample, moves = x->c->first[sample + 1] - x->c->first[sample];
    w->work += n + 1;
    if (moves <= SHORT_ROW) {
        refine_gather(x, sample, true, &w->brief);
        return refine_subset(&w->brief, keys, n);
    }
    uint64_t before = w->looks;
    enum answer answer = w->set_of == sample ? DEAR : YES;
    for (size_t i = 0; i < n && answer == YES; i++)
        answer = look_up(x, w, sample, keys[i], moves / LOOK_UP);
    w->work += w->looks - before;
    if (answer != DEAR)
        return answer == YES;
    if (w->set_of != sample)
        w->looks = 0;
    load_set(x, w, sample);
    return refine_subset(&w->set, keys, n);
}

void refine_prefetch(const struct refine *x, const uint32_t *states, size_t n)
{
    enum { FIRST_MOVES = 8 };
    const struct compact *c = x->c;
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(&c->first[states[i]]);
        __builtin_prefetch(&x->block[states[i]]);
    }
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(c->narrow ? (const void *)&c->narrow[c->first[states[i]]] : &c->wide[c->first[states[i]]]);
    for (size_t i = 0; i < n; i++) {
        uint32_t from = c->first[states[i]], to = c->first[states[i] + 1];
        for (uint32_t t = from; t < to && t < from + FIRST_MOVES; t++)
            __builtin_prefetch(&x->block[compact_target(c, t)]);
    }
}
