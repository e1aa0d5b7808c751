/* SPDX-License-Identifier: GPL-3.0-or-later */
// A binary search.
#include <stdio.h>

static int find(const int *a, int n, int key)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
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
