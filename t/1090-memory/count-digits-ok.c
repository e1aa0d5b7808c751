/* SPDX-License-Identifier: GPL-3.0-or-later */
// The digits of a line are counted.
// input: 2024-06-01\n
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int count[10] = {0};
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (isdigit(c))
            count[c - '0']++;
    for (int i = 0; i < 10; i++)
        printf("%d: %d\n", i, count[i]);
    return 0;
}
