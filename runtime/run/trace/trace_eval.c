/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions of a trial, evaluated once more with terms: what lies where, what operators make of it.
 */
#include "trace.h"

/* Of an address; 0: it does not depend on inputs. */
uint32_t run_trace_address(struct machine *m, struct frame *f, const struct place_code *p, uint64_t address)
{
    struct trace *t = m->trace;
    uint64_t known = address; /* less what depends on inputs */
    uint32_t r = 0;
    if (p->base == BASE_POINTER) {
        struct symbolic x = run_trace_eval(m, f, p->pointer);
        r = x.term;
        known -= x.term ? x.v.bits : 0;
    }
    for (uint32_t i = 0; i < p->step_count; i++) {
        struct symbolic x = run_trace_eval(m, f, p->steps[i].index);
        if (!x.term)
            continue;
        uint32_t k = run_trace_convert(t, x.term, p->steps[i].index->t.is_signed, 64);
        if (m->cfg->asks_bounds && p->steps[i].count != CWI_UNKNOWN && (!p->is_address || m->cfg->follows_all))
            run_trace_decide(
                t, run_trace_binary(t, CWI_LT, false, k, run_trace_constant(t, p->steps[i].count + p->is_address, 64)),
                NULL, x.v.bits < p->steps[i].count + p->is_address);
        k = run_trace_binary(t, CWI_MUL, false, k, run_trace_constant(t, p->steps[i].stride, 64));
        known -= x.v.bits * p->steps[i].stride;
        r = r ? run_trace_binary(t, CWI_ADD, false, r, k) : k;
    }
    return r && known ? run_trace_binary(t, CWI_ADD, false, r, run_trace_constant(t, known, 64)) : r;
}

/* That an access stays inside of the object that it is meant for. */
void run_trace_decide_bounds(struct machine *m, const struct place_code *p, uint32_t address, uint64_t now)
{
    struct trace *t = m->trace;
    const struct object *o = &m->mem.objects.items[run_memory_owner(&m->mem, now)];
    if (!m->cfg->asks_bounds || !address || !o->size || o->size < p->t.size || now - o->base > o->size - p->t.size)
        return;
    uint32_t offset = run_trace_binary(t, CWI_SUB, false, address, run_trace_constant(t, o->base, 64));
    uint32_t room = run_trace_constant(t, o->size - p->t.size + 1, 64);
    run_trace_decide(t, run_trace_binary(t, CWI_LT, false, offset, room), NULL, 1);
}

struct symbolic run_trace_held(struct machine *m, const uint8_t *at, const struct place_code *p)
{
    struct symbolic x = {run_load(m, at, p), 0};
    struct shadow s = run_trace_cell(m->trace, at);
    /* as far as it is in the cell: what was stored there as a signed number may be read as another */
    bool is_same = s.size >= 8 ? s.bits == x.v.bits : s.size && !((s.bits ^ x.v.bits) << (64 - 8 * s.size));
    if (s.term && !p->bit_width && s.size == p->t.size && is_same && run_trace_width(m->trace, s.term) == p->t.bits)
        x.term = s.term;
    else
        x.term = run_trace_composed(m->trace, at, p);
    if (m->cfg->follows_all)
        x.term = run_trace_unpinned(m->trace, x.term);
    return x;
}

/* Outside of all objects: the library's tables of characters, which go from -128 to 255. */
bool run_trace_find_places(struct machine *m, uint64_t here, uint64_t size, uint64_t *first, uint64_t *last)
{
    enum { MOST = 1024, TABLE = 384 };
    uint32_t id = run_memory_owner(&m->mem, here);
    const struct object *o = &m->mem.objects.items[id];
    if (id) {
        *first = here - (here - o->base) / size * size;
        *last = o->base + o->size - size;
        return *first <= *last && (*last - *first) / size < MOST;
    }
    *first = here - TABLE * size;
    *last = here + TABLE * size;
    return !memory_has(&m->mem, here) && here > 65536 && (size == sizeof(short) || size == sizeof(int));
}

/* A part of an address ends the run that reads it; one that might have read it goes on. */
static bool holds_parts(const struct machine *m, uint64_t first, uint64_t last, const struct place_code *p)
{
    return p->t.size < 8 && run_memory_is_placed(&m->mem, (const void *)(uintptr_t)first, last + p->t.size - first);
}

