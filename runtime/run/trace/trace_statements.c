/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What statements do with terms: decisions, calls, parameters, results.
 */
#include "trace.h"
#include "runtime/run/host/external.h"

/* Whether two texts, or blocks, are equal: a decision. */
static void decide_equality(struct machine *m, struct frame *f, const struct instr *i, bool is_text)
{
    enum { LONGEST = 256 };
    struct trace *t = m->trace;
    struct val a = run_eval(i->call->args[0].value, f), b = run_eval(i->call->args[1].value, f);
    uint64_t most = i->call->arg_count > 2 ? run_eval(i->call->args[2].value, f).bits : LONGEST;
    uint64_t room_a = run_room(m, a), room_b = run_room(m, b);
    bool is_equal = true;
    uint32_t all = 0;
    for (uint64_t k = 0; k < most && k < LONGEST && k < room_a && k < room_b; k++) {
        const uint8_t *x = (const uint8_t *)(uintptr_t)a.bits + k, *y = (const uint8_t *)(uintptr_t)b.bits + k;
        uint32_t u = run_trace_byte(t, x), v = run_trace_byte(t, y);
        is_equal &= *x == *y;
        if (!u && !v && *x != *y)
            return; /* nothing makes them equal */
        if (u || v) {
            uint32_t eq = run_trace_binary(t, CWI_EQ, false, u ? u : run_trace_constant(t, *x, 8),
                                           v ? v : run_trace_constant(t, *y, 8));
            all = all ? run_trace_binary(t, CWI_LOGAND, false, all, eq) : eq;
        }
        if (is_text && ((!u && !*x) || (!v && !*y)))
            break;
    }
    run_trace_decide(t, all, NULL, is_equal);
}

static void note_equal(struct machine *m, struct frame *f, const struct instr *i)
{
    enum { LONGEST = 48, COUNTS = 8 };
    struct val a = run_eval(i->call->args[0].value, f), b = run_eval(i->call->args[1].value, f);
    uint64_t room_a = run_room(m, a), room_b = run_room(m, b), most = room_a < room_b ? room_a : room_b, n = 0;
    const uint8_t *x = (const uint8_t *)(uintptr_t)a.bits, *y = (const uint8_t *)(uintptr_t)b.bits;
    while (n < most && n < LONGEST && x[n] == y[n] && x[n])
        n++;
    run_trace_note(m->trace, m->trace->here, COUNTS + (unsigned)n);
}

void run_trace_compare(struct machine *m, struct frame *f, const struct instr *i)
{
    static const char *const texts[] = {"strcmp", "strncmp"}, *const blocks[] = {"memcmp", "bcmp"};
    struct func_code *callee = i->call->callee;
    if (!callee || callee->f->block_count || i->call->arg_count < 2)
        return;
    const char *name = run_external(m, callee)->name;
    bool is_text = run_is_named(texts, sizeof texts / sizeof *texts, name);
    bool is_block = run_is_named(blocks, sizeof blocks / sizeof *blocks, name);
    if (!is_text && !is_block)
        return;
    if (m->trace->is_quick)
        note_equal(m, f, i);
    else if (m->trace->cells.count)
        decide_equality(m, f, i, is_text);
}

static void pass(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    struct func_code *callee = i->call->callee;
    const struct external *x = callee && !callee->f->block_count ? run_external(m, callee) : NULL;
    run_trace_compare(m, f, i);
    if (x && x->effect.flags & EFFECT_ASSUME && i->call->arg_count && trace_is_scalar(i->call->args[0].value)) {
        struct symbolic c = run_trace_eval(m, f, i->call->args[0].value);
        run_trace_decide(t, c.term, NULL, c.v.bits != 0);
    }
    t->passed.count = 0;
    for (uint32_t k = 0; k < i->call->arg_count; k++) {
        const struct node *value = i->call->args[k].value;
        vec_push(&t->passed, trace_is_scalar(value) ? run_trace_eval(m, f, value).term : 0);
    }
}

/* What is passed without being followed has no term: what the memory held before is over. */
static void forget_unfollowed(struct machine *m, struct frame *f)
{
    if (!m->cfg->follows_all)
        return;
    for (uint32_t i = 0; i < f->fn->f->param_count; i++) {
        struct shape s = run_parameter_shape(m, f->fn, i);
        const uint8_t *at = run_parameter_place(f, i);
        if (at && s.form != FORM_BYTES) /* of aggregates the terms are copied with the bytes */
            run_trace_split(m->trace, at, s.size, true);
    }
}

