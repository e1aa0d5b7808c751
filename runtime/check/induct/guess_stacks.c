/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What elements hold together: a stack that is sorted, flags that tell what is on it, and rings, in which elements
 * between two numbers that only grow lie between bounds, or are linear in their place.
 *
 * Source: Gopan, Reps and Sagiv 2005, A framework for numeric analysis of array operations (an array is looked at in
 * parts, which indices end).
 */
#include "guess_private.h"
#include "runtime/base/gcd.h"

/* ---- stacks ------------------------------------------------------------------------------------------------------ */

struct neighbours {                           /* before the index, each two: the first is always ... the second */
    bool is_less, is_least, is_more, is_most; /* less than, at most, more than, at least */
    uint32_t seen;
};

static struct neighbours compare_neighbours(const struct guess *x, struct guess_elements e, uint32_t index)
{
    struct neighbours n = {true, true, true, true, 0};
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i + 1 < e.count && i + 1 < x->rows[r][index]; i++) {
            int64_t a = x->rows[r][e.first + i], b = x->rows[r][e.first + i + 1];
            n.is_less &= a < b;
            n.is_least &= a <= b;
            n.is_more &= a > b;
            n.is_most &= a >= b;
            n.seen++;
        }
    return n;
}

static void guess_sorted(struct guess *x, struct guess_elements e, uint32_t index)
{
    struct neighbours n = compare_neighbours(x, e, index);
    bool is_strict = n.is_less || n.is_more, goes_down = n.is_most && !n.is_least;
    if (!n.seen || (!n.is_least && !n.is_most))
        return;
    for (uint32_t i = 0; i + 1 < e.count; i++) {
        uint8_t a = (uint8_t)(e.first + i), b = (uint8_t)(a + 1);
        check_guess_add(x, (struct run_cut_candidate){.kind = is_strict ? CUT_LESS : CUT_ORDER,
                                                      .states = CUT_STATES_ABOVE,
                                                      .when = (uint8_t)index,
                                                      .is = i + 1,
                                                      .count = 2,
                                                      .cells = {goes_down ? b : a, goes_down ? a : b}});
    }
}

static bool is_member(const struct guess *x, uint32_t row, struct guess_elements e, uint32_t index, int64_t number)
{
    for (uint32_t i = 0; i < e.count && i < x->rows[row][index]; i++)
        if (x->rows[row][e.first + i] == number)
            return true;
    return false;
}

/* The flags are not 0 just where their number is among the elements before the index. */
static void guess_members(struct guess *x, struct guess_elements flags, struct guess_elements e, uint32_t index)
{
    uint32_t set = 0;
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i < flags.count; i++) {
            bool is_set = x->rows[r][flags.first + i] != 0;
            if (is_set != is_member(x, r, e, index, i))
                return;
            set += is_set;
        }
    for (uint32_t i = 0; i < flags.count && set; i++)
        check_guess_add(x, (struct run_cut_candidate){.kind = CUT_MEMBER,
                                                      .when = (uint8_t)index,
                                                      .is = i,
                                                      .value_count = (uint8_t)e.count,
                                                      .count = 2,
                                                      .cells = {(uint8_t)(flags.first + i), (uint8_t)e.first}});
}

static void guess_stack(struct guess *x, struct guess_elements e, uint32_t index)
{
    guess_sorted(x, e, index);
    for (uint32_t c = 0; c < x->cell_count;) {
        struct guess_elements flags = check_guess_elements(x, c);
        c += flags.count;
        if (flags.count >= GUESS_LEAST_ELEMENTS && flags.first != e.first && x->cells[flags.first].is_changed)
            guess_members(x, flags, e, index);
    }
}

/* ---- rings ------------------------------------------------------------------------------------------------------- */

struct ring { /* elements from place number `first` to before `last`, which are cells */
    struct guess_elements e;
    uint32_t first, last;
};

static uint64_t wrapped(const struct guess *x, uint32_t cell, uint64_t value)
{
    return value & (x->cells[cell].bits < 64 ? (UINT64_C(1) << x->cells[cell].bits) - 1 : UINT64_MAX);
}

/* The most that the numbers are apart, modulo their width. */
static uint64_t most_apart(const struct guess *x, uint32_t last, uint32_t first)
{
    uint64_t most = 0;
    for (uint32_t r = 0; r < x->row_count; r++) {
        uint64_t apart = wrapped(x, last, (uint64_t)x->rows[r][last] - (uint64_t)x->rows[r][first]);
        most = apart > most ? apart : most;
    }
    return most;
}

/* Of the element: its place in that state; false: it is none of those between. */
static bool find_place(const struct guess *x, const struct ring *g, uint32_t row, uint32_t i, uint64_t *place)
{
    uint64_t first = (uint64_t)x->rows[row][g->first], behind = (i - first) & (g->e.count - 1);
    *place = wrapped(x, g->first, first + behind);
    return behind < wrapped(x, g->last, (uint64_t)x->rows[row][g->last] - first);
}

struct line { /* value = factor * place + start */
    uint64_t factor, start;
    bool is_known, holds;
};

/* By two elements whose places are an odd number apart; then it has to be so for all. */
static void note_point(const struct guess *x, const struct ring *g, uint64_t place, uint64_t value,
                       const uint64_t *before, struct line *l)
{
    if (!l->is_known && before && (place - before[0]) % 2) {
        l->factor = (value - before[1]) * odd_inverse_u64(place - before[0]);
        l->start = value - l->factor * place;
        l->is_known = true;
    }
    if (l->is_known)
        l->holds &= !wrapped(x, g->e.first, l->factor * place + l->start - value);
}

