/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two systems that were one before somebody changed it: as far as the states of the same number have the same rows, no
 * word and no formula tells them apart, so that the steps to the nearest row that is not the same are a lower bound for
 * both. Where the shortest trace that tells ends there, the trace itself is a formula of least depth, and nothing need
 * be refined.
 */
#include "runtime/lts/compare_alike.h"
#include "runtime/lts/compare_formula.h"

/* The state of the same number in the other system, for those below or above the split. */
static void find_twins(struct alike *x, const struct graph *g)
{
    struct u32s second = {0};
    for (uint32_t s = 0; s < g->states; s++)
        x->twin[s] = LTS_NONE;
    for (uint32_t s = g->split; s < g->states; s++) {
        while (second.count <= g->old[s])
            vec_push(&second, LTS_NONE);
        second.items[g->old[s]] = s;
    }
    for (uint32_t s = 0; s < g->split; s++) {
        uint32_t other = g->old[s] < second.count ? second.items[g->old[s]] : LTS_NONE;
        x->twin[s] = other;
        if (other != LTS_NONE)
            x->twin[other] = s;
    }
    vec_free(&second);
}

/* Numbers keep their order, so that rows that are the same stand in the same order. */
static bool rows_alike(const struct graph *g, const uint32_t *twin, uint32_t s)
{
    uint32_t other = twin[s];
    if (other == LTS_NONE)
        return false;
    uint64_t n = g->first[s + 1] - g->first[s], t = g->first[s], u = g->first[other];
    if (g->first[other + 1] - u != n)
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (g->label[t + i] != g->label[u + i] || twin[g->target[t + i]] != g->target[u + i])
            return false;
    return true;
}

/* Backwards from the rows that differ, level by level; with `weak`, silent steps stay in the level. */
static void measure(struct alike *x, const struct graph *g, bool weak)
{
    struct reverse in;
    struct u32s now = {0}, next = {0}, swap;
    reverse_make(&in, g, false);
    for (uint32_t s = 0; s < g->states; s++)
        if (x->least[s] == 1)
            vec_push(&now, s);
    for (uint32_t level = 1; now.count; level++) {
        next.count = 0;
        for (size_t i = 0; i < now.count; i++)
            for (uint64_t t = in.first[now.items[i]]; t < in.first[now.items[i] + 1]; t++) {
                uint32_t s = in.source[t], at = level + !(weak && in.label[t] == GRAPH_SILENT);
                if (x->least[s] <= at || x->same[s])
                    continue;
                x->least[s] = at;
                vec_push(at == level ? &now : &next, s);
            }
        swap = now;
        now = next;
        next = swap;
        size_t kept = 0;
        for (size_t i = 0; i < now.count; i++) /* without those that silent steps brought nearer since */
            if (x->least[now.items[i]] == level + 1)
                now.items[kept++] = now.items[i];
        now.count = kept;
    }
    reverse_free(&in);
    vec_free(&now);
    vec_free(&next);
}

bool alike_make(struct alike *x, const struct graph *g, const uint32_t *class_of, bool weak)
{
    *x = (struct alike){.twin = mem_alloc(g->states * sizeof *x->twin)};
    find_twins(x, g);
    if (g->colour || x->twin[g->root[0]] != g->root[1])
        return false;
    x->least = mem_alloc(g->states * sizeof *x->least);
    x->same = mem_zalloc(g->states);
    x->differs = mem_zalloc(g->states);
    for (uint32_t s = 0; s < g->states; s++) {
        x->same[s] = x->twin[s] != LTS_NONE && class_of[s] == class_of[x->twin[s]];
        x->differs[s] = !rows_alike(g, x->twin, s);
        x->least[s] = x->same[s] || !x->differs[s] ? UINT32_MAX : 1;
    }
    measure(x, g, weak);
    return true;
}

void alike_free(struct alike *x)
{
    free(x->twin);
    free(x->least);
    free(x->same);
    free(x->differs);
}

bool compare_tell_trace(struct compare *x)
{
    const bool weak = x->relation != LTS_STRONG;
    const enum modality modality = modality_of(x->relation);
    if (x->least != x->letters)
        return false;
    x->out->formula_depth = x->letters;
    if (x->letters > DEEPEST_FORMULA)
        return true;
    struct formulas f;
    formulas_init(&f, x->out->arena);
    formula told = formula_true(&f);
    for (size_t i = x->steps.count; i--;) {
        const char *label = x->steps.items[i].label;
        if (weak && !strcmp(label, x->g.name[GRAPH_SILENT]))
            continue;
        told = modality == MODALITY_VIA ? formula_via(&f, formula_true(&f), label, false, told)
                                        : formula_step(&f, modality == MODALITY_WEAK ? LTS_F_WEAK_STEP : LTS_F_STEP,
                                                       label, false, told);
    }
    x->out->formula = x->out->only_in ? formula_not(&f, told) : told;
    formulas_free(&f);
    return true;
}
