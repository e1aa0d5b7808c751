/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of a batch are cut into their groups, and what this makes dirty is marked.
 *
 * The largest piece of a part keeps its number: a state has a new number at most log n times (J. Hopcroft, "An n log n
 * algorithm for minimizing states in a finite automaton", 1971).
 */
#include "runtime/lts/refine/refine_parts.h"
#include "runtime/lts/permutation.h"

/* ---- cuts -------------------------------------------------------------------------------------------------------- */

/* Takes member s out of p, whose members lie silent ones first, to the place behind all that is left. */
static void take_out(struct refine *x, struct part *p, uint32_t s)
{
    uint32_t hole = x->place[s];
    if (hole < p->middle) {
        x->item[hole] = x->item[--p->middle];
        x->place[x->item[hole]] = hole;
        hole = p->middle;
    }
    x->item[hole] = x->item[--p->end];
    x->place[x->item[hole]] = hole;
}

/* Gives each group but the first its room from `at` on. */
static void place_groups(struct group *group, size_t groups, uint32_t at)
{
    for (size_t g = 1; g < groups; g++) {
        group[g].start = at;
        at += group[g].size;
    }
}

/* Puts what moved into its places, in each group bottoms last. */
static void place_moved(struct refine *x, struct group *group, const struct moved *moved, size_t n)
{
    for (uint32_t bottoms = 0; bottoms < 2; bottoms++)
        for (size_t i = 0; i < n; i++) {
            uint32_t s = moved[i].state, g = moved[i].group;
            if (g >> 31 == bottoms) {
                x->place[s] = group[g & ~GROUP_BOTTOM].start++;
                x->item[x->place[s]] = s;
            }
        }
}

/* A new number for a piece: the one at *next, when it has several states. */
static void name_piece(struct refine *x, struct part piece, uint32_t *next)
{
    if (piece.end - piece.start == 1) {
        x->block[x->item[piece.start]] = BLOCK_SINGLE | x->item[piece.start];
    } else {
        x->part.items[*next] = piece;
        for (uint32_t i = piece.start; i < piece.end; i++)
            x->block[x->item[i]] = *next;
        ++*next;
    }
}

static const struct moved *moved_by(const struct refine *x, const struct cut *cut)
{
    return x->splitter[cut->worker].moved.items + cut->moved;
}

static void apply_cut(struct refine *x, struct splitter *w, const struct cut *cut)
{
    struct group *group = x->splitter[cut->worker].group.items + cut->group;
    const struct moved *moved = moved_by(x, cut);
    struct part *p = &x->part.items[cut->part];
    uint32_t next = cut->next;
    p->dirty[0] = p->dirty[1] = 0;
    if (!cut->leaving)
        return;
    struct part rest = *p;
    for (size_t i = 0; i < cut->leaving; i++)
        take_out(x, &rest, moved[i].state);
    place_groups(group, cut->groups, rest.end);
    place_moved(x, group, moved, cut->leaving);
    place_groups(group, cut->groups, rest.end);
    *p = rest;
    for (uint32_t g = 1; g < cut->groups; g++) {
        uint32_t end = group[g].start + group[g].size;
        struct part piece = {.start = group[g].start, .middle = end - group[g].bottoms, .end = end};
        if (g == cut->largest)
            *p = piece;
        else if (group[g].size)
            name_piece(x, piece, &next);
    }
    if (!cut->largest)
        return;
    name_piece(x, rest, &next);
    for (uint32_t i = rest.start; i < rest.end; i++)
        vec_push(&w->left, x->item[i]);
}

/* Sends for what the first states that leave will need. */
static void prefetch_cuts(const struct refine *x, size_t from, size_t to)
{
    enum { MEMBERS = 4 };
    for (size_t i = from; i < to; i++) {
        const struct cut *cut = &x->cut.items[i];
        __builtin_prefetch(&x->part.items[cut->part]);
        for (size_t j = 0; j < cut->leaving && j < MEMBERS; j++)
            __builtin_prefetch(&x->place[moved_by(x, cut)[j].state]);
    }
    for (size_t i = from; i < to; i++) {
        const struct cut *cut = &x->cut.items[i];
        if (cut->leaving)
            __builtin_prefetch(&x->item[x->part.items[cut->part].end - 1]);
        for (size_t j = 0; j < cut->leaving && j < MEMBERS; j++) {
            __builtin_prefetch(&x->item[x->place[moved_by(x, cut)[j].state]]);
            __builtin_prefetch(&x->block[moved_by(x, cut)[j].state]);
        }
    }
    for (size_t i = from; i < to; i++) /* what is put in the places of those that leave */
        if (x->cut.items[i].leaving)
            __builtin_prefetch(&x->place[x->item[x->part.items[x->cut.items[i].part].end - 1]]);
}

static void apply_cuts(void *context, unsigned worker, size_t from, size_t to)
{
    enum { AHEAD = 64 };
    struct refine *x = context;
    for (size_t i = from; i < to; i++) {
        if ((i - from) % AHEAD == 0)
            prefetch_cuts(x, i, to - i < AHEAD ? to : i + AHEAD);
        apply_cut(x, &x->splitter[worker], &x->cut.items[i]);
    }
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

/* States are handled so many at a time, in steps: what a step will need of each is on its way while the others are
 * looked at. */
enum { AT_ONCE = 128 };

static void mark(struct refine *x, uint32_t s)
{
    uint32_t b = x->block[s];
    struct part *p = &x->part.items[b];
    uint32_t kind = x->place[s] >= p->middle, at = (kind ? p->middle : p->start) + p->dirty[kind];
    if (x->place[s] < at || p->end - p->start == 1)
        return;
    if (!p->dirty[0] && !p->dirty[1])
        vec_push(&x->queue, b);
    p->dirty[kind]++;
    permutation_put(x->item, x->place, s, at);
}

/* Sets of single states that were kept for later do not hold when the state changes. */
static void forget_sets(struct refine *x, const uint32_t *states, size_t n)
{
    for (unsigned i = 0; i < x->splitters; i++) {
        struct splitter *w = &x->splitter[i];
        for (size_t j = 0; j < n && w->set_of != LTS_NONE; j++)
            if (states[j] == w->set_of)
                w->set_of = LTS_NONE;
    }
}

static void mark_all(struct refine *x, uint32_t *states, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!(x->block[states[i]] & BLOCK_SINGLE)) {
            __builtin_prefetch(&x->part.items[x->block[states[i]]]);
            __builtin_prefetch(&x->place[states[i]]);
            states[kept++] = states[i];
        }
    for (size_t i = 0; i < kept; i++) {
        const struct part *p = &x->part.items[x->block[states[i]]];
        __builtin_prefetch(&x->item[x->place[states[i]] < p->middle ? p->start : p->middle]);
        __builtin_prefetch(&x->item[x->place[states[i]]]);
    }
    forget_sets(x, states, kept);
    for (size_t i = 0; i < kept; i++)
        mark(x, states[i]);
}

/* Whether the source, of whose transition this is the word in x->in, sees another number of s. */
static bool sees(const struct refine *x, uint32_t source, uint32_t s)
{
    return !refine_abstracts(x) || !(source & COMPACT_SILENT) || x->block[source & ~COMPACT_SILENT] != x->block[s];
}

static void mark_sources(struct refine *x, const uint32_t *states, size_t n)
{
    const struct compact_reverse *in = &x->in;
    uint32_t found[AT_ONCE];
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&in->first[states[i]]);
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&in->source[in->first[states[i]]]);
    for (size_t i = 0; i < n; i++) /* the word may begin a line and the row go on in the next */
        if (in->first[states[i]] < in->first[states[i] + 1])
            __builtin_prefetch(&x->block[in->source[in->first[states[i]]] & ~COMPACT_SILENT]);
    for (size_t i = 0; i < n; i++) {
        uint32_t s = states[i];
        x->splitter[0].work += in->first[s + 1] - in->first[s];
        for (uint32_t t = in->first[s]; t < in->first[s + 1]; t++) {
            if (!sees(x, in->source[t], s))
                continue;
            found[count++] = in->source[t] & ~COMPACT_SILENT;
            if (count == AT_ONCE) {
                mark_all(x, found, count);
                count = 0;
            }
        }
    }
    mark_all(x, found, count);
}

