/* SPDX-License-Identifier: GPL-3.0-or-later */
// A compound literal ends with its block.
// kind: use-after-scope
// nondet: -3
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct range {
    int low, high;
};

int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct range *r = &(struct range){0, 100};
    if (x < 0) {
        r = &(struct range){-100, -1};
    }
    if (x < r->low) // error
        puts("below");
    return 0;
}
