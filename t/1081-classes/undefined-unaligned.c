/* SPDX-License-Identifier: GPL-3.0-or-later */
// A load at an odd address.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(void)
{
    char b[8] = {0, 1, 0, 0, 0, 0, 0, 0};
    int *p = (int *)(b + 1);
    assert(*p != 1);
    return 0;
}
