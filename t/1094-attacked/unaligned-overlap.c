/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Accesses that need not be aligned overlap in part.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef int u __attribute__((aligned(1), may_alias));
char buf[16];
struct S { char c[4]; };
int main(void) {
    unsigned h = 17, k, n = __VERIFIER_nondet_int();
    for (k = 0; k < 200; k++) { h = h * 1664525 + (n ^ (h >> 13)) + 1013904223; n = (n << 5 | n >> 27) ^ h; }
    struct S *p = (struct S*)&buf[0], *q = (struct S*)&buf[0];
    if ((h & 0xfffff) == 0x12345) q = (struct S*)&buf[1];
    *(u*)p = 0;
    *(u*)q = -1;
    if (*(u*)p != 0 && *(u*)p != -1) abort();
    return 0;
}
