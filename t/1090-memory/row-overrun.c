/* SPDX-License-Identifier: GPL-3.0-or-later */
// The border of a board: the last cell of a row is one column too far.
// kind: out-of-bounds
#include <stdio.h>

enum { SIDE = 6 };

int main(void)
{
    char board[SIDE][SIDE] = {{0}};
    for (int i = 0; i < SIDE; i++) {
        board[i][0] = '#';
        board[i][SIDE] = '#'; // error
    }
    putchar(board[2][0]);
    putchar('\n');
    return 0;
}
