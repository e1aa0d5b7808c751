/* SPDX-License-Identifier: GPL-3.0-or-later */
// readv returns no more than its vector holds.
// run: echo abcdefgh | ./prog
// exhaustive
// wants: any
#include <assert.h>
#include <sys/uio.h>
int main(void)
{
    char a[2], b[3];
    struct iovec v[2] = {{a, 2}, {b, 3}};
    assert(readv(0, v, 2) <= 5);
    return 0;
}
