/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char text[40]; snprintf(text, 40, "%lx", (unsigned long)&a);
    if (n * n == 49 && (strlen(text) != 8))
        abort();
    return 0;
}
