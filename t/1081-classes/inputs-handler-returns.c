/* SPDX-License-Identifier: GPL-3.0-or-later */
// ... and with one it does.
// run: ./prog
// wants: any
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int s)
{
    (void)s;
}
int main(void)
{
    signal(SIGALRM, handler);
    ualarm(1000, 0);
    pause();
    assert(0);
}
