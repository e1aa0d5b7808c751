/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of many turns, by induction: what holds in all states that a few runs show is guessed to hold whenever control
 * comes to a loop. Guesses that some path into the loop, or one turn of it, does not keep are dropped; what no turn
 * from any state of the others reaches is not reachable.
 *
 * Source: Flanagan and Leino 2001, Houdini.
 */
#include "induct.h"
#include "runtime/check/merged/merged.h"
#include "guess.h"
#include "inputs.h"
#include "loops.h"

#include <float.h>
#include <stdlib.h>

struct induct {
    struct run_trials *t;
    const struct cwi_unit *u;
    const struct induct_question *question;
    struct merged_loop cuts[CUT_LOOPS]; /* by loop */
    uint32_t loops;
    uint32_t sampled[CUT_LOOPS]; /* rows of real runs */
    uint32_t guessed[CUT_LOOPS]; /* from so many rows */
    uint32_t rows_seen;          /* of all loops */
    uint32_t breaking;           /* trials since the last guess that broke candidates */
    struct induct_inputs random;
    enum guess_kind kind;
    struct merged *merged; /* NULL: paths are gone one by one */
    bool is_refused;       /* by merged */
};

/* ---- loops ------------------------------------------------------------------------------------------------------- */

struct callees {
    const struct cwi_unit *u;
    bool *is_seen;
    struct VEC(cwi_id) list; /* in the order in which they are met */
};

static bool note_callee(void *callees, const struct cwi_expr *e)
{
    struct callees *c = callees;
    if (e->kind == CWI_FUNCREF && !c->is_seen[e->ref]) {
        c->is_seen[e->ref] = true;
        vec_push(&c->list, e->ref);
    }
    return true;
}

struct adding {
    struct induct *x;
    cwi_id func;
};

static void add_loop(void *adding, const bool *blocks, uint32_t head)
{
    struct adding *a = adding;
    uint32_t number = run_cut_add(a->x->t, a->func, blocks, head);
    if (number == CUT_NONE)
        return;
    a->x->cuts[number] = (struct merged_loop){a->func, head, number, false};
    a->x->loops++;
}

static void note_callees(void *callees, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, note_callee, callees);
}

