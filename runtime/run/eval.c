/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions: every operator of the intermediate form on values of the host. Source: ISO C11, 6.5; for what it leaves
 * open, GCC on x86-64.
 *
 * A value of which some bytes were never written may be moved, masked and shifted; what comes out is marked as well as
 * whole bytes allow. A decision on it is the caller's error to report.
 */
#include "runtime/run/host/external.h"
#include "runtime/cwi/operate.h"

#include <math.h>

/* Most operands are registers and constants. */
static inline struct val operand(const struct node *n, struct frame *f)
{
    return n->kind == NODE_REGISTER ? f->registers[n->slot]
           : n->kind == NODE_CONST  ? (struct val){n->value, 0, 0}
                                    : run_eval(n, f);
}

/* ---- bytes without a value --------------------------------------------------------------------------------------- */

/* All from the lowest one upwards: a carry reaches them. */
static uint32_t upwards(uint32_t undef)
{
    return undef ? ALL_BYTES & ~((undef & -undef) - 1) : 0;
}

static uint32_t bytes_of(uint64_t bits)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (uint32_t)(bits >> 8 * i & 0xff ? 1u << i : 0);
    return r;
}

/* A byte of zeros decides `and`. */
static uint32_t bytes_known(struct val a, struct val b)
{
    return (ALL_BYTES & ~bytes_of(a.bits) & ~a.undef) | (ALL_BYTES & ~bytes_of(b.bits) & ~b.undef);
}

/* Of a byte that comes from two, `is_any`: one that has no value is enough; else one that has, so that rather too few
 * are accused than one too many. */
static uint32_t undef_of_shift(enum cwi_op op, struct val a, struct val b, bool is_any)
{
    if (b.undef)
        return ALL_BYTES;
    uint32_t by = (uint32_t)(b.bits / 8), r = op == CWI_SHL ? a.undef << by : a.undef >> by;
    if (op == CWI_SHR && a.undef & 0x80)
        r |= ALL_BYTES & ~(ALL_BYTES >> by);
    uint32_t beside = op == CWI_SHL ? r << 1 : r >> 1 | (a.undef & 0x80);
    if (b.bits % 8)
        r = is_any ? r | beside : r & (beside | (op == CWI_SHL));
    return r & ALL_BYTES;
}

/* Whatever the bytes are that were never written, the comparison is the same. */
static bool is_decided(const struct node *n, struct val a, struct val b)
{
    uint64_t x = 0, y = 0;
    for (unsigned i = 0; i < 8; i++) {
        x |= a.undef >> i & 1 ? UINT64_C(0xff) << 8 * i : 0;
        y |= b.undef >> i & 1 ? UINT64_C(0xff) << 8 * i : 0;
    }
    if (n->of.is_signed && (a.undef | b.undef) & 0x80)
        return false;
    bool strict = n->op == CWI_LT || n->op == CWI_GE, swapped = n->op == CWI_GT || n->op == CWI_LE;
    uint64_t a0 = a.bits & ~x, a1 = a.bits | x, b0 = b.bits & ~y, b1 = b.bits | y;
    if (swapped)
        return cwi_less(n->of.is_signed, b1, a0) || !cwi_less(n->of.is_signed, b0, a1);
    return strict && (cwi_less(n->of.is_signed, a1, b0) || !cwi_less(n->of.is_signed, a0, b1));
}

static uint32_t undef_of(const struct node *n, struct val a, struct val b)
{
    switch ((enum cwi_op)n->op) {
    case CWI_AND:
        return (a.undef | b.undef) & ~bytes_known(a, b);
    case CWI_OR: /* bits that are set one by one: a byte with one of them counts as written */
        return (a.undef | b.undef) & ~(bytes_of(a.bits) & ~a.undef) & ~(bytes_of(b.bits) & ~b.undef);
    case CWI_XOR:
        return a.undef | b.undef;
    case CWI_SHL:
    case CWI_SHR:
        return undef_of_shift((enum cwi_op)n->op, a, b, false);
    case CWI_ADD:
    case CWI_SUB:
    case CWI_PTRADD:
        return upwards(a.undef | b.undef);
    case CWI_MUL:
        return (!a.undef && !a.bits) || (!b.undef && !b.bits) ? 0 : upwards(a.undef | b.undef);
    case CWI_EQ:
    case CWI_NE: /* one byte that surely differs is enough */
        return bytes_of(a.bits ^ b.bits) & ~(a.undef | b.undef) ? 0 : ALL_BYTES;
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
        return is_decided(n, a, b) ? 0 : ALL_BYTES;
    default:
        return ALL_BYTES;
    }
}

