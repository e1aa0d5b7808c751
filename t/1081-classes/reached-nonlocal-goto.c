/* SPDX-License-Identifier: GPL-3.0-or-later */
// A nested function leaves by goto through two callers.
// wants: any
#include <assert.h>
static int x;
static void call(void (*f)(void))
{
    x = 1;
    f();
    x = 2;
}
int main(void)
{
    __label__ out;
    void leave(void)
    {
        goto out;
    }
    call(leave);
    x = 3;
out:
    assert(!(x == 1));
    return 0;
}
