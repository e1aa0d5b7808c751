/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two contexts that switch to each other.
#include "claim.h"
#include <ucontext.h>
static ucontext_t caller, routine;
static char stack[64 * 1024];
static int x;
static void work(void)
{
    x = 1;
    swapcontext(&routine, &caller); // construct
    x = 2;
}
int main(void)
{
    getcontext(&routine); // construct
    routine.uc_stack.ss_sp = stack;
    routine.uc_stack.ss_size = sizeof stack;
    routine.uc_link = &caller;
    makecontext(&routine, work, 0); // construct
    swapcontext(&caller, &routine); // construct
    claim(x == 1);
    return 0;
}
