/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Closed runs: an address is known as an object and an offset in it, not as a number. What comes out of an operator the
 * same way wherever objects lie is computed; where their places decide (order, distance, bits of an address, whether
 * two literals are one), the run is refused; so it is where a bit-field is read that has no value. Source: ISO
 * C11, 6.5.6, 6.5.8, 6.5.9; for the alignment of objects, the ABI of x86-64.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

/* FOREIGN: of a function; without an object, a constant or what the host has. UNKNOWN: any, of an argument. */
enum kind { NUMBER, PLACE, FOREIGN, UNKNOWN };

__attribute__((noreturn)) static void refuse(struct machine *m)
{
    run_refuse(m, "it depends on where objects lie");
}

void run_refuse_unknown(struct machine *m)
{
    run_refuse(m, "it depends on what an argument leads to");
}

static bool is_near_zero(uint64_t bits)
{
    return bits + RUN_NEAR_ZERO < 2 * RUN_NEAR_ZERO;
}

static enum kind kind_of(const struct machine *m, struct val *v, bool is_pointer)
{
    if (!v->object && is_pointer)
        v->object = run_memory_owner(&m->mem, v->bits);
    if (v->object == m->unknown)
        return UNKNOWN;
    if (v->object == m->foreign || (!v->object && is_pointer && !is_near_zero(v->bits)))
        return FOREIGN;
    return v->object ? PLACE : NUMBER;
}

/* ---- alignment --------------------------------------------------------------------------------------------------- */

