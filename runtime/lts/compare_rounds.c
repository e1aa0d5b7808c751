/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Approximations of strong, weak and branching bisimilarity by signatures, all rounds kept: R. Milner, "Communication
 * and Concurrency" (1989), section 10.4; R. Cleaveland, "On automatically explaining bisimulation inequivalence"
 * (1990). They are made only for systems that are known to differ, on the graph of their classes.
 */
#include "runtime/lts/compare_rounds.h"

#include <stdlib.h>

/* More signature items than this, over all rounds, are not worth an explanation. */
enum { MAX_ITEMS = 30000000, MAX_CELLS = 60000000 };

void rounds_init(struct rounds *r, const struct graph *q, const bool *loops, enum round_kind kind)
{
    *r = (struct rounds){.q = q, .loops = loops, .kind = kind};
    r->seen = mem_zalloc(q->states * sizeof *r->seen);
    uint32_t *first = mem_zalloc(q->states * sizeof *first);
    if (q->colour)
        memcpy(first, q->colour, q->states * sizeof *first);
    vec_push(&r->class_of, first);
}

void rounds_free(struct rounds *r)
{
    for (size_t i = 0; i < r->class_of.count; i++)
        free(r->class_of.items[i]);
    vec_free(&r->class_of);
    vec_free(&r->list);
    free(r->seen);
}

static void visit(struct rounds *r, uint32_t s)
{
    if (r->seen[s] == r->stamp)
        return;
    r->seen[s] = r->stamp;
    vec_push(&r->list, s);
}

/* The list becomes what silent steps lead to from s; with `within` only inside its class. */
static void close_silently(struct rounds *r, uint32_t s, const uint32_t *within)
{
    const struct graph *q = r->q;
    r->stamp++;
    r->list.count = 0;
    visit(r, s);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        for (uint64_t t = q->first[u]; t < q->first[u + 1] && q->label[t] == GRAPH_SILENT; t++)
            if (!within || within[q->target[t]] == within[s])
                visit(r, q->target[t]);
    }
}

static void add_move(struct moves *out, uint32_t label, uint32_t to)
{
    struct move m = {label, to};
    vec_push(out, m);
}

static void strong_moves(const struct graph *q, uint32_t s, struct moves *out)
{
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
        add_move(out, q->label[t], q->target[t]);
}

static void branching_moves(struct rounds *r, uint32_t s, uint32_t round, struct moves *out)
{
    const struct graph *q = r->q;
    const uint32_t *class_of = r->class_of.items[round];
    close_silently(r, s, class_of);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        for (uint64_t t = q->first[u]; t < q->first[u + 1]; t++)
            if (q->label[t] != GRAPH_SILENT || class_of[q->target[t]] != class_of[s])
                add_move(out, q->label[t], q->target[t]);
        if (r->loops && r->loops[u])
            add_move(out, q->labels, s);
    }
}

static int move_order(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    if (x->label != y->label)
        return x->label < y->label ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void weak_moves(struct rounds *r, uint32_t s, struct moves *out)
{
    const struct graph *q = r->q;
    struct moves step = {0};
    close_silently(r, s, NULL);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        add_move(out, GRAPH_SILENT, u);
        if (r->loops && r->loops[u])
            add_move(out, q->labels, u);
        for (uint64_t t = q->first[u]; t < q->first[u + 1]; t++)
            if (q->label[t] != GRAPH_SILENT)
                add_move(&step, q->label[t], q->target[t]);
    }
    if (step.count)
        qsort(step.items, step.count, sizeof *step.items, move_order);
    for (size_t i = 0; i < step.count;) { /* what follows each label, closed again */
        uint32_t label = step.items[i].label;
        r->stamp++;
        r->list.count = 0;
        for (; i < step.count && step.items[i].label == label; i++)
            visit(r, step.items[i].to);
        for (size_t k = 0; k < r->list.count; k++) {
            uint32_t u = r->list.items[k];
            add_move(out, label, u);
            for (uint64_t t = q->first[u]; t < q->first[u + 1] && q->label[t] == GRAPH_SILENT; t++)
                visit(r, q->target[t]);
        }
    }
    vec_free(&step);
}

