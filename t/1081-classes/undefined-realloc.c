/* SPDX-License-Identifier: GPL-3.0-or-later */
// The old pointer after realloc that did not move.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(40);
    int *q = realloc(p, 36);
    if (!q)
        return 1;
    *q = 1;
    *p = 2;
    assert(*q == 1);
    return 0;
}