struct renamed {
    uint32_t state[AT_ONCE];
    size_t count;
};

static void add_renamed(struct refine *x, struct renamed *r, uint32_t s)
{
    r->state[r->count++] = s;
    if (r->count < AT_ONCE)
        return;
    mark_sources(x, r->state, r->count);
    r->count = 0;
}

/* Marks move items about, so that states with new numbers must come from lists. */
static void mark_renamed(struct refine *x)
{
    struct renamed r = {.count = 0};
    for (size_t i = 0; i < x->cut.count; i++) {
        const struct cut *cut = &x->cut.items[i];
        const struct moved *moved = moved_by(x, cut);
        for (size_t j = 0; j < cut->leaving; j++)
            if (!cut->largest || (moved[j].group & ~GROUP_BOTTOM) != cut->largest)
                add_renamed(x, &r, moved[j].state);
    }
    for (unsigned i = 0; i < x->splitters; i++)
        for (size_t j = 0; j < x->splitter[i].left.count; j++)
            add_renamed(x, &r, x->splitter[i].left.items[j]);
    mark_sources(x, r.state, r.count);
}

void refine_cut(struct refine *x, struct workers *workers)
{
    enum { GRAIN = 64 };
    bool any = false;
    for (size_t i = 0; i < x->cut.count; i++) {
        struct cut *cut = &x->cut.items[i];
        cut->next = (uint32_t)x->part.count;
        vec_reserve(&x->part, x->part.count + cut->named);
        x->part.count += cut->named;
        any |= cut->leaving;
    }
    base_workers_share(workers, x->cut.count, GRAIN, apply_cuts, x);
    if (!any)
        return;
    if (!x->in.first)
        refine_compact_reverse_make(&x->in, x->c);
    mark_renamed(x);
}
