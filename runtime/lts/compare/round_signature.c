/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a state can do, as a signature: equal signatures are one number.
 *
 * But for the strong rounds, a state can do what those can do to which its silent steps lead (the idea of S. Blom and
 * J. van de Pol, "Distributed branching bisimulation minimization by inductive signatures", 2009, with silent steps
 * that leave the class, too). So its signature is a union, made when theirs are; a signature that comes out as it was
 * is not handed on.
 */
#include "runtime/lts/compare/rounds.h"
#include "runtime/base/sorted.h"

enum { STATES_BETWEEN_QUESTIONS = 256 };
enum { BYTES_PER_NAME = 40 }; /* about what a signature takes besides its words */

static uint32_t number_words(struct rounds *r)
{
    const struct u64s *w = &r->words;
    uint32_t before = base_intern_count(r->known);
    uint32_t id = base_intern_add(r->known, w->count ? (const char *)w->items : "", w->count * sizeof *w->items);
    if (id == before)
        r->known_bytes += w->count * sizeof *w->items + BYTES_PER_NAME;
    return id;
}

/* Tables of nodes double, which they do within a bound of their own. */
static bool too_large(const struct rounds *r)
{
    uint64_t bytes = r->sets.nodes.count * sizeof *r->sets.nodes.items + r->sets.slots * sizeof *r->sets.slot +
                     r->history.capacity * sizeof *r->history.items + r->pairs.capacity * sizeof *r->pairs.items +
                     r->pair_of.mask * (sizeof *r->pair_of.keys + sizeof *r->pair_of.values) + r->known_bytes;
    return bytes > r->most_bytes;
}

static void sign_strong(struct rounds *r)
{
    const struct graph *q = r->q;
    size_t kept = 0;
    for (size_t i = 0; i < r->dirty.count; i++) {
        uint32_t s = r->dirty.items[i], old = r->sig[s];
        r->words.count = 0;
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            vec_push(&r->words, (uint64_t)q->label[t] << 32 | r->class_of[q->target[t]]);
        r->words.count = base_sort_unique_u64(r->words.items, r->words.count);
        r->sig[s] = number_words(r);
        r->is_dirty[s] = false;
        if (r->sig[s] != old)
            r->dirty.items[kept++] = s;
    }
    r->dirty.count = kept;
    r->sets.full |= too_large(r);
}

/* ---- states that wait, in the order of silent steps -------------------------------------------------------------- */

static void wait_for(struct rounds *r, uint32_t s)
{
    uint32_t rank = r->rank[s];
    uint64_t bit = (uint64_t)1 << (rank & 63);
    if (r->waits[rank / 64] & bit)
        return;
    r->waits[rank / 64] |= bit;
    r->waiting++;
    if (rank / 64 < r->lowest)
        r->lowest = rank / 64;
}

static bool take_first(struct rounds *r, uint32_t *s)
{
    if (!r->waiting)
        return false;
    while (!r->waits[r->lowest])
        r->lowest++;
    uint32_t bit = (uint32_t)__builtin_ctzll(r->waits[r->lowest]);
    *s = r->of_rank[r->lowest * 64 + bit];
    r->waits[r->lowest] &= r->waits[r->lowest] - 1;
    r->waiting--;
    return true;
}

static void wait_before(struct rounds *r, uint32_t s, bool silent_only)
{
    for (uint64_t t = r->in.first[s]; t < r->in.first[s + 1]; t++)
        if (r->in.source[t] != s && (!silent_only || r->in.label[t] == GRAPH_SILENT))
            wait_for(r, r->in.source[t]);
}

/* ---- unions ------------------------------------------------------------------------------------------------------ */

/* Of the sets in the low halves; by halves, so that few of the sets on the way are large. */
static uint32_t unite(struct tries *sets, const uint64_t *words, size_t n)
{
    if (n < 2)
        return n ? (uint32_t)words[0] : 0;
    return compare_trie_union(sets, unite(sets, words, n / 2), unite(sets, words + n / 2, n - n / 2));
}

/* Leaves one word for each label. */
static void unite_by_label(struct rounds *r)
{
    struct u64s *w = &r->words;
    size_t kept = 0;
    w->count = base_sort_unique_u64(w->items, w->count);
    for (size_t i = 0, end; i < w->count; i = end) {
        for (end = i + 1; end < w->count && w->items[end] >> 32 == w->items[i] >> 32;)
            end++;
        w->items[kept++] = (w->items[i] >> 32) << 32 | unite(&r->sets, w->items + i, end - i);
    }
    w->count = kept;
}

/* Moves (label << 32 | number) in r->own as words. */
static void add_own(struct rounds *r)
{
    struct u64s *o = &r->own;
    o->count = base_sort_unique_u64(o->items, o->count);
    r->cut.count = 0;
    for (size_t i = 0; i < o->count; i++) {
        vec_push(&r->cut, (uint32_t)o->items[i]);
        if (i + 1 < o->count && o->items[i + 1] >> 32 == o->items[i] >> 32)
            continue;
        vec_push(&r->words, (o->items[i] >> 32) << 32 | compare_trie_of(&r->sets, r->cut.items, r->cut.count));
        r->cut.count = 0;
    }
    o->count = 0;
}

