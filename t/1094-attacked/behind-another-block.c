/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The end of one block may be the beginning of another.
#include <stdlib.h>
int main(void)
{
    char *p = 0, *q = 0;
    for (int i = 0; i < 1000; i++) {
        char *x = malloc(16);
        if (!x) return 0;
        q = p; p = x;
        if (q && q + 16 == p) abort();
    }
    return 0;
}
