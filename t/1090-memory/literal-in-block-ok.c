/* SPDX-License-Identifier: GPL-3.0-or-later */
// Compound literals of the whole function.
// nondet: -3
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct range {
    int low, high;
};

int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct range *negative = &(struct range){-100, -1};
    struct range *r = &(struct range){0, 100};
    if (x < 0) {
        r = negative;
    }
    if (x < r->low)
        puts("below");
    return 0;
}
