/* SPDX-License-Identifier: GPL-3.0-or-later */
// The remainder is taken of an unsigned key.
// nondet: -7
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define BUCKETS 16

static int count[BUCKETS];

static void add(unsigned key)
{
    count[key % BUCKETS]++;
}

int main(void)
{
    add(__VERIFIER_nondet_int());
    add(4);
    printf("%d\n", count[4]);
    return 0;
}