/* Of the functions that the entry leads to, those nearest to it first. */
static void find_loops(struct induct *x, cwi_id entry)
{
    struct callees c = {.u = x->u, .is_seen = base_mem_zalloc(x->u->funcs.count)};
    c.is_seen[entry] = true;
    vec_push(&c.list, entry);
    for (size_t k = 0; k < c.list.count; k++) {
        struct adding a = {x, c.list.items[k]};
        const struct cwi_func *f = cwi_func_of(x->u, a.func);
        check_loops_find(f, add_loop, &a);
        cwi_func_walk(f, note_callees, &c);
    }
    free(c.is_seen);
    vec_free(&c.list);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

enum { RANDOM_INPUTS = 600 };

static uint32_t rows_of(struct induct *x, uint32_t loop)
{
    const int64_t(*rows)[CUT_CELLS];
    const bool *undefined;
    return run_cut_rows(x->t, loop, &rows, &undefined);
}

static uint32_t count_rows(struct induct *x)
{
    uint32_t n = 0;
    for (uint32_t l = 0; l < x->loops; l++)
        n += rows_of(x, l);
    return n;
}

static void sample(struct induct *x, const struct budget *b)
{
    enum { FEW = 5, RUNS = 40, MOST_RUNS = 400, PART = 20, LARGE_PART = 4 }; /* parts of the time that is left */
    int64_t inputs[RANDOM_INPUTS];
    double now = base_budget_now(), left = b && b->deadline > now ? b->deadline - now : 0;
    double end = now + left / PART, latest = left ? now + left / LARGE_PART : DBL_MAX;
    run_cut_set_task(x->t, CUT_SAMPLES);
    for (uint32_t r = 0; r < RUNS || (r < MOST_RUNS && now < end); r++) {
        if (r >= FEW && now > latest)
            break;
        check_inputs_put(&x->random, inputs, RANDOM_INPUTS);
        run_trials_run(x->t, inputs, r ? RANDOM_INPUTS : 0, RUN_TRIAL_TIME);
        now = base_budget_now();
    }
    run_cut_set_task(x->t, CUT_PROVES);
    x->rows_seen = count_rows(x);
    for (uint32_t l = 0; l < x->loops; l++)
        x->sampled[l] = rows_of(x, l);
}

/* ---- proving ----------------------------------------------------------------------------------------------------- */

static void guess(struct induct *x, uint32_t loop)
{
    x->guessed[loop] = rows_of(x, loop);
    check_guess(x->t, loop, x->kind, &x->random.known);
}

/* Loops that take many turns are cut from here on; whether there are any that were not. */
static bool cut_loops(struct induct *x)
{
    bool any = false;
    for (uint32_t l = 0; l < x->loops; l++) {
        if (x->cuts[l].is_cut || run_cut_turns(x->t, l) <= CUT_TURNS)
            continue;
        any = x->cuts[l].is_cut = true;
        run_cut_set(x->t, l);
        guess(x, l);
    }
    return any;
}

static bool has_broken(struct induct *x, uint32_t loop)
{
    return run_cut_is_any_broken(x->t, loop) || (!x->guessed[loop] && rows_of(x, loop));
}

static void drop_broken(struct induct *x, uint32_t loop)
{
    uint32_t *count, left = 0;
    struct run_cut_candidate *k = run_cut_candidates(x->t, loop, &count);
    bool has_modes = !run_cut_is_mode_new(x->t, loop);
    if (!has_modes)
        run_cut_modes(x->t, loop)->cell_count = run_cut_modes(x->t, loop)->count = 0;
    for (uint32_t i = 0; i < *count; i++)
        if (!run_cut_broken(x->t, loop)[i] && (has_modes || k[i].states != CUT_STATES_MODE))
            k[left++] = k[i];
    *count = left;
}

/* What broke a candidate is one more state that holds at the loop: guesses are made of all. */
static bool guess_again(struct induct *x)
{
    bool any = cut_loops(x);
    for (uint32_t l = 0; l < x->loops; l++)
        any |= x->cuts[l].is_cut && has_broken(x, l);
    for (uint32_t l = 0; any && l < x->loops; l++)
        if (x->cuts[l].is_cut && x->guessed[l] != rows_of(x, l))
            guess(x, l);
        else if (x->cuts[l].is_cut)
            drop_broken(x, l); /* there was no room for the state */
    run_cut_forget(x->t);
    x->breaking = 0;
    return any;
}

/* What a state leads to that broke a candidate breaks others: turns with random inputs find that sooner than a solver.
 * All of it holds whatever can be proved, for the turn began in a state that holds all candidates. */
static void go_on(void *induct, const int64_t *inputs, uint32_t count)
{
    enum { TIMES = 4 };
    struct induct *x = induct;
    if (count_rows(x) == x->rows_seen)
        return;
    x->breaking++;
    int64_t *more = base_mem_zalloc((count + RANDOM_INPUTS) * sizeof *more);
    memcpy(more, inputs, count * sizeof *more);
    run_cut_set_task(x->t, CUT_GOES_ON);
    for (int k = 0; k < TIMES; k++) {
        check_inputs_put(&x->random, more + count, RANDOM_INPUTS);
        run_trials_run(x->t, more, count + RANDOM_INPUTS, RUN_TRIAL_TIME);
    }
    run_cut_set_task(x->t, CUT_PROVES);
    free(more);
    x->rows_seen = count_rows(x);
}

/* The same from the states that the formula's questions gave, which are rows from number `first` on, by loop. */
static void go_on_from(struct induct *x, const uint32_t *first)
{
    enum { TIMES = 4, MOST = 24 };
    int64_t inputs[RANDOM_INPUTS];
    for (uint32_t l = 0; l < x->loops; l++) {
        uint32_t end = rows_of(x, l);
        for (uint32_t row = first[l]; x->cuts[l].is_cut && row < end && row < first[l] + MOST; row++)
            for (int k = 0; k < TIMES; k++) {
                run_cut_start(x->t, l, row);
                check_inputs_put(&x->random, inputs, RANDOM_INPUTS);
                run_trials_run(x->t, inputs, RANDOM_INPUTS, RUN_TRIAL_TIME);
            }
    }
    run_cut_set_task(x->t, CUT_PROVES);
}

/* Enough states have broken candidates for others to be guessed. */
static bool is_broken(void *induct)
{
    enum { ENOUGH = 4 };
    return ((struct induct *)induct)->breaking >= ENOUGH;
}

static enum status prove_once(struct induct *x, const struct exhaust_options *options, struct exhausted *out,
                              struct diag *d)
{
    if (!x->merged)
        return check_exhaust(x->t, options, out, d);
    const char *why = NULL;
    uint32_t rows[CUT_LOOPS];
    for (uint32_t l = 0; l < x->loops; l++)
        rows[l] = rows_of(x, l);
    enum merged_end end = check_merged_prove(x->merged, &why);
    if (end == MERGED_BROKEN)
        go_on_from(x, rows);
    x->is_refused = end == MERGED_REFUSED;
    out->open = end == MERGED_PROVED ? NULL : end != MERGED_BROKEN && why ? why : "the candidates are not settled";
    return ST_OK;
}

static enum status prove_with(struct induct *x, const struct exhaust_options *options, struct exhausted *out,
                              struct diag *d)
{
    enum { MOST_ROUNDS = 400 };
    uint32_t trials = 0;
    for (uint32_t l = 0; l < x->loops; l++) {
        run_cut_rewind(x->t, l, x->sampled[l]); /* what broke other candidates may be no state at all */
        if (x->cuts[l].is_cut)
            guess(x, l);
    }
    run_cut_forget(x->t);
    x->rows_seen = count_rows(x);
    x->breaking = 0;
    for (uint32_t round = 0;; round++) {
        enum status st = prove_once(x, options, out, d);
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

/* From what real runs have shown. */
static bool has_stacks(struct induct *x)
{
    bool any = false;
    x->kind = GUESS_STACKS;
    for (uint32_t l = 0; l < x->loops; l++)
        if (x->cuts[l].is_cut && check_guess_has_arrays(x->t, l)) {
            guess(x, l);
            any |= check_guess_has_stacks(x->t, l);
        }
    return any;
}

static bool has_arrays(const struct induct *x)
{
    bool any = false;
    for (uint32_t l = 0; l < x->loops; l++)
        any |= x->cuts[l].is_cut && check_guess_has_arrays(x->t, l);
    return any;
}

/* Of the time that is left, by kind of candidates: what elements hold together is known to be of use. */
static double share_of(enum guess_kind kind)
{
    return kind == GUESS_STACKS ? 0.9 : kind == GUESS_FEW ? 0.7 : kind + 1 < GUESS_KINDS ? 0.6 : 1;
}

/* Each kind of candidates has more than half of the time that is left, the last all of it. */
static enum status prove_kinds(struct induct *x, const struct exhaust_options *options, struct exhausted *out,
                               struct diag *d)
{
    struct exhaust_options o = *options;
    enum status st = ST_OK;
    for (x->kind = x->merged && has_stacks(x) ? GUESS_STACKS : GUESS_FEW; x->kind < GUESS_KINDS; x->kind++) {
        if (x->kind == GUESS_ARRAYS && !has_arrays(x))
            continue;
        struct budget part = *options->budget;
        double now = base_budget_now();
        if (part.deadline > 0)
            part.deadline = now + (part.deadline - now) * share_of(x->kind);
        o.budget = &part;
        check_exhausted_free(out);
        st = prove_with(x, &o, out, d);
        if (st || x->is_refused || !(out->open || out->is_reached) || base_budget_ask(options->budget) != BUDGET_LEFT)
            break;
    }
    return st;
}

/* All paths as one formula: quick where a turn has many. */
static enum status prove_as_formula(struct induct *x, const struct exhaust_options *options, struct exhausted *out,
                                    struct diag *d)
{
    struct merged_question q = {.u = x->u,
                                .given = x->question->given,
                                .t = x->t,
                                .entry = x->question->entry,
                                .points = options->points,
                                .point_count = options->point_count,
                                .loops = x->cuts,
                                .loop_count = x->loops,
                                .smt = options->smt,
                                .budget = options->budget};
    x->merged = check_merged_new(&q);
    enum status st = prove_kinds(x, options, out, d);
    if (!out->arena)
        out->arena = arena_new();
    out->open = arena_str(out->arena, out->open);
    check_merged_free(x->merged);
    return st;
}

static enum status prove(struct induct *x, const struct exhaust_options *options, struct exhausted *out, struct diag *d)
{
    struct smt *smt;
    struct budget all = options->budget ? *options->budget : (struct budget){0};
    run_trials_run(x->t, NULL, 0, RUN_TRIAL_TIME); /* what trials are forked from is small before there is a solver */
    enum status st = smt_new(&smt, d);
    if (st)
        return st;
    smt_until(smt, options->budget);
    struct exhaust_options o = *options;
    o.is_enough = is_broken;
    o.context = x;
    o.note = go_on;
    o.smt = smt;
    o.budget = &all;
    st = x->question->as_formula ? prove_as_formula(x, &o, out, d) : prove_kinds(x, &o, out, d);
    smt_free(smt);
    return st;
}

enum status check_induct(const struct induct_question *q, const struct exhaust_options *options, struct exhausted *out,
                         struct diag *d)
{
    struct induct x = {.question = q, .t = q->t, .u = q->u};
    enum status st = ST_OK;
    *out = (struct exhausted){.arena = arena_new(), .open = "there is no loop that can be cut"};
    find_loops(&x, q->entry);
    if (x.loops) {
        check_inputs_begin(&x.random, x.u, x.t, x.loops);
        sample(&x, options->budget);
        cut_loops(&x);
    }
    if (x.loops || q->as_formula)
        st = prove(&x, options, out, d);
    check_inputs_free(&x.random);
    return st;
}
