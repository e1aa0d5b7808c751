/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls: recursion alone and in pairs, results on the way back, statics of functions, arguments that change.
 */
#include "runs.h"

static int is_odd(unsigned n);
static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int fib(int n)
{
    if (n < 2)
        return n;
    int a = fib(n - 1);
    int b = fib(n - 2);
    return a + b;
}

static int gcd(int a, int b)
{
    while (b) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int counter(int reset)
{
    static int count = 0;
    if (reset)
        count = 0;
    return count++;
}

static void hanoi(int n, int from, int to, int *moves)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, 6 - from - to, moves);
    ++*moves;
    if (n == 2)
        SHOW("big disc to", to)
    hanoi(n - 1, 6 - from - to, to, moves);
}

static int clamp(int v, int low, int high)
{
    if (v < low)
        v = low;
    else if (v > high)
        v = high;
    return v;
}

int main(void)
{
    int c, n = 0;
    while (n < 2) {
        n++;
        c = getchar() & 63;
        int d = clamp(c / 4 - 1, 0, 7);
        switch (c & 3) {
        case 0:
            EITHER(is_even((unsigned)d), "even", "odd")
            break;
        case 1:
            SHOW("fib", fib(d < 5 ? d : 5))
            break;
        case 2:
            SHOW("gcd", gcd(12, d))
            break;
        default: {
            int moves = 0;
            hanoi(d & 1 ? 2 : 1, 1, 3, &moves);
            SHOW("moves", moves)
        }
        }
        SHOW("count", counter(d == 7))
    }
    return n == 2 ? 2 : 0;
}
