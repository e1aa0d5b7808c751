/* SPDX-License-Identifier: GPL-3.0-or-later */
// A load through null, unused, before a failing assertion; -O1 removes it.
// undefined
// run: ./prog
// libs: -O1
// wants: any
#include <assert.h>
int main(void)
{
    int *p = 0;
    int x = *p;
    (void)x;
    assert(0);
}
