/* SPDX-License-Identifier: GPL-3.0-or-later */
// readv stores behind the pointers of an iovec, the first of which is short.
// wants: any
#include <assert.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    char one[2] = "xy", two[2] = "xy";
    struct iovec v[2] = {{one, 2}, {two, 2}};
    int p[2];
    if (pipe(p) != 0 || write(p[1], "abc", 3) != 3 || readv(p[0], v, 2) != 3)
        return 1;
    assert(!(one[1] == 'b' && two[0] == 'c' && two[1] == 'y'));
    return 0;
}
