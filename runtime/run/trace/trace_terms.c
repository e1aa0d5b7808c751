/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms over the inputs of a trial, and the registers and cells that hold them.
 */
#include "trace.h"
#include "runtime/cwi/operate.h"

/* ---- terms ------------------------------------------------------------------------------------------------------- */

uint32_t run_trace_add(struct trace *t, struct run_term x)
{
    struct trial_shared *s = t->shared;
    if (s->term_count >= MOST_TERMS) {
        trace_lose(t, "more terms than there is room for");
        return 0;
    }
    s->terms[s->term_count] = x;
    return s->term_count++;
}

unsigned run_trace_width(const struct trace *t, uint32_t term)
{
    return t->shared->terms[term].width;
}

uint32_t run_trace_constant(struct trace *t, uint64_t value, unsigned width)
{
    return run_trace_add(t, (struct run_term){.kind = RUN_CONST, .width = (uint8_t)width, .value = value});
}

uint32_t run_trace_convert(struct trace *t, uint32_t a, bool is_signed, unsigned width)
{
    if (!a || run_trace_width(t, a) == width)
        return a;
    return run_trace_add(
        t, (struct run_term){.kind = RUN_CONVERT, .width = (uint8_t)width, .is_signed = is_signed, .a = a});
}

uint32_t run_trace_input_term(struct trace *t, uint32_t n)
{
    while (t->input_terms.count <= n)
        vec_push(&t->input_terms, 0);
    if (t->from[n].is_floating)
        trace_lose(t, "an input that is no integer");
    if (!t->input_terms.items[n] && !t->from[n].is_floating)
        t->input_terms.items[n] = run_trace_add(
            t,
            (struct run_term){.kind = RUN_INPUT, .width = t->from[n].bits, .is_signed = t->from[n].is_signed, .a = n});
    return t->input_terms.items[n];
}

static bool is_constant(const struct trace *t, uint32_t term)
{
    return t->shared->terms[term].kind == RUN_CONST;
}

/* `op` is + or -, b a constant. One that was added before becomes one with it: what counts to a bound would be as deep
 * as it has steps. */
static struct run_term moved(struct trace *t, enum cwi_op op, bool is_signed, uint32_t a, uint32_t b)
{
    uint8_t width = (uint8_t)run_trace_width(t, a);
    const struct run_term *x = &t->shared->terms[a], *by = &t->shared->terms[b];
    bool is_moved = x->kind == RUN_BINARY && x->op == CWI_ADD && is_constant(t, x->b);
    uint64_t sum = op == CWI_ADD ? by->value : 0 - by->value;
    if (is_moved) {
        a = x->a;
        sum += t->shared->terms[x->b].value;
    }
    return (struct run_term){.kind = RUN_BINARY,
                             .op = CWI_ADD,
                             .is_signed = is_signed,
                             .width = width,
                             .a = a,
                             .b = run_trace_constant(t, cwi_extended(sum, false, width), width)};
}

uint32_t run_trace_binary(struct trace *t, enum cwi_op op, bool is_signed, uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    bool is_sum = (op == CWI_ADD || op == CWI_SUB) && run_trace_width(t, a) == run_trace_width(t, b);
    if (is_sum && is_constant(t, b)) {
        struct run_term x = moved(t, op, is_signed, a, b);
        return x.b ? run_trace_add(t, x) : 0;
    }
    return run_trace_add(t, (struct run_term){.kind = RUN_BINARY,
                                              .op = op,
                                              .is_signed = is_signed,
                                              .width = trace_is_truth(op) ? 1 : (uint8_t)run_trace_width(t, a),
                                              .a = a,
                                              .b = b});
}

