/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A block of the stack ends when a jump leaves its function.
#include <assert.h>
#include <setjmp.h>

static jmp_buf out;
static void *kept;

static void leave(void)
{
    char *x = __builtin_alloca(256);
    x[0] = 1;
    kept = x;
    longjmp(out, 1);
}

static void compare(void)
{
    char *y = __builtin_alloca(256);
    y[0] = 1;
    assert(kept != y);
}

int main(void)
{
    if (!setjmp(out))
        leave();
    else
        compare();
}
