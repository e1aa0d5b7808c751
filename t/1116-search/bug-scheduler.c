/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct task { int state, wakeup; };
static struct task tasks[3];
static int clock_ticks;
int main(void)
{
    for (int i = 0; i < 3; i++)
        tasks[i].wakeup = __VERIFIER_nondet_int();
    while (clock_ticks++ < 12) {
        int ran = 0;
        for (int i = 0; i < 3; i++)
            if (tasks[i].state == 0 && tasks[i].wakeup == clock_ticks) {
                tasks[i].state = 1;
                ran++;
            }
        if (ran == 3 && clock_ticks == 9)
            abort();
    }
    return 0;
}
