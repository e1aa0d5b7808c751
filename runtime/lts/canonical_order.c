/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A canonical order of states: ordered partition refinement by numbers of transitions (B. McKay, "Practical graph
 * isomorphism", 1981, section 2), in O(m log n). Every decision depends on labels, sizes and positions only, never on
 * the numbers of states. Counting separates all that strong bisimulation separates, so in a minimal system the result
 * is total.
 *
 * The cell that begins at position p is called p.
 */
#include "runtime/lts/quotient.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/permutation.h"

#include <stdlib.h>

struct order {
    struct reverse in;
    uint32_t *item, *place, *cell, *size; /* size by first position */
    bool *queued;
    struct u32s queue;
    size_t head;
    uint32_t *count;
    struct u64s hits;  /* cell << 32 | state, of the sources; then of one cell: number of transitions << 32 | state */
    struct u64s moves; /* label << 32 | source, of the splitter's incoming transitions */
};

static void enqueue(struct order *o, uint32_t cell)
{
    if (!o->queued[cell])
        vec_push(&o->queue, cell);
    o->queued[cell] = true;
}

/* Cuts cell `from` at the sorted positions cut[0 .. n-1]; all parts but a largest become splitters. */
static void cut_cell(struct order *o, uint32_t from, const uint32_t *cut, size_t n)
{
    uint32_t end = from + o->size[from], largest = from, best = cut[0] - from;
    bool whole = o->queued[from];
    o->size[from] = best;
    for (size_t i = 0; i < n; i++) {
        uint32_t stop = i + 1 < n ? cut[i + 1] : end;
        o->size[cut[i]] = stop - cut[i];
        for (uint32_t p = cut[i]; p < stop; p++)
            o->cell[o->item[p]] = cut[i];
        if (stop - cut[i] > best) {
            best = stop - cut[i];
            largest = cut[i];
        }
    }
    if (whole || from != largest)
        enqueue(o, from);
    for (size_t i = 0; i < n; i++)
        if (whole || cut[i] != largest)
            enqueue(o, cut[i]);
}

/* hits[from .. to-1] are the members of a cell that were hit, with their numbers of transitions: they go to its end, by
 * these numbers; what has no hit stays in front. */
static void place_hits(struct order *o, uint32_t cell, size_t from, size_t to, struct u32s *cuts)
{
    const uint64_t *hit = o->hits.items;
    uint32_t end = cell + o->size[cell], base = end - (uint32_t)(to - from);
    cuts->count = 0;
    for (size_t i = to; i-- > from;)
        permutation_put(o->item, o->place, (uint32_t)hit[i], base + (uint32_t)(i - from));
    for (size_t i = from; i < to; i++)
        if (i == from ? base > cell : hit[i] >> 32 != hit[i - 1] >> 32)
            vec_push(cuts, base + (uint32_t)(i - from));
    if (cuts->count)
        cut_cell(o, cell, cuts->items, cuts->count);
}

/* Splits every cell by the number of transitions moves[from .. to-1], which have one label. */
static void split_cells(struct order *o, size_t from, size_t to, struct u32s *cuts)
{
    o->hits.count = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t s = (uint32_t)o->moves.items[i];
        if (!o->count[s]++)
            vec_push(&o->hits, (uint64_t)o->cell[s] << 32 | s);
    }
    base_sort_u64(o->hits.items, o->hits.count);
    for (size_t i = 0, j; i < o->hits.count; i = j) {
        uint32_t cell = (uint32_t)(o->hits.items[i] >> 32);
        for (j = i; j < o->hits.count && o->hits.items[j] >> 32 == cell; j++) {
            uint32_t s = (uint32_t)o->hits.items[j];
            o->hits.items[j] = (uint64_t)o->count[s] << 32 | s;
            o->count[s] = 0;
        }
        base_sort_u64(o->hits.items + i, j - i);
        place_hits(o, cell, i, j, cuts);
    }
}

static void refine_order(struct order *o)
{
    struct u32s cuts = {0};
    while (o->head < o->queue.count) {
        uint32_t cell = o->queue.items[o->head++];
        o->queued[cell] = false;
        o->moves.count = 0;
        for (uint32_t p = cell; p < cell + o->size[cell]; p++)
            for (uint64_t t = o->in.first[o->item[p]]; t < o->in.first[o->item[p] + 1]; t++)
                vec_push(&o->moves, (uint64_t)o->in.label[t] << 32 | o->in.source[t]);
        base_sort_u64(o->moves.items, o->moves.count);
        for (size_t i = 0, j; i < o->moves.count; i = j) {
            for (j = i + 1; j < o->moves.count && o->moves.items[j] >> 32 == o->moves.items[i] >> 32; j++)
                ;
            split_cells(o, i, j, &cuts);
        }
    }
    vec_free(&cuts);
}

/* Cells by colour, all of them splitters. */
static void first_cells(struct order *o, const struct graph *q)
{
    uint32_t *first = base_list_by_key(q->colour, q->states, q->colours, o->item);
    for (uint32_t c = 0; c < q->colours; c++) {
        if (first[c] < first[c + 1]) {
            o->size[first[c]] = first[c + 1] - first[c];
            enqueue(o, first[c]);
        }
        for (uint32_t i = first[c]; i < first[c + 1]; i++) {
            o->cell[o->item[i]] = first[c];
            o->place[o->item[i]] = i;
        }
    }
    free(first);
}

void lts_reduce_order(const struct graph *q, uint32_t *rank)
{
    struct order o = {.place = rank};
    lts_reverse_make(&o.in, q, false);
    o.item = base_mem_alloc(q->states * sizeof *o.item);
    o.cell = base_mem_alloc(q->states * sizeof *o.cell);
    o.size = base_mem_zalloc(q->states * sizeof *o.size);
    o.count = base_mem_zalloc(q->states * sizeof *o.count);
    o.queued = base_mem_zalloc(q->states * sizeof *o.queued);
    first_cells(&o, q);
    refine_order(&o);
    lts_reverse_free(&o.in);
    free(o.item);
    free(o.cell);
    free(o.size);
    free(o.count);
    free(o.queued);
    vec_free(&o.queue);
    vec_free(&o.hits);
    vec_free(&o.moves);
}
