/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int global = 1;
int main(void)
{
    int a[3] = {1, 2, 3};
    asm volatile("" : "+m"(global));
    asm volatile("" : "+m"(a[1]) : : "memory");
    CLAIM(1, global == 1);
    CLAIM(2, a[1] == 2 && a[2] == 3);
    return 0;
}
