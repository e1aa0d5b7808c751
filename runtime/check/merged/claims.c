/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates as terms, over what a state holds.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

/* What the cells of a loop hold in a state; 0: nothing, or nothing for sure. */
struct held {
    const struct run_cut_cell *cells;
    uint32_t count;
    smt_term values[CUT_CELLS];
    smt_term modes[CUT_MODES]; /* one bit each: the state is in it */
    smt_term any_mode;         /* 0: there are no modes */
};

static smt_term yes(struct merged *m)
{
    return check_merged_const(m, 1, 1);
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

static smt_term in_width(struct merged *m, const struct held *h, uint32_t cell, unsigned width)
{
    return check_merged_convert(m, h->values[cell], h->cells[cell].is_signed, width);
}

/* As a number of 64 bits, which is what rows hold. */
static smt_term wide(struct merged *m, const struct held *h, uint32_t cell)
{
    return in_width(m, h, cell, 64);
}

static bool fits(const struct run_cut_cell *c, int64_t value)
{
    if (c->bits == 64)
        return c->is_signed;
    int64_t most = (INT64_C(1) << (c->bits - c->is_signed)) - 1;
    return value <= most && value >= (c->is_signed ? -most - 1 : 0);
}

/* A cell and a number: in the cell's own width where the number has that. */
static smt_term compared(struct merged *m, const struct held *h, enum cwi_op op, uint32_t cell, int64_t value)
{
    const struct run_cut_cell *c = &h->cells[cell];
    if (fits(c, value))
        return check_merged_binary(m, op, c->is_signed, h->values[cell],
                                   check_merged_const(m, (uint64_t)value, c->bits));
    return check_merged_binary(m, op, true, wide(m, h, cell), check_merged_const(m, (uint64_t)value, 64));
}

static smt_term in_order(struct merged *m, const struct held *h, uint32_t a, uint32_t b)
{
    bool is_alike = h->cells[a].bits == h->cells[b].bits && h->cells[a].is_signed == h->cells[b].is_signed &&
                    (h->cells[a].bits < 64 || h->cells[a].is_signed);
    if (is_alike)
        return check_merged_binary(m, CWI_LE, h->cells[a].is_signed, h->values[a], h->values[b]);
    return check_merged_binary(m, CWI_LE, true, wide(m, h, a), wide(m, h, b));
}

static smt_term sum(struct merged *m, const struct held *h, const struct run_cut_candidate *k)
{
    unsigned width = 0;
    for (uint32_t i = 0; i < k->count; i++)
        width = h->cells[k->cells[i]].bits > width ? h->cells[k->cells[i]].bits : width;
    smt_term r = check_merged_const(m, 0, width);
    for (uint32_t i = 0; i < k->count; i++) {
        smt_term part = in_width(m, h, k->cells[i], width);
        if (k->times[i] < CUT_CELLS)
            part = check_merged_binary(m, CWI_MUL, false, part, in_width(m, h, k->times[i], width));
        uint64_t factor = (uint64_t)(k->factors[i] < 0 ? -k->factors[i] : k->factors[i]);
        part = check_merged_binary(m, CWI_MUL, false, part, check_merged_const(m, factor, width));
        r = check_merged_binary(m, k->factors[i] < 0 ? CWI_SUB : CWI_ADD, false, r, part);
    }
    return check_merged_equal(m, r, check_merged_const(m, (uint64_t)k->value, width));
}

/* In 34 bits no sum of two numbers of 32 wraps around. */
static smt_term sum_at_most(struct merged *m, const struct held *h, const struct run_cut_candidate *k)
{
    enum { WIDTH = 34 };
    smt_term x[3];
    for (int i = 0; i < 3; i++)
        x[i] = in_width(m, h, k->cells[i], WIDTH);
    return check_merged_binary(m, CWI_LE, true, check_merged_binary(m, CWI_ADD, true, x[0], x[1]), x[2]);
}

static smt_term said(struct merged *m, const struct held *h, const struct run_cut_candidate *k)
{
    smt_term r = check_merged_const(m, 0, 1);
    switch ((enum run_cut_candidate_kind)k->kind) {
    case CUT_AT_LEAST:
        return compared(m, h, CWI_GE, k->cells[0], k->value);
    case CUT_AT_MOST:
        return compared(m, h, CWI_LE, k->cells[0], k->value);
    case CUT_NOT:
        return compared(m, h, CWI_NE, k->cells[0], k->value);
    case CUT_AMONG:
        for (uint32_t i = 0; i < k->value_count; i++)
            r = check_merged_or(m, r, compared(m, h, CWI_EQ, k->cells[0], k->factors[i]));
        return r;
    case CUT_ORDER:
        return in_order(m, h, k->cells[0], k->cells[1]);
    case CUT_SUM_AT_MOST:
        return sum_at_most(m, h, k);
    case CUT_SUM:
        return sum(m, h, k);
    }
    return r;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static smt_term applies(struct merged *m, const struct held *h, const struct run_cut_candidate *k)
{
    switch ((enum run_cut_states)k->states) {
    case CUT_STATES_EQUAL:
        return compared(m, h, CWI_EQ, k->when, k->is);
    case CUT_STATES_ABOVE:
        return compared(m, h, CWI_GT, k->when, k->is);
    case CUT_STATES_MODE:
        return h->modes[k->mode];
    case CUT_STATES_ALL:
        break;
    }
    return yes(m);
}

static bool is_known(const struct held *h, const struct run_cut_candidate *k)
{
    bool is_about_cell = k->states == CUT_STATES_EQUAL || k->states == CUT_STATES_ABOVE;
    bool r = !is_about_cell || h->values[k->when];
    for (uint32_t i = 0; i < k->count; i++)
        r &= h->values[k->cells[i]] && (k->times[i] >= CUT_CELLS || k->kind != CUT_SUM || h->values[k->times[i]]);
    return r;
}

/* 0: it speaks of what holds nothing. */
static smt_term claim(struct merged *m, const struct held *h, const struct run_cut_candidate *k)
{
    if (!is_known(h, k))
        return 0;
    return check_merged_or(m, check_merged_not(m, applies(m, h, k)), said(m, h, k));
}

/* Where a cell that makes the modes holds nothing the state is in none of them. */
static bool has_modes(const struct run_cut_modes *x, const struct held *h)
{
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!h->values[x->cells[i]])
            return false;
    return x->cell_count;
}

static void find_modes(struct merged *m, const struct run_cut_modes *x, struct held *h)
{
    smt_term no = check_merged_const(m, 0, 1);
    h->any_mode = x->cell_count ? no : 0;
    for (uint32_t k = 0; k < x->count; k++) {
        h->modes[k] = yes(m);
        for (uint32_t i = 0; i < x->cell_count; i++)
            h->modes[k] = h->values[x->cells[i]]
                              ? check_merged_and(m, h->modes[k], compared(m, h, CWI_EQ, x->cells[i], x->values[k][i]))
                              : no;
        if (h->any_mode)
            h->any_mode = check_merged_or(m, h->any_mode, h->modes[k]);
    }
}

static smt_term held_in(struct merged *m, const struct state *s, const struct run_cut_cell *c)
{
    const struct cwi_var *v = cwi_var_of(m->q->u, c->var);
    if (!check_merged_is_static(m, c->var) && !m->is_active[v->owner])
        return 0;
    uint32_t cell = check_merged_find_cell(m, c->var, c->offset, (struct kind){(c->bits + 7u) / 8, c->bits, false});
    if (cell == UINT32_MAX)
        return 0;
    struct value x = check_merged_held(m, s, cell);
    return x.unset ? 0 : x.term;
}

static void find_held(struct merged *m, const struct state *s, uint32_t loop, struct held *h)
{
    uint32_t number = m->q->loops[loop].number;
    h->cells = run_cut_cells(m->q->t, number, &h->count);
    for (uint32_t i = 0; i < h->count; i++)
        h->values[i] = held_in(m, s, &h->cells[i]);
    find_modes(m, run_cut_modes(m->q->t, number), h);
}

void check_merged_arrive(struct merged *m, const struct state *s, uint32_t loop)
{
    struct held *h = ARENA_NEW(m->round, struct held);
    uint32_t *count;
    struct run_cut_candidate *k = run_cut_candidates(m->q->t, m->q->loops[loop].number, &count);
    find_held(m, s, loop, h);
    struct arrival a = {.guard = s->guard, .loop = loop, .count = *count, .values = h->values};
    a.fails = ARENA_ARRAY(m->round, smt_term, *count + 1);
    for (uint32_t i = 0; i < *count; i++) {
        smt_term c = claim(m, h, &k[i]);
        a.fails[i] = c ? check_merged_not(m, c) : yes(m);
        if (check_merged_is(m, a.fails[i], 0))
            a.fails[i] = 0;
    }
    a.no_mode = h->any_mode ? check_merged_not(m, h->any_mode) : 0;
    vec_push(&m->arrivals, a);
}

void check_merged_assume(struct merged *m, struct state *s, uint32_t loop)
{
    struct held *h = ARENA_NEW(m->round, struct held);
    uint32_t *count;
    struct run_cut_candidate *k = run_cut_candidates(m->q->t, m->q->loops[loop].number, &count);
    find_held(m, s, loop, h);
    for (uint32_t i = 0; i < *count; i++) {
        smt_term c = claim(m, h, &k[i]);
        if (c)
            s->guard = check_merged_guarded(m, s->guard, c);
    }
    if (has_modes(run_cut_modes(m->q->t, m->q->loops[loop].number), h))
        s->guard = check_merged_guarded(m, s->guard, h->any_mode);
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

/* The state that the solver found is one of the loop's, as far as anybody knows. */
static void add_row(struct merged *m, const struct arrival *a)
{
    int64_t row[CUT_CELLS] = {0};
    bool is_unset[CUT_CELLS] = {false};
    uint32_t count, number = m->q->loops[a->loop].number;
    const struct run_cut_cell *cells = run_cut_cells(m->q->t, number, &count);
    for (uint32_t i = 0; i < count; i++) {
        is_unset[i] = !a->values[i];
        if (is_unset[i])
            continue;
        row[i] = (int64_t)cwi_extended(smt_value(m->smt, a->values[i]), cells[i].is_signed, cells[i].bits);
    }
    run_cut_add_row(m->q->t, number, row, is_unset);
}

/* The state that the solver found breaks some of what has to hold. */
static void take_model(struct merged *m, const struct arrival *a)
{
    uint32_t number = m->q->loops[a->loop].number;
    bool any = false;
    add_row(m, a);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->fails[i] && smt_value(m->smt, a->fails[i])) {
            run_cut_break(m->q->t, number, i);
            any = true;
        }
    if (a->no_mode && smt_value(m->smt, a->no_mode)) {
        run_cut_break_modes(m->q->t, number);
        any = true;
    }
    if (!any)
        check_merged_run_out(m, "the solver says that a candidate fails, and not which");
}

/* What is left of the candidates that nobody has broken, and of the modes; 0: nothing. */
static smt_term any_fails(struct merged *m, const struct arrival *a)
{
    uint32_t number = m->q->loops[a->loop].number;
    const bool *broken = run_cut_broken(m->q->t, number);
    smt_term r = check_merged_const(m, 0, 1);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->fails[i] && !broken[i])
            r = check_merged_or(m, r, a->fails[i]);
    if (a->no_mode && !run_cut_is_mode_new(m->q->t, number))
        r = check_merged_or(m, r, a->no_mode);
    return check_merged_is(m, r, 0) ? 0 : r;
}

