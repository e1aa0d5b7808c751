/* SPDX-License-Identifier: GPL-3.0-or-later */
// A counter that is compared with an input.
#include <assert.h>
#include <stdio.h>
static unsigned seen;
int main(void)
{
    unsigned most = 0;
    for (int c; (c = getchar()) != EOF;) {
        seen++;
        if (c == 'x')
            most = seen;
    }
    assert(most <= seen);
    return 0;
}
