/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Simulation on blocks, after F. Ranzato and F. Tapparo, "A new efficient simulation equivalence algorithm" (2007), in
 * rounds. `now` is the preorder that the last round has left, which alone this round looks at; `next` is what it makes
 * of it. For a block B and a label a, be T the states with a step by a to something above B. A state with a step by a
 * to B is simulated by none but T, and T is a union of blocks in the end. So each block is cut by T, and what is not
 * in T goes from above the blocks that have a step by a to B.
 *
 * A block that is cut can hold states in T without such a step. For these it is right, too, because `now` is
 * transitive: each has a step to something above B, so that its own T is a part of this one. By the same argument
 * states that simulate each other are never cut apart, and `next` is transitive in its turn.
 *
 * T only gets smaller. When few blocks are above B, it is computed from them; else what leaves it is found among the
 * predecessors of what went from above B in the last round.
 */
#include "runtime/lts/sim/blocks.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/refine/partition.h"

#include <stdlib.h>

struct bits VEC(uint64_t *);

struct sim {
    const struct graph *g;
    const struct lts_control *c;
    struct blocks p;
    struct reverse in;
    struct bits now, next, gone; /* by block; next: NULL where it is `now`; gone: in the last round, or NULL */
    size_t words;                /* of each row */
    uint64_t rows;               /* that there are */
    uint64_t *mask;              /* the blocks of what steps are compared with */
    struct u32s queue;           /* blocks above which something changed in the last round */
    struct VEC(bool) pending;    /* by block: it is in the rest of the queue */
    struct visited label, block;
    struct u32s states, sources, halves, fresh;
    struct u64s hits; /* label << 32 | state */
};

/* ---- rows of bits ------------------------------------------------------------------------------------------------ */

static uint64_t *row_new(struct sim *x, const uint64_t *from)
{
    uint64_t *row = base_mem_alloc(x->words * sizeof *row);
    if (from)
        memcpy(row, from, x->words * sizeof *row);
    else
        memset(row, 0, x->words * sizeof *row);
    x->rows++;
    return row;
}

static void row_free(struct sim *x, uint64_t **row)
{
    x->rows -= *row != NULL;
    free(*row);
    *row = NULL;
}

static uint32_t count_bits(const struct sim *x, const uint64_t *row)
{
    uint32_t n = 0;
    for (size_t w = 0; w < x->words; w++)
        n += (uint32_t)__builtin_popcountll(row[w]);
    return n;
}

/* How wide rows are to be for all blocks, with some to spare, so that it need not be done often. */
static size_t words_wanted(const struct sim *x)
{
    size_t words = bit_words(x->p.count);
    return words <= x->words ? x->words : words + words / 4 + 1;
}

static void widen(struct sim *x, size_t words)
{
    struct bits *all[] = {&x->now, &x->next, &x->gone};
    for (int k = 0; k < 3; k++)
        for (size_t b = 0; b < all[k]->count; b++)
            if (all[k]->items[b]) {
                all[k]->items[b] = base_mem_resize(all[k]->items[b], words * sizeof(uint64_t));
                memset(all[k]->items[b] + x->words, 0, (words - x->words) * sizeof(uint64_t));
            }
    x->mask = base_mem_resize(x->mask, words * sizeof *x->mask);
    memset(x->mask + x->words, 0, (words - x->words) * sizeof *x->mask);
    x->words = words;
}

enum status sim_memory(const struct lts_control *c, uint64_t bytes, uint64_t most, struct diag *d)
{
    uint64_t limit = c && c->max_memory ? c->max_memory : (uint64_t)8 << 30;
    if (bytes <= limit)
        return ST_OK;
    most = most > bytes ? most : bytes;
    return diag_set(d, ST_LIMIT, (struct place){0},
                    "simulation needs tables of %llu MB, and of up to %llu MB before it ends, more than the limit of "
                    "%llu MB (--max-memory)",
                    (unsigned long long)((bytes - 1) >> 20) + 1, (unsigned long long)((most - 1) >> 20) + 1,
                    (unsigned long long)(limit >> 20));
}

/* Whether so many rows of so many words are allowed, beside the graph and its reverse; there can be three rows for each
 * state, if each is a block of its own. */
static enum status check_rows(const struct sim *x, uint64_t rows, uint64_t words, struct diag *d)
{
    enum { BYTES_EACH = 16 };
    uint64_t states = x->g->states, graphs = BYTES_EACH * (states + x->g->first[states]);
    return sim_memory(x->c, graphs + rows * words * sizeof(uint64_t),
                      graphs + 3 * states * bit_words(states) * sizeof(uint64_t), d);
}

