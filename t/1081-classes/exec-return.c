/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line with nothing but a return.
// model: leaves
// wants: True
#include <stdio.h>
#pragma cwolf label exec "exec-return.c":10 => leaves
static int get(void)
{
    int c = getchar();
    return c;
}
int main(void)
{
    return get();
}
