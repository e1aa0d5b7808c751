/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on: states with one silent successor that is nobody's choice are not kept.
 *
 * It is a policy of the explorer: a code is executed in place where all that it changes can be put back, else on a
 * copy, as in any step, and what it would emit is looked at. A state on a cycle of such states remains, and so does
 * divergence: only so many steps back are taken. Source: DuVarney 2002, 4.6.
 */
#include "step.h"

/* Where running on never succeeded so often, it is not tried any more. */
enum { GAVE_UP_MAX = 20, GAVE_UP_NEVER = 255 };
/* States that are passed over at most, and steps back among them. */
enum { SETTLE_MAX = 64, SETTLE_BACK = 2, FAR_MAX = 10000, FAR_BACK = 2000 };

/* Whether running goes on from `pc` to `next`, its one silent successor, or NO_PC: it has none. */
static bool goes_on(struct avm *m, uint32_t pc, uint32_t next, int *back)
{
    struct code *c = &m->code.items[pc];
    if (next == NO_PC) {
        c->gave_up += c->gave_up != GAVE_UP_NEVER;
        return false;
    }
    c->gave_up = GAVE_UP_NEVER;
    return next > pc || ++*back <= SETTLE_BACK;
}

/* A code that changes few words: they are remembered, and put back where it does not lead to one place for sure, or an
 * error that is asked about may be there. *needs_copy: that cannot be told in place. */
static uint32_t run_in_place(struct avm *m, struct work *s, uint32_t pc, int *back, bool *needs_copy)
{
    const struct code *c = &m->code.items[pc];
    struct undo *undo = &m->undo;
    bool partial = s->partial, was_partial = s->was_partial;
    vs value;
    undo->count = 0;
    undo->is_short = false;
    m->probe.count = 0;
    m->probe.on = true;
    uint32_t next = avm_flat_run(m, s, c, undo, &value) ? avm_leads_to(m, c, value) : NO_PC;
    m->probe.on = false;
    if (m->probe.count)
        next = NO_PC;
    *needs_copy = undo->is_short || (next != NO_PC && !is_last(next) && m->code.items[next].exec_count);
    s->was_partial = was_partial;
    if (!*needs_copy && goes_on(m, pc, next, back)) {
        avm_note_line(s, c->stmt);
        return next;
    }
    avm_undo(s, undo);
    s->partial = partial;
    return NO_PC;
}

/* Any code, on a copy: what it would emit is looked at. */
static uint32_t run_on_copy(struct avm *m, struct work *s, uint32_t pc, int *back)
{
    struct probe *p = &m->probe;
    struct work *t = avm_fork(m, s);
    set_pc(t, pc);
    p->count = 0;
    p->on = true;
    avm_run_code(m, t, pc);
    p->on = false;
    avm_drop(m, t);
    struct work *end = p->end; /* of what was dropped nothing is overwritten until the next fork */
    bool is_silent = p->count == 1 && !end->label_count && end->lost == s->lost && end->chose_input == s->chose_input;
    if (!goes_on(m, pc, is_silent ? p->pc : NO_PC, back))
        return NO_PC;
    swap_words(s, end);
    s->partial = end->partial;
    s->from_line = end->from_line;
    s->from_file = end->from_file;
    return p->pc;
}

/* Runs one code; where its one silent successor is, or NO_PC with the state as it was. */
static uint32_t run_over(struct avm *m, struct work *s, uint32_t pc, int *back)
{
    const struct code *c = &m->code.items[pc];
    bool needs_copy = !c->is_plain || c->flat_copies || s->w[W_PENDING];
    uint32_t next = needs_copy ? NO_PC : run_in_place(m, s, pc, back, &needs_copy);
    return needs_copy ? run_on_copy(m, s, pc, back) : next;
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
