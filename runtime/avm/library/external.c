/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions without a body: what they forget, what they return.
 *
 * The result is left in the result register; a result that is an input is left pending there.
 */
#include "library.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"
#include "runtime/avm/step.h"
#include "runtime/avm/trial.h"

static vs clip(struct avm *m, struct vs_type t, int64_t lo, int64_t hi)
{
    int64_t least = vs_type_min(t), most = vs_type_max(t);
    if (lo == INT64_MIN || vs_value_less(t, lo, least))
        lo = least;
    if (hi == INT64_MAX || vs_value_less(t, most, hi))
        hi = most;
    if (!t.is_signed && lo < 0)
        lo = 0;
    return vs_interval(m->pool, t, lo, hi);
}

vs avm_declared(struct avm *m, const struct note_interval *values, uint32_t count, struct vs_type t)
{
    vs r = VS_BOTTOM;
    for (uint32_t i = 0; i < count; i++)
        r = vs_join(m->pool, t, r, clip(m, t, values[i].lo, values[i].hi));
    return count ? r : VS_TOP;
}

/* -1, and how many conversions may have been made. */
static vs scanned(struct avm *m, struct vs_type t, const struct call *call)
{
    vs v = clip(m, t, -1, call->conversions);
    return call->may_convert_none ? v : vs_minus(m->pool, t, v, vs_small(0));
}

enum { MOST_READ = 0x7ffff000 }; /* Linux reads no more at once */

static vs compute_result(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    const struct effect *e = call->effect;
    struct vs_type t = call->t;
    if (!has_type(t) || t.kind == VS_FLOAT)
        return VS_TOP;
    if (e->value_count && t.kind == VS_INT)
        return avm_declared(m, e->values, e->value_count, t);
    switch (e->result) {
    case EFFECT_VALUE: {
        if (t.kind != VS_INT)
            return VS_TOP;
        int64_t hi = e->hi;
        if (e->hi_arg >= 0 && (uint32_t)e->hi_arg < call->arg_count) {
            const struct node *n = call->args[e->hi_arg];
            vs v = n->t.kind == VS_INT ? avm_eval(m, s, n) : VS_TOP;
            if (v > VS_TOP && vs_max(m->pool, n->t, v) >= 0 && vs_max(m->pool, n->t, v) < hi)
                hi = vs_max(m->pool, n->t, v);
        }
        if (e->flags & EFFECT_FROM_FD && hi > MOST_READ)
            hi = MOST_READ;
        if (call->is_scan_known)
            return scanned(m, t, call);
        vs v = clip(m, t, e->lo, hi);
        return e->has_gap ? vs_minus(m->pool, t, v, vs_const(m->pool, t, e->gap)) : v;
    }
    case EFFECT_ARGUMENT:
        if (e->arg < call->arg_count && !memcmp(&call->args[e->arg]->t, &t, sizeof t))
            return avm_eval(m, s, call->args[e->arg]);
        return VS_TOP;
    case EFFECT_NEW:
        return t.kind == VS_PTR ? vs_join(m->pool, t, vs_null(m->pool, t), avm_unknown_block(m, op->stmt, t)) : VS_TOP;
    default:
        return VS_TOP;
    }
}

static vs result(struct avm *m, struct work *s, const struct op *op)
{
    return op->call->is_fixed ? op->call->fixed : compute_result(m, s, op);
}

/* The stream that a function reads: named in its call, or standard input when it has no such parameter. */
static bool reads_stdin(const struct avm *m, const struct effect *e, const struct cwi_stmt *call)
{
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (effect_letter(e, i) == 's')
            return avm_is_stream(m, call->args[i], "stdin");
    return !pt_effect_has(e, 's') && !(e->flags & EFFECT_FROM_FD);
}

void avm_prepare_external(struct avm *m, const struct op *op, struct call *call)
{
    const struct effect *e = call->effect;
    uint32_t conversions;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        call->writes |= pt_effect_writes(m->u, e, op->stmt, i);
        call->writes_deep |= pt_effect_writes_deep(m->u, e, op->stmt, i);
    }
    call->writes_deep |= e->result == EFFECT_EARLIER || e->globals;
    call->library = avm_library_of(e);
    call->is_stdin = reads_stdin(m, e, op->stmt);
    call->is_read = !e->from_note && e->flags & (EFFECT_STICKY | EFFECT_FROM_FD | EFFECT_BLOCKS);
    call->is_scan = pt_effect_has(e, 'S');
    call->is_scan_known =
        call->is_scan && pt_effect_conversions(m->u, e, op->stmt, &conversions, &call->may_convert_none);
    call->conversions = call->is_scan_known ? conversions : 0;
    bool from_arguments =
        !e->value_count && (e->result == EFFECT_ARGUMENT || (e->result == EFFECT_VALUE && e->hi_arg >= 0));
    if (!from_arguments) {
        call->fixed = compute_result(m, NULL, op);
        call->is_fixed = true;
    }
}

