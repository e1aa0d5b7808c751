/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the initial states are told apart: by rounds of all states, or by pairs of them where the systems are alike.
 */
#include "runtime/lts/compare/formula_bisim.h"

/* Pairs are gone through by a recursion. */
enum { DEEPEST_PAIRS = 2000 };

static enum rounds_kind kind_of(enum lts_relation relation)
{
    if (relation == LTS_STRONG || relation == LTS_TAU_STAR)
        return ROUNDS_STRONG;
    return relation == LTS_WEAK || relation == LTS_DPWEAK ? ROUNDS_WEAK : ROUNDS_BRANCHING;
}

enum status compare_rounds(struct compare *x, const struct classes *k, uint32_t depth, struct told *t, struct diag *d)
{
    enum lts_relation relation = x->relation;
    enum rounds_kind kind = kind_of(relation);
    const bool *loops = relation == LTS_DPBRANCHING || relation == LTS_DPWEAK ? k->loops : NULL;
    const struct graph *q = &k->q;
    *t = (struct told){0};
    if (depth != UINT32_MAX) {
        ball_make(&t->ball, q, loops, depth, kind != ROUNDS_STRONG);
        q = &t->ball.h;
        loops = t->ball.loops;
    }
    rounds_init(&t->rounds, q, loops, kind, t->ball.level, depth, x->c);
    t->by = (struct apart){.q = q, .kind = kind, .rounds = &t->rounds};
    return rounds_separate(&t->rounds, q->root[0], q->root[1], &t->apart, d);
}

void compare_pairs(struct compare *x, const struct alike *alike, struct told *t)
{
    *t = (struct told){0};
    pairs_init(&t->pairs, &x->g, alike, kind_of(x->relation), x->c);
    t->by = (struct apart){.q = &x->g, .kind = t->pairs.kind, .pairs = &t->pairs};
}

void compare_pairs_try(struct compare *x, struct told *t, double effort)
{
    struct pairs *pairs = &t->pairs;
    pairs->depth = x->letters && x->letters < DEEPEST_PAIRS ? x->letters : DEEPEST_PAIRS;
    pairs_go_on(pairs, effort);
    uint32_t apart = pairs_apart(pairs, x->g.root[0], x->g.root[1]);
    t->apart = apart != UINT32_MAX && !pairs->tired;
    pairs->depth = t->apart ? apart : pairs->depth;
}

enum modality modality_of(enum lts_relation r)
{
    return r == LTS_STRONG ? MODALITY_STRONG : r == LTS_WEAK || r == LTS_DPWEAK ? MODALITY_WEAK : MODALITY_VIA;
}

void compare_tell(struct compare *x, struct told *t)
{
    uint64_t given = x->c ? x->c->max_memory : 0;
    if (t->apart)
        formula_of_rounds(x, &t->by, modality_of(x->relation));
    else
        x->out->no_formula = arena_printf(
            x->out->arena,
            "there is no formula, for to find one takes more than %llu MB of memory; --max-memory=%lluM allows more",
            (unsigned long long)(t->rounds.most_bytes >> 20),
            (unsigned long long)((given ? 2 * given : 4 * ROUNDS_BYTES) >> 20));
}

void told_free(struct told *t)
{
    if (t->rounds.q)
        rounds_free(&t->rounds);
    if (t->pairs.q)
        pairs_free(&t->pairs);
    ball_free(&t->ball);
    *t = (struct told){0};
}
