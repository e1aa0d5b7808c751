/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct s { int a; unsigned b : 4; char c[2]; };
int main(void)
{
    struct s s = {1, 2, {3, 4}};
    asm volatile("" : "+m"(s));
    CLAIM(1, s.a == 1);
    CLAIM(2, s.c[1] == 4);
    int x = s.b;
    asm volatile("" : "+r"(x));
    s.b = x + 1;
    CLAIM(3, s.b == 3);
    return 0;
}
