/* SPDX-License-Identifier: GPL-3.0-or-later */
// A resolver decides which function the name is.
// wants: any
#include <assert.h>
static int one(void)
{
    return 1;
}
static int two(void)
{
    return 2;
}
static int (*choose(void))(void)
{
    return two == one ? one : two;
}
int f(void) __attribute__((ifunc("choose")));
int main(void)
{
    assert(!(f() == 2));
    return 0;
}
