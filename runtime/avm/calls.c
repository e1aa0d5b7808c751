/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls, returns, contexts.
 *
 * A context is what a return needs: for each way back, the return point, the caller's context and its saved frame.
 * Exact contexts have one caller; where frames are joined (merging, recursion beyond a depth) a context may have
 * several, and states that returned through it are stepped again when a caller joins. Sources: DuVarney 2002, rules R12
 * to R15; Ball, Podelski and Rajamani 2001 (the table from contexts to callers).
 */
#include "memory.h"
#include "step.h"

enum { ARGS_MAX = 64 };

/* ---- contexts ---------------------------------------------------------------------------------------------------- */

static uint32_t new_context(struct avm *m, cwi_id func, bool joined)
{
    struct context c = {.func = func, .is_joined = joined};
    vec_push(&m->contexts, c);
    return (uint32_t)m->contexts.count - 1;
}

/* A number for two, the same whenever they are. */
static uint32_t pair(struct avm *m, uint32_t a, uint32_t b)
{
    uint32_t found;
    uint64_t key = (uint64_t)a << 32 | b;
    if (!base_map64_get(&m->pair_of, key, &found)) {
        found = (uint32_t)m->pair_of.count;
        base_map64_put(&m->pair_of, key, found);
    }
    return found;
}

/* The context of a key, made when there is none. Keys are three words; two maps keep them exact. */
static uint32_t context_at(struct avm *m, uint32_t a, uint32_t b, uint32_t c, cwi_id func, bool joined)
{
    uint32_t found;
    uint64_t key = (uint64_t)pair(m, a, b) << 32 | c;
    if (!base_map64_get(&m->context_of, key, &found)) {
        found = new_context(m, func, joined);
        base_map64_put(&m->context_of, key, found);
    }
    return found;
}

/* Whether one more activation of a recursive function is joined with those before: it would be one too many, or it gets
 * the same arguments as one that is still active, so that the recursion gets nowhere as far as the abstraction can
 * see. */
static bool joins(const struct avm *m, uint32_t ctx, cwi_id func, uint64_t arguments)
{
    uint32_t n = 0;
    for (; ctx && !m->contexts.items[ctx].is_joined; ctx = m->contexts.items[ctx].callers.items[0].ctx) {
        if (m->contexts.items[ctx].func != func)
            continue;
        if (m->contexts.items[ctx].arguments == arguments || ++n >= m->policy.recursion_depth)
            return true;
    }
    return ctx != 0;
}

static uint32_t join_frames(struct avm *m, uint32_t a, uint32_t b, const struct func_code *fn)
{
    if (a == b)
        return a;
    vs *x = base_mem_alloc(2 * (fn->words + 1) * sizeof *x), *y = x + fn->words + 1;
    uint32_t n, k;
    avm_store_get(m->frames, a, x, &n);
    avm_store_get(m->frames, b, y, &k);
    x[0] &= y[0];
    for (uint32_t i = 1; i < n; i++) {
        const struct cell *c = fn->frame_cells[i - 1];
        if (x[i] == y[i])
            continue;
        vs joined = vs_join(m->pool, c->t, x[i], y[i]);
        x[i] = avm_round(m, c, c->widens ? vs_widen(m->pool, c->t, x[i], joined) : joined);
    }
    bool is_new;
    uint32_t id = avm_store_add(m->frames, x, n, &is_new);
    free(x);
    return id;
}

static void again(struct avm *m, struct context *c)
{
    for (size_t i = 0; i < c->returns.count; i++)
        avm_requeue(m, c->returns.items[i]);
}

bool avm_gains_callers(const struct avm *m, uint32_t ctx)
{
    return m->contexts.items[ctx].is_joined || m->policy.joins_frames;
}

void avm_remember_return(struct avm *m, uint32_t ctx)
{
    uint64_t key = (uint64_t)ctx << 32 | m->now;
    uint32_t known;
    if (base_map64_get(&m->returned, key, &known))
        return;
    base_map64_put(&m->returned, key, 0);
    vec_push(&m->contexts.items[ctx].returns, m->now);
}

static void add_caller(struct avm *m, uint32_t id, struct caller k, const struct func_code *fn)
{
    struct context *c = &m->contexts.items[id];
    for (size_t i = 0; i < c->callers.count; i++) {
        struct caller *old = &c->callers.items[i];
        if (old->frame == NO_FRAME || old->pc != k.pc ||
            (old->ctx != k.ctx && m->policy.context != CONTEXT_INSENSITIVE))
            continue;
        if (old->frame == k.frame && old->ctx == k.ctx)
            return;
        if (m->policy.joins_frames) {
            uint32_t joined = join_frames(m, old->frame, k.frame, fn);
            if (joined != old->frame) {
                old->frame = joined;
                again(m, c);
            }
            return;
        }
    }
    vec_push(&c->callers, k);
    if (c->callers.count > 1)
        again(m, c);
}

