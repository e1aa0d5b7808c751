/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions that compare one unknown, moved by a constant, with a constant: what they leave of it is a few ranges. A
 * program that counts down from an input asks nothing else, and asks it at every step; a solver that looks at bits adds
 * up all the steps before. Where the ranges leave few values, what else is said is computed for each.
 */
#include "runtime/cwi/operate.h"
#include "terms.h"

enum { PIECES = 32, PARTS = 4, FEW = 16 };
struct piece { /* without signs */
    uint64_t lo, hi;
};
struct range { /* what the unknown may be: in ascending order, none meets another */
    smt_term unknown;
    uint32_t count;
    struct piece pieces[PIECES];
    uint64_t value; /* the one that is tried */
    bool is_tried;  /* else there are too many */
};
struct ranges {
    const struct smt *s;
    struct VEC(struct range) list;
    struct map64 at;         /* unknown -> into `list` */
    struct smt_facts unread; /* that say something else */
    struct map64 computed;   /* term -> into `values` */
    struct VEC(struct computed {
        uint64_t value;
        bool is_known;
    }) values;
    bool is_contradiction;
};

/* ---- what a comparison says -------------------------------------------------------------------------------------- */

/* An unknown, extended to a width and moved by a constant. */
struct moved {
    smt_term unknown;
    unsigned width, from; /* from: the unknown's own */
    bool is_signed;       /* it is extended so */
    uint64_t by;
};
/* Numbers from lo to hi, modulo 2 to the width: where lo is more they go on from 0. */
struct circle {
    uint64_t lo, hi;
    bool is_empty;
};

static uint64_t greatest(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static bool find_moved(const struct smt *s, smt_term a, struct moved *m)
{
    enum { STEPS = 16 };
    uint64_t by;
    *m = (struct moved){.width = smt_width(s, a)};
    for (int i = 0; i < STEPS; i++) {
        const struct term *t = &s->terms.items[a];
        bool is_extended = t->shape == TERM_EXTENDED && s->terms.items[t->a].shape == TERM_UNKNOWN;
        if (t->shape == TERM_UNKNOWN || is_extended) {
            m->unknown = is_extended ? t->a : a;
            m->from = smt_width(s, m->unknown);
            m->is_signed = is_extended && t->is_signed;
            return true;
        }
        bool is_first = t->shape == TERM_ADD && smt_is_const(s, t->a, &by);
        if (!is_first && ((t->shape != TERM_ADD && t->shape != TERM_SUB) || !smt_is_const(s, t->b, &by)))
            return false;
        m->by += t->shape == TERM_SUB ? 0 - by : by;
        a = is_first ? t->b : t->a;
    }
    return false;
}

/* Where `y op c` holds, or `c op y`. */
static struct circle compared(enum term_shape op, uint64_t c, bool is_first, unsigned width)
{
    bool is_signed = op == TERM_SIGNED_LT || op == TERM_SIGNED_LE, is_less = op == TERM_LT || op == TERM_SIGNED_LT;
    uint64_t all = greatest(width), most = is_signed ? all >> 1 : all, least = is_signed ? most + 1 : 0;
    if (op == TERM_EQ)
        return (struct circle){c, c, false};
    if (is_less && c == (is_first ? most : least))
        return (struct circle){.is_empty = true};
    c += !is_less ? 0 : is_first ? 1 : UINT64_MAX;
    return is_first ? (struct circle){c & all, most, false} : (struct circle){least, c & all, false};
}

static struct circle opposite(struct circle x, unsigned width)
{
    uint64_t all = greatest(width);
    if (x.is_empty)
        return (struct circle){0, all, false};
    return (struct circle){(x.hi + 1) & all, (x.lo - 1) & all, ((x.hi + 1) & all) == x.lo};
}

/* A condition about one unknown, and where it holds; false: it is something else. */
static bool find_circle(const struct smt *s, smt_term a, bool is_true, struct moved *m, struct circle *out)
{
    const struct term *t = &s->terms.items[a];
    bool compares = t->shape >= TERM_EQ && t->shape <= TERM_SIGNED_LE, is_first;
    uint64_t c = 0;
    if (compares) {
        is_first = smt_is_const(s, t->a, &c);
        if ((!is_first && !smt_is_const(s, t->b, &c)) || !find_moved(s, is_first ? t->b : t->a, m))
            return false;
        *out = compared(t->shape, c, is_first, m->width);
    } else { /* a number that is not 0, or is */
        if (!find_moved(s, t->shape == TERM_NOT ? t->a : a, m))
            return false;
        *out = (struct circle){0, 0, false};
        is_true ^= t->shape != TERM_NOT;
    }
    *out = is_true ? *out : opposite(*out, m->width);
    return true;
}

/* ---- what is left of an unknown ---------------------------------------------------------------------------------- */

static uint32_t meet(const struct piece *a, uint32_t count, const struct piece *b, uint32_t others, struct piece *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < others; k++) {
            uint64_t lo = a[i].lo > b[k].lo ? a[i].lo : b[k].lo, hi = a[i].hi < b[k].hi ? a[i].hi : b[k].hi;
            if (lo <= hi)
                out[n++] = (struct piece){lo, hi};
        }
    return n;
}

