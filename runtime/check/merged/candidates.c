/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one candidate says of the cells of a state, as a term: of which states, and what.
 */
#include "private.h"

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

static smt_term in_width(struct merged *m, const struct merged_held *h, uint32_t cell, unsigned width)
{
    return check_merged_convert(m, h->values[cell], h->cells[cell].is_signed, width);
}

/* As a number of 64 bits, which is what rows hold. */
static smt_term wide(struct merged *m, const struct merged_held *h, uint32_t cell)
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
smt_term check_merged_compared(struct merged *m, const struct merged_held *h, enum cwi_op op, uint32_t cell,
                               int64_t value)
{
    const struct run_cut_cell *c = &h->cells[cell];
    if (fits(c, value))
        return check_merged_binary(m, op, c->is_signed, h->values[cell],
                                   check_merged_const(m, (uint64_t)value, c->bits));
    return check_merged_binary(m, op, true, wide(m, h, cell), check_merged_const(m, (uint64_t)value, 64));
}

static smt_term in_order(struct merged *m, const struct merged_held *h, uint32_t a, uint32_t b)
{
    bool is_alike = h->cells[a].bits == h->cells[b].bits && h->cells[a].is_signed == h->cells[b].is_signed &&
                    (h->cells[a].bits < 64 || h->cells[a].is_signed);
    if (is_alike)
        return check_merged_binary(m, CWI_LE, h->cells[a].is_signed, h->values[a], h->values[b]);
    return check_merged_binary(m, CWI_LE, true, wide(m, h, a), wide(m, h, b));
}

static smt_term sum(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
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
static smt_term sum_at_most(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    enum { WIDTH = 34 };
    smt_term x[3];
    for (int i = 0; i < 3; i++)
        x[i] = in_width(m, h, k->cells[i], WIDTH);
    return check_merged_binary(m, CWI_LE, true, check_merged_binary(m, CWI_ADD, true, x[0], x[1]), x[2]);
}

/* ---- stacks and rings -------------------------------------------------------------------------------------------- */

/* The cell is not 0 just where the number is among the elements before the index. */
static smt_term member(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    smt_term any = check_merged_const(m, 0, 1), has = check_merged_compared(m, h, CWI_NE, k->cells[0], 0);
    for (uint32_t i = 0; i < k->value_count; i++) {
        smt_term is_before = check_merged_compared(m, h, CWI_GT, k->when, i);
        smt_term is_it = check_merged_compared(m, h, CWI_EQ, k->cells[1] + i, k->is);
        any = check_merged_or(m, any, check_merged_and(m, is_before, is_it));
    }
    return check_merged_equal(m, has, any);
}

/* The first cell less the second, without a sign. */
static smt_term less(struct merged *m, const struct merged_held *h, uint32_t a, uint32_t b)
{
    return check_merged_binary(m, CWI_SUB, false, h->values[a], in_width(m, h, b, h->cells[a].bits));
}

/* How far behind the first end of the ring's numbers the element's place is. */
static smt_term behind(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    unsigned width = h->cells[k->when].bits;
    smt_term r =
        check_merged_binary(m, CWI_SUB, false, check_merged_const(m, (uint64_t)k->is, width), h->values[k->when]);
    return check_merged_binary(m, CWI_AND, false, r, check_merged_const(m, k->ring - 1u, width));
}

static smt_term is_between(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    return check_merged_binary(m, CWI_LT, false, behind(m, h, k), less(m, h, k->until, k->when));
}

/* The place: its lowest bits are the element's number, the others count rounds. */
static smt_term place(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    unsigned width = h->cells[k->when].bits;
    uint64_t last = k->ring - UINT64_C(1);
    smt_term r = check_merged_binary(m, CWI_ADD, false, h->values[k->when],
                                     check_merged_const(m, last - (uint64_t)k->is, width));
    r = check_merged_binary(m, CWI_AND, false, r, check_merged_const(m, ~last, width));
    return check_merged_binary(m, CWI_OR, false, r, check_merged_const(m, (uint64_t)k->is, width));
}

static smt_term sequence(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    unsigned width = h->cells[k->cells[0]].bits;
    smt_term r = check_merged_binary(m, CWI_MUL, false, check_merged_convert(m, place(m, h, k), false, width),
                                     check_merged_const(m, (uint64_t)k->factors[0], width));
    r = check_merged_binary(m, CWI_ADD, false, r, check_merged_const(m, (uint64_t)k->value, width));
    return check_merged_equal(m, h->values[k->cells[0]], r);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

smt_term check_merged_said(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    smt_term r = check_merged_const(m, 0, 1);
    switch ((enum run_cut_candidate_kind)k->kind) {
    case CUT_AT_LEAST:
        return check_merged_compared(m, h, CWI_GE, k->cells[0], k->value);
    case CUT_AT_MOST:
        return check_merged_compared(m, h, CWI_LE, k->cells[0], k->value);
    case CUT_NOT:
        return check_merged_compared(m, h, CWI_NE, k->cells[0], k->value);
    case CUT_AMONG:
        for (uint32_t i = 0; i < k->value_count; i++)
            r = check_merged_or(m, r, check_merged_compared(m, h, CWI_EQ, k->cells[0], k->factors[i]));
        return r;
    case CUT_ORDER:
        return in_order(m, h, k->cells[0], k->cells[1]);
    case CUT_SUM_AT_MOST:
        return sum_at_most(m, h, k);
    case CUT_SUM:
        return sum(m, h, k);
    case CUT_LESS:
        return check_merged_not(m, in_order(m, h, k->cells[1], k->cells[0]));
    case CUT_APART:
        return check_merged_binary(m, CWI_LE, false, less(m, h, k->cells[0], k->cells[1]),
                                   check_merged_const(m, (uint64_t)k->value, h->cells[k->cells[0]].bits));
    case CUT_MEMBER:
        return member(m, h, k);
    case CUT_SEQUENCE:
        return sequence(m, h, k);
    }
    return r;
}

smt_term check_merged_applies(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    switch ((enum run_cut_states)k->states) {
    case CUT_STATES_EQUAL:
        return check_merged_compared(m, h, CWI_EQ, k->when, k->is);
    case CUT_STATES_ABOVE:
        return check_merged_compared(m, h, CWI_GT, k->when, k->is);
    case CUT_STATES_MODE:
        return h->modes[k->mode];
    case CUT_STATES_BETWEEN:
        return is_between(m, h, k);
    case CUT_STATES_ALL:
        break;
    }
    return check_merged_const(m, 1, 1);
}

bool check_merged_is_known(const struct merged_held *h, const struct run_cut_candidate *k)
{
    bool is_between = k->states == CUT_STATES_BETWEEN, is_member = k->kind == CUT_MEMBER;
    bool is_about_cell = k->states == CUT_STATES_EQUAL || k->states == CUT_STATES_ABOVE || is_between || is_member;
    bool r = (!is_about_cell || h->values[k->when]) && (!is_between || h->values[k->until]);
    for (uint32_t i = 0; i < k->count; i++)
        r &= h->values[k->cells[i]] && (k->times[i] >= CUT_CELLS || k->kind != CUT_SUM || h->values[k->times[i]]);
    for (uint32_t i = 0; is_member && i < k->value_count; i++)
        r &= h->values[k->cells[1] + i] != 0;
    return r;
}
