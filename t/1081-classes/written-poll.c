/* SPDX-License-Identifier: GPL-3.0-or-later */
// poll stores what happened in an array of structures.
// wants: any
#include <assert.h>
#include <poll.h>
#include <unistd.h>
int main(void)
{
    int p[2];
    if (pipe(p) != 0)
        return 1;
    struct pollfd f[2] = {{p[0], POLLIN, 9}, {p[1], POLLOUT, 0}};
    int n = poll(f, 2, 0);
    assert(!(n == 1 && f[0].revents == 0 && (f[1].revents & POLLOUT)));
    return 0;
}
