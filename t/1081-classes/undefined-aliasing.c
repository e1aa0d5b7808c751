/* SPDX-License-Identifier: GPL-3.0-or-later */
// An object read through a pointer of another type, at -O0.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(void)
{
    float f = 1.0f;
    int i = *(int *)&f;
    assert(i != 0x3f800000);
    return 0;
}