static bool has_context(const struct avm *m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t first, found;
    return base_map64_get(&m->pair_of, (uint64_t)a << 32 | b, &first) &&
           base_map64_get(&m->context_of, (uint64_t)first << 32 | c, &found);
}

/* One for each combination of keys and arguments, while these are few; what has one keeps it. */
static uint32_t keyed_context(struct avm *m, const struct work *s, cwi_id func, uint64_t arguments)
{
    enum { MOST = 64 };
    while (m->keyed_contexts.count <= func)
        vec_push(&m->keyed_contexts, 0);
    uint32_t known = (uint32_t)m->contexts.count;
    uint32_t key = avm_key_of(m, s->w, m->frame_base, arguments);
    if (m->keyed_contexts.items[func] >= MOST && !has_context(m, func, UINT32_MAX - 2, key))
        key = avm_key_of(m, s->w, 0, 0);
    uint32_t id = context_at(m, func, UINT32_MAX - 2, key, func, true);
    m->keyed_contexts.items[func] += id >= known;
    return id;
}

/* The context of a call of `func` from `s`, whose return point is `pc`. */
static uint32_t enter(struct avm *m, const struct work *s, cwi_id func, uint32_t pc, uint64_t arguments, bool merged)
{
    const struct func_code *fn = m->code.items[pc].fn;
    uint32_t ctx = s->w[W_CTX], length = fn->words - m->frame_base + 1;
    vs *frame = base_mem_alloc(length * sizeof *frame);
    frame[0] = s->w[W_PENDING] & m->code.items[pc].live_pending & ~fn->holder_bits;
    memcpy(frame + 1, s->w + m->frame_base, (length - 1) * sizeof *frame);
    for (uint32_t i = 0; i < m->code.items[pc].kill_count; i++)
        if (m->code.items[pc].kills[i] >= m->frame_base)
            frame[1 + m->code.items[pc].kills[i] - m->frame_base] = VS_TOP;
    bool is_new, is_repeated = !merged && m->policy.context == CONTEXT_CALL_STRING && m->calls->funcs[func].recursive &&
                               joins(m, ctx, func, arguments);
    uint32_t symbols = m->contexts.items[ctx].symbols | avm_symbols_in(m, frame + 1, length - 1);
    if (m->cfg.relates && (merged || is_repeated)) {
        avm_drop_symbols(m, frame + 1, length - 1);
        symbols = ALL_SYMBOLS;
    }
    struct caller k = {pc, ctx, avm_store_add(m->frames, frame, length, &is_new)};
    free(frame);

    uint32_t id;
    if (m->policy.context == CONTEXT_INSENSITIVE) {
        id = context_at(m, func, UINT32_MAX, 0, func, true);
    } else if (m->policy.context == CONTEXT_SUMMARY) {
        id = keyed_context(m, s, func, arguments);
    } else if (merged) {
        id = context_at(m, func, UINT32_MAX - 1, pc, func, true);
    } else if (is_repeated) {
        id = context_at(m, func, UINT32_MAX, 1, func, true);
        avm_lose(
            m, m->funcs[func].at, func,
            arena_printf(m->step_arena,
                         "recursion of '%s' is joined: beyond %u activations, or when it gets the same arguments again",
                         cwi_func_of(m->u, func)->name, m->policy.recursion_depth));
    } else {
        id = context_at(m, pair(m, pc, func), ctx, m->policy.joins_frames ? UINT32_MAX : k.frame, func, false);
    }
    m->contexts.items[id].arguments = arguments;
    m->contexts.items[id].symbols = m->cfg.relates ? symbols : 0;
    add_caller(m, id, k, fn);
    return id;
}

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
    vs values[ARGS_MAX];
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
    uint32_t ctx = p->code->call->is_tail ? s->w[W_CTX]
                                          : enter(m, s, p->func, p->code->next[0], arguments, p->code->call->is_merged);
    if (m->cfg.relates && m->contexts.items[ctx].symbols == ALL_SYMBOLS) { /* several ways back */
        avm_drop_symbols(m, values, count);
        avm_drop_symbols(m, &extra, 1);
        avm_drop_symbols(m, s->w + W_GLOBALS, m->frame_base - W_GLOBALS);
    }
    for (uint32_t i = m->frame_base; i < m->scratch_max; i++)
        s->w[i] = VS_TOP;
    for (uint32_t i = 0; i < fn->reset_count; i++) /* a longjmp may have left it without its return */
        s->w[fn->resets[i]] = VS_TOP;
    s->w[W_CTX] = ctx;
    avm_enter_blocks(m, s, fn);
    for (uint32_t i = 0; i < count; i++)
        if (fn->params[i] != UINT32_MAX)
            s->w[m->cells.items[fn->params[i]].slot] = values[i];
        else if (i < p->count)
            avm_write_parameter(m, s, p->func, i, values[i], p->nodes[i]->t);
    if (fn->extra)
        s->w[fn->extra->slot] = avm_round(m, fn->extra, extra);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (avm_is_whole(m, params[i]))
            avm_put(m, s, params[i], i);
    s->w[W_PENDING] = 0;
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
            s->w[W_PENDING] &= ~avm_pending_in(m, s, p->nodes[i]); /* the parameter is tied to the input now */
            continue;
        }
        size_t n = abs_parts(m->pool, c->abs, c->t, p->values[i], parts, avm_most_parts(m, c));
        if (n <= 1) {
            s->w[W_PENDING] &= ~bits;
            continue;
        }
        for (size_t k = 0; k < n; k++) {
            struct work *f = avm_fork(m, s);
            bool must = avm_witness(m, s, p->nodes[i], parts[k]);
            if (avm_narrow(m, f, p->nodes[i], parts[k])) {
                p->values[i] = vs_meet(m->pool, c->t, avm_eval(m, f, p->nodes[i]), parts[k]);
                f->w[W_PENDING] &= ~bits;
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
    if (cwi_func_of(m->u, func)->block_count && !e->from_note) { /* points-to took it for none that can be meant */
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
        if (avm_external(m, s, &op, NULL))
            return_from_outside(m, s, c, AVM_CALL_UNKNOWN);
    }
}

/* Where all callers of a function share a context, the entry may be called again: its first caller is the exit. */
uint32_t avm_entry_context(struct avm *m)
{
    if (m->policy.context != CONTEXT_INSENSITIVE)
        return 0;
    uint32_t id = context_at(m, m->cfg.entry, UINT32_MAX, 0, m->cfg.entry, true);
    struct caller exit = {m->exit_pc, 0, NO_FRAME};
    vec_push(&m->contexts.items[id].callers, exit);
    return id;
}

/* ---- returns ----------------------------------------------------------------------------------------------------- */

void avm_restore(struct avm *m, struct work *s, const struct caller *k)
{
    uint32_t n;
    vs *frame = m->frame_buffer;
    frame[0] = 0;
    if (k->frame == NO_FRAME)
        n = 1;
    else
        avm_store_get(m->frames, k->frame, frame, &n);
    s->w[W_CTX] = k->ctx;
    s->w[W_PENDING] = (s->w[W_PENDING] & 1u << RESULT_BIT) | (frame[0] & ~(1u << RESULT_BIT));
    memcpy(s->w + m->frame_base, frame + 1, (n - 1) * sizeof *frame);
    for (uint32_t i = m->frame_base + n - 1; i < m->scratch_max; i++)
        s->w[i] = VS_TOP;
}

/* What was called through a pointer may be a function of another type: its result has the same bits, where these are as
 * many, and is not known elsewhere. */
static void pass_as_expected(struct avm *m, struct work *s, const struct code *c, const struct code *back)
{
    struct vs_type from = c->value ? c->value->t : no_type(), to = back->expects;
    vs v = s->w[W_RESULT];
    if (v <= VS_TOP || !has_type(to) || !memcmp(&from, &to, sizeof from))
        return;
    bool are_words = has_type(from) && from.kind != VS_FLOAT && to.kind != VS_FLOAT && from.bits == to.bits;
    s->w[W_RESULT] = are_words ? avm_converted(m, v, from, to) : VS_TOP;
    s->w[W_PENDING] &= ~(1u << RESULT_BIT);
}

static void return_to_callers(struct avm *m, struct work *s, const struct code *c)
{
    uint32_t ctx = s->w[W_CTX];
    if (!ctx) { /* nothing of the frame is read any more; after a tail call it is not even the entry's */
        for (uint32_t i = m->frame_base; i < m->scratch_max; i++)
            s->w[i] = VS_TOP;
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
    s->w[W_RESULT] = rounded;
    s->w[W_PENDING] = is_pending ? 1u << RESULT_BIT : 0;
    if (c->whole)
        avm_carry(m, s, c->whole, 0);
    for (uint32_t i = 0; i < fn->reset_count; i++)
        s->w[fn->resets[i]] = VS_TOP;
    avm_leave_blocks(m, s, fn);
    return_to_callers(m, s, c);
}
