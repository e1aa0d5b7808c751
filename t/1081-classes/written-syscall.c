/* SPDX-License-Identifier: GPL-3.0-or-later */
// syscall stores behind an argument that is just a number to it.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
    int p[2] = {-1, -1};
    if (syscall(SYS_pipe, p) != 0)
        return 1;
    assert(!(p[0] >= 0 && p[1] != p[0]));
    return 0;
}
