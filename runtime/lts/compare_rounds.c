/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement in rounds by signatures, the approximations of R. Milner, "Communication and Concurrency" (1989), section
 * 10.4, with all rounds at hand afterwards.
 *
 * A round looks only at states that have a move to a state whose class changed in the round before. The largest part of
 * a class keeps the class's number, hence a state's number changes at most log n times, and all rounds together cost
 * O(m log n) signatures of constant size. For branching bisimulation, signatures are inherited along silent steps inside
 * a class (S. Blom and J. van de Pol, "Distributed branching bisimulation minimization by inductive signatures", 2009).
 */
#include "runtime/lts/compare_rounds.h"
#include "runtime/lts/sort_u64.h"

static void add_part(struct rounds *r, uint32_t parent, uint32_t begin, uint32_t end)
{
    struct part p = {parent, r->round + 1, begin, end};
    for (uint32_t i = begin; i < end; i++)
        r->class_of[r->elems[i]] = (uint32_t)r->parts.count;
    vec_push(&r->parts, p);
}

/* Round 0: one class for each valuation. */
static void colour_classes(struct rounds *r)
{
    const struct graph *q = r->q;
    uint32_t *at = mem_zalloc((q->colours + (size_t)2) * sizeof *at);
    for (uint32_t s = 0; s < q->states; s++)
        at[(q->colour ? q->colour[s] : 0) + 1]++;
    for (uint32_t k = 0; k < q->colours; k++)
        at[k + 1] += at[k];
    for (uint32_t s = 0; s < q->states; s++) {
        r->loc[s] = at[q->colour ? q->colour[s] : 0]++;
        r->elems[r->loc[s]] = s;
    }
    struct part all = {0, 0, 0, q->colour ? at[0] : q->states};
    vec_push(&r->parts, all);
    for (uint32_t k = 1; k < q->colours; k++)
        if (at[k] > at[k - 1])
            add_part(r, 0, at[k - 1], at[k]);
    free(at);
}

/* Whether the next round looks at the state. */
static bool counts(const struct rounds *r, uint32_t s)
{
    return !r->level || r->level[s] + r->round <= r->depth;
}

/* A class of one has nothing to split, and nothing inherits from it. */
static void make_dirty(struct rounds *r, uint32_t s)
{
    const struct part *k = &r->parts.items[r->class_of[s]];
    if (r->is_dirty[s] || k->end - k->begin == 1 || !counts(r, s))
        return;
    r->is_dirty[s] = true;
    vec_push(&r->dirty, s);
}

void rounds_init(struct rounds *r, const struct graph *q, const bool *loops, bool branching, const uint32_t *level,
                 uint32_t depth)
{
    const size_t n = q->states;
    *r = (struct rounds){.q = q, .loops = branching ? loops : NULL, .branching = branching,
                         .level = level, .depth = depth, .known = intern_new()};
    r->class_of = mem_zalloc(n * sizeof *r->class_of);
    r->elems = mem_alloc(n * sizeof *r->elems);
    r->loc = mem_alloc(n * sizeof *r->loc);
    r->sig = mem_zalloc(n * sizeof *r->sig);
    r->visited = visited_new(n);
    r->is_dirty = mem_zalloc(n);
    reverse_make(&r->in, q, false);
    if (branching) {
        r->rank = mem_alloc(n * sizeof *r->rank);
        graph_components(q, NULL, false, r->rank, NULL);
    }
    colour_classes(r);
    r->round = 1;
    for (uint32_t s = 0; s < q->states; s++)
        make_dirty(r, s);
}

void rounds_free(struct rounds *r)
{
    free(r->class_of);
    free(r->elems);
    free(r->loc);
    free(r->sig);
    visited_free(&r->visited);
    free(r->is_dirty);
    free(r->rank);
    intern_free(r->known);
    reverse_free(&r->in);
    vec_free(&r->parts);
    vec_free(&r->dirty);
    vec_free(&r->changed);
    vec_free(&r->touched);
    vec_free(&r->marked);
    vec_free(&r->list);
    vec_free(&r->words);
    vec_free(&r->order);
    vec_free(&r->cut);
}

/* ---- signatures -------------------------------------------------------------------------------------------------- */

static void inherit(struct rounds *r, uint32_t sig)
{
    size_t n = intern_len(r->known, sig) / sizeof(uint64_t);
    vec_reserve(&r->words, r->words.count + n + 1);
    if (n)
        memcpy(r->words.items + r->words.count, intern_str(r->known, sig), n * sizeof(uint64_t));
    r->words.count += n;
}

