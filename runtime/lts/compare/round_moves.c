/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What states can do in a round that is done, and steps for it.
 */
#include "runtime/lts/compare/rounds.h"

#include <stdlib.h>

/* By what it leads into, then by where it leads. */
static int move_order(const void *a, const void *b)
{
    const struct class_move *x = a, *y = b;
    if (x->into != y->into)
        return x->into < y->into ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void strong_moves(const struct rounds *r, uint32_t s, uint32_t round, struct class_moves *out)
{
    const struct graph *q = r->q;
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++) {
        uint32_t to = q->target[t];
        struct class_move m = {(uint64_t)q->label[t] << 32 | compare_rounds_class(r, to, round - 1), s, to};
        vec_push(out, m);
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, move_order);
}

/* The signature of a state in a round, as words. */
static const uint64_t *signature(const struct rounds *r, uint32_t s, uint32_t round, size_t *count)
{
    uint32_t at = r->last[s];
    while (r->history.items[at].round > round)
        at = r->history.items[at].before;
    uint32_t sig = r->history.items[at].sig;
    *count = base_intern_len(r->known, sig) / sizeof(uint64_t);
    return (const uint64_t *)base_intern_str(r->known, sig);
}

/* A member of a class that some round had. */
static uint32_t member(const struct rounds *r, uint32_t class)
{
    return r->elems[r->parts.items[class].begin];
}

static void add_members(const struct rounds *r, uint64_t word, struct u32s *room, struct class_moves *out)
{
    room->count = 0;
    compare_trie_members(&r->sets, (uint32_t)word, room);
    for (size_t i = 0; i < room->count; i++) {
        uint32_t number = room->items[i];
        struct class_move m = {(word >> 32) << 32 | number, 0, 0};
        if (r->kind == ROUNDS_BRANCHING) {
            m.from = member(r, (uint32_t)(r->pairs.items[number] >> 32));
            m.to = member(r, (uint32_t)r->pairs.items[number]);
        } else {
            m.from = m.to = member(r, number);
        }
        vec_push(out, m);
    }
}

static void closed_moves(const struct rounds *r, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2])
{
    struct u32s room = {0};
    size_t n, m;
    const uint64_t *a = signature(r, p, round, &n), *b = signature(r, q, round, &m);
    for (size_t i = 0, k = 0; i < n || k < m;) {
        bool first = k == m || (i < n && a[i] >> 32 <= b[k] >> 32);
        bool second = i == n || (k < m && b[k] >> 32 <= a[i] >> 32);
        if (!first || !second || a[i] != b[k]) {
            if (first)
                add_members(r, a[i], &room, &out[0]);
            if (second)
                add_members(r, b[k], &room, &out[1]);
        }
        i += first;
        k += second;
    }
    vec_free(&room);
}

void compare_rounds_moves(struct rounds *r, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2])
{
    out[0].count = out[1].count = 0;
    if (r->kind == ROUNDS_STRONG) {
        strong_moves(r, p, round, &out[0]);
        strong_moves(r, q, round, &out[1]);
    } else {
        closed_moves(r, p, q, round, out);
    }
}

/* Whether `s` is of the class of round - 1 that a move leads to. */
static bool arrives(const struct rounds *r, uint32_t s, uint32_t round, struct class_move m)
{
    return compare_rounds_class(r, s, round - 1) == compare_rounds_class(r, m.to, round - 1);
}

static uint32_t follow_from(const struct rounds *r, uint32_t s, uint32_t round, struct class_move m, struct u32s *ends)
{
    const struct graph *q = r->q;
    uint32_t label = move_label(m);
    if (label == q->labels)
        return r->loops[s] && arrives(r, s, round, m) ? s : LTS_NONE;
    if (r->kind == ROUNDS_WEAK && label == GRAPH_SILENT)
        return arrives(r, s, round, m) ? s : LTS_NONE;
    if (r->kind == ROUNDS_BRANCHING &&
        compare_rounds_class(r, s, round - 1) != compare_rounds_class(r, m.from, round - 1))
        return LTS_NONE;
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++) {
        if (q->label[t] != label)
            continue;
        if (r->kind == ROUNDS_WEAK)
            vec_push(ends, q->target[t]);
        else if (arrives(r, q->target[t], round, m))
            return q->target[t];
    }
    return LTS_NONE;
}

struct class_move compare_rounds_follow(const struct rounds *r, uint32_t s, uint32_t round, struct class_move m)
{
    struct visited v;
    struct u32s list = {0}, ends = {0};
    uint32_t found = LTS_NONE;
    if (r->kind == ROUNDS_STRONG)
        return m;
    v = visited_new(r->q->states);
    visited_clear(&v);
    visited_add(&v, &list, s);
    lts_graph_close_silently(r->q, &v, &list);
    for (size_t i = 0; i < list.count && found == LTS_NONE; i++) {
        found = follow_from(r, list.items[i], round, m, &ends);
        s = found == LTS_NONE ? s : list.items[i];
    }
    visited_clear(&v);
    list.count = 0;
    for (size_t i = 0; i < ends.count; i++)
        visited_add(&v, &list, ends.items[i]);
    lts_graph_close_silently(r->q, &v, &list);
    for (size_t i = 0; i < list.count && found == LTS_NONE; i++)
        found = arrives(r, list.items[i], round, m) ? list.items[i] : LTS_NONE;
    visited_free(&v);
    vec_free(&list);
    vec_free(&ends);
    return (struct class_move){m.into, s, found};
}
