/* SPDX-License-Identifier: GPL-3.0-or-later */
// SA_SIGINFO: the handler gets the value that sigqueue sent, and stores behind it.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static void handler(int s, siginfo_t *i, void *context)
{
    (void)s, (void)context;
    *(int *)i->si_value.sival_ptr = 3;
}
int main(void)
{
    int x = 0;
    struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &a, 0);
    sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = &x});
    assert(!(x == 3));
    return 0;
}
