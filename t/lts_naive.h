/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The relations straight from their definitions, as greatest fixpoints over all pairs of at most 32 states: slow,
 * short, and independent of runtime/lts. Sources: Milner 1989 (strong, weak), van Glabbeek and Weijland 1996
 * (branching), van Glabbeek, Luttik and Trcka 2009 (explicit divergence), van Glabbeek 1990 (simulation, ready
 * simulation, traces).
 *
 * Also here: random systems, their permutation, and an evaluator of Hennessy-Milner formulas.
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
    {LTS_READY_SIM, naive_ready, false, false},
};

/* The greatest relation of the kind inside R. */
static void naive_shrink(const struct naive *x, const struct naive_rule *rule, uint32_t *R)
{
    for (bool changed = true; changed;) {
        uint32_t next[N_STATES] = {0};
        changed = false;
        for (int s = 0; s < x->states; s++)
            for (int t = 0; t < x->states; t++)
                if ((R[s] >> t & 1) && rule->transfer(x, R, s, t) && (!rule->symmetric || rule->transfer(x, R, t, s)))
                    next[s] |= 1u << t;
        for (int s = 0; s < x->states; s++) {
            changed |= R[s] != next[s];
            R[s] = next[s];
        }
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
        naive_shrink(x, rule, R);
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

/* ---- traces ------------------------------------------------------------------------------------------------------ */

/* The set reached from a set by a letter: a label and a colour. */
static uint32_t naive_letter(const struct naive *x, uint32_t set, int a, int colour, bool weak)
{
    uint32_t to = naive_post(x->step[a], set), out = 0;
    if (!weak && a == N_SILENT)
        to |= naive_post(x->step[N_SHOWN], set);
    for (int u = 0; u < x->states; u++)
        if ((to >> u & 1) && x->colour[u] == colour)
            out |= 1u << u;
    return weak ? naive_post(x->closure, out) : out;
}

/* The length of the shortest trace of state s that t has not; 0 when there is none (so inclusion holds). */
__attribute__((unused)) static int naive_trace_beyond(const struct naive *x, int s, int t, bool weak)
{
    static struct {
        uint32_t a, b;
        int depth;
    } queue[1 << 16];
    size_t count = 1;
    queue[0].a = weak ? x->closure[s] : 1u << s;
    queue[0].b = weak ? x->closure[t] : 1u << t;
    queue[0].depth = 0;
    for (size_t i = 0; i < count; i++)
        for (int a = 0; a < x->labels; a++)
            for (int colour = 0; colour < 9; colour++) {
                if (weak ? a == N_SILENT : a == N_SHOWN)
                    continue;
                uint32_t to_a = naive_letter(x, queue[i].a, a, colour, weak);
                uint32_t to_b = naive_letter(x, queue[i].b, a, colour, weak);
                if (!to_a)
                    continue;
                if (!to_b)
                    return queue[i].depth + 1;
                bool known = false;
                for (size_t k = 0; k < count && !known; k++)
                    known = queue[k].a == to_a && queue[k].b == to_b;
                if (known)
                    continue;
                if (count == 1 << 16)
                    abort();
                queue[count].a = to_a;
                queue[count].b = to_b;
                queue[count++].depth = queue[i].depth + 1;
            }
    return 0;
}

/* Whether the systems' initial states are related (preorder: the first below the second). */
__attribute__((unused)) static bool naive_equal(const struct naive *x, enum lts_relation relation, bool preorder)
{
    int s = x->root[0], t = x->root[1];
    if (relation == LTS_TRACE || relation == LTS_WEAK_TRACE) {
        bool weak = relation == LTS_WEAK_TRACE;
        return x->colour[s] == x->colour[t] && !naive_trace_beyond(x, s, t, weak) &&
               (preorder || !naive_trace_beyond(x, t, s, weak));
    }
    uint32_t R[N_STATES];
    naive_relation(x, relation, R);
    return (R[s] >> t & 1) && (preorder || (R[t] >> s & 1));
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

static uint32_t naive_eval_at(const struct naive *x, const char **f, const struct lts *props)
{
    uint32_t all = x->states == 32 ? UINT32_MAX : (1u << x->states) - 1;
    if (!strncmp(*f, "tt", 2)) {
        *f += 2;
        return all;
    }
    if (!strncmp(*f, "not ", 4)) {
        *f += 4;
        return all & ~naive_eval_at(x, f, props);
    }
    if (**f == '(') {
        uint32_t set = all;
        do {
            *f += **f == '(' ? 1 : 5; /* " and " */
            set &= naive_eval_at(x, f, props);
        } while (!strncmp(*f, " and ", 5));
        if (**f != ')')
            abort();
        ++*f;
        return set;
    }
    if (**f == '<') {
        bool weak = (*f)[1] == '<';
        const char *name = *f + 1 + weak, *end = strchr(name, '>');
        *f = end + 1 + weak;
        uint32_t inner = naive_eval_at(x, f, props), set = 0;
        for (int s = 0; s < x->states; s++) {
            uint32_t to = 0;
            for (int a = 0; a < x->labels; a++) /* a weak <<i>> is silent: it changes no proposition */
                if (strlen(x->name[a]) == (size_t)(end - name) && !memcmp(x->name[a], name, (size_t)(end - name)) &&
                    !(weak && a == N_SHOWN))
                    to |= weak ? x->weak[a][s] : x->step[a][s];
            set |= (uint32_t)((to & inner) != 0) << s;
        }
        return set;
    }
    bool maybe = !strncmp(*f, "maybe(", 6);
    *f += maybe ? 6 : 0;
    uint32_t set = 0;
    for (uint32_t p = 0; p < props->props; p++) {
        size_t n = strlen(props->prop_names[p]);
        if (strncmp(*f, props->prop_names[p], n))
            continue;
        *f += n + maybe;
        for (int s = 0; s < x->states; s++) {
            int value = x->colour[s];
            for (uint32_t later = p + 1; later < props->props; later++)
                value /= 3;
            set |= (uint32_t)(value % 3 == (maybe ? LTS_MAYBE : LTS_TRUE)) << s;
        }
        return set;
    }
    fprintf(stderr, "no formula: %s\n", *f);
    abort();
}

/* The set of states where a formula holds. */
__attribute__((unused)) static uint32_t naive_eval(const struct naive *x, const char *formula, const struct lts *props)
{
    uint32_t set = naive_eval_at(x, &formula, props);
    if (*formula) {
        fprintf(stderr, "left over: %s\n", formula);
        abort();
    }
    return set;
}

/* ---- random systems ---------------------------------------------------------------------------------------------- */

static uint64_t naive_seed = 1;

__attribute__((unused)) static uint32_t naive_random(uint32_t below)
{
    naive_seed = naive_seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((naive_seed >> 33) % below);
}

struct naive_edge {
    uint32_t from, to;
    int label; /* -1: tau */
    bool must;
};
/* A system as a list, which can be changed and permuted before it is built. */
struct naive_draft {
    uint32_t states, initial, props;
    int count;
    struct naive_edge edge[64];
    uint8_t value[N_STATES][2];
};

__attribute__((unused)) static void naive_draw(struct naive_draft *d, uint32_t max_states, uint32_t labels, bool may,
                                               bool props)
{
    *d = (struct naive_draft){.states = 1 + naive_random(max_states)};
    uint32_t taus = naive_random(4), density = 1 + naive_random(3);
    d->initial = naive_random(d->states);
    d->props = props ? 1 + naive_random(2) : 0;
    d->count = (int)naive_random(d->states * density + 1);
    for (int i = 0; i < d->count && i < 40; i++)
        d->edge[i] =
            (struct naive_edge){naive_random(d->states), naive_random(d->states),
                                naive_random(4) < taus ? -1 : (int)naive_random(labels), !may || naive_random(3)};
    d->count = d->count < 40 ? d->count : 40;
    for (uint32_t s = 0; s < d->states; s++)
        for (uint32_t p = 0; p < d->props; p++)
            d->value[s][p] = naive_random(4) ? LTS_FALSE : naive_random(4) ? LTS_TRUE : LTS_MAYBE;
}

/* A small change that often keeps an equivalence: an edge more or less, a tau in front of a step, a copied state. */
__attribute__((unused)) static void naive_change(struct naive_draft *d)
{
    uint32_t kind = naive_random(5);
    if (kind == 0 && d->count) {
        d->count--;
        d->edge[naive_random((uint32_t)d->count + 1)] = d->edge[d->count];
    } else if (kind == 1 && d->count < 60)
        d->edge[d->count++] =
            (struct naive_edge){naive_random(d->states), naive_random(d->states), (int)naive_random(4) - 1, true};
    else if (kind == 2 && d->count && d->count < 60 && d->states < 14) {
        struct naive_edge *e = &d->edge[naive_random((uint32_t)d->count)];
        memcpy(d->value[d->states], d->value[naive_random(2) ? e->from : e->to], 2);
        d->edge[d->count++] = (struct naive_edge){d->states, e->to, naive_random(3) ? -1 : e->label, e->must};
        e->to = d->states++;
    } else if (kind == 3 && d->states < 14) {
        uint32_t s = naive_random(d->states);
        memcpy(d->value[d->states], d->value[s], 2);
        for (int i = 0, n = d->count; i < n && d->count < 60; i++)
            if (d->edge[i].from == s) {
                d->edge[d->count] = d->edge[i];
                d->edge[d->count++].from = d->states;
            }
        if (d->count)
            d->edge[naive_random((uint32_t)d->count)].to = d->states;
        d->states++;
    }
}

static const char *const naive_names[] = {"'a", "b", "'c", "d", "e"};

/* Builds the draft with its states and labels in a random order (`mix`), or in its own. */
__attribute__((unused)) static struct lts *naive_build(const struct naive_draft *d, bool mix, bool keep_must)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t number[N_STATES], label[5];
    int order[64];
    for (uint32_t s = 0; s < d->states; s++)
        number[s] = s;
    for (uint32_t s = d->states; mix && s > 1; s--) {
        uint32_t k = naive_random(s), old = number[s - 1];
        number[s - 1] = number[k];
        number[k] = old;
    }
    for (int i = 0; i < d->count; i++)
        order[i] = i;
    for (int i = d->count; mix && i > 1; i--) {
        int k = (int)naive_random((uint32_t)i), old = order[i - 1];
        order[i - 1] = order[k];
        order[k] = old;
    }
    for (int l = 0; l < 5; l++) {
        int at = mix ? (l * 3 + 2) % 5 : l;
        label[at] = lts_builder_label(b, naive_names[at]);
    }
    lts_builder_states(b, d->states);
    for (int i = 0; i < d->count; i++) {
        const struct naive_edge *e = &d->edge[order[i]];
        lts_builder_add(b, number[e->from], e->label < 0 ? LTS_TAU : label[e->label], number[e->to], e->must,
                        (uint32_t)order[i]);
    }
    struct lts *l = lts_builder_finish(b, number[d->initial], keep_must, true);
    if (d->props) {
        static const char *const names[] = {"ready", "open"};
        l->props = d->props;
        l->prop_names = mem_zalloc(d->props * sizeof *l->prop_names);
        l->prop = mem_zalloc(l->states * d->props);
        for (uint32_t p = 0; p < d->props; p++)
            l->prop_names[p] = strcpy(mem_alloc(strlen(names[p]) + 1), names[p]);
        for (uint32_t s = 0; s < d->states; s++)
            memcpy(l->prop + number[s] * d->props, d->value[s], d->props);
    }
    return l;
}

/* A system as text, for comparing and for showing what failed. */
__attribute__((unused)) static void naive_text(const struct lts *l, struct buf *out)
{
    buf_printf(out, "states %u initial %u\n", l->states, l->initial);
    for (uint32_t s = 0; s < l->states; s++) {
        for (uint32_t p = 0; l->prop && p < l->props; p++)
            buf_printf(out, "  %u: %s=%d\n", s, l->prop_names[p], l->prop[s * l->props + p]);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            buf_printf(out, "  %u %s%s %u\n", s, lts_label(l, t), lts_is_must(l, t) ? "" : "?", l->target[t]);
    }
}

__attribute__((unused)) static void naive_show(const char *what, const struct lts *l)
{
    struct buf b = {0};
    naive_text(l, &b);
    for (char *line = strtok(b.data, "\n"); line; line = strtok(NULL, "\n"))
        printf("# %s: %s\n", what, line);
    buf_free(&b);
}

__attribute__((unused)) static bool naive_same(const struct lts *a, const struct lts *b)
{
    struct buf x = {0}, y = {0};
    naive_text(a, &x);
    naive_text(b, &y);
    bool same = x.size == y.size && !memcmp(x.data, y.data, x.size);
    buf_free(&x);
    buf_free(&y);
    return same;
}

#endif