void rounds_moves(struct rounds *r, uint32_t s, uint32_t round, struct moves *out)
{
    out->count = 0;
    if (r->kind == ROUND_STRONG)
        strong_moves(r->q, s, out);
    else if (r->kind == ROUND_WEAK)
        weak_moves(r, s, out);
    else
        branching_moves(r, s, round, out);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

static int word_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The signature of s in the last round, its own class in front. */
static void sign(struct rounds *r, uint32_t s, struct moves *moves, struct u64s *out)
{
    uint32_t round = (uint32_t)r->class_of.count - 1;
    const uint32_t *class_of = r->class_of.items[round];
    rounds_moves(r, s, round, moves);
    out->count = 0;
    for (size_t i = 0; i < moves->count; i++)
        vec_push(out, (uint64_t)moves->items[i].label << 32 | class_of[moves->items[i].to]);
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, word_order);
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (!i || out->items[i] != out->items[i - 1])
            out->items[kept++] = out->items[i];
    out->count = kept;
    vec_push(out, (uint64_t)class_of[s]);
}

/* One more round; returns its number of classes. Signatures are interned as strings of bytes. */
static uint32_t add_round(struct rounds *r, uint64_t *items)
{
    struct intern *known = intern_new();
    struct moves moves = {0};
    struct u64s sig = {0};
    uint32_t *class_of = mem_alloc(r->q->states * sizeof *class_of), count;
    for (uint32_t s = 0; s < r->q->states; s++) {
        sign(r, s, &moves, &sig);
        *items += sig.count;
        class_of[s] = intern_add(known, (const char *)sig.items, sig.count * sizeof *sig.items);
    }
    vec_push(&r->class_of, class_of);
    count = intern_count(known);
    intern_free(known);
    vec_free(&moves);
    vec_free(&sig);
    return count;
}

bool rounds_separate(struct rounds *r, uint32_t a, uint32_t b)
{
    uint64_t items = 0;
    for (uint32_t before = 0;;) {
        if (rounds_apart(r, a, b) != UINT32_MAX)
            return true;
        uint32_t classes = add_round(r, &items);
        bool stable = classes == before;
        before = classes;
        if (rounds_apart(r, a, b) == UINT32_MAX &&
            (stable || items > MAX_ITEMS || (uint64_t)r->class_of.count * r->q->states > MAX_CELLS))
            return false;
    }
}

uint32_t rounds_apart(const struct rounds *r, uint32_t a, uint32_t b)
{
    size_t low = 0, high = r->class_of.count; /* once apart, always apart */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->class_of.items[middle][a] != r->class_of.items[middle][b])
            high = middle;
        else
            low = middle + 1;
    }
    return low < r->class_of.count ? (uint32_t)low : UINT32_MAX;
}

/* The answer among `moves` that stays together with `to` longest; LTS_NONE when none has its propositions. */
static uint32_t best_answer(struct rounds *r, struct move move, const struct moves *moves, uint32_t *left)
{
    uint32_t best = LTS_NONE;
    *left = 0;
    for (size_t i = 0; i < moves->count; i++)
        if (moves->items[i].label == move.label) {
            uint32_t apart = rounds_apart(r, move.to, moves->items[i].to);
            if (apart && (best == LTS_NONE || apart > *left)) {
                best = moves->items[i].to;
                *left = apart;
            }
        }
    return best;
}

bool rounds_attack(struct rounds *r, uint32_t p, uint32_t q, struct attack *best)
{
    struct moves moves[2] = {{0}};
    uint32_t apart = rounds_apart(r, p, q);
    bool any = false;
    if (!apart || apart == UINT32_MAX)
        return false;
    rounds_moves(r, p, apart - 1, &moves[0]);
    rounds_moves(r, q, apart - 1, &moves[1]);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < moves[side].count; i++) {
            struct attack a = {.by_second = side, .move = moves[side].items[i]};
            a.answer = best_answer(r, a.move, &moves[!side], &a.left);
            if (a.left < apart && (!any || a.left < best->left))
                *best = a;
            any |= a.left < apart;
        }
    vec_free(&moves[0]);
    vec_free(&moves[1]);
    return any;
}
