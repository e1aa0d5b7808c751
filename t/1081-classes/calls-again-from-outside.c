/* SPDX-License-Identifier: GPL-3.0-or-later */
// One call runs several functions of the program, one of which makes that call again: the recursion ends.
// wants: False
// aborts
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int state;
static void on(int s)
{
    assert(s == SIGUSR1);
}
static void last(void)
{
    assert(state != 9);
}
void again(int n)
{
    struct sigaction a = {.sa_handler = on};
    if (sigaction(SIGUSR1, &a, 0))
        _exit(3);
    raise(SIGUSR1);
}
int main(void)
{
    again(6);
    at_quick_exit(last);
    state = 9;
    quick_exit(0);
}
