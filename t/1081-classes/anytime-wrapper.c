/* SPDX-License-Identifier: GPL-3.0-or-later */
// The handler is registered by a wrapper that gets it as a parameter.
// wants: any
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static int x;
static void handler(int s)
{
    (void)s;
    x = 1;
}
static void on(int s, void (*f)(int))
{
    struct sigaction a = {0};
    a.sa_handler = f;
    sigaction(s, &a, 0);
}
int main(void)
{
    on(SIGUSR1, handler);
    kill(getpid(), SIGUSR1);
    assert(!(x == 1));
    return 0;
}
