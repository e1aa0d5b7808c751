/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int floor = 1, door = 0, target = 1;
    for (int i = 0; i < 12; i++) {
        int button = __VERIFIER_nondet_int();
        if (button >= 1 && button <= 5)
            target = button;
        if (button == 9)
            door = 1;
        else if (button == 8)
            door = 0;
        if (floor < target)
            floor++;
        else if (floor > target)
            floor--;
        if (door && floor == 4 && target == 2)
            abort();
    }
    return 0;
}
