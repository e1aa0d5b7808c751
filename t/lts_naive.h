/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relations straight from their definitions, as greatest fixpoints over all pairs of at most 32 states: slow,
 * short, and independent of runtime/lts. Sources: Milner 1989 (strong, weak), van Glabbeek and Weijland 1996
 * (branching), van Glabbeek, Luttik and Trcka 2009 (explicit divergence), van Glabbeek 1990 and 1993 (simulation, ready
 * simulation, traces, completed traces, failures), Bouajjani, Fernandez, Graf, Rodriguez and Sifakis 1991 (tau*.a).
 *
 * Beside it: traces and failures (lts_naive_words.h), an evaluator of formulas (lts_naive_formula.h), random systems
 * and their permutation (lts_random.h).
 */
#ifndef CWOLF_LTS_NAIVE_H
#define CWOLF_LTS_NAIVE_H

#include "runtime/lts/lts.h"

#include <stdio.h>
#include <stdlib.h>

enum { N_STATES = 32, N_LABELS = 12, N_SILENT = 0, N_SHOWN = 1 };

/* One or two systems. step[a][s] is the set of a-successors of s. Label 0: taus that change no proposition; 1: taus
 * that do. */
struct naive {
    int states, labels, root[2], second; /* states of the second system begin at `second` */
    uint32_t step[N_LABELS][N_STATES], closure[N_STATES], weak[N_LABELS][N_STATES];
    int colour[N_STATES];
    const char *name[N_LABELS];
    uint32_t reachable;
};

__attribute__((unused)) static int naive_label(struct naive *x, const char *name)
{
    for (int a = 2; a < x->labels; a++)
        if (!strcmp(x->name[a], name))
            return a;
    x->name[x->labels] = name;
    return x->labels++;
}

static uint32_t naive_post(const uint32_t *step, uint32_t set)
{
    uint32_t out = 0;
    for (int s = 0; s < 32; s++)
        if (set >> s & 1)
            out |= step[s];
    return out;
}

/* Adds a system with all its transitions, or the must ones, or (where not NULL) the chosen ones. */
static void naive_add(struct naive *x, const struct lts *l, int side, bool must_only, const bool *chosen)
{
    int base = x->states;
    if (side)
        x->second = base;
    x->root[side] = base + (int)l->initial;
    x->states += (int)l->states;
    for (uint32_t s = 0; s < l->states; s++) {
        int colour = 0;
        for (uint32_t p = 0; l->prop && p < l->props; p++)
            colour = colour * 3 + l->prop[s * l->props + p];
        x->colour[base + (int)s] = colour;
    }
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            int from = base + (int)s, to = base + (int)l->target[t];
            if ((must_only && !lts_is_must(l, t)) || (chosen && !chosen[t]))
                continue;
            int a = l->label[t]                        ? naive_label(x, lts_label(l, t))
                    : x->colour[from] == x->colour[to] ? N_SILENT
                                                       : N_SHOWN;
            x->step[a][from] |= 1u << to;
        }
}

static void naive_close(struct naive *x)
{
    for (int s = 0; s < x->states; s++) {
        uint32_t set = 1u << s, old;
        do {
            old = set;
            set |= naive_post(x->step[N_SILENT], set);
        } while (set != old);
        x->closure[s] = set;
    }
    for (int a = 0; a < x->labels; a++)
        for (int s = 0; s < x->states; s++)
            x->weak[a][s] = a ? naive_post(x->closure, naive_post(x->step[a], x->closure[s])) : x->closure[s];
    uint32_t old;
    x->reachable = 1u << x->root[0] | 1u << x->root[1];
    do {
        old = x->reachable;
        for (int a = 0; a < x->labels; a++)
            x->reachable |= naive_post(x->step[a], old);
    } while (x->reachable != old);
}

/* `b` may be NULL. */
__attribute__((unused)) static void naive_make(struct naive *x, const struct lts *a, const struct lts *b)
{
    memset(x, 0, sizeof *x);
    x->labels = 2;
    x->name[0] = x->name[1] = "i";
    naive_add(x, a, 0, false, NULL);
    x->root[1] = x->root[0];
    if (b)
        naive_add(x, b, 1, false, NULL);
    naive_close(x);
}

