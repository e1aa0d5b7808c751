/* SPDX-License-Identifier: GPL-3.0-or-later */
// process_vm_readv on the process itself: one iovec is read, the other is written.
// wants: any
// opposite: any
#define _GNU_SOURCE
#include "claim.h"
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    int from = 3, to = 4;
    struct iovec a = {&to, sizeof to}, b = {&from, sizeof from};
    if (process_vm_readv(getpid(), &a, 1, &b, 1, 0) != sizeof to)
        return 1;
    claim(to == 3);
    return 0;
}
