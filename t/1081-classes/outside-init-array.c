/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer in .init_array, without the attribute.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void first(void)
{
    x = 1;
}
__attribute__((section(".init_array"), used)) static void (*const entry)(void) = first;
int main(void)
{
    claim(x == 1);
    return 0;
}
