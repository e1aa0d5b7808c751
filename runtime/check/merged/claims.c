/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates as terms, over what a state holds.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

static smt_term yes(struct merged *m)
{
    return check_merged_const(m, 1, 1);
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

/* 0: it speaks of what holds nothing. */
static smt_term claim(struct merged *m, const struct merged_held *h, const struct run_cut_candidate *k)
{
    if (!check_merged_is_known(h, k))
        return 0;
    return check_merged_or(m, check_merged_not(m, check_merged_applies(m, h, k)), check_merged_said(m, h, k));
}

/* Where a cell that makes the modes holds nothing the state is in none of them. */
static bool has_modes(const struct run_cut_modes *x, const struct merged_held *h)
{
    for (uint32_t i = 0; i < x->cell_count; i++)
        if (!h->values[x->cells[i]])
            return false;
    return x->cell_count;
}

static void find_modes(struct merged *m, const struct run_cut_modes *x, struct merged_held *h)
{
    smt_term no = check_merged_const(m, 0, 1);
    h->any_mode = x->cell_count ? no : 0;
    for (uint32_t k = 0; k < x->count; k++) {
        h->modes[k] = yes(m);
        for (uint32_t i = 0; i < x->cell_count; i++)
            h->modes[k] = h->values[x->cells[i]]
                              ? check_merged_and(m, h->modes[k],
                                                 check_merged_compared(m, h, CWI_EQ, x->cells[i], x->values[k][i]))
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

static void find_held(struct merged *m, const struct state *s, uint32_t loop, struct merged_held *h)
{
    uint32_t number = m->q->loops[loop].number;
    h->cells = run_cut_cells(m->q->t, number, &h->count);
    for (uint32_t i = 0; i < h->count; i++)
        h->values[i] = held_in(m, s, &h->cells[i]);
    find_modes(m, run_cut_modes(m->q->t, number), h);
}

void check_merged_arrive(struct merged *m, const struct state *s, uint32_t loop)
{
    struct merged_held *h = ARENA_NEW(m->round, struct merged_held);
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
    struct merged_held *h = ARENA_NEW(m->round, struct merged_held);
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

static bool is_left(struct merged *m, const struct arrival *a, uint32_t i, bool is_sequence)
{
    uint32_t *count, number = m->q->loops[a->loop].number;
    const struct run_cut_candidate *k = run_cut_candidates(m->q->t, number, &count);
    return a->fails[i] && !run_cut_broken(m->q->t, number)[i] && (k[i].kind == CUT_SEQUENCE) == is_sequence;
}

/* Some candidate from number `from` to before `end` fails, of those that are left; 0: that cannot be. */
static smt_term any_of(struct merged *m, const struct arrival *a, uint32_t from, uint32_t end, bool is_sequence)
{
    smt_term r = check_merged_const(m, 0, 1);
    for (uint32_t i = from; i < end; i++)
        if (is_left(m, a, i, is_sequence))
            r = check_merged_or(m, r, a->fails[i]);
    return check_merged_is(m, r, 0) ? 0 : r;
}

enum { FEW = 48 }; /* candidates, which are asked about one by one sooner than in parts */

/* Those are too hard together: the halves are asked about, down to single ones; what cannot be told of one alone is
 * dropped. */
static void break_parts(struct merged *m, const struct arrival *a, uint32_t from, uint32_t end, bool is_sequence)
{
    enum { LARGEST = 16, SEQUENCES = 4 };
    smt_term bad = any_of(m, a, from, end, is_sequence);
    uint32_t count = end - from, middle = from + count / 2,
             most = is_sequence      ? SEQUENCES
                    : a->count > FEW ? LARGEST
                                     : 1;
    enum smt_answer r = SMT_UNKNOWN;
    if (!bad)
        return;
    if (count == 1)
        r = check_merged_ask_one(m, a->guard, bad, MERGED_HARD / 4);
    else if (count <= most)
        r = check_merged_ask(m, a->guard, bad, MERGED_HARD / 16);
    if (r == SMT_SAT)
        take_model(m, a);
    if (count == 1 && r == SMT_UNKNOWN)
        run_cut_break(m->q->t, m->q->loops[a->loop].number, from);
    if (count == 1 || r == SMT_UNSAT)
        return;
    break_parts(m, a, from, middle, is_sequence);
    break_parts(m, a, middle, end, is_sequence);
}

static void break_one_by_one(struct merged *m, const struct arrival *a)
{
    break_parts(m, a, 0, a->count, false);
    enum smt_answer r = a->no_mode ? check_merged_ask_one(m, a->guard, a->no_mode, MERGED_HARD / 4) : SMT_UNSAT;
    if (r == SMT_SAT)
        take_model(m, a);
    else if (r == SMT_UNKNOWN)
        run_cut_break_modes(m->q->t, m->q->loops[a->loop].number);
}

/* What is left of the candidates that nobody has broken, and of the modes; 0: nothing. */
static smt_term any_fails(struct merged *m, const struct arrival *a)
{
    smt_term r = any_of(m, a, 0, a->count, false);
    if (!a->no_mode || run_cut_is_mode_new(m->q->t, m->q->loops[a->loop].number))
        return r;
    return r ? check_merged_or(m, r, a->no_mode) : a->no_mode;
}

/* Where few were too hard together less is spent on that from then on: one by one is quicker. */
static enum smt_answer ask_together(struct merged *m, const struct arrival *a, smt_term bad)
{
    bool is_hard = m->is_hard && a->count <= FEW;
    enum smt_answer r = check_merged_ask(m, a->guard, bad, is_hard ? MERGED_HARD / 16 : MERGED_HARD / 4);
    m->is_hard |= r == SMT_UNKNOWN;
    return r;
}

/* Sequences, which are hard, come last: where something is broken already all is asked again. */
static void break_at(struct merged *m, const struct arrival *a)
{
    enum { ENOUGH = 4 }; /* states, before all is guessed anew */
    for (int k = 0; k < ENOUGH; k++) {
        smt_term bad = any_fails(m, a);
        enum smt_answer r = bad ? ask_together(m, a, bad) : SMT_UNSAT;
        if (r == SMT_UNKNOWN)
            break_one_by_one(m, a);
        if (r != SMT_SAT)
            break;
        take_model(m, a);
    }
    if (!run_cut_is_any_broken(m->q->t, m->q->loops[a->loop].number))
        break_parts(m, a, 0, a->count, true);
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
