/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * At 4 bits: every interval, and every second remainder segment, against a regular sample of all 65536 sets, in both
 * orders. The exact image, for every operator. t/long/0102-image-4-bits.c takes every seventh set.
 */
#include "0100-values.h"

#ifndef SAMPLE_STEP
#define SAMPLE_STEP 331
#endif

static uint16_t image[16][16];

static void fill(enum vs_op op, struct vs_type t)
{
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            int z = oracle(op, t, least(t) + i, least(t) + j);
            image[i][j] = z == ANY ? 0xffff : z == TRAP ? 0 : (uint16_t)(1u << (z - least(t)));
        }
}

static uint32_t image_of(uint32_t a, uint32_t b)
{
    uint32_t out = 0;
    for (uint32_t x = a; x; x &= x - 1)
        for (uint32_t y = b; y; y &= y - 1)
            out |= image[__builtin_ctz(x)][__builtin_ctz(y)];
    return out;
}

/* Masks of all segments: intervals, and those with remainders 0 or 1 modulo 2, 3 and 5. */
static size_t segments(uint32_t *out)
{
    size_t n = 0;
    for (int lo = 0; lo < 16; lo++)
        for (int hi = lo; hi < 16; hi++)
            out[n++] = ((1u << (hi - lo + 1)) - 1) << lo;
    for (int k = 2; k <= 5; k += k == 3 ? 2 : 1)
        for (int r = 0; r < 2; r++) {
            out[n] = 0;
            for (int x = r; x < 16; x += k)
                out[n] |= 1u << x;
            n++;
        }
    return n;
}

static long run(struct vs_pool *p, enum vs_op op, struct vs_type t, const vs *sets, uint32_t step, long *choices)
{
    uint32_t segs[200];
    long wrong = 0;
    size_t n = segments(segs);
    struct vs_type r = op >= VS_EQ ? int_type(2, 1) : t;
    fill(op, t);
    for (size_t i = 0; i < n; i++)
        for (uint32_t b = (uint32_t)i % step; b < 65536; b += step) {
            uint32_t x = b & 1 ? segs[i] : b, y = b & 1 ? b : segs[i], expected = image_of(x, y);
            vs v = vs_binary(p, op, r, sets[x], t, sets[y], t);
            ++*choices;
            if (op >= VS_EQ)
                wrong +=
                    to_mask(p, r, v) != ((expected >> (0 - least(t)) & 1) << 2 | (expected >> (1 - least(t)) & 1) << 3);
            else if (v != sets[expected] && !wrong++)
                printf("# %s %s %s: got %s, expected %s\n", text_of(p, t, sets[x]), vs_op_names[op],
                       text_of(p, t, sets[y]), text_of(p, t, v), text_of(p, t, sets[expected]));
        }
    return wrong;
}

int main(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    uint32_t step = SAMPLE_STEP;
    for (int s = 0; s < 2; s++) {
        struct vs_type t = int_type(4, s);
        vs *sets = all_sets(p, t);
        for (enum vs_op op = VS_ADD; op < VS_OPS; op++) {
            long choices = 0, wrong = run(p, op, t, sets, step, &choices);
            ok(!wrong, "%s '%s' is exact on %ld choices", type_name(t), vs_op_names[op], choices);
        }
        free(sets);
    }
    vs_pool_free(p);
    return done();
}
