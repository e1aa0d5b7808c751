/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step: all successors of a state, in a fixed order.
 *
 * A step runs one code block on a working state. Where there is a choice the working state is copied and each copy goes
 * on by itself; what was chosen, and by whom, travels with it and decides in the end whether the edge is must. Labels
 * collect in order and become a chain of states. Source: DuVarney 2002, table 3.10 to 3.11.
 */
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "report.h"
#include "step.h"

/* ---- working states ---------------------------------------------------------------------------------------------- */

/* Words of a working state, with the program's constants in their places. */
vs *avm_new_words(struct avm *m)
{
    vs *w = ARENA_ARRAY(m->arena, vs, m->registers);
    if (m->constants.count)
        memcpy(w + m->scratch_max, m->constants.items, m->constants.count * sizeof *w);
    return w;
}

struct work *avm_fork(struct avm *m, const struct work *s)
{
    if (m->work_depth == m->works.count) {
        struct work *fresh = ARENA_NEW(m->arena, struct work);
        use_words(fresh, avm_new_words(m));
        vec_push(&m->works, fresh);
    }
    struct work *f = m->works.items[m->work_depth++];
    vs *words = use_words(f, NULL);
    *f = s ? *s : (struct work){0};
    use_words(f, words);
    if (s)
        load_words(f, 0, s->w, m->scratch_max);
    return f;
}

void avm_drop(struct avm *m, struct work *s)
{
    (void)s;
    m->work_depth--;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

/* What is stored elsewhere is related to where it comes from. */
static void name_source(struct avm *m, struct work *s, const struct op *op)
{
    const struct node *moved = m->cfg.relates && op->to.kind != P_NONE ? avm_moved(op->value) : NULL;
    if (moved && !(moved->kind == N_SLOT && moved->cell == op->to.cell))
        avm_name_moved(m, s, op->value);
}

/* What an annotation stores: not known where it has no value. */
static void store_note(struct avm *m, struct work *s, const struct op *op)
{
    bool lacks;
    vs v = avm_note_value(m, s, op->value, &lacks);
    avm_store(m, s, &op->to, lacks ? VS_TOP : v);
}

/* Performs the store; false when the state went on in other copies. */
static bool do_store(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    if (!s->w[W_PENDING] && !op->events && !m->code.items[at->pc].is_plain) {
        name_source(m, s, op);
        bool stored = avm_flat_store(m, s, op);
        if (!stored)
            avm_end_in_error(m, s, op->stmt);
        return stored;
    }
    const struct cell *c = s->w[W_PENDING] || op->events ? avm_sure_cell(m, s, &op->to) : NULL;
    if (c && !c->is_temp && avm_split_parts(m, s, op, c, *at))
        return false;
    bool moves = c && s->w[W_PENDING] && (c->is_temp ? c->pending_bit != 0 : op->events != NULL);
    const struct cell *source = moves ? avm_moved_input(m, s, op->value) : NULL;
    name_source(m, s, op);
    vs v = avm_eval(m, s, op->value);
    uint32_t bits = avm_pending_in(m, s, op->value) | avm_pending_in(m, s, op->to.index);
    if (v == VS_BOTTOM || !avm_store(m, s, &op->to, v)) {
        avm_end_in_error(m, s, op->stmt);
        return false;
    }
    if (source && s->w[c->slot] == v) {
        if (c->is_temp && c->pending_bit) {
            drop_pending(s, input_bit(s, source));
            add_pending(s, input_bit(s, c));
        } else if (!c->is_temp && op->events) {
            at->fresh = c;
        }
    }
    /* What is in memory now is tied to the input: it is no longer free, unless nothing of it was kept. */
    bool untracked =
        op->to.kind == P_NONE || (op->to.kind == P_MEM && op->to.base && !is_held(&m->objects[op->to.base]));
    bool forgotten = untracked || (c && s->w[c->slot] == VS_TOP && !op->to.index) ||
                     (op->to.kind == P_CELL && op->to.cell->is_temp && source);
    if (bits && !forgotten)
        drop_pending(s, bits);
    return true;
}

/* False: it surely is not. */
static bool in_bounds(struct avm *m, struct work *s, const struct op *op)
{
    struct vs_type t = op->value->t;
    vs v = avm_eval(m, s, op->value), inside;
    int64_t last = (int64_t)op->to.size - 1;
    inside =
        vs_interval(m->pool, t, 0, t.kind == VS_INT && t.bits < 64 && last > vs_type_max(t) ? vs_type_max(t) : last);
    m->trap_at = op->to.src;
    if (v == VS_BOTTOM)
        return false;
    if (t.kind != VS_INT || vs_leq(m->pool, t, v, inside))
        return true;
    m->trap = &avm_trap_bounds;
    bool may_be = v == VS_TOP || vs_meet(m->pool, t, v, inside) != VS_BOTTOM;
    if (may_be)
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, op->to.src, false);
    s->partial |= may_be;
    return may_be;
}

