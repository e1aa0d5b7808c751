/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What a second caller of the recursion holds keeps its name.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#pragma cwolf input __VERIFIER_nondet_int : [0, 1]
int *a[3], phase;
static void f(void)
{
    if (phase) {
        int *t = a[0];
        *a[2] = 99;
        a[0] = a[2];
        a[2] = t;
        t = 0;
        for (int i = 0; i < 2; i++)
            phase = 1 + __VERIFIER_nondet_int();
        return;
    }
    int *p = a[1];
    if (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 20; i++)
            phase = __VERIFIER_nondet_int();
        p = a[2];
    }
    phase = 1;
    f();
    if (*p == 99)
        abort();
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        a[i] = malloc(sizeof(int));
        if (!a[i]) exit(1);
        *a[i] = i;
    }
    f();
    return 0;
}
