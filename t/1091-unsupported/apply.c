/* SPDX-License-Identifier: GPL-3.0-or-later */
// A call is handed on with all of its arguments.
#include "claim.h"
static int add(int a, int b)
{
    return a + b;
}
__attribute__((noinline)) static int forward(int a, int b)
{
    (void)a, (void)b;
    void *arguments = __builtin_apply_args();                       // construct
    void *result = __builtin_apply((void (*)())add, arguments, 64); // construct
    __builtin_return(result);                                       // construct
}
int main(void)
{
    int x = forward(2, 3); // construct
    claim(x == 5);
    return 0;
}
