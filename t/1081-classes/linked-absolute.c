/* SPDX-License-Identifier: GPL-3.0-or-later */
// --defsym of a number: the address of a variable that is nowhere.
// build: $CC $S -no-pie -Wl,--defsym=size=5 -o prog
// wants: any
#include <assert.h>
extern char size[];
int main(void)
{
    assert(!((long)size == 5));
    return 0;
}