/* ---- relations: row s of R is the set of states that s is related to --------------------------------------------- */

static bool naive_strong(const struct naive *x, const uint32_t *R, int s, int t)
{
    for (int a = 0; a < x->labels; a++)
        for (int u = 0; u < x->states; u++)
            if ((x->step[a][s] >> u & 1) &&
                !(x->step[a][t] & R[u])) /* related states have equal colours, so taus match */
                return false;
    return true;
}

static bool naive_weak(const struct naive *x, const uint32_t *R, int s, int t)
{
    for (int a = 0; a < x->labels; a++)
        for (int u = 0; u < x->states; u++)
            if ((x->step[a][s] >> u & 1) && !(x->weak[a][t] & R[u]))
                return false;
    return true;
}

static bool naive_branching(const struct naive *x, const uint32_t *R, int s, int t)
{
    for (int a = 0; a < x->labels; a++)
        for (int u = 0; u < x->states; u++)
            if ((x->step[a][s] >> u & 1) && !(a == N_SILENT && (R[u] >> t & 1)) &&
                !(naive_post(x->step[a], x->closure[t] & R[s]) & R[u]))
                return false;
    return true;
}

static bool naive_ready(const struct naive *x, const uint32_t *R, int s, int t)
{
    for (int a = N_SHOWN; a < x->labels; a++) {
        uint32_t tau = a == N_SHOWN ? UINT32_MAX : 0; /* all taus are one label here */
        if (!(x->step[a][s] | (x->step[N_SILENT][s] & tau)) != !(x->step[a][t] | (x->step[N_SILENT][t] & tau)))
            return false;
    }
    return naive_strong(x, R, s, t);
}

/* Each visible step of s with silent ones before it is one of t, too. */
static bool naive_tau_star(const struct naive *x, const uint32_t *R, int s, int t)
{
    for (int a = N_SHOWN; a < x->labels; a++)
        for (int u = 0; u < x->states; u++)
            if ((naive_post(x->step[a], x->closure[s]) >> u & 1) && !(naive_post(x->step[a], x->closure[t]) & R[u]))
                return false;
    return true;
}

/* Whether an infinite silent path of states related to s begins in s. */
static bool naive_diverges(const struct naive *x, const uint32_t *R, int s)
{
    uint32_t set = R[s], old;
    do {
        old = set;
        for (int u = 0; u < x->states; u++)
            if ((set >> u & 1) && !(x->step[N_SILENT][u] & set))
                set &= ~(1u << u);
    } while (set != old);
    return set >> s & 1;
}

static const struct naive_rule {
    enum lts_relation relation;
    bool (*transfer)(const struct naive *, const uint32_t *, int, int);
    bool symmetric, divergence;
} naive_rules[] = {
    {LTS_STRONG, naive_strong, true, false},        {LTS_WEAK, naive_weak, true, false},
    {LTS_BRANCHING, naive_branching, true, false},  {LTS_DPWEAK, naive_weak, true, true},
    {LTS_DPBRANCHING, naive_branching, true, true}, {LTS_SIM, naive_strong, false, false},
    {LTS_READY_SIM, naive_ready, false, false},     {LTS_TAU_STAR, naive_tau_star, true, false},
    {LTS_SAFETY, naive_tau_star, false, false},
};

/* Takes out of R what the transfer condition does not hold of; false when nothing changes. */
static bool naive_round(const struct naive *x, const struct naive_rule *rule, uint32_t *R)
{
    uint32_t next[N_STATES] = {0};
    bool changed = false;
    for (int s = 0; s < x->states; s++)
        for (int t = 0; t < x->states; t++)
            if ((R[s] >> t & 1) && rule->transfer(x, R, s, t) && (!rule->symmetric || rule->transfer(x, R, t, s)))
                next[s] |= 1u << t;
    for (int s = 0; s < x->states; s++) {
        changed |= R[s] != next[s];
        R[s] = next[s];
    }
    return changed;
}

