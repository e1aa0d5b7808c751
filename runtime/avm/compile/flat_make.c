/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making flat code: trees of nodes become instructions, each value computed once as long as nothing it depends on is
 * stored to.
 */
#include "runtime/avm/flat.h"

/* Marks temporaries until it is known where they begin. */
#define TEMPORARY 0x80000000u

struct flattening {
    struct avm *m;
    struct VEC(struct flat) out;
    struct map64 constant_of;
    uint32_t temporaries; /* taken by this piece */
    uint32_t most;        /* taken by any */
    uint32_t known_from;  /* values computed from this instruction on are still in their temporaries */
};

static uint32_t constant(struct flattening *k, vs v)
{
    uint32_t i;
    if (!base_map64_get(&k->constant_of, v, &i)) {
        i = (uint32_t)k->m->constants.count;
        vec_push(&k->m->constants, v);
        base_map64_put(&k->constant_of, v, i);
    }
    return k->m->scratch_max + i;
}

/* The first of an array's words when they stand together; NO_SLOT when they do not. */
static uint32_t words_of(const struct avm *m, const struct object *o)
{
    const struct cell *c = &m->cells.items[o->first];
    for (uint32_t i = 1; i < o->count; i++)
        if (c[i].slot != c->slot + i)
            return NO_SLOT;
    return o->count ? c->slot : NO_SLOT;
}

static bool is_int(const struct node *n)
{
    return n->t.kind == VS_INT;
}

/* Evaluating it can neither trap nor look at memory. */
static bool is_harmless(const struct node *n)
{
    if (n->kind == N_UNARY)
        return is_harmless(n->a);
    if (n->kind == N_BINARY && n->op != VS_DIV && n->op != VS_MOD)
        return is_harmless(n->a) && is_harmless(n->b);
    return n->kind == N_SLOT || n->kind == N_CONST;
}

static enum flat_kind binary_kind(const struct node *n, bool *swap)
{
    bool is_unsigned = !n->ta.is_signed;
    *swap = n->op == VS_GT || n->op == VS_GE;
    if (!is_int(n) || n->ta.kind != VS_INT || n->tb.kind != VS_INT)
        return F_BINARY;
    switch (n->op) {
    case VS_ADD:
        return F_ADD;
    case VS_SUB:
        return F_SUB;
    case VS_MUL:
        return F_MUL;
    case VS_AND:
        return F_AND;
    case VS_OR:
        return F_OR;
    case VS_XOR:
        return F_XOR;
    case VS_EQ:
        return F_EQ;
    case VS_NE:
        return F_NE;
    case VS_LT:
    case VS_GT:
        return is_unsigned ? F_LT_UNSIGNED : F_LT;
    case VS_LE:
    case VS_GE:
        return is_unsigned ? F_LE_UNSIGNED : F_LE;
    case VS_LOGAND:
        return F_LOGAND;
    case VS_LOGOR:
        return F_LOGOR;
    default:
        return F_BINARY;
    }
}

static enum flat_kind unary_kind(const struct node *n)
{
    if (!is_int(n) || n->ta.kind != VS_INT || (n->op == VS_CONVERT && (n->t.range || n->ta.range)))
        return F_UNARY;
    return n->op == VS_CONVERT  ? F_CONVERT
           : n->op == VS_NEG    ? F_NEG
           : n->op == VS_BITNOT ? F_BITNOT
           : n->op == VS_LOGNOT ? F_LOGNOT
                                : F_UNARY;
}

/* Two nodes whose operands are the same words have the same value. */
static bool same_operator(const struct node *a, const struct node *b)
{
    return a->kind == b->kind && a->op == b->op && !memcmp(&a->t, &b->t, sizeof a->t) &&
           !memcmp(&a->ta, &b->ta, sizeof a->ta) && !memcmp(&a->tb, &b->tb, sizeof a->tb);
}

static uint32_t flatten(struct flattening *k, const struct node *n);

static bool small_constant(const struct node *n)
{
    return n->kind == N_CONST && vs_is_small(n->v);
}

