/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Of two blocks of one site either may come first.
#include <stdlib.h>
int main(void)
{
    char *p = 0, *q = 0;
    for (int i = 0; i < 1000; i++) {
        char *x = malloc(200000);
        if (!x) return 0;
        q = p; p = x;
        if (q && p < q) abort();
    }
    return 0;
}
