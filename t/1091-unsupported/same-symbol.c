/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two variables with one symbol.
#include "claim.h"
int shared = 1;
extern int x __asm__("shared"); // construct
int main(void)
{
    x = 2; // construct
    claim(shared == 2);
    return 0;
}
