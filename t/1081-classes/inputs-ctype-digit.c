/* SPDX-License-Identifier: GPL-3.0-or-later */
// A digit is in '0' .. '9', in every locale.
// run: echo 7 | ./prog
// run: echo x | ./prog
// exhaustive
// wants: any
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void)
{
    int c = getchar();
    if (isdigit(c))
        assert(c >= '0' && c <= '9');
    return 0;
}
