/* SPDX-License-Identifier: GPL-3.0-or-later */
// An argument is used if it was given.
#include <stdio.h>

static int sum_digits(const char *s)
{
    int sum = 0;
    for (; *s && sum < 1000; s++)
        if (*s >= '0' && *s <= '9')
            sum += *s - '0';
    return sum;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    printf("%d\n", sum_digits(argv[1]));
    return 0;
}