static enum status check_budget(const struct sim *x, struct diag *d)
{
    enum status st = check_rows(x, x->rows, x->words, d);
    return !st && control_stops(x->c) ? lts_control_stopped(d) : st;
}

/* ---- cutting blocks ---------------------------------------------------------------------------------------------- */

/* Block fresh[i] is new, a part of halves[i]: it has the same above it, and is above the same. */
static void add_halves(struct sim *x)
{
    struct bits *all[] = {&x->now, &x->next, &x->gone};
    if (words_wanted(x) > x->words)
        widen(x, words_wanted(x));
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < x->fresh.count; i++) {
            uint64_t *of = all[k]->items[x->halves.items[i]];
            vec_push(all[k], of ? row_new(x, of) : NULL);
        }
        for (size_t b = 0; b < all[k]->count; b++)
            for (size_t i = 0; all[k]->items[b] && i < x->fresh.count; i++)
                if (bit_get(all[k]->items[b], x->halves.items[i]))
                    bit_set(all[k]->items[b], x->fresh.items[i], true);
    }
    for (size_t i = 0; i < x->fresh.count; i++) {
        bool pending = x->pending.items[x->halves.items[i]];
        vec_push(&x->pending, pending);
        if (pending)
            vec_push(&x->queue, x->fresh.items[i]);
    }
}

/* Cuts the blocks by the states of hits[from .. to-1], and marks the blocks of these states in the mask. */
static enum status cut_blocks(struct sim *x, size_t from, size_t to, struct diag *d)
{
    x->halves.count = x->fresh.count = 0;
    for (size_t i = from; i < to; i++)
        blocks_mark(&x->p, (uint32_t)x->hits.items[i]);
    for (size_t i = 0; i < x->p.touched.count; i++) {
        uint32_t b = x->p.touched.items[i], fresh = refine_blocks_split(&x->p, b);
        if (fresh != LTS_NONE) {
            vec_push(&x->halves, b);
            vec_push(&x->fresh, fresh);
        }
    }
    x->p.touched.count = 0;
    enum status st = check_rows(x, x->rows + 3 * (uint64_t)x->fresh.count, words_wanted(x), d);
    if (st)
        return st;
    if (x->fresh.count)
        add_halves(x);
    memset(x->mask, 0, x->words * sizeof *x->mask);
    for (size_t i = from; i < to; i++)
        bit_set(x->mask, x->p.block[(uint32_t)x->hits.items[i]], true);
    return ST_OK;
}

/* ---- one round --------------------------------------------------------------------------------------------------- */

/* Takes from above a block what is in the mask, or all else (`keep`). */
static void restrict_above(struct sim *x, uint32_t y, bool keep)
{
    const uint64_t *row = x->next.items[y] ? x->next.items[y] : x->now.items[y];
    size_t w = 0;
    while (w < x->words && !(row[w] & (keep ? ~x->mask[w] : x->mask[w])))
        w++;
    if (w == x->words)
        return;
    if (!x->next.items[y])
        x->next.items[y] = row_new(x, x->now.items[y]);
    for (; w < x->words; w++)
        x->next.items[y][w] &= keep ? x->mask[w] : ~x->mask[w];
}

/* Whether the state has a step by a label to a block in the row. */
static bool steps_into(const struct sim *x, uint32_t s, uint32_t label, const uint64_t *row)
{
    const struct graph *g = x->g;
    for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] <= label; t++)
        if (g->label[t] == label && bit_get(row, x->p.block[g->target[t]]))
            return true;
    return false;
}

/* The states of block b, and the labels by which they are entered. */
static void enter(struct sim *x, uint32_t b)
{
    visited_clear(&x->label);
    x->states.count = 0;
    for (uint32_t i = x->p.start[b]; i < x->p.end[b]; i++) {
        uint32_t s = x->p.item[i];
        vec_push(&x->states, s);
        for (uint64_t t = x->in.first[s]; t < x->in.first[s + 1]; t++)
            visited_mark(&x->label, x->in.label[t]);
    }
}

/* By the labels that enter b: the states of T (`keep`), or those that have left it. */
static void find_hits(struct sim *x, uint32_t b, bool keep)
{
    const uint64_t *now = x->now.items[b], *row = keep ? now : x->gone.items[b];
    x->hits.count = 0;
    for (size_t w = 0; w < x->words; w++)
        for (uint64_t rest = row[w]; rest; rest &= rest - 1) {
            uint32_t other = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(rest);
            for (uint32_t i = x->p.start[other]; i < x->p.end[other]; i++) {
                uint32_t s = x->p.item[i];
                for (uint64_t t = x->in.first[s]; t < x->in.first[s + 1]; t++)
                    if (visited_has(&x->label, x->in.label[t]) &&
                        (keep || !steps_into(x, x->in.source[t], x->in.label[t], now)))
                        vec_push(&x->hits, (uint64_t)x->in.label[t] << 32 | x->in.source[t]);
            }
        }
    x->hits.count = base_sort_unique_u64(x->hits.items, x->hits.count);
}

