/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a pointer parameter leads to.
#include <assert.h>
#include <stdio.h>
static void step(int *where, int by)
{
    *where += by;
}
int main(void)
{
    int place = 0;
    for (int i = 0; i < 3; i++)
        step(&place, getchar() & 3);
    assert(place != 5);
    return 0;
}
