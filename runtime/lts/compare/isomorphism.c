/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Isomorphism by colours (B. McKay, "Practical graph isomorphism", 1981): a state's colour is a hash of its
 * propositions, its distance from the initial state, and, round by round, of the labels and colours of all transitions
 * from it and to it.
 *
 * An isomorphism keeps colours. So where the two systems have different ones, there is none; where no two states of a
 * system have the same, there is but one candidate, which is checked. Else one of several states of a colour gets
 * another, together with each of the other system's states of that colour in turn. A hash that fails to tell states
 * apart costs time, never the right answer.
 */
#include "runtime/lts/compare/isomorphism.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"
#include "runtime/lts/graph.h"

#include <stdlib.h>

/* A search that goes beyond is given up. */
static const uint64_t most_work = (uint64_t)1 << 27; /* states and transitions looked at, but for the first rounds */
static const uint64_t first_rounds = 64;
static const uint64_t most_saved = (uint64_t)1 << 26; /* colours kept, to go back to */

struct side {
    const struct lts *l;
    uint64_t *colour, *next, *sorted; /* by state, but for the last */
};

struct search {
    struct side side[2];
    uint64_t work, most, saved;
    const struct lts_control *c;
    struct diag *d;
};

/* ---- what can be told at once ------------------------------------------------------------------------------------ */

static bool same_sizes(const struct lts *a, const struct lts *b)
{
    if (a->states != b->states || lts_transitions(a) != lts_transitions(b) || a->props != b->props ||
        !a->prop != !b->prop || base_intern_count(a->labels) != base_intern_count(b->labels))
        return false;
    for (uint32_t p = 0; a->prop && p < a->props; p++)
        if (strcmp(a->prop_names[p], b->prop_names[p]))
            return false;
    for (uint32_t k = 0; k < base_intern_count(a->labels); k++)
        if (strcmp(base_intern_str(a->labels, k), base_intern_str(b->labels, k)))
            return false;
    return true;
}

static uint64_t props_hash(const struct lts *l, uint32_t s)
{
    return l->prop ? base_hash_bytes(l->prop + (size_t)s * l->props, l->props, 1) : 1;
}

static bool same_props(const struct lts *a, uint32_t s, const struct lts *b, uint32_t u)
{
    return !a->prop || !memcmp(a->prop + (size_t)s * a->props, b->prop + (size_t)u * b->props, a->props);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

static void first_colours(struct side *x)
{
    const struct lts *l = x->l;
    struct u32s list = {0};
    struct visited v = visited_new(l->states);
    uint64_t distance = 0;
    visited_clear(&v);
    visited_add(&v, &list, l->initial);
    for (size_t i = 0, end = 1; i < list.count; end = list.count, distance++)
        for (; i < end; i++) {
            uint32_t s = list.items[i];
            x->colour[s] = hash_u64(props_hash(l, s) + hash_u64(distance));
            for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
                visited_add(&v, &list, l->target[t]);
        }
    visited_free(&v);
    vec_free(&list);
}

/* Asks at every so many-th state. */
static enum status step(const struct search *x, uint32_t s)
{
    return s % (1 << 16) ? ST_OK : lts_control_step(x->c, "comparing", 0, 0, x->d);
}

static enum status next_colours(const struct search *all, struct side *x)
{
    const struct lts *l = x->l;
    enum status st = ST_OK;
    memcpy(x->next, x->colour, l->states * sizeof *x->next);
    for (uint32_t s = 0; s < l->states && !st; s++) {
        st = step(all, s);
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            uint64_t label = hash_u64(l->label[t] + (uint64_t)1);
            x->next[s] += hash_u64(label ^ x->colour[l->target[t]]);
            x->next[l->target[t]] += hash_u64(~label ^ x->colour[s]);
        }
    }
    for (uint32_t s = 0; s < l->states; s++)
        x->colour[s] = x->sorted[s] = hash_u64(x->next[s]);
    if (!st)
        base_sort_u64(x->sorted, l->states);
    return st;
}

static enum status given_up(const struct search *x)
{
    return diag_set(x->d, ST_LIMIT, (struct place){0},
                    "not known whether the two are the same graph: too many of their states look alike, and the search "
                    "was given up; --relation=strong tells whether the two can do the same");
}

