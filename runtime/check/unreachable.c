/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goals that no run reaches. Each becomes a label in the program, at a block of its own where that is needed, and the
 * question is the property `unreachable` of that label: what decides properties decides goals.
 */
#include "goals_read.h"
#include "runtime/cwi/edit.h"

#include <stdio.h>
#include <stdlib.h>

/* A label to be put into a function: before a statement, or at a way out of a branch. */
struct insertion {
    cwi_id func;
    uint32_t block, index, way; /* way: UINT32_MAX, before the statement */
    const char *condition;      /* that must hold there, or NULL */
    const char *label;
};
struct insertions VEC(struct insertion);

struct inserter {
    struct arena *a;
    const struct cwi_unit *u;
    struct cwi_unit *whole;
    const struct run_trials *t;
    struct insertions list;
    struct diag *d;
};

/* ---- where ------------------------------------------------------------------------------------------------------- */

/* The function in the program that was linked for checking. */
static cwi_id same_function(const struct inserter *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->u, func);
    for (cwi_id i = 1; i < x->whole->funcs.count; i++) {
        const struct cwi_func *g = cwi_func_of(x->whole, i);
        if (!strcmp(f->name, g->name) && f->block_count == g->block_count && f->at.line == g->at.line &&
            !strcmp(cwi_place_text(x->u, f->at).file, cwi_place_text(x->whole, g->at).file))
            return i;
    }
    return 0;
}

static bool locate(const struct inserter *x, const struct run_point *p, struct insertion *out)
{
    const struct cwi_func *f = cwi_func_of(x->u, p->func);
    out->func = same_function(x, p->func);
    out->way = p->way;
    return out->func && cwi_locate(f, p->stmt, &out->block, &out->index) &&
           out->index < cwi_func_of(x->whole, out->func)->blocks[out->block].count;
}

