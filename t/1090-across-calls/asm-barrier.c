/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int shared = 3;
static int *escaped;
int main(void)
{
    int local = 4;
    escaped = &local;
    asm volatile("" : : : "memory");
    CLAIM(1, shared == 3);
    CLAIM(2, local == 4);
    asm volatile("" : : "r"(&local) : "memory");
    CLAIM(3, *escaped == 4);
    return 0;
}
