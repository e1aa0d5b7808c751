/* SPDX-License-Identifier: GPL-3.0-or-later */
// A nested function through a pointer stores into the frame of its parent.
// wants: any
#include <assert.h>
static void call(void (*f)(int), int n)
{
    if (n > 0)
        call(f, n - 1);
    else
        f(n + 4);
}
int main(void)
{
    int x = 0;
    void store(int v)
    {
        x = v;
    }
    call(store, 2);
    assert(!(x == 4));
    return 0;
}