/* The question about all of them is too hard: what cannot be told of one alone is dropped. */
static void break_one_by_one(struct merged *m, const struct arrival *a)
{
    uint32_t number = m->q->loops[a->loop].number;
    const bool *broken = run_cut_broken(m->q->t, number);
    for (uint32_t i = 0; i <= a->count; i++) {
        smt_term bad = i < a->count ? (broken[i] ? 0 : a->fails[i]) : a->no_mode;
        enum smt_answer r = bad ? check_merged_ask_one(m, a->guard, bad, MERGED_HARD / 4) : SMT_UNSAT;
        if (r == SMT_SAT)
            take_model(m, a);
        else if (r == SMT_UNKNOWN && i < a->count)
            run_cut_break(m->q->t, number, i);
        else if (r == SMT_UNKNOWN)
            run_cut_break_modes(m->q->t, number);
    }
}

/* Where few were too hard together less is spent on that from then on: one by one is quicker. */
static enum smt_answer ask_together(struct merged *m, const struct arrival *a, smt_term bad)
{
    enum { FEW = 48 };
    bool is_hard = m->is_hard && a->count <= FEW;
    enum smt_answer r = check_merged_ask(m, a->guard, bad, is_hard ? MERGED_HARD / 16 : MERGED_HARD / 4);
    m->is_hard |= r == SMT_UNKNOWN;
    return r;
}

static void break_at(struct merged *m, const struct arrival *a)
{
    enum { ENOUGH = 4 }; /* states, before all is guessed anew */
    for (int k = 0; k < ENOUGH; k++) {
        smt_term bad = any_fails(m, a);
        enum smt_answer r = bad ? ask_together(m, a, bad) : SMT_UNSAT;
        if (r == SMT_UNKNOWN)
            break_one_by_one(m, a);
        if (r != SMT_SAT)
            return;
        take_model(m, a);
    }
}

bool check_merged_break(struct merged *m)
{
    bool any = false;
    for (size_t i = 0; i < m->arrivals.count; i++)
        break_at(m, &m->arrivals.items[i]);
    for (uint32_t l = 0; l < m->q->loop_count; l++)
        any |= run_cut_is_any_broken(m->q->t, m->q->loops[l].number);
    return any;
}
