/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls and returns: arguments enter parameters, results leave, frames change.
 *
 * Source: DuVarney 2002, rules R12 to R15.
 */
#include "runtime/avm/memory/memory.h"
#include "report.h"
#include "step.h"

enum { ARGS_MAX = 64 };

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct push {
    const struct code *code;
    cwi_id func;
    const struct node **nodes;
    const struct target **wholes;
    uint32_t count;
    vs values[ARGS_MAX];
};

/* What enters the parameter's slot. */
static vs parameter(struct avm *m, const struct push *p, uint32_t i, const struct cell *c)
{
    vs v = i < p->count ? p->values[i] : VS_TOP;
    struct vs_type from = i < p->count ? p->nodes[i]->t : no_type();
    if (v > VS_TOP && memcmp(&from, &c->t, sizeof from))
        v = has_type(from) && from.kind != VS_FLOAT && c->t.kind != VS_FLOAT
                ? vs_unary(m->pool, VS_CONVERT, c->t, v, from)
                : VS_TOP;
    return avm_round(m, c, v);
}

/* VS_TOP where nothing holds it, so that a recursion is seen to get nowhere. */
static vs entering(struct avm *m, const struct push *p, uint32_t i)
{
    uint32_t cell = m->funcs[p->func].params[i];
    if (cell != UINT32_MAX)
        return parameter(m, p, i, &m->cells.items[cell]);
    bool is_block = m->objects[cwi_func_of(m->u, p->func)->params[i]].is_sparse;
    return is_block && i < p->count ? p->values[i] : VS_TOP;
}

static void push(struct avm *m, struct work *s, const struct push *p)
{
    const struct func_code *fn = &m->funcs[p->func];
    vs values[ARGS_MAX + 1];
    uint32_t count = fn->param_count < ARGS_MAX ? fn->param_count : ARGS_MAX;
    for (uint32_t i = 0; i < count; i++)
        values[i] = entering(m, p, i);
    vs sets[ARGS_MAX];
    for (uint32_t i = 0; i < count; i++)
        sets[i] = vs_plain(m->pool, values[i]);
    uint64_t arguments = base_hash_bytes(sets, count * sizeof *sets, p->func);
    const cwi_id *params = cwi_func_of(m->u, p->func)->params;
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (avm_is_whole(m, params[i])) {
            avm_carry(m, s, i < p->count && p->wholes ? p->wholes[i] : NULL, i);
            arguments = base_hash_bytes(&s->w[W_HEAP], sizeof *s->w, arguments);
        }
    const struct call *call = p->code->call;
    vs extra = fn->extra && call->extra && call->named == fn->param_count ? avm_eval(m, s, call->extra) : VS_TOP;
    uint32_t ctx = p->code->call->is_tail
                       ? s->w[W_CTX]
                       : avm_enter_context(m, s, p->func, p->code->next[0], arguments, p->code->call->is_merged);
    if (m->cfg.relates && m->contexts.items[ctx].symbols == ALL_SYMBOLS) { /* several ways back */
        avm_drop_symbols(m, values, count);
        avm_drop_symbols(m, &extra, 1);
        for (uint32_t i = W_GLOBALS; i < m->frame_base; i++)
            refine_word(s, i, vs_plain(m->pool, s->w[i]));
    }
    clear_words(s, m->frame_base, m->scratch_max);
    for (uint32_t i = 0; i < fn->reset_count; i++) /* a longjmp may have left it without its return */
        clear_word(s, fn->resets[i]);
    set_context(s, ctx);
    values[count] = extra;
    m->arguments = values; /* what they point to keeps its name */
    m->argument_count = count + 1;
    avm_enter_blocks(m, s, fn);
    m->argument_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (fn->params[i] != UINT32_MAX)
            set_cell(s, &m->cells.items[fn->params[i]], values[i]);
        else if (i < p->count)
            avm_write_parameter(m, s, p->func, i, values[i], p->nodes[i]->t);
    if (fn->extra)
        store_cell(m, s, fn->extra, extra);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (avm_is_whole(m, params[i]))
            avm_put(m, s, params[i], i);
    set_pending(s, 0);
    avm_emit(m, s, fn->entry, AVM_ONLY);
}

