/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The refinement game between a model and a design (after K. Larsen and B. Thomsen, "A modal process logic", 1988),
 * which shows that no implementation of the model is equivalent to the design.
 *
 * A pair (m, d) survives when each must step of m has an answer of d, and each step of d has an answer of m by may
 * steps, such that the pairs reached survive. If some implementation were equivalent to the design, its equivalence
 * would consist of surviving pairs: its steps include the must steps, and its answers are may steps. So when the
 * initial pair does not survive, the answer is False. (For branching bisimulation, only the ends of the silent steps of
 * an answer are asked to be related, which can only keep more pairs; for divergence, only whether there is any.)
 *
 * The model is reduced by strong bisimulation that tells must from may, which loses nothing; the design to its
 * quotient.
 */
#include "runtime/lts/compare/design_game.h"
#include "runtime/lts/refine/refine.h"

#include <stdlib.h>

/* Without a limit from outside, a table larger than this is not begun; the answer is then Maybe, which is never
 * wrong. */
static const uint64_t default_memory = (uint64_t)2 << 30;

/* ---- both sides -------------------------------------------------------------------------------------------------- */

/* Labels carry the must bit, and none is silent for those who collapse. */
static uint32_t modal_label(uint32_t label, bool must)
{
    return label * 2 + must + 1;
}
uint32_t compare_game_label(const struct game *x, uint64_t t)
{
    return (x->m.label[t] - 1) >> 1;
}
bool compare_game_must(const struct game *x, uint64_t t)
{
    return (x->m.label[t] - 1) & 1;
}

/* The model's part of the graph, with modal labels, sorted. */
static void modal_graph(const struct graph *g, struct graph *out)
{
    uint64_t n = g->first[g->split];
    *out = (struct graph){.states = g->split, .labels = g->labels * 2 + 1, .colours = g->colours};
    out->root[0] = out->root[1] = g->root[0];
    out->first = base_mem_alloc((g->split + (size_t)1) * sizeof *out->first);
    memcpy(out->first, g->first, (g->split + (size_t)1) * sizeof *out->first);
    out->label = base_mem_alloc(n * sizeof *out->label);
    out->target = base_mem_alloc(n * sizeof *out->target);
    out->name = base_mem_zalloc(out->labels * sizeof *out->name);
    out->old = base_mem_zalloc(g->split * sizeof *out->old);
    if (g->colour) {
        out->colour = base_mem_alloc(g->split * sizeof *out->colour);
        memcpy(out->colour, g->colour, g->split * sizeof *out->colour);
    }
    for (uint64_t t = 0; t < n; t++) {
        out->label[t] = modal_label(g->label[t], graph_must(g, t));
        out->target[t] = g->target[t];
    }
    lts_graph_sort_rows(out);
}

static enum status reduce_model(struct game *x, const struct graph *g, const struct lts_control *c, struct diag *d)
{
    struct graph modal;
    struct refined r;
    modal_graph(g, &modal);
    enum status st = refine_graph(&modal, REFINE_STRONG, &r, NULL, c, d);
    if (!st) {
        x->class_of = base_mem_alloc(g->states * sizeof *x->class_of);
        memset(x->class_of, 0xff, g->states * sizeof *x->class_of);
        memcpy(x->class_of, r.class_of, modal.states * sizeof *x->class_of);
        lts_graph_collapse(&x->m, &modal, r.class_of, r.classes, NULL);
        lts_reverse_make(&x->in, &x->m, false);
        free(r.class_of);
        free(r.divergent);
    }
    lts_graph_free(&modal);
    return st;
}

/* The classes that the design can be in: numbers[class] or LTS_NONE, list[number]. */
static void list_design(struct game *x)
{
    const struct graph *q = x->q;
    x->number = base_mem_alloc(q->states * sizeof *x->number);
    memset(x->number, 0xff, q->states * sizeof *x->number);
    x->number[q->root[1]] = 0;
    vec_push(&x->list, q->root[1]);
    for (size_t i = 0; i < x->list.count; i++)
        for (uint64_t t = q->first[x->list.items[i]]; t < q->first[x->list.items[i] + 1]; t++)
            if (x->number[q->target[t]] == LTS_NONE) {
                x->number[q->target[t]] = (uint32_t)x->list.count;
                vec_push(&x->list, q->target[t]);
            }
}

uint16_t *compare_game_rank(const struct game *x, uint32_t m, uint32_t d)
{
    return &x->rank[(size_t)x->number[d] * x->m.states + m];
}

/* Not refuted before this round. */
static bool alive(const struct game *x, uint32_t m, uint32_t d)
{
    uint16_t r = *compare_game_rank(x, m, d);
    return !r || (r == x->round && r < GAME_LAST_ROUND);
}

/* ---- steps of the model ------------------------------------------------------------------------------------------ */

