/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trials: a program is prepared once and run many times with inputs that the caller chooses.
 */
#include "goal_points.h"
#include "runtime/run/trace/trace.h"

#include <sys/mman.h>

/* ---- preparing --------------------------------------------------------------------------------------------------- */

void *run_share(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void run_unshare(void *p, size_t size)
{
    if (p)
        munmap(p, size);
}

/* What cannot be translated ends the trials that come there. */
static void compile(struct machine *m)
{
    for (volatile cwi_id id = 1; id < m->u->funcs.count; id++)
        if (m->funcs[id].f->block_count) {
            if (!setjmp(m->over))
                run_compile(m, &m->funcs[id]);
            else
                m->funcs[id].code = NULL;
        }
}

static enum status prepare(struct run_trials *t, struct diag *d)
{
    struct machine *m = t->m;
    struct trace *x = &t->trace;
    size_t n = x->most_inputs + 1u;
    enum status st = run_begin(m, d);
    if (st)
        return st;
    x->shared = run_share(sizeof *x->shared);
    x->inputs = run_share(n * sizeof *x->inputs);
    x->from = run_share(n * sizeof *x->from);
    if (!x->shared || !x->inputs || !x->from)
        return diag_set(d, ST_SYSTEM, (struct place){0}, "the system gives no memory for trials (ulimit -v?)");
    if (setjmp(m->over))
        return diag_set(d, ST_BAD, cwi_place_text(m->u, t->out.at), "not supported in a run: %s", t->out.what);
    run_prepare(m);
    compile(m);
    run_points_number(m, &t->points);
    return ST_OK;
}

enum status run_trials_open(const struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                            const struct run_config *cfg, uint32_t most_inputs, struct run_trials **out, struct diag *d)
{
    struct run_trials *t = base_mem_zalloc(sizeof *t);
    t->cfg = *cfg;
    t->server = t->answers = -1;
    t->entry = entry;
    t->m = base_mem_zalloc(sizeof *t->m);
    *t->m = (struct machine){.u = u, .notes = notes, .cfg = &t->cfg, .out = &t->out};
    t->trace = (struct trace){.points = &t->points, .most_inputs = most_inputs};
    enum status st = prepare(t, d);
    if (st) {
        run_trials_close(t);
        return st;
    }
    t->cfg.has_inputs = true;
    t->cfg.inputs = t->trace.inputs;
    t->cfg.cover = NULL;
    t->m->trace = &t->trace;
    t->m->mem.copied = run_trace_copied;
    t->m->mem.context = t->m;
    t->m->is_watched = true;
    *out = t;
    return ST_OK;
}

void run_trials_close(struct run_trials *t)
{
    if (!t)
        return;
    struct trace *x = &t->trace;
    size_t n = x->most_inputs + 1u;
    run_trials_dismiss(t);
    run_end(t->m);
    run_points_free(&t->points);
    run_trace_free(x);
    run_unshare(x->shared, sizeof *x->shared);
    run_unshare(x->inputs, n * sizeof *x->inputs);
    run_unshare(x->from, n * sizeof *x->from);
    run_unshare(x->reached, t->reached_size);
    run_unshare(x->distance, t->reached_size * sizeof *x->distance);
    run_unshare(x->seen, t->reached_size * sizeof *x->seen);
    run_cut_free(&t->cuts);
    free(t->m);
    free(t);
}

const struct cwi_unit *run_trials_unit(const struct run_trials *t)
{
    return t->m->u;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

uint32_t run_point_count(const struct run_trials *t)
{
    return t->points.count;
}

struct run_point run_point_of(const struct run_trials *t, uint32_t point)
{
    return t->points.list.items[point];
}

uint32_t run_point_of_function(const struct run_trials *t, cwi_id func)
{
    const struct func_code *fn = &t->m->funcs[func];
    return fn->code && fn->instr_count ? fn->first_point : UINT32_MAX;
}

void run_point_next(const struct run_trials *t, uint32_t point, void (*visit)(void *context, uint32_t next),
                    void *context)
{
    run_points_next(t->m, &t->points, point, visit, context);
}

uint32_t run_point_condition(struct run_trials *t, uint32_t place, const struct cwi_expr *condition)
{
    return run_points_condition(t->m, &t->points, place, condition);
}

uint32_t run_points_of_paths(struct run_trials *t, cwi_id func, uint32_t times, uint32_t limit, uint32_t *first)
{
    return run_points_paths(t->m, &t->points, func, times, limit, first);
}

uint32_t run_point_path(const struct run_trials *t, uint32_t point, const uint32_t **edges)
{
    for (size_t i = 0; i < t->points.paths.count; i++)
        if (t->points.paths.items[i].point == point) {
            *edges = t->points.paths.items[i].edges;
            return t->points.paths.items[i].edge_count;
        }
    *edges = NULL;
    return 0;
}
