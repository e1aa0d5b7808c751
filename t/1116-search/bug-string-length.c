/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    char name[12] = "";
    int n = __VERIFIER_nondet_int(), used = 0;
    for (int i = 0; i < n && i < 9; i++)
        name[used++] = (char)('a' + i);
    name[used] = 0;
    if (strlen(name) == 7 && strchr(name, 'g') == name + 6)
        abort();
    return 0;
}
