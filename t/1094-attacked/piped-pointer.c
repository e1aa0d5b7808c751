/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An address goes through a pipe.
#include <unistd.h>
#include <stdlib.h>
static int x;
int main(void)
{
    int fd[2]; int *p = &x, *q;
    if (pipe(fd)) return 0;
    write(fd[1], &p, sizeof p);
    if (read(fd[0], &q, sizeof q) != sizeof q) return 0;
    *q = 1;
    if (x) abort();
    return 0;
}
