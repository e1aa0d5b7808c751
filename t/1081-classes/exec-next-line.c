/* SPDX-License-Identifier: GPL-3.0-or-later */
// The line after a call whose result is stored, in a loop.
// model: next
// model: three
// wants: True
#include <stdio.h>
static int x, y;
#pragma cwolf label exec "exec-next-line.c":14 => next
#pragma cwolf label exec "exec-next-line.c":16 => three
int main(void)
{
    while (x != 'q') {
        x = getchar();
        y = x + 1;
    }
    y = 3;
    return y;
}
