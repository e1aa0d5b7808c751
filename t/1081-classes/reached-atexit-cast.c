/* SPDX-License-Identifier: GPL-3.0-or-later */
// atexit with a function that takes arguments and returns something.
// run: ./prog
// wants: any
#include <assert.h>
#include <stdlib.h>
static int x;
static long last(int a, char *b)
{
    (void)a, (void)b;
    assert(x != 2);
    return 1;
}
int main(void)
{
    atexit((void (*)(void))last);
    x = 2;
    return 0;
}
