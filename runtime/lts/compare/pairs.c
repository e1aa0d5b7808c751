/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Apartness of pairs by the definition of the rounds, from the pair asked for downwards: states are apart in round
 * k + 1 when one has a move that no move of the other equals in round k. Pairs are asked for ever later rounds, each
 * round once, so that the first in which they are apart is known.
 *
 * Invariant: what known[] says is so; what is not known is not said. Recursion goes as deep as rounds that are asked
 * for, which depth bounds.
 */
#include "runtime/lts/compare/pairs.h"
#include "runtime/base/sorted.h"

enum { LEAST_WORK = 100000, MOST_BYTES = 64 << 20, CHECKS_BETWEEN_QUESTIONS = 1024 };

void pairs_init(struct pairs *x, const struct graph *q, const struct alike *alike, enum rounds_kind kind,
                const struct lts_control *c)
{
    *x = (struct pairs){.q = q, .alike = alike, .kind = kind, .control = c, .most_bytes = MOST_BYTES};
    if (c && c->max_memory && c->max_memory / 4 < x->most_bytes)
        x->most_bytes = c->max_memory / 4;
    x->asked = mem_zalloc(q->states * sizeof *x->asked);
    x->visited = visited_new(q->states);
    x->ends = visited_new(q->states);
}

void pairs_free(struct pairs *x)
{
    map64_free(&x->of);
    vec_free(&x->known);
    vec_free(&x->moves);
    vec_free(&x->move_at);
    free(x->asked);
    visited_free(&x->visited);
    visited_free(&x->ends);
    vec_free(&x->near);
    vec_free(&x->far);
}

static void check_budget(struct pairs *x)
{
    uint64_t bytes = x->of.mask * (sizeof *x->of.keys + sizeof *x->of.values) +
                     x->known.capacity * sizeof *x->known.items + x->moves.capacity * sizeof *x->moves.items;
    x->tired |= x->work > x->most_work || bytes > x->most_bytes ||
                (!(++x->checks % CHECKS_BETWEEN_QUESTIONS) && control_stops(x->control));
}

