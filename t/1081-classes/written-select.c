/* SPDX-License-Identifier: GPL-3.0-or-later */
// select clears the bits of what is not ready.
// wants: any
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>
int main(void)
{
    int p[2];
    fd_set set;
    struct timeval none = {0, 0};
    if (pipe(p) != 0)
        return 1;
    FD_ZERO(&set);
    FD_SET(p[0], &set);
    int n = select(p[0] + 1, &set, 0, 0, &none);
    assert(!(n == 0 && !FD_ISSET(p[0], &set)));
    return 0;
}
