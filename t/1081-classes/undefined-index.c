/* SPDX-License-Identifier: GPL-3.0-or-later */
// An index beyond the array is read, and the program goes on.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(void)
{
    int a[3] = {0}, i = 6, x;
    x = a[i];
    (void)x;
    assert(0);
}
