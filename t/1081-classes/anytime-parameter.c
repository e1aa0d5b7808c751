/* SPDX-License-Identifier: GPL-3.0-or-later */
// The structure is filled in by one function and registered by another, behind a pointer.
// aborts
// wants: any
#include <signal.h>
#include <stdlib.h>
static void handler(int s)
{
    if (s == SIGUSR2)
        abort();
}
static void fill(struct sigaction *a)
{
    a->sa_handler = handler;
}
static void set(const struct sigaction *a)
{
    sigaction(SIGUSR2, a, 0);
}
int main(void)
{
    struct sigaction a = {0};
    fill(&a);
    set(&a);
    return 0;
}
