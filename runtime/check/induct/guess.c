/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates for an invariant of a loop, guessed from the states of it that trials have noted.
 */
#include "guess_private.h"
#include "runtime/base/sorted.h"
#include "equations.h"

#include <stdlib.h>

void check_guess_add(struct guess *x, struct run_cut_candidate k)
{
    if (*x->count < CUT_CANDIDATES)
        x->candidates[(*x->count)++] = k;
}

/* ---- bounds and orders ------------------------------------------------------------------------------------------- */

void check_guess_range(const struct guess *x, uint32_t cell, int64_t *least, int64_t *most)
{
    *least = INT64_MAX;
    *most = INT64_MIN;
    for (uint32_t r = 0; r < x->row_count; r++) {
        int64_t v = x->rows[r][cell];
        *least = v < *least ? v : *least;
        *most = v > *most ? v : *most;
    }
}

static bool is_ever(const struct guess *x, uint32_t cell, int64_t value)
{
    for (uint32_t r = 0; r < x->row_count; r++)
        if (x->rows[r][cell] == value)
            return true;
    return false;
}

int64_t check_guess_below(const struct guess *x, int64_t value)
{
    size_t i = lower_bound_i64(x->known->numbers.items, 0, x->known->numbers.count, value);
    bool is_there = i < x->known->numbers.count && x->known->numbers.items[i] == value;
    if (!is_there && !i)
        return INT64_MIN;
    return x->known->numbers.items[is_there ? i : i - 1];
}

int64_t check_guess_above(const struct guess *x, int64_t value)
{
    size_t i = lower_bound_i64(x->known->numbers.items, 0, x->known->numbers.count, value);
    return i < x->known->numbers.count ? x->known->numbers.items[i] : INT64_MAX;
}

static void guess_order(struct guess *x, uint32_t a, uint32_t b)
{
    int64_t least_a, most_a, least_b, most_b;
    check_guess_range(x, a, &least_a, &most_a);
    check_guess_range(x, b, &least_b, &most_b);
    if (most_a <= least_b || least_a == most_a || least_b == most_b)
        return;
    for (uint32_t r = 0; r < x->row_count; r++)
        if (x->rows[r][a] > x->rows[r][b])
            return;
    check_guess_add(x, (struct run_cut_candidate){.kind = CUT_ORDER, .count = 2, .cells = {(uint8_t)a, (uint8_t)b}});
}

/* Cells that are no flags and of at most 32 bits, one after the other; how many they are is the result. */
static uint32_t find_varied(const struct guess *x, uint32_t *cells, uint32_t most)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->cell_count && n < most; i++) {
        int64_t low, high;
        check_guess_range(x, i, &low, &high);
        if (!x->undefined[i] && x->cells[i].bits <= 32 && high - low > 8)
            cells[n++] = i;
    }
    return n;
}

static bool is_sum_at_most(const struct guess *x, uint32_t a, uint32_t b, uint32_t c)
{
    bool is_close = false;
    for (uint32_t r = 0; r < x->row_count; r++) {
        if (x->rows[r][a] + x->rows[r][b] > x->rows[r][c])
            return false;
        is_close |= x->rows[r][a] + x->rows[r][b] == x->rows[r][c];
    }
    return is_close;
}

