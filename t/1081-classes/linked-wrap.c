/* SPDX-License-Identifier: GPL-3.0-or-later */
// --wrap=f at the link: calls of f are calls of __wrap_f, __real_f is f.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -Wl,--wrap=f -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
extern int f(void);
extern int __real_f(void);
#ifdef OTHER
int f(void)
{
    return 1;
}
#else
int __wrap_f(void)
{
    return __real_f() + 2;
}
int main(void)
{
    claim(f() == 3);
    return 0;
}
#endif
