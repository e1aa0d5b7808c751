/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trials that come to loops. Invariant: whatever a turn of a loop that is cut may change has a value that is an input,
 * or none, when the turn begins; so what a turn does, and what follows the loop, stands for every turn.
 *
 * A trial is inside of a loop as long as the activation that came to it executes nothing outside of it; what happens
 * elsewhere meanwhile is called by the loop. So what a turn ends with differs from what it began with by what the loop
 * may change alone.
 */
#include "loop_cut.h"
#include "trace.h"
#include "runtime/run/host/external.h"

/* ---- a state of the loop ----------------------------------------------------------------------------------------- */

static void forget_bytes(struct machine *m, uint8_t *at, uint64_t size)
{
    run_trace_split(m->trace, at, size, true);
    run_memory_forget_origins(&m->mem, at, size);
    run_memory_set_init(&m->mem, at, size, false);
}

static void forget_variable(struct machine *m, const struct frame *f, cwi_id var)
{
    const struct cwi_var *x = cwi_var_of(m->u, var);
    uint8_t *at = run_cut_place(m, f, var);
    if (at && !(x->is_const && m->statics[var]))
        forget_bytes(m, at, x->size ? x->size : cwi_type_of(m->u, x->type)->size);
}

static void forget_registers(struct machine *m, const struct cut_loop *l, struct frame *f)
{
    const struct func_code *fn = f->fn;
    for (uint32_t k = 0; k < fn->var_count; k++) {
        uint32_t slot = fn->slot_of[k];
        if (slot == UINT32_MAX || fn->in_memory[k] || !l->changed[fn->first_var + k])
            continue;
        f->registers[slot] = (struct val){0, 0, 0xff};
        run_trace_set_register(m, &f->registers[slot], 0, 0);
    }
}

static struct symbolic any_value(struct machine *m, const struct run_cut_cell *x)
{
    struct symbolic r;
    r.v = run_input_value(m, run_cut_shape(x), (struct run_input_from){.var = x->var}, NULL);
    r.term = run_trace_input_term(m->trace, (uint32_t)m->next_input - 1);
    return r;
}

/* Whatever a turn may change loses its value; numbers get one that is an input. Of the activations before this one,
 * what somebody has the address of. */
static void forget(struct machine *m, const struct cut_loop *l, struct frame *f)
{
    for (cwi_id v = 1; v < m->u->vars.count; v++)
        if (l->changed[v] && m->statics[v])
            forget_variable(m, f, v);
    forget_registers(m, l, f);
    for (struct frame *x = f; x; x = x->up)
        for (uint32_t k = 0; k < x->fn->var_count; k++)
            if (l->changed[x->fn->first_var + k] && !m->statics[x->fn->first_var + k])
                forget_variable(m, x, x->fn->first_var + k);
    for (size_t i = 0; i < l->leaves.count; i++) {
        const struct run_cut_cell *c = &l->leaves.items[i];
        bool is_static = m->statics[c->var] != 0;
        if (is_static)
            run_cut_put(m, f, c, any_value(m, c));
        for (struct frame *x = f; x && !is_static; x = x->up)
            if (x->fn->id == cwi_var_of(m->u, c->var)->owner && (x == f || run_cut_place(m, x, c->var)))
                run_cut_put(m, x, c, any_value(m, c));
    }
}

/* What is in blocks is not forgotten. */
static bool has_blocks(const struct machine *m)
{
    for (size_t i = 1; i < m->mem.objects.count; i++)
        if (m->mem.objects.items[i].life == LIFE_LIVE && m->mem.objects.items[i].kind >= OBJECT_BLOCK)
            return true;
    return false;
}

/* ---- control comes to a loop ------------------------------------------------------------------------------------- */

__attribute__((noreturn)) static void end(struct machine *m, const char *why)
{
    m->out->is_assumed = true;
    run_stop(m, "%s", why);
}

__attribute__((noreturn)) static void give_up(struct machine *m, const char *why)
{
    trace_lose(m->trace, why);
    end(m, why);
}