/* Edges first: statements move when a block is split. Of a block, the last statement first. */
static int order(const void *a, const void *b)
{
    const struct insertion *x = a, *y = b;
    bool x_edge = x->way != UINT32_MAX, y_edge = y->way != UINT32_MAX;
    if (x->func != y->func)
        return x->func < y->func ? -1 : 1;
    if (x_edge != y_edge)
        return x_edge ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return x->index > y->index ? -1 : x->index < y->index;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static void insert_edge(struct inserter *x, struct cwi_func *f, const struct insertion *i)
{
    struct cwi_stmt *s = &f->blocks[i->block].stmts[i->index];
    uint32_t *target = i->way < s->target_count ? &s->targets[i->way] : &s->cases[i->way - s->target_count].target;
    struct cwi_stmt to = cwi_goto(x->whole->arena, s->at, *target);
    *target = cwi_add_block(x->whole->arena, f, &to, 1);
    cwi_add_label(x->whole->arena, &f->blocks[*target], i->label);
}

static enum status insert_condition(struct inserter *x, struct cwi_func *f, const struct insertion *i)
{
    const struct cwi_expr *e;
    struct note_source *source = note_text_source(x->a, "", i->condition, strlen(i->condition), 1, 1);
    enum status st = note_parse_expr(x->whole->arena, source, note_unit_resolver(x->a, x->whole, i->func), &e, x->d);
    if (st)
        return st;
    struct arena *a = x->whole->arena;
    uint32_t rest = cwi_split_block(a, f, i->block, i->index);
    struct cwi_place at = f->blocks[i->block].stmts[i->index].at;
    struct cwi_stmt to = cwi_goto(a, at, rest);
    uint32_t holds = cwi_add_block(a, f, &to, 1);
    cwi_add_label(a, &f->blocks[holds], i->label);
    f->blocks[i->block].stmts[i->index] = cwi_if(a, at, e, holds, rest);
    return ST_OK;
}

static enum status insert(struct inserter *x, const struct insertion *i)
{
    struct cwi_func *f = (struct cwi_func *)cwi_func_of(x->whole, i->func);
    if (i->condition)
        return insert_condition(x, f, i);
    if (i->way != UINT32_MAX) {
        insert_edge(x, f, i);
        return ST_OK;
    }
    uint32_t block =
        i->index ? cwi_split_block(x->whole->arena, f, i->block, i->index) : i->block; /* the blocks move */
    cwi_add_label(x->whole->arena, &f->blocks[block], i->label);
    return ST_OK;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* The label that stands for the goal; NULL: it cannot have one. */
static const char *mark(struct inserter *x, const struct check_goal *g, size_t number)
{
    const char *label = arena_printf(x->whole->arena, "(goal %zu)", number + 1);
    size_t before = x->list.count;
    if (g->is_path || g->test != CHECK_NOT_FOUND)
        return NULL;
    for (uint32_t i = 0; i < g->point_count; i++) {
        struct insertion at = {.condition = g->condition, .label = label};
        struct run_point p = run_point_of(x->t, g->points[i]);
        if (!locate(x, &p, &at)) {
            x->list.count = before;
            return NULL;
        }
        vec_push(&x->list, at);
    }
    return label;
}

static void ask(struct arena *a, const char *label, struct notes *out)
{
    struct note *n = ARENA_NEW(a, struct note);
    n->kind = NOTE_PROPERTY;
    n->u.property.name = n->u.property.target = label;
    n->u.property.logic = "unreachable";
    n->u.property.text = "";
    vec_push(&out->list, n);
}

/* A path that takes an edge that no run takes is no path: asks about each edge once. */
static void ask_path(struct inserter *x, const struct check_goal *g, bool *asked, struct notes *out)
{
    const uint32_t *edges;
    uint32_t count = run_point_path(x->t, g->points[0], &edges);
    for (uint32_t i = 0; i < count; i++) {
        struct insertion at = {.label = arena_printf(x->whole->arena, "(edge %u)", edges[i])};
        struct run_point p = run_point_of(x->t, edges[i]);
        if (asked[edges[i]] || !locate(x, &p, &at))
            continue;
        asked[edges[i]] = true;
        vec_push(&x->list, at);
        ask(x->a, at.label, out);
    }
}

static void ask_all(struct inserter *x, const struct check_goals *goals, struct notes *out)
{
    bool *asked = base_mem_zalloc(run_point_count(x->t) + 1);
    for (size_t i = 0; i < goals->count; i++) {
        const struct check_goal *g = &goals->items[i];
        const char *label = mark(x, g, i);
        if (label)
            ask(x->a, label, out);
        else if (g->is_path && g->test == CHECK_NOT_FOUND)
            ask_path(x, g, asked, out);
    }
    free(asked);
}

/* True: there was a goal with this edge. */
static bool drop_paths(const struct run_trials *t, uint32_t edge, struct check_goals *goals)
{
    bool any = false;
    for (size_t i = 0; i < goals->count; i++) {
        struct check_goal *g = &goals->items[i];
        const uint32_t *edges = NULL;
        uint32_t count = g->is_path && g->test == CHECK_NOT_FOUND ? run_point_path(t, g->points[0], &edges) : 0;
        for (uint32_t k = 0; k < count; k++)
            if (edges[k] == edge)
                g->is_unreachable = any = true;
    }
    return any;
}

static void take_answers(const struct inserter *x, const struct check_report *r, struct check_goals *goals,
                         struct check_texts *assumptions)
{
    unsigned long number;
    unsigned edge;
    bool any = false;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->answers[i].verdict != LTS_VERDICT_TRUE)
            continue;
        if (sscanf(r->answers[i].name, "(goal %lu)", &number) == 1)
            goals->items[number - 1].is_unreachable = any = true;
        else if (sscanf(r->answers[i].name, "(edge %u)", &edge) == 1)
            any |= drop_paths(x->t, edge, goals);
    }
    for (uint32_t i = 0; i < r->assumption_count && any; i++)
        vec_push(assumptions, arena_str(x->a, r->assumptions[i]));
}

enum status check_goals_unreachable(struct arena *a, const struct cwi_unit *u, const struct run_trials *t,
                                    struct cwi_unit *whole, const struct notes *notes,
                                    const struct check_options *options, struct check_goals *goals,
                                    struct check_texts *assumptions, struct diag *d)
{
    struct inserter x = {.a = a, .u = u, .whole = whole, .t = t, .d = d};
    struct notes asked = {.arena = a};
    struct check_report *r = NULL;
    enum status st = ST_OK;
    for (size_t i = 0; i < notes->list.count; i++)
        if (notes->list.items[i]->kind != NOTE_PROPERTY && notes->list.items[i]->kind != NOTE_SPEC)
            vec_push(&asked.list, notes->list.items[i]);
    ask_all(&x, goals, &asked);
    if (x.list.count)
        qsort(x.list.items, x.list.count, sizeof *x.list.items, order);
    for (size_t i = 0; !st && i < x.list.count; i++)
        st = insert(&x, &x.list.items[i]);
    if (!st && x.list.count)
        st = check_run(whole, &asked, options, &r, d);
    if (!st && r)
        take_answers(&x, r, goals, assumptions);
    check_report_free(r);
    vec_free(&x.list);
    vec_free(&asked.list);
    return st;
}
