/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls: of functions with a body, of the library, of what ends the program or jumps; events and errors.
 *
 * The result of every call passes through the result register; the code after the call assigns it.
 */
#include "compile.h"
#include "runtime/avm/memory/memory.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"

const struct node *avm_comp_result(struct avm *m, cwi_id type)
{
    struct vs_type t = avm_type(m, type);
    struct node *n = ARENA_NEW(m->arena, struct node);
    n->t = t;
    n->v = VS_TOP;
    if (!has_type(t)) {
        n->kind = N_ANY;
        return n;
    }
    struct cell *c = ARENA_NEW(m->arena, struct cell);
    *c = (struct cell){.t = t,
                       .type = type,
                       .abs = abs_free_type(),
                       .slot = W_RESULT,
                       .pending_bit = RESULT_BIT,
                       .is_temp = true,
                       .keeps = true};
    n->kind = N_SLOT;
    n->cell = c;
    return n;
}

static struct call *make_call(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    struct call *c = ARENA_NEW(m->arena, struct call);
    const struct node **args = ARENA_ARRAY(m->arena, const struct node *, s->arg_count);
    c->wholes = ARENA_ARRAY(m->arena, const struct target *, s->arg_count);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        args[i] = avm_lower(m, s->args[i]);
        c->wholes[i] = avm_whole(m, s->args[i]);
    }
    c->extra = s->extra ? avm_lower(m, s->extra) : NULL;
    c->named = s->named;
    c->args = args;
    c->arg_count = s->arg_count;
    c->t = s->lhs ? avm_type(m, s->lhs->type) : no_type();
    if (s->rhs->kind == CWI_FUNCREF)
        c->callee = s->rhs->ref;
    else
        c->pointer = avm_lower(m, s->rhs);
    return c;
}

/* The store of the result: its own statement, with its own events. `has_body`: an aggregate is there already. */
static void assign_result(struct comp *k, const struct cwi_stmt *s, cwi_id callee, bool has_body)
{
    struct avm *m = k->m;
    const struct node *value = avm_comp_result(m, s->lhs ? s->lhs->type : 0);
    const struct events *returned =
        callee ? avm_events(m, &(struct event_site){.stmt = s, .func = k->fn->func, .callee = callee, .returned = true})
               : NULL;
    if (returned)
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = returned, .value = value});
    if (!s->lhs)
        return;
    struct target to = avm_target(m, s->lhs);
    struct cwi_stmt *store = ARENA_NEW(m->arena, struct cwi_stmt);
    *store = (struct cwi_stmt){.kind = CWI_ASSIGN, .at = s->at, .lhs = s->lhs, .is_initialiser = s->is_initialiser};
    const struct events *events = avm_events(m, &(struct event_site){.stmt = store, .func = k->fn->func, .to = &to});
    bool is_whole = has_body && avm_comp_code(k)->result;
    if (to.kind == P_NONE && !events && !avm_comp_is_looked_at(k, &to) && !avm_comp_writes_global(k, &to))
        return;
    if (is_whole && !events) {
        if (avm_comp_is_looked_at(k, &to))
            avm_comp_cut(k, s);
        avm_comp_look_after(k, &to, store);
        return;
    }
    avm_comp_op(
        k,
        (struct op){.kind = is_whole ? OP_LABEL : OP_STORE, .to = to, .value = value, .stmt = store, .events = events});
    avm_comp_look_after(k, &to, store);
}

void avm_comp_call_events(struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    const struct events *e =
        avm_events(k->m, &(struct event_site){.stmt = s, .func = k->fn->func, .callee = call->callee});
    if (e)
        avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = e, .call = call});
}

/* in(FUNCTION): control is back. */
static void look_in(struct comp *k)
{
    for (uint32_t i = 0; k->m->looks_in && i < k->m->look_count; i++)
        if (k->m->looks[i].is_place && !strcmp(k->m->looks[i].note->u.property.logic, "in"))
            avm_comp_look(k, i);
}

