/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function pointer is stored as a number and called through another member.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
static int x;
static void f(void)
{
    x = 1;
}
int main(void)
{
    union {
        unsigned long n;
        void (*f)(void);
        char bytes[8];
    } u, v;
    u.n = (unsigned long)f;
    for (int i = 0; i < 8; i++)
        v.bytes[i] = u.bytes[i];
    v.f();
    claim(x == 1);
    return 0;
}
