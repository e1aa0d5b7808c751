/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* The result depends on an input. */
struct range { int lo, hi; };
static struct range choose(int c)
{
    struct range small = {0, 10}, large = {100, 200};
    return c ? large : small;
}
int main(int argc, char **argv)
{
    int c = 0;
    if (argc > 1)
        c = 1;
    struct range r = choose(c);
    CLAIM(1, r.lo < r.hi);
    CLAIM(2, c == (r.lo == 100));
    CLAIM(3, c != (r.hi == 10));
    return 0;
}
