/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tells the outcome of the refinement game in steps and words; and, where nothing is refuted, where certainty ends.
 */
#include "runtime/lts/compare/design.h"
#include "runtime/lts/compare/design_game.h"
#include "runtime/lts/reduce.h"

#include <stdlib.h>

struct teller {
    struct design *w;
    struct game *game;
    const struct classes *k;
    uint32_t at[2], state[2]; /* class in game->m, class of the relation; states of the graph */
    bool weak;
    struct buf word;
};

/* A step by which one side breaks the pair, and the other's answer that holds out longest. */
struct breaker {
    int side;
    uint32_t label, to, answer; /* answer: LTS_NONE when there is none */
    uint32_t left;
};

/* Propositions that differ are no answer. */
static bool alike(const struct game *g, uint32_t m, uint32_t d)
{
    return !g->m.colour || g->m.colour[m] == g->q->colour[d];
}

static void consider(struct breaker *best, struct breaker b, uint32_t limit)
{
    if (b.left < limit && (best->label == LTS_NONE || b.left < best->left))
        *best = b;
}

/* A must step of the model, with the design's best answer. */
static void try_model(struct teller *x, uint64_t t, const struct moves *answers, uint32_t limit, struct breaker *best)
{
    struct breaker b = {0, compare_game_label(x->game, t), x->game->m.target[t], LTS_NONE, 0};
    for (size_t i = 0; i < answers->count; i++)
        if (answers->items[i].label == b.label && alike(x->game, b.to, answers->items[i].to)) {
            uint32_t r = *compare_game_rank(x->game, b.to, answers->items[i].to);
            r = r ? r : UINT32_MAX;
            if (b.answer == LTS_NONE || r > b.left) {
                b.answer = answers->items[i].to;
                b.left = r;
            }
        }
    consider(best, b, limit);
}

/* Everything that the model may do from here: weak moves over its reduced form. */
static void model_moves(const struct game *g, uint32_t m, uint32_t label, bool weak, struct u32s *out)
{
    bool *seen[2] = {base_mem_zalloc(g->m.states), base_mem_zalloc(g->m.states)};
    struct u32s work = {0}; /* state * 2 + whether the label was done */
    bool none = weak && label == GRAPH_SILENT;
    vec_push(&work, m * 2 + none);
    out->count = 0;
    for (size_t i = 0; i < work.count; i++) {
        uint32_t s = work.items[i] / 2;
        bool done = work.items[i] & 1;
        if (seen[done][s])
            continue;
        seen[done][s] = true;
        if (done)
            vec_push(out, s);
        for (uint64_t t = g->m.first[s]; t < g->m.first[s + 1]; t++) {
            if (weak && compare_game_label(g, t) == GRAPH_SILENT)
                vec_push(&work, g->m.target[t] * 2 + done);
            else if (!done && compare_game_label(g, t) == label)
                vec_push(&work, g->m.target[t] * 2 + 1);
        }
    }
    vec_free(&work);
    free(seen[0]);
    free(seen[1]);
}

static void try_design(struct teller *x, uint64_t t, uint32_t limit, struct breaker *best)
{
    const struct graph *q = x->game->q;
    struct breaker b = {1, q->label[t], q->target[t], LTS_NONE, 0};
    struct u32s answers = {0};
    model_moves(x->game, x->at[0], b.label, x->weak, &answers);
    for (size_t i = 0; i < answers.count; i++) {
        uint32_t r = *compare_game_rank(x->game, answers.items[i], b.to);
        r = r ? r : UINT32_MAX;
        if (!alike(x->game, answers.items[i], b.to))
            continue;
        if (b.answer == LTS_NONE || r > b.left) {
            b.answer = answers.items[i];
            b.left = r;
        }
    }
    consider(best, b, limit);
    vec_free(&answers);
}

