/* SPDX-License-Identifier: GPL-3.0-or-later */
// swapcontext runs a function on another stack, and comes back by uc_link.
// wants: any
#include <assert.h>
#include <ucontext.h>
static ucontext_t here, there;
static int x;
static char stack[65536];
static void body(void)
{
    x = 1;
}
int main(void)
{
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, body, 0);
    swapcontext(&here, &there);
    assert(!(x == 1));
    return 0;
}
