/* SPDX-License-Identifier: GPL-3.0-or-later */
// A handler registered through a structure stores what main reads.
// wants: any
#include <assert.h>
#include <signal.h>
static int x;
static void handler(int s)
{
    x = s;
}
int main(void)
{
    struct sigaction a = {.sa_handler = handler};
    sigaction(SIGUSR1, &a, 0);
    raise(SIGUSR1);
    assert(!(x == SIGUSR1));
    return 0;
}
