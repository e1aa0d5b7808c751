/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor registers the handler that main's signal calls.
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
static void handler(int s)
{
    (void)s;
    abort();
}
__attribute__((constructor)) static void first(void)
{
    signal(SIGUSR1, handler);
}
int main(void)
{
    raise(SIGUSR1);
    return 0;
}
