/* SPDX-License-Identifier: GPL-3.0-or-later */
// Elements are counted where malloc wants bytes.
// kind: out-of-bounds
#include <stdio.h>
#include <stdlib.h>

static int *squares(int n)
{
    int *a = malloc(n);
    if (!a)
        return NULL;
    for (int i = 0; i < n; i++)
        a[i] = i * i; // error
    return a;
}

int main(void)
{
    int *a = squares(10);
    if (!a)
        return 1;
    printf("%d\n", a[9]);
    free(a);
    return 0;
}
