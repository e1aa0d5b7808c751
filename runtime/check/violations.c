/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What concrete runs may show: which questions, and where or how a run violates the property.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"
#include "concrete.h"

/* Functions whose address is taken, of which a call is what is asked about, or may be. */
struct pointed VEC(cwi_id);

/* A call that is what is asked about: always, or where the condition holds. False: it cannot be translated. */
static bool add_place(struct run_trials *t, uint32_t place, const struct cwi_expr *condition, struct check_points *out)
{
    uint32_t point = condition ? run_point_condition(t, place, condition) : place;
    if (point != UINT32_MAX)
        vec_push(out, point);
    return point != UINT32_MAX;
}

/* A call that leads to `func` where `leads` holds, NULL: always. It is a violation of reach-assert, or it is one where
 * its first argument is 0. */
static bool add_error(const struct session *s, struct run_trials *t, uint32_t place, const struct cwi_stmt *call,
                      cwi_id func, const struct cwi_expr *leads, struct check_points *out)
{
    struct arena *a = s->program->arena;
    cwi_id truth = cwi_int_type(s->program, 32, true);
    struct effect e = pt_effect_of(s->program, func, s->given);
    if (e.flags & EFFECT_ERROR)
        return add_place(t, place, leads, out);
    if (!(e.flags & EFFECT_ASSERTS) || !call->arg_count)
        return true;
    const struct cwi_expr *fails = cwi_expr_unary(a, CWI_LOGNOT, truth, call->args[0]);
    return add_place(t, place, leads ? cwi_expr_binary(a, CWI_LOGAND, truth, leads, fails) : fails, out);
}

static bool add_pointer_call(const struct session *s, struct run_trials *t, bool asks_for_errors, uint32_t place,
                             const struct cwi_stmt *call, const struct pointed *to, struct check_points *out)
{
    struct arena *a = s->program->arena;
    bool all = true;
    for (size_t i = 0; i < to->count; i++) {
        const struct cwi_expr *func = cwi_expr_func(a, call->rhs->type, to->items[i]);
        const struct cwi_expr *leads = cwi_expr_binary(a, CWI_EQ, cwi_int_type(s->program, 32, true), call->rhs, func);
        all &=
            asks_for_errors ? add_error(s, t, place, call, to->items[i], leads, out) : add_place(t, place, leads, out);
    }
    return all;
}

static void find_pointed(const struct session *s, const struct note *q, bool asks_for_errors, struct pointed *out)
{
    for (cwi_id f = 1; f < s->program->funcs.count; f++) {
        if (!cwi_func_of(s->program, f)->is_address_taken)
            continue;
        if (asks_for_errors ? (pt_effect_of(s->program, f, s->given).flags & (EFFECT_ERROR | EFFECT_ASSERTS)) != 0
                            : check_question_is_of(s->program, q, f))
            vec_push(out, f);
    }
}

/* Where a function begins that is an error by its name: calls of it may go through pointers. */
static void add_error_functions(const struct session *s, struct run_trials *t, struct check_points *out)
{
    const struct cwi_unit *u = s->program;
    for (cwi_id f = 1; f < u->funcs.count; f++) {
        bool is_error = pt_effect_of(u, f, s->given).flags & EFFECT_ERROR;
        uint32_t point = is_error ? run_point_of_function(t, f) : UINT32_MAX;
        if (point != UINT32_MAX)
            vec_push(out, point);
    }
}

/* The first statements of the blocks that the question is about. */
static void find_beginnings(const struct session *s, const struct note *q, struct map64 *out)
{
    for (cwi_id f = 1; f < s->program->funcs.count; f++) {
        const struct cwi_func *c = cwi_func_of(s->program, f);
        for (uint32_t b = 0; b < c->block_count; b++)
            if (c->blocks[b].count && check_question_is_about_block(q, c, b))
                base_map64_put(out, (uintptr_t)c->blocks[b].stmts, 1);
    }
}

bool check_error_points(const struct session *s, struct run_trials *t, const struct note *q, struct check_points *out)
{
    bool asks_for_errors = !strcmp(q->u.property.logic, "reach-assert"), all = true;
    struct pointed pointed = {0};
    struct map64 beginnings = {0};
    uint32_t unused;
    find_pointed(s, q, asks_for_errors, &pointed);
    if (asks_for_errors)
        add_error_functions(s, t, out);
    else
        find_beginnings(s, q, &beginnings);
    for (uint32_t i = 0, n = run_point_count(t); i < n; i++) {
        struct run_point p = run_point_of(t, i);
        if (p.way != UINT32_MAX || p.is_dead)
            continue;
        bool is_call = p.stmt->kind == CWI_CALL, is_direct = is_call && p.stmt->rhs->kind == CWI_FUNCREF;
        if (is_call && !is_direct)
            all &= add_pointer_call(s, t, asks_for_errors, i, p.stmt, &pointed, out);
        if (asks_for_errors && is_direct)
            all &= add_error(s, t, i, p.stmt, p.stmt->rhs->ref, NULL, out);
        else if (!asks_for_errors && (check_question_is_about_call(s->program, q, p.stmt) ||
                                      base_map64_get(&beginnings, (uintptr_t)p.stmt, &unused)))
            vec_push(out, i);
    }
    base_map64_free(&beginnings);
    vec_free(&pointed);
    return all && out->count;
}

enum run_fault check_fault_of(const struct asked *q)
{
    static const struct {
        const char *logic;
        enum run_fault fault;
    } rows[] = {{"memory-safe", RUN_MEMORY_FAULT},     {"no-null", RUN_NULL_FAULT},
                {"no-use-after-free", RUN_DEAD_FAULT}, {"no-bad-free", RUN_FREE_FAULT},
                {"no-uninit", RUN_UNSET_FAULT},        {"no-leak", RUN_LEAK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(q->note->u.property.logic, rows[i].logic))
            return rows[i].fault;
    return RUN_OTHER_FAULT;
}

bool check_can_run(const struct session *s, cwi_id entry)
{
    if (!run_can_start_at(s->program, entry))
        return false;
    for (cwi_id f = 1; f < s->program->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(s->program, f);
        if (x->block_count && !x->is_ieee) /* its floating point is not the host's */
            return false;
    }
    for (size_t i = 0; i < s->given->list.count; i++) {
        const struct note *n = s->given->list.items[i];
        cwi_id func = n->kind == NOTE_INPUT ? n->u.input.func : n->kind == NOTE_EXTERNAL ? n->u.external.func : 0;
        if (func && cwi_func_of(s->program, func)->block_count)
            return false;
    }
    return true;
}

bool check_is_shown_by_runs(const struct asked *q)
{
    static const char *const logics[] = {"reach-assert", "unreachable"};
    for (size_t i = 0; q->note->kind == NOTE_PROPERTY && i < sizeof logics / sizeof *logics; i++)
        if (!strcmp(q->note->u.property.logic, logics[i]))
            return true;
    return q->note->kind == NOTE_PROPERTY && check_fault_of(q);
}

uint32_t check_most_runs(const struct budget *b)
{
    enum { MOST_RUNS = 400 };
    return b && b->deadline > 0 ? 0 : MOST_RUNS;
}
