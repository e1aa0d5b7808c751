/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rows and columns of a matrix are swapped.
// kind: out-of-bounds
#include <stdio.h>

#define ROWS    3
#define COLUMNS 5

static int m[ROWS][COLUMNS];

int main(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            m[c][r] = r * c; // error
    int trace = 0;
    for (int i = 0; i < ROWS; i++)
        trace += m[i][i];
    printf("%d\n", trace);
    return 0;
}
