/* SPDX-License-Identifier: GPL-3.0-or-later */
// printf is an output function that stores: %n behind its pointer.
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int n = 9;
    printf("ab%n\n", &n);
    assert(!(n == 2));
    return 0;
}
