/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random sets of 8, 16, 32 and 64 bits, with and without enumeration and under tight caps: no result of elements is ever missed,
 * whole chains of operators included. At 8 bits with all elements, and with the average excess.
 */
#include "0100-values.h"

/* One choice of operands of up to 64 bits, as the machine does it; false: trap or anything. */
static bool machine(enum vs_op op, struct vs_type t, int64_t x, int64_t y, int64_t *out)
{
    int shift = 64 - t.bits;
    uint64_t ux = (uint64_t)x << shift >> shift, r;
    bool s = t.is_signed;
    int64_t min = vs_type_min(t);
    switch ((int)op) {
    case VS_NEG:
        r = 0 - (uint64_t)x;
        break;
    case VS_BITNOT:
        r = ~(uint64_t)x;
        break;
    case VS_ABS:
        r = s && x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
        break;
    case VS_ADD:
        r = (uint64_t)x + (uint64_t)y;
        break;
    case VS_SUB:
        r = (uint64_t)x - (uint64_t)y;
        break;
    case VS_MUL:
        r = (uint64_t)x * (uint64_t)y;
        break;
    case VS_DIV:
    case VS_EXACTDIV:
        if (y == 0 || (s && y == -1 && x == min))
            return false;
        r = s ? (uint64_t)(x / y) : (uint64_t)x / (uint64_t)y;
        break;
    case VS_FLOORDIV:
    case VS_CEILDIV:
        if (y == 0 || (s && y == -1 && x == min))
            return false;
        r = s ? (uint64_t)(x / y) : (uint64_t)x / (uint64_t)y;
        if (s ? x % y != 0 : (uint64_t)x % (uint64_t)y != 0) {
            bool negative = s && (x < 0) != (y < 0);
            r += op == VS_FLOORDIV ? (negative ? UINT64_MAX : 0) : !negative;
        }
        break;
    case VS_MOD:
    case VS_FLOORMOD:
        if (y == 0)
            return false;
        r = !s ? (uint64_t)x % (uint64_t)y : y == -1 ? 0 : (uint64_t)(x % y);
        if (op == VS_FLOORMOD && s && r && ((int64_t)r < 0) != (y < 0))
            r += (uint64_t)y;
        break;
    case VS_AND:
        r = (uint64_t)(x & y);
        break;
    case VS_OR:
        r = (uint64_t)(x | y);
        break;
    case VS_XOR:
        r = (uint64_t)(x ^ y);
        break;
    case VS_SHL:
    case VS_SHR:
    case VS_ROTL:
    case VS_ROTR:
        if ((uint64_t)y >= t.bits)
            return false;
        r = op == VS_SHL ? ux << y : s ? (uint64_t)(x >> y) : ux >> y;
        if (op == VS_ROTL && y)
            r = ux << y | ux >> (t.bits - y);
        if (op == VS_ROTR && y)
            r = ux >> y | ux << (t.bits - y);
        break;
    case VS_MIN:
        r = (uint64_t)(vs_value_less(t, x, y) ? x : y);
        break;
    default:
        r = (uint64_t)(vs_value_less(t, x, y) ? y : x);
    }
    *out = s ? (int64_t)(r << shift) >> shift : (int64_t)(r << shift >> shift);
    return true;
}

struct sample {
    vs set;
    int64_t value[12];
    int count;
};

static int64_t cut(struct vs_type t, uint64_t x)
{
    int shift = 64 - t.bits;
    return t.is_signed ? (int64_t)(x << shift) >> shift : (int64_t)(x << shift >> shift);
}

/* Numbers of all sizes, near powers of two and near the ends of the type. */
static int64_t number(struct vs_type t, uint64_t *seed)
{
    uint64_t r = next_random(seed), x = next_random(seed) >> (r % 64);
    if (r >> 8 & 1)
        x = ((uint64_t)1 << (r >> 16) % 64) + (r >> 24) % 5 - 2;
    return cut(t, r >> 9 & 1 ? 0 - x : x);
}

/* A union of one to three random pieces, and some of its elements. */
static void make(struct vs_pool *p, struct vs_type t, uint64_t *seed, struct sample *out)
{
    int pieces = 1 + (int)(next_random(seed) % 3);
    *out = (struct sample){.set = VS_BOTTOM};
    for (int i = 0; i < pieces; i++) {
        int64_t lo = number(t, seed), hi = next_random(seed) & 1 ? number(t, seed) : cut(t, (uint64_t)lo + next_random(seed) % 50);
        uint32_t k = next_random(seed) & 1 ? 1 : (uint32_t)(next_random(seed) % 64) + 1;
        uint64_t residues = next_random(seed) & next_random(seed) & next_random(seed);
        if (vs_value_less(t, hi, lo)) {
            int64_t swap = lo;
            lo = hi;
            hi = swap;
        }
        vs piece = k == 1 ? vs_interval(p, t, lo, hi) : vs_congruent(p, t, lo, hi, k, residues | 1);
        if (piece == VS_BOTTOM)
            piece = vs_const(p, t, lo);
        int64_t ends[2] = {vs_min(p, t, piece), vs_max(p, t, piece)};
        out->set = vs_join(p, t, out->set, piece);
        for (int j = 0; j < 4; j++) {
            uint64_t span = (uint64_t)hi - (uint64_t)lo;
            int64_t x = j < 2 ? ends[j] : (int64_t)((uint64_t)lo + (span == UINT64_MAX ? next_random(seed) : next_random(seed) % (span + 1)));
            x = cut(t, (uint64_t)x);
            for (int tries = 0; tries < 200 && !vs_contains(p, t, piece, x); tries++)
                x = cut(t, (uint64_t)x + 1);
            if (vs_contains(p, t, piece, x))
                out->value[out->count++] = x;
        }
    }
}