void pairs_go_on(struct pairs *x, double per_transition)
{
    x->most_work = x->work + LEAST_WORK + (uint64_t)(per_transition * (double)graph_transitions(x->q));
    x->tired = false;
    check_budget(x);
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

static void add_move(struct pairs *x, uint32_t from, uint32_t label, uint32_t to)
{
    struct class_move m = {(uint64_t)label << 32 | to, from, to};
    vec_push(&x->moves, m);
}

/* Weak: by all of the list and what silent steps lead to from there. */
static void add_ends(struct pairs *x, uint32_t from, uint32_t label)
{
    graph_close_silently(x->q, &x->ends, &x->far);
    for (size_t i = 0; i < x->far.count; i++)
        add_move(x, from, label, x->far.items[i]);
    x->work += x->far.count;
    visited_clear(&x->ends);
    x->far.count = 0;
    check_budget(x);
}

/* Weak: label by label, those of all states to which silent steps lead. */
static void add_weak_moves(struct pairs *x, uint32_t s)
{
    struct u64s steps = {0};
    for (size_t i = 0; i < x->near.count && !x->tired; i++) {
        uint64_t from = x->q->first[x->near.items[i]], to = x->q->first[x->near.items[i] + 1];
        for (uint64_t t = from; t < to; t++)
            if (x->q->label[t] != GRAPH_SILENT)
                vec_push(&steps, (uint64_t)x->q->label[t] << 32 | x->q->target[t]);
        x->work += to - from + 1;
        check_budget(x);
    }
    steps.count = sort_unique_u64(steps.items, steps.count);
    for (size_t i = 0; i < x->near.count; i++)
        add_move(x, s, GRAPH_SILENT, x->near.items[i]);
    visited_clear(&x->ends);
    for (size_t i = 0; i < steps.count && !x->tired; i++) {
        visited_add(&x->ends, &x->far, (uint32_t)steps.items[i]);
        if (i + 1 == steps.count || steps.items[i + 1] >> 32 != steps.items[i] >> 32)
            add_ends(x, s, (uint32_t)(steps.items[i] >> 32));
    }
    vec_free(&steps);
}

static void add_steps(struct pairs *x, uint32_t s)
{
    const struct graph *q = x->q;
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
        add_move(x, s, q->label[t], q->target[t]);
    x->work += q->first[s + 1] - q->first[s];
}

/* Where the moves of a state are. */
static uint64_t moves_of(struct pairs *x, uint32_t s)
{
    if (x->asked[s])
        return x->move_at.items[x->asked[s] - 1];
    uint64_t begin = x->moves.count;
    if (x->kind == ROUNDS_STRONG) {
        add_steps(x, s);
    } else {
        visited_clear(&x->visited);
        x->near.count = 0;
        visited_add(&x->visited, &x->near, s);
        graph_close_silently(x->q, &x->visited, &x->near);
        if (x->kind == ROUNDS_WEAK)
            add_weak_moves(x, s);
        for (size_t i = 0; x->kind == ROUNDS_BRANCHING && i < x->near.count && !x->tired; i++) {
            add_steps(x, x->near.items[i]);
            check_budget(x);
        }
        if (x->moves.count > begin + 1 && !x->tired)
            qsort(x->moves.items + begin, x->moves.count - begin, sizeof *x->moves.items, class_move_order);
    }
    check_budget(x);
    if (x->tired) { /* they may not be all */
        x->moves.count = begin;
        return begin << 32 | begin;
    }
    vec_push(&x->move_at, begin << 32 | x->moves.count);
    x->asked[s] = (uint32_t)x->move_at.count;
    return x->move_at.items[x->asked[s] - 1];
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

static bool apart_by(struct pairs *x, uint32_t p, uint32_t q, uint32_t round);

static bool moves_apart(struct pairs *x, const struct class_move *m, const struct class_move *other, uint32_t round)
{
    x->work++;
    return apart_by(x, m->to, other->to, round) ||
           (x->kind == ROUNDS_BRANCHING && apart_by(x, m->from, other->from, round));
}

/* Branching: a silent step inside a class is no move. */
static bool is_none(struct pairs *x, const struct class_move *m, uint32_t round)
{
    return x->kind == ROUNDS_BRANCHING && move_label(*m) == GRAPH_SILENT && !apart_by(x, m->from, m->to, round);
}

/* The first of the moves there that is not before `into`. */
static uint32_t first_from(const struct pairs *x, uint64_t where, uint64_t into)
{
    uint32_t low = (uint32_t)(where >> 32), high = (uint32_t)where;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (x->moves.items[middle].into < into)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether one of the moves there, from `into` to `last`, equals the move in the round. */
static bool is_answered(struct pairs *x, const struct class_move *m, uint64_t where, uint64_t into, uint64_t last,
                        uint32_t round)
{
    for (uint32_t k = first_from(x, where, into); k < (uint32_t)where && x->moves.items[k].into <= last; k++) {
        struct class_move other = x->moves.items[k];
        if (!moves_apart(x, m, &other, round))
            return true;
    }
    return false;
}

/* Whether `p` has a move that `q` has not, as they are in the round. The best answer leads to the same state or to the
 * twin, which most often is known to be equal. */
static bool has_more(struct pairs *x, uint32_t p, uint32_t q, uint32_t round)
{
    uint64_t own = moves_of(x, p), others = moves_of(x, q);
    for (uint32_t i = (uint32_t)(own >> 32); i < (uint32_t)own && !x->tired; i++) {
        struct class_move m = x->moves.items[i];
        uint64_t label = (uint64_t)move_label(m) << 32, twin = label | x->alike->twin[m.to];
        if (!is_answered(x, &m, others, m.into, m.into, round) && !is_answered(x, &m, others, twin, twin, round) &&
            !is_none(x, &m, round) && !is_answered(x, &m, others, label, label | UINT32_MAX, round))
            return true;
    }
    return false;
}

static uint32_t place_of(struct pairs *x, uint32_t p, uint32_t q)
{
    uint64_t key = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p;
    uint32_t at, least = x->alike->twin[p] == q ? x->alike->least[p] : 1;
    if (map64_get(&x->of, key, &at))
        return at;
    at = (uint32_t)x->known.count;
    map64_put(&x->of, key, at);
    struct pair_known k = {least == UINT32_MAX ? least : least - 1, UINT32_MAX};
    vec_push(&x->known, k);
    return at;
}

/* Whether they are apart in the round. */
static bool apart_by(struct pairs *x, uint32_t p, uint32_t q, uint32_t round)
{
    if (p == q)
        return false;
    uint32_t at = place_of(x, p, q);
    x->work++;
    check_budget(x);
    while (!x->tired && x->known.items[at].equal < round && x->known.items[at].apart == UINT32_MAX) {
        uint32_t before = x->known.items[at].equal;
        bool apart = has_more(x, p, q, before) || has_more(x, q, p, before);
        if (x->tired)
            break;
        if (apart)
            x->known.items[at].apart = before + 1;
        else
            x->known.items[at].equal = before + 1;
    }
    return x->known.items[at].apart <= round;
}

uint32_t pairs_apart(struct pairs *x, uint32_t p, uint32_t q)
{
    return apart_by(x, p, q, x->depth) ? x->known.items[place_of(x, p, q)].apart : UINT32_MAX;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* The moves that are equal get the number of one of them. */
static void number_moves(struct pairs *x, struct class_moves *list, uint32_t round)
{
    for (size_t i = 0; i < list->count && !x->tired; i++) {
        struct class_move *m = &list->items[i];
        size_t same = 0;
        while (same < i && (move_label(list->items[same]) != move_label(*m) ||
                            moves_apart(x, m, &list->items[same], round)))
            same++;
        m->into = (uint64_t)move_label(*m) << 32 | (same < i ? (uint32_t)list->items[same].into : (uint32_t)i);
    }
}

void pairs_moves(struct pairs *x, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2])
{
    const uint32_t who[] = {p, q};
    struct class_moves all = {0};
    size_t first = 0;
    for (int side = 0; side < 2; side++) {
        uint64_t at = moves_of(x, who[side]);
        for (uint32_t i = (uint32_t)(at >> 32); i < (uint32_t)at; i++) {
            struct class_move m = x->moves.items[i];
            if (!is_none(x, &m, round - 1))
                vec_push(&all, m);
        }
        first = side ? first : all.count;
    }
    number_moves(x, &all, round - 1);
    for (size_t i = 0; i < all.count; i++)
        vec_push(&out[i >= first], all.items[i]);
    for (int side = 0; side < 2; side++)
        if (out[side].count)
            qsort(out[side].items, out[side].count, sizeof *all.items, class_move_order);
    vec_free(&all);
}
