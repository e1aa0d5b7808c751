/* SPDX-License-Identifier: GPL-3.0-or-later */
// A number is used though it could not be read.
// kind: uninitialised
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
    read_number(&number);
    if (number > 100) // error
        puts("large");
    return 0;
}
