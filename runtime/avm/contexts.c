/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts: found by their keys, entered, left. Sources: DuVarney 2002, rules R12 to R15; Ball, Podelski and Rajamani
 * 2001 (the table from contexts to callers).
 */
#include "eval.h"
#include "explore.h"
#include "runtime/avm/memory/memory.h"
#include "report.h"
#include "step.h"

/* ---- keys -------------------------------------------------------------------------------------------------------- */

/* A key is three words. Of a call string they are the return point with the function, the caller's context, and its
 * frame unless frames are joined. Of contexts that callers share they are the function, what they share, and more of
 * that: */
#define OF_FUNCTION UINT32_MAX       /* the function: all calls (0), or those that a recursion goes on with (1) */
#define OF_CALL     (UINT32_MAX - 1) /* a return point */
#define OF_VALUES   (UINT32_MAX - 2) /* the values of keys and arguments, or all that is seen on entry */
#define ANY_FRAME   UINT32_MAX

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

/* The context of a key, made when there is none. Two maps keep keys exact. */
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

static bool has_context(const struct avm *m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t first, found;
    return base_map64_get(&m->pair_of, (uint64_t)a << 32 | b, &first) &&
           base_map64_get(&m->context_of, (uint64_t)first << 32 | c, &found);
}

/* ---- callers ----------------------------------------------------------------------------------------------------- */

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

/* ---- entering and leaving ---------------------------------------------------------------------------------------- */

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

/* One for each combination of keys and arguments, while these are few; what has one keeps it. */
static uint32_t keyed_context(struct avm *m, const struct work *s, cwi_id func, uint64_t arguments)
{
    enum { MOST = 64 };
    while (m->keyed_contexts.count <= func)
        vec_push(&m->keyed_contexts, 0);
    uint32_t known = (uint32_t)m->contexts.count;
    uint32_t key = avm_key_of(m, s->w, m->frame_base, arguments);
    if (m->keyed_contexts.items[func] >= MOST && !has_context(m, func, OF_VALUES, key))
        key = avm_key_of(m, s->w, 0, 0);
    uint32_t id = context_at(m, func, OF_VALUES, key, func, true);
    m->keyed_contexts.items[func] += id >= known;
    return id;
}

/* A number for what the callee is entered with: globals, the heap, what runs beside, arguments, and which names of
 * blocks are taken. */
static uint32_t seen_on_entry(struct avm *m, const struct work *s, uint64_t arguments, uint32_t pinned)
{
    uint32_t count = m->frame_base - W_GLOBALS;
    uint64_t *seen = base_mem_alloc((4 + count) * sizeof *seen);
    seen[0] = arguments;
    seen[1] = pinned;
    seen[2] = s->w[W_WORLD];
    seen[3] = s->w[W_HEAP];
    for (uint32_t i = 0; i < count; i++)
        seen[4 + i] = vs_plain(m->pool, s->w[W_GLOBALS + i]);
    uint32_t id = base_intern_add(m->key_values, (const char *)seen, (4 + count) * sizeof *seen);
    free(seen);
    return id;
}

/* The frame that comes back at `pc`; without symbols when `is_plain`, else *symbols gets those that it holds. */
static uint32_t save_frame(struct avm *m, const struct work *s, uint32_t pc, bool is_plain, uint32_t *symbols)
{
    const struct code *back = &m->code.items[pc];
    uint32_t length = back->fn->words - m->frame_base + 1;
    vs *frame = base_mem_alloc(length * sizeof *frame);
    frame[0] = s->w[W_PENDING] & back->live_pending & ~back->fn->holder_bits;
    memcpy(frame + 1, s->w + m->frame_base, (length - 1) * sizeof *frame);
    for (uint32_t i = 0; i < back->kill_count; i++)
        if (back->kills[i] >= m->frame_base)
            frame[1 + back->kills[i] - m->frame_base] = VS_TOP;
    *symbols |= avm_symbols_in(m, frame + 1, length - 1);
    if (is_plain)
        avm_drop_symbols(m, frame + 1, length - 1);
    bool is_new;
    uint32_t id = avm_store_add(m->frames, frame, length, &is_new);
    free(frame);
    return id;
}

uint32_t avm_enter_context(struct avm *m, const struct work *s, cwi_id func, uint32_t pc, uint64_t arguments,
                           bool merged)
{
    uint32_t ctx = s->w[W_CTX], symbols = m->contexts.items[ctx].symbols, id;
    bool is_repeated = !merged && m->policy.context == CONTEXT_CALL_STRING && m->calls->funcs[func].recursive &&
                       joins(m, ctx, func, arguments);
    bool is_plain = m->cfg.relates && (merged || is_repeated || m->policy.context == CONTEXT_SUMMARY);
    struct caller k = {pc, ctx, save_frame(m, s, pc, is_plain, &symbols)};
    if (m->policy.context == CONTEXT_INSENSITIVE) {
        id = context_at(m, func, OF_FUNCTION, 0, func, true);
    } else if (m->policy.context == CONTEXT_KEYED) {
        id = keyed_context(m, s, func, arguments);
    } else if (m->policy.context == CONTEXT_SUMMARY) {
        uint32_t pinned = avm_pin(m, s, m->contexts.items[ctx].pinned, k.frame);
        id = context_at(m, func, OF_VALUES, seen_on_entry(m, s, arguments, pinned), func, true);
        m->contexts.items[id].pinned = pinned;
    } else if (merged) {
        id = context_at(m, func, OF_CALL, pc, func, true);
    } else if (is_repeated) {
        id = context_at(m, func, OF_FUNCTION, 1, func, true);
        m->model->joins_calls = true;
        avm_lose(
            m, m->funcs[func].at, func,
            arena_printf(m->step_arena,
                         "recursion of '%s' is joined: beyond %u activations, or when it gets the same arguments again",
                         cwi_func_of(m->u, func)->name, m->policy.recursion_depth));
    } else {
        id = context_at(m, pair(m, pc, func), ctx, m->policy.joins_frames ? ANY_FRAME : k.frame, func, false);
    }
    m->contexts.items[id].arguments = arguments;
    m->contexts.items[id].symbols = !m->cfg.relates ? 0 : is_plain ? ALL_SYMBOLS : symbols;
    add_caller(m, id, k, m->code.items[pc].fn);
    return id;
}

/* Where all callers of a function share a context, the entry may be called again: its first caller is the exit. */
uint32_t avm_entry_context(struct avm *m)
{
    if (m->policy.context != CONTEXT_INSENSITIVE)
        return 0;
    uint32_t id = context_at(m, m->cfg.entry, OF_FUNCTION, 0, m->cfg.entry, true);
    struct caller exit = {m->exit_pc, 0, NO_FRAME};
    vec_push(&m->contexts.items[id].callers, exit);
    return id;
}

void avm_restore(struct avm *m, struct work *s, const struct caller *k)
{
    uint32_t n;
    vs *frame = m->frame_buffer;
    frame[0] = 0;
    if (k->frame == NO_FRAME)
        n = 1;
    else
        avm_store_get(m->frames, k->frame, frame, &n);
    set_context(s, k->ctx);
    set_pending(s, (s->w[W_PENDING] & 1u << RESULT_BIT) | (frame[0] & ~(1u << RESULT_BIT)));
    load_words(s, m->frame_base, frame + 1, n - 1);
    clear_words(s, m->frame_base + n - 1, m->scratch_max);
}
