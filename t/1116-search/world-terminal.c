/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
#include <unistd.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (!isatty(0)))
        abort();
    return 0;
}
