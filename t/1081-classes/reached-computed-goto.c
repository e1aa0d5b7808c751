/* SPDX-License-Identifier: GPL-3.0-or-later */
// A table of label differences.
// wants: any
#include <assert.h>
int main(void)
{
    static const int table[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    int x = 0, at = 2;
    goto *(&&a + table[at]);
a:
    x += 1;
b:
    x += 2;
c:
    x += 4;
    if (at-- == 2)
        goto *(&&a + table[at]);
    assert(!(x == 10));
    return 0;
}