/* ---- the environment's choices ----------------------------------------------------------------------------------- */

static bool is_descriptor(struct avm *m, struct work *s, const struct call *call)
{
    const struct node *fd = call->arg_count ? call->args[0] : NULL;
    vs v = fd && fd->t.kind == VS_INT ? avm_eval(m, s, fd) : VS_TOP;
    return v > VS_TOP && vs_min(m->pool, fd->t, v) >= 0;
}

/* fread: of elements that may be of no size. */
static bool reads_nothing(struct avm *m, struct work *s, const struct call *call)
{
    const struct node *size = call->effect->hi_arg > 0 && call->arg_count > 1 ? call->args[1] : NULL;
    if (!size || size->t.kind != VS_INT)
        return false;
    vs v = avm_eval(m, s, size);
    return v == VS_TOP || vs_contains(m->pool, size->t, v, 0);
}

/* A call of the system that says -1 when it fails. */
static bool may_fail(const struct effect *e)
{
    bool is_input = e->flags & EFFECT_INPUT && !e->from_note;
    return e->known && (is_input || (e->result == EFFECT_VALUE && e->lo == -1));
}

/* dup2 returns the number that it was handed, or -1. */
static bool returns_argument(const struct effect *e)
{
    return e->flags & EFFECT_CLOSES && !(e->flags & EFFECT_WAITS) && e->result == EFFECT_VALUE && e->hi > 0;
}

/* Every value of the result is possible at this call. */
static bool is_input(struct avm *m, struct work *s, const struct call *call)
{
    const struct effect *e = call->effect;
    if (m->cfg.any_failure && may_fail(e) && !(call->is_scan && !call->is_scan_known))
        return !reads_nothing(m, s, call) && !returns_argument(e);
    if (!(e->flags & EFFECT_INPUT) || (call->is_scan && !call->is_scan_known))
        return false;
    if (!call->is_read)
        return true;
    bool is_number = call->is_scan && call->may_convert_none && call->is_stdin, is_stream = e->flags & EFFECT_STICKY;
    vs w = kind_of_world(s);
    if (w >= WORLD_DISTURBED || (w == WORLD_SCANNED && !is_number) || (w == WORLD_ENDED && is_stream))
        return false;
    if (is_stream) /* another one may be for writing alone, or at its end */
        return call->is_stdin && !reads_nothing(m, s, call);
    return !(e->flags & EFFECT_FROM_FD) || is_descriptor(m, s, call);
}

/* What a stream function returns at the end of its input: null, or the least value; VS_BOTTOM: it does not tell. */
static vs end_of_input(struct avm *m, const struct call *call, vs v)
{
    struct vs_type t = call->t;
    const struct effect *e = call->effect;
    bool is_count = e->hi_arg >= 0; /* fread: any number below what was wanted tells of an end */
    if (!has_type(t) || v <= VS_TOP || is_count)
        return VS_BOTTOM;
    if (t.kind == VS_PTR)
        return vs_meet(m->pool, t, v, vs_null(m->pool, t));
    return t.kind == VS_INT && e->result == EFFECT_VALUE && e->lo < 0 ? vs_const(m->pool, t, vs_min(m->pool, t, v))
                                                                      : VS_BOTTOM;
}

static void disturb(struct work *s)
{
    if (kind_of_world(s) != WORLD_SHORT)
        set_world(s, WORLD_DISTURBED);
}

/* A stream that ended stays at its end: the state splits by whether this call met it. False: there is no more to it. */
static bool split_end(struct avm *m, struct work *s, const struct op *op, struct at *at, bool is_input, vs *v)
{
    const struct call *call = op->call;
    vs end = end_of_input(m, call, *v);
    if (!(call->effect->flags & EFFECT_STICKY) || call->effect->from_note)
        return false;
    if (kind_of_world(s) == WORLD_ENDED && call->is_stdin)
        return false; /* it may have been an error, which passes */
    vs rest = end == VS_BOTTOM ? *v : vs_minus(m->pool, call->t, *v, end);
    if (end == VS_BOTTOM || end == *v || rest == VS_BOTTOM || !m->policy.splits_inputs || !at ||
        kind_of_world(s) >= WORLD_DISTURBED) {
        disturb(s); /* it may have ended, unnoticed */
        return false;
    }
    if (avm_give_up(m))
        return true;
    struct work *f = avm_fork(m, s);
    set_result(f, end);
    set_world(f, call->is_stdin ? WORLD_ENDED : WORLD_DISTURBED);
    set_world(s, !call->is_scan ? s->w[W_WORLD] : call->is_stdin ? WORLD_SCANNED : WORLD_DISTURBED);
    avm_chosen(f, is_input, NULL, op->stmt, -1);
    avm_chosen(s, is_input, NULL, op->stmt, -1);
    avm_go_after(m, f, *at);
    *v = rest;
    return false;
}

