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
static vs *new_words(struct avm *m)
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
        use_words(fresh, new_words(m));
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
    case OP_DISTURB:
        avm_external_disturb(m, s, op);
        return true;
    case OP_CALL:
        return avm_external(m, s, op, at);
    default:
        return true;
    }
}

void avm_go(struct avm *m, struct work *s, struct at at)
{
    const struct code *c = &m->code.items[at.pc];
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
        avm_end_note(m, s, c);
    else
        avm_end_code(m, s, c, avm_flat_value(m, s, c));
}

void avm_go_after(struct avm *m, struct work *copy, struct at at)
{
    at.phase = PH_WRITTEN;
    at.rule = 0;
    const struct code *c = &m->code.items[at.pc];
    avm_settle_inputs(m, copy, &c->ops[at.op]);
    if (!avm_settle_rest(m, copy, c, at.op))
        avm_go(m, copy, at);
    avm_drop(m, copy);
}

void avm_run_code(struct avm *m, struct work *s, uint32_t pc)
{
    const struct code *c = &m->code.items[pc];
    vs value;
    if (!c->is_plain || s->w[W_PENDING]) {
        avm_go(m, s, (struct at){.pc = pc});
        return;
    }
    s->was_partial = s->partial;
    if (avm_flat_run(m, s, c, NULL, &value))
        avm_end_code(m, s, c, value);
    else
        avm_end_in_error(m, s, NULL);
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
        avm_run_code(m, s, pc);
        if (!m->out.count && !m->was_cut && avm_asks(m, AVM_DOUBT_BLOCK))
            block(m, s, words, n, pc);
        m->is_stepping = false;
    }
    avm_drop(m, s);
}
