/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the child of vfork stores, the parent sees.
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void)
{
    static volatile int x;
    pid_t p = vfork();
    if (p == 0) {
        x = 1;
        _exit(0);
    }
    assert(p < 0 || x == 0);
    return 0;
}
