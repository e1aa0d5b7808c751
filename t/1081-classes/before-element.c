/* SPDX-License-Identifier: GPL-3.0-or-later */
// The element before an element that is chosen at run time lies in the array.
// run: for i in 0 1 2 3 4; do echo $i | ./prog || exit; done
// exhaustive
// wants: any
#include <stdio.h>

static int squares[5] = {0, 1, 4, 9, 16};

int main(void)
{
    int i = getchar() - '0';
    if (i < 1 || i > 4)
        return 0;
    int *p = &squares[i];
    if (p[-1] != (i - 1) * (i - 1) || (&squares[i])[-1] != p[-1])
        __builtin_abort();
    return 0;
}
