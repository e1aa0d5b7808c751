/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random inputs: small numbers, numbers of the program, and those that its cells held.
 */
#include "inputs.h"
#include "runtime/base/sorted.h"

static bool note_constant(void *context, const struct cwi_expr *e)
{
    struct guess_numbers *k = context;
    if (e->kind == CWI_CONST)
        vec_push(k, e->value);
    return true;
}

static void note_constants(void *numbers, const struct cwi_stmt *s)
{
    struct guess_numbers *k = numbers;
    cwi_stmt_walk(s, note_constant, k);
    for (uint32_t i = 0; i < s->case_count; i++)
        vec_push(k, s->cases[i].lo);
}

void check_inputs_begin(struct induct_inputs *x, const struct cwi_unit *u, struct run_trials *t, uint32_t loops)
{
    *x = (struct induct_inputs){.t = t, .loops = loops};
    cwi_unit_walk(u, note_constants, &x->known);
    for (size_t i = 0, all = x->known.count; i < all; i++) { /* what is compared may end one before, or behind */
        int64_t k = x->known.items[i];
        vec_push(&x->known, k + (k < INT64_MAX));
        vec_push(&x->known, k - (k > INT64_MIN));
    }
    vec_push(&x->known, 0);
    x->known.count = base_sort_unique_i64(x->known.items, x->known.count);
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
        return x->known.items[hash_random(&x->seed, x->known.count)];
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
    vec_free(&x->known);
}