static void enter(struct machine *m, struct cut_loop *l, struct frame *f)
{
    bool defined[CUT_CANDIDATES] = {false};
    l->exits = m->at_exit.count + m->at_quick_exit.count;
    if (has_blocks(m))
        trace_lose(m->trace, "there are blocks of the heap when a loop begins");
    bool holds = run_cut_decide(m, l, f, true, NULL);
    if (!holds || !l->shared->row_count)
        run_cut_note_row(m, l, f);
    if (!holds)
        end(m, "a candidate does not hold when a loop begins");
    forget(m, l, f);
    m->trace->cuts->has_forgotten = true;
    if (l->shared->modes.cell_count)
        run_cut_choose_mode(m, l, f);
    run_cut_define(m, l, f, defined);
    if (!run_cut_decide(m, l, f, false, defined))
        end(m, "no state of the loop");
}

static void end_turn(struct machine *m, struct cut_loop *l, struct frame *f)
{
    if (m->at_exit.count + m->at_quick_exit.count > l->exits)
        trace_lose(m->trace, "a turn of a loop leaves something to do at the end");
    if (!run_cut_decide(m, l, f, true, NULL))
        run_cut_note_row(m, l, f);
    m->trace->cuts->is_free = m->trace->cuts->shared->task == CUT_GOES_ON;
    if (!m->trace->cuts->is_free)
        end(m, "a loop is cut here");
}

/* Of a loop that is not cut, or not any more. */
static void count_turn(struct machine *m, struct cut_loop *l, bool is_turn)
{
    uint32_t decisions = m->trace->shared->decision_count;
    l->turns = !is_turn ? 0 : l->turns + (decisions > l->decisions);
    l->decisions = decisions;
    if (l->turns > l->shared->turns)
        l->shared->turns = l->turns;
    if (l->turns > CUT_TURNS && m->trace->cuts->shared->task == CUT_PROVES)
        give_up(m, "a loop takes too many turns");
}

static void arrive(struct machine *m, struct cut_loop *l, struct frame *f)
{
    enum { EACH = 400, MOST_FREE = 40 };  /* arrivals of one trial that are noted */
    enum { MOST_SAMPLES = CUT_ROWS / 8 }; /* the others are for what breaks candidates */
    struct cuts *c = m->trace->cuts;
    bool is_turn = l->is_inside && l->serial == f->serial, starts = c->shared->task == CUT_STARTS;
    if (l->is_inside && !is_turn && l->shared->is_cut)
        trace_lose(m->trace, "a loop is cut in a function that calls itself");
    l->is_inside = true;
    l->serial = f->serial;
    if (starts && !is_turn && !c->is_free && l == &c->loops[c->shared->start_loop]) {
        run_cut_restore(m, l, f, c->shared->start_row);
        c->is_free = true;
    }
    if (starts || c->shared->task == CUT_SAMPLES || c->is_free) {
        count_turn(m, l, is_turn);
        if (l->rows++ < EACH && (c->is_free || l->shared->row_count < MOST_SAMPLES))
            run_cut_note_row(m, l, f);
        bool is_used_up = m->next_input >= m->cfg->input_count; /* all inputs are 0 from here on */
        if ((c->is_free && l->rows > MOST_FREE) || (l->rows > EACH && is_used_up))
            end(m, "enough is noted");
    } else if (!l->shared->is_cut) {
        count_turn(m, l, is_turn);
    } else if (is_turn) {
        end_turn(m, l, f);
    } else {
        enter(m, l, f);
    }
}

void run_trace_cut(struct machine *m, struct frame *f, const struct instr *i)
{
    struct cuts *c = m->trace->cuts;
    for (uint32_t k = 0; k < c->count; k++) {
        struct cut_loop *l = &c->loops[k];
        if (l->func != f->fn->id)
            continue;
        if (l->is_inside && l->serial == f->serial && !l->contains[i - f->fn->code])
            l->is_inside = false;
        if (l->head == i)
            arrive(m, l, f);
    }
}
