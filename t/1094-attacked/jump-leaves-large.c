/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A large local ends when a jump leaves its function.
#include <assert.h>
#include <setjmp.h>

static jmp_buf out;
static void *kept;

static void leave(void)
{
    char x[8192];
    x[0] = 1;
    kept = x;
    longjmp(out, 1);
}

static void compare(void)
{
    char y[8192];
    y[0] = 1;
    assert(kept != (void *)y);
}

int main(void)
{
    if (!setjmp(out))
        leave();
    else
        compare();
}
