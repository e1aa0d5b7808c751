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
    bool has_run = t ? avm_flat_record(m, s, c, 0, undo, &value, t) : avm_flat_run(m, s, c, undo, &value);
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
    uint32_t was = s->w[W_PC]; /* where the step began that this is a part of */
    swap_words(s, end);
    set_pc(s, was);
    s->partial = end->partial;
    s->from_line = end->from_line;
    s->from_file = end->from_file;
    return p->pc;
}

/* A code tells what is dead behind the codes before it, and no more. */
static void enter(struct avm *m, struct work *s, uint32_t pc)
{
    if (!is_last(pc))
        avm_kill_dead(m, s, pc);
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

/* ---- recording --------------------------------------------------------------------------------------------------- */

static void trace_line(struct trace *t, const struct cwi_stmt *stmt)
{
    if (stmt && stmt->at.line) {
        t->run.line = stmt->at.line;
        t->run.file = stmt->at.file;
    }
}

/* The code `c` was run and leads to `next`: unless the trace was cut, it now ends there. */
static void trace_code(struct avm *m, struct trace *t, const struct code *c, uint32_t next)
{
    const struct code *to = is_last(next) ? NULL : &m->code.items[next];
    for (uint32_t i = 0; to && i < to->kill_count; i++)
        trace_write(t, to->kills[i], VS_TOP);
    if (to && !to->is_return_point)
        trace_write(t, W_RESULT, VS_TOP);
    if (t->is_cut)
        return;
    trace_line(t, c->stmt);
    t->run.count = t->write_count;
    t->run.pc = next;
    if (!to || to->is_stop || to->gave_up == GAVE_UP_MAX)
        t->run.end = RUN_IS_WHOLE;
}

/* Running on went over the code at the end of the trace to `next`; NO_PC: it did not. False: that was all. */
static bool trace_step(struct avm *m, struct trace *t, uint32_t next, int back)
{
    uint32_t pc = t->run.pc;
    if (!t->is_cut && next != NO_PC)
        trace_code(m, t, &m->code.items[pc], next);
    else if (!t->is_cut && back <= SETTLE_BACK)
        t->run.end = RUN_FAILS;
    if (t->is_cut || next == NO_PC)
        return false;
    t->run.steps_back += next <= pc;
    return ++t->run.codes < TRACE_CODES && t->run.end == RUN_GOES_ON;
}

/* What is left of a code behind its operation `op`, on a copy: where it leads. NO_PC: it was not recorded, and the
 * state is as it was. */
static uint32_t record_rest(struct avm *m, struct work *s, const struct code *c, uint32_t op, struct trace *t)
{
    struct work *f = avm_fork(m, s);
    uint64_t doubts = m->doubted;
    vs value;
    m->probe.count = 0;
    m->probe.on = true;
    bool has_run = avm_flat_record(m, f, c, op + 1, NULL, &value, t);
    uint32_t next = has_run ? avm_leads_to(m, c, value) : NO_PC;
    m->probe.on = false;
    avm_drop(m, f);
    t->is_cut |= next == NO_PC || f->partial != s->partial || m->doubted != doubts || m->probe.count ||
                 (!is_last(next) && m->code.items[next].exec_count);
    for (uint32_t i = op + 1; i < c->op_count; i++)
        trace_line(t, c->ops[i].stmt);
    if (!t->is_cut)
        trace_code(m, t, c, next);
    if (t->is_cut)
        return NO_PC;
    swap_words(s, f);
    s->from_line = t->run.line ? t->run.line : s->from_line;
    s->from_file = t->run.line ? t->run.file : s->from_file;
    enter(m, s, next);
    return next;
}

/* ---- what was run before ----------------------------------------------------------------------------------------- */

static inline void run_again(struct avm *m, struct work *s, const struct run *r)
{
    const struct written *x = m->run_memo->written.items + r->first, *end = x + r->count;
    for (; x < end; x++)
        write_word(s, x->slot, x->value);
    if (r->line) {
        s->from_line = r->line;
        s->from_file = r->file;
    }
}

static uint32_t run_anew(struct avm *m, struct work *s, uint32_t pc)
{
    int back = SETTLE_BACK - FAR_BACK;
    return run_over(m, s, pc, &back, NULL);
}

/* What is remembered must be what happens: for tests alone. From the code at `pc`, or from what is left of `c`. */
static void compare(struct avm *m, const struct work *s, uint32_t pc, const struct code *c, uint32_t op,
                    const struct run *r)
{
    struct work *again = avm_fork(m, s), *anew = avm_fork(m, s);
    run_again(m, again, r);
    for (uint32_t i = op + 1; c && i < c->op_count; i++) {
        avm_note_line(anew, c->ops[i].stmt);
        if (!avm_flat_store(m, anew, &c->ops[i]))
            abort();
    }
    if (c) {
        avm_note_line(anew, c->stmt);
        pc = avm_leads_to(m, c, avm_flat_value(m, anew, c));
        enter(m, anew, pc);
    }
    for (int i = 0; i < r->codes && pc != NO_PC; i++) {
        pc = run_anew(m, anew, pc);
        if (pc != NO_PC)
            enter(m, anew, pc);
    }
    if (pc != r->pc || memcmp(again->w, anew->w, m->scratch_max * sizeof *again->w) || anew->partial != s->partial ||
        again->from_line != anew->from_line || again->from_file != anew->from_file)
        abort();
    if (r->end == RUN_FAILS) {
        uint8_t gave_up = m->code.items[pc].gave_up;
        if (run_anew(m, anew, pc) != NO_PC)
            abort();
        m->code.items[pc].gave_up = gave_up;
    }
    avm_drop(m, anew);
    avm_drop(m, again);
}

/* ---- running on -------------------------------------------------------------------------------------------------- */

/* How far it went. */
struct way {
    int codes, back;
};

static struct way way_begins(const struct avm *m)
{
    return (struct way){0, m->cfg.runs_far ? SETTLE_BACK - FAR_BACK : 0};
}

static struct way way_behind(struct way way, const struct run *r)
{
    return (struct way){way.codes + r->codes, way.back + r->steps_back};
}

/* False: what follows the recorded run has to be run. */
static inline bool go_again(struct avm *m, struct work *s, struct start *start, struct run *r)
{
    run_again(m, s, r);
    m->passed++;
    start->credit += r->codes + 1;
    if (r->end == RUN_FAILS)
        m->code.items[r->pc].gave_up += m->code.items[r->pc].gave_up < GAVE_UP_MAX;
    else if (r->end == RUN_GOES_ON && m->code.items[r->pc].gave_up == GAVE_UP_MAX)
        r->end = RUN_IS_WHOLE;
    return r->end != RUN_GOES_ON;
}

static bool has_room(const struct avm *m, struct way way, const struct run *r)
{
    int most = m->cfg.runs_far ? FAR_MAX : SETTLE_MAX;
    return way.codes + r->codes + (r->end == RUN_FAILS) <= most && way.back + r->steps_back <= SETTLE_BACK;
}

/* From `pc`, where the trace ends if there is one; what is run is recorded in it. */
static uint32_t run_on(struct avm *m, struct work *s, uint32_t pc, struct way way, struct trace *t)
{
    int most = m->cfg.runs_far ? FAR_MAX : SETTLE_MAX;
    while (way.codes < most && !is_last(pc) && !m->code.items[pc].is_stop && m->code.items[pc].gave_up != GAVE_UP_MAX) {
        struct start *start = t || s->w[W_PENDING] ? NULL : avm_memo_start(m, pc);
        if (start && start->next.slot != NEXT_NEVER) {
            struct run *r = memo_find(m->run_memo, start->next, s->w);
            if (r && m->cfg.checks_runs)
                compare(m, s, pc, NULL, 0, r);
            if (r && has_room(m, way, r)) {
                if (go_again(m, s, start, r))
                    return r->pc;
                pc = r->pc;
                way = way_behind(way, r);
                continue;
            }
            t = r || s->partial ? NULL : avm_memo_begin(m, start, pc);
        }
        uint32_t next = run_over(m, s, pc, &way.back, t);
        if (t && !trace_step(m, t, next, way.back)) {
            avm_memo_end(m, t);
            t = NULL;
        }
        if (next == NO_PC)
            break;
        pc = next;
        enter(m, s, pc);
        m->passed++;
        way.codes++;
    }
    if (t)
        avm_memo_end(m, t);
    return pc;
}

/* Most runs were recorded before. None is longer than what is left at the beginning. */
uint32_t avm_settle(struct avm *m, struct work *s, uint32_t pc)
{
    struct start *start = s->w[W_PENDING] || m->cfg.checks_runs ? NULL : avm_memo_start(m, pc);
    struct run *r = start ? memo_find(m->run_memo, start->next, s->w) : NULL;
    if (!r)
        return run_on(m, s, pc, way_begins(m), NULL);
    return go_again(m, s, start, r) ? r->pc : run_on(m, s, r->pc, way_behind(way_begins(m), r), NULL);
}

bool avm_settle_rest(struct avm *m, struct work *s, const struct code *c, uint32_t op)
{
    struct start *start = c->ops[op].rest ? avm_memo_start(m, c->ops[op].rest) : NULL;
    if (!start || s->w[W_PENDING] || s->label_count || m->probe.on || !(s->chose_input || s->lost))
        return false;
    struct run *r = memo_find(m->run_memo, start->next, s->w);
    uint32_t pc;
    if (r) {
        if (m->cfg.checks_runs)
            compare(m, s, NO_PC, c, op, r);
        pc = go_again(m, s, start, r) ? r->pc : run_on(m, s, r->pc, way_behind(way_begins(m), r), NULL);
    } else {
        struct trace *t = s->partial || start->next.slot == NEXT_NEVER ? NULL : avm_memo_begin(m, start, NO_PC);
        pc = t ? record_rest(m, s, c, op, t) : NO_PC;
        if (t && pc == NO_PC)
            avm_memo_end(m, t);
        if (pc == NO_PC)
            return false;
        pc = run_on(m, s, pc, way_begins(m), t);
    }
    avm_emit_settled(m, s, pc, AVM_ONLY);
    return true;
}