/* The values of the unknown for which what is moved is in the circle; at most PARTS. */
static uint32_t parts_of(const struct moved *m, struct circle x, struct piece *out)
{
    uint64_t all = greatest(m->width), own = greatest(m->from), lo = (x.lo - m->by) & all, hi = (x.hi - m->by) & all;
    struct piece in[2] = {{lo, hi}, {0}}, extended[2] = {{0, own}, {0}};
    uint32_t count = 1, n = 1;
    if (x.is_empty)
        return 0;
    if (lo > hi) {
        in[0] = (struct piece){0, hi};
        in[count++] = (struct piece){lo, all};
    }
    if (m->is_signed && own != all) {
        extended[0].hi = own >> 1;
        extended[n++] = (struct piece){all - (own >> 1), all};
    }
    n = meet(in, count, extended, n, out);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (struct piece){out[i].lo & own, out[i].hi & own};
    return n;
}

static struct range *range_of(struct ranges *x, const struct moved *m)
{
    uint32_t i;
    if (!base_map64_get(&x->at, m->unknown, &i)) {
        i = (uint32_t)x->list.count;
        base_map64_put(&x->at, m->unknown, i);
        vec_push(&x->list, ((struct range){.unknown = m->unknown, .count = 1, .pieces = {{0, greatest(m->from)}}}));
    }
    return &x->list.items[i];
}

/* False: there are too many pieces. */
static bool narrow(struct ranges *x, const struct moved *m, struct circle c)
{
    struct piece parts[PARTS], pieces[PIECES * PARTS];
    struct range *r = range_of(x, m);
    uint32_t count = parts_of(m, c, parts), n = meet(r->pieces, r->count, parts, count, pieces);
    if (n > PIECES)
        return false;
    memcpy(r->pieces, pieces, n * sizeof *pieces);
    r->count = n;
    x->is_contradiction |= !n;
    return true;
}

static void read_condition(struct ranges *x, smt_term a, bool is_true)
{
    struct moved m;
    struct circle c;
    a = smt_positive(x->s, a, &is_true);
    const struct term *t = &x->s->terms.items[a];
    if (t->shape == TERM_AND && is_true) {
        read_condition(x, t->a, true);
        read_condition(x, t->b, true);
    } else if (!find_circle(x->s, a, is_true, &m, &c) || !narrow(x, &m, c)) {
        vec_push(&x->unread, ((struct smt_fact){a, is_true}));
    }
}

/* ---- what is computed -------------------------------------------------------------------------------------------- */

enum { DEEPEST = 10000 };

static bool compute(struct ranges *x, smt_term a, uint32_t depth, uint64_t *value);

static uint64_t operate(const struct term *t, unsigned width, uint64_t a, uint64_t b)
{
    uint64_t p = cwi_extended(a, true, width), q = cwi_extended(b, true, width);
    switch ((enum term_shape)t->shape) {
    case TERM_ADD:
        return a + b;
    case TERM_SUB:
        return a - b;
    case TERM_MUL:
        return a * b;
    case TERM_EQ:
        return a == b;
    case TERM_LT:
        return a < b;
    case TERM_LE:
        return a <= b;
    case TERM_SIGNED_LT:
        return (int64_t)p < (int64_t)q;
    case TERM_SIGNED_LE:
        return (int64_t)p <= (int64_t)q;
    default: /* TERM_AND */
        return a && b;
    }
}

