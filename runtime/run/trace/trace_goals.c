/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goals of a trial that are no statements or edges (goal_points.c makes them): conditions at places, paths through
 * functions.
 */
#include "trace.h"

bool run_trace_is_watched(const struct points *p, const void *what)
{
    uint32_t unused;
    return base_map64_get(&p->watched, (uint64_t)(uintptr_t)what, &unused);
}

static double number(const struct node *n, struct val v)
{
    return n->t.is_signed ? (double)(int64_t)v.bits : (double)v.bits;
}

/* How far a condition is from being what it is to be: 0 where it is, below 1 for one comparison, 1 more for each
 * operand of && that was not asked for. */
static double condition_distance(struct frame *f, const struct node *n, bool is_true)
{
    if ((run_eval(n, f).bits != 0) == is_true)
        return 0;
    if (n->kind == NODE_UNARY && (n->op == CWI_LOGNOT || n->op == CWI_CONVERT))
        return condition_distance(f, n->a, is_true == (n->op == CWI_CONVERT));
    if (n->kind != NODE_BINARY || n->of.form != FORM_INT)
        return 0.9;
    if (n->op == CWI_LOGAND || n->op == CWI_LOGOR) {
        bool is_both = (n->op == CWI_LOGAND) == is_true; /* else either operand will do */
        double a = condition_distance(f, n->a, is_true);
        if (run_is_short(n, run_eval(n->a, f)))
            return is_both ? a + 1 : a;
        double b = condition_distance(f, n->b, is_true);
        return is_both || b < a ? b : a;
    }
    double x = number(n->a, run_eval(n->a, f)), y = number(n->b, run_eval(n->b, f)), d = x > y ? x - y : y - x;
    return n->op >= CWI_EQ && n->op <= CWI_GE ? (d + 1) / (d + 2) : 0.9;
}

static void ask(struct machine *m, struct frame *f, const struct condition_point *c)
{
    enum { MOST_ASKED = 2000 };
    struct trace *t = m->trace;
    struct symbolic x = {run_eval(c->condition, f), 0};
    if (!t->is_quick && t->asked < MOST_ASKED) {
        t->asked++;
        t->asking = c->point;
        x = run_trace_eval(m, f, c->condition);
        run_trace_decide(t, x.term, NULL, x.v.bits != 0);
        t->asking = 0;
    }
    if (!t->is_quick && t->asked == MOST_ASKED)
        trace_lose(t, "more conditions of assertions than are followed");
    t->reached[c->point] = x.v.bits && !x.v.undef;
    if (!t->reached[c->point])
        run_trace_near(t, c->point, condition_distance(f, c->condition, true));
}

void run_trace_conditions(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct points *p = m->trace->points;
    for (size_t k = 0; k < p->conditions.count; k++)
        if (p->conditions.items[k].at == i && !m->trace->reached[p->conditions.items[k].point])
            ask(m, f, &p->conditions.items[k]);
}

static void path_ends(struct trace *t, const struct func_code *fn, const struct walk *w)
{
    uint32_t count = (uint32_t)t->edges.count - w->first;
    for (size_t k = 0; k < t->points->paths.count; k++) {
        const struct path_point *p = &t->points->paths.items[k];
        if (p->func == fn->id && p->edge_count == count &&
            (!count || !memcmp(p->edges, &t->edges.items[w->first], count * sizeof *p->edges)))
            t->reached[p->point] = 1;
    }
}

void run_trace_follow(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    while (t->walks.count && t->walks.items[t->walks.count - 1].serial != f->serial &&
           t->walks.items[t->walks.count - 1].frame >= f)
        t->edges.count = t->walks.items[--t->walks.count].first;
    if (!run_trace_is_watched(t->points, f->fn))
        return;
    struct walk *w = t->walks.count ? &t->walks.items[t->walks.count - 1] : NULL;
    if (!w || w->serial != f->serial) {
        vec_push(&t->walks, ((struct walk){f, f->serial, NULL, (uint32_t)t->edges.count}));
        w = &t->walks.items[t->walks.count - 1];
    }
    if (w->branch) {
        uint32_t way = 0;
        while (w->branch->targets[way] != i)
            way++;
        vec_push(&t->edges, w->branch->first_edge + way);
    }
    w->branch = i->kind == INSTR_IF || i->kind == INSTR_SWITCH || i->kind == INSTR_JUMP ? i : NULL;
    if (i->kind == INSTR_RETURN)
        path_ends(t, f->fn, w);
}
