/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each activation has its own local, whose address the next one gets.
// wants: any
#include <assert.h>
static int sum(int n, int *above)
{
    int mine = n;
    if (n > 0)
        sum(n - 1, &mine);
    *above += mine;
    return mine;
}
int main(void)
{
    int x = 0;
    sum(3, &x);
    assert(!(x == 6));
    return 0;
}
