/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which variables made most states.
 */
#include "explore.h"
#include "report.h"

static int by_values(const void *a, const void *b)
{
    uint64_t x = ((const struct avm_growth *)a)->distinct_values, y = ((const struct avm_growth *)b)->distinct_values;
    return x > y ? -1 : x < y;
}

static bool names_var(void *context, const struct cwi_expr *e)
{
    cwi_id *var = context;
    if (e->kind == CWI_VAR && e->ref == *var)
        *var = 0;
    return *var != 0;
}

static bool is_asked_about(const struct avm *m, cwi_id var)
{
    for (uint32_t i = 0; i < m->look_count && var; i++)
        if (m->looks[i].note->u.property.expr)
            cwi_expr_walk(m->looks[i].note->u.property.expr, names_var, &var);
    return !var;
}

/* Distinct values of each cell over a sample of the states. */
void avm_report_growth(struct avm *m)
{
    struct avm_model *out = m->model;
    enum { SAMPLE = 500000, REPORTED = 64, MANY = 16 }; /* SAMPLE: values looked at */
    size_t cells = m->cells.count;
    uint64_t states = avm_state_count(m), stride = states * (cells + 1) / SAMPLE + 1;
    struct map64 seen = {0};
    uint64_t *distinct = base_mem_zalloc((cells + 1) * sizeof *distinct);
    for (uint64_t s = 0; s < states; s += stride) {
        uint32_t n;
        avm_words(m, (uint32_t)s, m->step_words, &n);
        uint32_t pc = m->step_words[W_PC];
        for (uint32_t i = W_GLOBALS; i < n; i++) {
            if (i >= m->frame_base && (pc >= m->chain_base || is_last(pc)))
                continue;
            const struct cell *c = i < m->frame_base ? m->global_cells[i - W_GLOBALS]
                                                     : m->code.items[pc].fn->frame_cells[i - m->frame_base];
            size_t cell = (size_t)(c - m->cells.items);
            uint64_t key = (uint64_t)cell << 32 | m->step_words[i];
            uint32_t known;
            if (!base_map64_get(&seen, key, &known)) {
                base_map64_put(&seen, key, 0);
                distinct[cell]++;
            }
        }
    }
    out->growth = ARENA_ARRAY(m->arena, struct avm_growth, cells);
    for (size_t i = 0; i < cells; i++) {
        if (distinct[i] < 2 || m->cells.items[i].is_temp)
            continue;
        struct buf b = {0};
        const struct cell *c = &m->cells.items[i];
        avm_cell_name(m, c, &b);
        struct avm_growth *g = &out->growth[out->growth_count++];
        *g = (struct avm_growth){.func = cwi_var_of(m->u, c->var)->owner,
                                 .var = c->var,
                                 .cell = arena_str(m->arena, buf_str(&b)),
                                 .distinct_values = distinct[i]};
        if (distinct[i] >= MANY && !is_asked_about(m, c->var))
            g->advice = arena_printf(m->arena, "%s does without it", avm_pragma_for(m, c->var, g->cell, "ignore"));
        buf_free(&b);
    }
    if (out->growth_count)
        qsort(out->growth, out->growth_count, sizeof *out->growth, by_values);
    if (out->growth_count > REPORTED)
        out->growth_count = REPORTED;
    base_map64_free(&seen);
    free(distinct);
}
