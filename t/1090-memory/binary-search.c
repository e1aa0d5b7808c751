/* SPDX-License-Identifier: GPL-3.0-or-later */
// A search over a closed interval starts with the end of an open one.
// kind: out-of-bounds
#include <stdio.h>

static int find(const int *a, int n, int key)
{
    int low = 0, high = n;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key) // error
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int primes[] = {2, 3, 5, 7, 11, 13, 17};
    printf("%d\n", find(primes, sizeof primes / sizeof *primes, 18));
    return 0;
}
