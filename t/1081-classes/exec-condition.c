/* SPDX-License-Identifier: GPL-3.0-or-later */
// A rule for a line whose only code is a condition with a call in it.
// model: decided
// wants: True
#include <stdio.h>
#pragma cwolf label exec "exec-condition.c":11 => decided
static int x;
int main(void)
{
    x = 1;
    if (getchar() == 'a' &&
        x == 1)
        x = 2;
    return x;
}
