/* SPDX-License-Identifier: GPL-3.0-or-later */
// Without GNU's names signal is System V's: the handler serves one signal, and the second ends the program.
// build: $CC -std=c11 $S -o prog
// exhaustive
#include <signal.h>
#include <stdlib.h>
static volatile sig_atomic_t served;
static void handler(int signal)
{
    served++;
}
int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    raise(SIGUSR1);
    if (served == 2)
        abort();
    return 0;
}
