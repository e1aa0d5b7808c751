/* SPDX-License-Identifier: GPL-3.0-or-later */
// The handler in force comes back behind the third argument, and is called from there.
// run: ./prog
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
    struct sigaction old = {0};
    signal(SIGUSR1, handler);
    sigaction(SIGUSR1, 0, &old);
    signal(SIGUSR1, SIG_DFL);
    if (old.sa_handler != SIG_DFL)
        old.sa_handler(1);
    return 0;
}
