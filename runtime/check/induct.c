/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops without an end, by induction: what holds in all states that a few runs show is guessed to hold whenever control
 * comes to the loop. Guesses that some path into the loop, or one turn of it, does not keep are dropped; what no turn
 * from any state of the others reaches is not reachable.
 *
 * Sources: Flanagan and Leino 2001, Houdini; Ernst et al. 2007, Daikon (what is guessed); Karr 1976 (linear equations).
 */
#include "runtime/base/gcd.h"
#include "runtime/base/components.h"
#include "runtime/base/sorted.h"
#include "runtime/check/induct.h"
#include "runtime/run/cut.h"

#include <stdlib.h>

struct constants VEC(int64_t);
/* Linear equations modulo 2 to the 32: the rows are brought to echelon form, and each column without a pivot is a sum
 * of those before it. Rows without an odd number add nothing. */
enum { COLUMNS = CUT_CELLS + 1 };
struct echelon {
    uint32_t m[COLUMNS][COLUMNS];
    uint32_t columns, rank, pivot[COLUMNS], cell[COLUMNS]; /* column 0 is the constant 1 */
    uint32_t rows;                                         /* that are in it */
};
struct induct {
    struct run_trials *t;
    const struct cwi_unit *u;
    struct constants known; /* in the program, sorted */
    const struct run_cell *cells;
    uint32_t cell_count, row_count, rows_seen;
    const int64_t (*rows)[CUT_CELLS];
    const bool *undefined;
    struct run_candidate *candidates;
    uint32_t *count;
    uint64_t seed;
    struct echelon equations;
    bool is_eager; /* orders and implications are guessed too */
};

/* ---- loops ------------------------------------------------------------------------------------------------------- */

struct loops {
    const struct cwi_func *f;
    uint32_t *part; /* by block; 0: no loop */
    uint32_t count;
};

static uint32_t next_block(void *loops, uint32_t block, uint32_t i)
{
    const struct cwi_block *b = &((struct loops *)loops)->f->blocks[block];
    const struct cwi_stmt *s = b->count ? &b->stmts[b->count - 1] : NULL;
    if (s && i < s->target_count)
        return s->targets[i];
    return s && i - s->target_count < s->case_count ? s->cases[i - s->target_count].target : COMPONENTS_NONE;
}

static bool starts(void *loops, uint32_t block)
{
    (void)loops;
    return !block;
}

static void note_loop(void *loops, const uint32_t *members, uint32_t count)
{
    struct loops *l = loops;
    bool is_loop = count > 1;
    for (uint32_t i = 0; next_block(l, members[0], i) != COMPONENTS_NONE; i++)
        is_loop |= next_block(l, members[0], i) == members[0];
    if (is_loop)
        l->count++;
    for (uint32_t i = 0; is_loop && i < count; i++)
        l->part[members[i]] = l->count;
}

