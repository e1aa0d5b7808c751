/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates at a loop that control has come to: what the cells hold, whether the candidates are true of it.
 */
#include "loop_cut.h"
#include "runtime/run/host/external.h"
#include "trace.h"

/* ---- claims ------------------------------------------------------------------------------------------------------ */

struct claim { /* that a candidate holds */
    bool holds;
    uint32_t term; /* 0: it does not depend on inputs */
};

static const struct run_cut_cell number = {.bits = 64, .is_signed = true};

static struct symbolic constant(int64_t value)
{
    return (struct symbolic){{(uint64_t)value, 0, 0}, 0};
}

static uint32_t as_term(struct trace *t, struct symbolic x, const struct run_cut_cell *c, unsigned width)
{
    return x.term ? run_trace_convert(t, x.term, c->is_signed, width) : run_trace_constant(t, x.v.bits, width);
}

static bool fits(struct symbolic a, const struct run_cut_cell *c)
{
    return a.term || run_fit(a.v.bits, run_cut_shape(c)) == a.v.bits;
}

/* In as few bits as both have; the number of `x` or of `y` may be one of the candidate's own. */
static struct claim compare(struct trace *t, enum cwi_op op, struct symbolic a, const struct run_cut_cell *x,
                            struct symbolic b, const struct run_cut_cell *y)
{
    struct claim r = {op == CWI_EQ ? a.v.bits == b.v.bits : (int64_t)a.v.bits <= (int64_t)b.v.bits, 0};
    const struct run_cut_cell *c = a.term ? x : y;
    bool is_alike = (!a.term || !b.term || (x->bits == y->bits && x->is_signed == y->is_signed)) && fits(a, c) &&
                    fits(b, c) && c->bits < 64;
    unsigned width = is_alike ? c->bits : 64;
    if (a.term || b.term)
        r.term =
            run_trace_binary(t, op, is_alike ? c->is_signed : true, as_term(t, a, x, width), as_term(t, b, y, width));
    return r;
}

static struct claim either(struct trace *t, struct claim a, struct claim b)
{
    struct claim r = {a.holds || b.holds, 0};
    if ((!a.term && a.holds) || (!b.term && b.holds))
        return r;
    r.term = !a.term ? b.term : !b.term ? a.term : run_trace_binary(t, CWI_LOGOR, false, a.term, b.term);
    return r;
}

static struct claim both(struct trace *t, struct claim a, struct claim b)
{
    struct claim r = {a.holds && b.holds, 0};
    if ((!a.term && !a.holds) || (!b.term && !b.holds))
        return r;
    r.term = !a.term ? b.term : !b.term ? a.term : run_trace_binary(t, CWI_LOGAND, false, a.term, b.term);
    return r;
}

static struct claim negated(struct trace *t, struct claim a)
{
    struct run_term x = {.kind = RUN_UNARY, .op = CWI_LOGNOT, .width = 1, .a = a.term};
    return (struct claim){!a.holds, a.term ? run_trace_add(t, x) : 0};
}

static unsigned width_of(const struct cut_loop *l, const struct run_cut_candidate *k)
{
    unsigned width = 0;
    for (uint32_t i = 0; i < k->count; i++)
        width = l->cells[k->cells[i]].bits > width ? l->cells[k->cells[i]].bits : width;
    return width;
}

/* Part number `i` of a sum, in `width` bits and without its sign; without a term where it does not depend on inputs. */
static struct symbolic part_of(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                               const struct symbolic *values, uint32_t i, unsigned width)
{
    struct symbolic a = values[k->cells[i]], b = {{1, 0, 0}, 0}, r = {{0}, 0};
    uint64_t factor = (uint64_t)(k->factors[i] < 0 ? -k->factors[i] : k->factors[i]);
    bool is_product = k->times[i] < CUT_CELLS;
    if (is_product)
        b = values[k->times[i]];
    r.v.bits = factor * a.v.bits * b.v.bits;
    if (!a.term && !b.term)
        return r;
    r.term = as_term(t, a, &l->cells[k->cells[i]], width);
    if (is_product)
        r.term = run_trace_binary(t, CWI_MUL, false, r.term, as_term(t, b, &l->cells[k->times[i]], width));
    if (factor != 1)
        r.term = run_trace_binary(t, CWI_MUL, false, r.term, run_trace_constant(t, factor, width));
    return r;
}

