/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is no digit is counted like one.
// kind: out-of-bounds
// input: 2024-06-01\n
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int count[10] = {0};
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        count[c - '0']++; // error
    for (int i = 0; i < 10; i++)
        printf("%d: %d\n", i, count[i]);
    return 0;
}
