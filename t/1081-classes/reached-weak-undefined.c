/* SPDX-License-Identifier: GPL-3.0-or-later */
// An undefined weak function is null.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern void hook(void) __attribute__((weak));
int main(void)
{
    claim(!hook);
    return 0;
}
