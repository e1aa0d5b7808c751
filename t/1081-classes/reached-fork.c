/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the child of fork stores, the parent does not see.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    static int x = 1;
    pid_t p = fork();
    if (p == 0) {
        x = 2;
        _exit(0);
    }
    waitpid(p, 0, 0);
    claim(x == 1);
    return 0;
}
