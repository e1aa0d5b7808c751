/* SPDX-License-Identifier: GPL-3.0-or-later */
// A handler leaves by siglongjmp.
// run: printf x | ./prog
// wants: False
// aborts
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf to;
static void handler(int s)
{
    siglongjmp(to, 7);
}
int main(void)
{
    int c = getchar();
    signal(SIGUSR1, handler);
    int r = sigsetjmp(to, 1);
    if (!r)
        raise(SIGUSR1);
    assert(r != 7 || c != 'x');
    return 0;
}
