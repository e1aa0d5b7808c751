/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on: states with one silent successor that is nobody's choice are not kept.
 *
 * It is a policy of the explorer: a code is executed as in any step, and what it would emit is looked at. A state on a
 * cycle of such states remains, and so does divergence: only so many steps back are taken. Source: DuVarney 2002, 4.6.
 */
#include "step.h"

/* Where running on never succeeded so often, it is not tried any more. */
enum { GAVE_UP_MAX = 20, GAVE_UP_NEVER = 255 };
/* States that are passed over at most, and steps back among them. */
enum { SETTLE_MAX = 64, SETTLE_BACK = 2, FAR_MAX = 10000, FAR_BACK = 2000 };

/* Executes the code at `pc` on `t`. Its one silent successor, if that is nobody's choice and the state did not go back
 * too often, is at m->probe.pc; else NULL. */
static struct work *only_successor(struct avm *m, struct work *t, uint32_t pc, int *back)
{
    struct probe *p = &m->probe;
    bool lost = t->lost, chose_input = t->chose_input;
    set_pc(t, pc);
    p->count = 0;
    p->on = true;
    avm_run_code(m, t, pc);
    p->on = false;
    struct work *end = p->end; /* of what was dropped nothing is overwritten until the next fork */
    if (p->count != 1 || end->label_count || end->lost != lost || end->chose_input != chose_input)
        return NULL;
    return p->pc > pc || ++*back <= SETTLE_BACK ? end : NULL;
}

/* Of what was run beside its words: what was assumed on the way, and where it is. */
static void take_over(struct work *s, const struct work *end)
{
    s->partial = end->partial;
    s->from_line = end->from_line;
    s->from_file = end->from_file;
}

/* A plain code changes few words. They are remembered, and put back where it does not go on. False: so it is;
 * undo->is_short: it changed more than can be remembered. */
static bool run_in_place(struct avm *m, struct work *s, uint32_t pc, int *back, struct undo *undo)
{
    struct work was = *s;
    vs was_at = s->w[W_PC];
    m->probe.undo = undo;
    bool goes_on = only_successor(m, s, pc, back);
    m->probe.undo = NULL;
    if (goes_on)
        take_over(&was, s);
    *s = was;
    if (goes_on)
        return true;
    avm_undo(s, undo);
    set_pc(s, was_at);
    return false;
}

static bool run_on_copy(struct avm *m, struct work *s, uint32_t pc, int *back)
{
    struct work *t = avm_fork(m, s), *end = only_successor(m, t, pc, back);
    avm_drop(m, t);
    if (!end)
        return false;
    swap_words(s, end);
    take_over(s, end);
    return true;
}

/* Runs one code; where its one silent successor is, or NO_PC with the state as it was. */
static uint32_t run_over(struct avm *m, struct work *s, uint32_t pc, int *back)
{
    struct code *c = &m->code.items[pc];
    struct undo undo;
    undo.count = 0;
    undo.is_short = false;
    bool is_small = c->is_plain && !c->flat_copies && !s->w[W_PENDING];
    bool goes_on = is_small && run_in_place(m, s, pc, back, &undo);
    if (!is_small || undo.is_short)
        goes_on = run_on_copy(m, s, pc, back);
    if (m->probe.count != 1)
        c->gave_up += c->gave_up != GAVE_UP_NEVER;
    else
        c->gave_up = GAVE_UP_NEVER;
    return goes_on ? m->probe.pc : NO_PC;
}

uint32_t avm_settle(struct avm *m, struct work *s, uint32_t pc)
{
    int most = m->cfg.runs_far ? FAR_MAX : SETTLE_MAX, back = m->cfg.runs_far ? SETTLE_BACK - FAR_BACK : 0;
    for (int i = 0; i < most && !is_last(pc) && !m->code.items[pc].is_stop; i++) {
        if (m->code.items[pc].gave_up == GAVE_UP_MAX)
            break;
        uint32_t next = run_over(m, s, pc, &back);
        if (next == NO_PC)
            break;
        pc = next;
        if (!is_last(pc)) /* a code tells what is dead behind the codes before it, and no more */
            avm_kill_dead(m, s, pc);
        m->passed++;
    }
    return pc;
}