void run_trace_decide(struct trace *t, uint32_t term, const struct instr *i, uint32_t taken)
{
    struct trial_shared *s = t->shared;
    if (term && s->decision_count >= MOST_DECISIONS)
        trace_lose(t, "more decisions than there is room for");
    if (!term || s->decision_count >= MOST_DECISIONS)
        return;
    s->decisions[s->decision_count++] = (struct run_decision){.term = term,
                                                              .stmt = i ? i->src : NULL,
                                                              .is_signed = i && i->value->t.is_signed,
                                                              .taken = taken,
                                                              .inputs = s->input_count,
                                                              .asked = t->asking ? t->asked : 0,
                                                              .first_edge = i           ? i->first_edge
                                                                            : t->asking ? t->asking
                                                                                        : t->here};
    bool is_truth = !i || i->kind == INSTR_IF;
    if (is_truth && !t->asking)
        run_trace_narrow(t, term, i ? !taken : taken);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

struct shadow *run_trace_register(struct machine *m, const struct val *reg)
{
    struct trace *t = m->trace;
    size_t i = (size_t)(reg - m->registers);
    while (t->registers.count <= i)
        vec_push(&t->registers, (struct shadow){0});
    return &t->registers.items[i];
}

void run_trace_set_register(struct machine *m, const struct val *reg, uint64_t bits, uint32_t term)
{
    *run_trace_register(m, reg) = (struct shadow){bits, term, 0};
}

void run_trace_set_cell(struct trace *t, const uint8_t *at, struct shadow x)
{
    uint64_t address = (uint64_t)(uintptr_t)at;
    uint32_t i;
    if (x.term)
        base_map64_put(&t->words, address / 8, 0);
    if (base_map64_get(&t->by_address, address, &i)) {
        t->cells.items[i] = x;
    } else if (x.term) {
        base_map64_put(&t->by_address, address, (uint32_t)t->cells.count);
        vec_push(&t->cells, x);
    }
}

struct shadow run_trace_cell(const struct trace *t, const uint8_t *at)
{
    uint32_t i;
    return base_map64_get(&t->by_address, (uint64_t)(uintptr_t)at, &i) ? t->cells.items[i] : (struct shadow){0};
}

/* What a scalar place gets. */
void run_trace_set_place(struct machine *m, const uint8_t *at, struct shape t, struct symbolic x)
{
    uint64_t bits = run_fit(x.v.bits, t);
    uint32_t term = t.form == FORM_INT ? run_trace_convert(m->trace, x.term, t.is_signed, t.bits) : 0;
    if (m->cfg->follows_all)
        run_trace_split(m->trace, at, t.size, true);
    run_trace_set_cell(m->trace, at, (struct shadow){bits, term, (uint32_t)t.size});
}

bool run_trace_has_terms(const struct trace *t, const uint8_t *at, uint64_t size)
{
    uint64_t first = (uint64_t)(uintptr_t)at / 8 - 1, last = ((uint64_t)(uintptr_t)at + size - 1) / 8;
    uint32_t unused;
    for (uint64_t k = first; k <= last; k++)
        if (base_map64_get(&t->words, k, &unused))
            return true;
    return false;
}

/* Of one byte, which may be a part of a larger cell. */
uint32_t run_trace_byte(struct trace *t, const uint8_t *at)
{
    bool is_some = run_trace_has_terms(t, at, 1);
    for (uint32_t back = 0; back < 8 && is_some; back++) {
        struct shadow s = run_trace_cell(t, at - back);
        uint64_t bits = 0;
        if (!s.term || s.size <= back || s.size > 8)
            continue;
        memcpy(&bits, at - back, s.size);
        if (s.size < 8 ? (s.bits ^ bits) << (64 - 8 * s.size) : s.bits != bits) {
            trace_lose(t, "something else was written over what depends on inputs");
            continue;
        }
        uint32_t x = back ? run_trace_binary(t, CWI_SHR, false, s.term,
                                             run_trace_constant(t, 8 * back, run_trace_width(t, s.term)))
                          : s.term;
        return run_trace_convert(t, x, false, 8);
    }
    return 0;
}

/* Of a number whose bytes were stored otherwise than as a whole. */
uint32_t run_trace_composed(struct trace *t, const uint8_t *at, const struct place_code *p)
{
    uint32_t r = 0, parts[8];
    bool any = false;
    if (p->t.size > 8 || p->t.form != FORM_INT || p->bit_width || !run_trace_has_terms(t, at, p->t.size))
        return 0;
    for (uint32_t k = 0; k < p->t.size; k++)
        any |= (parts[k] = run_trace_byte(t, at + k)) != 0;
    for (uint32_t k = 0; any && k < p->t.size; k++) {
        uint32_t x = run_trace_convert(t, parts[k] ? parts[k] : run_trace_constant(t, at[k], 8), false, 64);
        x = k ? run_trace_binary(t, CWI_SHL, false, x, run_trace_constant(t, 8 * k, 64)) : x;
        r = r ? run_trace_binary(t, CWI_OR, false, r, x) : x;
    }
    if (r && p->t.bits == 1) /* a byte that is read as _Bool */
        run_trace_decide(t, run_trace_binary(t, CWI_LE, false, r, run_trace_constant(t, 1, 64)), NULL, at[0] <= 1);
    return run_trace_convert(t, r, false, p->t.bits);
}

void run_trace_copied(void *machine, uint8_t *to, const uint8_t *from, uint64_t size)
{
    enum { LONGEST = 4096 };
    struct machine *m = machine;
    bool is_upwards = to > from; /* the parts may overlap */
    if (m->trace && size > LONGEST &&
        (run_trace_has_terms(m->trace, from, size) || run_trace_has_terms(m->trace, to, size)))
        trace_lose(m->trace, "a large block is copied");
    if (!m->trace || m->trace->is_quick || !m->trace->cells.count || size > LONGEST)
        return;
    if (m->cfg->follows_all) {
        run_trace_split(m->trace, from, size, false);
        run_trace_split(m->trace, to, size, false); /* each byte of it is set below */
    }
    for (uint64_t i = 0; i < size; i++) {
        uint64_t k = is_upwards ? size - 1 - i : i;
        run_trace_set_cell(m->trace, to + k, run_trace_cell(m->trace, from + k));
    }
}
