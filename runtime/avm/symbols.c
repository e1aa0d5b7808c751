/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbols: which words hold the same unknown value, or values a constant apart?
 *
 * A word may hold "symbol plus constant" (values.h): after `y = x + 1` with x unknown, y - x is known. A symbol is made
 * when an unknown value is moved. It names one value for ever, so that a word needs no care when another one is
 * written; what needs care is its number, which must be free in the words and in all frames that the state leads back
 * to (context.symbols). Where there are several ways back, frames and words hold sets alone.
 */
#include "runtime/avm/memory/memory.h"

enum { SYMBOLS = 32, FARTHEST = 64 }; /* FARTHEST: constant apart; counters that run away from each other end there */

/* ---- which there are --------------------------------------------------------------------------------------------- */

uint32_t avm_symbols_in(const struct avm *m, const vs *words, size_t count)
{
    uint32_t seen = 0;
    struct vs_symbol x;
    for (size_t i = 0; i < count; i++)
        if (vs_symbol_of(m->pool, words[i], &x))
            seen |= 1u << x.id;
    return seen;
}

void avm_drop_symbols(const struct avm *m, vs *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = vs_plain(m->pool, words[i]);
}

/* The words of a working state that hold values: first W_RESULT. */
static uint32_t after(uint32_t word)
{
    return word == W_RESULT ? W_GLOBALS : word + 1;
}

static uint32_t outer_symbols(const struct avm *m, const struct work *s)
{
    return m->contexts.items[s->w[W_CTX]].symbols;
}

static bool differ(struct vs_type a, struct vs_type b)
{
    return a.kind != b.kind || a.bits != b.bits || a.is_signed != b.is_signed;
}

static bool is_extended(const struct vs_symbol *x)
{
    return x->t.bits > x->bits;
}

static bool is_far(int64_t offset)
{
    return offset > FARTHEST || offset < -FARTHEST;
}

static int64_t sum(const struct vs_symbol *x, int64_t a, int64_t b)
{
    return (int64_t)(((uint64_t)a + (uint64_t)b) << (64 - x->bits)) >> (64 - x->bits);
}

vs avm_with_set(struct avm *m, vs v, struct vs_type t, vs set)
{
    struct vs_symbol x;
    if (!vs_symbol_of(m->pool, v, &x) || differ(x.t, t))
        return set;
    x.set = set;
    return vs_symbolic(m->pool, &x);
}

/* ---- making them ------------------------------------------------------------------------------------------------- */

const struct node *avm_moved(const struct node *n)
{
    if (n->t.kind != VS_INT)
        return NULL;
    if (n->kind == N_SLOT || n->kind == N_LOAD || n->kind == N_ELEM)
        return n;
    if ((n->kind != N_UNARY && n->kind != N_BINARY) || n->ta.kind != VS_INT)
        return NULL;
    if (n->kind == N_UNARY)
        return n->op == VS_CONVERT && n->t.bits >= n->ta.bits ? avm_moved(n->a) : NULL;
    if (n->b->kind == N_CONST && (n->op == VS_ADD || n->op == VS_SUB))
        return avm_moved(n->a);
    return n->a->kind == N_CONST && n->op == VS_ADD ? avm_moved(n->b) : NULL;
}

/* The cell that is surely read; NULL: another, or none. */
static const struct cell *cell_of(struct avm *m, struct work *s, const struct node *n)
{
    if (n->kind == N_SLOT)
        return n->cell;
    if (n->is_volatile || n->bit_width)
        return NULL;
    bool partial = s->partial;
    struct target at = {.kind = P_MEM, .index = n->a, .t = n->t, .size = n->size};
    if (n->kind == N_ELEM)
        at = (struct target){.kind = P_ELEM, .object = n->object, .index = n->a, .t = n->t};
    const struct cell *c = avm_sure_cell(m, s, &at);
    s->partial = partial;
    return c && !differ(c->t, n->t) ? c : NULL;
}

