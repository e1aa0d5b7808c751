/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: no-uninit
// Where the input ends, %4c is content with less.
#include <stdio.h>
int main(void)
{
    char b[4];
    if (sscanf("ab", "%4c", b) == 1 && b[3] == 'x') putchar('!');
    return 0;
}