/* The blocks with a step by the label to the states that were entered. */
static enum status restrict_sources(struct sim *x, uint32_t label, bool keep, struct diag *d)
{
    visited_clear(&x->block);
    x->sources.count = 0;
    for (size_t i = 0; i < x->states.count; i++)
        for (uint64_t t = x->in.first[x->states.items[i]]; t < x->in.first[x->states.items[i] + 1]; t++)
            if (x->in.label[t] == label)
                visited_add(&x->block, &x->sources, x->p.block[x->in.source[t]]);
    enum status st = check_rows(x, x->rows + x->sources.count, x->words, d);
    for (size_t i = 0; i < x->sources.count && !st; i++)
        restrict_above(x, x->sources.items[i], keep);
    return st;
}

static enum status look_at(struct sim *x, uint32_t b, struct diag *d)
{
    enum status st = ST_OK;
    bool keep = count_bits(x, x->now.items[b]) <= count_bits(x, x->gone.items[b]);
    enter(x, b);
    find_hits(x, b, keep);
    for (size_t i = 0, j; i < x->hits.count && !st; i = j) {
        uint64_t label = x->hits.items[i] >> 32;
        for (j = i; j < x->hits.count && x->hits.items[j] >> 32 == label; j++)
            ;
        st = cut_blocks(x, i, j, d);
        if (!st)
            st = restrict_sources(x, (uint32_t)label, keep, d);
    }
    return st;
}

/* What was made becomes what is looked at; what it lacks of that is gone. */
static void end_round(struct sim *x)
{
    x->queue.count = 0;
    for (uint32_t b = 0; b < x->p.count; b++) {
        row_free(x, &x->gone.items[b]);
        if (!x->next.items[b])
            continue;
        for (size_t w = 0; w < x->words; w++)
            x->now.items[b][w] &= ~x->next.items[b][w];
        x->gone.items[b] = x->now.items[b];
        x->now.items[b] = x->next.items[b];
        x->next.items[b] = NULL;
        x->pending.items[b] = true;
        vec_push(&x->queue, b);
    }
}

static void tell_blocks(const struct sim *x, const struct sim_watch *watch, uint32_t b, uint32_t e, uint32_t round)
{
    for (uint32_t i = x->p.start[b]; i < x->p.end[b]; i++)
        for (uint32_t j = x->p.start[e]; watch->near[0][x->p.item[i]] && j < x->p.end[e]; j++)
            if (watch->near[1][x->p.item[j]])
                watch->refuted(watch->context, x->p.item[i], x->p.item[j], round);
}

