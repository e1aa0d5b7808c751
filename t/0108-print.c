/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Value sets in the user's words.
 */
#include "0100-values.h"

int main(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    struct vs_type i = int_type(32, 1), u = int_type(32, 0), c = int_type(8, 0), f = {.kind = VS_FLOAT, .bits = 64};
    struct vs_type l = int_type(64, 0);
    is(text_of(p, i, VS_BOTTOM), "nothing", "the empty set");
    is(text_of(p, i, VS_TOP), "any", "everything");
    is(text_of(p, f, VS_TOP), "any", "floating point");
    is(text_of(p, i, vs_small(-3)), "-3", "one value");
    is(text_of(p, i, vs_interval(p, i, 0, 9)), "[0 .. 9]", "an interval");
    is(text_of(p, c, vs_interval(p, c, 0, 9)), "[0 .. 9]", "at the lower end of an unsigned type");
    is(text_of(p, i, vs_interval(p, i, 10, INT32_MAX)), ">= 10", "to the upper end");
    is(text_of(p, i, vs_interval(p, i, INT32_MIN, -1)), "<= -1", "from the lower end of a signed type");
    is(text_of(p, i, vs_join(p, i, vs_small(1), vs_small(3))), "{1, 3}", "two values");
    is(text_of(p, i, vs_join(p, i, vs_small(0), vs_interval(p, i, 5, 9))), "{0, [5 .. 9]}", "a value and an interval");
    is(text_of(p, i, vs_complement(p, i, vs_small(0))), "not 0", "all but one");
    is(text_of(p, i, vs_complement(p, i, vs_interval(p, i, 3, 5))), "not in [3 .. 5]", "all but an interval");
    is(text_of(p, i, vs_complement(p, i, vs_join(p, i, vs_small(1), vs_small(3)))), "not in {1, 3}", "all but two");
    is(text_of(p, i, vs_congruent(p, i, 0, 30, 2, 1)), "[0 .. 30] = 0 mod 2", "the even ones");
    is(text_of(p, i, vs_congruent(p, i, INT32_MIN, INT32_MAX, 2, 2)), "any = 1 mod 2", "all odd ones");
    is(text_of(p, i, vs_congruent(p, i, 0, 10000, 5, 9)), "[0 .. 10000] = {0, 3} mod 5", "several remainders");
    is(text_of(p, u, vs_congruent(p, u, 5, UINT32_MAX, 4, 2)), "[5 .. 4294967293] = 1 mod 4",
       "remainders from a bound on");
    is(text_of(p, l, vs_const(p, l, -1)), "18446744073709551615", "the greatest value of 64 unsigned bits");
    vs squares = VS_BOTTOM;
    for (int64_t x = 0; x < 20; x++)
        squares = vs_join(p, i, squares, vs_small(x * x));
    is(text_of(p, i, squares), "{[0 .. 1], 4, 9, 16, 25, 36, 49, 64, 81, ..., 361}", "long lists are cut");
    vs_pool_free(p);
    return done();
}
