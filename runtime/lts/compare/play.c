/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The play of a game where the traces do not tell two systems apart: one side makes a step that the other cannot
 * answer, or answers only to lose later.
 */
#include "runtime/lts/compare/formula_bisim.h"

#include <stdlib.h>

/* Where the play stands: classes and states of both sides, and the visible labels so far. */
struct play {
    struct compare *x;
    const struct graph *q;
    const uint32_t *class_of;
    uint32_t at[2], state[2];
    bool weak;
    struct buf word;
};

/* Leads one side by the label into a class, by a shortest path, and shows it. */
static void walk(struct play *p, int side, uint32_t label, uint32_t to)
{
    const struct graph *g = &p->x->g;
    struct letter letter = {label, p->q->colour ? p->q->colour[to] : 0};
    size_t letters = p->weak && label == GRAPH_SILENT ? 0 : 1;
    struct path path;
    if (compare_path_find(g, p->state[side], &letter, letters, p->weak, p->class_of, to, &path)) {
        compare_add_steps(p->x, side, &path, 0);
        p->state[side] = path.to;
    }
    p->at[side] = to;
    compare_path_free(&path);
}

static void start(struct play *p, struct compare *x, const struct graph *q, const uint32_t *class_of, bool weak)
{
    *p = (struct play){.x = x, .q = q, .class_of = class_of, .weak = weak};
    for (int side = 0; side < 2; side++) {
        p->at[side] = q->root[side];
        p->state[side] = x->g.root[side];
    }
}

/* The states before the last step, and the step's side. */
static void stand(struct play *p, int side)
{
    p->x->out->state_a = p->x->g.old[p->state[0]];
    p->x->out->state_b = p->x->g.old[p->state[1]];
    p->x->out->only_in = side;
}

static void remember(struct play *p, uint32_t label)
{
    if (label != GRAPH_SILENT || !p->weak)
        buf_printf(&p->word, "%s%s", p->word.size ? " " : "", p->q->name[label]);
}

static const char *so_far(struct play *p)
{
    const char *at = p->x->steps.count ? "on the way shown, " : "";
    if (p->word.size)
        return arena_printf(p->x->out->arena, "after %s, %s", p->word.data, at);
    return at;
}

static void explain_last(struct play *p, int side, uint32_t label, const char *how)
{
    const char *const *who = p->x->who;
    const char *before = so_far(p);
    if (label == p->q->labels)
        p->x->out->explanation = arena_printf(p->x->out->arena, "%s%s can go on silently for ever, %s cannot", before,
                                              who[side], who[!side]);
    else
        p->x->out->explanation = arena_printf(p->x->out->arena, "%s%s can do %s%s, %s cannot", before, who[side],
                                              p->q->name[label], how, who[!side]);
}

/* ---- bisimulations ----------------------------------------------------------------------------------------------- */

/* Divergence is shown by the path to a cycle, and once around. */
static void last_move(struct play *p, int side, uint32_t label, uint32_t to, const char *how)
{
    struct path path;
    stand(p, side);
    explain_last(p, side, label, how);
    if (label != p->q->labels) {
        walk(p, side, label, to);
        return;
    }
    walk(p, side, GRAPH_SILENT, to);
    compare_path_divergence(&p->x->g, p->state[side], p->class_of, &path);
    compare_add_steps(p->x, side, &path, 0);
    compare_path_free(&path);
}

/* A side's part of a turn. For branching bisimulation, `before` its step, it goes to where the step starts. */
static void move(struct play *p, struct rounds *r, int side, struct class_move m, bool step)
{
    uint32_t label = move_label(m);
    if (label == p->q->labels)
        label = GRAPH_SILENT;
    else if (r->kind == ROUNDS_BRANCHING)
        walk(p, side, GRAPH_SILENT, m.from);
    if (step)
        walk(p, side, label, m.to);
}

/* One attack and the answer to it. For branching bisimulation the answer may fail in where its step starts: then the
 * play goes on from there. False when that ends it. */
