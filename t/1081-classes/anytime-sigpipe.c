/* SPDX-License-Identifier: GPL-3.0-or-later */
// write on a pipe without reader sends SIGPIPE.
// run: ./prog
// wants: any
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void handler(int s)
{
    (void)s;
    abort();
}
int main(void)
{
    int p[2];
    signal(SIGPIPE, handler);
    if (pipe(p) != 0)
        return 1;
    close(p[0]);
    return write(p[1], "a", 1) == 1;
}
