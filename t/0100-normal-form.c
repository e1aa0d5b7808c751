/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One handle for each set, in whatever order and from whatever pieces it was made; the lattice operations are exact,
 * and what the header says about handles and about reading a set holds.
 */
#include "0103-machine.h"

static void handles(struct vs_pool *p)
{
    struct vs_type u1 = int_type(1, 0), s1 = int_type(1, 1), u8 = int_type(8, 0), i32 = int_type(32, 1),
                   u32 = int_type(32, 0);
    struct vs_type u64 = int_type(64, 0), i64 = int_type(64, 1);
    ok(vs_interval(p, u1, 0, 1) == VS_TOP, "{0, 1} of one unsigned bit is VS_TOP");
    ok(vs_interval(p, s1, -1, 0) == VS_TOP, "{-1, 0} of one signed bit is VS_TOP");
    ok(vs_interval(p, u8, 0, 255) == VS_TOP && vs_interval(p, i32, 0, 255) != VS_TOP,
       "[0 .. 255] is VS_TOP of 8 bits only");
    ok(vs_interval(p, u64, 0, -1) == VS_TOP && vs_interval(p, i64, INT64_MIN, INT64_MAX) == VS_TOP, "64 bits too");
    ok(vs_interval(p, i32, 5, 4) == VS_BOTTOM, "an interval that ends before it begins is VS_BOTTOM");
    ok(vs_const(p, i32, -3) == vs_small(-3) && vs_interval(p, i32, -3, -3) == vs_small(-3),
       "small singletons are inline");
    ok(vs_const(p, i32, 1 << 30) == vs_interval(p, i32, 1 << 30, 1 << 30) && !vs_is_small(vs_const(p, i32, 1 << 30)),
       "singletons that do not fit are not");
    ok(vs_const(p, u64, -1) == vs_small(-1) && vs_min(p, u64, vs_small(-1)) == -1,
       "the greatest of 64 unsigned bits is small");
    ok(vs_const(p, u32, -1) == vs_const(p, u32, 4294967295) && vs_max(p, u32, vs_const(p, u32, -1)) == 4294967295,
       "constants are truncated to the type");
    ok(vs_small_value(vs_small(-(1 << 30))) == -(1 << 30) && !vs_fits_small(1 << 30), "the range of small values");
    int64_t x;
    ok(vs_is_const(p, u32, vs_const(p, u32, -1), &x) && x == 4294967295, "vs_is_const gives the value");
    ok(!vs_is_const(p, u32, VS_TOP, &x) && !vs_is_const(p, u32, VS_BOTTOM, &x), "no other set is a constant");
    ok(vs_count(p, u64, VS_TOP) == UINT64_MAX && vs_count(p, u32, VS_TOP) == 4294967296, "counts saturate");
    ok(vs_congruent(p, i32, -5, 5, 3, 1) == vs_join(p, i32, vs_join(p, i32, vs_small(3), vs_small(-3)), vs_small(0)),
       "residues are those of the mathematical value");
}

/* Reads v back through every question of the header. */
static bool reads_as(struct vs_pool *p, struct vs_type t, vs v, const bool *in)
{
    int64_t values[256];
    size_t n = vs_values(p, t, v, values, 256), expected = 0, min = 256, max = 0;
    for (size_t i = 0; i < 1u << t.bits; i++) {
        if (vs_contains(p, t, v, least(t) + (int64_t)i) != in[i])
            return false;
        if (in[i]) {
            if (expected >= n || values[expected++] != least(t) + (int64_t)i)
                return false;
            max = i;
            min = min == 256 ? i : min;
        }
    }
    if (n != expected || vs_count(p, t, v) != n)
        return false;
    if (n && (vs_min(p, t, v) != least(t) + (int64_t)min || vs_max(p, t, v) != least(t) + (int64_t)max))
        return false;
    return n < 2 || vs_values(p, t, v, values, n - 1) == n;
}