/* Arguments from `i` on: pending inputs split over the parts of the parameter they enter. */
static void push_args(struct avm *m, struct work *s, struct push *p, uint32_t i)
{
    const struct func_code *fn = &m->funcs[p->func];
    for (; i < p->count; i++) {
        const struct cell *c =
            i < fn->param_count && fn->params[i] != UINT32_MAX ? &m->cells.items[fn->params[i]] : NULL;
        uint32_t bits;
        vs parts[PARTS_MAX];
        avm_name_moved(m, s, p->nodes[i]);
        p->values[i] = avm_eval(m, s, p->nodes[i]);
        bool is_there = !p->wholes || !p->wholes[i] || avm_reach(m, s, p->wholes[i]);
        if (!is_there || (p->values[i] == VS_BOTTOM && has_type(p->nodes[i]->t))) {
            avm_end_in_error(m, s, p->code->stmt);
            return;
        }
        if (!c || !s->w[W_PENDING])
            continue;
        if (!avm_only_input(m, s, p->nodes[i], &bits) || !bits || memcmp(&c->t, &p->nodes[i]->t, sizeof c->t)) {
            drop_pending(s, avm_pending_in(m, s, p->nodes[i])); /* the parameter is tied to the input now */
            continue;
        }
        size_t n = abs_parts(m->pool, c->abs, c->t, p->values[i], parts, avm_most_parts(m, c));
        if (n <= 1) {
            drop_pending(s, bits);
            continue;
        }
        for (size_t k = 0; k < n; k++) {
            struct work *f = avm_fork(m, s);
            bool must = avm_witness(m, s, p->nodes[i], parts[k]);
            if (avm_narrow(m, f, p->nodes[i], parts[k])) {
                p->values[i] = vs_meet(m->pool, c->t, avm_eval(m, f, p->nodes[i]), parts[k]);
                drop_pending(f, bits);
                avm_chosen(f, must, p->nodes[i]->src, p->code->stmt, -1);
                struct push copy = *p;
                push_args(m, f, &copy, i + 1);
            }
            avm_drop(m, f);
        }
        return;
    }
    push(m, s, p);
}

/* Nobody knows the aggregate that a function without a body returned. */
static void return_from_outside(struct avm *m, struct work *s, const struct code *c, enum avm_choice why)
{
    cwi_id to = m->code.items[c->next[0]].result;
    if (to)
        avm_forget_object(m, s, to);
    avm_emit(m, s, c->next[0], why);
}

/* Points-to took it for none that can be meant. */
static bool is_of_other_type(const struct avm *m, const struct code *c, cwi_id func)
{
    if (c->call->callee)
        return false;
    const struct cg_call *cg = pt_cg_call_of(m->calls, c->fn->func, c->stmt);
    for (uint32_t i = 0; cg && i < cg->callee_count; i++)
        if (cg->callees[i] == func)
            return false;
    return true;
}

static void call_function(struct avm *m, struct work *s, const struct code *c, cwi_id func)
{
    const struct call *call = c->call;
    if (cwi_func_of(m->u, func)->block_count && m->funcs[func].is_compiled) {
        struct push *p = ARENA_NEW(m->step_arena, struct push);
        p->code = c;
        p->func = func;
        p->nodes = call->args;
        p->wholes = call->wholes;
        p->count = call->arg_count < ARGS_MAX ? call->arg_count : ARGS_MAX;
        push_args(m, s, p, 0);
        return;
    }
    struct effect *e = ARENA_NEW(m->step_arena, struct effect);
    *e = pt_effect_of(m->u, func, m->notes);
    if (cwi_func_of(m->u, func)->block_count ? !e->from_note : is_of_other_type(m, c, func)) {
        avm_end_unknown(
            m, s, c->stmt,
            arena_printf(m->step_arena, "'%s' is called as a function of another type", cwi_func_of(m->u, func)->name));
        return;
    }
    struct call *other = arena_copy(m->step_arena, call, sizeof *call);
    other->effect = e;
    struct op op = {.kind = OP_CALL, .call = other, .stmt = c->stmt};
    other->writes = true;
    if (!(e->flags & EFFECT_NORETURN) && avm_external(m, s, &op, NULL))
        return_from_outside(m, s, c, AVM_ONLY);
}

