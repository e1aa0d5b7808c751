/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random inputs: small numbers, numbers of the program, and those that its cells held.
 */
#include "inputs.h"
#include "runtime/base/sorted.h"

static bool is_comparison(const struct cwi_expr *e)
{
    return e->kind == CWI_BINARY && e->op >= CWI_EQ && e->op <= CWI_GE;
}

/* The variable, or that of the field; 0: it is something else. */
static cwi_id named(const struct cwi_expr *e)
{
    while ((e->kind == CWI_UNARY && e->op == CWI_CONVERT) || e->kind == CWI_FIELD)
        e = e->a;
    return e->kind == CWI_VAR ? e->ref : 0;
}

static bool note_expression(void *context, const struct cwi_expr *e)
{
    struct guess_known *k = context;
    if (e->kind == CWI_CONST)
        vec_push(&k->numbers, e->value);
    bool is_difference = e->kind == CWI_BINARY && e->op == CWI_SUB;
    cwi_id a = is_difference || is_comparison(e) ? named(e->a) : 0, b = a ? named(e->b) : 0;
    if (b && is_difference)
        vec_push(&k->subtracted, ((struct guess_pair){a, b}));
    else if (b)
        vec_push(&k->compared, ((struct guess_pair){a, b}));
    return true;
}

static void note_statement(void *known, const struct cwi_stmt *s)
{
    struct guess_known *k = known;
    cwi_stmt_walk(s, note_expression, k);
    for (uint32_t i = 0; i < s->case_count; i++)
        vec_push(&k->numbers, s->cases[i].lo);
}

void check_inputs_begin(struct induct_inputs *x, const struct cwi_unit *u, struct run_trials *t, uint32_t loops)
{
    *x = (struct induct_inputs){.t = t, .loops = loops};
    cwi_unit_walk(u, note_statement, &x->known);
    /* what is compared may end one before, or behind */
    for (size_t i = 0, all = x->known.numbers.count; i < all; i++) {
        int64_t k = x->known.numbers.items[i];
        vec_push(&x->known.numbers, k + (k < INT64_MAX));
        vec_push(&x->known.numbers, k - (k > INT64_MIN));
    }
    vec_push(&x->known.numbers, 0);
    x->known.numbers.count = base_sort_unique_i64(x->known.numbers.items, x->known.numbers.count);
}

/* What some cell held at some loop: numbers that inputs are compared with are often there. */
static bool find_held(struct induct_inputs *x, int64_t *value)
{
    const int64_t(*rows)[CUT_CELLS];
    const bool *undefined;
    uint32_t loop = (uint32_t)hash_random(&x->seed, x->loops), cells;
    uint32_t count = run_cut_rows(x->t, loop, &rows, &undefined);
    run_cut_cells(x->t, loop, &cells);
    if (!count || !cells)
        return false;
    *value = rows[hash_random(&x->seed, count)][hash_random(&x->seed, cells)];
    return true;
}

static int64_t random_value(struct induct_inputs *x)
{
    int64_t value;
    switch (hash_random(&x->seed, 8)) {
    case 0:
    case 1:
        return (int64_t)hash_random(&x->seed, 4);
    case 2:
    case 3:
        return (int64_t)hash_random(&x->seed, 50) - 10;
    case 4:
        return (int64_t)hash_random(&x->seed, 1 << 20);
    case 5:
        return find_held(x, &value) ? value : 0;
    default:
        return x->known.numbers.items[hash_random(&x->seed, x->known.numbers.count)];
    }
}

void check_inputs_put(struct induct_inputs *x, int64_t *inputs, uint32_t count)
{
    enum { FEW = 6 };
    int64_t few[FEW];
    bool is_few = hash_random(&x->seed, 2);
    for (int i = 0; i < FEW; i++)
        few[i] = random_value(x);
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = is_few && hash_random(&x->seed, 4) ? few[hash_random(&x->seed, FEW)] : random_value(x);
}

void check_inputs_free(struct induct_inputs *x)
{
    vec_free(&x->known.numbers);
    vec_free(&x->known.compared);
    vec_free(&x->known.subtracted);
}