static void sign(struct rounds *r, uint32_t s)
{
    const struct graph *q = r->q;
    r->words.count = 0;
    if (r->loops && r->loops[s])
        vec_push(&r->words, (uint64_t)q->labels << 32);
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++) {
        uint32_t to = q->target[t];
        if (!r->branching || q->label[t] != GRAPH_SILENT || r->class_of[to] != r->class_of[s])
            vec_push(&r->words, (uint64_t)q->label[t] << 32 | r->class_of[to]);
        else if (to != s)
            inherit(r, r->sig[to]);
    }
    r->words.count = sort_unique_u64(r->words.items, r->words.count);
    r->sig[s] = intern_add(r->known, r->words.count ? (const char *)r->words.items : "", r->words.count * sizeof(uint64_t));
}

static void sign_dirty(struct rounds *r)
{
    if (!r->branching) {
        for (size_t i = 0; i < r->dirty.count; i++)
            sign(r, r->dirty.items[i]);
        return;
    }
    r->order.count = 0; /* what silent steps lead to comes first */
    for (size_t i = 0; i < r->dirty.count; i++)
        vec_push(&r->order, (uint64_t)r->rank[r->dirty.items[i]] << 32 | r->dirty.items[i]);
    sort_u64(r->order.items, r->order.count);
    for (size_t i = 0; i < r->order.count; i++)
        sign(r, (uint32_t)r->order.items[i]);
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */

static void swap_to(struct rounds *r, uint32_t s, uint32_t place)
{
    uint32_t other = r->elems[place], from = r->loc[s];
    r->elems[from] = other;
    r->loc[other] = from;
    r->elems[place] = s;
    r->loc[s] = place;
}

/* Brings the dirty states of each class to its front; marked[] counts them, by class. */
static void mark_dirty(struct rounds *r)
{
    r->touched.count = 0;
    while (r->marked.count < r->parts.count)
        vec_push(&r->marked, 0);
    for (size_t i = 0; i < r->dirty.count; i++) {
        uint32_t s = r->dirty.items[i], k = r->class_of[s];
        if (!r->marked.items[k])
            vec_push(&r->touched, k);
        swap_to(r, s, r->parts.items[k].begin + r->marked.items[k]++);
    }
}

/* Where the groups of equal signatures begin among the members of class k, and its end, into r->cut. The first `dirty`
 * members are those with new signatures; the others have one and the same, and those that have it too come last. */
static void group_members(struct rounds *r, uint32_t k, uint32_t dirty)
{
    uint32_t begin = r->parts.items[k].begin, end = r->parts.items[k].end;
    bool clean = begin + dirty < end;
    uint32_t old = clean ? r->sig[r->elems[begin + dirty]] : 0;
    r->order.count = r->cut.count = 0;
    for (uint32_t i = begin; i < begin + dirty; i++) {
        uint32_t s = r->elems[i], sig = clean && r->sig[s] == old ? UINT32_MAX : r->sig[s];
        vec_push(&r->order, (uint64_t)sig << 32 | s);
    }
    const uint64_t *order = r->order.items;
    sort_u64(r->order.items, dirty);
    for (uint32_t i = 0; i < dirty; i++) {
        r->elems[begin + i] = (uint32_t)order[i];
        r->loc[(uint32_t)order[i]] = begin + i;
        if (!i || order[i] >> 32 != order[i - 1] >> 32)
            vec_push(&r->cut, begin + i);
    }
    if (clean && order[dirty - 1] >> 32 != UINT32_MAX)
        vec_push(&r->cut, begin + dirty);
    vec_push(&r->cut, end);
}

static void split(struct rounds *r, uint32_t k, uint32_t dirty)
{
    size_t largest = 0;
    group_members(r, k, dirty);
    const uint32_t *cut = r->cut.items;
    for (size_t g = 1; g + 1 < r->cut.count; g++)
        if (cut[g + 1] - cut[g] > cut[largest + 1] - cut[largest])
            largest = g;
    for (size_t g = 0; g + 1 < r->cut.count; g++) {
        if (g == largest)
            continue;
        add_part(r, k, cut[g], cut[g + 1]);
        for (uint32_t i = cut[g]; i < cut[g + 1]; i++)
            vec_push(&r->changed, r->elems[i]);
    }
    r->parts.items[k].begin = cut[largest];
    r->parts.items[k].end = cut[largest + 1];
}

/* What the next round has to look at. */
static void find_dirty(struct rounds *r)
{
    for (size_t i = 0; i < r->dirty.count; i++)
        r->is_dirty[r->dirty.items[i]] = false;
    r->dirty.count = 0;
    for (size_t i = 0; i < r->changed.count; i++) {
        uint32_t s = r->changed.items[i];
        if (r->branching)
            make_dirty(r, s);
        for (uint64_t t = r->in.first[s]; t < r->in.first[s + 1]; t++)
            make_dirty(r, r->in.source[t]);
    }
    for (size_t i = 0; r->branching && i < r->dirty.count; i++) { /* and what inherits from it */
        uint32_t s = r->dirty.items[i];
        for (uint64_t t = r->in.first[s]; t < r->in.first[s + 1]; t++)
            if (r->in.label[t] == GRAPH_SILENT && r->class_of[r->in.source[t]] == r->class_of[s])
                make_dirty(r, r->in.source[t]);
    }
}

static void add_round(struct rounds *r)
{
    sign_dirty(r);
    mark_dirty(r);
    r->changed.count = 0;
    for (size_t i = 0; i < r->touched.count; i++) {
        uint32_t k = r->touched.items[i], dirty = r->marked.items[k];
        r->marked.items[k] = 0;
        split(r, k, dirty);
    }
    r->round++;
    find_dirty(r);
}

enum status rounds_separate(struct rounds *r, uint32_t a, uint32_t b, bool *apart, const struct lts_control *c,
                            struct diag *d)
{
    while (r->class_of[a] == r->class_of[b] && r->dirty.count) {
        if (control_stops(c))
            return control_stopped(d);
        add_round(r);
    }
    *apart = r->class_of[a] != r->class_of[b];
    return ST_OK;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

uint32_t rounds_apart(const struct rounds *r, uint32_t a, uint32_t b)
{
    uint32_t x = r->class_of[a], y = r->class_of[b], born = 0;
    while (x != y) {
        const struct part *p = &r->parts.items[x], *q = &r->parts.items[y];
        if (p->born >= q->born) {
            born = p->born;
            x = p->parent;
        } else {
            born = q->born;
            y = q->parent;
        }
    }
    return born - 1; /* never apart: UINT32_MAX */
}

uint32_t rounds_class(const struct rounds *r, uint32_t s, uint32_t round)
{
    uint32_t x = r->class_of[s];
    while (r->parts.items[x].born > round + 1)
        x = r->parts.items[x].parent;
    return x;
}

static int move_order(const void *a, const void *b)
{
    const struct class_move *x = a, *y = b;
    if (x->into != y->into)
        return x->into < y->into ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void add_move(struct rounds *r, uint32_t label, uint32_t to, uint32_t round, struct class_moves *out)
{
    struct class_move m = {(uint64_t)label << 32 | rounds_class(r, to, round), to};
    vec_push(out, m);
}

void rounds_inside(struct rounds *r, uint32_t s, uint32_t round, struct u32s *exits)
{
    const struct graph *q = r->q;
    uint32_t class = rounds_class(r, s, round);
    visited_clear(&r->visited);
    r->list.count = 0;
    visited_add(&r->visited, &r->list, s);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        for (uint64_t t = q->first[u]; t < q->first[u + 1] && q->label[t] == GRAPH_SILENT; t++)
            if (rounds_class(r, q->target[t], round) == class)
                visited_add(&r->visited, &r->list, q->target[t]);
            else if (exits)
                vec_push(exits, q->target[t]);
    }
}

void rounds_moves(struct rounds *r, uint32_t s, uint32_t round, struct class_moves *out)
{
    const struct graph *q = r->q;
    out->count = 0;
    if (r->branching) {
        rounds_inside(r, s, round, NULL);
    } else {
        r->list.count = 0;
        vec_push(&r->list, s);
    }
    uint32_t class = rounds_class(r, s, round);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        if (r->loops && r->loops[u])
            add_move(r, q->labels, s, round, out);
        for (uint64_t t = q->first[u]; t < q->first[u + 1]; t++)
            if (!r->branching || q->label[t] != GRAPH_SILENT || rounds_class(r, q->target[t], round) != class)
                add_move(r, q->label[t], q->target[t], round, out);
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, move_order);
}
