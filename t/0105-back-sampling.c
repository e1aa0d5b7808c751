/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward operators on random sets of 8 to 64 bits: operands that give a result in r are never lost, and nothing
 * grows.
 */
#include "0103-machine.h"

static long lost, grown, tried;

static bool apply(enum vs_op op, struct vs_type t, int64_t x, int64_t y, int64_t *z)
{
    bool less = vs_value_less(t, x, y), more = vs_value_less(t, y, x);
    switch ((int)op) {
    case VS_EQ:
        *z = x == y;
        return true;
    case VS_NE:
        *z = x != y;
        return true;
    case VS_LT:
        *z = less;
        return true;
    case VS_LE:
        *z = !more;
        return true;
    case VS_GT:
        *z = more;
        return true;
    case VS_GE:
        *z = !less;
        return true;
    case VS_LOGAND:
        *z = x && y;
        return true;
    case VS_LOGOR:
        *z = x || y;
        return true;
    case VS_UNORDERED:
        *z = 0;
        return true;
    case VS_LOGNOT:
        *z = !x;
        return true;
    default:
        return machine(op, t, x, y, z);
    }
}

/* A set around z. */
static vs around(struct vs_pool *p, struct vs_type t, int64_t z, uint64_t *seed)
{
    vs v = vs_const(p, t, z);
    uint64_t r = next_random(seed);
    int64_t to = number(t, seed);
    if (r & 1)
        v = vs_value_less(t, z, to) ? vs_interval(p, t, z, to) : vs_interval(p, t, to, z);
    if (r & 2) {
        struct sample other;
        make(p, t, seed, &other);
        v = vs_join(p, t, v, other.set);
    }
    return v;
}

static void try(struct vs_pool *p, enum vs_op op, struct vs_type t, const struct sample *a, const struct sample *b,
                struct vs_type tb, uint64_t *seed)
{
    bool one = op < VS_ADD, truth = op >= VS_EQ || op == VS_LOGNOT;
    struct vs_type r = truth ? int_type(32, 1) : t;
    int64_t x = a->value[next_random(seed) % (uint64_t)a->count], y = b->value[next_random(seed) % (uint64_t)b->count],
            z;
    if (!apply(op, t, x, y, &z))
        return;
    vs result = around(p, r, z, seed), na = a->set, nb = next_random(seed) & 1 ? b->set : vs_const(p, tb, y), sa = na,
       sb = nb;
    if (one)
        vs_back_unary(p, op, r, result, &na, t);
    else
        vs_back_binary(p, op, r, result, &na, t, &nb, tb);
    tried++;
    if ((!vs_contains(p, t, na, x) || !vs_contains(p, tb, nb, y)) && !lost++)
        printf("# LOST %s: %s %s %s in %s: %s, %s lack %lld or %lld\n", type_name(t), text_of(p, t, sa),
               vs_op_names[op], text_of(p, tb, sb), text_of(p, r, result), text_of(p, t, na), text_of(p, tb, nb),
               (long long)x, (long long)y);
    if ((!vs_leq(p, t, na, sa) || !vs_leq(p, tb, nb, sb)) && !grown++)
        printf("# GROWN %s: %s %s %s in %s: %s, %s\n", type_name(t), text_of(p, t, sa), vs_op_names[op],
               text_of(p, tb, sb), text_of(p, r, result), text_of(p, t, na), text_of(p, tb, nb));
}

static void convert(struct vs_pool *p, struct vs_type t, const struct sample *a, uint64_t *seed)
{
    struct vs_type r = int_type(1 + (int)(next_random(seed) % 64), (int)(next_random(seed) & 1));
    int64_t x = a->value[next_random(seed) % (uint64_t)a->count];
    vs result = around(p, r, cut(r, (uint64_t)x), seed), na = a->set;
    vs_back_unary(p, VS_CONVERT, r, result, &na, t);
    tried++;
    if (!vs_contains(p, t, na, x) && !lost++)
        printf("# LOST %s to %s: %s in %s: %s lacks %lld\n", type_name(t), type_name(r), text_of(p, t, a->set),
               text_of(p, r, result), text_of(p, t, na), (long long)x);
    grown += !vs_leq(p, t, na, a->set);
}

static void sample(const struct vs_limits *limits, const char *name, int rounds)
{
    uint64_t seed = 99;
    for (int bits = 8; bits <= 64; bits *= 2)
        for (int s = 0; s < 2; s++) {
            struct vs_type t = int_type(bits, s), amount = int_type(32, 1);
            struct vs_pool *p = vs_pool_new(limits);
            lost = grown = tried = 0;
            for (int i = 0; i < rounds; i++) {
                struct sample a, b, by = {.count = 1};
                make(p, t, &seed, &a);
                make(p, t, &seed, &b);
                by.value[0] = (int64_t)(next_random(&seed) % (unsigned)bits);
                by.set = vs_interval(p, amount, by.value[0] / 2, by.value[0]);
                for (enum vs_op op = 0; op < VS_OPS; op++) {
                    bool shift = op == VS_SHL || op == VS_SHR || op == VS_ROTL || op == VS_ROTR;
                    if (op == VS_CONVERT)
                        convert(p, t, &a, &seed);
                    else
                        try(p, op, t, &a, shift ? &by : &b, shift ? amount : t, &seed);
                }
            }
            ok(!lost && !grown && tried, "%s, %s: no solution is lost in %ld tries", type_name(t), name, tried);
            vs_pool_free(p);
        }
}

int main(void)
{
    struct vs_limits off = {.segments = 64, .modulus = 64, .enumerate = 0, .targets = 64};
    struct vs_limits tight = {.segments = 3, .modulus = 6, .enumerate = 16, .targets = 2};
    sample(NULL, "the usual caps", 80);
    sample(&off, "no enumeration", 80);
    sample(&tight, "tight caps", 200);
    return done();
}
