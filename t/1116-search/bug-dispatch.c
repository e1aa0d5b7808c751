/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
enum { OPEN = 1, BUSY = 2, DONE = 4 };
static int flags;
static int dispatch(int request, int argument)
{
    switch (request) {
    case 10: flags |= OPEN; return 0;
    case 11: if (!(flags & OPEN)) return -1; flags |= BUSY; return 0;
    case 12: if (flags & BUSY) flags = (flags & ~BUSY) | DONE; return 0;
    case 13: if (argument == 4711) flags &= ~OPEN; return 0;
    default: return -2;
    }
}
int main(void)
{
    for (int i = 0; i < 8; i++) {
        dispatch(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
        if (flags & DONE && !(flags & OPEN))
            abort();
    }
    return 0;
}