/* `start` and the parts but for number `without`, or less them. */
static struct symbolic sum_of(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                              const struct symbolic *values, uint32_t without, unsigned width, uint64_t start,
                              bool is_less)
{
    struct symbolic r = {{start, 0, 0}, 0};
    uint64_t known = start;
    for (int sign = 0; sign < 2; sign++) /* what is added, then what is subtracted */
        for (uint32_t i = 0; i < k->count; i++) {
            if (i == without || ((k->factors[i] < 0) != is_less) != sign)
                continue;
            struct symbolic part = part_of(t, l, k, values, i, width);
            r.v.bits += sign ? 0 - part.v.bits : part.v.bits;
            if (!part.term)
                known += sign ? 0 - part.v.bits : part.v.bits;
            else if (r.term || sign)
                r.term = run_trace_binary(t, sign ? CWI_SUB : CWI_ADD, false,
                                          r.term ? r.term : run_trace_constant(t, 0, width), part.term);
            else
                r.term = part.term;
        }
    if (r.term && known)
        r.term = run_trace_binary(t, CWI_ADD, false, r.term, run_trace_constant(t, known, width));
    return r;
}

static struct claim sum_claim(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                              const struct symbolic *values)
{
    unsigned width = width_of(l, k);
    struct symbolic sum = sum_of(t, l, k, values, CUT_OPERANDS, width, 0, false);
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    struct claim r = {((sum.v.bits ^ (uint64_t)k->value) & mask) == 0, 0};
    if (sum.term)
        r.term = run_trace_binary(t, CWI_EQ, false, sum.term, run_trace_constant(t, (uint64_t)k->value, width));
    return r;
}

/* In 34 bits no sum of two numbers of 32 wraps around. */
static struct claim sum_at_most(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                                const struct symbolic *values)
{
    enum { WIDTH = 34 };
    uint32_t terms[3];
    bool depends = false;
    for (int i = 0; i < 3; i++) {
        terms[i] = as_term(t, values[k->cells[i]], &l->cells[k->cells[i]], WIDTH);
        depends |= values[k->cells[i]].term != 0;
    }
    int64_t a = (int64_t)values[k->cells[0]].v.bits, b = (int64_t)values[k->cells[1]].v.bits;
    struct claim r = {a + b <= (int64_t)values[k->cells[2]].v.bits, 0};
    if (depends)
        r.term = run_trace_binary(t, CWI_LE, true, run_trace_binary(t, CWI_ADD, true, terms[0], terms[1]), terms[2]);
    return r;
}