/* An index is computed modulo 2^64 and has to be within the array: conversions to 64 bits, sums with constants and
 * products with them are left to the access itself. */
static uint32_t flatten_index(struct flattening *k, const struct node *n, struct flat *f)
{
    int64_t scale = 1, offset = 0;
    for (; is_int(n) && n->t.bits == 64 && !n->t.range; n = n->a) {
        if (n->kind == N_UNARY && n->op == VS_CONVERT && n->ta.kind == VS_INT)
            continue;
        if (n->kind != N_BINARY || !small_constant(n->b) || n->ta.kind != VS_INT)
            break;
        int64_t c = vs_small_value(n->b->v), next_scale = scale, next_offset = offset;
        if (n->op == VS_MUL)
            next_scale *= c;
        else if (n->op == VS_ADD || n->op == VS_SUB)
            next_offset += scale * (n->op == VS_ADD ? c : -c);
        else
            break;
        if (next_scale != (int32_t)next_scale || next_offset != (int32_t)next_offset)
            break;
        scale = next_scale;
        offset = next_offset;
    }
    f->scale = (int32_t)scale;
    f->offset = (int32_t)offset;
    return flatten(k, n);
}

static void operands(struct flattening *k, const struct node *n, struct flat *f)
{
    bool swap = false;
    if (n->kind == N_ELEM) {
        f->kind = F_ELEMENT;
        f->a = flatten_index(k, n->a, f);
        f->first = words_of(k->m, n->object);
        f->c = n->object->count;
    } else if (n->kind == N_UNARY) {
        f->kind = unary_kind(n);
        f->a = flatten(k, n->a);
    } else if (n->kind == N_BINARY) {
        f->kind = binary_kind(n, &swap);
        uint32_t a = flatten(k, n->a), b = flatten(k, n->b);
        f->swapped = swap && f->kind != F_BINARY;
        f->a = f->swapped ? b : a;
        f->b = f->swapped ? a : b;
    } else if (n->kind == N_COND && is_int(n->a) && is_harmless(n->b) && is_harmless(n->c)) {
        f->kind = F_SELECT;
        f->a = flatten(k, n->a);
        f->b = flatten(k, n->b);
        f->c = flatten(k, n->c);
    }
}

static bool is_store(const struct flat *f)
{
    return f->kind >= F_STORE;
}

/* Whether a store may have changed what `f` was computed from. */
static bool disturbs(const struct flat *store, const struct flat *f)
{
    if (store->kind == F_STORE_ANY || f->kind == F_EVAL)
        return true;
    bool is_array = store->kind == F_STORE_ELEMENT;
    uint32_t first = is_array ? store->first : store->to, count = is_array ? store->c : 1;
    if (f->kind == F_ELEMENT)
        return f->a - first < count || (first < f->first + f->c && f->first < first + count);
    return f->a - first < count || f->b - first < count || (f->kind == F_SELECT && f->c - first < count);
}

/* The word in which the same value was computed before; NO_SLOT when it was not, or memory changed since. */
static uint32_t computed(const struct flattening *k, const struct flat *f)
{
    for (uint32_t i = (uint32_t)k->out.count; i-- > k->known_from;) {
        const struct flat *g = &k->out.items[i];
        if (is_store(g) ? disturbs(g, f) : f->kind == F_EVAL)
            return NO_SLOT;
        if (!is_store(g) && g->kind == f->kind && g->drop == f->drop && g->is_signed == f->is_signed &&
            g->swapped == f->swapped && g->a == f->a && g->b == f->b && g->c == f->c && g->first == f->first &&
            g->scale == f->scale && g->offset == f->offset && same_operator(g->what, f->what))
            return g->to;
    }
    return NO_SLOT;
}

