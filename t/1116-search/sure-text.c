/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char t[4] = "abc";
    if (n * n == 49 && (strchr(t, 98) == t + 1 && !strcmp(t, "abc")))
        abort();
    return 0;
}
