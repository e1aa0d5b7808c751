/* SPDX-License-Identifier: GPL-3.0-or-later */
// So does kill with a number that is computed.
// run: ./prog
// wants: any
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    (void)argv;
    kill(getpid(), argc + 5);
    return 0;
}