/* Sets of 8 bits made of random pieces in two orders, and once value by value. */
static void orders(struct vs_pool *p, int rounds)
{
    uint64_t seed = 5;
    long rounded = 0, different = 0, misread = 0;
    for (int i = 0; i < rounds; i++) {
        struct vs_type t = int_type(8, i & 1);
        bool in[256] = {false};
        vs piece[6], forth = VS_BOTTOM, back = VS_BOTTOM, single = VS_BOTTOM;
        int n = 1 + (int)(next_random(&seed) % 6);
        for (int j = 0; j < n; j++) {
            int a = (int)(next_random(&seed) % 256), b = (int)(next_random(&seed) % 256), lo = a < b ? a : b,
                hi = a < b ? b : a;
            uint32_t k = (uint32_t)(next_random(&seed) % 64) + 1, odd = (uint32_t)(next_random(&seed) & 1);
            uint64_t residues = next_random(&seed) & next_random(&seed);
            piece[j] = odd ? vs_interval(p, t, least(t) + lo, least(t) + lo + (hi - lo) / 8)
                           : vs_congruent(p, t, least(t) + lo, least(t) + hi, k, residues);
            for (int x = lo; x <= (odd ? lo + (hi - lo) / 8 : hi); x++)
                in[x] |= odd || (residues >> (((least(t) + x) % (int)k + (int)k) % (int)k) & 1);
        }
        for (int j = 0; j < n; j++) {
            forth = vs_join(p, t, forth, piece[j]);
            back = vs_join(p, t, back, piece[n - 1 - j]);
        }
        for (int x = 0; x < 256; x++)
            if (in[(x * 37) % 256])
                single = vs_join(p, t, single, vs_const(p, t, least(t) + (x * 37) % 256));
        bool a = reads_as(p, t, forth, in), b = reads_as(p, t, back, in), c = reads_as(p, t, single, in);
        rounded += !a || !b || !c;
        different += (a && b && forth != back) || (a && c && forth != single);
        for (int x = 0; x < 256; x++)
            misread += in[x] && !(vs_contains(p, t, forth, least(t) + x) && vs_contains(p, t, single, least(t) + x));
    }
    ok(!different, "equal sets have equal handles, in %d random sets of 8 bits", rounds);
    ok(!misread, "what is rounded contains all values");
    ok(rounded < rounds / 10, "few are rounded: %ld of %d", rounded, rounds);
}

/* Large sets with residues: the same set by other ways. */
static void large(struct vs_pool *p)
{
    struct vs_type t = int_type(32, 1), u = int_type(64, 0);
    vs even = vs_congruent(p, t, INT32_MIN, INT32_MAX, 2, 1), odd = vs_congruent(p, t, INT32_MIN, INT32_MAX, 2, 2);
    ok(vs_congruent(p, t, INT32_MIN, INT32_MAX, 64, 0x5555555555555555) == even, "64 residues that are the even ones");
    ok(vs_join(p, t, vs_congruent(p, t, INT32_MIN, INT32_MAX, 4, 1), vs_congruent(p, t, INT32_MIN, INT32_MAX, 4, 4)) ==
           even,
       "0 mod 4 and 2 mod 4 are the even ones");
    ok(vs_complement(p, t, even) == odd && vs_complement(p, t, odd) == even, "not even is odd");
    ok(vs_join(p, t, even, odd) == VS_TOP && vs_meet(p, t, even, odd) == VS_BOTTOM,
       "even and odd are everything and nothing");
    ok(vs_meet(p, t, even, vs_congruent(p, t, INT32_MIN, INT32_MAX, 3, 1)) ==
           vs_congruent(p, t, INT32_MIN, INT32_MAX, 6, 1),
       "0 mod 2 and 0 mod 3 is 0 mod 6");
    vs halves = vs_join(p, t, vs_meet(p, t, even, vs_interval(p, t, INT32_MIN, 99)),
                        vs_meet(p, t, even, vs_interval(p, t, 100, INT32_MAX)));
    ok(halves == even, "the even numbers cut at 100 and joined");
    vs bent = vs_join(p, t, vs_meet(p, t, even, vs_interval(p, t, INT32_MIN, -1)),
                      vs_meet(p, t, odd, vs_interval(p, t, 0, INT32_MAX)));
    ok(vs_contains(p, t, bent, -2) && !vs_contains(p, t, bent, -1) && !vs_contains(p, t, bent, 0) &&
           vs_contains(p, t, bent, 1),
       "even below zero and odd above is kept exactly");
    ok(vs_complement(p, t, vs_complement(p, t, bent)) == bent, "and survives two complements");
    ok(vs_minus(p, t, vs_join(p, t, bent, vs_small(0)), vs_small(0)) == bent, "and a value more or less");
    vs all = VS_BOTTOM;
    for (int i = 0; i < 1000; i++)
        all = vs_join(p, t, all, vs_small((i * 389 % 1000) * 8));
    ok(all == vs_congruent(p, t, 0, 7992, 8, 1), "1000 multiples of 8 in any order are one segment");
    ok(vs_congruent(p, u, -16, -1, 8, 1) == vs_join(p, u, vs_const(p, u, -16), vs_const(p, u, -8)),
       "at the end of 64 unsigned bits");
    vs scattered = VS_BOTTOM;
    for (int64_t i = 0; i < 500; i++)
        scattered = vs_join(p, t, scattered, vs_const(p, t, i * i * i));
    bool holds = true;
    for (int64_t i = 0; i < 500; i++)
        holds &= vs_contains(p, t, scattered, i * i * i);
    ok(holds && vs_max(p, t, scattered) == 499 * 499 * 499, "500 cubes are rounded up within the caps");
}