/* False when the work state ended or went on elsewhere. */
static bool do_op(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    s->was_partial = s->partial;
    avm_note_line(s, op->stmt);
    switch (op->kind) {
    case OP_STORE:
        if (!op->stmt || !op->stmt->is_note)
            return do_store(m, s, op, at);
        store_note(m, s, op);
        return true;
    case OP_COPY:
    case OP_ZERO:
        if (!avm_reach(m, s, &op->to) || !avm_reach(m, s, op->from) || avm_is_constant_place(m, s, &op->to)) {
            avm_end_in_error(m, s, op->stmt);
            return false;
        }
        avm_copy(m, s, op);
        return true;
    case OP_FORGET:
        if (op->to.kind == P_NONE && !op->to.src)
            avm_forget_escaped(m, s);
        else if (!avm_store(m, s, &op->to, VS_TOP)) {
            avm_end_in_error(m, s, op->stmt);
            return false;
        }
        avm_lose(m, op->stmt->at, m->code.items[at->pc].fn->func, op->text);
        s->partial = true;
        return true;
    case OP_KILL:
        avm_end_local(m, s, op->to.base);
        return true;
    case OP_BOUND:
        if (!in_bounds(m, s, op)) {
            avm_end_in_error(m, s, op->stmt);
            return false;
        }
        return true;
    case OP_SET:
        avm_look_set(m, s, op);
        return true;
    case OP_CONSTANT:
        m->trap = &avm_trap_constant;
        avm_end_in_error(m, s, op->stmt);
        return false;
    case OP_LIVE:
        avm_begin_local(m, s, op->to.base);
        return true;
    case OP_INPUT:
        set_result(s, avm_eval(m, s, op->value));
        if (!vs_is_small(s->w[W_RESULT]))
            add_pending(s, 1u << RESULT_BIT);
        return true;
    case OP_SETJMP:
        if (!avm_do_setjmp(m, s, op)) {
            avm_end_in_error(m, s, op->stmt);
            return false;
        }
        return true;
    case OP_CALL:
        return avm_external(m, s, op, at);
    default:
        return true;
    }
}

static void end_of_code(struct avm *m, struct work *s, const struct code *c, vs v);
static void end_note(struct avm *m, struct work *s, const struct code *c);

void avm_go(struct avm *m, struct work *s, struct at at)
{
    const struct code *c = &m->code.items[at.pc];
    vs value;
    if (c->is_plain && at.op == 0 && at.phase == PH_BEFORE && !s->w[W_PENDING]) {
        s->was_partial = s->partial;
        if (avm_flat_run(m, s, c, NULL, &value))
            end_of_code(m, s, c, value);
        else
            avm_end_in_error(m, s, NULL);
        return;
    }
    for (; at.op < c->op_count; at.op++, at.phase = PH_BEFORE, at.rule = 0, at.fresh = NULL) {
        const struct op *op = &c->ops[at.op];
        const struct events *e = op->events;
        if (!e && at.phase == PH_BEFORE) {
            if (!do_op(m, s, op, &at))
                return;
            avm_settle_inputs(m, s, op);
            continue;
        }
        if (e && avm_give_up(m))
            return;
        if (at.phase == PH_BEFORE) {
            if (e && !avm_fire_all(m, s, op, e->before, e->before_count, &at))
                return;
            at.phase = PH_DO;
        }
        if (at.phase == PH_DO) {
            if (!do_op(m, s, op, &at))
                return;
            at.phase = PH_WRITTEN;
            at.rule = 0;
        }
        if (at.phase == PH_WRITTEN) {
            if (e && !avm_fire_all(m, s, op, e->written, e->written_count, &at))
                return;
            at.phase = PH_WATCH;
        }
        if (at.phase == PH_WATCH && e && !avm_fire_first(m, s, op, &at))
            return;
    }
    s->was_partial = s->partial;
    if (c->end == END_IF && c->stmt && c->stmt->is_note)
        end_note(m, s, c);
    else
        end_of_code(m, s, c, avm_flat_value(m, s, c));
}