/* A byte of one operand has no value, and a mask in the other one keeps some of its bits. */
static bool keeps_some_bits(struct val a, struct val b)
{
    bool keeps = false;
    for (unsigned i = 0; i < 8; i++) {
        uint8_t mask = (uint8_t)((a.undef >> i & 1 ? b.bits : a.bits) >> 8 * i);
        keeps |= (a.undef ^ b.undef) >> i & 1 && mask && mask != 0xff;
    }
    return keeps;
}

/* Some bits of a byte have a value, and others have none: the byte has none, and nobody is accused of using it. */
static uint32_t undef_beside(struct machine *m, const struct node *n, struct val a, struct val b, uint32_t undef)
{
    uint32_t all = n->op == CWI_OR    ? a.undef | b.undef
                   : n->op == CWI_AND ? undef
                                      : undef_of_shift((enum cwi_op)n->op, a, b, true);
    m->has_mixed_bytes |= all != undef || (n->op == CWI_AND && keeps_some_bits(a, b));
    return all;
}

/* ---- integers ---------------------------------------------------------------------------------------------------- */

static bool overflows(enum cwi_op op, int64_t a, int64_t b, struct shape t)
{
    int64_t r;
    if (op != CWI_ADD && op != CWI_SUB && op != CWI_MUL)
        return false;
    bool wide = op == CWI_ADD   ? __builtin_add_overflow(a, b, &r)
                : op == CWI_SUB ? __builtin_sub_overflow(a, b, &r)
                                : __builtin_mul_overflow(a, b, &r);
    return wide || (int64_t)run_fit((uint64_t)r, t) != r;
}

__attribute__((noreturn)) static void end_overflow(const struct node *n, struct frame *f)
{
    if (n->traps)
        run_finish(f->m, RUN_SIGNALLED, SIGABRT);
    run_fail_memory(f->m, RUN_OVERFLOW_FAULT, "signed arithmetic overflows");
}

/* What ends a run where an operator has no result. */
static void check_operands(const struct node *n, struct frame *f, uint64_t a, uint64_t b)
{
    enum cwi_op op = (enum cwi_op)n->op;
    if (n->traps && overflows(op, (int64_t)a, (int64_t)b, n->t))
        end_overflow(n, f);
    if ((op == CWI_SHL || op == CWI_SHR) && b >= n->of.bits)
        run_refuse(f->m, "a shift by %llu of %u bits", (unsigned long long)b, n->of.bits);
    if (op < CWI_DIV || op > CWI_FLOORMOD)
        return;
    if (!b) {
        run_trap(f->m, SIGFPE);
        run_fail(f->m, "a division by zero");
    }
    if (n->t.is_signed && (int64_t)b == -1 && run_fit(0 - a, n->t) == a && a && op != CWI_FLOORMOD)
        run_fail_memory(f->m, RUN_OVERFLOW_FAULT, "a quotient that its type does not have");
}

/* ---- unary operators --------------------------------------------------------------------------------------------- */

/* What a conversion gives that the type does not have depends on the instruction that GCC takes. */
static void check_range(const struct node *n, struct frame *f, long double x)
{
    if (!f->m->cfg->is_closed || n->t.form != FORM_INT)
        return;
    long double end = ldexpl(1, n->t.bits - n->t.is_signed), least = n->t.is_signed ? -end : 0;
    if (!(x > least - 1 && x < end))
        run_refuse(f->m, "a number that the integer type it is converted to does not have");
}

static struct val convert(const struct node *n, struct frame *f, struct val v)
{
    if (n->of.form != FORM_INT || n->t.form != FORM_INT) {
        long double x = run_widened(n->of, v.bits);
        check_range(n, f, x);
        return (struct val){run_narrowed(x, n->t), 0, v.undef ? ALL_BYTES : 0};
    }
    v.bits = run_fit(v.bits, n->t);
    if (n->t.bits < 64) {
        v.object = 0;
        uint32_t bytes = (1u << (n->t.bits + 7) / 8) - 1, top = v.undef & bytes;
        v.undef = top && n->t.is_signed && top > bytes / 2 ? top | (ALL_BYTES & ~bytes) : top;
    }
    return v;
}

