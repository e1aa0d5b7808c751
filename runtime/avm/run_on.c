/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on: states with one silent successor that is nobody's choice are not kept.
 *
 * A state on a cycle of such states remains, and so does divergence: only so many steps back are taken. Source:
 * DuVarney 2002, 4.6.
 */
#include "step.h"

/* Where running on never succeeded so often, it is not tried any more. */
enum { GAVE_UP_MAX = 20, GAVE_UP_NEVER = 255 };
/* States that are passed over at most, and steps back among them. */
enum { SETTLE_MAX = 64, SETTLE_BACK = 2, FAR_MAX = 10000, FAR_BACK = 2000 };

/* What a decided value chooses; NO_PC when it decides nothing. */
static uint32_t chosen(struct avm *m, const struct code *c, vs v)
{
    if (c->end == END_GOTO)
        return c->next[0];
    if (!vs_is_small(v))
        return NO_PC;
    return c->end == END_IF ? c->next[v == vs_small(0)] : avm_switch(m, c, v);
}

/* Runs a plain code whose end is decided; where to, or NO_PC with the state as it was. Most of running on is this. */
static uint32_t run_plain(struct avm *m, struct work *s, const struct code *c, uint32_t pc, int *back)
{
    struct undo undo;
    undo.count = 0;
    vs *old = NULL, was = s->w[W_PC];
    bool partial = s->partial;
    s->was_partial = partial;
    if (c->flat_copies) {
        old = use_words(s, m->spare);
        load_words(s, 0, old, m->scratch_max);
    }
    set_pc(s, pc);
    vs v;
    uint32_t next = avm_flat_run(m, s, c, c->flat_copies ? NULL : &undo, &v) ? chosen(m, c, v) : NO_PC;
    if (next == NO_PC || m->code.items[next].exec_count || (next <= pc && ++*back > SETTLE_BACK)) {
        avm_undo(s, &undo);
        if (old)
            use_words(s, old);
        set_pc(s, was);
        s->partial = partial;
        return NO_PC;
    }
    if (old)
        m->spare = old;
    avm_note_line(s, c->stmt);
    return next;
}

/* Runs any code; where its one silent successor is, or NO_PC with the state as it was. */
static uint32_t run_probing(struct avm *m, struct work *s, struct code *c, uint32_t pc, int *back)
{
    struct probe *p = &m->probe;
    struct work *t = avm_fork(m, s);
    set_pc(t, pc);
    p->count = 0;
    p->on = true;
    avm_run_code(m, t, pc, 0);
    p->on = false;
    avm_drop(m, t);
    const struct work *end = p->end; /* dropped, but nothing was forked since */
    if (p->count != 1)
        c->gave_up += c->gave_up != GAVE_UP_NEVER;
    else
        c->gave_up = GAVE_UP_NEVER;
    if (p->count != 1 || end->label_count || end->lost != s->lost || end->chose_input != s->chose_input ||
        (p->pc <= pc && ++*back > SETTLE_BACK))
        return NO_PC;
    swap_words(s, p->end);
    s->partial = end->partial;
    s->from_line = end->from_line;
    s->from_file = end->from_file;
    return p->pc;
}

uint32_t avm_settle(struct avm *m, struct work *s, uint32_t pc)
{
    int most = m->cfg.runs_far ? FAR_MAX : SETTLE_MAX, back = m->cfg.runs_far ? SETTLE_BACK - FAR_BACK : 0;
    bool moved = false; /* since what is dead was forgotten */
    for (int i = 0; i < most && !is_last(pc) && !m->code.items[pc].is_stop; i++) {
        struct code *c = &m->code.items[pc];
        uint32_t next = NO_PC;
        if (c->gave_up == GAVE_UP_MAX)
            break;
        if (c->is_plain && !s->w[W_PENDING])
            next = run_plain(m, s, c, pc, &back);
        if (next == NO_PC && back <= SETTLE_BACK) {
            if (moved)
                avm_kill_dead(m, s, pc);
            moved = false;
            next = run_probing(m, s, c, pc, &back);
        }
        if (next == NO_PC)
            break;
        pc = next;
        moved = true;
        m->passed++;
    }
    if (moved && !is_last(pc))
        avm_kill_dead(m, s, pc);
    return pc;
}