/* The only block of the loop that others lead to, or COMPONENTS_NONE. */
static uint32_t head_of(struct loops *l, uint32_t loop)
{
    uint32_t head = l->part[0] == loop ? 0 : COMPONENTS_NONE;
    for (uint32_t b = 0; b < l->f->block_count; b++)
        for (uint32_t i = 0, to; l->part[b] != loop && (to = next_block(l, b, i)) != COMPONENTS_NONE; i++) {
            if (l->part[to] != loop)
                continue;
            if (head != COMPONENTS_NONE && head != to)
                return COMPONENTS_NONE;
            head = to;
        }
    return head;
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static bool note_constant(void *context, const struct cwi_expr *e)
{
    struct constants *k = context;
    if (e->kind == CWI_CONST)
        vec_push(k, e->value);
    return true;
}

static void find_constants(struct induct *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        for (uint32_t b = 0; b < cwi_func_of(x->u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(x->u, f)->blocks[b].count; i++) {
                const struct cwi_stmt *s = &cwi_func_of(x->u, f)->blocks[b].stmts[i];
                if (s->rhs)
                    cwi_expr_walk(s->rhs, note_constant, &x->known);
                for (uint32_t k = 0; k < s->case_count; k++)
                    vec_push(&x->known, s->cases[k].lo);
                for (uint32_t k = 0; k < s->arg_count; k++)
                    cwi_expr_walk(s->args[k], note_constant, &x->known);
            }
    for (size_t i = 0, all = x->known.count; i < all; i++) { /* what is compared may end one before, or behind */
        int64_t k = x->known.items[i];
        vec_push(&x->known, k + (k < INT64_MAX));
        vec_push(&x->known, k - (k > INT64_MIN));
    }
    vec_push(&x->known, 0);
    x->known.count = base_sort_unique_i64(x->known.items, x->known.count);
}

enum { RANDOM_INPUTS = 600 };

static void put_random(struct induct *x, int64_t *inputs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t kind = hash_random(&x->seed, 4);
        inputs[i] = kind == 0   ? (int64_t)hash_random(&x->seed, 4)
                    : kind == 1 ? (int64_t)hash_random(&x->seed, 50) - 10
                                : x->known.items[hash_random(&x->seed, x->known.count)];
    }
}

/* How many rows there are then. */
static uint32_t sample(struct induct *x)
{
    enum { RUNS = 40 };
    int64_t inputs[RANDOM_INPUTS];
    run_cut_sample(x->t, true);
    for (uint32_t r = 0; r < RUNS; r++) {
        put_random(x, inputs, RANDOM_INPUTS);
        run_trials_run(x->t, inputs, r ? RANDOM_INPUTS : 0, RUN_TRIAL_TIME);
    }
    run_cut_sample(x->t, false);
    x->row_count = x->rows_seen = run_cut_rows(x->t, &x->rows, &x->undefined);
    return x->row_count;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static void add(struct induct *x, struct run_candidate k)
{
    if (*x->count < CUT_CANDIDATES)
        x->candidates[(*x->count)++] = k;
}

static void add_one(struct induct *x, enum run_candidate_kind kind, uint32_t cell, int64_t value)
{
    add(x, (struct run_candidate){.kind = (uint8_t)kind, .count = 1, .cells = {(uint8_t)cell}, .value = value});
}

static void find_range(const struct induct *x, uint32_t cell, int64_t *least, int64_t *most)
{
    *least = INT64_MAX;
    *most = INT64_MIN;
    for (uint32_t r = 0; r < x->row_count; r++) {
        int64_t v = x->rows[r][cell];
        *least = v < *least ? v : *least;
        *most = v > *most ? v : *most;
    }
}

/* A cell stays between numbers of the program. */
static void guess_bounds(struct induct *x, uint32_t cell)
{
    enum { NEAREST = 3 };
    int64_t least, most;
    find_range(x, cell, &least, &most);
    for (size_t i = 0, n = 0; i < x->known.count && n < NEAREST; i++)
        if (x->known.items[i] >= most)
            add_one(x, CANDIDATE_AT_MOST, cell, x->known.items[i]), n++;
    for (size_t i = x->known.count, n = 0; i-- > 0 && n < NEAREST;)
        if (x->known.items[i] <= least)
            add_one(x, CANDIDATE_AT_LEAST, cell, x->known.items[i]), n++;
}

static void guess_order(struct induct *x, uint32_t a, uint32_t b)
{
    int64_t least_a, most_a, least_b, most_b;
    find_range(x, a, &least_a, &most_a);
    find_range(x, b, &least_b, &most_b);
    if (most_a <= least_b || least_a == most_a || least_b == most_b)
        return;
    for (uint32_t r = 0; r < x->row_count; r++)
        if (x->rows[r][a] > x->rows[r][b])
            return;
    add(x, (struct run_candidate){.kind = CANDIDATE_ORDER, .count = 2, .cells = {(uint8_t)a, (uint8_t)b}});
}

/* Where `a` is `value` the other cells hold one number each that they do not hold everywhere. */
static void guess_implied(struct induct *x, uint32_t a, int64_t value)
{
    for (uint32_t b = 0; b < x->cell_count; b++) {
        int64_t least, most, other = 0;
        bool any = false, is_one = true;
        find_range(x, b, &least, &most);
        for (uint32_t r = 0; r < x->row_count && is_one; r++) {
            if (x->rows[r][a] != value)
                continue;
            is_one = !any || x->rows[r][b] == other;
            other = x->rows[r][b];
            any = true;
        }
        if (b != a && any && is_one && least != most && !x->undefined[b])
            add(x, (struct run_candidate){.kind = CANDIDATE_IMPLIES,
                                          .count = 2,
                                          .cells = {(uint8_t)a, (uint8_t)b},
                                          .value = value,
                                          .other = other});
    }
}

static void guess_flags(struct induct *x, uint32_t cell)
{
    enum { FEW = 5 };
    int64_t values[FEW];
    uint32_t n = 0;
    for (uint32_t r = 0; r < x->row_count; r++) {
        uint32_t k = 0;
        while (k < n && values[k] != x->rows[r][cell])
            k++;
        if (k < n)
            continue;
        if (n == FEW)
            return;
        values[n++] = x->rows[r][cell];
    }
    for (uint32_t k = 0; n > 1 && k < n; k++)
        guess_implied(x, cell, values[k]);
}

static void subtract(const struct echelon *e, uint32_t *row, uint32_t times, const uint32_t *other)
{
    for (uint32_t c = 0; times && c < e->columns; c++)
        row[c] -= times * other[c];
}

static void add_row(struct echelon *e, uint32_t *row)
{
    for (uint32_t i = 0; i < e->rank; i++)
        subtract(e, row, row[e->pivot[i]], e->m[i]);
    uint32_t p = 0;
    while (p < e->columns && row[p] % 2 == 0)
        p++;
    if (p == e->columns)
        return;
    uint32_t k = (uint32_t)odd_inverse_u64(row[p]);
    for (uint32_t c = 0; c < e->columns; c++)
        row[c] *= k;
    for (uint32_t i = 0; i < e->rank; i++)
        subtract(e, e->m[i], e->m[i][p], row);
    memcpy(e->m[e->rank], row, sizeof e->m[0]);
    e->pivot[e->rank++] = p;
}

static void guess_equation(struct induct *x, const struct echelon *e, uint32_t column)
{
    enum { LARGEST = 16 }; /* products are hard for a solver */
    struct run_candidate k = {.kind = CANDIDATE_SUM, .count = 1, .cells = {(uint8_t)e->cell[column]}, .factors = {1}};
    for (uint32_t i = 0; i < e->rank; i++) {
        int64_t f = (int32_t)e->m[i][column];
        if (!f)
            continue;
        if (e->pivot[i] && (f > LARGEST || f < -LARGEST || k.count == CUT_OPERANDS))
            return;
        if (!e->pivot[i]) {
            k.value = f;
        } else {
            k.factors[k.count] = -f;
            k.cells[k.count++] = (uint8_t)e->cell[e->pivot[i]];
        }
    }
    add(x, k);
}

/* The cells that held a value in all rows; false: they are those that it was about. */
static bool choose_columns(const struct induct *x, struct echelon *e)
{
    uint32_t n = 1;
    bool differs = !e->columns;
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!x->undefined[i]) {
            differs |= e->cell[n] != i;
            e->cell[n++] = i;
        }
    differs |= n != e->columns;
    e->columns = n;
    return differs;
}

static void guess_equations(struct induct *x)
{
    struct echelon *e = &x->equations;
    bool is_pivot[COLUMNS] = {false};
    if (choose_columns(x, e))
        e->rank = e->rows = 0;
    for (; e->rows < x->row_count; e->rows++) {
        uint32_t row[COLUMNS] = {1};
        for (uint32_t c = 1; c < e->columns; c++)
            row[c] = (uint32_t)x->rows[e->rows][e->cell[c]];
        add_row(e, row);
    }
    for (uint32_t i = 0; i < e->rank; i++)
        is_pivot[e->pivot[i]] = true;
    for (uint32_t c = 1; c < e->columns; c++)
        if (!is_pivot[c])
            guess_equation(x, e, c);
}

/* Few at first: a solver gets all of them in each question. */
static void guess(struct induct *x)
{
    guess_equations(x);
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!x->undefined[i])
            guess_bounds(x, i);
    for (uint32_t i = 0; i < x->cell_count && x->is_eager; i++)
        for (uint32_t j = 0; j < x->cell_count && !x->undefined[i]; j++)
            if (i != j && !x->undefined[j] && x->cell_count <= 24)
                guess_order(x, i, j);
    for (uint32_t i = 0; i < x->cell_count && x->is_eager; i++)
        if (!x->undefined[i])
            guess_flags(x, i);
}