static bool compute_shape(struct ranges *x, struct term t, smt_term a, uint32_t depth, uint64_t *value)
{
    uint64_t p = 0, q = 0;
    uint32_t i;
    switch ((enum term_shape)t.shape) {
    case TERM_OTHER:
        return false;
    case TERM_CONST:
        return smt_is_const(x->s, a, value);
    case TERM_UNKNOWN:
        *value = base_map64_get(&x->at, a, &i) ? x->list.items[i].value : 0;
        return base_map64_get(&x->at, a, &i) && x->list.items[i].is_tried;
    case TERM_COND:
        return compute(x, t.c, depth, &p) && compute(x, p ? t.a : t.b, depth, value);
    default:
        break;
    }
    bool is_unary = t.shape == TERM_NEG || t.shape == TERM_NOT || t.shape == TERM_EXTENDED || t.shape == TERM_LOWEST;
    if (!compute(x, t.a, depth, &p) || (!is_unary && !compute(x, t.b, depth, &q)))
        return false;
    unsigned width = smt_width(x->s, t.a);
    *value = t.shape == TERM_NEG        ? 0 - p
             : t.shape == TERM_NOT      ? !p
             : t.shape == TERM_LOWEST   ? p
             : t.shape == TERM_EXTENDED ? cwi_extended(p, t.is_signed, width)
                                        : operate(&t, width, p, q);
    return true;
}

/* With the values that are tried; false: there are too many, or an operator is not known. Terms have many uses. */
static bool compute(struct ranges *x, smt_term a, uint32_t depth, uint64_t *value)
{
    uint32_t i;
    if (base_map64_get(&x->computed, a, &i)) {
        *value = x->values.items[i].value;
        return x->values.items[i].is_known;
    }
    struct term t = x->s->terms.items[a];
    struct computed r = {.value = 0};
    r.is_known = depth < DEEPEST && compute_shape(x, t, a, depth + 1, &r.value);
    r.value = cwi_extended(r.value, false, t.width);
    base_map64_put(&x->computed, a, (uint32_t)x->values.count);
    vec_push(&x->values, r);
    *value = r.value;
    return r.is_known;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* FEW + 1: more than FEW. */
static uint64_t count_values(const struct range *r)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < r->count; i++)
        n += r->pieces[i].hi - r->pieces[i].lo < FEW ? r->pieces[i].hi - r->pieces[i].lo + 1 : FEW + 1;
    return n <= FEW ? n : FEW + 1;
}

static uint64_t value_number(const struct range *r, uint64_t n)
{
    uint32_t i = 0;
    for (; n > r->pieces[i].hi - r->pieces[i].lo; i++)
        n -= r->pieces[i].hi - r->pieces[i].lo + 1;
    return r->pieces[i].lo + n;
}

/* In how many ways all unknowns have values together; beyond FEW it does not matter. */
static uint64_t count_ways(const struct ranges *x)
{
    uint64_t ways = 1;
    for (size_t i = 0; i < x->list.count && ways <= FEW; i++)
        ways *= count_values(&x->list.items[i]);
    return ways;
}

/* The way of that number; or, where there are too many, the values of those that have one. */
static void choose(struct ranges *x, uint64_t way, bool is_all)
{
    for (size_t i = 0; i < x->list.count; i++) {
        struct range *r = &x->list.items[i];
        uint64_t n = count_values(r);
        r->is_tried = is_all || n == 1;
        r->value = value_number(r, r->is_tried ? way % n : 0);
        way /= r->is_tried ? n : 1;
    }
    base_map64_free(&x->computed);
    x->values.count = 0;
}

static enum smt_answer try_unread(struct ranges *x)
{
    bool all_known = true, all_hold = true;
    for (size_t i = 0; i < x->unread.count && all_hold; i++) {
        uint64_t value;
        bool is_known = compute(x, x->unread.items[i].term, 0, &value);
        all_hold &= !is_known || (value != 0) == x->unread.items[i].is_true;
        all_known &= is_known;
    }
    return !all_hold ? SMT_UNSAT : all_known ? SMT_SAT : SMT_UNKNOWN;
}

static enum smt_answer answer(struct ranges *x)
{
    enum smt_answer r = SMT_UNSAT;
    uint64_t ways = x->is_contradiction ? 0 : count_ways(x);
    bool is_few = ways <= FEW;
    for (uint64_t way = 0; way < (is_few ? ways : 1) && r == SMT_UNSAT; way++) {
        choose(x, way, is_few);
        r = try_unread(x);
    }
    return r;
}

enum smt_answer smt_by_ranges(const struct smt *s, const smt_term *conditions, size_t count, struct smt_values *out)
{
    struct ranges x = {.s = s};
    out->count = 0;
    for (size_t i = 0; i < count && !x.is_contradiction; i++)
        read_condition(&x, conditions[i], true);
    enum smt_answer r = answer(&x);
    for (size_t i = 0; i < x.list.count && r == SMT_SAT; i++)
        vec_push(out, ((struct smt_valued){x.list.items[i].unknown, x.list.items[i].value}));
    vec_free(&x.list);
    vec_free(&x.unread);
    vec_free(&x.values);
    base_map64_free(&x.at);
    base_map64_free(&x.computed);
    return r;
}