/* Tells of the pairs that the round refuted. */
static enum status tell_pairs(const struct sim *x, const struct sim_watch *watch, uint32_t round, struct diag *d)
{
    for (uint32_t b = 0; b < x->p.count; b++) {
        for (size_t w = 0; x->gone.items[b] && w < x->words; w++)
            for (uint64_t rest = x->gone.items[b][w]; rest; rest &= rest - 1)
                tell_blocks(x, watch, b, (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(rest), round);
        if (control_stops(x->c))
            return lts_control_stopped(d);
    }
    return ST_OK;
}

/* *over: whether what is watched is. */
static enum status watch_round(const struct sim *x, struct sim_watch *watch, uint32_t round, bool *over, struct diag *d)
{
    *over = false;
    if (!watch)
        return ST_OK;
    for (int side = 0; side < 2; side++) {
        const uint64_t *gone = x->gone.items[x->p.block[watch->root[side]]];
        if (gone && bit_get(gone, x->p.block[watch->root[!side]]))
            watch->rank[side] = round;
    }
    *over = watch->rank[watch->last];
    return watch->refuted ? tell_pairs(x, watch, round, d) : ST_OK;
}

static enum status run_rounds(struct sim *x, struct sim_watch *watch, struct diag *d)
{
    enum status st = ST_OK;
    bool over;
    for (uint32_t round = 1; x->queue.count && !st; round++) {
        st = watch_round(x, watch, round, &over, d);
        if (st || over)
            break;
        for (size_t i = 0; i < x->queue.count && !st; i++) {
            x->pending.items[x->queue.items[i]] = false;
            st = look_at(x, x->queue.items[i], d);
            if (!st)
                st = check_budget(x, d);
        }
        if (!st)
            end_round(x);
    }
    return st;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

/* Whether q has every label of p (ready: and no other), and its propositions. */
static bool is_compatible(const struct graph *g, bool ready, uint32_t p, uint32_t q)
{
    if (g->colour && g->colour[p] != g->colour[q])
        return false;
    uint64_t i = g->first[p], j = g->first[q], m = g->first[p + 1], n = g->first[q + 1];
    while (i < m) {
        uint32_t label = g->label[i];
        if (ready && j < n && g->label[j] < label)
            return false;
        while (j < n && g->label[j] < label)
            j++;
        if (j == n || g->label[j] != label)
            return false;
        while (i < m && g->label[i] == label)
            i++;
        while (j < n && g->label[j] == label)
            j++;
    }
    return !ready || j == n;
}

/* Blocks of states with equal labels and propositions. */
static void first_blocks(struct sim *x)
{
    const struct graph *g = x->g;
    struct intern *kinds = base_intern_new();
    uint32_t *kind = base_mem_alloc(g->states * sizeof *kind);
    for (uint32_t s = 0; s < g->states; s++) {
        x->sources.count = 0;
        vec_push(&x->sources, g->colour ? g->colour[s] : 0);
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
            if (t == g->first[s] || g->label[t] != g->label[t - 1])
                vec_push(&x->sources, g->label[t]);
        kind[s] = base_intern_add(kinds, (const char *)x->sources.items, x->sources.count * sizeof *x->sources.items);
    }
    refine_blocks_init(&x->p, g->states, kind, base_intern_count(kinds));
    base_intern_free(kinds);
    free(kind);
}

/* What is above a block, as far as labels and propositions tell, and all else as gone. */
static enum status first_rows(struct sim *x, bool ready, struct diag *d)
{
    uint32_t n = x->p.count;
    x->words = bit_words(n);
    enum status st = check_rows(x, 2 * (uint64_t)n, x->words, d);
    x->mask = bits_new(n);
    for (uint32_t b = 0; b < n; b++) {
        vec_push(&x->now, NULL);
        vec_push(&x->next, NULL);
        vec_push(&x->gone, NULL);
        vec_push(&x->pending, true);
        vec_push(&x->queue, b);
    }
    for (uint32_t b = 0; b < n && !st; b++) {
        x->now.items[b] = row_new(x, NULL);
        x->gone.items[b] = row_new(x, NULL);
        for (uint32_t e = 0; e < n; e++) {
            bool above = is_compatible(x->g, ready, x->p.item[x->p.start[b]], x->p.item[x->p.start[e]]);
            bit_set(above ? x->now.items[b] : x->gone.items[b], e, true);
        }
        st = check_budget(x, d);
    }
    return st;
}

static void sim_free(struct sim *x)
{
    struct bits *all[] = {&x->now, &x->next, &x->gone};
    for (int k = 0; k < 3; k++) {
        for (size_t b = 0; b < all[k]->count; b++)
            free(all[k]->items[b]);
        vec_free(all[k]);
    }
    refine_blocks_free(&x->p);
    lts_reverse_free(&x->in);
    free(x->mask);
    vec_free(&x->queue);
    vec_free(&x->pending);
    visited_free(&x->label);
    visited_free(&x->block);
    vec_free(&x->states);
    vec_free(&x->sources);
    vec_free(&x->halves);
    vec_free(&x->fresh);
    vec_free(&x->hits);
}

enum status sim_blocks(const struct graph *g, bool ready, struct sim_watch *watch, struct sim_blocks *out,
                       const struct lts_control *c, struct diag *d)
{
    struct sim x = {.g = g, .c = c};
    *out = (struct sim_blocks){0};
    lts_reverse_make(&x.in, g, false);
    x.label = visited_new(g->labels);
    x.block = visited_new(g->states);
    first_blocks(&x);
    enum status st = first_rows(&x, ready, d);
    if (!st)
        st = run_rounds(&x, watch, d);
    if (!st) {
        out->count = x.p.count;
        out->block = x.p.block;
        out->above = x.now.items;
        x.p.block = NULL;
        x.now.items = NULL;
        x.now.count = 0;
    }
    sim_free(&x);
    return st;
}

void sim_blocks_free(struct sim_blocks *x)
{
    for (uint32_t b = 0; b < x->count; b++)
        free(x->above[b]);
    free(x->above);
    free(x->block);
}
