/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable that lives in a register of the processor.
#include "claim.h"
register long kept __asm__("r14"); // construct
static void set(void)
{
    kept = 5; // construct
}
int main(void)
{
    long before = kept; // construct
    set();
    long after = kept; // construct
    kept = before;     // construct
    claim(after == 5);
    return 0;
}
