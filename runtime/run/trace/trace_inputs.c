/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inputs of a trial: where each came from, and the term that it is.
 */
#include "trace.h"

void run_trace_input(struct machine *m, struct run_input_from from, const struct effect *e)
{
    int64_t *x = &m->trace->inputs[m->next_input];
    if ((from.func || from.var) && !from.is_floating) /* it is told as what the program gets */
        *x = (int64_t)run_fit((uint64_t)*x, (struct shape){.bits = from.bits, .is_signed = from.is_signed});
    bool is_one = !e || !e->value_count;
    for (uint32_t i = 0; !is_one && i < e->value_count; i++)
        is_one = *x >= e->values[i].lo && *x <= e->values[i].hi;
    if (!is_one)
        *x = e->values[0].lo;
    from.at = m->frame && m->frame->at && m->frame->at->src ? m->frame->at->src->at : (struct cwi_place){0};
    from.in = m->frame ? m->frame->fn->id : 0;
    m->trace->from[m->next_input] = from;
    m->trace->shared->input_count = (uint32_t)m->next_input + 1;
}

/* That the input is one of the values that the function gives: so it was, and so it has to be. */
static void decide_values(struct trace *t, uint32_t term, bool is_signed, const struct effect *e)
{
    uint32_t any = 0;
    unsigned width = term ? run_trace_width(t, term) : 0;
    for (uint32_t i = 0; term && i < e->value_count; i++) {
        uint32_t ends[] = {run_trace_constant(t, (uint64_t)e->values[i].lo, width),
                           run_trace_constant(t, (uint64_t)e->values[i].hi, width)};
        uint32_t low = run_trace_binary(t, CWI_LE, is_signed, ends[0], term);
        uint32_t high = run_trace_binary(t, CWI_LE, is_signed, term, ends[1]),
                 both = run_trace_binary(t, CWI_LOGAND, false, low, high);
        any = any ? run_trace_binary(t, CWI_LOGOR, false, any, both) : both;
    }
    uint32_t before = t->shared->decision_count;
    run_trace_decide(t, any, NULL, 1);
    if (t->shared->decision_count > before)
        t->shared->decisions[before].is_given = true;
}

uint32_t run_trace_input_among(struct trace *t, uint32_t n, const struct effect *e)
{
    uint32_t term = run_trace_input_term(t, n);
    if (e && e->value_count)
        decide_values(t, term, t->from[n].is_signed, e);
    return term;
}

void run_trace_input_result(struct machine *m, uint32_t n, const struct effect *e)
{
    if (m->trace && !m->trace->is_quick)
        m->trace->result = run_trace_input_among(m->trace, n, e);
}

void run_trace_input_byte(struct machine *m, uint32_t n, const uint8_t *at)
{
    if (m->trace && !m->trace->is_quick)
        run_trace_set_cell(m->trace, at, (struct shadow){*at, run_trace_input_term(m->trace, n), 1});
}

void run_trace_pass(struct machine *m, bool is_input)
{
    struct trace *t = m->trace;
    if (!t || t->is_quick)
        return;
    if (!t->passes_inputs)
        t->passed.count = 0;
    t->passes_inputs = true;
    vec_push(&t->passed, is_input ? run_trace_input_term(t, (uint32_t)m->next_input - 1) : 0);
}