static void guess_sums(struct guess *x)
{
    enum { MOST = 8 };
    uint32_t cells[MOST], n = find_varied(x, cells, MOST);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            for (uint32_t k = 0; k < n; k++)
                if (k != i && k != j && is_sum_at_most(x, cells[i], cells[j], cells[k]))
                    check_guess_add(x, (struct run_cut_candidate){
                                           .kind = CUT_SUM_AT_MOST,
                                           .count = 3,
                                           .cells = {(uint8_t)cells[i], (uint8_t)cells[j], (uint8_t)cells[k]}});
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

struct terms { /* that equations are looked for among */
    struct equation_term list[EQUATION_TERMS];
    uint32_t count;
};

static void add_term(struct terms *t, uint32_t cell, uint32_t times)
{
    if (t->count < EQUATION_TERMS)
        t->list[t->count++] = (struct equation_term){(uint8_t)cell, (uint8_t)times};
}

/* Products of the first cells that have several values and are no sums of others; a cell with itself, too. */
static void add_products(const struct guess *x, struct terms *t)
{
    enum { FACTORS = 9 };
    uint32_t factors[FACTORS], n = 0;
    for (uint32_t i = 0; i < x->cell_count && n < FACTORS; i++) {
        int64_t least, most;
        check_guess_range(x, i, &least, &most);
        if (!x->undefined[i] && least < most && !x->is_sum[i])
            factors[n++] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i; j < n; j++)
            add_term(t, factors[i], factors[j]);
}

static struct run_cut_candidate said_of(struct run_cut_candidate states, struct run_cut_candidate k)
{
    k.states = states.states;
    k.when = states.when;
    k.is = states.is;
    k.mode = states.mode;
    return k;
}

static bool is_same_equation(const struct run_cut_candidate *a, const struct run_cut_candidate *b)
{
    bool is_same = a->kind == b->kind && a->count == b->count && a->value == b->value;
    for (uint32_t i = 0; is_same && i < a->count; i++)
        is_same = a->cells[i] == b->cells[i] && a->times[i] == b->times[i] && a->factors[i] == b->factors[i];
    return is_same;
}

static bool is_known(const struct guess *x, const struct run_cut_candidate *k, uint32_t first)
{
    for (uint32_t i = first; i < *x->count; i++)
        if (is_same_equation(&x->candidates[i], k))
            return true;
    return false;
}

struct finding {
    struct guess *x;
    struct equation_rows rows;
    struct run_cut_candidate states; /* that equations are said of */
    uint32_t first;                  /* candidate that may be the same */
    bool has_products;
};

static void note_equation(void *finding, const struct run_cut_candidate *k)
{
    struct finding *f = finding;
    bool is_some = f->states.states != CUT_STATES_ALL;
    bool is_flag = f->states.states == CUT_STATES_EQUAL && k->cells[0] == f->states.when;
    if (is_flag || (is_some && check_equation_holds(&f->rows, k, true)) || is_known(f->x, k, f->first))
        return;
    check_guess_add(f->x, said_of(f->states, *k));
    f->x->is_sum[k->cells[0]] |= !is_some && !f->has_products;
}

/* Equations of the rows within, said of those states; where those are not all, only what does not hold everywhere.
 * Products stand before the cells, so that cells are what is computed. */
static void guess_equations(struct guess *x, struct run_cut_candidate states, bool has_products)
{
    struct terms t = {.count = 0};
    struct finding f = {x, {x->rows, x->row_count, x->is_within}, states, 0, has_products};
    f.first = states.states != CUT_STATES_ALL ? *x->count : 0;
    if (has_products)
        add_products(x, &t);
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!x->undefined[i] && !x->is_apart[i])
            add_term(&t, i, CUT_CELLS);
    check_equations_find(&f.rows, t.list, t.count, note_equation, &f);
}

/* ---- what holds in some states ----------------------------------------------------------------------------------- */

/* In those states, which are those within, the cell stays between numbers of the program, and is never 0; where they
 * are not all, what is closer than everywhere. */