/* The call and the code that follows it. */
static void return_point(struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    uint32_t label = avm_comp_label(k);
    avm_comp_next(k, label);
    avm_comp_open(k, label);
    avm_comp_code(k)->is_return_point = true;
    avm_comp_code(k)->at = s->at;
    avm_comp_code(k)->expects = s->lhs ? avm_type(k->m, s->lhs->type) : no_type();
    look_in(k);
    if (s->lhs && s->lhs->kind == CWI_VAR && avm_whole(k->m, s->lhs))
        avm_comp_code(k)->result = s->lhs->ref;
    const struct cwi_func *callee = call->callee ? cwi_func_of(k->m->u, call->callee) : NULL;
    if (s->lhs && callee && cwi_type_of(k->m->u, callee->type)->of == s->lhs->type)
        avm_comp_code(k)->result_type = s->lhs->type;
    assign_result(k, s, call->callee, true);
    if (k->m->looks_mix)
        avm_comp_look_all(k, false);
}

bool avm_calls_setjmp(struct avm *m, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(m->u, func);
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++) {
            const struct cwi_stmt *s = &f->blocks[b].stmts[i];
            if (s->kind == CWI_CALL && s->rhs->kind == CWI_FUNCREF &&
                pt_effect_of(m->u, s->rhs->ref, m->notes).flags & EFFECT_SETJMP)
                return true;
        }
    return false;
}

static bool is_tail_call(struct comp *k, const struct cwi_stmt *s, const struct cwi_stmt *next)
{
    struct avm *m = k->m;
    if (m->policy.context != CONTEXT_CALL_STRING) /* the callee's context is one for many callers */
        return false;
    if (!next || next->kind != CWI_RETURN || k->fn->reset_count || k->fn->block_count || s->is_initialiser ||
        k->fn->result_abs || m->looks_mix || m->looks_in)
        return false;
    if (avm_calls_setjmp(m, k->fn->func)) /* a longjmp may come back to this frame */
        return false;
    if (!next->rhs)
        return !s->lhs;
    return s->lhs && next->rhs->kind == CWI_VAR && s->lhs->kind == CWI_VAR && s->lhs->ref == next->rhs->ref &&
           cwi_var_of(m->u, s->lhs->ref)->linkage == CWI_TEMP;
}

void avm_comp_call_body(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next)
{
    struct avm *m = k->m;
    if (call->callee && k->may_fork)
        avm_comp_cut(k, s);
    avm_comp_call_events(k, s, call);
    call->is_tail =
        is_tail_call(k, s, next) &&
        (!call->callee ||
         !avm_events(m,
                     &(struct event_site){.stmt = s, .func = k->fn->func, .callee = call->callee, .returned = true}));
    avm_comp_close(k, END_CALL, s);
    avm_comp_code(k)->call = call;
    return_point(k, s, call);
}

static void end_program(struct comp *k, const struct cwi_stmt *s, const struct call *call, const struct effect *e)
{
    struct avm *m = k->m;
    const struct node *status =
        call->arg_count && (e->flags & EFFECT_EXIT) && !(e->flags & EFFECT_ERROR) ? call->args[0] : NULL;
    if (status) {
        const struct events *events = avm_events(m, &(struct event_site){.exits = true});
        if (events)
            avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = events, .value = status});
    }
    avm_comp_close(k, END_HALT, s);
    avm_comp_code(k)->value = status && has_type(status->t) ? status : NULL;
}

/* Behaviour that the model lacks: said at its place, and remembered so that nothing is called True. */
static void unseen_at(struct avm *m, struct cwi_place at, cwi_id func, const char *text)
{
    m->model->unseen = text;
    avm_lose(m, at, func, text);
}

static void unseen(struct comp *k, const struct cwi_stmt *s, const char *text)
{
    unseen_at(k->m, s->at, k->fn->func, text);
}

/* Labels of cells that a function without a body may read or write do not fire there. */
static void report_unseen_labels(struct comp *k, const struct cwi_stmt *s, struct pt_set set, bool reads, bool writes)
{
    struct avm *m = k->m;
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(m->points, set.objects[i]);
        uint32_t read = 0, written = 0, watched = 0;
        if (o.kind != PT_VAR)
            continue;
        ev_reads(m->events, o.id, &read);
        ev_writes(m->events, o.id, &written);
        ev_watches(m->events, o.id, &watched);
        const char *name = cwi_var_of(m->u, o.id)->name;
        if (writes && written + watched)
            unseen(k, s,
                   arena_printf(m->arena, "'%s' may write '%s': write and watch labels do not fire there",
                                avm_call_name(m, s), name));
        if (reads && read)
            unseen(
                k, s,
                arena_printf(m->arena, "'%s' may read '%s': read labels do not fire there", avm_call_name(m, s), name));
    }
}

