/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same with GNU's names: the handler stays.
// build: $CC -std=gnu11 $S -o prog
// wants: False
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
