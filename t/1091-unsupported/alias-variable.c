/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two names of one variable.
#include "claim.h"
int a = 1;
extern int b __attribute__((alias("a"))); // construct
int main(void)
{
    b = 2; // construct
    claim(a == 2);
    return 0;
}