static void guess_bounds(struct guess *x, struct run_cut_candidate states, uint32_t cell)
{
    struct run_cut_candidate k = said_of(states, (struct run_cut_candidate){.count = 1, .cells = {(uint8_t)cell}});
    bool is_all = states.states == CUT_STATES_ALL, has_zero = false;
    int64_t least, most, low = INT64_MAX, high = INT64_MIN;
    check_guess_range(x, cell, &least, &most);
    for (uint32_t r = 0; r < x->row_count; r++) {
        int64_t v = x->rows[r][cell];
        if (!x->is_within[r])
            continue;
        low = v < low ? v : low;
        high = v > high ? v : high;
        has_zero |= v == 0;
    }
    if (low == high && !is_all)
        return; /* an equation */
    k.kind = CUT_AT_MOST;
    k.value = check_guess_above(x, high);
    if (k.value < (is_all ? INT64_MAX : check_guess_above(x, most)))
        check_guess_add(x, k);
    k.kind = CUT_AT_LEAST;
    k.value = check_guess_below(x, low);
    if (k.value > (is_all ? INT64_MIN : check_guess_below(x, least)))
        check_guess_add(x, k);
    k.kind = CUT_NOT;
    k.value = 0;
    if (low < 0 && high > 0 && !has_zero && (is_all || is_ever(x, cell, 0)))
        check_guess_add(x, k);
}

/* The states are those within. */
static void guess_within(struct guess *x, struct run_cut_candidate states)
{
    guess_equations(x, states, false);
    for (uint32_t b = 0; b < x->cell_count; b++)
        if (!x->undefined[b] && !x->is_apart[b] && !(states.states == CUT_STATES_EQUAL && b == states.when))
            guess_bounds(x, states, b);
}

/* How many values the cell has; more than `most`: so many, at least. */
static uint32_t find_values(const struct guess *x, uint32_t cell, int64_t *values, uint32_t most)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < x->row_count; r++) {
        uint32_t k = 0;
        while (k < n && values[k] != x->rows[r][cell])
            k++;
        if (k == most)
            return most + 1;
        if (k == n)
            values[n++] = x->rows[r][cell];
    }
    return n;
}

enum { FLAG_VALUES = 5, MODE_VALUES = 9 };

static void guess_flag(struct guess *x, uint32_t cell)
{
    int64_t values[FLAG_VALUES];
    uint32_t n = find_values(x, cell, values, FLAG_VALUES);
    for (uint32_t k = 0; n > 1 && n <= FLAG_VALUES && k < n; k++) {
        for (uint32_t r = 0; r < x->row_count; r++)
            x->is_within[r] = x->rows[r][cell] == values[k];
        guess_within(x, (struct run_cut_candidate){.states = CUT_STATES_EQUAL, .when = (uint8_t)cell, .is = values[k]});
    }
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/* The cell, which has `n` values, is one more of those that make a mode, if there are not too many modes then. */
static void add_mode_cell(struct guess *x, uint32_t cell, uint32_t n)
{
    struct map64 numbers = {0};
    uint32_t *mode_of = base_mem_zalloc((x->row_count + 1) * sizeof *mode_of), count = 0;
    int64_t values[MODE_VALUES];
    find_values(x, cell, values, MODE_VALUES);
    for (uint32_t r = 0; r < x->row_count; r++) {
        uint32_t v = 0;
        while (values[v] != x->rows[r][cell])
            v++;
        if (!base_map64_get(&numbers, (uint64_t)x->mode_of[r] * n + v, &mode_of[r])) {
            base_map64_put(&numbers, (uint64_t)x->mode_of[r] * n + v, count);
            mode_of[r] = count++;
        }
    }
    base_map64_free(&numbers);
    if (count <= CUT_MODES) {
        memcpy(x->mode_of, mode_of, x->row_count * sizeof *mode_of);
        x->modes->cells[x->modes->cell_count++] = (uint8_t)cell;
        x->modes->count = count;
        x->is_apart[cell] = true;
    }
    free(mode_of);
}

/* Cells with the fewest values first. */
static void find_modes(struct guess *x)
{
    int64_t values[MODE_VALUES];
    uint32_t counts[CUT_CELLS] = {0};
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (x->cells[i].is_changed && !x->undefined[i])
            counts[i] = find_values(x, i, values, MODE_VALUES);
    for (uint32_t n = 2; n <= MODE_VALUES; n++)
        for (uint32_t i = 0; i < x->cell_count; i++)
            if (counts[i] == n)
                add_mode_cell(x, i, n);
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i < x->modes->cell_count; i++)
            x->modes->values[x->mode_of[r]][i] = x->rows[r][x->modes->cells[i]];
}

