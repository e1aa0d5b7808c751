/* SPDX-License-Identifier: GPL-3.0-or-later */
// isdigit in the C locale; its result is not 1.
// run: echo 7 | ./prog
// wants: False
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void)
{
    int c = getchar();
    assert(c != '7' || isdigit(c) == 1);
    return 0;
}