/* All pairs of sets of 3 bits. */
static void lattice(struct vs_pool *p, bool is_signed)
{
    struct vs_type t = int_type(3, is_signed);
    vs *s = all_sets(p, t);
    long wrong = 0;
    for (uint32_t a = 0; a < 256; a++)
        for (uint32_t b = 0; b < 256; b++) {
            wrong += a != b && s[a] == s[b];
            wrong += vs_join(p, t, s[a], s[b]) != s[a | b] || vs_meet(p, t, s[a], s[b]) != s[a & b];
            wrong += vs_minus(p, t, s[a], s[b]) != s[a & ~b] || vs_leq(p, t, s[a], s[b]) != !(a & ~b);
        }
    for (uint32_t a = 0; a < 256; a++) {
        bool in[8];
        for (int i = 0; i < 8; i++)
            in[i] = a >> i & 1;
        wrong += vs_complement(p, t, s[a]) != s[255 & ~a] || !reads_as(p, t, s[a], in);
    }
    ok(!wrong && s[255] == VS_TOP && s[0] == VS_BOTTOM, "%s: join, meet, minus, complement and inclusion of all sets",
       type_name(t));
    free(s);
}

/* Inclusion of large sets with residues, against elements. */
static void inclusion(struct vs_pool *p, int rounds)
{
    uint64_t seed = 11;
    long wrong = 0, yes = 0;
    for (int i = 0; i < rounds; i++) {
        struct vs_type t = int_type(8, i & 1);
        struct sample a, b;
        make(p, t, &seed, &a);
        make(p, t, &seed, &b);
        if (i % 3 == 0)
            b.set = vs_join(p, t, a.set, b.set);
        bool within = true;
        for (int x = least(t); x < least(t) + 256; x++)
            within &= !vs_contains(p, t, a.set, x) || vs_contains(p, t, b.set, x);
        wrong += vs_leq(p, t, a.set, b.set) != within;
        yes += within;
    }
    ok(!wrong && yes > rounds / 4, "inclusion is exact on %d random pairs, %ld of them included", rounds, yes);
}

static void widening(struct vs_pool *p)
{
    struct vs_type t = int_type(32, 1), u = int_type(32, 0);
    is(text_of(p, t, vs_widen(p, t, vs_interval(p, t, 0, 5), vs_interval(p, t, 0, 6))), ">= 0",
       "a growing upper end goes to the type's");
    is(text_of(p, t, vs_widen(p, t, vs_interval(p, t, 5, 9), vs_interval(p, t, 4, 9))), "[0 .. 9]",
       "a sinking lower end stops at 0");
    is(text_of(p, t, vs_widen(p, t, vs_interval(p, t, 0, 9), vs_interval(p, t, -1, 9))), "[-1 .. 9]", "and at -1");
    is(text_of(p, t, vs_widen(p, t, vs_small(0), vs_small(4))), "[0 .. 2147483644] = 0 mod 4",
       "steps of 4 stay multiples of 4");
    is(text_of(p, u, vs_widen(p, u, vs_interval(p, u, 3, 5), vs_interval(p, u, 2, 5))), "[0 .. 5]", "unsigned");
    ok(vs_widen(p, t, vs_interval(p, t, 0, 9), vs_interval(p, t, 3, 4)) == vs_interval(p, t, 0, 9),
       "nothing new, nothing widened");
    uint64_t seed = 3;
    int longest = 0;
    bool sound = true;
    for (int i = 0; i < 300; i++) {
        struct vs_type r = int_type(8 << (i % 4), i & 1);
        struct sample s;
        make(p, r, &seed, &s);
        vs v = s.set;
        int changes = 0;
        for (int j = 0; j < 60; j++) {
            make(p, r, &seed, &s);
            vs w = vs_widen(p, r, v, s.set);
            sound &= vs_leq(p, r, v, w) && vs_leq(p, r, s.set, w);
            changes += w != v;
            v = w;
        }
        longest = changes > longest ? changes : longest;
    }
    ok(sound && longest <= 12, "chains are short: at most %d steps", longest);
}

static void tight_caps(void)
{
    struct vs_limits limits = {.segments = 4, .modulus = 4, .enumerate = 64, .targets = 2};
    struct vs_pool *p = vs_pool_new(&limits);
    struct vs_type t = int_type(32, 1);
    vs v = VS_BOTTOM;
    int64_t values[] = {0, 10, 11, 40, 45, 100, 102};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        v = vs_join(p, t, v, vs_const(p, t, values[i]));
    is(text_of(p, t, v), "{0, [10 .. 11], [40 .. 45], [100 .. 102]}",
       "over the cap the smallest gaps are closed first");
    vs_pool_free(p);
}

int main(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    handles(p);
    lattice(p, false);
    lattice(p, true);
    large(p);
    orders(p, 4000);
    inclusion(p, 3000);
    widening(p);
    tight_caps();
    vs_pool_free(p);
    return done();
}
