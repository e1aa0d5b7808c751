/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a code ends: branches, switches, computed gotos, halts, and which of the ways out the state takes. Calls, returns
 * and jumps are calls.c's and jump.c's. Source: DuVarney 2002, table 3.10 to 3.11.
 */
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "report.h"
#include "step.h"

static uint32_t switched(struct avm *m, const struct code *c, vs v)
{
    for (uint32_t i = 0; i < c->row_count; i++) {
        vs row = c->rows[i].values;
        if (row == v ||
            (vs_is_small(v) && !vs_is_small(row) && vs_contains(m->pool, c->value->t, row, vs_small_value(v))))
            return c->rows[i].next;
    }
    return vs_is_small(v) ? c->next[0] : NO_PC;
}

uint32_t avm_leads_by_value(struct avm *m, const struct code *c, vs v)
{
    if (v == VS_BOTTOM)
        return NO_PC;
    if (c->end == END_SWITCH)
        return switched(m, c, v);
    int truth = avm_truth_of(m, c->value->t, v);
    return truth < 0 ? NO_PC : c->next[!truth];
}

static void end_if(struct avm *m, struct work *s, const struct code *c)
{
    bool otherwise, is_alone = !m->out.count && &m->code.items[s->w[W_PC]] == c && c->is_plain && !m->probe.on;
    if (avm_give_up(m))
        return;
    struct work *yes = avm_split(m, s, c->value, c->stmt, &otherwise);
    m->is_joint = is_alone && yes && otherwise && !s->partial && !yes->partial;
    if (yes) {
        avm_emit(m, yes, c->next[0], AVM_ONLY);
        avm_drop(m, yes);
    }
    if (otherwise)
        avm_emit(m, s, c->next[1], AVM_ONLY);
}

void avm_end_note(struct avm *m, struct work *s, const struct code *c)
{
    bool lacks, otherwise = true;
    vs v = avm_note_value(m, s, c->value, &lacks);
    int truth = lacks ? -1 : avm_truth_of(m, c->value->t, v);
    struct work *yes = NULL;
    if (truth < 0 && avm_give_up(m))
        return;
    m->in_note = true;
    if (lacks) {
        yes = avm_fork(m, s);
        avm_chosen(yes, false, c->value->src, c->stmt, -1);
        avm_chosen(s, false, c->value->src, c->stmt, -1);
    } else if (truth < 0) {
        yes = avm_split(m, s, c->value, c->stmt, &otherwise);
    }
    m->in_note = false;
    if (truth >= 0 && !s->chose_input && !s->lost)
        s->outcome = truth;
    if (yes) {
        avm_emit(m, yes, c->next[0], AVM_ONLY);
        avm_drop(m, yes);
    }
    if (otherwise)
        avm_emit(m, s, c->next[truth != 1], AVM_ONLY);
}

static void end_switch(struct avm *m, struct work *s, const struct code *c, vs v)
{
    struct vs_type t = c->value->t;
    vs rest = v;
    uint32_t bits = avm_pending_in(m, s, c->value);
    size_t feasible = 0;
    if (avm_give_up(m))
        return;
    for (uint32_t i = 0; i < c->row_count && rest != VS_BOTTOM; i++) {
        const struct switch_row *r = &c->rows[i];
        vs part = vs_meet(m->pool, t, rest, r->values);
        if (part == VS_BOTTOM)
            continue;
        vs after = vs_minus(m->pool, t, rest, r->values);
        struct work *f = avm_fork(m, s);
        bool must = avm_witness(m, s, c->value, r->values);
        if (avm_narrow(m, f, c->value, part)) {
            if (feasible || after != VS_BOTTOM)
                avm_chosen(f, must, c->value->src, c->stmt, -1);
            if (f->lost)
                avm_undecide(m, s, c->stmt, c->value);
            if (bits && (!must || !vs_leq(m->pool, t, avm_eval(m, f, c->value), r->values)))
                drop_pending(f, bits);
            feasible++;
            avm_emit(m, f, r->next, AVM_ONLY);
        }
        avm_drop(m, f);
        rest = after;
    }
    if (rest == VS_BOTTOM)
        return;
    bool must = feasible && avm_witness(m, s, c->value, rest);
    for (uint32_t i = 0; i < c->row_count && must; i++)
        must = vs_meet(m->pool, t, rest, c->rows[i].values) == VS_BOTTOM;
    if (!avm_narrow(m, s, c->value, rest))
        return;
    if (bits && feasible && (!must || !vs_leq(m->pool, t, avm_eval(m, s, c->value), rest)))
        drop_pending(s, bits);
    if (feasible)
        avm_chosen(s, must, c->value->src, c->stmt, -1);
    avm_emit(m, s, c->next[0], AVM_ONLY);
}