static bool turn(struct play *p, struct rounds *r, const struct attack *a)
{
    int side = a->by_second;
    uint32_t label = move_label(a->move);
    struct class_move own = compare_rounds_follow(r, p->at[side], a->round, a->move), answer = a->best;
    if (!a->left) {
        if (r->kind == ROUNDS_BRANCHING && label != p->q->labels)
            move(p, r, side, own, false);
        last_move(p, side, label, own.to, a->answers.count ? " with these propositions" : "");
        return false;
    }
    if (!a->stays)
        answer = compare_rounds_follow(r, p->at[!side], a->round, a->best);
    bool step = compare_rounds_apart(r, own.to, answer.to) < a->round;
    move(p, r, side, own, step);
    if (!a->stays)
        move(p, r, !side, answer, step);
    if (step && label != p->q->labels)
        remember(p, label);
    return true;
}

static void play_rounds(struct play *p, struct rounds *r)
{
    struct attack a;
    for (bool going = true; going;) {
        going = compare_attack_find(r, p->at[0], p->at[1], &a) && turn(p, r, &a);
        compare_attack_free(&a);
    }
}

void compare_play(struct compare *x, const struct classes *k, struct told *t)
{
    struct play p;
    start(&p, x, &k->q, k->of, x->relation != LTS_STRONG);
    stand(&p, 0);
    if (t->apart)
        play_rounds(&p, &t->rounds);
    else
        x->out->explanation =
            arena_printf(x->out->arena, "they are not equivalent%s, but to show how takes too much memory",
                         x->traces_alike ? ", though their traces are alike" : "");
    buf_free(&p.word);
}

/* ---- simulations ------------------------------------------------------------------------------------------------- */

/* A transition of one state by a label that the other does not offer, or UINT64_MAX. */
static uint64_t find_unoffered(const struct graph *q, uint32_t has, uint32_t lacks)
{
    for (uint64_t t = q->first[has]; t < q->first[has + 1]; t++) {
        bool found = false;
        for (uint64_t u = q->first[lacks]; u < q->first[lacks + 1] && !found; u++)
            found = q->label[u] == q->label[t];
        if (!found)
            return t;
    }
    return UINT64_MAX;
}

/* The side that should be imitated offers less than the other: ready simulation only. */
static void last_offer(struct play *p, int side)
{
    const struct graph *q = p->q;
    uint64_t t = find_unoffered(q, p->at[side], p->at[!side]);
    stand(p, side);
    if (t == UINT64_MAX) {
        p->x->out->explanation =
            arena_printf(p->x->out->arena, "%s%s can do more than %s", so_far(p), p->x->who[side], p->x->who[!side]);
        return;
    }
    explain_last(p, side, q->label[t], "");
    walk(p, side, q->label[t], q->target[t]);
}

/* The answer to transition t that holds out longest, or LTS_NONE. */
static uint32_t longest_answer(const struct graph *q, const struct sim_ranks *ranks, uint64_t t, uint32_t to)
{
    uint32_t best = LTS_NONE, most = 0;
    for (uint64_t u = q->first[to]; u < q->first[to + 1]; u++)
        if (q->label[u] == q->label[t] && (!q->colour || q->colour[q->target[u]] == q->colour[q->target[t]])) {
            uint32_t r = sim_rank(ranks, q->target[t], q->target[u]);
            if (best == LTS_NONE || r > most) {
                best = q->target[u];
                most = r;
            }
        }
    return best;
}

void compare_play_simulation(struct compare *x, const struct kind *kind, const struct graph *q,
                             const uint32_t *class_of, const struct sim_ranks *ranks, int side)
{
    struct play p;
    start(&p, x, q, class_of, kind->weak);
    for (uint32_t turn = 0; turn < SIM_LAST_ROUND; turn++) {
        uint64_t t = compare_sim_attack(q, ranks, p.at[side], p.at[!side]);
        stand(&p, side);
        if (t == UINT64_MAX) {
            last_offer(&p, !side);
            break;
        }
        uint32_t answer = longest_answer(q, ranks, t, p.at[!side]);
        if (answer == LTS_NONE)
            explain_last(&p, side, q->label[t], "");
        walk(&p, side, q->label[t], q->target[t]);
        if (answer == LTS_NONE)
            break;
        walk(&p, !side, q->label[t], answer);
        remember(&p, q->label[t]);
    }
    buf_free(&p.word);
}
