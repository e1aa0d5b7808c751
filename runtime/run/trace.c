/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which terms over the inputs the registers and cells of a trial hold, and which decisions depend on them. Each
 * statement is looked at before it is executed: its expressions are evaluated once more, with terms. A cell's term
 * counts as long as the cell holds the value that it had with it, so what writes memory otherwise need not be known.
 */
#include "trace.h"

void run_trace_look(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    if (f->serial > t->serial) {
        t->serial = f->serial;
        run_trace_enter(m, f);
    }
    t->here = f->fn->first_point + (uint32_t)(i - f->fn->code);
    if (t->cut && t->cut->head == i)
        run_trace_cut(m, f);
    size_t next = m->next_input;
    uint32_t count = t->shared->input_count;
    if (run_trace_is_watched(t->points, i))
        run_trace_conditions(m, f, i);
    if (t->points->paths.count)
        run_trace_follow(m, f, i);
    m->cfg->follows_all ? run_trace_statement_whole(m, f, i) : run_trace_statement(m, f, i);
    m->next_input = next; /* the statement itself uses them */
    t->shared->input_count = count;
}

void run_trace_free(struct trace *t)
{
    vec_free(&t->registers);
    vec_free(&t->cells);
    vec_free(&t->input_terms);
    vec_free(&t->walks);
    vec_free(&t->edges);
    base_map64_free(&t->by_address);
    base_map64_free(&t->words);
}

void run_trace_end(struct machine *m)
{
    for (cwi_id id = 1; id < m->u->funcs.count; id++) {
        const struct func_code *fn = &m->funcs[id];
        for (uint32_t k = 0; fn->entered && k < fn->instr_count; k++) {
            const struct instr *i = &fn->code[k];
            m->trace->reached[fn->first_point + k] |= i->count != 0;
            for (uint32_t j = 0; i->taken && j < i->src->target_count + i->src->case_count; j++)
                m->trace->reached[i->first_edge + j] |= i->taken[j] != 0;
        }
    }
}
