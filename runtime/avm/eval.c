/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Evaluation: precise inside a statement; rounding only where a value enters a slot.
 *
 * What is evaluated often, and on small singletons, is flat code (flat_run.c).
 */
#include "runtime/avm/memory/memory.h"
#include "step.h"

/* Leaves are most of all nodes. */
static inline vs value_of(struct avm *m, struct work *s, const struct node *n)
{
    return n->kind == N_SLOT ? s->w[n->cell->slot] : n->kind == N_CONST ? n->v : avm_eval(m, s, n);
}

/* ---- signed overflow --------------------------------------------------------------------------------------------- */

/* Of 64 bits: x or the nearest that can be represented. */
static int64_t exact(enum vs_op op, int64_t x, int64_t y)
{
    int64_t r;
    if (op == VS_ADD && __builtin_add_overflow(x, y, &r))
        return x < 0 ? INT64_MIN : INT64_MAX;
    if (op == VS_SUB && __builtin_sub_overflow(x, y, &r))
        return x < 0 ? INT64_MIN : INT64_MAX;
    if (op == VS_MUL && __builtin_mul_overflow(x, y, &r))
        return (x < 0) != (y < 0) ? INT64_MIN : INT64_MAX;
    return r;
}

static bool overflows(enum vs_op op, int64_t x, int64_t y)
{
    int64_t r;
    return op == VS_ADD   ? __builtin_add_overflow(x, y, &r)
           : op == VS_SUB ? __builtin_sub_overflow(x, y, &r)
                          : __builtin_mul_overflow(x, y, &r);
}

/* It wraps; but a compiler may have used that it does not happen, so that a step which surely overflows is none that
 * the program must be able to do; nor is one that may, where the program ends then. */
static void note_overflow(struct avm *m, struct work *s, const struct node *n, enum vs_op op, struct vs_type ta, vs a,
                          struct vs_type tb, vs b)
{
    if (m->in_note || a == VS_BOTTOM || b == VS_BOTTOM)
        return;
    int64_t x[] = {vs_min(m->pool, ta, a), vs_max(m->pool, ta, a)},
            y[] = {vs_min(m->pool, tb, b), vs_max(m->pool, tb, b)};
    int64_t least = INT64_MAX, most = INT64_MIN, low = vs_type_min(n->t), high = vs_type_max(n->t);
    int beyond = 0;
    for (int i = 0; i < 4; i++) {
        int64_t r = exact(op, x[i & 1], y[i >> 1]);
        beyond += overflows(op, x[i & 1], y[i >> 1]);
        least = r < least ? r : least;
        most = r > most ? r : most;
    }
    if (!beyond && least >= low && most <= high)
        return;
    bool surely = least > high || most < low || (beyond == 4 && least == most);
    avm_doubt(m, s, AVM_DOUBT_OVERFLOW, n->src, surely);
    s->partial |= surely || n->traps;
}

/* ---- pointers to what is over ------------------------------------------------------------------------------------ */

/* Objects of different storage never lie where the other did. What an entry is handed may lie in any. */
enum storage { STATIC_STORAGE, STACK, HEAP, CALLERS };

static enum storage storage_of(const struct avm *m, uint32_t object)
{
    const struct site *site = site_of_block(m, object);
    if (site)
        return site->is_local || site->stack_of ? STACK : HEAP;
    if (object > OBJECT_ID && object & OBJECT_HEAP)
        return CALLERS;
    return object <= OBJECT_ID && cwi_is_automatic(cwi_var_of(m->u, object)) ? STACK : STATIC_STORAGE;
}

