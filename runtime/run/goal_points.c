/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points: statements, ways out of branches, conditions at places, paths through functions.
 */
#include "goal_points.h"
#include "runtime/run/trace/trace.h"

static uint32_t ways_of(const struct instr *i)
{
    return i->taken ? i->src->target_count + i->src->case_count : 0;
}

static void number(struct points *p, struct func_code *fn)
{
    bool *reached = run_find_reachable(fn);
    fn->first_point = p->count;
    for (uint32_t k = 0; k < fn->instr_count; k++)
        vec_push(&p->list,
                 ((struct run_point){fn->id, fn->code[k].src, UINT32_MAX, !reached[k], fn->code[k].is_borrowed}));
    p->count += fn->instr_count;
    for (uint32_t k = 0; k < fn->instr_count; k++) {
        fn->code[k].first_edge = p->count;
        for (uint32_t j = 0; j < ways_of(&fn->code[k]); j++, p->count++)
            vec_push(&p->list, ((struct run_point){fn->id, fn->code[k].src, j, !reached[k], false}));
    }
    free(reached);
}

void run_points_number(struct machine *m, struct points *p)
{
    for (cwi_id id = 1; id < m->u->funcs.count; id++)
        if (m->funcs[id].code)
            number(p, &m->funcs[id]);
}

void run_points_free(struct points *p)
{
    vec_free(&p->list);
    vec_free(&p->conditions);
    vec_free(&p->paths);
    base_map64_free(&p->watched);
}

static void watch(struct points *p, const void *what)
{
    base_map64_put(&p->watched, (uint64_t)(uintptr_t)what, 0);
}

static uint32_t new_point(struct points *p, struct run_point x)
{
    vec_push(&p->list, x);
    return p->count++;
}

uint32_t run_points_condition(struct machine *m, struct points *p, uint32_t place, const struct cwi_expr *condition)
{
    struct run_point at = p->list.items[place];
    struct func_code *fn = &m->funcs[at.func];
    if (setjmp(m->over)) /* it cannot be translated */
        return UINT32_MAX;
    const struct node *n = run_compile_expr(m, fn, condition);
    if (!n || n->t.form != FORM_INT)
        return UINT32_MAX;
    const struct instr *i = &fn->code[place - fn->first_point];
    uint32_t point = new_point(p, at);
    vec_push(&p->conditions, ((struct condition_point){i, n, point}));
    watch(p, i);
    return point;
}

static uint32_t point_of(const struct func_code *fn, const struct instr *i)
{
    return fn->first_point + (uint32_t)(i - fn->code);
}

static void next_of_statement(const struct points *p, const struct func_code *fn, const struct instr *i,
                              void (*visit)(void *context, uint32_t next), void *context)
{
    const struct func_code *callee = i->kind == INSTR_CALL ? i->call->callee : NULL;
    bool goes_on = !i->taken && i->kind != INSTR_RETURN && i->kind != INSTR_STOP;
    for (uint32_t j = 0; j < ways_of(i); j++)
        visit(context, i->first_edge + j);
    if (callee && callee->code && callee->instr_count)
        visit(context, callee->first_point);
    if (goes_on && i + 1 < fn->code + fn->instr_count)
        visit(context, point_of(fn, i + 1));
    for (size_t k = 0; k < p->conditions.count; k++)
        if (p->conditions.items[k].at == i)
            visit(context, p->conditions.items[k].point);
}

void run_points_next(const struct machine *m, const struct points *p, uint32_t point,
                     void (*visit)(void *context, uint32_t next), void *context)
{
    const struct run_point *x = &p->list.items[point];
    const struct func_code *fn = &m->funcs[x->func];
    if (point - fn->first_point < fn->instr_count) {
        next_of_statement(p, fn, &fn->code[point - fn->first_point], visit, context);
        return;
    }
    for (uint32_t k = 0; k < fn->instr_count && x->way != UINT32_MAX; k++)
        if (fn->code[k].src == x->stmt)
            visit(context, point_of(fn, fn->code[k].targets[x->way]));
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

struct path_search {
    struct machine *m;
    struct points *p;
    const struct func_code *fn;
    uint32_t times, limit, found;
    uint64_t fuel;
    uint8_t *used; /* by edge of the function */
    uint32_t first_edge;
    struct VEC(uint32_t) edges;
};

static void keep_path(struct path_search *s)
{
    struct path_point x = {.func = s->fn->id, .edge_count = (uint32_t)s->edges.count};
    if (s->found++ >= s->limit)
        return;
    x.point = new_point(s->p, (struct run_point){s->fn->id, s->fn->code[0].src, UINT32_MAX, false, false});
    x.edges = vec_to_arena(&s->edges, s->m->arena);
    vec_push(&s->p->paths, x);
}

/* All ways from a statement on. */
static void search_paths(struct path_search *s, const struct instr *i)
{
    const struct instr *last = s->fn->code + s->fn->instr_count;
    while (i < last && !i->taken && i->kind != INSTR_RETURN && i->kind != INSTR_STOP)
        i++;
    if (i == last || i->kind == INSTR_STOP || s->found > s->limit || !s->fuel)
        return;
    s->fuel--;
    if (i->kind == INSTR_RETURN) {
        keep_path(s);
        return;
    }
    bool is_branch = i->kind != INSTR_GOTO;
    for (uint32_t j = 0; j < ways_of(i); j++) {
        uint32_t edge = i->first_edge + j;
        if (s->used[edge - s->first_edge] >= s->times)
            continue;
        s->used[edge - s->first_edge]++;
        if (is_branch)
            vec_push(&s->edges, edge);
        search_paths(s, i->targets[j]);
        s->edges.count -= is_branch;
        s->used[edge - s->first_edge]--;
    }
}

uint32_t run_points_paths(struct machine *m, struct points *p, cwi_id func, uint32_t times, uint32_t limit,
                          uint32_t *first)
{
    enum { FUEL = 1000 };
    const struct func_code *fn = &m->funcs[func];
    uint32_t count = p->count;
    size_t paths = p->paths.count;
    struct path_search s = {.m = m,
                            .p = p,
                            .fn = fn,
                            .times = times > 255 ? 255 : times,
                            .limit = limit,
                            .fuel = (uint64_t)(limit + 1) * FUEL,
                            .first_edge = fn->first_point + fn->instr_count};
    uint32_t edges = 0;
    for (uint32_t k = 0; k < fn->instr_count; k++)
        edges += ways_of(&fn->code[k]);
    s.used = base_mem_zalloc(edges + 1);
    if (fn->instr_count)
        search_paths(&s, fn->code);
    if (!s.fuel)
        s.found = limit + 1;
    if (s.found > limit) {
        p->count = count;
        p->list.count = count;
        p->paths.count = paths;
    } else if (s.found) {
        watch(p, fn);
    }
    *first = count;
    free(s.used);
    vec_free(&s.edges);
    return s.found;
}