bool run_trace_is_choice(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address,
                         uint64_t *first, uint64_t *last)
{
    enum { MOST = 128 };
    struct trace *t = m->trace;
    uint64_t here = (uint64_t)(uintptr_t)at, size = p->t.size;
    if (!run_memory_owner(&m->mem, here)) {
        trace_lose(t, "an address in memory of the library");
        return false;
    }
    if (p->bit_width || p->t.form != FORM_INT || !size || size & (size - 1) || size > 8 ||
        !run_trace_find_places(m, here, size, first, last) || (*last - *first) / size >= MOST ||
        !run_memory_is_init(&m->mem, (const void *)(uintptr_t)*first, *last + size - *first) ||
        run_memory_is_placed(&m->mem, (const void *)(uintptr_t)*first, *last + size - *first)) /* no numbers */
        return false;
    uint32_t odd = run_trace_binary(t, CWI_AND, false,
                                    run_trace_binary(t, CWI_SUB, false, address, run_trace_constant(t, *first, 64)),
                                    run_trace_constant(t, size - 1, 64));
    if (size > 1)
        run_trace_decide(t, run_trace_binary(t, CWI_EQ, false, odd, run_trace_constant(t, 0, 64)), NULL, 1);
    return true;
}

/* What lies at an address that depends on inputs: one of the places, each with what it holds. */
static uint32_t chosen(struct machine *m, const uint8_t *at, const struct place_code *p, uint32_t address)
{
    struct trace *t = m->trace;
    uint64_t first = 0, last = 0, size = p->t.size;
    if (m->cfg->follows_all) {
        if (!run_trace_is_choice(m, at, p, address, &first, &last)) {
            run_trace_fix(m, (struct symbolic){{(uint64_t)(uintptr_t)at, 0, 0}, address});
            return 0;
        }
        at = (const uint8_t *)(uintptr_t)first; /* equal paths have equal terms */
    } else if (p->bit_width || p->t.form != FORM_INT || !size ||
               !run_trace_find_places(m, (uint64_t)(uintptr_t)at, size, &first, &last))
        return 0;
    struct symbolic x = run_trace_held(m, at, p);
    uint64_t other = x.v.bits; /* where it is nothing else */
    uint32_t r = x.term ? x.term : run_trace_constant(t, other, p->t.bits);
    for (uint64_t k = first; k <= last; k += size) {
        if (holds_parts(m, k, k, p))
            continue;
        struct symbolic y = run_trace_held(m, (const uint8_t *)(uintptr_t)k, p);
        if (!x.term && !y.term && y.v.bits == other)
            continue;
        uint32_t term = y.term ? y.term : run_trace_constant(t, y.v.bits, p->t.bits);
        uint32_t is_here = run_trace_binary(t, CWI_EQ, false, address, run_trace_constant(t, k, 64));
        r = run_trace_add(t, (struct run_term){.kind = RUN_COND, .width = p->t.bits, .a = is_here, .b = term, .c = r});
    }
    return r;
}

static struct symbolic loaded(struct machine *m, struct frame *f, const struct node *n)
{
    const struct place_code *p = n->place;
    uint32_t object;
    if (p->is_input) {
        struct val v = run_eval(n, f);
        return (struct symbolic){v, run_trace_input_term(m->trace, (uint32_t)m->next_input - 1)};
    }
    const uint8_t *at = run_place(p, f, false, &object);
    struct symbolic x = run_trace_held(m, at, p);
    uint32_t address = run_trace_address(m, f, p, (uint64_t)(uintptr_t)at),
             term = address ? chosen(m, at, p, address) : 0;
    x.term = term ? term : x.term;
    if (m->cfg->follows_all && p->bit_width) {
        run_trace_fix_bytes(m, at, (p->bit_pos + p->bit_width + 7u) / 8);
        x.term = 0;
    }
    run_trace_decide_bounds(m, p, address, (uint64_t)(uintptr_t)at);
    return x;
}

static struct symbolic registered(struct machine *m, struct frame *f, const struct node *n)
{
    struct symbolic x = {f->registers[n->slot], 0};
    struct shadow s = *run_trace_register(m, &f->registers[n->slot]);
    if (s.term && s.bits == x.v.bits)
        x.term = run_trace_convert(m->trace, s.term, n->t.is_signed, n->t.bits);
    else if (s.term)
        trace_lose(m->trace, "a register is written in another way");
    if (m->cfg->follows_all)
        x.term = run_trace_unpinned(m->trace, x.term);
    return x;
}