static long misses;

static vs check(struct vs_pool *p, enum vs_op op, struct vs_type t, const struct sample *a, const struct sample *b, struct vs_type tb)
{
    bool one = op < VS_ADD;
    vs v = one ? vs_unary(p, op, t, a->set, t) : vs_binary(p, op, t, a->set, t, b->set, tb);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < (one ? 1 : b->count); j++) {
            int64_t z, y = one ? 0 : b->value[j];
            if (machine(op, t, a->value[i], y, &z) && !vs_contains(p, t, v, z) && !misses++)
                printf("# MISSED %s: %s %s %s = %s lacks %lld, of %lld and %lld\n", type_name(t), text_of(p, t, a->set),
                       vs_op_names[op], one ? "" : text_of(p, tb, b->set), text_of(p, t, v), (long long)z,
                       (long long)a->value[i], (long long)y);
        }
    return v;
}

static void sample(const struct vs_limits *limits, const char *name, int rounds)
{
    uint64_t seed = 20240607;
    for (int bits = 8; bits <= 64; bits *= 2)
        for (int s = 0; s < 2; s++) {
            struct vs_type t = int_type(bits, s), amount = int_type(32, 1);
            struct vs_pool *p = vs_pool_new(limits);
            long checks = 0;
            misses = 0;
            for (int i = 0; i < rounds; i++) {
                struct sample a, b, by;
                make(p, t, &seed, &a);
                make(p, t, &seed, &b);
                by.count = 2;
                by.value[0] = (int64_t)(next_random(&seed) % (unsigned)bits);
                by.value[1] = by.value[0] + (int64_t)(next_random(&seed) % (unsigned)(bits - by.value[0]));
                by.set = vs_interval(p, amount, by.value[0], by.value[1]);
                for (enum vs_op op = 0; op < VS_EQ; op++) {
                    bool shift = op == VS_SHL || op == VS_SHR || op == VS_ROTL || op == VS_ROTR;
                    if (op == VS_LOGNOT || op == VS_CONVERT)
                        continue;
                    check(p, op, t, &a, shift ? &by : &b, shift ? amount : t);
                    checks++;
                }
            }
            ok(!misses && checks, "%s, %s: nothing is missed in %ld checks", type_name(t), name, checks);
            vs_pool_free(p);
        }
}

/* At 8 bits, all elements of random sets: how many values too many there are. */
static void excess(const struct vs_limits *limits, const char *name, int rounds)
{
    uint64_t seed = 7;
    for (int s = 0; s < 2; s++) {
        struct vs_type t = int_type(8, s);
        struct vs_pool *p = vs_pool_new(limits);
        long missed = 0, too_many[VS_OPS] = {0}, all = 0;
        for (int i = 0; i < rounds; i++) {
            struct sample a, b;
            int64_t x[256], y[256];
            make(p, t, &seed, &a);
            make(p, t, &seed, &b);
            size_t na = vs_values(p, t, a.set, x, 256), nb = vs_values(p, t, b.set, y, 256);
            for (enum vs_op op = VS_ADD; op < VS_EQ; op++) {
                bool in[256] = {false}, any = false;
                vs v = vs_binary(p, op, t, a.set, t, b.set, t);
                for (size_t j = 0; j < na * nb; j++) {
                    int z = oracle(op, t, (int)x[j / nb], (int)y[j % nb]);
                    any |= z == ANY;
                    if (z != ANY && z != TRAP)
                        in[z - least(t)] = true;
                }
                for (int z = 0; z < 256; z++) {
                    bool got = vs_contains(p, t, v, least(t) + z), want = any || in[z];
                    missed += want && !got;
                    too_many[op] += got && !want;
                }
            }
        }
        for (enum vs_op op = VS_ADD; op < VS_EQ; op++)
            all += too_many[op];
        ok(!missed, "%s, %s: nothing is missed; %.2f values too many on average", type_name(t), name,
           (double)all / (rounds * (double)(VS_EQ - VS_ADD)));
        for (enum vs_op op = VS_ADD; op < VS_EQ; op++)
            if (too_many[op])
                printf("# '%s': %.2f\n", vs_op_names[op], (double)too_many[op] / rounds);
        vs_pool_free(p);
    }
}

int main(void)
{
    struct vs_limits off = {.segments = 64, .modulus = 64, .enumerate = 0, .targets = 64};
    struct vs_limits tight = {.segments = 3, .modulus = 6, .enumerate = 16, .targets = 2};
    sample(NULL, "the usual caps", 150);
    sample(&off, "no enumeration", 150);
    sample(&tight, "tight caps", 200);
    excess(NULL, "the usual caps", 60);
    excess(&off, "no enumeration", 60);
    return done();
}
