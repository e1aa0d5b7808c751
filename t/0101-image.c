/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every operator on every pair of sets of 3 bits gives exactly the image; without enumeration nothing is missed.
 */
#include "0100-values.h"

/* image[x][B]: results of x with all of B; any: some choice may give anything. */
struct table {
    uint32_t image[8][256];
};

static void fill(struct table *table, enum vs_op op, struct vs_type r, struct vs_type ta, struct vs_type tb)
{
    uint32_t all = r.bits == 5 ? UINT32_MAX : (1u << (1 << r.bits)) - 1;
    for (int i = 0; i < 1 << ta.bits; i++)
        for (uint32_t b = 0; b < 1u << (1 << tb.bits); b++) {
            uint32_t image = 0;
            for (int j = 0; j < 1 << tb.bits; j++) {
                if (!(b >> j & 1))
                    continue;
                int z = oracle(op, r, least(ta) + i, least(tb) + j);
                image |= z == ANY ? all : z == TRAP ? 0 : 1u << (z - least(r));
            }
            table->image[i][b] = image;
        }
}

static uint32_t image_of(const struct table *table, uint32_t a, uint32_t b)
{
    uint32_t image = 0;
    for (; a; a &= a - 1)
        image |= table->image[__builtin_ctz(a)][b];
    return image;
}

struct result {
    long pairs, inexact, missed, excess;
};

static struct result run(struct vs_pool *p, enum vs_op op, struct vs_type r, struct vs_type ta, struct vs_type tb,
                         uint32_t step)
{
    static struct table table;
    struct result out = {0};
    vs *sa = all_sets(p, ta), *sb = all_sets(p, tb), *sr = all_sets(p, r);
    bool one = op <= VS_CONVERT;
    fill(&table, op, r, ta, tb);
    for (uint32_t a = 0; a < 1u << (1 << ta.bits); a++)
        for (uint32_t b = one ? 1 : 0; b < (one ? 2u : 1u << (1 << tb.bits)); b += step) {
            uint32_t image = image_of(&table, a, b);
            vs v = one ? vs_unary(p, op, r, sa[a], ta) : vs_binary(p, op, r, sa[a], ta, sb[b], tb);
            out.pairs++;
            if (v == sr[image])
                continue;
            uint32_t got = to_mask(p, r, v);
            if (!out.inexact++ && p)
                printf("# %s %s %s: got %s, expected %s\n", text_of(p, ta, sa[a]), vs_op_names[op],
                       one ? "" : text_of(p, tb, sb[b]), text_of(p, r, v), text_of(p, r, sr[image]));
            if (image & ~got && !out.missed++)
                printf("# MISSED: %s %s %s: got %s, expected %s\n", text_of(p, ta, sa[a]), vs_op_names[op],
                       one ? "" : text_of(p, tb, sb[b]), text_of(p, r, v), text_of(p, r, sr[image]));
            out.excess += __builtin_popcount(got & ~image);
        }
    free(sa);
    free(sb);
    free(sr);
    return out;
}

static void all_operators(struct vs_pool *p, bool exact)
{
    for (int s = 0; s < 2; s++) {
        struct vs_type t = int_type(3, s),
                       to[] = {int_type(1, 0), int_type(2, 1), int_type(4, 0), int_type(4, 1), int_type(3, !s)};
        struct result all = {0};
        for (enum vs_op op = 0; op < VS_OPS; op++) {
            struct vs_type r = op == VS_LOGNOT || op >= VS_EQ ? int_type(2, 1) : t;
            struct result x = run(p, op, r, t, t, exact ? 1 : 3);
            if (exact)
                ok(!x.inexact && x.pairs >= 256, "%s '%s' is the exact image on all %ld choices", type_name(t),
                   vs_op_names[op], x.pairs);
            all.pairs += x.pairs;
            all.missed += x.missed;
            all.excess += x.excess;
            if (!exact && op != VS_MUL)
                ok(!x.inexact, "%s '%s' is exact without enumeration, too", type_name(t), vs_op_names[op]);
            if (!exact && x.excess)
                printf("# %s '%s' without enumeration: %.4f values too many on average\n", type_name(t),
                       vs_op_names[op], (double)x.excess / (double)x.pairs);
        }
        for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
            struct result x = run(p, VS_CONVERT, to[i], t, t, 1);
            ok(exact ? !x.inexact : !x.missed, "%s to %s", type_name(t), type_name(to[i]));
        }
        for (enum vs_op op = VS_SHL; op <= VS_SHR; op++) { /* the other kind of amount */
            struct result x = run(p, op, t, t, int_type(3, !s), 1);
            ok(exact ? !x.inexact : !x.missed, "%s '%s' by %s", type_name(t), vs_op_names[op],
               type_name(int_type(3, !s)));
        }
        if (!exact)
            ok(!all.missed, "%s: nothing is missed without enumeration; %.4f values too many on average", type_name(t),
               (double)all.excess / (double)all.pairs);
    }
}

int main(void)
{
    struct vs_limits off = {.segments = 64, .modulus = 64, .enumerate = 0, .targets = 64};
    struct vs_pool *p = vs_pool_new(NULL), *q = vs_pool_new(&off);
    all_operators(p, true);
    all_operators(q, false);
    vs_pool_free(p);
    vs_pool_free(q);
    return done();
}
