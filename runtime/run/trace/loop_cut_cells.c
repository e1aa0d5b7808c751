/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the cells of a loop hold when control is there.
 */
#include "loop_cut.h"
#include "trace.h"

/* A local has its place in the frame before its object is needed: what it holds counts from the beginning. */
uint8_t *run_cut_place(const struct machine *m, const struct frame *f, cwi_id var)
{
    const struct func_code *fn = f->fn;
    if (m->statics[var])
        return (uint8_t *)(uintptr_t)m->statics[var];
    if (cwi_var_of(m->u, var)->owner != fn->id)
        return NULL;
    uint32_t local = fn->slot_of[var - fn->first_var];
    return local == UINT32_MAX || !fn->in_memory[var - fn->first_var] ? NULL : f->base + fn->locals[local].offset;
}

/* The register that holds the cell; NULL: none does. */
static struct val *register_of(const struct machine *m, const struct frame *f, const struct run_cut_cell *x)
{
    const struct func_code *fn = f->fn;
    if (m->statics[x->var] || fn->in_memory[x->var - fn->first_var])
        return NULL;
    return &f->registers[fn->slot_of[x->var - fn->first_var]];
}

struct frame *run_cut_frame(const struct machine *m, struct frame *f, const struct run_cut_cell *x)
{
    cwi_id owner = cwi_var_of(m->u, x->var)->owner;
    while (f && !m->statics[x->var] && f->fn->id != owner)
        f = f->up;
    return f;
}

void run_cut_put(struct machine *m, struct frame *f, const struct run_cut_cell *x, struct symbolic a)
{
    uint32_t size = (x->bits + 7u) / 8;
    struct val *reg = register_of(m, f, x);
    if (reg) {
        *reg = a.v;
        run_trace_set_register(m, reg, a.v.bits, a.term);
        return;
    }
    uint8_t *at = run_cut_place(m, f, x->var);
    if (!at)
        return;
    run_trace_split(m->trace, at + x->offset, size, true);
    run_memory_store(&m->mem, at + x->offset, size, a.v);
    run_trace_set_cell(m->trace, at + x->offset, (struct shadow){a.v.bits, a.term, size});
}

struct symbolic run_cut_value(struct machine *m, struct frame *f, const struct run_cut_cell *x, bool *is_undefined)
{
    struct shape t = run_cut_shape(x);
    struct symbolic r = {{0}, 0};
    f = run_cut_frame(m, f, x);
    *is_undefined = true;
    if (!f)
        return r;
    struct val *reg = register_of(m, f, x);
    const uint8_t *at = reg ? NULL : run_cut_place(m, f, x->var);
    if (reg) {
        struct shadow s = *run_trace_register(m, reg);
        r.v = *reg;
        r.term = s.term && s.bits == reg->bits ? run_trace_convert(m->trace, s.term, t.is_signed, t.bits) : 0;
    } else if (at && run_memory_is_init(&m->mem, at + x->offset, t.size)) {
        r = run_trace_held(m, at + x->offset, &(struct place_code){.t = t});
    } else {
        return r;
    }
    *is_undefined = r.v.undef || r.v.object; /* an address is no number: another process has others */
    return r;
}

void run_cut_restore(struct machine *m, const struct cut_loop *l, struct frame *f, uint32_t row)
{
    const struct cut_shared *s = l->shared;
    for (uint32_t i = 0; i < l->cell_count; i++) {
        const struct run_cut_cell *x = &l->cells[i];
        struct frame *of = run_cut_frame(m, f, x);
        struct symbolic a = {{.bits = (uint64_t)s->rows[row][i]}, 0};
        if (of && !s->undefined[i])
            run_cut_put(m, of, x, a);
    }
}

/* The newest row is kept if there is none like it. */
static void index_row(struct cut_shared *s, uint32_t cells)
{
    const int64_t *row = s->rows[s->row_count];
    uint64_t slot = base_hash_bytes(row, cells * sizeof *row, 0) % (2 * CUT_ROWS);
    for (; s->index[slot]; slot = (slot + 1) % (2 * CUT_ROWS))
        if (!memcmp(s->rows[s->index[slot] - 1], row, cells * sizeof *row))
            return;
    s->index[slot] = (uint16_t)++s->row_count;
}

void run_cut_note_row(struct machine *m, const struct cut_loop *l, struct frame *f)
{
    struct cut_shared *s = l->shared;
    bool is_undefined;
    if (s->row_count == CUT_ROWS)
        return;
    for (uint32_t i = 0; i < l->cell_count; i++) {
        s->rows[s->row_count][i] = (int64_t)run_cut_value(m, f, &l->cells[i], &is_undefined).v.bits;
        s->undefined[i] |= is_undefined;
    }
    index_row(s, l->cell_count);
}

void run_cut_add_row(struct run_trials *t, uint32_t loop, const int64_t *values, const bool *undefined)
{
    struct cut_shared *s = &t->cuts.shared->loops[loop];
    uint32_t cells = t->cuts.loops[loop].cell_count;
    if (s->row_count == CUT_ROWS)
        return;
    memcpy(s->rows[s->row_count], values, cells * sizeof *values);
    for (uint32_t i = 0; i < cells; i++)
        s->undefined[i] |= undefined[i];
    index_row(s, cells);
}

void run_cut_rewind(struct run_trials *t, uint32_t loop, uint32_t count)
{
    struct cut_shared *s = &t->cuts.shared->loops[loop];
    if (count >= s->row_count)
        return;
    s->row_count = 0;
    memset(s->index, 0, sizeof s->index);
    for (uint32_t k = 0; k < count; k++) { /* a trial that was killed may have left one twice */
        memmove(s->rows[s->row_count], s->rows[k], sizeof *s->rows);
        index_row(s, t->cuts.loops[loop].cell_count);
    }
}