/* ---- the call ---------------------------------------------------------------------------------------------------- */

void avm_external_disturb(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    const struct effect *e = call->effect;
    if (e->flags & EFFECT_ANY_MEMORY) {
        avm_forget_escaped(m, s);
        for (uint32_t i = 0; i < call->arg_count; i++)
            if (call->args[i]->t.kind == VS_PTR)
                avm_forget_pointee(m, s, call->args[i]);
    } else if (call->writes_deep) {
        avm_forget_written(m, s, op->stmt);
    }
    for (uint32_t i = 0; call->writes && i < call->arg_count; i++)
        if (pt_effect_writes(m->u, e, op->stmt, i))
            avm_forget_pointee(m, s, call->args[i]);
}

static bool can_be_computed(struct avm *m, struct work *s, const struct call *call)
{
    for (uint32_t i = 0; m->cfg.checks_accesses && i < call->arg_count; i++)
        if (call->args[i] && has_type(call->args[i]->t) && avm_eval(m, s, call->args[i]) == VS_BOTTOM)
            return false;
    return true;
}

/* The lock of a program without threads is held by nobody else; whether the program holds it is another question
 * (check/deadlock.c). */
static bool is_own_lock(const struct avm *m, const struct effect *e)
{
    return !m->world->async_count && e->known && e->name && !strcmp(e->name, "pthread_mutex_lock");
}

/* What may watch no descriptor and have no timeout is ended by a signal at most, as `pause` is. */
static bool watches_nothing(struct avm *m, struct work *s, const struct call *call)
{
    static const struct {
        const char *name;
        uint32_t count, timeout; /* parameters */
    } rows[] = {{"poll", 1, 2}, {"ppoll", 1, 2}, {"select", 0, 4}, {"pselect", 0, 4}};
    const char *name = call->effect->known && call->effect->name ? call->effect->name : "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (call->arg_count <= rows[i].timeout || strcmp(name, rows[i].name) != 0)
            continue;
        const struct node *count = call->args[rows[i].count], *timeout = call->args[rows[i].timeout];
        if (!count || !timeout)
            return true;
        bool ends = avm_truth(m, s, timeout) == 1;
        if (timeout->t.kind == VS_INT) {
            vs v = avm_eval(m, s, timeout);
            ends = v != VS_BOTTOM && vs_min(m->pool, timeout->t, v) >= 0;
        }
        return avm_truth(m, s, count) != 1 && !ends;
    }
    return false;
}

/* It may wait for ever for what is no part of the model. */
static bool may_wait(struct avm *m, struct work *s, const struct call *call)
{
    const struct effect *e = call->effect;
    return (e->flags & EFFECT_WAITS && !is_own_lock(m, e)) || watches_nothing(m, s, call);
}

static bool may_allocate(const struct avm *m, const struct effect *e, const struct op *op)
{
    return !e->known || e->flags & EFFECT_ALLOC || e->result == EFFECT_NEW || e->result == EFFECT_RENEW ||
           pt_effect_allocates(m->u, e, op->stmt);
}

/* What may come of a call of which no more is known than its effect. */
static void suspect_call(struct avm *m, struct work *s, const struct op *op)
{
    const struct effect *e = op->call->effect;
    bool only_moves = op->call->library == LIB_MEMCPY || op->call->library == LIB_MEMMOVE ||
                      op->call->library == LIB_MEMPCPY || op->call->library == LIB_REALLOC;
    if (!only_moves)
        avm_look_read(m, s, op);
    if (may_allocate(m, e, op))
        avm_suspect(m, s, AVM_DOUBT_LEAK, op->stmt, "what is allocated here is not followed, and may be lost");
    bool waits = may_wait(m, s, op->call);
    bool waits_for_itself = e->flags & EFFECT_BLOCKS && kind_of_world(s) >= WORLD_DISTURBED;
    bool never_returns = e->from_note && e->flags & EFFECT_NORETURN;
    if (waits || waits_for_itself || never_returns || !e->known)
        avm_suspect(
            m, s, AVM_DOUBT_BLOCK, op->stmt,
            arena_printf(m->step_arena,
                         !e->known       ? "nothing is known about '%s': it may wait for ever"
                         : never_returns ? "'%s' does not return: it may end the program or wait for ever"
                         : waits
                             ? "'%s' may wait for ever for another thread or process, or a signal: what these do and "
                               "when is no part of the model"
                             : "'%s' may wait for ever for what the program itself would have to do",
                         avm_call_name(m, op->stmt)));
}