static void inherit(struct rounds *r, uint32_t s)
{
    const uint32_t sig = r->sig[s];
    size_t n = base_intern_len(r->known, sig) / sizeof(uint64_t);
    vec_reserve(&r->words, r->words.count + n + 1);
    if (n)
        memcpy(r->words.items + r->words.count, base_intern_str(r->known, sig), n * sizeof(uint64_t));
    r->words.count += n;
}

/* ---- weak and branching ------------------------------------------------------------------------------------------ */

static uint32_t pair_of(struct rounds *r, uint32_t from, uint32_t to)
{
    uint64_t key = (uint64_t)from << 32 | to;
    uint32_t id;
    if (base_map64_get(&r->pair_of, key, &id))
        return id;
    id = (uint32_t)r->pairs.count;
    base_map64_put(&r->pair_of, key, id);
    vec_push(&r->pairs, key);
    return id;
}

/* A step as a move of its state. */
static void add_step(struct rounds *r, uint32_t s, uint32_t label, uint32_t to)
{
    uint32_t from_class = r->class_of[s], to_class = r->class_of[to];
    if (r->kind == ROUNDS_WEAK)
        vec_push(&r->words, (uint64_t)label << 32 | r->reach[to]);
    else if (label != GRAPH_SILENT || from_class != to_class)
        vec_push(&r->own, (uint64_t)label << 32 | pair_of(r, from_class, to_class));
}

static uint32_t signature(struct rounds *r, uint32_t s)
{
    const struct graph *q = r->q;
    uint32_t class = r->class_of[s];
    r->words.count = 0;
    if (r->kind == ROUNDS_WEAK)
        vec_push(&r->words, (uint64_t)GRAPH_SILENT << 32 | r->reach[s]);
    if (r->loops && r->loops[s])
        vec_push(&r->own, (uint64_t)q->labels << 32 | (r->kind == ROUNDS_WEAK ? class : pair_of(r, class, class)));
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++) {
        bool silent = q->label[t] == GRAPH_SILENT;
        if (silent && q->target[t] != s)
            inherit(r, q->target[t]);
        if (!silent || (r->kind == ROUNDS_BRANCHING && q->target[t] != s))
            add_step(r, s, q->label[t], q->target[t]);
    }
    add_own(r);
    unite_by_label(r);
    return number_words(r);
}

static uint32_t reached(struct rounds *r, uint32_t s)
{
    const struct graph *q = r->q;
    uint32_t class = r->class_of[s];
    r->words.count = 0;
    vec_push(&r->words, compare_trie_of(&r->sets, &class, 1));
    for (uint64_t t = q->first[s]; t < q->first[s + 1] && q->label[t] == GRAPH_SILENT; t++)
        if (q->target[t] != s)
            vec_push(&r->words, r->reach[q->target[t]]);
    return unite(&r->sets, r->words.items, r->words.count);
}

/* Unions can be large: the user is asked now and then. */
static bool goes_on(struct rounds *r)
{
    r->stopped |= !(++r->looked_at % STATES_BETWEEN_QUESTIONS) && control_stops(r->control);
    return !r->stopped && !r->sets.full;
}

/* Weak: brings reach[] up to date; adds to r->changed where it changed. */
static void follow_silence(struct rounds *r)
{
    uint32_t s;
    r->lowest = SIZE_MAX;
    for (size_t i = 0; i < r->changed.count; i++)
        wait_for(r, r->changed.items[i]);
    while (goes_on(r) && take_first(r, &s)) {
        uint32_t old = r->reach[s];
        if (r->level && r->level[s] + r->round > r->depth + 1) /* one round longer than rounds_counts */
            continue;
        r->reach[s] = reached(r, s);
        if (r->reach[s] == old)
            continue;
        vec_push(&r->changed, s);
        wait_before(r, s, true);
    }
}

static void sign_closed(struct rounds *r)
{
    uint32_t s;
    if (r->kind == ROUNDS_WEAK)
        follow_silence(r);
    r->lowest = SIZE_MAX;
    for (size_t i = 0; i < r->changed.count; i++) {
        wait_for(r, r->changed.items[i]);
        wait_before(r, r->changed.items[i], false);
    }
    while (goes_on(r) && take_first(r, &s)) {
        uint32_t old = r->sig[s];
        if (!rounds_counts(r, s))
            continue;
        r->sig[s] = signature(r, s);
        if (r->sig[s] == old)
            continue;
        struct signed_in now = {r->round, r->sig[s], r->last[s]};
        r->last[s] = (uint32_t)r->history.count;
        vec_push(&r->history, now);
        vec_push(&r->dirty, s);
        wait_before(r, s, true);
        r->sets.full |= too_large(r);
    }
}

void compare_rounds_sign(struct rounds *r)
{
    if (r->kind == ROUNDS_STRONG)
        sign_strong(r);
    else
        sign_closed(r);
}
