/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct device { int state, pending; };
static int start(struct device *d, int x) { if (d->state) return -1; d->state = x; return 0; }
static int stop(struct device *d, int x) { d->state = 0; return x; }
static int queue(struct device *d, int x) { d->pending += x; return 0; }
static int flush(struct device *d, int x) { if (d->state == 77 && d->pending == 12) abort(); d->pending = 0; return x; }
static int (*const table[])(struct device *, int) = {start, stop, queue, flush};
int main(void)
{
    struct device d = {0, 0};
    for (int i = 0; i < 6; i++) {
        int request = __VERIFIER_nondet_int();
        if (request < 0 || request > 3)
            break;
        table[request](&d, __VERIFIER_nondet_int());
    }
    return 0;
}
