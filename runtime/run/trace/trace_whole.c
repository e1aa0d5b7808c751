/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trials in which everything that depends on inputs is followed (run_config.follows_all). Invariant: a cell with a term
 * holds its value, and no two cells with terms overlap. What has no term goes on as the value that it has, which is a
 * decision; where not even that is possible the trial says so.
 *
 * Source: Cadar, Dunbar and Engler 2008, KLEE (symbolic memory, concretization).
 */
#include "trace.h"
#include "runtime/run/host/external.h"

enum { LONGEST = 1 << 16 };

void run_trace_fix(struct machine *m, struct symbolic x)
{
    struct trace *t = m->trace;
    uint32_t before = t->shared->decision_count;
    if (!x.term || !m->cfg->follows_all)
        return;
    run_trace_decide(
        t, run_trace_binary(t, CWI_EQ, false, x.term, run_trace_constant(t, x.v.bits, run_trace_width(t, x.term))),
        NULL, 1);
    if (t->shared->decision_count > before)
        t->shared->decisions[before].is_value = true;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

static void split_cell(struct trace *t, const uint8_t *at, struct shadow s)
{
    unsigned width = run_trace_width(t, s.term);
    for (uint32_t k = 0; k < s.size; k++) {
        uint32_t term =
            k ? 8 * k < width ? run_trace_binary(t, CWI_SHR, false, s.term, run_trace_constant(t, 8 * k, width)) : 0
              : s.term;
        run_trace_set_cell(t, at + k, (struct shadow){s.bits >> 8 * k & 0xff, run_trace_convert(t, term, false, 8), 1});
    }
}

void run_trace_split(struct trace *t, const uint8_t *at, uint64_t size, bool forgets)
{
    if (!t->cells.count || !size)
        return;
    if (size > LONGEST) {
        trace_lose(t, "a large block is copied or cleared");
        return;
    }
    if (!run_trace_has_terms(t, at, size))
        return;
    for (uint32_t back = 7; back > 0; back--) {
        struct shadow s = run_trace_cell(t, at - back);
        if (s.term && s.size > back)
            split_cell(t, at - back, s);
    }
    for (uint64_t k = size > 7 ? size - 7 : 0; k < size; k++) {
        struct shadow s = run_trace_cell(t, at + k);
        if (s.term && k + s.size > size)
            split_cell(t, at + k, s);
    }
    for (uint64_t k = 0; forgets && k < size; k++)
        if (run_trace_cell(t, at + k).term)
            run_trace_set_cell(t, at + k, (struct shadow){0});
}

void run_trace_fix_bytes(struct machine *m, const uint8_t *at, uint64_t size)
{
    if (size > LONGEST) {
        trace_lose(m->trace, "a large block is read as a whole");
        return;
    }
    if (!run_trace_has_terms(m->trace, at, size))
        return;
    for (uint64_t k = 0; k < size; k++)
        run_trace_fix(m, (struct symbolic){{at[k], 0, 0}, run_trace_byte(m->trace, at + k)});
}

void run_trace_fix_place(struct machine *m, struct frame *f, const struct place_code *p, bool is_write)
{
    uint32_t object;
    uint64_t at = (uint64_t)(uintptr_t)run_place(p, f, is_write, &object);
    run_trace_fix(m, (struct symbolic){{at, 0, 0}, run_trace_address(m, f, p, at)});
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

void run_trace_fix_operands(struct machine *m, struct frame *f, const struct node *n)
{
    uint32_t object;
    if (n->kind == NODE_LOAD) {
        if (n->place->is_input)
            trace_lose(m->trace, "an input that is no integer");
        run_trace_fix_place(m, f, n->place, false);
        run_trace_fix_bytes(m, run_place(n->place, f, false, &object), n->t.size);
    }
    for (int i = 0; i < 2 && (n->kind == NODE_UNARY || n->kind == NODE_BINARY); i++) {
        const struct node *x = i ? n->b : n->a;
        if (x && x->t.form == FORM_LONG_DOUBLE)
            trace_lose(m->trace, "a long double");
        else if (x)
            run_trace_fix(m, run_trace_eval(m, f, x));
    }
}

static uint32_t object_of(const struct machine *m, struct symbolic x, bool is_pointer)
{
    return x.v.object || !is_pointer ? x.v.object : run_memory_owner(&m->mem, x.v.bits);
}

/* That it stays below `most`, counted from `base`, as it does. */
static void decide_below(struct trace *t, struct symbolic x, uint64_t base, uint64_t most)
{
    if (x.term)
        run_trace_decide(t,
                         run_trace_binary(t, CWI_LT, false,
                                          run_trace_binary(t, CWI_SUB, false, x.term, run_trace_constant(t, base, 64)),
                                          run_trace_constant(t, most, 64)),
                         NULL, x.v.bits - base < most);
}

/* Addresses in different objects differ, wherever these lie, as long as they are inside of them; so do the address of
 * an object and a number near zero. Other inputs may lead to others. */
static void decide_addresses(struct machine *m, const struct node *n, struct symbolic a, struct symbolic b)
{
    uint32_t p = object_of(m, a, n->of.is_pointer), q = object_of(m, b, n->b->t.is_pointer);
    const struct symbolic *sides[] = {&a, &b};
    if (n->op < CWI_EQ || n->op > CWI_GE || n->of.bits != 64 || p == q) {
        bool is_masked = n->op == CWI_AND || n->op == CWI_OR || n->op == CWI_XOR || n->op == CWI_MOD;
        if (is_masked && ((p && !q && b.term) || (q && !p && a.term)))
            trace_lose(m->trace, "bits of an address that depend on inputs");
        return;
    }
    for (int i = 0; i < 2; i++) {
        uint32_t mine = i ? q : p;
        const struct object *o = &m->mem.objects.items[mine];
        if (!mine)
            decide_below(m->trace, *sides[i], 0 - (uint64_t)RUN_NEAR_ZERO, 2 * RUN_NEAR_ZERO);
        else if (p && q)
            decide_below(m->trace, *sides[i], o->base, o->size);
    }
}

void run_trace_decide_operands(struct machine *m, const struct node *n, struct symbolic a, struct symbolic b)
{
    struct trace *t = m->trace;
    unsigned width = n->of.bits;
    decide_addresses(m, n, a, b);
    uint32_t y = b.term ? run_trace_convert(t, b.term, n->b->t.is_signed, width) : 0;
    if (n->traps && (a.term || b.term))
        trace_lose(t, "an overflow that traps");
    if ((n->op == CWI_SHL || n->op == CWI_SHR) && y)
        run_trace_decide(t, run_trace_binary(t, CWI_LT, false, y, run_trace_constant(t, width, width)), NULL,
                         b.v.bits < width);
    if (n->op < CWI_DIV || n->op > CWI_FLOORMOD)
        return;
    if (y)
        run_trace_decide(t, run_trace_binary(t, CWI_NE, false, y, run_trace_constant(t, 0, width)), NULL,
                         b.v.bits != 0);
    if (!n->of.is_signed || (!y && (int64_t)b.v.bits != -1))
        return;
    uint64_t least = UINT64_MAX << (width - 1);
    uint32_t x = a.term ? run_trace_convert(t, a.term, true, width) : run_trace_constant(t, a.v.bits, width);
    y = y ? y : run_trace_constant(t, b.v.bits, width);
    uint32_t is_least = run_trace_binary(t, CWI_EQ, false, x, run_trace_constant(t, least, width));
    uint32_t is_minus = run_trace_binary(t, CWI_EQ, false, y, run_trace_constant(t, UINT64_MAX, width));
    run_trace_decide(t, run_trace_binary(t, CWI_LOGAND, false, is_least, is_minus), NULL,
                     run_fit(a.v.bits, n->of) == least && (int64_t)b.v.bits == -1);
}

/* ---- stores ------------------------------------------------------------------------------------------------------ */

void run_trace_store_chosen(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                            struct symbolic x)
{
    struct trace *t = m->trace;
    uint64_t first = 0, last = 0, size = p->t.size, bits = run_fit(x.v.bits, p->t);
    if (x.v.object || !run_trace_is_choice(m, at, p, address, &first, &last)) {
        run_trace_fix(m, (struct symbolic){{(uint64_t)(uintptr_t)at, 0, 0}, address});
        run_trace_split(t, at, size, true);
        run_trace_set_place(m, at, p->t, x);
        return;
    }
    uint32_t term =
        x.term ? run_trace_convert(t, x.term, p->t.is_signed, p->t.bits) : run_trace_constant(t, bits, p->t.bits);
    for (uint64_t k = first; k <= last; k += size) {
        const uint8_t *to = (const uint8_t *)(uintptr_t)k;
        struct symbolic old = run_trace_held(m, to, p);
        old.term = old.term ? old.term : run_trace_constant(t, old.v.bits, p->t.bits);
        uint32_t is_here = run_trace_binary(t, CWI_EQ, false, address, run_trace_constant(t, k, 64));
        uint32_t r = run_trace_add(
            t, (struct run_term){.kind = RUN_COND, .width = p->t.bits, .a = is_here, .b = term, .c = old.term});
        run_trace_split(t, to, size, true);
        run_trace_set_cell(t, to, (struct shadow){to == at ? bits : old.v.bits, r, (uint32_t)size});
    }
}

static void store(struct machine *m, struct frame *f, const struct instr *i)
{
    struct trace *t = m->trace;
    uint32_t object;
    if (!trace_is_scalar(i->value)) {
        trace_lose(t, "a long double");
        return;
    }
    struct symbolic x = run_trace_eval(m, f, i->value);
    const uint8_t *at = run_place(i->to, f, true, &object);
    if (i->to->bit_width) {
        uint64_t size = (i->to->bit_pos + i->to->bit_width + 7u) / 8;
        run_trace_fix_place(m, f, i->to, true);
        run_trace_fix(m, x);
        run_trace_split(t, at, size, false);
        run_trace_fix_bytes(m, at, size);
        run_trace_split(t, at, size, true);
        return;
    }
    uint32_t address = run_trace_address(m, f, i->to, (uint64_t)(uintptr_t)at);
    run_trace_decide_bounds(m, i->to, address, (uint64_t)(uintptr_t)at);
    if (address) {
        run_trace_store_chosen(m, at, i->to, address, x);
        return;
    }
    run_trace_split(t, at, i->to->t.size, true);
    run_trace_set_place(m, at, i->to->t, x);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static uint64_t argument(struct machine *m, struct frame *f, const struct instr *i, uint32_t k)
{
    const struct argument *a = k < i->call->arg_count ? &i->call->args[k] : NULL;
    (void)m;
    return a && trace_is_scalar(a->value) ? run_eval(a->value, f).bits : 0;
}

void run_trace_fix_call(struct machine *m, struct frame *f, const struct instr *i, const struct external *x)
{
    static const char *const plain[] = {"malloc",
                                        "calloc",
                                        "free",
                                        "abort",
                                        "exit",
                                        "reach_error",
                                        "_exit",
                                        "_Exit",
                                        "__VERIFIER_error",
                                        "quick_exit",
                                        "__VERIFIER_assert",
                                        "__assert_fail",
                                        "expect"};
    static const char *const blocks[] = {"memcpy", "memmove", "mempcpy"};
    bool is_input = x->own == run_input, is_block = run_is_named(blocks, sizeof blocks / sizeof *blocks, x->name);
    bool is_clear = !strcmp(x->name, "memset");
    if (is_input || x->effect.flags & EFFECT_ASSUME)
        return;
    for (uint32_t k = 0; k < i->call->arg_count; k++)
        if (i->call->args[k].place)
            run_trace_fix_place(m, f, i->call->args[k].place, false);
        else if (trace_is_scalar(i->call->args[k].value))
            run_trace_fix(m, run_trace_eval(m, f, i->call->args[k].value));
    if (is_clear)
        run_trace_split(m->trace, (const uint8_t *)(uintptr_t)argument(m, f, i, 0), argument(m, f, i, 2), true);
    if (!is_clear && !is_block && !run_is_named(plain, sizeof plain / sizeof *plain, x->name))
        trace_lose(m->trace, "a call of a function of the library");
}

bool run_trace_asks(struct machine *m, struct run_input_from what)
{
    struct shape t = {.form = FORM_INT, .bits = 1, .size = 1};
    bool is_so = m->trace && run_input_value(m, t, what, NULL).bits != 0;
    if (m->trace && !m->trace->is_quick)
        run_trace_decide(m->trace, run_trace_input_term(m->trace, (uint32_t)m->next_input - 1), NULL, is_so);
    return is_so;
}

/* Counts the calls, too. */
static bool is_among_first(struct machine *m, const struct cwi_stmt *call)
{
    enum { FIRST = 3 };
    uint64_t key = (uint64_t)(uintptr_t)call;
    uint32_t before = 0;
    base_map64_get(&m->asked_at, key, &before);
    if (before < FIRST)
        base_map64_put(&m->asked_at, key, before + 1);
    return before < FIRST && m->trace && m->next_input < m->trace->most_inputs;
}

bool run_trace_fails(struct machine *m, cwi_id func, const struct cwi_stmt *call)
{
    bool may = m->cfg->follows_all || m->cfg->may_fail;
    if (may && m->cfg->has_world && !is_among_first(m, call))
        return false;
    return may && run_trace_asks(m, (struct run_input_from){.func = func, .is_failure = true});
}

void run_trace_allocated(struct machine *m, uint64_t address, uint64_t size)
{
    if (m->trace && m->cfg->follows_all)
        run_trace_split(m->trace, (const uint8_t *)(uintptr_t)address, size, true);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

/* Arguments of a function with a body that no parameter takes are stored where va_arg finds them. */
static void fix_extra(struct machine *m, struct frame *f, const struct instr *i, const struct func_code *callee)
{
    for (uint32_t k = callee->f->param_count; k < i->call->arg_count; k++)
        if (trace_is_scalar(i->call->args[k].value))
            run_trace_fix(m, run_trace_eval(m, f, i->call->args[k].value));
        else
            trace_lose(m->trace, "an argument behind the parameters");
}

static void before_call(struct machine *m, struct frame *f, const struct instr *i)
{
    struct func_code *callee = i->call->callee;
    uint32_t id;
    if (!callee) {
        run_trace_fix(m, run_trace_eval(m, f, i->value));
        callee = base_map64_get(&m->closures, run_eval(i->value, f).bits, &id) ? &m->funcs[id] : NULL;
    }
    if (!callee)
        return;
    if (!callee->f->block_count)
        run_trace_fix_call(m, f, i, run_external(m, callee));
    else
        fix_extra(m, f, i, callee);
    for (uint32_t k = 0; callee->f->block_count && k < i->call->arg_count; k++)
        if (i->call->args[k].place)
            run_trace_fix_place(m, f, i->call->args[k].place, false);
}

void run_trace_statement_whole(struct machine *m, struct frame *f, const struct instr *i)
{
    uint32_t object;
    switch ((enum instr_kind)i->kind) {
    case INSTR_STORE:
        store(m, f, i);
        return;
    case INSTR_COPY:
        if (i->from)
            run_trace_fix_place(m, f, i->from, false);
        run_trace_fix_place(m, f, i->to, true);
        uint64_t n = !i->from ? 0 : i->from->t.size < i->to->t.size ? i->from->t.size : i->to->t.size;
        run_trace_split(m->trace, run_place(i->to, f, true, &object) + n, i->to->t.size - n, true);
        return;
    case INSTR_JUMP:
        run_trace_fix(m, run_trace_eval(m, f, i->value));
        return;
    case INSTR_CALL:
        before_call(m, f, i);
        run_trace_statement(m, f, i);
        return;
    case INSTR_RETURN:
        if (i->from)
            run_trace_fix_place(m, f, i->from, false);
        if (f->up && !f->is_callback && f->up->at->call && f->up->at->to)
            run_trace_fix_place(m, f->up, f->up->at->to, true);
        run_trace_statement(m, f, i);
        return;
    default:
        run_trace_statement(m, f, i);
    }
}
