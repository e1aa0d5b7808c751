/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What is assumed was never given a value.
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int *q = malloc(24), *p;
    if (!q) return 0;
    q[4] = 7; free(q);
    p = malloc(24);
    if (!p) return 0;
    __VERIFIER_assume(p[4] == 7);
    reach_error();
    return 0;
}
