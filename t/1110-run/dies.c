/* SPDX-License-Identifier: GPL-3.0-or-later */
// Ends in the way that its argument says.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    puts("begins");
    switch (how) {
    case 1:
        abort();
    case 2:
        assert(how == 3);
    case 3:
        raise(SIGTERM);
    case 4:
        _exit(4);
    case 5:
        exit(300);
    case 6:
        __builtin_trap();
    default:
        return how;
    }
}
