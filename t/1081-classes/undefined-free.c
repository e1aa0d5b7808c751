/* SPDX-License-Identifier: GPL-3.0-or-later */
// A freed block is read, and the program goes on.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4000);
    if (!p)
        return 1;
    p[500] = 1;
    free(p);
    int x = p[500];
    assert(x != 1);
    return 0;
}
