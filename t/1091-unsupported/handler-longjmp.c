/* SPDX-License-Identifier: GPL-3.0-or-later */
// A signal handler is left by longjmp.
#include "claim.h"
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf back;
static int x;
static void handle(int number)
{
    x = number;
    siglongjmp(back, 1);
}
int main(void)
{
    signal(SIGUSR1, handle);
    if (sigsetjmp(back, 1) == 0) {
        raise(SIGUSR1); // construct
        x = -1;
    }
    claim(x == SIGUSR1);
    return 0;
}
