/* SPDX-License-Identifier: GPL-3.0-or-later */
// A signal that is ignored, one with a handler, one whose handler runs once, and then the signal itself.
// run: printf k | ./prog
// run: ./prog </dev/null
// wants: False
// aborts
#include <assert.h>
#include <signal.h>
#include <stdio.h>
static volatile int n, k;
static void plain(int s)
{
    n += k;
}
int main(void)
{
    struct sigaction once = {.sa_handler = plain, .sa_flags = SA_RESETHAND};
    k = getchar();
    if (signal(SIGTERM, plain) == SIG_ERR || signal(SIGUSR1, SIG_IGN) == SIG_ERR)
        return 1;
    raise(SIGUSR1);
    raise(SIGTERM);
    sigaction(SIGTERM, &once, 0);
    raise(SIGTERM);
    assert(n != 2 * 'k');
    raise(SIGTERM);
    assert(0);
}
