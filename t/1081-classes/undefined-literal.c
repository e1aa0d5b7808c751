/* SPDX-License-Identifier: GPL-3.0-or-later */
// A string literal is stored to: a fault, and a handler sees it.
// undefined
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
static void handler(int s)
{
    abort();
}
int main(void)
{
    char *p = "abc";
    signal(SIGSEGV, handler);
    p[0] = 'x';
    return 0;
}
