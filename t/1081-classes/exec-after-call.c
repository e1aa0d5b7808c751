/* SPDX-License-Identifier: GPL-3.0-or-later */
// A rule for the line that stores what a call returned.
// model: stored
// exhaustive
// wants: True
#include <stdio.h>
static int x;
#pragma cwolf label exec "exec-after-call.c":11 => stored
int main(void)
{
    x = getchar();
    return 0;
}