static bool find_breaker(struct teller *x, struct breaker *best)
{
    const struct game *g = x->game;
    uint32_t limit = *compare_game_rank(g, x->at[0], x->at[1]);
    struct moves answers = {0};
    best->label = LTS_NONE;
    compare_game_design_moves(x->game, x->at[1], &answers);
    for (uint64_t t = g->m.first[x->at[0]]; t < g->m.first[x->at[0] + 1]; t++)
        if (compare_game_must(g, t))
            try_model(x, t, &answers, limit, best);
    for (uint64_t t = g->q->first[x->at[1]]; t < g->q->first[x->at[1] + 1]; t++)
        if (g->q->label[t] != GRAPH_SILENT || g->q->target[t] != x->at[1] || !x->weak)
            try_design(x, t, limit, best);
    vec_free(&answers);
    return best->label != LTS_NONE;
}

static void walk(struct teller *x, int side, uint32_t label, uint32_t to)
{
    const struct graph *own = side ? x->game->q : &x->game->m;
    struct letter letter = {label, own->colour ? own->colour[to] : 0};
    struct path path;
    if (compare_path_find(&x->w->x.g, x->state[side], &letter, x->weak && label == GRAPH_SILENT ? 0 : 1, x->weak,
                          side ? x->k->of : x->game->class_of, to, &path)) {
        compare_add_steps(&x->w->x, side, &path, 0);
        x->state[side] = path.to;
    }
    x->at[side] = to;
    compare_path_free(&path);
}

static void finish(struct teller *x, int side)
{
    struct lts_comparison *out = x->w->x.out;
    out->state_a = x->w->x.g.old[x->state[0]];
    out->state_b = x->w->x.g.old[x->state[1]];
    out->only_in = side;
}

static const char *so_far(struct teller *x)
{
    const char *at = x->w->x.steps.count ? "on the way shown, " : "";
    return x->word.size ? arena_printf(x->w->x.out->arena, "after %s, %s", x->word.data, at) : at;
}

/* Follows the game from the initial pair to the step that has no answer. */
static void tell(struct teller *x, bool branching)
{
    struct lts_comparison *out = x->w->x.out;
    const char *const *who = x->w->x.who;
    for (struct breaker b; find_breaker(x, &b);) {
        bool last = b.answer == LTS_NONE;
        finish(x, b.side);
        if (last)
            out->explanation = arena_printf(out->arena, "%s%s can do %s, %s cannot", so_far(x), who[b.side],
                                            x->k->q.name[b.label], who[!b.side]);
        walk(x, b.side, b.label, b.to);
        if (last)
            return;
        walk(x, !b.side, b.label, b.answer);
        if (b.label != GRAPH_SILENT || !x->weak)
            buf_printf(&x->word, "%s%s", x->word.size ? " " : "", x->k->q.name[b.label]);
    }
    finish(x, 0);
    const char *what =
        branching ? "differ in their choices from here on" : "differ in whether they can go on silently for ever";
    out->explanation = arena_printf(out->arena, "%s%s and %s %s", so_far(x), who[0], who[1], what);
}

enum status compare_design_refute(struct design *w, const struct classes *k, bool *refuted, struct diag *d)
{
    enum lts_relation r = w->x.relation;
    bool branching = r == LTS_BRANCHING || r == LTS_DPBRANCHING, divergence = r == LTS_DPBRANCHING || r == LTS_DPWEAK;
    enum game_kind kind = r == LTS_STRONG ? GAME_STRONG : branching ? GAME_BRANCHING : GAME_WEAK;
    struct game game;
    enum status st = compare_game_play(&game, &w->x.g, k, kind, divergence, w->x.c, refuted, d);
    if (!st && *refuted) {
        struct teller x = {.w = w, .game = &game, .k = k, .weak = kind != GAME_STRONG};
        x.at[0] = game.m.root[0];
        x.at[1] = k->q.root[1];
        x.state[0] = w->x.g.root[0];
        x.state[1] = w->x.g.root[1];
        w->x.out->verdict = LTS_VERDICT_FALSE;
        tell(&x, branching);
        buf_free(&x.word);
    }
    compare_game_free(&game);
    return st;
}
