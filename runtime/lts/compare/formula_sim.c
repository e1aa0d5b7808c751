/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas for what simulation refutes: a step of p, and for each answer of q what that does not simulate. Apart from
 * ready simulation's offers they have no negation.
 */
#include "runtime/lts/compare/formula_bisim.h"

/* So many pairs are out of proportion. */
enum { MOST_PAIRS = 200000 };

struct maker {
    const struct graph *q;
    const struct sim_ranks *ranks;
    struct formulas f;
    enum modality modality;
    struct map64 made; /* by pair: the number of a formula */
    bool failed;
};

static bool has_label(const struct graph *q, uint32_t s, uint32_t label)
{
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
        if (q->label[t] == label)
            return true;
    return false;
}

uint64_t compare_sim_attack(const struct graph *q, const struct sim_ranks *ranks, uint32_t from, uint32_t to)
{
    uint64_t best = UINT64_MAX;
    uint32_t least = UINT32_MAX, limit = sim_rank(ranks, from, to);
    for (uint64_t t = q->first[from]; t < q->first[from + 1]; t++) {
        uint32_t worst = 0;
        bool refuted = true;
        for (uint64_t u = q->first[to]; u < q->first[to + 1]; u++)
            if (q->label[u] == q->label[t]) {
                uint32_t r = sim_rank(ranks, q->target[t], q->target[u]);
                refuted &= r && r < limit;
                worst = r > worst ? r : worst;
            }
        if (refuted && worst < least) {
            best = t;
            least = worst;
        }
    }
    return best;
}

static formula step(struct maker *m, uint32_t label, formula f)
{
    enum lts_formula_op op = m->modality == MODALITY_WEAK ? LTS_F_WEAK_STEP : LTS_F_STEP;
    bool changes = m->modality == MODALITY_WEAK && label == GRAPH_SHOWN;
    return compare_formula_step(&m->f, op, m->q->name[label], changes, f);
}

static formula tell(struct maker *m, uint32_t p, uint32_t q);

static formula make(struct maker *m, uint32_t p, uint32_t q)
{
    const struct graph *g = m->q;
    struct VEC(formula) parts = {0};
    if (g->colour && g->colour[p] != g->colour[q])
        return compare_formula_of_colours(&m->f, g, p, q);
    uint64_t t = compare_sim_attack(g, m->ranks, p, q);
    if (t == UINT64_MAX) { /* ready simulation: q offers what p does not */
        for (uint64_t u = g->first[q]; u < g->first[q + 1]; u++)
            if (!has_label(g, p, g->label[u]))
                return compare_formula_not(&m->f, step(m, g->label[u], compare_formula_true(&m->f)));
        m->failed = true;
        return compare_formula_true(&m->f);
    }
    for (uint64_t u = g->first[q]; u < g->first[q + 1] && !m->failed; u++)
        if (g->label[u] == g->label[t])
            vec_push(&parts, tell(m, g->target[t], g->target[u]));
    formula f = compare_formula_and(&m->f, parts.items, parts.count);
    vec_free(&parts);
    return step(m, g->label[t], f);
}

/* True of p and false of q, which does not simulate p. */
static formula tell(struct maker *m, uint32_t p, uint32_t q)
{
    uint64_t key = (uint64_t)p << 32 | q;
    uint32_t id;
    m->failed |= m->made.count > MOST_PAIRS;
    if (m->failed)
        return compare_formula_true(&m->f);
    if (base_map64_get(&m->made, key, &id))
        return m->f.all.items[id];
    formula f = make(m, p, q);
    base_map64_put(&m->made, key, f->id);
    return f;
}

void compare_formula_of_ranks(struct compare *x, const struct graph *q, const struct sim_ranks *ranks, int side,
                              enum modality modality)
{
    struct maker m = {.q = q, .ranks = ranks, .modality = modality};
    if (sim_rank(ranks, q->root[side], q->root[!side]) > DEEPEST_FORMULA)
        return;
    compare_formulas_init(&m.f, x->out->arena);
    formula f = tell(&m, q->root[side], q->root[!side]);
    if (side)
        f = compare_formula_not(&m.f, f);
    if (!m.failed) {
        x->out->formula = f;
        x->out->formula_depth = f->depth;
    }
    compare_formulas_free(&m.f);
    base_map64_free(&m.made);
}