void compare_game_design_moves(struct game *x, uint32_t d, struct moves *out)
{
    if (x->kind == GAME_STRONG)
        compare_moves_strong(x->q, d, out);
    else
        compare_moves_weak(&x->mover, d, out);
}

/* Moves by which d can answer a step; for branching also where the step starts. */
static void list_answers(struct game *x, uint32_t d)
{
    const struct graph *q = x->q;
    struct moves moves = {0};
    x->answers.count = 0;
    if (x->kind != GAME_BRANCHING) {
        compare_game_design_moves(x, d, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            struct answer a = {moves.items[i].label, d, moves.items[i].to};
            vec_push(&x->answers, a);
        }
        vec_free(&moves);
        return;
    }
    compare_moves_weak(&x->mover, d, &moves);
    for (size_t i = 0; i < moves.count && moves.items[i].label == GRAPH_SILENT; i++) { /* these come first */
        uint32_t u = moves.items[i].to;
        for (uint64_t t = q->first[u]; t < q->first[u + 1]; t++) {
            struct answer a = {q->label[t], u, q->target[t]};
            vec_push(&x->answers, a);
        }
    }
    vec_free(&moves);
}

static bool answered(const struct game *x, uint32_t m, uint32_t label, uint32_t to, uint32_t d)
{
    if (x->kind == GAME_BRANCHING && label == GRAPH_SILENT && alive(x, to, d))
        return true;
    for (size_t i = 0; i < x->answers.count; i++) {
        const struct answer *a = &x->answers.items[i];
        if (a->label == label && alive(x, to, a->to) && (x->kind != GAME_BRANCHING || alive(x, m, a->from)))
            return true;
    }
    return false;
}

static void refute(struct game *x, uint32_t m, uint32_t d)
{
    uint16_t *r = compare_game_rank(x, m, d);
    x->changed |= !*r;
    if (!*r)
        *r = x->round;
}

static void check_model_steps(struct game *x, uint32_t d)
{
    list_answers(x, d);
    for (uint32_t m = 0; m < x->m.states; m++)
        for (uint64_t t = x->m.first[m]; t < x->m.first[m + 1] && !*compare_game_rank(x, m, d); t++)
            if (compare_game_must(x, t) && !answered(x, m, compare_game_label(x, t), x->m.target[t], d))
                refute(x, m, d);
}

/* ---- steps of the design ----------------------------------------------------------------------------------------- */

static void close_backwards(struct game *x, struct u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (uint64_t t = x->in.first[list->items[i]]; t < x->in.first[list->items[i] + 1]; t++)
            if ((x->in.label[t] - 1) >> 1 == GRAPH_SILENT)
                visited_add(&x->visited, list, x->in.source[t]);
}

/* The list becomes the states that answer the step d -label-> to by may steps. */
static void list_answering(struct game *x, uint32_t d, uint32_t label, uint32_t to)
{
    bool weak = x->kind == GAME_WEAK, branching = x->kind == GAME_BRANCHING;
    x->base.count = x->reach.count = 0;
    visited_clear(&x->visited);
    for (uint32_t m = 0; m < x->m.states; m++)
        if (alive(x, m, to))
            visited_add(&x->visited, &x->base, m);
    if (weak)
        close_backwards(x, &x->base);
    visited_clear(&x->visited);
    if (label == GRAPH_SILENT && x->kind != GAME_STRONG)
        for (size_t i = 0; i < x->base.count; i++)
            visited_add(&x->visited, &x->reach, x->base.items[i]);
    size_t inert = x->reach.count; /* for branching these answer by staying; nothing leads to them silently first */
    struct u32s after = {0};
    for (size_t i = 0; i < x->base.count && !(weak && label == GRAPH_SILENT); i++)
        for (uint64_t t = x->in.first[x->base.items[i]]; t < x->in.first[x->base.items[i] + 1]; t++)
            if ((x->in.label[t] - 1) >> 1 == label && (!branching || alive(x, x->in.source[t], d)))
                vec_push(&after, x->in.source[t]);
    if (branching) {
        struct u32s back = {0};
        visited_clear(&x->visited);
        for (size_t i = 0; i < after.count; i++)
            visited_add(&x->visited, &back, after.items[i]);
        close_backwards(x, &back);
        for (size_t i = 0; i < inert; i++)
            visited_add(&x->visited, &back, x->reach.items[i]);
        vec_free(&x->reach);
        x->reach = back;
    } else {
        for (size_t i = 0; i < after.count; i++)
            visited_add(&x->visited, &x->reach, after.items[i]);
        if (weak)
            close_backwards(x, &x->reach);
    }
    vec_free(&after);
}

