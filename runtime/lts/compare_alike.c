/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two systems that were one before somebody changed it: as far as the states of the same number have the same rows, no
 * formula tells them apart. Where the shortest trace that does ends just beyond, the trace itself is a formula of least
 * depth, and nothing need be refined.
 */
#include "runtime/lts/compare_formula.h"

static bool rows_alike(const struct graph *g, uint32_t s)
{
    if (s + (uint64_t)g->split >= g->states)
        return false;
    uint32_t other = s + g->split;
    uint64_t n = g->first[s + 1] - g->first[s], t = g->first[s], u = g->first[other];
    if (g->first[other + 1] - u != n)
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (g->label[t + i] != g->label[u + i] || g->target[t + i] + g->split != g->target[u + i])
            return false;
    return true;
}

/* In how many rounds the initial states are certainly not apart: so many steps lead to a state whose row is not the
 * same. With `weak`, silent steps do not count. */
static uint32_t rounds_alike(const struct graph *g, bool weak)
{
    struct u32s now = {0}, next = {0}, swap;
    struct visited v = visited_new(g->states);
    uint32_t level = 0;
    bool alike = g->root[1] == g->root[0] + g->split;
    visited_clear(&v);
    visited_add(&v, &now, g->root[0]);
    while (alike && now.count) {
        if (weak)
            graph_close_silently(g, &v, &now);
        next.count = 0;
        for (size_t i = 0; i < now.count && alike; i++) {
            uint32_t s = now.items[i];
            alike = rows_alike(g, s);
            for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
                visited_add(&v, &next, g->target[t]);
        }
        level += alike;
        swap = now;
        now = next;
        next = swap;
    }
    visited_free(&v);
    vec_free(&now);
    vec_free(&next);
    return level;
}

bool compare_tell_trace(struct compare *x)
{
    const bool weak = x->relation != LTS_STRONG;
    const enum modality modality = modality_of(x->relation);
    if (x->g.colour || rounds_alike(&x->g, weak) + 1 != x->letters)
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
