/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    const char *p = "zabc"; const char *text = "abc";
    if (n * n == 49 && (text != p + 1))
        abort();
    return 0;
}