/* ---- proving ----------------------------------------------------------------------------------------------------- */

/* What broke a candidate is one more state that holds at the loop: guesses are made of all. */
static bool guess_again(struct induct *x)
{
    const bool *broken = run_cut_broken(x->t);
    bool any = false;
    for (uint32_t i = 0; i < *x->count; i++)
        any |= broken[i];
    run_cut_forget(x->t);
    x->row_count = run_cut_rows(x->t, &x->rows, &x->undefined);
    *x->count = any ? 0 : *x->count;
    if (any)
        guess(x);
    return any;
}

/* What a state leads to that broke a candidate breaks others: turns with random inputs find that sooner than a solver.
 * All of it holds whatever can be proved, for the turn began in a state that holds all candidates. */
static void go_on(void *induct, const int64_t *inputs, uint32_t count)
{
    enum { TIMES = 4 };
    struct induct *x = induct;
    uint32_t rows = run_cut_rows(x->t, &x->rows, &x->undefined);
    if (rows == x->rows_seen)
        return;
    int64_t *more = base_mem_zalloc((count + RANDOM_INPUTS) * sizeof *more);
    memcpy(more, inputs, count * sizeof *more);
    run_cut_go_on(x->t, true);
    for (int k = 0; k < TIMES; k++) {
        put_random(x, more + count, RANDOM_INPUTS);
        run_trials_run(x->t, more, count + RANDOM_INPUTS, RUN_TRIAL_TIME);
    }
    run_cut_go_on(x->t, false);
    free(more);
    x->rows_seen = run_cut_rows(x->t, &x->rows, &x->undefined);
}