static void guess_modes(struct guess *x)
{
    for (uint32_t k = 0; k < x->modes->count; k++) {
        for (uint32_t r = 0; r < x->row_count; r++)
            x->is_within[r] = x->mode_of[r] == k;
        guess_within(x, (struct run_cut_candidate){.states = CUT_STATES_MODE, .mode = (uint16_t)k});
    }
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static bool is_compared(const struct guess *x, uint32_t i, uint32_t j)
{
    cwi_id a = x->cells[i].var, b = x->cells[j].var;
    for (size_t k = 0; k < x->known->compared.count && a != b; k++) {
        struct guess_pair p = x->known->compared.items[k];
        if ((p.a == a && p.b == b) || (p.a == b && p.b == a))
            return true;
    }
    return false;
}

/* Of cells of variables that the program compares. */
static void guess_compared(struct guess *x)
{
    for (uint32_t i = 0; i < x->cell_count; i++)
        for (uint32_t j = 0; j < x->cell_count && !x->undefined[i] && !x->is_apart[i]; j++)
            if (!x->undefined[j] && !x->is_apart[j] && is_compared(x, i, j))
                guess_order(x, i, j);
}

static void guess_related(struct guess *x)
{
    enum { MOST_CELLS = 24 };
    for (uint32_t i = 0; i < x->cell_count && x->cell_count <= MOST_CELLS; i++)
        for (uint32_t j = 0; j < x->cell_count && !x->undefined[i]; j++)
            if (i != j && !x->undefined[j])
                guess_order(x, i, j);
    guess_sums(x);
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!x->undefined[i])
            guess_flag(x, i);
}

static void guess_all(struct guess *x)
{
    if (x->kind == GUESS_MODES)
        find_modes(x);
    if (x->kind == GUESS_ARRAYS || x->kind == GUESS_STACKS)
        check_guess_arrays(x);
    if (x->kind == GUESS_STACKS)
        check_guess_stacks(x);
    memset(x->is_within, true, x->row_count);
    guess_equations(x, (struct run_cut_candidate){0}, false);
    if (x->kind == GUESS_PRODUCTS)
        guess_equations(x, (struct run_cut_candidate){0}, true);
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!x->undefined[i] && !x->is_apart[i])
            guess_bounds(x, (struct run_cut_candidate){0}, i);
    if (x->kind == GUESS_MODES)
        guess_modes(x);
    if (x->kind >= GUESS_RELATED)
        guess_related(x);
    else
        guess_compared(x);
}

void check_guess(struct run_trials *t, uint32_t loop, enum guess_kind kind, const struct guess_known *known)
{
    struct guess *x = base_mem_zalloc(sizeof *x);
    x->kind = kind;
    x->known = known;
    x->cells = run_cut_cells(t, loop, &x->cell_count);
    x->row_count = run_cut_rows(t, loop, &x->rows, &x->undefined);
    x->candidates = run_cut_candidates(t, loop, &x->count);
    x->modes = run_cut_modes(t, loop);
    x->mode_of = base_mem_zalloc((x->row_count + 1) * sizeof *x->mode_of);
    x->is_within = base_mem_zalloc(x->row_count + 1);
    x->is_apart = base_mem_zalloc(x->cell_count + 1);
    x->is_sum = base_mem_zalloc(x->cell_count + 1);
    *x->count = x->modes->count = x->modes->cell_count = 0;
    if (x->row_count)
        guess_all(x);
    free(x->mode_of);
    free(x->is_within);
    free(x->is_apart);
    free(x->is_sum);
    free(x);
}
