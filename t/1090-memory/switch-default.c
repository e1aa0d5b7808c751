/* SPDX-License-Identifier: GPL-3.0-or-later */
// A switch without default leaves a variable unset.
// kind: uninitialised
// nondet: 9
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int speed;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        speed = 9600;
        break;
    case 1:
        speed = 115200;
        break;
    }
    if (speed > 10000) // error
        puts("fast");
    return 0;
}