static void report_unseen(struct comp *k, const struct cwi_stmt *s, const struct effect *e)
{
    struct avm *m = k->m;
    if (e->flags & EFFECT_ANY_MEMORY)
        report_unseen_labels(k, s, pt_all_escaped(m->points), true, true);
    else if (e->flags & EFFECT_READS_GLOBALS)
        report_unseen_labels(k, s, pt_all_escaped(m->points), true, false);
    for (uint32_t i = 0; i < s->arg_count; i++) {
        bool reads = pt_effect_reads(e, i), writes = pt_effect_writes(m->u, e, s, i);
        if (reads || writes)
            report_unseen_labels(k, s, pt_may_point(m->points, k->fn->func, s->args[i]), reads, writes);
    }
}

/* The run-time library of C++ ends the program, or goes on somewhere else, in what these do; in what others do not. */
static bool throws(const char *symbol)
{
    static const char *const harmless[] = {"__cxa_allocate_exception", "__cxa_atexit",      "__cxa_begin_catch",
                                           "__cxa_end_catch",          "__cxa_finalize",    "__cxa_free_exception",
                                           "__cxa_get_exception_ptr",  "__cxa_guard_abort", "__cxa_guard_acquire",
                                           "__cxa_guard_release"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp(symbol, harmless[i]))
            return false;
    return !strncmp(symbol, "__cxa_", 6) || !strncmp(symbol, "_Unwind_", 8) || !strcmp(symbol, "_ZSt9terminatev");
}

static void report_exceptions(struct comp *k, const struct cwi_stmt *s, const struct effect *e)
{
    struct avm *m = k->m;
    const struct cwi_func *f = s->rhs->kind == CWI_FUNCREF ? cwi_func_of(m->u, s->rhs->ref) : NULL;
    const char *symbol = !f ? "" : f->asm_name ? f->asm_name : f->name ? f->name : "";
    if (throws(symbol) || (!e->known && !strncmp(symbol, "_Z", 2)))
        unseen(k, s, "an exception may be thrown here: exceptions are not followed");
}

/* Some question is about error locations (reach-assert). */
static bool asks_for_errors(const struct avm *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->look_count; i++)
        any |= m->looks[i].is_error_location;
    return any;
}

/* SIGABRT, or what may be: ends the program as abort does. */
static void report_signal(struct comp *k, const struct cwi_stmt *s, cwi_id callee)
{
    const char *name = callee ? cwi_func_of(k->m->u, callee)->name : NULL;
    int at = name ? pt_effect_signal(name) : -1;
    const struct cwi_expr *e = at >= 0 && (uint32_t)at < s->arg_count ? s->args[at] : NULL;
    if (e && (e->kind != CWI_CONST || e->value == EFFECT_SIGABRT))
        unseen(k, s, arena_printf(k->m->arena, "'%s' may send SIGABRT, which ends the program as abort does", name));
}

bool avm_has_setjmp(struct avm *m)
{
    for (uint32_t i = 0; i < m->calls->reachable_count && !m->setjmp_is_known; i++)
        m->has_setjmp |= avm_calls_setjmp(m, m->calls->bottom_up[i]);
    m->setjmp_is_known = true;
    return m->has_setjmp;
}

/* What nobody knows may have been given a place to jump to. */
static void may_jump(struct comp *k, const struct cwi_stmt *s)
{
    uint32_t jumps = avm_comp_label(k), on = avm_comp_label(k);
    avm_comp_close(k, END_ANY, s);
    avm_comp_next(k, on);
    avm_comp_next(k, jumps);
    avm_comp_open(k, jumps);
    avm_comp_close(k, END_LONGJMP, s);
    avm_comp_code(k)->is_maybe = true;
    avm_comp_open(k, on);
}