static struct symbolic unary(struct machine *m, struct frame *f, const struct node *n)
{
    struct trace *t = m->trace;
    struct symbolic a = run_trace_eval(m, f, n->a), r = {run_apply(n, f, a.v), 0};
    if (!a.term)
        return r;
    if (n->op == CWI_CONVERT)
        r.term = run_trace_convert(t, a.term, n->of.is_signed, n->t.bits);
    else
        r.term = run_trace_convert(
            t,
            run_trace_add(t, (struct run_term){.kind = RUN_UNARY,
                                               .op = n->op,
                                               .is_signed = n->of.is_signed,
                                               .width = n->op == CWI_LOGNOT ? 1 : run_trace_width(t, a.term) & 0xff,
                                               .a = a.term}),
            n->op != CWI_LOGNOT && n->of.is_signed, n->t.bits);
    return r;
}

/* The host's shifts take the count's lowest bits. */
static uint32_t shift_count(struct trace *t, const struct node *n, uint32_t count, unsigned width)
{
    uint32_t mask = run_trace_constant(t, n->t.bits > 32 ? 63 : 31, width);
    return run_trace_binary(t, CWI_AND, false, run_trace_convert(t, count, false, width), mask);
}

static uint32_t combined(struct trace *t, const struct node *n, struct symbolic a, struct symbolic b)
{
    enum cwi_op op = (enum cwi_op)n->op;
    unsigned width = n->of.bits;
    if (op == CWI_UNORDERED)
        return 0;
    uint32_t x = a.term ? run_trace_convert(t, a.term, n->of.is_signed, width) : run_trace_constant(t, a.v.bits, width);
    uint32_t y =
        b.term ? run_trace_convert(t, b.term, n->b->t.is_signed, width) : run_trace_constant(t, b.v.bits, width);
    bool is_known = (op >= CWI_EQ && op <= CWI_GE) || op == CWI_SUB || op == CWI_XOR;
    if (x == y && is_known) /* of a number and itself: whatever it is */
        return 0;
    if (op == CWI_SHL || op == CWI_SHR)
        y = shift_count(t, n, y, width);
    uint32_t r = run_trace_binary(t, op, n->of.is_signed, x, y);
    return run_trace_convert(t, r, !trace_is_truth(op) && n->of.is_signed, n->t.bits);
}

static struct symbolic binary(struct machine *m, struct frame *f, const struct node *n)
{
    struct symbolic a = run_trace_eval(m, f, n->a);
    bool is_short = run_is_short(n, a.v);
    if (n->op == CWI_LOGAND || n->op == CWI_LOGOR)
        run_trace_decide(m->trace, a.term, NULL, a.v.bits != 0);
    if (n->op == CWI_LOGAND || n->op == CWI_LOGOR)
        a.term = 0;
    struct symbolic b = run_trace_eval(m, f, n->b), r = {{0}, 0};
    if (is_short)
        return (struct symbolic){{n->op == CWI_LOGOR, 0, 0}, 0};
    if (m->cfg->follows_all && (a.term || b.term))
        run_trace_decide_operands(m, n, a, b);
    r.v = run_combine(n, f, a.v, b.v);
    if (a.term || b.term)
        r.term = combined(m->trace, n, a, b);
    return r;
}

/* The machine takes `x & 0` of what was never written for 0. What a loop has changed was written, and may be anything.
 */
static struct symbolic as_read(struct machine *m, struct symbolic x)
{
    if (x.v.undef && m->trace->cuts && m->trace->cuts->has_forgotten)
        trace_lose(m->trace, "what a loop changes is no number");
    return x;
}

struct symbolic run_trace_eval(struct machine *m, struct frame *f, const struct node *n)
{
    bool is_integer = n->t.form == FORM_INT;
    switch ((enum node_kind)n->kind) {
    case NODE_REGISTER:
        if (is_integer)
            return as_read(m, registered(m, f, n));
        break;
    case NODE_LOAD:
        if (is_integer)
            return as_read(m, loaded(m, f, n));
        break;
    case NODE_UNARY:
        if (is_integer && n->of.form == FORM_INT)
            return unary(m, f, n);
        break;
    case NODE_BINARY:
        if (is_integer && n->of.form == FORM_INT)
            return binary(m, f, n);
        break;
    case NODE_COND: {
        struct symbolic c = run_trace_eval(m, f, n->a);
        run_trace_decide(m->trace, c.term, NULL, c.v.bits != 0);
        return run_trace_eval(m, f, c.v.bits ? n->b : n->c);
    }
    case NODE_ADDRESS: {
        struct symbolic x = {run_eval(n, f), 0};
        x.term = run_trace_address(m, f, n->place, x.v.bits);
        return x;
    }
    default:
        break;
    }
    if (m->cfg->follows_all)
        run_trace_fix_operands(m, f, n);
    return as_read(m, (struct symbolic){run_eval(n, f), 0});
}
