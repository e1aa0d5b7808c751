/* SPDX-License-Identifier: GPL-3.0-or-later */
// The handler jumps out of a loop without end.
// run: ./prog
// wants: any
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
static sigjmp_buf out;
static void handler(int s)
{
    (void)s;
    siglongjmp(out, 1);
}
int main(void)
{
    if (sigsetjmp(out, 1))
        assert(0);
    signal(SIGALRM, handler);
    ualarm(1000, 0);
    for (;;)
        ;
}