/* Enough states have broken candidates for others to be guessed. */
static bool is_broken(void *induct)
{
    enum { ENOUGH = 12 };
    struct induct *x = induct;
    return run_cut_rows(x->t, &x->rows, &x->undefined) >= x->row_count + ENOUGH;
}

static enum status prove_with(struct induct *x, const struct exhaust_options *options, struct exhausted *out,
                              struct diag *d)
{
    enum { MOST_ROUNDS = 400 };
    uint32_t trials = 0;
    *x->count = 0;
    guess(x);
    for (uint32_t round = 0;; round++) {
        enum status st = check_exhaust(x->t, options, out, d);
        out->trials = trials += out->trials;
        if (st || !guess_again(x))
            return st;
        if (round == MOST_ROUNDS || base_budget_ask(options->budget) != BUDGET_LEFT) {
            out->open = "the candidates are not settled";
            return ST_OK;
        }
        check_exhausted_free(out);
    }
}

static enum status prove(struct induct *x, const struct exhaust_options *options, struct exhausted *out, struct diag *d)
{
    struct smt *smt;
    run_trials_run(x->t, NULL, 0, RUN_TRIAL_TIME); /* what trials are forked from is small before there is a solver */
    enum status st = smt_new(&smt, d);
    if (st)
        return st;
    struct budget half = options->budget ? *options->budget : (struct budget){0};
    struct exhaust_options first = *options, all;
    double now = base_budget_now();
    if (half.deadline > 0)
        half.deadline = now + (half.deadline - now) / 2;
    first.budget = &half;
    first.is_enough = is_broken;
    first.context = x;
    first.note = go_on;
    first.smt = smt;
    all = first;
    all.budget = options->budget;
    st = prove_with(x, &first, out, d);
    if (!st && (out->open || out->is_reached)) {
        check_exhausted_free(out);
        x->is_eager = true;
        st = prove_with(x, &all, out, d);
    }
    smt_free(smt);
    return st;
}

enum status check_induct(const struct cwi_unit *u, struct run_trials *t, cwi_id func, uint32_t loop,
                         const struct exhaust_options *options, struct exhausted *out, struct diag *d)
{
    struct loops l = {.f = cwi_func_of(u, func)};
    struct induct *x = base_mem_zalloc(sizeof *x);
    *x = (struct induct){.t = t, .u = u};
    l.part = base_mem_zalloc((l.f->block_count + 1) * sizeof *l.part);
    bool *in_loop = base_mem_zalloc(l.f->block_count + 1);
    base_components_find(&(struct components_graph){l.f->block_count, next_block, starts, note_loop, &l});
    uint32_t head = loop <= l.count ? head_of(&l, loop) : COMPONENTS_NONE;
    for (uint32_t b = 0; b < l.f->block_count; b++)
        in_loop[b] = l.part[b] == loop;
    enum status st = ST_OK;
    *out = (struct exhausted){.arena = arena_new(), .open = "there is no such loop"};
    if (loop > l.count)
        st = ST_BAD;
    if (!st && head != COMPONENTS_NONE && run_trials_cut(t, func, in_loop, head)) {
        x->cells = run_cut_cells(t, &x->cell_count);
        x->candidates = run_cut_candidates(t, &x->count);
        find_constants(x);
        if (sample(x)) {
            check_exhausted_free(out);
            st = prove(x, options, out, d);
        }
    }
    vec_free(&x->known);
    free(x);
    free(in_loop);
    free(l.part);
    return st;
}