struct val run_apply(const struct node *n, struct frame *f, struct val v)
{
    if (__builtin_expect(n->is_partial, 0) && f->m->cfg->is_closed)
        run_apply_address(n, f, &v);
    if (n->op == CWI_CONVERT)
        return convert(n, f, v);
    v.object = 0;
    if (n->t.form != FORM_INT) {
        v.bits = run_float_sign(n, v.bits);
        return v;
    }
    switch ((enum cwi_op)n->op) {
    case CWI_NEG:
        if ((n->traps || (n->overflows && !v.undef)) && v.bits && run_fit(0 - v.bits, n->t) == v.bits)
            end_overflow(n, f);
        v.bits = run_fit(0 - v.bits, n->t);
        v.undef = upwards(v.undef);
        return v;
    case CWI_BITNOT:
        v.bits = run_fit(~v.bits, n->t);
        return v;
    case CWI_LOGNOT:
        v.undef = v.undef && !(bytes_of(v.bits) & ~v.undef) ? ALL_BYTES : 0;
        v.bits = n->of.form == FORM_FLOAT    ? run_float(v.bits) == 0
                 : n->of.form == FORM_DOUBLE ? run_double(v.bits) == 0
                                             : !v.bits;
        return v;
    default: /* CWI_ABS */
        if (n->overflows && v.bits && !v.undef && run_fit(0 - v.bits, n->t) == v.bits)
            end_overflow(n, f);
        v.bits = run_fit((int64_t)v.bits < 0 && n->of.is_signed ? 0 - v.bits : v.bits, n->t);
        v.undef = v.undef ? ALL_BYTES : 0;
        return v;
    }
}