/* A new activation: its registers hold nothing of those before it, but for the parameters. */
void run_trace_enter(struct machine *m, struct frame *f)
{
    struct trace *t = m->trace;
    for (uint32_t i = 0; i < f->fn->registers; i++)
        run_trace_set_register(m, &f->registers[i], 0, 0);
    forget_unfollowed(m, f);
    for (uint32_t i = 0; i < t->passed.count && i < f->fn->f->param_count && (!f->is_callback || t->passes_inputs);
         i++) {
        struct shape s = run_parameter_shape(m, f->fn, i);
        const uint8_t *at = run_parameter_place(f, i);
        uint32_t slot = f->fn->slot_of[f->fn->f->params[i] - f->fn->first_var];
        if (s.form != FORM_INT)
            continue;
        if (at)
            run_trace_set_place(m, at, s,
                                (struct symbolic){run_memory_load(&m->mem, at, (uint32_t)s.size), t->passed.items[i]});
        else
            run_trace_set_register(m, &f->registers[slot], f->registers[slot].bits,
                                   run_trace_convert(t, t->passed.items[i], s.is_signed, s.bits));
    }
    t->passed.count = 0;
    t->passes_inputs = false;
}

/* Where a call wants its result. */
static void set_result(struct machine *m, struct frame *f, const struct instr *call, struct symbolic x)
{
    struct shape t = call->call->result;
    uint32_t object;
    if (t.form != FORM_INT)
        return;
    if (call->slot == UINT32_MAX && call->to && (call->to->bit_width || call->to->t.form != FORM_INT) && x.term)
        trace_lose(m->trace, "a result that goes into a bit-field");
    if (call->slot != UINT32_MAX)
        run_trace_set_register(m, &f->registers[call->slot], run_fit(x.v.bits, t),
                               run_trace_convert(m->trace, x.term, t.is_signed, t.bits));
    else if (call->to && !call->to->bit_width)
        run_trace_set_place(m, run_place(call->to, f, true, &object), call->to->t, x);
}

static double difference(struct shape t, uint64_t a, uint64_t b)
{
    double x = t.is_signed ? (double)(int64_t)a : (double)a, y = t.is_signed ? (double)(int64_t)b : (double)b;
    return x > y ? x - y : y - x;
}

static void measure_cases(struct trace *t, const struct instr *i, uint64_t now)
{
    const struct cwi_stmt *s = i->src;
    uint32_t taken = run_way(i, now);
    for (uint32_t k = s->target_count; k < s->target_count + s->case_count; k++)
        if (taken != k)
            run_trace_near(t, i->first_edge + k,
                           difference(i->value->t, now, (uint64_t)s->cases[k - s->target_count].lo));
}

/* The difference of what is compared. */
void run_trace_measure(struct machine *m, struct frame *f, const struct instr *i)
{
    const struct node *n = i->value;
    if (n->t.form == FORM_INT && i->kind == INSTR_SWITCH)
        measure_cases(m->trace, i, run_eval(n, f).bits);
    if (i->kind != INSTR_IF || n->kind != NODE_BINARY || n->of.form != FORM_INT || n->op < CWI_EQ || n->op > CWI_GE)
        return;
    struct val a = run_eval(n->a, f), b = run_eval(n->b, f);
    uint32_t taken = run_way(i, run_combine(n, f, a, b).bits);
    run_trace_near(m->trace, i->first_edge + !taken, difference(n->of, a.bits, b.bits));
}

void run_trace_statement(struct machine *m, struct frame *f, const struct instr *i)
{
    struct symbolic x;
    uint32_t object;
    const uint8_t *at;
    switch ((enum instr_kind)i->kind) {
    case INSTR_SET:
        x = run_trace_eval(m, f, i->value);
        run_trace_set_register(m, &f->registers[i->slot], x.v.bits, i->value->t.form == FORM_INT ? x.term : 0);
        break;
    case INSTR_STORE:
        if (!trace_is_scalar(i->value) || i->to->bit_width)
            break;
        x = run_trace_eval(m, f, i->value);
        at = run_place(i->to, f, true, &object);
        if (m->cfg->asks_bounds)
            run_trace_decide_bounds(m, i->to, run_trace_address(m, f, i->to, (uint64_t)(uintptr_t)at),
                                    (uint64_t)(uintptr_t)at);
        run_trace_set_place(m, at, i->to->t, x);
        break;
    case INSTR_CALL:
        pass(m, f, i);
        break;
    case INSTR_IF:
    case INSTR_SWITCH:
        x = run_trace_eval(m, f, i->value);
        run_trace_decide(m->trace, x.term, i, run_way(i, x.v.bits));
        run_trace_measure(m, f, i);
        break;
    case INSTR_RETURN:
        if (f->up && !f->is_callback && trace_is_scalar(i->value))
            set_result(m, f->up, f->up->at, run_trace_eval(m, f, i->value));
        break;
    default:
        break;
    }
}

void run_trace_result(struct machine *m, const struct instr *call, struct val v)
{
    if (m->trace->is_quick)
        return;
    set_result(m, m->frame, call, (struct symbolic){v, m->trace->result});
    m->trace->result = 0;
}