/* Appends what computes a node; the word in which its value then is. */
static uint32_t flatten(struct flattening *k, const struct node *n)
{
    if (n->kind == N_SLOT)
        return n->cell->slot;
    if (n->kind == N_CONST)
        return constant(k, n->v);
    uint8_t drop = n->t.range ? 0 : (uint8_t)(64 - n->t.bits);
    struct flat f = {.kind = F_EVAL, .drop = drop, .is_signed = n->t.is_signed, .what = n};
    if (n->kind != N_ELEM || words_of(k->m, n->object) != NO_SLOT)
        operands(k, n, &f);
    f.to = computed(k, &f);
    if (f.to == NO_SLOT) {
        f.to = TEMPORARY | k->temporaries++;
        vec_push(&k->out, f);
    }
    k->most = k->temporaries > k->most ? k->temporaries : k->most;
    return f.to;
}

static bool all_keep(const struct avm *m, const struct object *o)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (!m->cells.items[o->first + i].keeps)
            return false;
    return true;
}

static void flatten_store(struct flattening *k, const struct op *op)
{
    const struct target *to = &op->to;
    struct flat f = {.kind = F_STORE_ANY, .a = flatten(k, op->value), .what = to};
    if (to->kind == P_CELL && !memcmp(&to->t, &to->cell->t, sizeof to->t)) {
        f.kind = F_STORE;
        f.to = to->cell->slot;
        f.what = to->cell;
        f.c = to->cell->keeps;
    } else if (to->kind == P_ELEM && words_of(k->m, to->object) != NO_SLOT && all_keep(k->m, to->object)) {
        f.kind = F_STORE_ELEMENT;
        f.first = words_of(k->m, to->object);
        f.b = f.a;
        f.a = flatten_index(k, to->index, &f);
        f.c = to->object->count;
    }
    vec_push(&k->out, f);
}

/* What is run in pieces computes everything anew in each piece. */
static void new_piece(struct flattening *k)
{
    k->temporaries = 0;
    k->known_from = (uint32_t)k->out.count;
}

static void flatten_code(struct flattening *k, struct code *c)
{
    uint32_t stores = 0;
    new_piece(k);
    c->flat_first = (uint32_t)k->out.count;
    for (uint32_t i = 0; i < c->op_count; i++) {
        struct op *op = &c->ops[i];
        if (!c->is_plain)
            new_piece(k);
        op->flat_first = (uint32_t)k->out.count;
        if (op->kind == OP_STORE)
            flatten_store(k, op);
        op->flat_end = (uint32_t)k->out.count;
        c->flat_copies |= op->flat_end > op->flat_first && k->out.items[op->flat_end - 1].kind == F_STORE_ANY;
        stores++;
    }
    c->flat_copies |= stores > UNDO_MAX;
    c->flat_end = (uint32_t)k->out.count;
    if (!c->is_plain)
        new_piece(k);
    if (flat_has_value(c))
        c->flat_value = flatten(k, c->value);
    c->flat_value_end = (uint32_t)k->out.count;
}

static void place(uint32_t *word, uint32_t temporaries)
{
    if (*word & TEMPORARY)
        *word = temporaries + (*word & ~TEMPORARY);
}

/* Temporaries come behind the constants. */
static void place_temporaries(struct flattening *k)
{
    struct avm *m = k->m;
    uint32_t first = m->scratch_max + (uint32_t)m->constants.count;
    for (size_t i = 0; i < k->out.count; i++) {
        place(&k->out.items[i].to, first);
        place(&k->out.items[i].a, first);
        place(&k->out.items[i].b, first);
        place(&k->out.items[i].c, first);
    }
    for (size_t pc = 0; pc < m->code.count; pc++)
        place(&m->code.items[pc].flat_value, first);
    m->registers = first + k->most;
}

void avm_flatten(struct avm *m)
{
    struct flattening k = {.m = m};
    for (size_t pc = 0; pc < m->code.count; pc++)
        flatten_code(&k, &m->code.items[pc]);
    place_temporaries(&k);
    m->flat = ARENA_ARRAY(m->arena, struct flat, k.out.count + 1);
    if (k.out.count)
        memcpy(m->flat, k.out.items, k.out.count * sizeof *m->flat);
    vec_free(&k.out);
    base_map64_free(&k.constant_of);
}
