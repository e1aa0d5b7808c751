/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two systems that were one before somebody changed it: as far as twins (twins.c) have the same rows, no word
 * and no formula tells them apart, so that the steps to the nearest row that is not the same are a lower bound for
 * both. Where the shortest trace that tells ends there, the trace itself is a formula of least depth, and nothing need
 * be refined.
 */
#include "runtime/lts/compare/alike.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/compare/formula_bisim.h"

struct measure {
    struct alike *x;
    const struct graph *g;
    const uint32_t *class_of; /* or NULL */
    struct u64s row;
};

/* Whether the rows of a state and its twin are the same but for who is who. */
static bool rows_alike(struct measure *m, uint32_t s)
{
    const struct graph *g = m->g;
    const uint32_t *twin = m->x->twin, other = twin[s];
    bool sorted = true;
    if (other == LTS_NONE)
        return false;
    uint64_t n = g->first[s + 1] - g->first[s], t = g->first[s], u = g->first[other];
    if (g->first[other + 1] - u != n)
        return false;
    m->row.count = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t word = (uint64_t)g->label[t + i] << 32 | twin[g->target[t + i]];
        sorted &= !i || m->row.items[i - 1] < word;
        vec_push(&m->row, word);
    }
    if (!sorted)
        sort_u64(m->row.items, m->row.count);
    for (uint64_t i = 0; i < n; i++)
        if (m->row.items[i] != ((uint64_t)g->label[u + i] << 32 | g->target[u + i]))
            return false;
    return true;
}

static bool known_equal(const struct measure *m, uint32_t s)
{
    uint32_t other = m->x->twin[s];
    return m->class_of && other != LTS_NONE && m->class_of[s] == m->class_of[other];
}

/* Backwards from the rows that differ, level by level; with `weak`, silent steps stay in the level. */
static void measure(const struct measure *m, bool weak)
{
    struct reverse in;
    struct u32s now = {0}, next = {0}, swap;
    uint32_t *least = m->x->least;
    reverse_make(&in, m->g, false);
    for (uint32_t s = 0; s < m->g->states; s++) {
        least[s] = m->x->differs[s] && !known_equal(m, s) ? 1 : UINT32_MAX;
        if (least[s] == 1)
            vec_push(&now, s);
    }
    for (uint32_t level = 1; now.count; level++) {
        next.count = 0;
        for (size_t i = 0; i < now.count; i++)
            for (uint64_t t = in.first[now.items[i]]; t < in.first[now.items[i] + 1]; t++) {
                uint32_t s = in.source[t], at = level + !(weak && in.label[t] == GRAPH_SILENT);
                if (least[s] <= at || known_equal(m, s))
                    continue;
                least[s] = at;
                vec_push(at == level ? &now : &next, s);
            }
        swap = now;
        now = next;
        next = swap;
        size_t kept = 0;
        for (size_t i = 0; i < now.count; i++) /* without those that silent steps brought nearer since */
            if (least[now.items[i]] == level + 1)
                now.items[kept++] = now.items[i];
        now.count = kept;
    }
    reverse_free(&in);
    vec_free(&now);
    vec_free(&next);
}

bool alike_make(struct alike *x, const struct graph *g, bool weak)
{
    struct measure m = {.x = x, .g = g};
    *x = (struct alike){0};
    if (g->colour)
        return false;
    x->twin = twins_find(g);
    x->least = mem_alloc(g->states * sizeof *x->least);
    x->differs = mem_zalloc(g->states);
    for (uint32_t s = 0; s < g->states; s++)
        x->differs[s] = !rows_alike(&m, s);
    vec_free(&m.row);
    measure(&m, weak);
    return true;
}

void alike_know(struct alike *x, const struct graph *g, bool weak, const uint32_t *class_of)
{
    struct measure m = {.x = x, .g = g, .class_of = class_of};
    measure(&m, weak);
}

void alike_free(struct alike *x)
{
    free(x->twin);
    free(x->least);
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
