/* SPDX-License-Identifier: GPL-3.0-or-later */
// Nobody raises the signal but the clock.
// run: ./prog
// libs: -O1
// wants: any
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t x;
static void handler(int s)
{
    (void)s;
    x = 1;
}
int main(void)
{
    signal(SIGALRM, handler);
    ualarm(1000, 0);
    while (!x)
        ;
    assert(!x);
    return 0;
}
