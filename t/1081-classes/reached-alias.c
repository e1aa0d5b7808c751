/* SPDX-License-Identifier: GPL-3.0-or-later */
// An alias of a function, and one of a variable.
// wants: any
#include <assert.h>
int x = 1;
extern int y __attribute__((alias("x")));
static void store(int v)
{
    x = v;
}
static void other(int) __attribute__((alias("store")));
int main(void)
{
    other(5);
    assert(!(y == 5));
    return 0;
}
