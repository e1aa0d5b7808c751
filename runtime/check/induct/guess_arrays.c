/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stacks, queues and buffers: all elements lie between two numbers; those before an index have one of a few values, or
 * lie between two others.
 */
#include "guess_private.h"

enum { FEW = 8 };
struct filling { /* what elements before the index hold */
    int64_t values[FEW], least, most;
    uint32_t value_count; /* more than FEW: too many */
    bool is_some;         /* others hold something else */
};

static bool is_next(const struct guess *x, uint32_t cell, uint64_t stride)
{
    const struct run_cut_cell *a = &x->cells[cell - 1], *b = &x->cells[cell];
    return a->var == b->var && a->bits == b->bits && b->offset - a->offset == stride && !x->undefined[cell];
}

struct guess_elements check_guess_elements(const struct guess *x, uint32_t first)
{
    struct guess_elements e = {first, 1};
    uint64_t stride = first + 1 < x->cell_count ? x->cells[first + 1].offset - x->cells[first].offset : 0;
    while (!x->undefined[first] && first + e.count < x->cell_count && is_next(x, first + e.count, stride))
        e.count++;
    return e;
}

/* Elements of arrays are no indices: each flag of many would be one. */
static bool is_element(const struct guess *x, uint32_t cell)
{
    for (uint32_t c = 0; c <= cell;) {
        struct guess_elements e = check_guess_elements(x, c);
        if (cell < c + e.count)
            return e.count >= GUESS_LEAST_ELEMENTS;
        c += e.count;
    }
    return false;
}

bool check_guess_is_index(const struct guess *x, uint32_t cell, struct guess_elements e)
{
    int64_t least, most;
    check_guess_range(x, cell, &least, &most);
    return x->cells[cell].var != x->cells[e.first].var && !x->undefined[cell] && least >= 0 && least < most &&
           most <= (int64_t)e.count && !is_element(x, cell);
}

static void note_value(struct filling *f, int64_t v)
{
    uint32_t k = 0;
    f->least = v < f->least ? v : f->least;
    f->most = v > f->most ? v : f->most;
    while (k < f->value_count && k < FEW && f->values[k] != v)
        k++;
    if (k == f->value_count && k < FEW)
        f->values[k] = v;
    f->value_count += k == f->value_count;
}

static bool is_value(const struct filling *f, int64_t v)
{
    for (uint32_t k = 0; k < f->value_count && k < FEW; k++)
        if (f->values[k] == v)
            return true;
    return f->value_count > FEW && v >= f->least && v <= f->most;
}

static struct filling find_filling(const struct guess *x, struct guess_elements e, uint32_t index)
{
    struct filling f = {.least = INT64_MAX, .most = INT64_MIN};
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i < e.count && i < x->rows[r][index]; i++)
            note_value(&f, x->rows[r][e.first + i]);
    for (uint32_t r = 0; r < x->row_count; r++)
        for (uint32_t i = 0; i < e.count; i++)
            f.is_some |= !is_value(&f, x->rows[r][e.first + i]);
    return f;
}

static void add_bound(struct guess *x, struct run_cut_candidate k, enum run_cut_candidate_kind kind, int64_t value)
{
    k.kind = (uint8_t)kind;
    k.value = value;
    if (value != INT64_MIN && value != INT64_MAX)
        check_guess_add(x, k);
}

static void add_filling(struct guess *x, struct guess_elements e, uint32_t index, const struct filling *f)
{
    for (uint32_t i = 0; i < e.count; i++) {
        struct run_cut_candidate k = {
            .states = CUT_STATES_ABOVE, .when = (uint8_t)index, .is = i, .count = 1, .cells = {(uint8_t)(e.first + i)}};
        if (f->value_count <= FEW) {
            k.kind = CUT_AMONG;
            k.value_count = (uint8_t)f->value_count;
            memcpy(k.factors, f->values, f->value_count * sizeof *f->values);
            check_guess_add(x, k);
        } else {
            add_bound(x, k, CUT_AT_LEAST, check_guess_below(x, f->least));
            add_bound(x, k, CUT_AT_MOST, check_guess_above(x, f->most));
        }
    }
}

/* What holds of each element for itself is not guessed: the next turn would fill one more. */
static void add_elements(struct guess *x, struct guess_elements e)
{
    int64_t least = INT64_MAX, most = INT64_MIN, low, high;
    for (uint32_t i = e.first; i < e.first + e.count; i++) {
        check_guess_range(x, i, &low, &high);
        least = low < least ? low : least;
        most = high > most ? high : most;
    }
    for (uint32_t i = e.first; i < e.first + e.count; i++) {
        struct run_cut_candidate k = {.count = 1, .cells = {(uint8_t)i}};
        add_bound(x, k, CUT_AT_LEAST, check_guess_below(x, least));
        add_bound(x, k, CUT_AT_MOST, check_guess_above(x, most));
        x->is_apart[i] = true;
    }
}

void check_guess_arrays(struct guess *x)
{
    for (uint32_t c = 0; c < x->cell_count;) {
        struct guess_elements e = check_guess_elements(x, c);
        c += e.count;
        if (e.count < GUESS_LEAST_ELEMENTS || !x->cells[e.first].is_changed)
            continue;
        add_elements(x, e);
        for (uint32_t i = 0; i < x->cell_count; i++) {
            if (!check_guess_is_index(x, i, e))
                continue;
            struct filling f = find_filling(x, e, i);
            if (f.value_count && f.is_some)
                add_filling(x, e, i, &f);
        }
    }
}

bool check_guess_has_arrays(const struct run_trials *t, uint32_t loop)
{
    struct guess x = {0};
    x.cells = run_cut_cells(t, loop, &x.cell_count);
    x.row_count = run_cut_rows(t, loop, &x.rows, &x.undefined);
    for (uint32_t c = 0; c < x.cell_count;) {
        struct guess_elements e = check_guess_elements(&x, c);
        if (e.count >= GUESS_LEAST_ELEMENTS && x.cells[c].is_changed)
            return true;
        c += e.count;
    }
    return false;
}
