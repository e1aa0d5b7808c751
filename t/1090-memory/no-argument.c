/* SPDX-License-Identifier: GPL-3.0-or-later */
// An argument is used that was not given.
// kind: null
#include <stdio.h>

static int sum_digits(const char *s)
{
    int sum = 0;
    for (; *s; s++) // error
        if (*s >= '0' && *s <= '9')
            sum += *s - '0';
    return sum;
}

int main(int argc, char **argv)
{
    (void)argc;
    printf("%d\n", sum_digits(argv[1]));
    return 0;
}
