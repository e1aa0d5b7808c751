/* SPDX-License-Identifier: GPL-3.0-or-later */
// The handler leaves by _exit: what follows raise is not reached.
// exhaustive
// wants: any
// opposite: any
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int s)
{
    (void)s;
#ifdef OPPOSITE
    return;
#endif
    _exit(0);
}
int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(0);
}
