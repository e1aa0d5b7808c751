/* SPDX-License-Identifier: GPL-3.0-or-later */
// INT_MIN / -1 faults: a handler sees it.
// undefined
// run: ./prog
// wants: any
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
static void handler(int s)
{
    (void)s;
    abort();
}
int main(void)
{
    volatile int a = INT_MIN, b = -1;
    signal(SIGFPE, handler);
    return a / b;
}
