/* SPDX-License-Identifier: GPL-3.0-or-later */
// A string of which some byte comes from outside.
// run: echo a | ./prog
// run: echo b | ./prog
// run: printf '\0' | ./prog
// wants: any
// opposite: any
#include "claim.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    char b[8] = "hello";
    b[2] = (char)getchar();
    claim(strlen(b) == 5);
    return 0;
}