void avm_go_after(struct avm *m, struct work *copy, struct at at)
{
    at.phase = PH_WRITTEN;
    at.rule = 0;
    avm_settle_inputs(m, copy, &m->code.items[at.pc].ops[at.op]);
    avm_go(m, copy, at);
    avm_drop(m, copy);
}

void avm_run_code(struct avm *m, struct work *s, uint32_t pc, uint32_t op)
{
    avm_go(m, s, (struct at){.pc = pc, .op = op});
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

static void end_if(struct avm *m, struct work *s, const struct code *c, vs value)
{
    int v = avm_truth_of(m, c->value->t, value);
    if (v >= 0) {
        if (!s->chose_input && !s->lost)
            s->outcome = v;
        avm_emit(m, s, c->next[v ? 0 : 1], AVM_ONLY);
        return;
    }
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

/* A branch on a condition of an annotation: either way where it has no value. */
static void end_note(struct avm *m, struct work *s, const struct code *c)
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

uint32_t avm_switch(struct avm *m, const struct code *c, vs v)
{
    for (uint32_t i = 0; i < c->row_count; i++) {
        vs row = c->rows[i].values;
        if (row == v || (!vs_is_small(row) && vs_contains(m->pool, c->value->t, row, vs_small_value(v))))
            return c->rows[i].next;
    }
    return c->next[0];
}

static void end_switch(struct avm *m, struct work *s, const struct code *c, vs v)
{
    struct vs_type t = c->value->t;
    vs rest = v;
    uint32_t bits = avm_pending_in(m, s, c->value);
    size_t feasible = 0;
    if (vs_is_small(v)) {
        avm_emit(m, s, avm_switch(m, c, v), AVM_ONLY);
        return;
    }
    for (uint32_t i = 0; i < c->row_count && rest != VS_BOTTOM; i++) {
        const struct switch_row *r = &c->rows[i];
        if (v == r->values) {
            avm_emit(m, s, r->next, AVM_ONLY);
            return;
        }
        if (avm_give_up(m))
            return;
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
    avm_find_lost(m, s, c->fn);
    if (c->op_count == 0 || c->ops[c->op_count - 1].kind != OP_LABEL)
        set_result(s, c->value ? avm_eval(m, s, c->value) : VS_TOP);
    avm_emit(m, s, PC_HALT, AVM_ONLY);
}

/* `v`: the value that decides. */
static void end_of_code(struct avm *m, struct work *s, const struct code *c, vs v)
{
    avm_note_line(s, c->stmt);
    if (v == VS_BOTTOM && (c->end == END_IF || c->end == END_SWITCH)) {
        avm_end_in_error(m, s, c->stmt);
        return;
    }
    switch (c->end) {
    case END_GOTO:
        avm_emit(m, s, c->next[0], AVM_ONLY);
        return;
    case END_IF:
        end_if(m, s, c, v);
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

/* ---- states ------------------------------------------------------------------------------------------------------ */

static void step_chain(struct avm *m, const vs *w, const struct chain *c)
{
    struct work *s = avm_fork(m, NULL);
    load_words(s, 0, w, m->scratch_max);
    set_pc(s, c->rest ? c->rest : c->pc);
    struct successor x = {.label = c->label, .origin = c->origin, .must = c->must};
    x.state = avm_add_state(m, s->w, avm_vector_length(m, c->pc));
    vec_push(&m->out, x);
    avm_drop(m, s);
}

/* Nothing follows the state: the program is there for ever. */
static void block(struct avm *m, struct work *s, const vs *words, uint32_t n, uint32_t pc)
{
    load_words(s, 0, words, n);
    s->stmt = m->code.items[pc].stmt;
    s->partial = false;
    avm_emit_error(m, s, PC_SURE + AVM_DOUBT_BLOCK, "nothing can follow here");
}

void avm_step(struct avm *m, const vs *words, uint32_t n)
{
    m->out.count = 0;
    m->work_depth = 0;
    uint32_t pc = words[W_PC];
    if (is_last(pc))
        return;
    struct work *s = avm_fork(m, NULL);
    load_words(s, 0, words, n);
    clear_words(s, n, m->scratch_max);
    s->outcome = -1;
    if (pc >= m->chain_base) {
        step_chain(m, s->w, &m->chains.items[pc - m->chain_base]);
    } else {
        m->some_code = m->is_stepping = true;
        avm_find_lost(m, s, m->code.items[pc].fn);
        m->was_cut = false;
        avm_run_code(m, s, pc, 0);
        if (!m->out.count && !m->was_cut && avm_asks(m, AVM_DOUBT_BLOCK))
            block(m, s, words, n, pc);
        m->is_stepping = false;
    }
    avm_drop(m, s);
}