static struct line find_line(const struct guess *x, const struct ring *g)
{
    struct line l = {.holds = true};
    uint64_t before[2];
    bool any = false;
    for (int round = 0; round < 2; round++) /* what came before the line was known is looked at, too */
        for (uint32_t r = 0; r < x->row_count && l.holds; r++)
            for (uint32_t i = 0; i < g->e.count; i++) {
                uint64_t place, value = (uint64_t)x->rows[r][g->e.first + i];
                if (!find_place(x, g, r, i, &place))
                    continue;
                note_point(x, g, place, value, any ? before : NULL, &l);
                before[0] = place;
                before[1] = value;
                any = true;
            }
    l.holds &= l.is_known;
    return l;
}

static void add_claim(struct guess *x, struct run_cut_candidate k, enum run_cut_candidate_kind kind, int64_t value)
{
    k.kind = (uint8_t)kind;
    k.value = value;
    check_guess_add(x, k);
}

/* Numbers of the program that all elements between lie between; none: INT64_MIN, INT64_MAX. */
static void find_bounds(const struct guess *x, const struct ring *g, int64_t *low, int64_t *high)
{
    int64_t most = INT64_MIN, least = INT64_MAX;
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i < g->e.count; i++) {
            uint64_t unused;
            int64_t v = x->rows[r][g->e.first + i];
            if (!find_place(x, g, r, i, &unused))
                continue;
            most = v > most ? v : most;
            least = v < least ? v : least;
        }
    *low = least <= most ? check_guess_below(x, least) : INT64_MIN;
    *high = least <= most ? check_guess_above(x, most) : INT64_MAX;
}

/* Where they are linear in their place, that; else bounds. */
static void guess_ring(struct guess *x, const struct ring *g)
{
    struct line l = find_line(x, g);
    int64_t low, high;
    find_bounds(x, g, &low, &high);
    for (uint32_t i = 0; i < g->e.count; i++) {
        struct run_cut_candidate k = {.states = CUT_STATES_BETWEEN,
                                      .when = (uint8_t)g->first,
                                      .until = (uint8_t)g->last,
                                      .ring = (uint8_t)g->e.count,
                                      .is = i,
                                      .count = 1,
                                      .cells = {(uint8_t)(g->e.first + i)}};
        if (l.holds) {
            k.factors[0] = (int64_t)l.factor;
            add_claim(x, k, CUT_SEQUENCE, (int64_t)l.start);
        } else if (low != INT64_MIN) {
            add_claim(x, k, CUT_AT_LEAST, low);
        }
        if (!l.holds && high != INT64_MAX)
            add_claim(x, k, CUT_AT_MOST, high);
    }
}

/* Numbers that the program subtracts are not far apart; where that is a ring's size, they may be its ends. */
static void guess_rings(struct guess *x, uint32_t last, uint32_t first)
{
    uint64_t most = most_apart(x, last, first);
    int64_t bound = most < INT64_MAX ? check_guess_above(x, (int64_t)most) : INT64_MAX;
    if (bound == INT64_MAX)
        return;
    check_guess_add(x, (struct run_cut_candidate){
                           .kind = CUT_APART, .count = 2, .cells = {(uint8_t)last, (uint8_t)first}, .value = bound});
    for (uint32_t c = 0; c < x->cell_count;) {
        struct ring g = {check_guess_elements(x, c), first, last};
        uint32_t n = g.e.count;
        c += n;
        if (n >= GUESS_LEAST_ELEMENTS && !(n & (n - 1)) && x->cells[g.e.first].is_changed && bound <= n &&
            x->cells[g.e.first].bits == x->cells[first].bits)
            guess_ring(x, &g);
    }
}

static bool is_subtracted(const struct guess *x, uint32_t i, uint32_t j)
{
    for (size_t k = 0; k < x->known->subtracted.count; k++)
        if (x->known->subtracted.items[k].a == x->cells[i].var && x->known->subtracted.items[k].b == x->cells[j].var)
            return i != j && !x->undefined[i] && !x->undefined[j] && x->cells[i].bits == x->cells[j].bits;
    return false;
}

void check_guess_stacks(struct guess *x)
{
    for (uint32_t c = 0; c < x->cell_count;) {
        struct guess_elements e = check_guess_elements(x, c);
        c += e.count;
        for (uint32_t i = 0; i < x->cell_count && e.count >= GUESS_LEAST_ELEMENTS && x->cells[e.first].is_changed; i++)
            if (check_guess_is_index(x, i, e))
                guess_stack(x, e, i);
    }
    for (uint32_t i = 0; i < x->cell_count; i++)
        for (uint32_t j = 0; j < x->cell_count; j++)
            if (is_subtracted(x, i, j))
                guess_rings(x, i, j);
}

bool check_guess_has_stacks(struct run_trials *t, uint32_t loop)
{
    uint32_t *count;
    const struct run_cut_candidate *k = run_cut_candidates(t, loop, &count);
    for (uint32_t i = 0; i < *count; i++)
        if (k[i].states == CUT_STATES_BETWEEN || k[i].kind == CUT_MEMBER ||
            (k[i].kind == CUT_LESS && k[i].states == CUT_STATES_ABOVE))
            return true;
    return false;
}
