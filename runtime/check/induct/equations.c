/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Once modulo a prime, which finds equations of integers, and once modulo 2 to the 32, which finds those of numbers
 * that wrap around. The rows are brought to a triangular form, each pivot a power of two; a column without a pivot may
 * be a sum of those before it.
 */
#include "equations.h"
#include "runtime/base/gcd.h"

#include <stdlib.h>

enum { COLUMNS = EQUATION_TERMS + 1, PRIME = INT32_MAX };
struct echelon {
    bool is_prime;
    struct equation_term columns[COLUMNS]; /* number 0 is the constant 1 */
    uint32_t count;
    bool has_pivot[COLUMNS];
    uint8_t power[COLUMNS];       /* by pivot: 2 to this */
    uint32_t m[COLUMNS][COLUMNS]; /* by pivot, the row that begins with it */
};

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static uint32_t reduced(const struct echelon *e, uint64_t x)
{
    return e->is_prime ? (uint32_t)(x % PRIME) : (uint32_t)x;
}

static uint32_t inverse(const struct echelon *e, uint32_t x)
{
    uint32_t r = 1;
    if (!e->is_prime)
        return (uint32_t)odd_inverse_u64(x);
    for (uint32_t n = PRIME - 2; n; n /= 2) { /* Fermat */
        r = n % 2 ? reduced(e, (uint64_t)r * x) : r;
        x = reduced(e, (uint64_t)x * x);
    }
    return r;
}

static void subtract(const struct echelon *e, uint32_t *row, uint32_t times, const uint32_t *other)
{
    uint32_t minus = e->is_prime ? PRIME - times : 0 - times;
    for (uint32_t c = 0; times && c < e->count; c++)
        row[c] = reduced(e, row[c] + (uint64_t)minus * other[c]);
}

/* How often 2 divides it; x is not 0. */
static unsigned power_of(const struct echelon *e, uint32_t x)
{
    return e->is_prime ? 0 : (unsigned)__builtin_ctz(x);
}

static void scale(const struct echelon *e, uint32_t *row, uint32_t times)
{
    for (uint32_t c = 0; c < e->count; c++)
        row[c] = reduced(e, (uint64_t)row[c] * times);
}

/* The row, whose first number stands in the column, becomes the pivot's. */
static void set_pivot(struct echelon *e, uint32_t column, uint32_t *row)
{
    unsigned power = power_of(e, row[column]);
    scale(e, row, inverse(e, row[column] >> power));
    e->has_pivot[column] = true;
    e->power[column] = (uint8_t)power;
    memcpy(e->m[column], row, sizeof e->m[column]);
}

static void add_row(struct echelon *e, uint32_t *row)
{
    for (uint32_t c = 0; c < e->count; c++) {
        uint32_t *pivot = e->m[c], old[COLUMNS];
        if (!row[c])
            continue;
        if (!e->has_pivot[c]) {
            set_pivot(e, c, row);
            if (!e->power[c])
                return;
            scale(e, row, UINT32_C(1) << (32 - e->power[c])); /* what it says of the columns behind */
        } else if (power_of(e, row[c]) < e->power[c]) {
            memcpy(old, pivot, sizeof old);
            set_pivot(e, c, row);
            memcpy(row, old, e->count * sizeof *row);
        }
        if (row[c])
            subtract(e, row, row[c] >> e->power[c], pivot);
    }
}

static uint32_t value_of(const struct equation_rows *r, const struct echelon *e, struct equation_term c, uint32_t row)
{
    int64_t v = r->rows[row][c.cell], times = c.times < CUT_CELLS ? r->rows[row][c.times] : 1;
    uint32_t a = e->is_prime ? (uint32_t)((v % PRIME + PRIME) % PRIME) : (uint32_t)v;
    uint32_t b = e->is_prime ? (uint32_t)((times % PRIME + PRIME) % PRIME) : (uint32_t)times;
    return reduced(e, (uint64_t)a * b);
}

static void add_rows(const struct equation_rows *r, struct echelon *e)
{
    memset(e->has_pivot, 0, sizeof e->has_pivot);
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t row[COLUMNS] = {1};
        if (!r->is_within[i])
            continue;
        for (uint32_t c = 1; c < e->count; c++)
            row[c] = value_of(r, e, e->columns[c], i);
        add_row(e, row);
    }
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/* Nearest to 0 of those that are the same to the pivot. */
static int64_t as_signed(const struct echelon *e, uint32_t x, unsigned power)
{
    if (e->is_prime)
        return x > PRIME / 2 ? (int64_t)x - PRIME : x;
    return (int64_t)(int32_t)(x << power) >> power;
}

/* That the column is a sum of those with pivots before it; false: it is none, or a number in it is too large. */
static bool find_equation(const struct echelon *e, uint32_t column, struct run_cut_candidate *k)
{
    enum { LARGEST = 16 }; /* products are hard for a solver */
    uint32_t factors[COLUMNS] = {0};
    *k = (struct run_cut_candidate){
        .kind = CUT_SUM, .count = 1, .cells = {e->columns[column].cell}, .times = {e->columns[column].times}};
    k->factors[0] = factors[column] = 1;
    for (uint32_t p = column; p-- > 0;) {
        uint64_t rest = 0;
        if (!e->has_pivot[p])
            continue;
        for (uint32_t c = p + 1; c <= column; c++)
            rest = reduced(e, rest + (uint64_t)e->m[p][c] * factors[c]);
        if ((uint32_t)rest & ((UINT32_C(1) << e->power[p]) - 1))
            return false;
        int64_t f = as_signed(e, reduced(e, e->is_prime ? PRIME - rest : 0 - rest) >> e->power[p], e->power[p]);
        factors[p] = e->is_prime && f < 0 ? (uint32_t)(f + PRIME) : (uint32_t)f;
        if (!p)
            k->value = -f;
        if (!f || !p)
            continue;
        if (f > LARGEST || f < -LARGEST || k->count == CUT_OPERANDS)
            return false;
        k->factors[k->count] = f;
        k->times[k->count] = e->columns[p].times;
        k->cells[k->count++] = e->columns[p].cell;
    }
    return true;
}

static bool holds_in(const struct equation_rows *r, const struct run_cut_candidate *k, uint32_t row)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < k->count; i++)
        sum += (uint32_t)k->factors[i] * (uint32_t)r->rows[row][k->cells[i]] *
               (k->times[i] < CUT_CELLS ? (uint32_t)r->rows[row][k->times[i]] : 1);
    return sum == (uint32_t)k->value;
}

bool check_equation_holds(const struct equation_rows *r, const struct run_cut_candidate *k, bool everywhere)
{
    for (uint32_t i = 0; i < r->count; i++)
        if ((everywhere || r->is_within[i]) && !holds_in(r, k, i))
            return false;
    return true;
}

void check_equations_find(const struct equation_rows *r, const struct equation_term *terms, uint32_t count,
                          void (*found)(void *context, const struct run_cut_candidate *k), void *context)
{
    struct echelon *e = base_mem_zalloc(sizeof *e);
    struct run_cut_candidate k;
    e->count = 1 + (count < EQUATION_TERMS ? count : EQUATION_TERMS);
    memcpy(&e->columns[1], terms, (e->count - 1) * sizeof *terms);
    for (int i = 0; i < 2; i++) {
        e->is_prime = i == 0;
        add_rows(r, e);
        for (uint32_t c = 1; c < e->count; c++)
            if (!e->has_pivot[c] && find_equation(e, c, &k) && check_equation_holds(r, &k, false))
                found(context, &k);
    }
    free(e);
}
