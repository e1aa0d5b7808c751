/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    char word[8];
    for (int i = 0; i < 7; i++)
        word[i] = (char)__VERIFIER_nondet_uchar();
    word[7] = 0;
    if (!strcmp(word, "SECRET!"))
        abort();
    return 0;
}
