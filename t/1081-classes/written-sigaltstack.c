/* SPDX-License-Identifier: GPL-3.0-or-later */
// sigaltstack returns the old stack; a handler then writes on the new one.
// wants: any
#include <assert.h>
#include <signal.h>
static char stack[65536];
static void handler(int s)
{
    volatile char x[100] = {[50] = (char)s};
    (void)x;
}
int main(void)
{
    stack_t new = {.ss_sp = stack, .ss_size = sizeof stack}, old = {.ss_size = 1};
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    if (sigaltstack(&new, 0) != 0 || sigaltstack(0, &old) != 0 || sigaction(SIGUSR1, &a, 0) != 0)
        return 1;
    raise(SIGUSR1);
    int touched = 0;
    for (unsigned i = 0; i < sizeof stack; i++)
        touched |= stack[i];
    assert(!(old.ss_size == sizeof stack && touched != 0));
    return 0;
}
