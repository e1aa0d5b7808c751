/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static const int sorted[8] = {3, 9, 14, 22, 31, 47, 58, 90};
int main(void)
{
    int key = __VERIFIER_nondet_int(), low = 0, high = 7;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 5 && sorted[low] != key && key % 7 == 0)
        abort();
    return 0;
}