static void external(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct effect *e)
{
    struct avm *m = k->m;
    call->effect = e;
    report_unseen(k, s, e);
    report_exceptions(k, s, e);
    if (e->flags & EFFECT_SENDS && asks_for_errors(m))
        report_signal(k, s, call->callee);
    if (k->may_fork)
        avm_comp_cut(k, s);
    struct op op = {.kind = OP_CALL, .stmt = s, .call = call};
    avm_prepare_external(m, &op, call);
    call->is_text_given = e->result == EFFECT_EARLIER && s->rhs->kind == CWI_FUNCREF &&
                          pt_effect_is_called_before(cwi_func_of(m->u, k->fn->func), s);
    if (e->flags & (EFFECT_CALLS_NOW | EFFECT_ANY_MEMORY))
        avm_comp_call_backs(k, s, call);
    avm_comp_call_events(k, s, call);
    if (k->ops.count && k->ops.items[k->ops.count - 1].kind == OP_LABEL)
        avm_comp_cut(k, s);
    if (avm_comp_calls_unknown(k, s, e)) {
        avm_comp_disturb(k, s, call);
        if (avm_has_setjmp(m))
            may_jump(k, s);
    }
    avm_comp_op(k, op);
    if (!e->known && !e->from_note && avm_has_setjmp(m))
        may_jump(k, s);
    bool writes = call->writes || call->writes_deep || (e->flags & EFFECT_ANY_MEMORY);
    if (e->flags & EFFECT_NORETURN) {
        if (m->look_count && writes && !avm_asks(m, AVM_DOUBT_BLOCK)) { /* what it wrote before it ended the program */
            avm_comp_cut(k, s);
            avm_comp_look_all(k, true);
        }
        avm_comp_close(k, END_STOP, s);
        return;
    }
    assign_result(k, s, call->callee, false);
    if (e->flags & (EFFECT_INPUT | EFFECT_INPUT_MEMORY))
        avm_comp_stand(k, s);
    if (m->looks_mix || (m->look_count && writes)) {
        avm_comp_cut(k, s);
        avm_comp_look_all(k, true);
    }
    if (avm_comp_call_writes_global(k, s, call))
        avm_comp_written(k, s);
}

/* A call that may end the program or return. */
static void may_end(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct effect *e)
{
    uint32_t ends = avm_comp_label(k), on = avm_comp_label(k);
    avm_comp_call_events(k, s, call);
    avm_comp_close(k, END_ANY, s);
    avm_comp_next(k, ends);
    avm_comp_next(k, on);
    avm_comp_open(k, ends);
    end_program(k, s, call, e);
    avm_comp_open(k, on);
    struct call *silent = arena_copy(k->m->arena, call, sizeof *call);
    silent->effect = e;
    struct op op = {.kind = OP_CALL, .stmt = s, .call = silent};
    avm_prepare_external(k->m, &op, silent);
    avm_comp_op(k, op);
    assign_result(k, s, call->callee, false);
    if (e->flags & (EFFECT_INPUT | EFFECT_INPUT_MEMORY))
        avm_comp_stand(k, s);
}

static void error_location(struct comp *k, const struct cwi_stmt *s)
{
    struct avm *m = k->m;
    m->model->has_error_locations = true;
    for (uint32_t i = 0; i < m->look_count; i++) {
        if (!m->looks[i].is_error_location)
            continue;
        if (k->ops.count || k->may_fork)
            avm_comp_cut(k, s);
        avm_comp_look(k, i);
        m->looks[i].found = true;
    }
}

/* __VERIFIER_assert and its like: an error where the argument is 0. */
static void assertion(struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    uint32_t fails = avm_comp_label(k), on = avm_comp_label(k);
    bool is_followed = has_type(call->args[0]->t);
    avm_comp_close(k, is_followed ? END_IF : END_ANY, s);
    avm_comp_code(k)->value = is_followed ? call->args[0] : NULL;
    avm_comp_next(k, on);
    avm_comp_next(k, fails);
    avm_comp_open(k, fails);
    error_location(k, s);
    avm_comp_close(k, END_HALT, s);
    avm_comp_open(k, on);
}

/* `unreachable NAME` of a function without a body: the call is the place. */
static void unreachable_call(struct comp *k, const struct cwi_stmt *s, const char *name)
{
    struct avm *m = k->m;
    for (uint32_t i = 0; i < m->look_count; i++) {
        const struct note *n = m->looks[i].note;
        if (!n->u.property.target || strcmp(n->u.property.logic, "unreachable") || strcmp(n->u.property.target, name))
            continue;
        if (k->ops.count)
            avm_comp_cut(k, s);
        avm_comp_look(k, i);
        m->looks[i].found = true;
    }
}

/* A label or a question names the function: then calls of it are calls as any, besides what they stand for. */
static bool is_asked_about(const struct avm *m, cwi_id func)
{
    const char *name = cwi_func_of(m->u, func)->name;
    uint32_t calls = 0, returns = 0;
    ev_calls(m->events, func, &calls);
    ev_returns(m->events, func, &returns);
    bool is = calls + returns > 0;
    for (uint32_t i = 0; i < m->look_count && !is; i++) {
        const char *target = m->looks[i].note->u.property.target;
        size_t size = target ? strcspn(target, ":") : 0;
        is = size == strlen(name) && !strncmp(target, name, size);
    }
    return is;
}

