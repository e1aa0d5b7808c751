/* SPDX-License-Identifier: GPL-3.0-or-later */
// A buffer for any number.
// nondet: -1000000
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *text = malloc(12);
    if (!text)
        return 1;
    sprintf(text, "%d", n);
    puts(text);
    free(text);
    return 0;
}