void avm_name_moved(struct avm *m, struct work *s, const struct node *n)
{
    const struct node *moved = m->cfg.relates && n ? avm_moved(n) : NULL;
    const struct cell *c = moved ? cell_of(m, s, moved) : NULL;
    struct vs_symbol x;
    if (!c || vs_is_small(s->w[c->slot]) || vs_symbol_of(m->pool, s->w[c->slot], &x))
        return;
    uint32_t used = outer_symbols(m, s);
    for (uint32_t i = W_RESULT; i < m->scratch_max; i = after(i))
        used |= avm_symbols_in(m, s->w + i, 1);
    if (used == ALL_SYMBOLS)
        return;
    x = (struct vs_symbol){.id = (uint32_t)__builtin_ctz(~used), .bits = c->t.bits, .t = c->t, .set = s->w[c->slot]};
    refine_word(s, c->slot, vs_symbolic(m->pool, &x));
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

vs avm_symbol_unary(struct avm *m, const struct node *n, vs a, vs result)
{
    struct vs_symbol x;
    if (n->op != VS_CONVERT || n->t.kind != VS_INT || !vs_symbol_of(m->pool, a, &x) || differ(x.t, n->ta) ||
        n->t.bits < x.bits)
        return result;
    if (!is_extended(&x))
        x.extends_sign = x.t.is_signed;
    else if (n->t.bits > x.bits && x.extends_sign && !(x.t.is_signed && n->t.is_signed))
        return result; /* a negative value does not stay what it is */
    x.t = n->t;
    x.set = result;
    return vs_symbolic(m->pool, &x);
}

static vs shifted(struct avm *m, const struct node *n, const struct vs_symbol *of, struct vs_type tc, vs constant,
                  vs result)
{
    struct vs_symbol x = *of;
    int64_t c;
    if (is_extended(&x) || differ(x.t, n->t) || !vs_is_const(m->pool, tc, constant, &c))
        return result;
    x.offset = sum(&x, x.offset, n->op == VS_SUB ? (int64_t) - (uint64_t)c : c);
    x.set = result;
    return is_far(x.offset) ? result : vs_symbolic(m->pool, &x);
}

/* Whether adding d to any value of the set stays within the type. */
static bool stays(struct avm *m, struct vs_type t, vs set, int64_t d)
{
    return d > 0 ? !vs_value_less(t, vs_type_max(t) - d, vs_max(m->pool, t, set))
                 : !vs_value_less(t, vs_min(m->pool, t, set), vs_type_min(t) - d);
}

/* y is x + d. */
static vs compared(struct avm *m, const struct node *n, const struct vs_symbol *x, int64_t d, vs result)
{
    bool is_ordered = d == 0 || (!is_extended(x) && stays(m, x->t, x->set, d));
    switch (n->op) {
    case VS_EQ:
        return vs_small(d == 0);
    case VS_NE:
        return vs_small(d != 0);
    case VS_LT:
        return is_ordered ? vs_small(d > 0) : result;
    case VS_LE:
        return is_ordered ? vs_small(d >= 0) : result;
    case VS_GT:
        return is_ordered ? vs_small(d < 0) : result;
    case VS_GE:
        return is_ordered ? vs_small(d <= 0) : result;
    case VS_SUB:
        return is_extended(x) || n->t.bits != x->bits ? result : vs_const(m->pool, n->t, -d);
    default:
        return result;
    }
}

vs avm_symbol_binary(struct avm *m, const struct node *n, vs a, vs b, vs result)
{
    struct vs_symbol x, y;
    bool has_x = n->t.kind == VS_INT && n->ta.kind == VS_INT && vs_symbol_of(m->pool, a, &x) && !differ(x.t, n->ta);
    bool has_y = n->t.kind == VS_INT && n->tb.kind == VS_INT && vs_symbol_of(m->pool, b, &y) && !differ(y.t, n->tb);
    if (has_x && has_y) {
        if (x.id != y.id || differ(x.t, y.t) || x.extends_sign != y.extends_sign)
            return result;
        return compared(m, n, &x, sum(&x, y.offset, (int64_t) - (uint64_t)x.offset), result);
    }
    if (has_x && (n->op == VS_ADD || n->op == VS_SUB))
        return shifted(m, n, &x, n->tb, b, result);
    return has_y && n->op == VS_ADD ? shifted(m, n, &y, n->ta, a, result) : result;
}

/* ---- what is known of one is known of all ------------------------------------------------------------------------ */

static struct vs_type own_type(const struct vs_symbol *x)
{
    return (struct vs_type){VS_INT, x->bits, is_extended(x) ? x->extends_sign : x->t.is_signed, VS_BOUNDED};
}

/* What y may be when x lies in the set. */
static vs carried(struct avm *m, const struct vs_symbol *x, vs set, const struct vs_symbol *y)
{
    struct vs_type from = own_type(x), to = own_type(y);
    int64_t d = sum(x, y->offset, (int64_t) - (uint64_t)x->offset);
    set = vs_unary(m->pool, VS_CONVERT, from, set, x->t);
    if (d)
        set = vs_binary(m->pool, VS_ADD, from, set, from, vs_const(m->pool, from, d), from);
    return vs_unary(m->pool, VS_CONVERT, y->t, vs_unary(m->pool, VS_CONVERT, to, set, from), to);
}

/* NULL: a temporary, which is exact. */
static const struct cell *cell_at(const struct avm *m, const struct work *s, uint32_t slot)
{
    if (slot < m->frame_base)
        return slot < W_GLOBALS ? NULL : m->global_cells[slot - W_GLOBALS];
    const struct func_code *fn = m->code.items[s->w[W_PC]].fn;
    return slot < fn->words ? fn->frame_cells[slot - m->frame_base] : NULL;
}

bool avm_narrow_related(struct avm *m, struct work *s, vs was, vs set)
{
    struct vs_symbol x, y;
    if (!vs_symbol_of(m->pool, was, &x))
        return true;
    for (uint32_t i = W_RESULT; i < m->scratch_max; i = after(i)) {
        if (!vs_symbol_of(m->pool, s->w[i], &y) || y.id != x.id)
            continue;
        vs met = vs_meet(m->pool, y.t, y.set, carried(m, &x, set, &y));
        const struct cell *c = cell_at(m, s, i);
        if (met == VS_BOTTOM)
            return false;
        met = c ? avm_round(m, c, met) : met;
        if (met != y.set && vs_leq(m->pool, y.t, met, y.set))
            refine_word(s, i, avm_with_set(m, s->w[i], y.t, met));
    }
    return true;
}

/* The symbol of y is that of x, `d` apart. */
static void unite(struct avm *m, struct work *s, const struct vs_symbol *x, uint32_t id, int64_t d)
{
    struct vs_symbol y;
    for (uint32_t i = W_RESULT; i < m->scratch_max; i = after(i)) {
        if (!vs_symbol_of(m->pool, s->w[i], &y) || y.id != id)
            continue;
        y.offset = sum(x, y.offset, d);
        y.id = x->id;
        refine_word(s, i, is_far(y.offset) ? y.set : vs_symbolic(m->pool, &y));
    }
}

void avm_learn_equal(struct avm *m, struct work *s, const struct node *cond, bool outcome)
{
    for (; cond->kind == N_UNARY && (cond->op == VS_LOGNOT || cond->op == VS_CONVERT); cond = cond->a)
        outcome ^= cond->op == VS_LOGNOT;
    if (cond->kind != N_BINARY || cond->op != (outcome ? VS_EQ : VS_NE) || differ(cond->ta, cond->tb))
        return;
    bool partial = s->partial;
    struct vs_symbol x, y;
    avm_name_moved(m, s, cond->a);
    avm_name_moved(m, s, cond->b);
    bool are_symbols =
        vs_symbol_of(m->pool, avm_eval(m, s, cond->a), &x) && vs_symbol_of(m->pool, avm_eval(m, s, cond->b), &y);
    s->partial = partial;
    if (!are_symbols || x.id == y.id || x.bits != y.bits || x.extends_sign != y.extends_sign || differ(x.t, y.t))
        return;
    int64_t d = sum(&x, x.offset, (int64_t) - (uint64_t)y.offset);
    uint32_t outer = outer_symbols(m, s);
    if (!(outer >> y.id & 1))
        unite(m, s, &x, y.id, d);
    else if (!(outer >> x.id & 1))
        unite(m, s, &y, x.id, (int64_t) - (uint64_t)d);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

struct naming {
    uint32_t holders[SYMBOLS];
    bool is_named[SYMBOLS];
    uint32_t name[SYMBOLS];
    int64_t first[SYMBOLS]; /* offset of the first holder: 0 under the new name */
};

static void name_anew(struct naming *k, const struct vs_symbol *x, uint32_t *used)
{
    if (k->is_named[x->id])
        return;
    k->is_named[x->id] = true;
    k->first[x->id] = x->offset;
    k->name[x->id] = (uint32_t)__builtin_ctz(~*used);
    *used |= 1u << k->name[x->id];
}

void avm_settle_symbols(struct avm *m, struct work *s, uint32_t words)
{
    struct naming k = {0};
    struct vs_symbol x;
    uint32_t outer = outer_symbols(m, s), used = outer;
    bool any = false;
    for (uint32_t i = W_RESULT; i < m->scratch_max; i = after(i))
        if (vs_symbol_of(m->pool, s->w[i], &x)) {
            k.holders[x.id] += i < words;
            any = true;
        }
    for (uint32_t i = W_RESULT; any && i < m->scratch_max; i = after(i)) {
        if (!vs_symbol_of(m->pool, s->w[i], &x) || outer >> x.id & 1)
            continue;
        if (k.holders[x.id] < 2) {
            refine_word(s, i, x.set);
            continue;
        }
        name_anew(&k, &x, &used);
        x.offset = sum(&x, x.offset, (int64_t) - (uint64_t)k.first[x.id]);
        x.id = k.name[x.id];
        refine_word(s, i, vs_symbolic(m->pool, &x));
    }
}
