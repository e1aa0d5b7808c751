/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which candidates a loop keeps. The ways once round the loop, within its function, are taken one by one; a model of
 * one that breaks a candidate takes it away, until none does.
 *
 * Invariant: what is left was kept by each way, if all that is left held before. Where ways or answers are lacking,
 * nothing is left: it is a preference, not a proof.
 */
#include "path.h"

enum { MOST_WAYS = 16, LONGEST_WAY = 60, MOST_STEPS = 10000, MOST_QUESTIONS = 200 };

/* ---- taking back ------------------------------------------------------------------------------------------------- */

const struct cwi_expr *pred_taken_back(struct pred_taken *t, const struct cwi_expr *e)
{
    if (!e || e->kind == CWI_CONST)
        return e;
    if (cwi_is_lvalue(e) || e->kind == CWI_ADDR) {
        for (size_t i = 0; i < t->places.count; i++)
            if (cwi_expr_equal(t->places.items[i].here, e))
                return t->places.items[i].back;
        const struct cwi_expr *back =
            t->to_start ? pred_path_at_start(t->p, t->from, e) : pred_path_back(t->p, t->from, 0, e);
        vec_push(&t->places, ((struct pred_taken_place){e, back}));
        return back;
    }
    return pred_with(t->p->x, e, pred_taken_back(t, e->a), pred_taken_back(t, e->b), pred_taken_back(t, e->c));
}

/* ---- ways round -------------------------------------------------------------------------------------------------- */

struct ways {
    const struct cwi_func *f;
    uint32_t block, depth, count, steps;
    uint32_t now[LONGEST_WAY];
    bool *on, is_cut;
    bool *comes_back;            /* by block: some way leads from it to the loop's */
    struct VEC(uint32_t) blocks; /* of all ways: their length first */
};

static uint32_t way_count(const struct ways *w, uint32_t at)
{
    const struct cwi_stmt *last = &w->f->blocks[at].stmts[w->f->blocks[at].count - 1];
    return last->target_count + last->case_count;
}

static uint32_t way_to(const struct ways *w, uint32_t at, uint32_t i)
{
    const struct cwi_stmt *last = &w->f->blocks[at].stmts[w->f->blocks[at].count - 1];
    return i < last->target_count ? last->targets[i] : last->cases[i - last->target_count].target;
}

static void find_back(struct ways *w)
{
    w->comes_back[w->block] = true;
    for (bool any = true; any;) {
        any = false;
        for (uint32_t b = 0; b < w->f->block_count; b++)
            for (uint32_t i = 0; !w->comes_back[b] && i < way_count(w, b); i++)
                any |= w->comes_back[b] = w->comes_back[way_to(w, b, i)];
    }
}

static void find_ways(struct ways *w, uint32_t at)
{
    w->is_cut |= w->depth + 2 >= LONGEST_WAY || w->count >= MOST_WAYS || w->steps++ >= MOST_STEPS;
    if (w->is_cut)
        return;
    w->now[w->depth++] = at;
    w->on[at] = true;
    for (uint32_t i = 0; i < way_count(w, at); i++) {
        uint32_t next = way_to(w, at, i);
        if (next == w->block) {
            vec_push(&w->blocks, w->depth + 1);
            for (uint32_t k = 0; k < w->depth; k++)
                vec_push(&w->blocks, w->now[k]);
            vec_push(&w->blocks, next);
            w->count++;
        } else if (!w->on[next] && w->comes_back[next]) {
            find_ways(w, next);
        }
    }
    w->on[at] = false;
    w->depth--;
}

/* ---- one way ----------------------------------------------------------------------------------------------------- */

struct keeping {
    struct abstraction *x;
    const struct cwi_expr *const *candidates;
    size_t count;
    bool *holds;
    smt_term *before; /* by candidate */
    uint32_t asked;
    struct VEC(smt_term) question;
};

static smt_term either(struct abstraction *x, smt_term a, smt_term b)
{
    return !b ? a : !a ? b : smt_binary(x->smt, CWI_LOGOR, false, a, b);
}

/* Takes away what the way does not keep; true: something was. */
static bool try_way(struct keeping *k, struct path *p)
{
    struct abstraction *x = k->x;
    struct pred_taken t = {.p = p, .from = (uint32_t)p->steps.count};
    smt_term *after = ARENA_ARRAY(x->arena, smt_term, k->count + 1);
    bool any = false;
    uint32_t count;
    k->question.count = x->used.count = 0;
    for (uint32_t i = 0; i < p->steps.count; i++)
        if (p->steps.items[i].kind == PATH_ASSUME)
            vec_push(&k->question, pred_truth(x, pred_path_back(p, i, 0, p->steps.items[i].condition)));
    for (size_t i = 0; i < k->count; i++)
        if (k->holds[i]) {
            k->before[i] = pred_truth(x, k->candidates[i]);
            after[i] = pred_truth(x, pred_taken_back(&t, k->candidates[i]));
        }
    const uint32_t *used = pred_used(x, &count);
    smt_term axioms = pred_axioms(x, used, count);
    size_t fixed = k->question.count;
    for (;;) {
        smt_term broken = 0;
        k->question.count = fixed;
        if (axioms)
            vec_push(&k->question, axioms);
        for (size_t i = 0; i < k->count; i++)
            if (k->holds[i]) {
                vec_push(&k->question, k->before[i]);
                broken = either(x, broken, after[i] == k->before[i] ? 0 : smt_unary(x->smt, CWI_LOGNOT, after[i]));
            }
        if (!broken)
            break;
        vec_push(&k->question, broken);
        enum smt_answer a = k->asked++ < MOST_QUESTIONS && !base_budget_ask(x->options->budget)
                                ? smt_check_alone(x->smt, k->question.items, k->question.count)
                                : SMT_UNKNOWN;
        if (a == SMT_UNSAT)
            break;
        for (size_t i = 0; i < k->count; i++)
            if (k->holds[i] && (a == SMT_UNKNOWN || !smt_value(x->smt, after[i])))
                k->holds[i] = false, any = true;
    }
    vec_free(&t.places);
    return any;
}

void pred_keep_inductive(struct abstraction *x, cwi_id func, uint32_t block, const struct cwi_expr *const *candidates,
                         size_t count, bool *holds)
{
    struct ways w = {.f = cwi_func_of(x->u, func), .block = block};
    struct keeping k = {.x = x, .candidates = candidates, .count = count, .holds = holds};
    k.before = ARENA_ARRAY(x->arena, smt_term, count + 1);
    w.on = base_mem_zalloc(w.f->block_count);
    w.comes_back = base_mem_zalloc(w.f->block_count);
    find_back(&w);
    find_ways(&w, block);
    for (bool any = true; any && !w.is_cut;) {
        any = false;
        for (size_t at = 0; at < w.blocks.count; at += w.blocks.items[at] + 1) {
            struct path p = {.x = x};
            pred_path_of_blocks(&p, func, &w.blocks.items[at + 1], w.blocks.items[at]);
            any |= try_way(&k, &p);
            pred_path_free(&p);
        }
    }
    if (w.is_cut)
        memset(holds, 0, count);
    free(w.on);
    free(w.comes_back);
    vec_free(&w.blocks);
    vec_free(&k.question);
}
