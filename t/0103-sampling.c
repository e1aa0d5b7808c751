/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random sets of 8, 16, 32 and 64 bits, with and without enumeration and under tight caps: no result of elements is
 * ever missed, whole chains of operators included. At 8 bits with all elements, and with the average excess.
 */
#include "0103-machine.h"

static long misses;

static vs check(struct vs_pool *p, enum vs_op op, struct vs_type t, const struct sample *a, const struct sample *b,
                struct vs_type tb)
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
    sample(NULL, "the usual caps", 100);
    sample(&off, "no enumeration", 100);
    sample(&tight, "tight caps", 150);
    excess(NULL, "the usual caps", 60);
    excess(&off, "no enumeration", 60);
    return done();
}