/* What a formula of one modality over unions of the classes of R can tell of s from t:
 * for each label, for each class; branching: for each class before and each class after the step. */
static bool naive_tells(const struct naive *x, const uint32_t *R, enum lts_relation relation, int s, int t)
{
    bool branching = relation == LTS_BRANCHING || relation == LTS_DPBRANCHING;
    bool diverges = relation == LTS_DPBRANCHING || relation == LTS_DPWEAK;
    for (int to = 0; to < x->states; to++) {
        uint32_t ends = R[to], loop = ends, old;
        do { /* endless silent steps inside the class */
            old = loop;
            for (int u = 0; u < x->states; u++)
                if ((loop >> u & 1) && !(x->step[N_SILENT][u] & loop))
                    loop &= ~(1u << u);
        } while (loop != old);
        if (diverges && !(x->closure[s] & loop) != !(x->closure[t] & loop))
            return true;
        for (int a = 0; a < x->labels; a++) {
            const uint32_t *step = relation == LTS_STRONG ? x->step[a] : x->weak[a];
            if (!branching && !(step[s] & ends) != !(step[t] & ends))
                return true;
            for (int from = 0; branching && from < x->states; from++) {
                uint32_t starts = 0;
                for (int u = 0; u < x->states; u++)
                    if ((R[from] >> u & 1) && ((x->step[a][u] & ends) || (a == N_SILENT && (ends >> u & 1))))
                        starts |= 1u << u;
                if (!(x->closure[s] & starts) != !(x->closure[t] & starts))
                    return true;
            }
        }
    }
    return false;
}

/* The least depth of a formula, in the modalities of a bisimulation, that tells two states apart: formulas of depth
 * k + 1 are made of one modality over formulas of depth k, and those can hold of any union of the classes that depth
 * k tells apart. -1: none does. */
__attribute__((unused)) static int naive_depth(const struct naive *x, enum lts_relation relation, int s, int t)
{
    uint32_t R[N_STATES], next[N_STATES];
    for (int p = 0; p < x->states; p++) {
        R[p] = 0;
        for (int q = 0; q < x->states; q++)
            R[p] |= (uint32_t)(x->colour[p] == x->colour[q]) << q;
    }
    for (int depth = 0;; depth++) {
        bool changed = false;
        if (!(R[s] >> t & 1))
            return depth;
        memcpy(next, R, sizeof R);
        for (int p = 0; p < x->states; p++)
            for (int q = 0; q < x->states; q++)
                if ((R[p] >> q & 1) && naive_tells(x, R, relation, p, q)) {
                    next[p] &= ~(1u << q);
                    changed = true;
                }
        if (!changed)
            return -1;
        memcpy(R, next, sizeof R);
    }
}

/* The greatest relation of the kind; for simulations, row s is the set of states that simulate s. Divergence is asked
 * for between fixpoints only, when R is an equivalence: the definition speaks of the classes that a path stays in. */
__attribute__((unused)) static void naive_relation(const struct naive *x, enum lts_relation relation, uint32_t *R)
{
    const struct naive_rule *rule = naive_rules;
    while (rule->relation != relation)
        rule++;
    for (int s = 0; s < x->states; s++) {
        R[s] = 0;
        for (int t = 0; t < x->states; t++)
            R[s] |= (uint32_t)(x->colour[s] == x->colour[t]) << t;
    }
    for (bool changed = true; changed;) {
        bool diverges[N_STATES];
        while (naive_round(x, rule, R))
            ;
        changed = false;
        for (int s = 0; s < x->states; s++)
            diverges[s] = rule->divergence && naive_diverges(x, R, s);
        for (int s = 0; s < x->states; s++)
            for (int t = 0; t < x->states; t++)
                if ((R[s] >> t & 1) && diverges[s] != diverges[t]) {
                    R[s] &= ~(1u << t);
                    changed = true;
                }
    }
}

#endif
