/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
extern char **environ;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (environ[0] == 0))
        abort();
    return 0;
}
