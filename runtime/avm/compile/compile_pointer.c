/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of what is not named: through pointers, and by functions without a body of what they were handed.
 *
 * A function that does more than run its body when it is called (labels, the library's effects, the end of the program)
 * is told apart by comparing the pointer with it, and then called by name; the others are chosen when the call is
 * run. */
#include "compile.h"
#include "runtime/avm/prepare.h"
#include "runtime/avm/report.h"
#include "runtime/cwi/edit.h"

static bool has_rules(const struct avm *m, cwi_id func)
{
    uint32_t calls = 0, returns = 0;
    ev_calls(m->events, func, &calls);
    ev_returns(m->events, func, &returns);
    return calls + returns > 0;
}

static bool is_told_apart(const struct avm *m, cwi_id func)
{
    struct effect e = pt_effect_of(m->u, func, m->notes);
    return !cwi_func_of(m->u, func)->block_count || ev_is_event_function(m->u, func) || ev_is_tick(m->u, func) ||
           has_rules(m, func) || e.from_note || e.flags & (EFFECT_ERROR | EFFECT_ASSERTS);
}

/* Whether the pointer is that function; the open code is closed with the test. */
static void test_pointer(struct comp *k, const struct cwi_stmt *s, const struct call *call, cwi_id func, uint32_t yes,
                         uint32_t no)
{
    struct avm *m = k->m;
    const struct node *it = avm_lower(m, cwi_expr_func(m->arena, s->rhs->type, func));
    avm_comp_close(k, END_IF, s);
    avm_comp_code(k)->value = avm_compared(m, VS_EQ, call->pointer, it, s->rhs);
    avm_comp_next(k, yes);
    avm_comp_next(k, no);
}

static void join(struct comp *k, const struct cwi_stmt *s, uint32_t label)
{
    if (!k->is_open)
        return;
    avm_comp_close(k, END_GOTO, s);
    avm_comp_next(k, label);
}

/* Which functions are called and how often nobody knows; exploring them once for each way to this call tells no
 * more. */
static void merge_call(struct comp *k, const struct cwi_stmt *s, struct call *call)
{
    struct avm *m = k->m;
    call->is_merged = !m->policy.joins_frames;
    if (call->is_merged)
        avm_lose(m, s->at, k->fn->func,
                 arena_printf(m->arena, "functions that '%s' may call are explored once for all ways to this call",
                              avm_call_name(m, s)));
}

void avm_comp_call_through(struct comp *k, const struct cwi_stmt *s, struct call *call, const struct cwi_stmt *next)
{
    struct avm *m = k->m;
    const struct cg_call *cg = pt_cg_call_of(m->calls, k->fn->func, s);
    cwi_id *others = ARENA_ARRAY(m->arena, cwi_id, cg ? cg->callee_count : 0);
    uint32_t on = avm_comp_label(k);
    if (cg && cg->unknown)
        merge_call(k, s, call);
    if (k->may_fork)
        avm_comp_cut(k, s);
    for (uint32_t i = 0; cg && i < cg->callee_count; i++) {
        if (!is_told_apart(m, cg->callees[i])) {
            others[call->candidate_count++] = cg->callees[i];
            continue;
        }
        uint32_t yes = avm_comp_label(k), no = avm_comp_label(k);
        test_pointer(k, s, call, cg->callees[i], yes, no);
        avm_comp_open(k, yes);
        struct call *named = arena_copy(m->arena, call, sizeof *call);
        named->callee = cg->callees[i];
        named->pointer = NULL;
        named->candidate_count = 0;
        call->is_named_before = true;
        avm_comp_call_of(k, s, named, next);
        join(k, s, on);
        avm_comp_open(k, no);
    }
    call->candidates = others;
    call->may_leave = !cg || cg->unknown;
    call->may_jump = call->may_leave && avm_has_setjmp(m);
    avm_comp_call_body(k, s, call, next);
    join(k, s, on);
    avm_comp_open(k, on);
}

/* One activation by a function without a body: with any arguments. */
static void call_back(struct comp *k, const struct cwi_stmt *s, cwi_id func, uint32_t again, bool is_named)
{
    struct avm *m = k->m;
    struct cwi_stmt *site = ARENA_NEW(m->arena, struct cwi_stmt);
    *site = (struct cwi_stmt){.kind = CWI_CALL, .at = s->at};
    struct call *call = ARENA_NEW(m->arena, struct call);
    call->callee = func;
    call->t = no_type();
    if (!is_named)
        merge_call(k, s, call);
    avm_comp_call_events(k, site, call);
    avm_comp_close(k, END_CALL, s);
    avm_comp_code(k)->call = call;
    const struct events *returned =
        avm_events(m, &(struct event_site){.stmt = site, .func = k->fn->func, .callee = func, .returned = true});
    if (!returned) {
        avm_comp_next(k, again);
        return;
    }
    uint32_t back = avm_comp_label(k);
    avm_comp_next(k, back);
    avm_comp_open(k, back);
    avm_comp_code(k)->is_return_point = true;
    avm_comp_code(k)->expects = no_type();
    const struct cwi_type *t = cwi_type_of(m->u, cwi_func_of(m->u, func)->type);
    avm_comp_op(k, (struct op){.kind = OP_LABEL, .stmt = site, .events = returned, .value = avm_comp_result(m, t->of)});
    join(k, s, again);
}

bool avm_comp_calls_unknown(const struct comp *k, const struct cwi_stmt *s, const struct effect *e)
{
    return e->known && e->flags & EFFECT_CALLS_NOW && pt_calls_unknown(k->m->points, k->fn->func, s);
}

void avm_comp_disturb(struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    struct effect unknown = pt_effect_unknown();
    struct call *any = arena_copy(k->m->arena, call, sizeof *call);
    any->effect = arena_copy(k->m->arena, &unknown, sizeof unknown);
    avm_comp_op(k, (struct op){.kind = OP_DISTURB, .stmt = s, .call = call});
    avm_comp_op(k, (struct op){.kind = OP_DISTURB, .stmt = s, .call = any});
}

/* An unknown function may call back what it can reach, any number of times, having written what it writes. */
void avm_comp_call_backs(struct comp *k, const struct cwi_stmt *s, const struct call *call)
{
    struct avm *m = k->m;
    const struct effect *e = call->effect;
    const struct cg_call *cg = pt_cg_call_of(m->calls, k->fn->func, s);
    if (!cg || !cg->calls_back)
        return;
    bool is_named = !(e->flags & EFFECT_ANY_MEMORY) && pt_effect_has(e, 'f'); /* qsort */
    uint32_t again = avm_comp_label(k), on = avm_comp_label(k), bodies = 0;
    for (uint32_t i = 0; i < cg->callee_count; i++)
        bodies += cwi_func_of(m->u, cg->callees[i])->block_count > 0;
    if (!bodies)
        return;
    avm_comp_close(k, END_GOTO, s);
    avm_comp_next(k, again);
    avm_comp_open(k, again);
    if (avm_comp_calls_unknown(k, s, e))
        avm_comp_disturb(k, s, call);
    else if (call->writes || call->writes_deep || e->flags & EFFECT_ANY_MEMORY)
        avm_comp_op(k, (struct op){.kind = OP_DISTURB, .stmt = s, .call = call});
    avm_comp_close(k, END_ANY, s);
    avm_comp_next(k, on);
    uint32_t labels = k->next_label;
    for (uint32_t i = 0; i < bodies; i++)
        avm_comp_next(k, avm_comp_label(k));
    uint32_t label = labels;
    for (uint32_t i = 0; i < cg->callee_count; i++) {
        if (!cwi_func_of(m->u, cg->callees[i])->block_count)
            continue;
        avm_comp_open(k, label++);
        call_back(k, s, cg->callees[i], again, is_named);
    }
    avm_comp_open(k, on);
}