/* What the candidate says of the states that it is about. */
static struct claim said_claim(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                               const struct symbolic *values)
{
    const struct run_cut_cell *x = &l->cells[k->cells[0]];
    struct symbolic a = values[k->cells[0]], value = constant(k->value);
    struct claim r = {false, 0};
    switch ((enum run_cut_candidate_kind)k->kind) {
    case CUT_AT_LEAST:
        return compare(t, CWI_LE, value, &number, a, x);
    case CUT_AT_MOST:
        return compare(t, CWI_LE, a, x, value, &number);
    case CUT_NOT:
        return negated(t, compare(t, CWI_EQ, a, x, value, &number));
    case CUT_AMONG:
        for (uint32_t i = 0; i < k->value_count; i++)
            r = either(t, r, compare(t, CWI_EQ, a, x, constant(k->factors[i]), &number));
        return r;
    case CUT_ORDER:
        return compare(t, CWI_LE, a, x, values[k->cells[1]], &l->cells[k->cells[1]]);
    case CUT_SUM_AT_MOST:
        return sum_at_most(t, l, k, values);
    default:
        return sum_claim(t, l, k, values);
    }
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/* The state is in that mode. */
static struct claim mode_claim(struct trace *t, const struct cut_loop *l, uint32_t mode, const struct symbolic *values,
                               const bool *undefined)
{
    const struct run_cut_modes *x = &l->shared->modes;
    struct claim r = {true, 0};
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (undefined[x->cells[i]] ||
            (!values[x->cells[i]].term && (int64_t)values[x->cells[i]].v.bits != x->values[mode][i]))
            return (struct claim){false, 0};
    for (uint32_t i = 0; i < x->cell_count; i++)
        r = both(
            t, r,
            compare(t, CWI_EQ, values[x->cells[i]], &l->cells[x->cells[i]], constant(x->values[mode][i]), &number));
    return r;
}

void run_cut_choose_mode(struct machine *m, const struct cut_loop *l, struct frame *f)
{
    const struct run_cut_modes *x = &l->shared->modes;
    struct shape t = {.form = FORM_INT, .bits = 16, .size = 2};
    struct effect which = {0};
    struct note_interval all = {0, (int64_t)x->count - 1};
    if (!x->count)
        return;
    which.values = &all;
    which.value_count = 1;
    struct symbolic n = {run_input_value(m, t, (struct run_input_from){.var = l->cells[x->cells[0]].var}, &which), 0};
    n.term = run_trace_input_among(m->trace, (uint32_t)m->next_input - 1, &which);
    run_trace_fix(m, n);
    for (uint32_t i = 0; i < x->cell_count; i++)
        run_cut_put(m, run_cut_frame(m, f, &l->cells[x->cells[i]]), &l->cells[x->cells[i]],
                    constant(x->values[n.v.bits][i]));
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

struct state { /* of the cells */
    struct symbolic values[CUT_CELLS];
    bool undefined[CUT_CELLS];
    struct claim modes[CUT_MODES], any_mode;
};

static void find_state(struct machine *m, const struct cut_loop *l, struct frame *f, struct state *s)
{
    for (uint32_t i = 0; i < l->cell_count; i++)
        s->values[i] = run_cut_value(m, f, &l->cells[i], &s->undefined[i]);
    s->any_mode = (struct claim){!l->shared->modes.cell_count, 0};
    for (uint32_t k = 0; k < l->shared->modes.count; k++) {
        s->modes[k] = mode_claim(m->trace, l, k, s->values, s->undefined);
        s->any_mode = either(m->trace, s->any_mode, s->modes[k]);
    }
}

/* The candidate is about the state. */
static struct claim applies_claim(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                                  const struct state *s)
{
    const struct run_cut_cell *when = &l->cells[k->when];
    switch ((enum run_cut_states)k->states) {
    case CUT_STATES_EQUAL:
        return compare(t, CWI_EQ, s->values[k->when], when, constant(k->is), &number);
    case CUT_STATES_ABOVE:
        return negated(t, compare(t, CWI_LE, s->values[k->when], when, constant(k->is), &number));
    case CUT_STATES_MODE:
        return s->modes[k->mode];
    default:
        return (struct claim){true, 0};
    }
}

/* It speaks of a cell that holds no value. */
static bool is_undefined(const struct run_cut_candidate *k, const bool *undefined)
{
    bool r = false;
    for (uint32_t j = 0; j < k->count; j++)
        r |= undefined[k->cells[j]] || (k->kind == CUT_SUM && k->times[j] < CUT_CELLS && undefined[k->times[j]]);
    return r;
}

static struct claim claim_of(struct trace *t, const struct cut_loop *l, const struct run_cut_candidate *k,
                             const struct state *s)
{
    bool has_cell = k->states == CUT_STATES_EQUAL || k->states == CUT_STATES_ABOVE;
    if (has_cell && s->undefined[k->when])
        return (struct claim){false, 0};
    struct claim elsewhere = negated(t, applies_claim(t, l, k, s));
    if ((elsewhere.holds && !elsewhere.term) || is_undefined(k, s->undefined))
        return elsewhere; /* what has no value is as little said of in the states of the loop as where it begins */
    return either(t, elsewhere, said_claim(t, l, k, s->values));
}

bool run_cut_decide(struct machine *m, const struct cut_loop *l, struct frame *f, bool breaks, const bool *defined)
{
    struct trace *t = m->trace;
    struct state s;
    struct claim all = {true, 0};
    find_state(m, l, f, &s);
    if (breaks) {
        all = s.any_mode;
        l->shared->is_mode_new |= !all.holds;
    }
    for (uint32_t i = 0; i < l->shared->candidate_count; i++) {
        const struct run_cut_candidate *k = &l->shared->candidates[i];
        if (!breaks && defined[i])
            continue;
        struct claim one = claim_of(t, l, k, &s);
        l->shared->broken[i] |= breaks && !one.holds;
        all = both(t, all, one);
    }
    uint32_t before = t->shared->decision_count;
    if (all.term)
        run_trace_decide(t, all.term, NULL, all.holds);
    if (!breaks && all.holds && t->shared->decision_count > before)
        t->shared->decisions[before].is_given = true; /* a state without them is none of the loop */
    return all.holds;
}

/* It says what number `i` of its cells is: one that the loop changes, and not used or computed yet. */
static bool can_define(const struct cut_loop *l, const struct run_cut_candidate *k, uint32_t i, const bool *is_taken)
{
    const struct run_cut_cell *x = &l->cells[k->cells[i]];
    bool can = (k->factors[i] == 1 || k->factors[i] == -1) && k->times[i] == CUT_CELLS && x->is_changed &&
               x->bits > 1 && x->bits == width_of(l, k) && !is_taken[k->cells[i]];
    for (uint32_t j = 0; j < k->count; j++)
        can &= (j == i || k->cells[j] != k->cells[i]) && k->times[j] != k->cells[i];
    return can;
}

/* Invariant: no cell that is computed makes a mode, or is used to compute another, before or after. */
void run_cut_define(struct machine *m, const struct cut_loop *l, struct frame *f, bool *defined)
{
    struct trace *t = m->trace;
    struct state s;
    bool is_taken[CUT_CELLS] = {false}, is_computed[CUT_CELLS] = {false};
    find_state(m, l, f, &s);
    for (uint32_t i = 0; i < l->shared->modes.cell_count; i++)
        is_taken[l->shared->modes.cells[i]] = true;
    for (uint32_t c = 0; c < l->shared->candidate_count; c++) {
        const struct run_cut_candidate *k = &l->shared->candidates[c];
        uint32_t i = 0;
        bool can = k->kind == CUT_SUM && !is_undefined(k, s.undefined) &&
                   (k->states == CUT_STATES_ALL ||
                    (k->states == CUT_STATES_MODE && s.modes[k->mode].holds && !s.modes[k->mode].term));
        for (uint32_t j = 0; can && j < k->count; j++)
            can = !is_computed[k->cells[j]] && !(k->times[j] < CUT_CELLS && is_computed[k->times[j]]);
        while (can && i < k->count && !can_define(l, k, i, is_taken))
            i++;
        if (!can || i == k->count)
            continue;
        for (uint32_t j = 0; j < k->count; j++) {
            is_taken[k->cells[j]] = true;
            if (k->times[j] < CUT_CELLS)
                is_taken[k->times[j]] = true;
        }
        defined[c] = is_computed[k->cells[i]] = true;
        const struct run_cut_cell *x = &l->cells[k->cells[i]];
        bool is_less = k->factors[i] == 1;
        uint64_t start = is_less ? (uint64_t)k->value : 0 - (uint64_t)k->value;
        struct symbolic r = sum_of(t, l, k, s.values, i, x->bits, start, is_less);
        r.v.bits = run_fit(r.v.bits, run_cut_shape(x));
        run_cut_put(m, run_cut_frame(m, f, x), x, r);
    }
}