/* Until no round finds more colours; *alike: both systems have the same ones. */
static enum status refine_colours(struct search *x, bool *alike, uint32_t *colours)
{
    const struct lts *l = x->side[0].l;
    enum status st = ST_OK;
    *alike = true;
    *colours = 0;
    for (uint32_t before = UINT32_MAX; !st && *alike && *colours != before;) {
        before = *colours;
        *colours = 1;
        for (int i = 0; i < 2 && !st; i++)
            st = next_colours(x, &x->side[i]);
        for (uint32_t s = 1; s < l->states; s++)
            *colours += x->side[0].sorted[s] != x->side[0].sorted[s - 1];
        *alike = !memcmp(x->side[0].sorted, x->side[1].sorted, l->states * sizeof(uint64_t));
        x->work += l->states + lts_transitions(l);
        if (!st && x->work > x->most)
            st = given_up(x);
    }
    return st;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static void image(const struct lts *l, uint32_t s, const uint32_t *of, struct u64s *out)
{
    out->count = 0;
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
        vec_push(out, (uint64_t)l->label[t] << 32 | (of ? of[l->target[t]] : l->target[t]));
    base_sort_u64(out->items, out->count);
}

/* All colours differ: whether the states that have the same one correspond. */
static enum status check_candidate(const struct search *x, bool *yes)
{
    const struct lts *a = x->side[0].l, *b = x->side[1].l;
    uint32_t *of = base_mem_alloc(a->states * sizeof *of);
    struct map64 state = {0};
    struct u64s row = {0}, other = {0};
    bool fine = true;
    enum status st = ST_OK;
    for (uint32_t u = 0; u < b->states && !st; u++) {
        st = step(x, u);
        base_map64_put(&state, x->side[1].colour[u], u);
    }
    for (uint32_t s = 0; s < a->states && fine && !st; s++)
        fine = base_map64_get(&state, x->side[0].colour[s], &of[s]);
    fine = fine && !st && of[a->initial] == b->initial;
    for (uint32_t s = 0; s < a->states && fine && !st; s++) {
        st = step(x, s);
        image(a, s, of, &row);
        image(b, of[s], NULL, &other);
        fine = same_props(a, s, b, of[s]) && row.count == other.count &&
               (!row.count || !memcmp(row.items, other.items, row.count * sizeof *row.items));
    }
    base_map64_free(&state);
    vec_free(&row);
    vec_free(&other);
    free(of);
    *yes = fine && !st;
    return st;
}

/* The colour that the fewest states have, of those that several have. */
static uint64_t choose_colour(const struct side *x)
{
    uint32_t n = x->l->states, least = UINT32_MAX;
    uint64_t best = 0;
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && x->sorted[end] == x->sorted[i];)
            end++;
        if (end - i > 1 && end - i < least) {
            least = end - i;
            best = x->sorted[i];
        }
    }
    return best;
}

static enum status decide(struct search *x, bool *yes);

/* Gives a state of the first system and in turn each of the second that it may correspond to another colour. */
static enum status try_all(struct search *x, bool *yes)
{
    uint32_t n = x->side[0].l->states, s = 0;
    uint64_t wanted = choose_colour(&x->side[0]), *saved[2];
    enum status st = ST_OK;
    x->saved += 2 * (uint64_t)n;
    if (x->saved > most_saved)
        return given_up(x);
    for (int i = 0; i < 2; i++) {
        saved[i] = base_mem_alloc(n * sizeof *saved[i]);
        memcpy(saved[i], x->side[i].colour, n * sizeof *saved[i]);
    }
    while (saved[0][s] != wanted)
        s++;
    for (uint32_t u = 0; u < n && !*yes && !st; u++) {
        if (saved[1][u] != wanted)
            continue;
        for (int i = 0; i < 2; i++)
            memcpy(x->side[i].colour, saved[i], n * sizeof *saved[i]);
        x->side[0].colour[s] = x->side[1].colour[u] = hash_u64(wanted + 1);
        st = decide(x, yes);
    }
    x->saved -= 2 * (uint64_t)n;
    free(saved[0]);
    free(saved[1]);
    return st;
}

static enum status decide(struct search *x, bool *yes)
{
    bool alike;
    uint32_t colours;
    enum status st = refine_colours(x, &alike, &colours);
    *yes = false;
    if (st || !alike)
        return st;
    if (colours < x->side[0].l->states)
        return try_all(x, yes);
    return check_candidate(x, yes);
}

enum status compare_isomorphic(const struct lts *a, const struct lts *b, const struct lts_control *c, bool *yes,
                               struct diag *d)
{
    enum { ARRAYS = 6 };
    struct search x = {.side = {{.l = a}, {.l = b}}, .c = c, .d = d};
    *yes = false;
    if (!same_sizes(a, b))
        return ST_OK;
    x.most = most_work + first_rounds * (a->states + lts_transitions(a));
    enum status st = lts_control_memory(c, ARRAYS * sizeof(uint64_t) * a->states, "comparing two graphs", d);
    if (st)
        return st;
    for (int i = 0; i < 2; i++) {
        x.side[i].colour = base_mem_alloc(a->states * sizeof(uint64_t));
        x.side[i].next = base_mem_alloc(a->states * sizeof(uint64_t));
        x.side[i].sorted = base_mem_alloc(a->states * sizeof(uint64_t));
        first_colours(&x.side[i]);
    }
    st = decide(&x, yes);
    for (int i = 0; i < 2; i++) {
        free(x.side[i].colour);
        free(x.side[i].next);
        free(x.side[i].sorted);
    }
    return st;
}
