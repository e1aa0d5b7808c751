/* SPDX-License-Identifier: GPL-3.0-or-later */
// The sum of an array.
#include <stdio.h>

#define DAYS 7

static const int rain[DAYS] = {0, 3, 12, 7, 0, 0, 1};

int main(void)
{
    int sum = 0;
    for (int i = 0; i < DAYS; i++)
        sum += rain[i];
    printf("%d\n", sum);
    return 0;
}
