/* SPDX-License-Identifier: GPL-3.0-or-later */
// The remainder of a negative key is negative.
// kind: out-of-bounds
// nondet: -7
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 16

static int count[BUCKETS];

static void add(int key)
{
    count[key % BUCKETS]++; // error
}

int main(void)
{
    add(__VERIFIER_nondet_int());
    add(4);
    printf("%d\n", count[4]);
    return 0;
}