/* Its life has ended, or nobody knows: the ends of inner blocks are followed for memory-safe alone. */
static bool may_be_over(const struct avm *m, const struct work *s, uint32_t object)
{
    const struct site *site = site_of_block(m, object);
    const struct object *o = site && site->is_local ? site->at : NULL;
    uint8_t lifetime = object <= OBJECT_ID ? m->lifetimes[object] : o ? m->lifetimes[o - m->objects] : 0;
    struct block b;
    if (!avm_block(m, s, object, &b))
        return site || lifetime & PT_IS_OUTLIVED;
    /* Nobody ends what a jump leaves, nor an array of variable length where its block does. */
    const struct cwi_stmt *allocates = site && site->stack_of ? site->at : NULL;
    bool follows_end =
        allocates ? allocates->arg_count == 1 : !(lifetime & PT_ENDS_EARLY) || avm_asks(m, AVM_DOUBT_BOUNDS);
    bool may_have_ended = (allocates || lifetime & PT_IS_OUTLIVED) && (m->setjmps.count || !follows_end);
    return b.life & BLOCK_DEAD || may_have_ended;
}

/* A pointer to it may be kept for another activation of its function, and the variable is one object for both. */
static bool is_of_any_activation(const struct avm *m, uint32_t object)
{
    return object <= OBJECT_ID && m->lifetimes[object] & PT_IS_KEPT && !m->objects[object].is_activation;
}

/* What the handles of a rule lead to: one that is closed may leave its place to another. */
static bool are_handles(const struct avm *m, uint32_t x, uint32_t y)
{
    return x <= OBJECT_ID && y <= OBJECT_ID && m->objects[x].is_handle && m->objects[y].is_handle;
}

/* Two objects, or what one stands for. */
static bool may_lie_together(const struct avm *m, const struct work *s, uint32_t x, uint32_t y)
{
    if (are_handles(m, x, y))
        return x != y || m->objects[x].is_many;
    if (x == y)
        return is_of_any_activation(m, x);
    enum storage a = storage_of(m, x), b = storage_of(m, y);
    if (a == CALLERS || b == CALLERS)
        return true;
    return a == b && (may_be_over(m, s, x) || may_be_over(m, s, y));
}

static bool asks_for_object(const struct node *n)
{
    return n->src && n->src->kind == CWI_BINARY && n->src->name && !strcmp(n->src->name, CWI_SAME_OBJECT);
}

bool avm_may_coincide(const struct avm *m, const struct work *s, const struct node *n, vs a, vs b)
{
    if (n->ta.kind != VS_PTR || n->tb.kind != VS_PTR)
        return false;
    size_t na = vs_ptr_targets(m->pool, a), nb = vs_ptr_targets(m->pool, b);
    for (size_t i = 0; i < na && na != SIZE_MAX && nb != SIZE_MAX; i++)
        for (size_t k = 0; k < nb; k++) {
            uint32_t x = vs_ptr_object(m->pool, a, i), y = vs_ptr_object(m->pool, b, k);
            if (x != VS_ABSOLUTE && y != VS_ABSOLUTE && may_lie_together(m, s, x, y))
                return !asks_for_object(n);
        }
    return false;
}

vs avm_apply_binary(struct avm *m, struct work *s, const struct node *n, vs a, vs b)
{
    if (a == VS_BOTTOM || b == VS_BOTTOM)
        return VS_BOTTOM;
    if (avm_may_coincide(m, s, n, a, b))
        return n->t.kind != VS_INT || n->op == VS_SUB ? VS_TOP : vs_interval(m->pool, n->t, 0, 1);
    if (n->op == VS_DIV || n->op == VS_MOD || n->op == VS_FLOORDIV || n->op == VS_CEILDIV || n->op == VS_FLOORMOD) {
        int traps = vs_traps(m->pool, n->op, n->t, a, n->ta, b, n->tb);
        bool by_zero = traps && (b == VS_TOP || vs_contains(m->pool, n->tb, b, 0));
        bool too_large = traps && b != vs_small(0) && (b == VS_TOP || vs_contains(m->pool, n->tb, b, -1));
        m->trap = by_zero ? &avm_trap_division : traps ? &avm_trap_quotient : m->trap;
        m->trap_at = traps ? n->src : m->trap_at;
        if (by_zero)
            avm_doubt(m, s, AVM_DOUBT_DIVISION, n->src, false);
        if (too_large)
            avm_doubt(m, s, AVM_DOUBT_QUOTIENT, n->src, false);
        s->partial |= traps != 0;
        s->was_partial |= traps == 1;
    }
    if (n->may_overflow)
        note_overflow(m, s, n, n->op, n->ta, a, n->tb, b);
    vs v = vs_binary(m->pool, n->op, n->t, a, n->ta, b, n->tb);
    return m->cfg.relates && !vs_is_small(v) ? avm_symbol_binary(m, n, a, b, v) : v;
}