static struct val unary(const struct node *n, struct frame *f)
{
    if (n->of.form != FORM_LONG_DOUBLE)
        return run_apply(n, f, operand(n->a, f));
    long double x = run_eval_wide(n->a, f);
    if (n->op != CWI_CONVERT)
        return (struct val){x == 0, 0, 0}; /* !x */
    check_range(n, f, x);
    return (struct val){run_narrowed(x, n->t), 0, 0};
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

static uint32_t local_object(struct frame *f, uint32_t i)
{
    const struct local_code *l = &f->fn->locals[i];
    if (!f->objects[i])
        f->objects[i] = run_memory_object(&f->m->mem, &(struct object){.base = (uint64_t)(uintptr_t)f->base + l->offset,
                                                                       .size = l->size,
                                                                       .life = LIFE_LIVE,
                                                                       .kind = OBJECT_LOCAL,
                                                                       .var = l->var});
    return f->objects[i];
}

__attribute__((noreturn, noinline)) static void bad_access(struct frame *f, uint32_t id, uint64_t address,
                                                           uint64_t size)
{
    struct machine *m = f->m;
    const struct object *o = &m->mem.objects.items[id];
    bool is_inside = address - o->base <= o->size && size <= o->size - (address - o->base);
    const char *where = run_describe(m, id, address, size);
    if (!id && address < 65536)
        run_trap(m, SIGSEGV);
    if (!id && address < 65536)
        run_fail_memory(m, RUN_NULL_FAULT, "a null pointer is followed");
    if (!id)
        run_fail_memory(m, RUN_MEMORY_FAULT, "an access outside of every object: %s", where);
    if (o->life != LIFE_LIVE && o->kind == OBJECT_BLOCK)
        run_fail_memory(m, RUN_DEAD_FAULT, "memory is used that was freed: %s", where);
    if (o->life != LIFE_LIVE)
        run_fail_memory(m, RUN_DEAD_FAULT, "memory is used that was left by its function or block: %s", where);
    if (is_inside)
        run_fail(m, "a constant is written: %s", where);
    if (o->may_be_larger)
        run_refuse(m, "it depends on what an argument leads to: %s", where);
    run_fail_memory(m, RUN_MEMORY_FAULT, "an access outside of its object: %s", where);
}

uint8_t *run_access(struct frame *f, struct val p, uint64_t size, bool is_write)
{
    struct machine *m = f->m;
    if (p.undef)
        run_fail_unset(m, "a pointer is followed that was never given a value");
    uint32_t id = memory_object_of(&m->mem, p);
    if (id) {
        const struct object *o = &m->mem.objects.items[id];
        uint64_t at = p.bits - o->base;
        if (o->life != LIFE_LIVE || at > o->size || size > o->size - at || (is_write && o->is_const))
            bad_access(f, id, p.bits, size);
    } else if (p.bits < 65536 || memory_has(&m->mem, p.bits)) {
        bad_access(f, 0, p.bits, size);
    } else if (m->cfg->has_world) {
        run_refuse_stream(m, p.bits);
    }
    return (uint8_t *)(uintptr_t)p.bits; /* the library's own memory is not checked */
}

static uint64_t indexed(const struct place_code *p, struct frame *f)
{
    uint64_t at = p->offset;
    for (uint32_t i = 0; i < p->step_count; i++) {
        struct val k = operand(p->steps[i].index, f);
        if (k.undef)
            run_fail_unset(f->m, "an index was never given a value");
        if (__builtin_expect(k.object, 0))
            run_check_number(f->m, k);
        if (p->steps[i].count != CWI_UNKNOWN && k.bits >= p->steps[i].count + p->is_address)
            run_fail_memory(f->m, RUN_MEMORY_FAULT, "element %lld of an array of %llu is used", (long long)k.bits,
                            (unsigned long long)p->steps[i].count);
        at += k.bits * p->steps[i].stride;
    }
    return at;
}

uint8_t *run_place(const struct place_code *p, struct frame *f, bool is_write, uint32_t *object)
{
    struct machine *m = f->m;
    uint64_t size = p->bit_width ? (p->bit_pos + p->bit_width + 7u) / 8 : p->t.size, at = p->offset;
    uint8_t *base;
    if (p->step_count)
        at = indexed(p, f);
    *object = 0;
    if (p->base == BASE_POINTER) {
        struct val v = operand(p->pointer, f);
        *object = v.object;
        v.bits += at;
        return run_access(f, v, size, is_write);
    }
    if (p->base == BASE_LOCAL) {
        base = f->base + f->fn->locals[p->local].offset;
        *object = p->is_address || !p->is_sure ? local_object(f, p->local) : 0;
    } else {
        base = (uint8_t *)(uintptr_t)m->statics[p->var];
        *object = m->static_objects[p->var];
    }
    if (!p->is_sure && !p->is_address && *object && (at > p->object_size || size > p->object_size - at))
        bad_access(f, *object, (uint64_t)(uintptr_t)base + at, size);
    if (is_write && p->base == BASE_STATIC && *object && m->mem.objects.items[*object].is_const)
        bad_access(f, *object, (uint64_t)(uintptr_t)base + at, size);
    return base + at;
}

static struct val load_bits(struct machine *m, const uint8_t *at, const struct place_code *p)
{
    uint32_t size = (p->bit_pos + p->bit_width + 7u) / 8, first = size > 8 ? 8 : size;
    struct val v = run_memory_load(&m->mem, at, first), top = {0};
    if (size > 8)
        top = run_memory_load(&m->mem, at + 8, 1);
    if (m->mem.placed)
        run_check_bits(m, at, p);
    uint64_t x = v.bits >> p->bit_pos;
    if (size > 8)
        x |= top.bits << (64 - p->bit_pos);
    struct shape t = p->t;
    t.bits = p->bit_width;
    return (struct val){run_fit(x, t), 0, v.undef | top.undef ? ALL_BYTES : 0};
}

struct val run_load(struct machine *m, const uint8_t *at, const struct place_code *p)
{
    if (p->t.bits == 1 && !p->bit_width && *at > 1 && m->cfg->is_closed)
        run_refuse(m, "a _Bool that is neither 0 nor 1");
    if (p->bit_width)
        return load_bits(m, at, p);
    struct val v = run_memory_load(&m->mem, at, (uint32_t)p->t.size);
    if (m->mem.placed)
        v = run_load_placed(m, at, p->t, v);
    if (p->t.form != FORM_INT && v.object == m->unknown)
        v.object = 0; /* a number, zero as well as another */
    if (p->t.form != FORM_INT || p->t.bits == 64)
        return v;
    v.bits = run_fit(v.bits, p->t);
    if (v.undef >> (p->t.size - 1) && p->t.is_signed)
        v.undef |= ALL_BYTES & ~((1u << p->t.size) - 1);
    return v;
}

static struct val load(const struct place_code *p, struct frame *f)
{
    uint32_t object;
    if (p->is_input)
        return run_input_value(f->m, p->t, (struct run_input_from){.var = p->var}, NULL);
    return run_load(f->m, run_place(p, f, false, &object), p);
}

static void store_bits(struct machine *m, uint8_t *at, const struct place_code *p, struct val v)
{
    uint32_t size = (p->bit_pos + p->bit_width + 7u) / 8;
    for (uint32_t i = 0, done = 0; i < size; i++) { /* bits that stand beside it in a byte count as written */
        uint32_t from = i ? 0 : p->bit_pos, count = p->bit_width - done < 8 - from ? p->bit_width - done : 8 - from;
        uint8_t mask = (uint8_t)(((1u << count) - 1) << from);
        if (m->mem.placed)
            run_note_bits(m, at + i, mask);
        struct val byte = {(at[i] & (uint8_t)~mask) | ((v.bits >> done << from) & mask), 0, v.undef ? 1 : 0};
        run_memory_store(&m->mem, at + i, 1, byte);
        done += count;
    }
}

void run_store_wide(struct machine *m, void *to, long double x)
{
    memcpy(to, &x, sizeof x);
    run_memory_set_init(&m->mem, to, sizeof x, true);
}

void run_store(const struct place_code *p, struct frame *f, struct val v)
{
    uint32_t object;
    uint8_t *at = run_place(p, f, true, &object);
    if (p->bit_width)
        store_bits(f->m, at, p, v);
    else
        run_memory_store(&f->m->mem, at, (uint32_t)p->t.size, v);
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

struct val run_combine(const struct node *n, struct frame *f, struct val a, struct val b)
{
    struct val r = {0, 0, 0};
    if (__builtin_expect(a.undef | b.undef, 0)) {
        r.undef = undef_of(n, a, b);
        if (f->m->cfg->is_closed && (n->op == CWI_OR || n->op == CWI_AND || n->op == CWI_SHL || n->op == CWI_SHR))
            r.undef = undef_beside(f->m, n, a, b, r.undef);
        if (n->op >= CWI_DIV && n->op <= CWI_FLOORMOD && b.undef)
            run_fail_unset(f->m, "a divisor was never given a value");
    }
    if (__builtin_expect(n->is_partial, 0)) {
        if (f->m->cfg->is_closed && run_combine_addresses(n, f, a, b, &r))
            return r;
        if (n->overflows && !(a.undef | b.undef) &&
            overflows((enum cwi_op)n->op, (int64_t)a.bits, (int64_t)b.bits, n->t))
            end_overflow(n, f);
        check_operands(n, f, a.bits, b.bits);
    }
    if (n->op == CWI_PTRADD)
        return (struct val){a.bits + b.bits, a.object, r.undef};
    r.bits = run_fit(cwi_operate((enum cwi_op)n->op, n->of.is_signed, n->of.bits, a.bits, b.bits), n->t);
    return r;
}

static struct val binary(const struct node *n, struct frame *f)
{
    if (n->of.form != FORM_INT)
        return run_eval_floating(n, f);
    struct val a = operand(n->a, f);
    struct val b = operand(n->b, f);
    if (run_is_short(n, a))
        return (struct val){n->op == CWI_LOGOR, 0, 0};
    return run_combine(n, f, a, b);
}

static struct val address(const struct place_code *p, struct frame *f)
{
    uint32_t object;
    if (p->base == BASE_POINTER) { /* nothing is accessed: null and ends are as good as others */
        struct val v = operand(p->pointer, f);
        v.bits += p->step_count ? indexed(p, f) : p->offset;
        return v;
    }
    const uint8_t *at = run_place(p, f, false, &object);
    return (struct val){(uint64_t)(uintptr_t)at, object, 0};
}

static struct val cond(const struct node *n, struct frame *f)
{
    struct val c = run_eval(n->a, f);
    if (c.undef)
        run_fail_unset(f->m, "a choice depends on what was never given a value");
    return run_eval(c.bits ? n->b : n->c, f);
}

struct val run_eval(const struct node *n, struct frame *f)
{
    switch ((enum node_kind)n->kind) {
    case NODE_CONST:
        return (struct val){n->value, 0, 0};
    case NODE_REGISTER:
        return f->registers[n->slot];
    case NODE_LOAD:
        return load(n->place, f);
    case NODE_ADDRESS:
        return address(n->place, f);
    case NODE_FUNCTION:
        return (struct val){run_function_address(f->m, n->func), f->m->foreign, 0};
    case NODE_UNARY:
        return unary(n, f);
    case NODE_BINARY:
        return binary(n, f);
    case NODE_COND:
        return cond(n, f);
    default:
        run_refuse(f->m, "%s", n->src && n->src->name ? n->src->name : "an expression of this kind");
    }
}
