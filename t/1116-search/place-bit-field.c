/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct bits {
    unsigned a : 3, b : 5, c : 9;
};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct bits s;
    s.a = 1;
    if (n * n == 49 && s.b == 0 && s.a == 1)
        abort();
    return 0;
}
