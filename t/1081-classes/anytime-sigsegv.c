/* SPDX-License-Identifier: GPL-3.0-or-later */
// A fault calls the handler, which is the program's own.
// run: ./prog
// undefined
// wants: any
#include <signal.h>
#include <stdlib.h>
static void handler(int s)
{
    (void)s;
    abort();
}
int main(void)
{
    int *volatile p = 0;
    signal(SIGSEGV, handler);
    return *p;
}
