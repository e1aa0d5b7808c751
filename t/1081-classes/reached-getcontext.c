/* SPDX-License-Identifier: GPL-3.0-or-later */
// setcontext returns from getcontext a second time.
// wants: any
#include <assert.h>
#include <ucontext.h>
int main(void)
{
    static volatile int n;
    ucontext_t c;
    getcontext(&c);
    if (n++ < 2)
        setcontext(&c);
    assert(!(n == 3));
    return 0;
}