/* Whether a computed goto may go to its target `i`. What was moved from a label may be another one: unlike objects
 * labels have distances. */
static bool may_go(struct avm *m, struct work *s, const struct code *c, uint32_t i)
{
    if (!c->labels || c->value->t.kind != VS_PTR || c->labels[i]->t.kind != VS_PTR)
        return true;
    vs v = avm_eval(m, s, c->value);
    size_t n = vs_ptr_targets(m->pool, v);
    if (n == SIZE_MAX)
        return true;
    for (size_t k = 0; k < n; k++)
        if (vs_ptr_offsets(m->pool, v, k) != vs_small(0))
            return true;
    return vs_meet(m->pool, c->value->t, v, c->labels[i]->v) != VS_BOTTOM;
}

static void end_any(struct avm *m, struct work *s, const struct code *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->next_count; i++)
        count += may_go(m, s, c, i);
    if (count > 1 && avm_give_up(m))
        return;
    if (!count) {
        avm_end_unknown(m, s, c->stmt, "a computed goto leads to no label of its function");
        return;
    }
    for (uint32_t i = 0; i < c->next_count; i++) {
        if (!may_go(m, s, c, i))
            continue;
        struct work *f = avm_fork(m, s);
        if (count > 1)
            avm_chosen(f, false, c->value ? c->value->src : NULL, c->stmt, -1);
        avm_emit(m, f, c->next[i], AVM_ONLY);
        avm_drop(m, f);
    }
}

static void end_halt(struct avm *m, struct work *s, const struct code *c)
{
    m->model->ends |= c != &m->code.items[m->exit_pc];
    bool is_labelled = c->op_count && c->ops[c->op_count - 1].kind == OP_LABEL;
    vs status = is_labelled ? s->w[W_RESULT] : c->value ? avm_eval(m, s, c->value) : VS_TOP;
    set_result(s, vs_small(0)); /* what was called before leads to nothing any more */
    avm_find_lost(m, s, c->fn);
    set_result(s, status);
    avm_emit(m, s, PC_HALT, AVM_ONLY);
}

void avm_end_code(struct avm *m, struct work *s, const struct code *c, vs v)
{
    avm_note_line(s, c->stmt);
    if (v == VS_BOTTOM && (c->end == END_IF || c->end == END_SWITCH)) {
        avm_end_in_error(m, s, c->stmt);
        return;
    }
    uint32_t next = c->end <= END_SWITCH ? avm_leads_to(m, c, v) : NO_PC;
    if (next != NO_PC) {
        if (c->end == END_IF && !s->chose_input && !s->lost)
            s->outcome = next == c->next[0];
        avm_emit(m, s, next, AVM_ONLY);
        return;
    }
    switch (c->end) {
    case END_IF:
        end_if(m, s, c);
        return;
    case END_SWITCH:
        end_switch(m, s, c, v);
        return;
    case END_ANY:
        end_any(m, s, c);
        return;
    case END_CALL:
        avm_do_call(m, s, c);
        return;
    case END_RETURN:
        avm_do_return(m, s, c);
        return;
    case END_HALT:
        end_halt(m, s, c);
        return;
    case END_LONGJMP:
        avm_do_longjmp(m, s, c);
        return;
    case END_ERROR:
        avm_end_unknown(m, s, c->stmt, c->error);
        return;
    default:
        return;
    }
}