void avm_do_call(struct avm *m, struct work *s, const struct code *c)
{
    const struct call *call = c->call;
    if (call->callee) {
        call_function(m, s, c, call->callee);
        return;
    }
    vs p = avm_eval(m, s, call->pointer);
    if (p == VS_BOTTOM) {
        avm_end_in_error(m, s, c->stmt);
        return;
    }
    size_t targets = vs_ptr_targets(m->pool, p);
    bool known = call->pointer->t.kind == VS_PTR && targets != SIZE_MAX;
    size_t n = known ? targets : call->candidate_count;
    size_t callable = 0;
    for (size_t i = 0; i < n; i++)
        callable += !known || (vs_ptr_object(m->pool, p, i) & ~(uint32_t)OBJECT_ID) == OBJECT_FUNCTION;
    bool outside = !known && call->may_leave;
    if (callable < n || !known) {
        avm_doubt_access(m, s, p, c->stmt->rhs);
        s->partial |= known;
    }
    if (!callable && !outside && (known || !call->is_named_before))
        avm_end_unknown(m, s, c->stmt, "what is called here is no function that can be meant");
    if (outside)
        avm_lose(m, c->stmt->at, c->fn->func, "a function outside the program may be called through a pointer");
    for (size_t i = 0; i < n; i++) {
        cwi_id func = call->candidates && !known ? call->candidates[i] : vs_ptr_object(m->pool, p, i) & OBJECT_ID;
        if (known && (vs_ptr_object(m->pool, p, i) & ~(uint32_t)OBJECT_ID) != OBJECT_FUNCTION)
            continue;
        struct work *f = avm_fork(m, s);
        if (callable > 1 || outside || !known) {
            f->partial |= !known && callable == 1;
            if (callable > 1 || outside)
                avm_chosen(f, false, call->pointer->src, c->stmt, -1);
        } else if (n > callable) {
            f->partial = true;
        }
        call_function(m, f, c, func);
        avm_drop(m, f);
    }
    if (outside) {
        struct effect unknown = pt_effect_unknown();
        struct call other = *call;
        other.effect = &unknown;
        struct op op = {.kind = OP_CALL, .call = &other, .stmt = c->stmt};
        s->lost = true;
        if (!avm_external(m, s, &op, NULL))
            return;
        avm_may_jump(m, s, c);
        return_from_outside(m, s, c, AVM_CALL_UNKNOWN);
    }
}

/* ---- returns ----------------------------------------------------------------------------------------------------- */

/* What was called through a pointer may be a function of another type: its result has the same bits, where these are as
 * many, and is not known elsewhere. */
static void pass_as_expected(struct avm *m, struct work *s, const struct code *c, const struct code *back)
{
    struct vs_type from = c->value ? c->value->t : no_type(), to = back->expects;
    vs v = s->w[W_RESULT];
    if (v <= VS_TOP || !has_type(to) || !memcmp(&from, &to, sizeof from))
        return;
    bool are_words = has_type(from) && from.kind != VS_FLOAT && to.kind != VS_FLOAT && from.bits == to.bits;
    set_result(s, are_words ? avm_converted(m, v, from, to) : VS_TOP);
}

static void return_to_callers(struct avm *m, struct work *s, const struct code *c)
{
    uint32_t ctx = s->w[W_CTX];
    if (!ctx) { /* nothing of the frame is read any more; after a tail call it is not even the entry's */
        clear_words(s, m->frame_base, m->scratch_max);
        avm_drop_passed(m, s, 0);
        avm_emit(m, s, m->exit_pc, AVM_ONLY);
        return;
    }
    struct context *x = &m->contexts.items[ctx];
    if (avm_gains_callers(m, ctx))
        avm_remember_return(m, ctx);
    size_t callers = x->callers.count;
    for (size_t i = 0; i < callers; i++) {
        struct work *f = avm_fork(m, s);
        struct caller k = m->contexts.items[ctx].callers.items[i];
        if (callers > 1 || m->contexts.items[ctx].is_joined)
            avm_chosen(f, false, NULL, c->stmt, -1);
        avm_restore(m, f, &k);
        pass_as_expected(m, f, c, &m->code.items[k.pc]);
        if (m->code.items[k.pc].result)
            avm_put(m, f, m->code.items[k.pc].result, 0);
        else if (c->whole)
            avm_drop_passed(m, f, 0);
        avm_emit(m, f, k.pc, AVM_ONLY);
        avm_drop(m, f);
    }
}

void avm_do_return(struct avm *m, struct work *s, const struct code *c)
{
    const struct func_code *fn = c->fn;
    bool is_pending = c->value && s->w[W_PENDING] && avm_moved_input(m, s, c->value);
    avm_name_moved(m, s, c->value);
    vs v = c->value && has_type(c->value->t) ? avm_eval(m, s, c->value) : VS_TOP;
    if (v == VS_BOTTOM || !avm_reach(m, s, c->whole)) {
        avm_end_in_error(m, s, c->stmt);
        return;
    }
    vs rounded = v;
    /* The exit status is no slot of anybody's: the thesis's `fun main () : top` leaves it exact. */
    if (v > VS_TOP && fn->result_abs && s->w[W_CTX])
        rounded = avm_with_set(m, v, c->value->t, avm_round_to(m, fn->result_abs, c->value->t, vs_plain(m->pool, v)));
    is_pending &= rounded == v;
    set_result(s, rounded);
    set_pending(s, is_pending ? 1u << RESULT_BIT : 0);
    if (c->whole)
        avm_carry(m, s, c->whole, 0);
    for (uint32_t i = 0; i < fn->reset_count; i++)
        clear_word(s, fn->resets[i]);
    avm_leave_blocks(m, s, fn);
    return_to_callers(m, s, c);
}
