/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Many trials in one process: the machine goes back to where it was before the first.
 */
#include "runtime/run/trace/trace.h"

#include <stdio.h>
#include <unistd.h>

enum { MOST_STEPS = 200000 };

static void go_back(struct run_trials *t, const struct memory_mark *mark)
{
    struct machine *m = t->m;
    struct trace *x = &t->trace;
    run_memory_go_back(&m->mem, mark);
    m->registers_top = m->registers;
    m->local_objects_top = m->local_objects;
    m->frame = m->start = NULL;
    m->nest = NULL;
    m->nest_depth = 0;
    m->steps = m->limit = 0;
    m->next_input = 0;
    m->alloca_blocks.count = m->jumps.count = m->adopted.count = m->at_exit.count = m->at_quick_exit.count = 0;
    m->last_jump = 0;
    m->arrivals = 0;
    m->has_mixed_bytes = false;
    m->is_ending = m->is_in_handler = m->is_within_host = m->is_getopt_begun = m->is_text_begun = false;
    m->in_host = 0;
    m->callback_bytes = NULL;
    memset(m->handlers, 0, sizeof m->handlers);
    base_map64_free(&m->asked_at);
    base_map64_free(&m->unwritten);
    base_map64_free(&m->closed);
    for (cwi_id id = 1; id < m->u->funcs.count; id++)
        m->funcs[id].has_chain = m->funcs[id].has_several = false;
    run_trace_begin(x);
    if (x->cuts)
        run_cut_begin(x->cuts);
}

void run_batch(struct run_trials *t)
{
    struct trace *x = &t->trace;
    struct trial_shared *s = x->shared;
    struct memory_mark mark;
    const struct run_trial *last = NULL;
    if (!run_memory_mark(&t->m->mem, t->m->arena, &mark))
        return;
    t->cfg.max_steps = !t->cfg.max_steps || t->cfg.max_steps > MOST_STEPS ? MOST_STEPS : t->cfg.max_steps;
    t->m->is_repeated = x->is_quick = true;
    run_signals_begin(t->m);
    for (uint32_t used = x->most_inputs;;) {
        int count = s->next(s->context, last, x->inputs, x->most_inputs);
        if (count < 0)
            break;
        if (used > (uint32_t)count)
            memset(x->inputs + count, 0, (used - (uint32_t)count) * sizeof *x->inputs);
        run_trial_clear(t);
        run_trial_once(t, (uint32_t)count);
        go_back(t, &mark);
        used = s->input_count > (uint32_t)count ? s->input_count : (uint32_t)count;
        last = run_trial_told(t);
    }
    s->is_told = true;
}

/* What the library keeps of its streams. */
struct streams {
    FILE *in, *out, *err;
};

static void set_streams(struct streams s)
{
    stdin = s.in;
    stdout = s.out;
    stderr = s.err;
    clearerr(s.in);
    clearerr(s.out);
    clearerr(s.err);
}

static char run_one(struct run_trials *t, bool may_go_on)
{
    run_signals_begin(t->m);
    run_trial_once(t, t->trace.shared->given_count);
    run_signals_end(t->m);
    return t->out.end == RUN_UNSUPPORTED ? RUN_ALONE : t->m->has_faulted || !may_go_on ? RUN_LAST : RUN_KEPT;
}

void run_kept(struct run_trials *t, int questions, int answers)
{
    enum { MOST_TRIALS = 4000 }; /* what strings and the like they need is never given back */
    struct memory_mark mark;
    char question, answer = RUN_KEPT;
    bool is_marked = run_memory_mark(&t->m->mem, t->m->arena, &mark);
    struct streams streams = {stdin, stdout, stderr};
    t->m->is_repeated = true;
    for (uint32_t k = 1; answer == RUN_KEPT && read(questions, &question, 1) == 1; k++) {
        answer = is_marked ? run_one(t, k < MOST_TRIALS) : RUN_ALONE;
        if (answer == RUN_KEPT) {
            go_back(t, &mark);
            set_streams(streams);
        }
        if (write(answers, &answer, 1) != 1)
            return;
    }
}
