/* SPDX-License-Identifier: GPL-3.0-or-later */
// __builtin_apply passes the arguments on, whatever they are.
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static int x;
static int target(int a, int b)
{
    x = a * 10 + b;
    return 0;
}
static int pass(int a, int b)
{
    (void)a, (void)b;
    void *args = __builtin_apply_args();
    __builtin_return(__builtin_apply((void (*)())target, args, 64));
}
int main(void)
{
    pass(3, 4);
    claim(x == 34);
    return 0;
}
