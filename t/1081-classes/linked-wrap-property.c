/* SPDX-License-Identifier: GPL-3.0-or-later */
// The question is in the program: the link asks it, with --wrap.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -Wl,--wrap=f -o prog
// exhaustive
// wants: any
#include <assert.h>
extern int f(void);
extern int __real_f(void);
#ifdef OTHER
int f(void)
{
    return 1;
}
#else
#pragma cwolf property reach-assert
int __wrap_f(void)
{
    return __real_f() + 2;
}
int main(void)
{
    assert(f() == 3);
    return 0;
}
#endif
