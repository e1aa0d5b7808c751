/* SPDX-License-Identifier: GPL-3.0-or-later */
// A declaration with an initialiser that calls.
// model: begins
// wants: True
#include <stdio.h>
#pragma cwolf label exec "exec-declaration.c":9 => begins
int main(void)
{
    int c = getchar();
    return c;
}
