/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Running on: states with one silent successor that is nobody's choice are not kept.
 *
 * It is a policy of the explorer: a code is executed in place where all that it changes can be put back, else on a
 * copy, as in any step, and what it would emit is looked at. A state on a cycle of such states remains, and so does
 * divergence: only so many steps back are taken. What was run in place is remembered (run_memo.h). Source: DuVarney
 * 2002, 4.6.
 */
#include "run_memo.h"
#include "step.h"

#include <stdlib.h>

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
 * error that is asked about may be there. *needs_copy: that cannot be told in place. The trace, if there is one, is cut
 * where more was done than to compute words from words. */
static uint32_t run_in_place(struct avm *m, struct work *s, uint32_t pc, int *back, bool *needs_copy, struct trace *t)
{
    const struct code *c = &m->code.items[pc];
    struct undo *undo = &m->undo;
    bool partial = s->partial, was_partial = s->was_partial;
    uint64_t doubts = m->doubted;
    vs value;
    undo->count = 0;
    undo->is_short = false;
    m->probe.count = 0;
    m->probe.on = true;
    bool has_run = t ? avm_flat_record(m, s, c, undo, &value, t) : avm_flat_run(m, s, c, undo, &value);
    uint32_t next = has_run ? avm_leads_to(m, c, value) : NO_PC;
    m->probe.on = false;
    if (t)
        t->is_cut |= !has_run || s->partial != partial || m->doubted != doubts;
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
static uint32_t run_over(struct avm *m, struct work *s, uint32_t pc, int *back, struct trace *t)
{
    const struct code *c = &m->code.items[pc];
    bool needs_copy = !c->is_plain || c->flat_copies || s->w[W_PENDING];
    uint32_t next = needs_copy ? NO_PC : run_in_place(m, s, pc, back, &needs_copy, t);
    if (t)
        t->is_cut |= needs_copy;
    return needs_copy ? run_on_copy(m, s, pc, back) : next;
}

/* A code tells what is dead behind the codes before it, and no more. */
static void enter(struct avm *m, struct work *s, uint32_t pc)
{
    if (!is_last(pc))
        avm_kill_dead(m, s, pc);
}

/* ---- what was run before ----------------------------------------------------------------------------------------- */

/* The trace goes on over the code at its end to `next`, unless it was cut; NO_PC: it ends there, unless steps back
 * are used up. False: nothing more is to be recorded. */
static bool extend(struct avm *m, struct trace *t, uint32_t next, bool is_tired)
{
    const struct code *c = &m->code.items[t->run.pc],
                      *to = next == NO_PC || is_last(next) ? NULL : m->code.items + next;
    if (t->is_cut || next == NO_PC) {
        t->run.ends = !t->is_cut && !is_tired;
        return false;
    }
    for (uint32_t i = 0; to && i < to->kill_count; i++)
        trace_write(t, to->kills[i], VS_TOP);
    if (to && !to->is_return_point)
        trace_write(t, W_RESULT, VS_TOP);
    if (t->is_cut)
        return false;
    if (c->stmt && c->stmt->at.line) {
        t->run.line = c->stmt->at.line;
        t->run.file = c->stmt->at.file;
    }
    t->run.steps_back += next <= t->run.pc;
    t->run.count = t->write_count;
    t->run.pc = next;
    return ++t->run.codes < TRACE_CODES;
}

static void run_again(struct avm *m, struct work *s, const struct run *r)
{
    const struct written *x = m->run_memo->written.items + r->first;
    for (uint32_t i = 0; i < r->count; i++)
        write_word(s, x[i].slot, x[i].value);
    s->from_line = r->line ? r->line : s->from_line;
    s->from_file = r->line ? r->file : s->from_file;
}

/* What is remembered must be what happens: for tests alone. */
static void compare(struct avm *m, const struct work *s, uint32_t pc, const struct run *r)
{
    struct work *again = avm_fork(m, s), *anew = avm_fork(m, s);
    int back = 0;
    run_again(m, again, r);
    for (uint32_t i = 0; i < r->codes; i++) {
        back = SETTLE_BACK - FAR_BACK;
        pc = run_over(m, anew, pc, &back, NULL);
        if (pc == NO_PC)
            abort();
        enter(m, anew, pc);
    }
    if (pc != r->pc || memcmp(again->w, anew->w, m->scratch_max * sizeof *again->w) || anew->partial != s->partial ||
        again->from_line != anew->from_line || again->from_file != anew->from_file)
        abort();
    if (r->ends) {
        uint8_t gave_up = m->code.items[pc].gave_up;
        if (run_over(m, anew, pc, &back, NULL) != NO_PC)
            abort();
        m->code.items[pc].gave_up = gave_up;
    }
    avm_drop(m, anew);
    avm_drop(m, again);
}

/* ---- running on -------------------------------------------------------------------------------------------------- */

uint32_t avm_settle(struct avm *m, struct work *s, uint32_t pc)
{
    int most = m->cfg.runs_far ? FAR_MAX : SETTLE_MAX, back = m->cfg.runs_far ? SETTLE_BACK - FAR_BACK : 0;
    struct trace *t = NULL;
    for (int i = 0; i < most && !is_last(pc) && !m->code.items[pc].is_stop;) {
        if (m->code.items[pc].gave_up == GAVE_UP_MAX)
            break;
        struct start *start = !t && m->run_memo && !s->w[W_PENDING] ? &m->run_memo->starts[pc] : NULL;
        if (start && start->credit > 0) {
            const struct run *r = memo_find(m->run_memo, start->next, s->w);
            if (r && i + (int)r->codes <= most && back + (int)r->steps_back <= SETTLE_BACK) {
                if (m->cfg.checks_runs)
                    compare(m, s, pc, r);
                run_again(m, s, r);
                i += (int)r->codes;
                back += (int)r->steps_back;
                pc = r->pc;
                m->passed++;
                start->credit += start->credit < MOST_CREDIT ? (int32_t)r->codes : 0;
                if (r->ends && i < most)
                    m->code.items[pc].gave_up += m->code.items[pc].gave_up < GAVE_UP_MAX;
                if (r->ends)
                    break;
                continue;
            }
            t = r || s->partial ? NULL : avm_memo_begin(m, pc);
        }
        uint32_t next = run_over(m, s, pc, &back, t);
        if (t && !extend(m, t, next, back > SETTLE_BACK)) {
            avm_memo_end(m, t);
            t = NULL;
        }
        if (next == NO_PC)
            break;
        pc = next;
        enter(m, s, pc);
        m->passed++;
        i++;
    }
    if (t)
        avm_memo_end(m, t);
    return pc;
}
