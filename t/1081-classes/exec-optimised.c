/* SPDX-License-Identifier: GPL-3.0-or-later */
// The line is there in a program of -O2, too.
// libs: -O2
// model: there
// wants: True
#include <stdio.h>
static int x;
#pragma cwolf label exec "exec-optimised.c":13 => there
int main(void)
{
    if (getchar() == 'a')
        puts("a");
    x = getchar();
    return x;
}
