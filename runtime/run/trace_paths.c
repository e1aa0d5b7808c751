/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points of a trial that are no statements: conditions at places, paths through functions.
 */
#include "trace.h"

bool trace_is_watched(const struct points *p, const void *what)
{
    uint32_t unused;
    return map64_get(&p->watched, (uint64_t)(uintptr_t)what, &unused);
}

void trace_conditions(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct points *p = m->trace->points;
    for (size_t k = 0; k < p->conditions.count; k++) {
        const struct condition_point *c = &p->conditions.items[k];
        if (c->at == i && !m->trace->reached[c->point]) {
            struct val v = run_eval(c->condition, f);
            m->trace->reached[c->point] = v.bits && !v.undef;
        }
    }
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

void trace_follow(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    while (t->walks.count && t->walks.items[t->walks.count - 1].serial != f->serial &&
           t->walks.items[t->walks.count - 1].frame >= f)
        t->edges.count = t->walks.items[--t->walks.count].first;
    if (!trace_is_watched(t->points, f->fn))
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
