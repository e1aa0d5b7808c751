/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer in .fini_array.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void last(void)
{
    claim(x == 1);
}
__attribute__((section(".fini_array"), used)) static void (*const entry)(void) = last;
int main(void)
{
    x = 1;
    return 0;
}
