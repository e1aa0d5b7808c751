/* SPDX-License-Identifier: GPL-3.0-or-later */
// A symbol that a linker script puts at the address of a variable.
// build: echo 'second = first + 4;' >extra.ld
// build: $CC $S extra.ld -o prog
// run: ./prog
// wants: any
#include <assert.h>
int first[2] = {1, 2};
extern int second;
int main(void)
{
    second = 7;
    assert(first[1] == 2);
    return 0;
}