void avm_comp_handed(struct avm *m)
{
    bool is_asked = asks_for_errors(m);
    for (uint32_t i = 0; i < m->world->handed_count; i++) {
        cwi_id func = m->world->handed[i];
        const struct cwi_func *f = cwi_func_of(m->u, func);
        bool is_error = is_asked && pt_effect_of(m->u, func, m->notes).flags & (EFFECT_ERROR | EFFECT_ASSERTS);
        if (is_error || is_asked_about(m, func))
            unseen_at(m, f->at, func,
                      arena_printf(m->arena,
                                   "'%s' may be called by what it is handed to: it has no body here, and these calls "
                                   "are not seen",
                                   f->name));
    }
}

void avm_comp_call_of(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next)
{
    struct avm *m = k->m;
    const struct cwi_func *f = cwi_func_of(m->u, call->callee);
    if (ev_is_event_function(m->u, call->callee)) {
        const struct events *e = avm_event_call(m, k->fn->func, s);
        if (e) {
            /* The argument is alive here. */
            avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = s, .events = e, .call = call});
            avm_comp_cut(k, s);
        }
        if (!is_asked_about(m, call->callee))
            return;
    }
    if (ev_is_tick(m->u, call->callee)) {
        avm_comp_cut(k, s);
        avm_comp_code(k)->is_mark = true;
        if (!is_asked_about(m, call->callee))
            return;
    }
    struct effect *e = ARENA_NEW(m->arena, struct effect);
    *e = pt_effect_of(m->u, call->callee, m->notes);
    if (!f->block_count)
        unreachable_call(k, s, f->name);
    bool is_unseen = pt_effect_is_unseen(e, s);
    if (is_unseen || e->flags & EFFECT_SHARES || f->is_absent) {
        avm_comp_error(k, s,
                       is_unseen      ? arena_printf(m->arena, "'%s' is not modelled", f->name)
                       : f->is_absent ? "a function is called that nobody defines"
                                      : "two processes use one memory");
        return;
    }
    if (e->flags & EFFECT_ASSERTS && call->arg_count) {
        assertion(k, s, call);
        if (!f->block_count)
            return;
    }
    if (e->flags & EFFECT_ERROR)
        error_location(k, s);
    if (f->block_count && !e->from_note && m->calls->funcs[call->callee].reachable && !(e->flags & EFFECT_ASSUME)) {
        avm_comp_call_body(k, s, call, next);
    } else if (e->flags & EFFECT_LONGJMP) {
        avm_comp_call_events(k, s, call);
        avm_comp_close(k, END_LONGJMP, s);
        avm_comp_code(k)->value = call->arg_count > 1 && has_type(call->args[1]->t) ? call->args[1] : NULL;
        avm_comp_code(k)->buffer = s->arg_count ? avm_buffer_read(m, s->args[0]) : NULL;
    } else if (e->flags & EFFECT_SETJMP) {
        struct op op = {.kind = OP_SETJMP, .stmt = s, .number = (uint32_t)m->setjmps.count};
        if (s->arg_count) {
            op.to = avm_jump_buffer(m, s->args[0]);
            op.value = call->args[0];
        }
        avm_comp_op(k, op);
        avm_comp_close(k, END_GOTO, s);
        return_point(k, s, call);
        for (size_t pc = m->code.count; pc-- > 0;)
            if (m->code.items[pc].is_return_point) {
                m->code.items[pc].is_setjmp = true;
                vec_push(&m->setjmps, (uint32_t)pc);
                break;
            }
    } else if (e->flags & EFFECT_EXIT && !(e->flags & (EFFECT_NORETURN | EFFECT_ERROR))) {
        may_end(k, s, call, e); /* error(0, ...) returns */
    } else if (e->flags & (EFFECT_EXIT | EFFECT_ERROR)) {
        avm_comp_call_events(k, s, call);
        end_program(k, s, call, e);
    } else {
        external(k, s, call, e);
    }
}

void avm_comp_call(struct comp *k, const struct cwi_stmt *s, const struct cwi_stmt *next)
{
    struct call *call = make_call(k, s);
    if (call->callee)
        avm_comp_call_of(k, s, call, next);
    else
        avm_comp_call_through(k, s, call, next);
}
