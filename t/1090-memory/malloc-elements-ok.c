/* SPDX-License-Identifier: GPL-3.0-or-later */
// Room for ten numbers.
#include <stdio.h>
#include <stdlib.h>

static int *squares(int n)
{
    int *a = malloc(n * sizeof *a);
    if (!a)
        return NULL;
    for (int i = 0; i < n; i++)
        a[i] = i * i;
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
