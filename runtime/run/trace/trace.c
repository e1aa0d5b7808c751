/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which terms over the inputs the registers and cells of a trial hold, and which decisions depend on them. Each
 * statement is looked at before it is executed: its expressions are evaluated once more, with terms. A cell's term
 * counts as long as the cell holds the value that it had with it, so what writes memory otherwise need not be known.
 */
#include "trace.h"

#include <math.h>

static void look_at_points(struct machine *m, struct frame *f, const struct instr *i)
{
    if (run_trace_is_watched(m->trace->points, i))
        run_trace_conditions(m, f, i);
    if (m->trace->points->paths.count)
        run_trace_follow(m, f, i);
}

static void look_quickly(struct machine *m, struct frame *f, const struct instr *i)
{
    size_t next = m->next_input;
    uint32_t count = m->trace->shared->input_count;
    m->trace->here = f->fn->first_point + (uint32_t)(i - f->fn->code);
    look_at_points(m, f, i);
    if (i->kind == INSTR_IF || i->kind == INSTR_SWITCH)
        run_trace_measure(m, f, i);
    if (i->kind == INSTR_CALL)
        run_trace_compare(m, f, i);
    m->next_input = next;
    m->trace->shared->input_count = count;
}

void run_trace_look(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    if (t->is_quick) {
        look_quickly(m, f, i);
        return;
    }
    if (f->serial > t->serial) {
        t->serial = f->serial;
        run_trace_enter(m, f);
    }
    t->here = f->fn->first_point + (uint32_t)(i - f->fn->code);
    if (t->cuts)
        run_trace_cut(m, f, i);
    size_t next = m->next_input;
    uint32_t count = t->shared->input_count;
    look_at_points(m, f, i);
    m->cfg->follows_all ? run_trace_statement_whole(m, f, i) : run_trace_statement(m, f, i);
    m->next_input = next; /* the statement itself uses them */
    t->shared->input_count = count;
}

void run_trace_begin(struct trace *t)
{
    t->registers.count = t->cells.count = t->input_terms.count = t->passed.count = 0;
    t->walks.count = t->edges.count = t->ranges.count = t->only.count = t->pinned = 0;
    base_map64_free(&t->by_address);
    base_map64_free(&t->words);
    t->serial = 0;
    t->asked = t->asking = t->here = t->result = 0;
    t->passes_inputs = false;
}

void run_trace_free(struct trace *t)
{
    vec_free(&t->registers);
    vec_free(&t->cells);
    vec_free(&t->input_terms);
    vec_free(&t->ranges);
    vec_free(&t->only);
    vec_free(&t->walks);
    vec_free(&t->edges);
    vec_free(&t->passed);
    base_map64_free(&t->by_address);
    base_map64_free(&t->words);
}

void run_trace_note(struct trace *t, uint32_t point, unsigned kind)
{
    uint64_t bit = UINT64_C(1) << (kind < 64 ? kind : 63);
    t->shared->is_new |= !(t->seen[point] & bit);
    t->seen[point] |= bit;
}

/* Counts in classes (Zalewski's AFL): 1, 2, 3, up to 7, 15, 31, 127, more. */
static unsigned class_of_count(uint64_t count)
{
    return count < 4 ? (unsigned)count - 1 : count < 8 ? 3 : count < 16 ? 4 : count < 32 ? 5 : count < 128 ? 6 : 7;
}

void run_trace_near(struct trace *t, uint32_t point, double distance)
{
    enum { CLASSES = 8, EXACT = 24 };
    float d = (float)distance + 1;
    int exponent = 0;
    if (!t->distance[point] || d < t->distance[point])
        t->distance[point] = d;
    if (distance > EXACT)
        frexp(distance / EXACT, &exponent);
    run_trace_note(t, point, CLASSES + (distance < EXACT ? (unsigned)distance : EXACT + (unsigned)exponent));
}

static void end_point(struct trace *t, uint32_t point, uint64_t *count)
{
    if (!*count)
        return;
    run_trace_note(t, point, class_of_count(*count));
    t->reached[point] = *count < UINT8_MAX ? (uint8_t)*count : UINT8_MAX;
    *count = 0;
}

void run_trace_end(struct machine *m)
{
    for (cwi_id id = 1; id < m->u->funcs.count; id++) {
        struct func_code *fn = &m->funcs[id];
        for (uint32_t k = 0; fn->entered && k < fn->instr_count; k++) {
            struct instr *i = &fn->code[k];
            for (uint32_t j = 0; i->count && i->taken && j < i->src->target_count + i->src->case_count; j++)
                end_point(m->trace, i->first_edge + j, &i->taken[j]);
            end_point(m->trace, fn->first_point + k, &i->count);
        }
        fn->entered = 0;
    }
}
