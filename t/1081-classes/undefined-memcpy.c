/* SPDX-License-Identifier: GPL-3.0-or-later */
// memcpy of parts that overlap.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
#include <string.h>
int main(void)
{
    char b[32] = "abcdefghijklmnopqrstuvwxyz";
    memcpy(b + 1, b, 20);
    assert(b[0] == 'b');
    return 0;
}