/* A call that frees one of its arguments. */
static void doubt_freed(struct avm *m, struct work *s, const struct op *op)
{
    const struct call *call = op->call;
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (effect_letter(call->effect, i) == 'z' && call->args[i] && call->args[i]->t.kind == VS_PTR) {
            avm_doubt_free(m, s, avm_eval(m, s, call->args[i]), op->stmt->rhs);
            return;
        }
    avm_doubt(m, s, AVM_DOUBT_FREE, op->stmt->rhs, false);
}

bool avm_external(struct avm *m, struct work *s, const struct op *op, struct at *at)
{
    const struct call *call = op->call;
    const struct effect *e = call->effect;
    if (e->flags & EFFECT_ASSUME) {
        s->partial = m->was_cut = true;
        if (call->arg_count && !avm_constrain(m, s, call->args[0], true))
            return false;
    }
    if (!can_be_computed(m, s, call)) {
        avm_end_in_error(m, s, op->stmt);
        return false;
    }
    if (!avm_pointers_fit(m, s, op)) {
        avm_end_in_error(m, s, op->stmt);
        return false;
    }
    vs v = VS_TOP;
    int done = call->library ? avm_library(m, s, op, at, &v) : 0;
    if (done < 0) {
        avm_end_in_error(m, s, op->stmt);
        return false;
    }
    if (done) {
        set_result(s, v);
        return true;
    }
    bool is_tried = m->trial && call->is_read; /* then it is known what is written */
    if (avm_asks(m, AVM_DOUBT_BOUNDS) && !is_tried && !avm_arguments_fit(m, s, op)) {
        avm_end_in_error(m, s, op->stmt);
        return false;
    }
    v = result(m, s, op);
    bool input = v != VS_BOTTOM && !vs_is_small(v) && is_input(m, s, call);
    avm_external_disturb(m, s, op);
    if (m->trial && (done = avm_trial_call(m, s, op, input, &v)) != 0) {
        if (done < 0)
            avm_end_in_error(m, s, op->stmt);
        else
            set_result(s, v);
        return done > 0;
    }
    if (e->flags & EFFECT_ANY_MEMORY)
        avm_lose(m, op->stmt->at, avm_current_func(m, s),
                 arena_printf(m->step_arena,
                              "nothing is known about '%s': it may change everything it can reach "
                              "('#pragma cwolf external' says what it does)",
                              avm_call_name(m, op->stmt)));
    if (!e->known && op->stmt)
        avm_doubt(m, s, AVM_DOUBT_ABORT, op->stmt->rhs, false);
    if (e->flags & EFFECT_FREE && op->stmt)
        doubt_freed(m, s, op);
    suspect_call(m, s, op);
    for (uint32_t i = 0; e->flags & EFFECT_FREE && op->stmt && i < call->arg_count; i++)
        if (effect_letter(e, i) == 'z')
            avm_may_end(m, s, op->stmt->args[i]);
    s->partial |= e->flags & (EFFECT_ANY_MEMORY | EFFECT_MAY_STOP | EFFECT_WAITS) || watches_nothing(m, s, call) ||
                  (e->flags & EFFECT_BLOCKS && kind_of_world(s) >= WORLD_DISTURBED && !m->cfg.any_failure);
    if (pt_world_disturbs(m->world, e))
        disturb(s);
    if (e->flags & EFFECT_REFILLS) { /* a round of the interface's client begins */
        avm_collect(m, s);
        if (kind_of_world(s) == WORLD_SHORT)
            set_world(s, WORLD_DISTURBED);
    }
    if (split_end(m, s, op, at, input, &v))
        return false;
    m->was_cut |= (e->flags & EFFECT_NORETURN) != 0; /* what it does is no part of the model */
    set_result(s, v);
    if (input && !vs_is_small(v) && call->t.kind == VS_INT)
        add_pending(s, 1u << RESULT_BIT);
    return v != VS_BOTTOM || !has_type(call->t);
}
