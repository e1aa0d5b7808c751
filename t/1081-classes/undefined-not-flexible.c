/* SPDX-License-Identifier: GPL-3.0-or-later */
// Reads of initialised elements of a flexible array member are defined in GNU C.
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static struct {
    int n;
    char d[];
} v = {3, {0, 1, 2}};
int main(void)
{
    int sum = 0;
    for (int i = 0; i < v.n; i++)
        sum += v.d[i];
    claim(sum == 3 && v.d[2] == 2);
    return 0;
}
