/* SPDX-License-Identifier: GPL-3.0-or-later */
// --wrap of a function of libc.
// build: $CC $S -Wl,--wrap=getchar -o prog
// wants: any
#include <assert.h>
extern int getchar(void);
int __wrap_getchar(void)
{
    return 77;
}
int main(void)
{
    assert(!(getchar() == 77));
    return 0;
}
