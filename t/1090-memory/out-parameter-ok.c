/* SPDX-License-Identifier: GPL-3.0-or-later */
// A number is used if it could be read.
// input: twelve\n
#include <stdio.h>

static int read_number(int *number)
{
    int c = getchar(), n = 0;
    if (c < '0' || c > '9')
        return -1;
    for (; c >= '0' && c <= '9' && n < 1000; c = getchar())
        n = 10 * n + c - '0';
    *number = n;
    return 0;
}

int main(void)
{
    int number;
    if (read_number(&number) < 0)
        return 1;
    if (number > 100)
        puts("large");
    return 0;
}