static void check_design_steps(struct game *x, uint32_t d)
{
    const struct graph *q = x->q;
    for (uint64_t t = q->first[d]; t < q->first[d + 1]; t++) {
        if (q->label[t] == GRAPH_SILENT && q->target[t] == d && x->kind != GAME_STRONG)
            continue; /* stands for divergence */
        list_answering(x, d, q->label[t], q->target[t]);
        visited_clear(&x->visited);
        for (size_t i = 0; i < x->reach.count; i++)
            visited_mark(&x->visited, x->reach.items[i]);
        for (uint32_t m = 0; m < x->m.states; m++)
            if (!visited_has(&x->visited, m) && !*compare_game_rank(x, m, d))
                refute(x, m, d);
    }
}

/* ---- the first round: propositions and divergence ---------------------------------------------------------------- */

/* Which states can (or, with must_only, must be able to) go on silently for ever: those not removed when states without
 * a silent step into the rest are removed again and again. */
static void find_divergent(const struct game *x, bool must_only, bool *diverges)
{
    const struct graph *m = &x->m;
    memset(diverges, true, m->states);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < m->states; s++) {
            bool goes_on = false;
            for (uint64_t t = m->first[s]; t < m->first[s + 1] && diverges[s] && !goes_on; t++)
                goes_on = compare_game_label(x, t) == GRAPH_SILENT && diverges[m->target[t]] &&
                          (!must_only || compare_game_must(x, t));
            changed |= diverges[s] && !goes_on;
            diverges[s] = diverges[s] && goes_on;
        }
    }
}

static bool design_diverges(struct game *x, uint32_t d, const bool *loops)
{
    struct moves moves = {0};
    bool diverges = false;
    compare_moves_weak(&x->mover, d, &moves);
    for (size_t i = 0; i < moves.count; i++)
        diverges |= moves.items[i].label == GRAPH_SILENT && loops[moves.items[i].to];
    vec_free(&moves);
    return diverges;
}

static void check_divergence(struct game *x, const bool *loops)
{
    bool *can = base_mem_alloc(x->m.states), *will = base_mem_alloc(x->m.states);
    find_divergent(x, false, can);
    find_divergent(x, true, will);
    for (size_t i = 0; i < x->list.count; i++) {
        bool diverges = design_diverges(x, x->list.items[i], loops);
        for (uint32_t m = 0; m < x->m.states; m++)
            if (diverges ? !can[m] : will[m])
                refute(x, m, x->list.items[i]);
    }
    free(can);
    free(will);
}

static void check_colours(struct game *x)
{
    for (size_t i = 0; x->m.colour && i < x->list.count; i++)
        for (uint32_t m = 0; m < x->m.states; m++)
            if (x->m.colour[m] != x->q->colour[x->list.items[i]])
                refute(x, m, x->list.items[i]);
}

/* ---- the game ---------------------------------------------------------------------------------------------------- */

static enum status run(struct game *x, const bool *loops, const struct lts_control *c, struct diag *d)
{
    const uint16_t *initial = compare_game_rank(x, x->m.root[0], x->q->root[1]);
    x->round = 1;
    check_colours(x);
    if (loops)
        check_divergence(x, loops);
    for (x->changed = true; x->changed && !*initial;) {
        x->changed = false;
        x->round += x->round < GAME_LAST_ROUND;
        for (size_t i = 0; i < x->list.count; i++) {
            check_model_steps(x, x->list.items[i]);
            check_design_steps(x, x->list.items[i]);
            if (control_stops(c))
                return lts_control_stopped(d);
        }
    }
    return ST_OK;
}

enum status compare_game_play(struct game *x, const struct graph *g, const struct classes *k, enum game_kind kind,
                              bool divergence, const struct lts_control *c, bool *refuted, struct diag *d)
{
    *x = (struct game){.q = &k->q, .kind = kind};
    *refuted = false;
    enum status st = reduce_model(x, g, c, d);
    if (st)
        return st;
    list_design(x);
    compare_mover_init(&x->mover, &k->q, NULL);
    uint64_t bytes = (uint64_t)x->m.states * x->list.count * sizeof *x->rank;
    if (bytes > (c && c->max_memory ? c->max_memory / 2 : default_memory))
        return ST_OK;
    x->rank = base_mem_zalloc((size_t)bytes);
    x->visited = visited_new(x->m.states);
    st = run(x, divergence ? k->loops : NULL, c, d);
    *refuted = !st && *compare_game_rank(x, x->m.root[0], k->q.root[1]);
    return st;
}

void compare_game_free(struct game *x)
{
    lts_graph_free(&x->m);
    lts_reverse_free(&x->in);
    compare_mover_free(&x->mover);
    free(x->class_of);
    free(x->number);
    free(x->rank);
    visited_free(&x->visited);
    vec_free(&x->list);
    vec_free(&x->answers);
    vec_free(&x->base);
    vec_free(&x->reach);
}
