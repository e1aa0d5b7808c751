/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* Each level catches what the one below throws. */
static jmp_buf *handler;
static int log_;
static void throw(int v) { longjmp(*handler, v); }
static int guarded(int (*f)(int), int x)
{
    jmp_buf here, *outer = handler;
    int v = setjmp(here);
    if (v == 0) {
        handler = &here;
        v = f(x);
    }
    handler = outer;
    return v;
}
static int bad(int x)
{
    if (x > 1)
        throw(x);
    return -x;
}
static int nested(int x)
{
    int v = guarded(bad, x);
    log_ = 10 * log_ + v;
    throw(9);
    return 0;
}
int main(void)
{
    CLAIM(1, guarded(bad, 1) == -1);
    CLAIM(2, guarded(bad, 5) == 5);
    return 0;
}