vs avm_apply_unary(struct avm *m, struct work *s, const struct node *n, vs a)
{
    if (n->may_overflow)
        note_overflow(m, s, n, VS_SUB, n->ta, vs_small(0), n->ta, a);
    vs v = vs_unary(m->pool, n->op, n->t, a, n->ta);
    return m->cfg.relates && !vs_is_small(v) ? avm_symbol_unary(m, n, a, v) : v;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static vs eval_binary(struct avm *m, struct work *s, const struct node *n)
{
    return avm_apply_binary(m, s, n, value_of(m, s, n->a), value_of(m, s, n->b));
}

static vs eval_unary(struct avm *m, struct work *s, const struct node *n)
{
    return avm_apply_unary(m, s, n, value_of(m, s, n->a));
}

static vs eval_element(struct avm *m, struct work *s, const struct node *n)
{
    vs i = value_of(m, s, n->a);
    const struct object *o = n->object;
    if (vs_is_small(i)) {
        int64_t k = vs_small_value(i);
        if (k >= 0 && k < (int64_t)o->count)
            return s->w[m->cells.items[o->first + k].slot];
        s->partial = true;
        m->trap = &avm_trap_bounds;
        m->trap_at = n->src;
        return VS_BOTTOM;
    }
    struct vs_type ot = n->a->t;
    vs inside = vs_interval(m->pool, ot, 0, (int64_t)o->count - 1);
    if (!vs_leq(m->pool, ot, i, inside)) {
        s->partial = true;
        avm_doubt_alone(m, s, AVM_DOUBT_BOUNDS, n->src, false);
    }
    vs r = VS_BOTTOM;
    for (uint32_t k = 0; k < o->count && r != VS_TOP; k++)
        if (vs_contains(m->pool, ot, i, k))
            r = vs_join(m->pool, n->t, r, s->w[m->cells.items[o->first + k].slot]);
    m->trap = r == VS_BOTTOM ? &avm_trap_bounds : m->trap;
    m->trap_at = r == VS_BOTTOM ? n->src : m->trap_at;
    return r;
}

/* An arm of an annotation's conditional, in the states that choose it: in the others it may have no value. */
static vs eval_arm(struct avm *m, struct work *s, const struct node *n, bool outcome)
{
    struct work *f = avm_fork(m, s);
    vs v = VS_BOTTOM;
    if (avm_constrain(m, f, n->a, outcome)) {
        v = avm_eval(m, f, outcome ? n->b : n->c);
        s->partial |= f->partial || v == VS_BOTTOM;
    }
    avm_drop(m, f);
    return v;
}

static vs eval_cond(struct avm *m, struct work *s, const struct node *n)
{
    vs c = avm_eval(m, s, n->a);
    if (c == vs_small(0))
        return avm_eval(m, s, n->c);
    if (vs_is_small(c) || (n->a->t.kind == VS_INT && c != VS_BOTTOM && !vs_contains(m->pool, n->a->t, c, 0)))
        return avm_eval(m, s, n->b);
    if (m->in_note)
        return vs_join(m->pool, n->t, eval_arm(m, s, n, true), eval_arm(m, s, n, false));
    return vs_join(m->pool, n->t, avm_eval(m, s, n->b), avm_eval(m, s, n->c));
}

/* Annotations are typed without knowing the statement: the value is converted. */
static vs bound_value(struct avm *m, struct work *s, const struct node *n)
{
    const struct node *b = avm_bound(m, n);
    vs v = b && has_type(b->t) ? avm_eval(m, s, b) : VS_TOP;
    if (v <= VS_TOP || !memcmp(&b->t, &n->t, sizeof n->t))
        return v;
    bool plain = has_type(n->t) && n->t.kind != VS_FLOAT && b->t.kind != VS_FLOAT;
    return plain ? vs_unary(m->pool, VS_CONVERT, n->t, v, b->t) : VS_TOP;
}

vs avm_eval(struct avm *m, struct work *s, const struct node *n)
{
    switch (n->kind) {
    case N_CONST:
        return n->v;
    case N_SLOT:
        return s->w[n->cell->slot];
    case N_ELEM:
        return eval_element(m, s, n);
    case N_LOAD:
        return avm_load(m, s, n);
    case N_UNARY:
        return eval_unary(m, s, n);
    case N_BINARY:
        return eval_binary(m, s, n);
    case N_COND:
        return eval_cond(m, s, n);
    case N_PTRADD:
        return vs_ptr_add(m->pool, n->t, avm_eval(m, s, n->a), avm_eval(m, s, n->b));
    case N_BOUND:
        return bound_value(m, s, n);
    case N_ANY:
        return n->is_volatile ? n->v : VS_TOP;
    default:
        return VS_TOP;
    }
}

/* ---- rounding ---------------------------------------------------------------------------------------------------- */

vs avm_round_to(struct avm *m, const struct abs *a, struct vs_type t, vs v)
{
    uint32_t type = (uint32_t)t.kind << 16 | (uint32_t)t.bits << 8 | (uint32_t)t.range << 1 | t.is_signed;
    uint64_t h = hash_u64((uint64_t)(uintptr_t)a ^ ((uint64_t)v << 20) ^ type);
    struct round_memo *x = &m->memo[h % (sizeof m->memo / sizeof *m->memo)];
    if (x->abs != a || x->in != v || x->type != type)
        *x = (struct round_memo){a, type, v, abs_round(m->pool, a, t, v)};
    return x->out;
}

vs avm_round(struct avm *m, const struct cell *c, vs v)
{
    if (v <= VS_TOP || (c->keeps && vs_is_small(v)))
        return v;
    vs rounded = avm_round_to(m, c->abs, c->t, vs_plain(m->pool, v));
    return m->cfg.relates ? avm_with_set(m, v, c->t, rounded) : rounded;
}

/* ---- does a value depend on nothing but one pending input? ------------------------------------------------------- */

/* Operations over which one unobserved input and single values decide alone: anything but memory that is not sure. */
static bool depends(struct avm *m, const struct work *s, const struct node *n, uint32_t *bits)
{
    switch (n->kind) {
    case N_CONST:
        return true;
    case N_BOUND:
        return avm_bound(m, n) && depends(m, s, avm_bound(m, n), bits);
    case N_SLOT: {
        const struct cell *c = n->cell;
        vs v = s->w[c->slot];
        if (vs_is_small(v))
            return true;
        if (s->w[W_PENDING] & input_bit(s, c)) {
            *bits |= input_bit(s, c);
            return true;
        }
        return c->t.kind != VS_PTR && v > VS_TOP && vs_count(m->pool, c->t, v) == 1;
    }
    case N_ELEM: {
        struct work copy = *s;
        vs v = avm_eval(m, &copy, n);
        return !copy.partial && vs_is_small(v);
    }
    case N_ANY:
        return false;
    case N_UNARY:
        return depends(m, s, n->a, bits);
    case N_BINARY:
    case N_PTRADD:
        return depends(m, s, n->a, bits) && depends(m, s, n->b, bits);
    case N_COND:
        return depends(m, s, n->a, bits) && depends(m, s, n->b, bits) && depends(m, s, n->c, bits);
    default: {
        struct work copy = *s;
        return vs_is_small(avm_eval(m, &copy, n)) && !copy.partial;
    }
    }
}

bool avm_only_input(struct avm *m, const struct work *s, const struct node *n, uint32_t *bits)
{
    *bits = 0;
    return depends(m, s, n, bits) && (*bits & (*bits - 1)) == 0;
}