static uint64_t alignment_of(const struct machine *m, const struct object *o)
{
    if (o->kind == OBJECT_BLOCK)
        return GRANULE;
    return o->var ? cwi_alignment(m->u, cwi_var_of(m->u, o->var)->type) : 1;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static bool is_inside(const struct object *o, struct val v)
{
    return o->life == LIFE_LIVE && v.bits - o->base < o->size;
}

static bool is_literal(const struct machine *m, const struct object *o)
{
    return o->var && cwi_var_of(m->u, o->var)->linkage == CWI_LITERAL;
}

/* What an argument leads to may be what another one does, or a variable. */
static bool may_be_one(const struct object *o, const struct object *p)
{
    return o->may_be_larger && (p->may_be_larger || p->kind == OBJECT_GLOBAL);
}

static bool is_function(const struct machine *m, struct val v)
{
    uint32_t f;
    return base_map64_get(&m->closures, v.bits, &f) && m->funcs[f].f->block_count;
}

/* Whether addresses of different things surely differ: two objects that are there, and no literal that may lie in the
 * other; functions with bodies; streams that are open. */
static bool surely_differ(const struct machine *m, enum kind x, struct val a, enum kind y, struct val b)
{
    if (x == NUMBER || y == NUMBER)
        return is_near_zero(x == NUMBER ? a.bits : b.bits);
    if (x == FOREIGN && y == FOREIGN)
        return (is_function(m, a) || run_is_open_stream(m, a.bits)) &&
               (is_function(m, b) || run_is_open_stream(m, b.bits));
    if (x == FOREIGN || y == FOREIGN) { /* a function, or a stream, and an object */
        struct val foreign = x == FOREIGN ? a : b, place = x == FOREIGN ? b : a;
        bool is_there = place.object && is_inside(&m->mem.objects.items[place.object], place);
        return (a.object && b.object) || (is_there && run_is_open_stream(m, foreign.bits));
    }
    const struct object *o = &m->mem.objects.items[a.object], *p = &m->mem.objects.items[b.object];
    if (may_be_one(o, p) || may_be_one(p, o))
        return false;
    return is_inside(o, a) && is_inside(p, b) && !(is_literal(m, o) && is_literal(m, p));
}

static void check_equality(struct machine *m, enum kind x, struct val a, enum kind y, struct val b)
{
    bool is_one = x == y && (x == PLACE ? a.object == b.object : x == NUMBER || a.bits == b.bits);
    if (!is_one && !surely_differ(m, x, a, y, b))
        refuse(m);
}

/* An address with a mask, or a number for its lowest bits: as far as the object's alignment says what they are. */
static struct val masked(struct machine *m, enum cwi_op op, struct val place, uint64_t mask)
{
    const struct object *o = &m->mem.objects.items[place.object];
    uint64_t low = alignment_of(m, o) - 1, offset = place.bits - o->base;
    if (op == CWI_AND && !(mask & ~low))
        return (struct val){offset & mask, 0, 0};
    bool is_known = op == CWI_AND ? (mask | low) == UINT64_MAX : !(mask & ~low);
    if (!is_known)
        refuse(m);
    uint64_t bits = op == CWI_AND ? offset & mask : op == CWI_OR ? offset | mask : offset ^ mask;
    return (struct val){o->base + bits, place.object, 0};
}

static struct val combine(struct machine *m, const struct node *n, enum kind x, struct val a, enum kind y, struct val b)
{
    enum cwi_op op = (enum cwi_op)n->op;
    bool is_one = x == PLACE && y == PLACE && a.object == b.object;
    switch (op) {
    case CWI_ADD:
    case CWI_PTRADD:
        if (x != NUMBER && y != NUMBER)
            refuse(m);
        return (struct val){a.bits + b.bits, x != NUMBER ? a.object : b.object, 0};
    case CWI_SUB:
    case CWI_PTRSUB:
        if (y != NUMBER && !is_one)
            refuse(m);
        return (struct val){a.bits - b.bits, y == NUMBER ? a.object : 0, 0};
    case CWI_AND:
    case CWI_OR:
    case CWI_XOR:
        if ((x == PLACE) == (y == PLACE) || x == FOREIGN || y == FOREIGN)
            refuse(m);
        return masked(m, op, x == PLACE ? a : b, x == PLACE ? b.bits : a.bits);
    case CWI_MOD:
    case CWI_FLOORMOD:
        if (x != PLACE || y != NUMBER || n->of.is_signed || b.bits & (b.bits - 1) || !b.bits)
            refuse(m);
        return masked(m, CWI_AND, a, b.bits - 1);
    case CWI_EQ:
    case CWI_NE:
        check_equality(m, x, a, y, b);
        break;
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
        if (!is_one && !(x == NUMBER && a.bits < RUN_NEAR_ZERO) && !(y == NUMBER && b.bits < RUN_NEAR_ZERO))
            refuse(m);
        break;
    default:
        refuse(m);
    }
    return (struct val){cwi_operate(op, n->of.is_signed, n->of.bits, a.bits, b.bits), 0, 0};
}

bool run_combine_addresses(const struct node *n, struct frame *f, struct val a, struct val b, struct val *r)
{
    struct machine *m = f->m;
    uint32_t undef = r->undef;
    enum kind x = kind_of(m, &a, n->of.is_pointer), y = kind_of(m, &b, n->b->t.is_pointer);
    if (x == UNKNOWN || y == UNKNOWN)
        run_refuse_unknown(m);
    if (x == NUMBER && y == NUMBER)
        return false;
    *r = combine(m, n, x, a, y, b);
    r->undef = undef;
    return true;
}

void run_apply_address(const struct node *n, struct frame *f, struct val *v)
{
    bool is_kept = n->op == CWI_CONVERT && n->t.form == FORM_INT && n->t.bits == 64;
    enum kind x = kind_of(f->m, v, n->of.is_pointer);
    if (x == UNKNOWN && !n->t.is_pointer)
        run_refuse_unknown(f->m);
    if (x == NUMBER || x == UNKNOWN || n->op == CWI_LOGNOT || (is_kept && (x == PLACE || n->t.is_pointer || v->object)))
        return;
    refuse(f->m);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

void run_check_number(struct machine *m, struct val v)
{
    if (v.object && m->cfg->is_closed)
        refuse(m);
}

void run_check_bytes(struct machine *m, const void *p, uint64_t size)
{
    if (run_memory_is_placed(&m->mem, p, size))
        refuse(m);
}

struct val run_load_placed(struct machine *m, const uint8_t *at, struct shape t, struct val v)
{
    if (!run_memory_is_placed(&m->mem, at, t.size))
        return v;
    v.object = v.object ? v.object : run_memory_owner(&m->mem, v.bits);
    if (t.form != FORM_INT || t.size != 8 || !v.object)
        refuse(m);
    return v;
}

void run_note_bits(struct machine *m, const uint8_t *at, uint8_t mask)
{
    uint64_t key = (uint64_t)(uintptr_t)at;
    uint32_t before = 0xff;
    if (run_memory_is_init(&m->mem, at, 1) && !base_map64_get(&m->unwritten, key, &before))
        return;
    base_map64_put(&m->unwritten, key, before & ~(uint32_t)mask & 0xff);
}

void run_check_bits(struct machine *m, const uint8_t *at, const struct place_code *p)
{
    uint32_t size = (p->bit_pos + p->bit_width + 7u) / 8, unwritten;
    run_check_bytes(m, at, size);
    for (uint32_t bit = p->bit_pos; m->unwritten.count && bit < (uint32_t)p->bit_pos + p->bit_width; bit++)
        if (base_map64_get(&m->unwritten, (uint64_t)(uintptr_t)at + bit / 8, &unwritten) && unwritten >> bit % 8 & 1)
            run_refuse(m, "a bit-field that was never given a value");
}
