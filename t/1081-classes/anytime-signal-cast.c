/* SPDX-License-Identifier: GPL-3.0-or-later */
// signal() with a function of another type.
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
static int handler(void)
{
    abort();
    return 1;
}
int main(void)
{
    signal(SIGINT, (void (*)(int))handler);
    raise(SIGINT);
    return 0;
}
