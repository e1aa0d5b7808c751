/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The formula is made, and its questions are asked: first whether the candidates hold, then whether there is a duty
 * that is not done.
 */
#include "private.h"

#include <stdlib.h>

void check_merged_give_up(struct merged *m, const char *why)
{
    m->why = why;
    m->is_refused = true;
    longjmp(m->over, 1);
}

void check_merged_run_out(struct merged *m, const char *why)
{
    m->why = why;
    m->is_refused = false;
    longjmp(m->over, 1);
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

struct merged *check_merged_new(const struct merged_question *q)
{
    struct merged *m = base_mem_zalloc(sizeof *m);
    m->q = q;
    m->smt = q->smt;
    m->lasting = arena_new();
    m->round = m->arena = arena_new();
    m->object_of = base_mem_zalloc(q->u->vars.count * sizeof *m->object_of);
    m->flows = base_mem_zalloc(q->u->funcs.count * sizeof *m->flows);
    m->is_active = base_mem_zalloc(q->u->funcs.count);
    m->writes = base_mem_zalloc((q->loop_count + 1) * sizeof *m->writes);
    for (size_t i = 0; i < q->u->vars.count + q->u->funcs.count; i++)
        vec_push(&m->objects, (struct object){0});
    for (uint32_t i = 0; i < q->point_count; i++)
        base_map64_put(&m->points, (uintptr_t)run_point_of(q->t, q->points[i]).stmt, 0);
    return m;
}

void check_merged_free(struct merged *m)
{
    if (!m)
        return;
    for (cwi_id f = 0; f < m->q->u->funcs.count; f++)
        if (m->flows[f]) {
            vec_free(&m->flows[f]->loops);
            free(m->flows[f]);
        }
    for (uint32_t i = 0; i < m->q->loop_count; i++) {
        vec_free(&m->writes[i].written);
        vec_free(&m->writes[i].unset);
    }
    for (size_t i = 0; i < m->all_states.count; i++) {
        free(m->all_states.items[i]->values);
        free(m->all_states.items[i]);
    }
    arena_free(m->lasting);
    arena_free(m->round);
    base_map64_free(&m->points);
    base_map64_free(&m->cell_at);
    base_map64_free(&m->negated);
    base_map64_free(&m->is_at);
    base_map64_free(&m->moved);
    base_map64_free(&m->read_at);
    vec_free(&m->read);
    base_map64_free(&m->first_part);
    base_map64_free(&m->last_part);
    vec_free(&m->objects);
    vec_free(&m->cells);
    vec_free(&m->all_states);
    vec_free(&m->free_states);
    vec_free(&m->log);
    vec_free(&m->duties);
    vec_free(&m->arrivals);
    free(m->object_of);
    free(m->flows);
    free(m->is_active);
    free(m->writes);
    free(m);
}

/* Equal candidates make equal terms, which the solver has seen. */
static void begin_round(struct merged *m)
{
    const struct cwi_unit *u = m->q->u;
    arena_reset(m->round);
    m->free_states.count = 0;
    for (size_t i = 0; i < m->all_states.count; i++)
        vec_push(&m->free_states, m->all_states.items[i]);
    m->objects.count = u->vars.count + u->funcs.count;
    for (cwi_id v = 1; v < u->vars.count; v++)
        if (!check_merged_is_static(m, v))
            m->object_of[v] = 0;
    memset(m->is_active, 0, u->funcs.count);
    for (size_t i = 0; i < m->cells.count; i++)
        m->cells.items[i].logged = 0;
    m->log.count = m->duties.count = m->arrivals.count = 0;
    m->log_start = m->oldest = 0;
    m->next_unknown = 0;
    m->steps = 0;
}

static void refuse_odd_programs(struct merged *m)
{
    const struct cwi_unit *u = m->q->u;
    if (u->pointer_bits != 64 || u->big_endian)
        check_merged_give_up(m, "the machine is of another kind");
    for (cwi_id f = 1; f < u->funcs.count; f++)
        if (cwi_func_of(u, f)->init_priority || cwi_func_of(u, f)->fini_priority)
            check_merged_give_up(m, "functions run before or after main");
    for (uint32_t i = 0; i < m->q->point_count; i++)
        if (run_point_of(m->q->t, m->q->points[i]).way != UINT32_MAX)
            check_merged_give_up(m, "the question is about a branch");
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

typedef enum smt_answer check_function(struct smt *s, const smt_term *conditions, size_t count);

/* `bad` 0: whether the guard may hold. */
static enum smt_answer ask(struct merged *m, const struct guard *g, smt_term bad, uint32_t units, check_function *check)
{
    struct VEC(smt_term) conditions = {0};
    if (base_budget_ask(m->q->budget) != BUDGET_LEFT)
        check_merged_run_out(m, "time is up");
    for (; g; g = g->up)
        vec_push(&conditions, g->term);
    if (bad)
        vec_push(&conditions, bad);
    smt_limit(m->smt, MERGED_HARD);
    bool is_refuted = smt_is_refuted_without_scaling(m->smt, conditions.items, conditions.count);
    smt_limit(m->smt, units);
    enum smt_answer r = is_refuted ? SMT_UNSAT : check(m->smt, conditions.items, conditions.count);
    vec_free(&conditions);
    return r;
}

enum smt_answer check_merged_ask(struct merged *m, const struct guard *g, smt_term bad, uint32_t units)
{
    return ask(m, g, bad, units, smt_check_alone);
}

enum smt_answer check_merged_ask_one(struct merged *m, const struct guard *g, smt_term bad, uint32_t units)
{
    return ask(m, g, bad, units, smt_check_cases);
}

/* Asked turn by turn, with few conditions more each time. */
bool check_merged_is_possible(struct merged *m, const struct state *s)
{
    enum { HARD = 20000000 };
    return !s->guard || (!check_merged_is_nowhere(m, s) && ask(m, s->guard, 0, HARD, smt_check) != SMT_UNSAT);
}

static enum merged_end say_open(struct merged *m, const struct duty *d, enum smt_answer a)
{
    m->why = a == SMT_UNKNOWN ? arena_printf(m->round, "a question is too hard for the solver (line %u)", d->at.line)
             : d->what        ? arena_printf(m->round, "%s (line %u)", d->what, d->at.line)
                              : "the invariants that are guessed do not exclude it";
    return MERGED_OPEN;
}

/* All at once, then, where that is hard, one after the other. */
static enum merged_end ask_duties(struct merged *m)
{
    enum { FEW = 8 };
    smt_term bad = check_merged_const(m, 0, 1);
    for (size_t i = 0; i < m->duties.count; i++) {
        const struct duty *d = &m->duties.items[i];
        bad = check_merged_or(m, bad, d->guard ? check_merged_and(m, d->guard->all, d->bad) : d->bad);
    }
    uint32_t units = m->is_hard && m->duties.count <= FEW ? MERGED_HARD / 16 : MERGED_HARD / 4;
    enum smt_answer a = check_merged_is(m, bad, 0) ? SMT_UNSAT : check_merged_ask(m, NULL, bad, units);
    for (size_t i = 0; a == SMT_SAT && i < m->duties.count; i++) {
        const struct duty *d = &m->duties.items[i];
        if (smt_value(m->smt, d->bad) && (!d->guard || smt_value(m->smt, d->guard->all)))
            return say_open(m, d, a);
    }
    for (size_t i = 0; a != SMT_UNSAT && i < m->duties.count; i++) {
        const struct duty *d = &m->duties.items[i];
        enum smt_answer one = check_merged_ask_one(m, d->guard, d->bad, MERGED_HARD);
        if (one != SMT_UNSAT)
            return say_open(m, d, one);
    }
    return MERGED_PROVED;
}

enum merged_end check_merged_prove(struct merged *m, const char **why)
{
    begin_round(m);
    enum merged_end end = MERGED_OPEN;
    m->why = NULL;
    if (setjmp(m->over)) {
        *why = m->why;
        return m->is_refused ? MERGED_REFUSED : MERGED_OPEN;
    }
    refuse_odd_programs(m);
    check_merged_release(m, check_merged_call(m, check_merged_state(m), m->q->entry));
    end = check_merged_break(m) ? MERGED_BROKEN : ask_duties(m);
    *why = m->why;
    return end;
}
