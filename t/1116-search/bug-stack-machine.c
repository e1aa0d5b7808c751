/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int stack[6], top = 0;
    for (int i = 0; i < 8; i++) {
        int op = __VERIFIER_nondet_int();
        if (op >= 0 && op < 100 && top < 6)
            stack[top++] = op;
        else if (op == -1 && top > 1)
            stack[top - 2] += stack[top - 1], top--;
        else if (op == -2 && top > 1)
            stack[top - 2] *= stack[top - 1], top--;
        else
            break;
    }
    if (top == 1 && stack[0] == 391)
        abort();
    return 0;
}
