/* SPDX-License-Identifier: GPL-3.0-or-later */
// Signed overflow that wraps at -O0.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
#include <limits.h>
int main(void)
{
    int x = INT_MAX;
    x++;
    assert(x > 0);
    return 0;
}
