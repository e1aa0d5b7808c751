/* SPDX-License-Identifier: GPL-3.0-or-later */
// The element is read before the index is tested.
// kind: out-of-bounds
#include <stdio.h>
#include <stdlib.h>

static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i - 1;
        while (a[j] > x && j >= 0) { // error
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = x;
    }
}

int main(void)
{
    int *a = malloc(5 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 5; i++)
        a[i] = (i * 3 + 2) % 5;
    sort(a, 5);
    printf("%d %d\n", a[0], a[4]);
    free(a);
    return 0;
}
