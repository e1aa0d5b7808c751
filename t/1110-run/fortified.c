/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The library aborts a program where it is compiled with _FORTIFY_SOURCE.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>

int main(int argc, char **argv)
{
    fd_set set;
    struct sigaction old;
    sigaction(SIGABRT, NULL, &old);
    printf("%d\n", old.sa_handler == SIG_DFL);
    fflush(stdout);
    printf("in the buffer\n");
    FD_ZERO(&set);
    FD_SET(argc * 1000, &set);
    return argc;
}
